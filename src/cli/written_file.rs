//! Files that a command writes, other than tables: they get their names when they are whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use grundytab::table::{Obstacle, TableError, check_outside_tables, is_open_file};

use super::failure::{Failure, Result};
use super::output::stdout_failed;

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

/// A file that a command writes, or stdout if its path is `-`.
///
/// It gets its name when it is whole, and takes the place of one that has the name already; a device or
/// a pipe is written as it is. What is written to stdout cannot fail because nobody reads it, see
/// [`WrittenFile::finish`].
pub struct WrittenFile {
    writer: BufWriter<Box<dyn Write>>,
    place: Place,
}

enum Place {
    Stdout,
    /// Something that is no regular file, or is open already.
    Device(PathBuf),
    File(Unfinished),
}

/// A file that has a temporary name, under which it is removed when it is not finished.
struct Unfinished {
    path: PathBuf,
    temporary: PathBuf,
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // It is gone if it has got its name.
        let _ = fs::remove_file(&self.temporary);
    }
}

impl WrittenFile {
    /// Opens a file for writing, or stdout.
    ///
    /// # Errors
    /// When the path is that of a folder or in none or in a table, and when the file cannot be made.
    pub fn create(path: &Path) -> Result<Self> {
        let (file, place): (Box<dyn Write>, Place) = if path.as_os_str() == STDOUT {
            (Box::new(io::stdout()), Place::Stdout)
        } else if path.is_dir() || path.file_name().is_none() {
            let hint = "give the name of a file";
            return Err(Failure::usage(path.display(), "it is a folder, and no file", hint));
        } else if path.exists() && (!path.is_file() || is_open_file(path)) {
            // At its end, if it is a file that the shell has opened.
            let file = File::options().append(true).open(path).map_err(|error| failed(path, error));
            (Box::new(file?), Place::Device(path.into()))
        } else {
            let (file, unfinished) = Unfinished::create(path)?;
            (Box::new(file), Place::File(unfinished))
        };
        Ok(WrittenFile { writer: BufWriter::with_capacity(BUFFER_BYTES, file), place })
    }

    /// Writes what is left and gives the file its name, if `outcome` says that everything was written.
    /// A failure of stdout is reported when the command is done. If the reader of stdout has gone away, as
    /// `head` does when it has seen enough, that is no failure: then `None` is returned.
    ///
    /// # Errors
    /// When something could not be written.
    pub fn finish<T>(mut self, outcome: io::Result<T>) -> Result<Option<T>> {
        let written = outcome.and_then(|value| self.writer.flush().map(|()| value));
        match (&self.place, written) {
            (Place::Stdout, Ok(value)) => Ok(Some(value)),
            (Place::Stdout, Err(error)) => {
                // What is left in the buffer cannot be written either.
                drop(self.writer.into_parts());
                stdout_failed(error);
                Ok(None)
            }
            (Place::Device(path), written) => {
                written.map(Some).map_err(|error| failed(path, error))
            }
            (Place::File(unfinished), written) => written
                .and_then(|value| {
                    File::open(&unfinished.temporary)?.sync_all()?;
                    fs::rename(&unfinished.temporary, &unfinished.path).map(|()| Some(value))
                })
                .map_err(|error| failed(&unfinished.path, error)),
        }
    }
}

impl Write for WrittenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Unfinished {
    /// Makes a file with a temporary name beside the final one, which no other run has.
    fn create(path: &Path) -> Result<(File, Self)> {
        check_outside_tables(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        if !Path::new(".").join(folder).is_dir() {
            let obstacle = Obstacle::NoFolder(folder.to_owned());
            return Err(TableError::Destination { path: path.to_owned(), obstacle }.into());
        }
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(format!(".{}.tmp", std::process::id()));
        let temporary = PathBuf::from(temporary);
        // What has this name already is somebody's own.
        let file = File::create_new(&temporary).map_err(|error| failed(&temporary, error))?;
        Ok((file, Unfinished { path: path.to_owned(), temporary }))
    }
}

fn failed(path: &Path, source: io::Error) -> Failure {
    TableError::Io { path: path.to_owned(), attempt: "write the file", source }.into()
}
