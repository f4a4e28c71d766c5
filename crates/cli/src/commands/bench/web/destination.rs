//! The folder of the page: a new or an empty one.

use std::fs;
use std::path::{Path, PathBuf};

use grundytab::table::{TableError, check_outside_tables};

use crate::commands::failure::{Failure, Result};
use crate::commands::written_file::write_file;

/// The only file of the page, which browsers open.
const FILE: &str = "index.html";

/// Checks that a folder is empty or can be created. Returns whether it exists.
///
/// # Errors
/// If the folder is not empty or cannot be created.
pub fn check(folder: &Path) -> Result<bool> {
    let refuse = |problem, hint| Err(Failure::usage(folder.display(), problem, hint));
    check_outside_tables(folder)?;
    // A link that leads nowhere is there too.
    if fs::symlink_metadata(folder).is_err() {
        let parent = folder.parent().unwrap_or(Path::new(""));
        if !Path::new(".").join(parent).is_dir() {
            return refuse("its folder does not exist", "make that folder first");
        }
        return Ok(false);
    }
    if !folder.is_dir() {
        return refuse("it is not a folder", "give the name of a new folder");
    }
    let mut entries = fs::read_dir(folder).map_err(failed(folder, "read the folder"))?;
    if entries.next().is_some() {
        return refuse("the folder is not empty", "give the name of a new one");
    }
    Ok(true)
}

/// Writes the page into a folder that [`check`] allows, completely or not at all. Returns its path.
///
/// # Errors
/// If the folder is no longer empty, or if the page cannot be written.
pub fn write(folder: &Path, text: &str) -> Result<PathBuf> {
    let exists = check(folder)?;
    if !exists {
        fs::create_dir(folder).map_err(failed(folder, "make the folder"))?;
    }
    let path = folder.join(FILE);
    let written = write_file(&path, |file| file.write_all(text.as_bytes()));
    if written.is_err() && !exists {
        // Only an empty folder is removed.
        let _ = fs::remove_dir(folder);
    }
    written.map(|()| path)
}

/// Makes the error of an attempt.
fn failed(path: &Path, attempt: &'static str) -> impl Fn(std::io::Error) -> TableError {
    let path = path.to_owned();
    move |source| TableError::Io { path: path.clone(), attempt, source }
}
