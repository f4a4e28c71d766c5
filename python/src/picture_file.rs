//! The file of a picture: it gets its name when it is whole, as the files that the program writes.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use grundytab::picture::ImageFormat;
use grundytab::table::{check_outside_tables, is_open_file};
use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyOSError, PyPermissionError, PyValueError,
};
use pyo3::prelude::*;

use crate::failure::{of_input, of_table};

/// How every PNG file begins.
const MAGIC: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// A file that is open under a temporary name, under which it is removed when it is not finished; a device
/// or a pipe is written as it is.
pub struct PictureFile<'a> {
    path: &'a Path,
    file: File,
    temporary: Option<PathBuf>,
}

impl<'a> PictureFile<'a> {
    /// Opens a file for a picture, in a place where nothing is, or an older picture.
    ///
    /// # Errors
    /// `ValueError`, when the path has no name, or one that promises another format; `FileExistsError`, when something else is there; else the
    /// `OSError` of the system.
    pub fn create(path: &'a Path) -> PyResult<Self> {
        if path.file_name().is_none() {
            let text = format!(
                "{}: not the name of a picture; give one, as in wythoff.png",
                path.display()
            );
            return Err(PyValueError::new_err(text));
        }
        let found = fs::metadata(path).ok();
        let is_folder = found.as_ref().is_some_and(fs::Metadata::is_dir);
        let is_file = found.as_ref().is_some_and(fs::Metadata::is_file);
        if is_folder || (is_file && !is_picture(path)) {
            let text = format!(
                "{}: something that is no picture is there; choose another path",
                path.display()
            );
            return Err(PyFileExistsError::new_err(text));
        }
        ImageFormat::Png.check_name(path).map_err(of_input)?;
        let failed = |error| of_system(path, &error);
        if found.is_some() && (!is_file || is_open_file(path)) {
            let file = File::options().append(true).open(path).map_err(failed)?;
            return Ok(PictureFile { path, file, temporary: None });
        }
        check_outside_tables(path).map_err(of_table)?;
        let temporary = temporary_path(path);
        let file = File::create_new(&temporary).map_err(failed)?;
        Ok(PictureFile { path, file, temporary: Some(temporary) })
    }

    /// Writes the picture, waits until it is on the disk and gives it its name.
    ///
    /// # Errors
    /// The `OSError` of the system.
    pub fn finish(mut self, png: &[u8]) -> PyResult<()> {
        let path = self.path;
        let mut write = || {
            self.file.write_all(png)?;
            if let Some(temporary) = &self.temporary {
                self.file.sync_all()?;
                fs::rename(temporary, path)?;
            }
            Ok(())
        };
        write().map_err(|error| of_system(path, &error))
    }
}

impl Drop for PictureFile<'_> {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // It is gone if it has got its name.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Returns whether a file is a PNG file or empty, by its first bytes.
fn is_picture(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(8).read_to_end(&mut start));
    read.is_ok() && (start.is_empty() || start == MAGIC)
}

/// Returns a name beside the final one that no other process and no other thread has.
fn temporary_path(path: &Path) -> PathBuf {
    static FILES: AtomicU64 = AtomicU64::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}-{number}.tmp", process::id()));
    name.into()
}

fn of_system(path: &Path, error: &io::Error) -> PyErr {
    let text = format!("{}: the picture cannot be written: {error}", path.display());
    match error.kind() {
        ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
        ErrorKind::PermissionDenied => PyPermissionError::new_err(text),
        _ => PyOSError::new_err(text),
    }
}
