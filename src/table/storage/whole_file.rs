//! Files other than tables: they get their names when they are whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::files::{give_name, temporary};
use crate::table::error::{Obstacle, TableError};
use crate::table::writing::destination::{check_outside_tables, is_open_file};

/// A file that gets its name when it is whole, and takes the place of one that has the name already. A device or a
/// pipe, or a file that is open already, is written as it is.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    target: Target,
}

/// What is written to.
#[derive(Debug)]
enum Target {
    /// A file that gets its name when it is whole, and is removed otherwise.
    Temporary(NamedTempFile),
    /// What is written as it is.
    Itself(File),
}

impl WholeFile {
    /// Opens a file for writing.
    ///
    /// # Errors
    /// When the path is in no folder or in a table, and when the file cannot be made.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, TableError> {
        let path = path.as_ref().to_owned();
        if path.exists() && (!path.is_file() || is_open_file(&path)) {
            // At its end, if it is a file that the shell has opened.
            let file = File::options().append(true).open(&path);
            let file = file.map_err(|error| failed(&path, error))?;
            return Ok(WholeFile { path, target: Target::Itself(file) });
        }
        check_outside_tables(&path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        if !Path::new(".").join(folder).is_dir() {
            let obstacle = Obstacle::NoFolder(folder.to_owned());
            return Err(TableError::Destination { path, obstacle });
        }
        let file = temporary(&path).map_err(|error| failed(&path, error))?;
        Ok(WholeFile { path, target: Target::Temporary(file) })
    }

    /// Waits until the file is on the disk, and gives it its name.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(self) -> Result<(), TableError> {
        let Target::Temporary(file) = self.target else { return Ok(()) };
        let finished = file.as_file().sync_all().and_then(|()| give_name(file, &self.path));
        finished.map_err(|error| failed(&self.path, error))
    }

    /// Makes an error of a write to this file.
    pub fn failed(&self, error: io::Error) -> TableError {
        failed(&self.path, error)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Temporary(file) => file.as_file_mut().write(bytes),
            Target::Itself(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Temporary(file) => file.as_file_mut().flush(),
            Target::Itself(file) => file.flush(),
        }
    }
}

fn failed(path: &Path, source: io::Error) -> TableError {
    TableError::Io { path: path.to_owned(), attempt: "write the file", source }
}
