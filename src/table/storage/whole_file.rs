//! Files other than tables: they get their names when they are whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::files::temporary;
use crate::table::error::{Obstacle, TableError};
use crate::table::writing::destination::{check_outside_tables, is_open_file};

/// A file that gets its name when it is whole, and takes the place of one that has the name already. A device or a
/// pipe, or a file that is open already, is written as it is.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    file: File,
    /// The path of a file that gets its name when it is whole, and is removed otherwise.
    temporary: Option<TempPath>,
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
            return Ok(WholeFile { path, file, temporary: None });
        }
        check_outside_tables(&path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        if !Path::new(".").join(folder).is_dir() {
            let obstacle = Obstacle::NoFolder(folder.to_owned());
            return Err(TableError::Destination { path, obstacle });
        }
        let (file, temporary) =
            temporary(&path).map_err(|error| failed(&path, error))?.into_parts();
        Ok(WholeFile { path, file, temporary: Some(temporary) })
    }

    /// Waits until the file is on the disk, and gives it its name.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(self) -> Result<(), TableError> {
        let WholeFile { path, file, temporary } = self;
        let Some(temporary) = temporary else { return Ok(()) };
        let named = || temporary.persist(&path).map_err(|refused| refused.error);
        file.sync_all().and_then(|()| named()).map_err(|error| failed(&path, error))
    }

    /// Makes an error of a write to this file.
    pub fn failed(&self, error: io::Error) -> TableError {
        failed(&self.path, error)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn failed(path: &Path, source: io::Error) -> TableError {
    TableError::Io { path: path.to_owned(), attempt: "write the file", source }
}
