//! The folder of the page: a new one, or one that is empty.

use std::fs;
use std::path::{Path, PathBuf};

use grundytab::table::{TableError, check_outside_tables};

use crate::cli::failure::{Failure, Result};
use crate::cli::written_file::write_file;

/// The file that browsers open, which is all there is.
const FILE: &str = "index.html";

/// A folder into which the page can be written.
pub struct Destination<'a> {
    folder: &'a Path,
    exists: bool,
}

impl<'a> Destination<'a> {
    /// Looks at a folder, before anything is computed.
    ///
    /// # Errors
    /// When it holds something, and when it could not be made.
    pub fn look_at(folder: &'a Path) -> Result<Self> {
        let refuse = |problem, hint| Err(Failure::usage(folder.display(), problem, hint));
        check_outside_tables(folder)?;
        // What a link leads to is looked at, but a link that leads nowhere is there too.
        let exists = fs::symlink_metadata(folder).is_ok();
        if exists && !folder.is_dir() {
            return refuse("it is not a folder", "give the name of a new folder");
        }
        if exists {
            let mut entries = fs::read_dir(folder).map_err(failed(folder, "read the folder"))?;
            if entries.next().is_some() {
                return refuse("the folder is not empty", "give the name of a new one");
            }
        }
        let parent = folder.parent().unwrap_or(Path::new(""));
        if !exists && !Path::new(".").join(parent).is_dir() {
            return refuse("its folder does not exist", "make that folder first");
        }
        Ok(Destination { folder, exists })
    }

    /// Writes the page, whole or not at all. Returns its path.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(self, text: &str) -> Result<PathBuf> {
        let Destination { folder, exists } = self;
        if !exists {
            fs::create_dir(folder).map_err(failed(folder, "make the folder"))?;
        }
        let path = folder.join(FILE);
        let written = write_file(&path, |file| file.write_all(text.as_bytes()));
        written.inspect_err(|_| {
            if !exists {
                // Only an empty folder is removed.
                let _ = fs::remove_dir(folder);
            }
        })?;
        Ok(path)
    }
}

fn failed(path: &Path, attempt: &'static str) -> impl Fn(std::io::Error) -> TableError {
    let path = path.to_owned();
    move |source| TableError::Io { path: path.clone(), attempt, source }
}
