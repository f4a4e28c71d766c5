//! Files other than tables: they get their names when they are whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::destination::{check_outside_tables, is_open_file};
use crate::table::error::{Obstacle, TableError};

/// A file that gets its name when it is whole, and takes the place of one that has the name already. A device or a
/// pipe, or a file that is open already, is written as it is.
///
/// ```
/// use std::io::Write as _;
/// use grundytab::table::WholeFile;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("values.csv");
/// let mut file = WholeFile::create(&path)?;
/// file.write_all(b"0,1,2")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert!(path.exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    file: File,
    /// Where the file is until it is whole.
    temporary: Option<PathBuf>,
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
        let temporary = temporary_path(&path);
        // What has this name already is somebody's own.
        let file = File::create_new(&temporary).map_err(|error| failed(&temporary, error))?;
        Ok(WholeFile { path, file, temporary: Some(temporary) })
    }

    /// Waits until the file is on the disk, and gives it its name.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(self) -> Result<(), TableError> {
        let Some(temporary) = &self.temporary else { return Ok(()) };
        let finished = self.file.sync_all().and_then(|()| fs::rename(temporary, &self.path));
        finished.map_err(|error| self.failed(error))
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

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // It is gone if it has got its name.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Returns a name beside the final one that no other process and no other thread has.
fn temporary_path(path: &Path) -> PathBuf {
    static FILES: AtomicU64 = AtomicU64::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}-{number}.tmp", std::process::id()));
    name.into()
}

fn failed(path: &Path, source: io::Error) -> TableError {
    TableError::Io { path: path.to_owned(), attempt: "write the file", source }
}
