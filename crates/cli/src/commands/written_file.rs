//! Files that a command writes, other than tables, and stdout in their place.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use grundytab::table::WholeFile;

use super::failure::{Failure, Result};
use super::output::{Stdout, stdout_failed};
use super::ranks;

/// The path that stands for stdout.
pub const STDOUT: &str = "-";

const BUFFER_BYTES: usize = 1 << 18;

/// Calls `write` with a file, which gets its name when it is whole; see [`WrittenFile`].
///
/// # Errors
/// When the system refuses. That the reader of stdout has gone away is no error.
pub fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut file = WrittenFile::create(path)?;
    let outcome = write(&mut file);
    file.finish(outcome).map(drop)
}

/// A [`WholeFile`] that a command writes, or stdout if its path is `-`.
///
/// What is written to stdout cannot fail because nobody reads it, see [`WrittenFile::finish`]. Of several ranks the first
/// one writes.
pub enum WrittenFile {
    Nowhere,
    Stdout(BufWriter<Stdout>),
    File(BufWriter<WholeFile>),
}

impl WrittenFile {
    /// Opens a file for writing, or stdout.
    ///
    /// # Errors
    /// When the path is that of a folder or in none or in a table, and when the file cannot be made.
    pub fn create(path: &Path) -> Result<Self> {
        if !ranks::is_first() {
            return Ok(WrittenFile::Nowhere);
        }
        if path.as_os_str() == STDOUT {
            return Ok(WrittenFile::Stdout(BufWriter::with_capacity(BUFFER_BYTES, Stdout)));
        }
        if path.is_dir() || path.file_name().is_none() {
            let hint = "give the name of a file";
            return Err(Failure::usage(path.display(), "it is a folder, not a file", hint));
        }
        let file = WholeFile::create(path)?;
        Ok(WrittenFile::File(BufWriter::with_capacity(BUFFER_BYTES, file)))
    }

    /// Writes what is left and gives the file its name, if `outcome` says that everything was written.
    /// A failure of stdout is reported when the command is done. If the reader of stdout has gone away, as
    /// `head` does when it has seen enough, that is no failure: then `None` is returned.
    ///
    /// # Errors
    /// When something could not be written.
    pub fn finish<T>(mut self, outcome: io::Result<T>) -> Result<Option<T>> {
        let written = outcome.and_then(|value| self.flush().map(|()| value));
        match (self, written) {
            (WrittenFile::Nowhere, written) => Ok(written.ok()),
            (WrittenFile::Stdout(_), Ok(value)) => Ok(Some(value)),
            (WrittenFile::Stdout(writer), Err(error)) => {
                // What is left in the buffer cannot be written either.
                drop(writer.into_parts());
                stdout_failed(error);
                Ok(None)
            }
            (WrittenFile::File(writer), written) => {
                let (file, _) = writer.into_parts();
                let value = written.map_err(|error| file.failed(error))?;
                file.finish()?;
                Ok(Some(value))
            }
        }
    }
}

impl Write for WrittenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            WrittenFile::Nowhere => Ok(bytes.len()),
            WrittenFile::Stdout(writer) => writer.write(bytes),
            WrittenFile::File(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            WrittenFile::Nowhere => Ok(()),
            WrittenFile::Stdout(writer) => writer.flush(),
            WrittenFile::File(writer) => writer.flush(),
        }
    }
}
