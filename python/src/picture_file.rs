//! The file of a picture, which replaces nothing but another picture.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::Path;

use grundytab::picture::ImageFormat;
use grundytab::table::WholeFile;
use pyo3::exceptions::{PyFileExistsError, PyValueError};
use pyo3::prelude::*;

use crate::failure::raised;

/// How every PNG file begins.
const MAGIC: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Opens a file for a picture, in a place where nothing is, or an older picture.
///
/// # Errors
/// `ValueError`, when the path has no name, or one that promises another format; `FileExistsError`, when something
/// else is there; else the `OSError` of the system.
pub fn create(path: &Path) -> PyResult<WholeFile> {
    if path.file_name().is_none() {
        let text =
            format!("{}: not the name of a picture; give one, as in wythoff.png", path.display());
        return Err(PyValueError::new_err(text));
    }
    let found = fs::metadata(path).ok();
    if found.is_some_and(|found| found.is_dir() || (found.is_file() && !is_picture(path))) {
        let text = format!(
            "{}: something that is no picture is there; choose another path",
            path.display()
        );
        return Err(PyFileExistsError::new_err(text));
    }
    ImageFormat::Png.check_name(path).map_err(raised)?;
    WholeFile::create(path).map_err(raised)
}

/// Writes the picture, and gives the file its name.
///
/// # Errors
/// The `OSError` of the system.
pub fn write(mut file: WholeFile, png: &[u8]) -> PyResult<()> {
    file.write_all(png).map_err(|error| raised(file.failed(error)))?;
    file.finish().map_err(raised)
}

/// Returns whether a file is a PNG file or empty, by its first bytes.
fn is_picture(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(8).read_to_end(&mut start));
    read.is_ok() && (start.is_empty() || start == MAGIC)
}
