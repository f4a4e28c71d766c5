//! Where a table may be written: nothing of a user's is ever replaced but a table, and that only
//! when it was asked for.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::error::{Foreign, Obstacle, TableError};
use super::format::{Attributes, CHUNK_DIRECTORY, METADATA_FILE};

/// A file in the directory of an unfinished table that its run holds locked.
const LOCK_FILE: &str = "lock";
/// The end of the temporary name of a file that is being written.
pub(super) const TEMPORARY: &str = ".tmp";

/// Returns the path of a table as its folder and its name, whatever slashes were typed behind it.
pub(super) fn table_path(path: &Path) -> Result<PathBuf, TableError> {
    let Some(name) = path.file_name() else {
        return Err(TableError::destination(path, Obstacle::NoName));
    };
    if path.to_str().is_none() {
        return Err(TableError::destination(path, Obstacle::NotText));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    if !Path::new(".").join(folder).is_dir() {
        return Err(TableError::destination(path, Obstacle::NoFolder(folder.to_owned())));
    }
    Ok(folder.join(name))
}

/// Checks that nothing is at the final path, or a table that may be replaced.
pub(super) fn check_final(path: &Path, overwrite: bool) -> Result<(), TableError> {
    if !is_there(path)? {
        return Ok(());
    }
    match what_is_foreign(path) {
        Some(foreign) => Err(TableError::destination(path, Obstacle::Foreign(foreign))),
        None if overwrite => Ok(()),
        None => Err(TableError::destination(path, Obstacle::Table)),
    }
}

/// Checks that no earlier run has ended while it was replacing a table.
pub(super) fn check_replaced(replaced: &Path) -> Result<(), TableError> {
    if is_there(replaced)? {
        return Err(TableError::destination(replaced, Obstacle::ReplacedTable));
    }
    Ok(())
}

/// Makes way for the directory of an unfinished table: removes the one that an interrupted run has
/// left, if it may be replaced.
pub(super) fn clear_partial(partial: &Path, overwrite: bool) -> Result<(), TableError> {
    if !is_there(partial)? {
        return Ok(());
    }
    if let Some(foreign) = what_is_foreign(partial) {
        return Err(TableError::destination(partial, Obstacle::ForeignUnfinished(foreign)));
    }
    if attributes(partial).is_ok_and(|attributes| attributes.complete) {
        return Err(TableError::destination(partial, Obstacle::FinishedTable));
    }
    let _lock = lock(partial)?;
    if overwrite {
        remove_table(partial)
    } else {
        Err(TableError::destination(partial, Obstacle::UnfinishedTable))
    }
}

/// Locks the directory of an unfinished table against other runs, until the file is closed.
pub(super) fn lock(partial: &Path) -> Result<File, TableError> {
    let path = partial.join(LOCK_FILE);
    let file = File::create(&path).map_err(TableError::io(&path, "create the lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(TableError::destination(partial, Obstacle::Locked)),
        Err(TryLockError::Error(error)) => Err(TableError::io(&path, "lock the table")(error)),
    }
}

/// Gives up the lock, and removes its file from a finished table.
pub(super) fn unlock(lock: File, partial: &Path) -> Result<(), TableError> {
    drop(lock);
    let path = partial.join(LOCK_FILE);
    fs::remove_file(&path).map_err(TableError::io(&path, "remove the lock"))
}

/// Removes a directory that was found to be a table.
pub(super) fn remove_table(path: &Path) -> Result<(), TableError> {
    fs::remove_dir_all(path).map_err(TableError::io(path, "remove the replaced table"))
}

/// Returns whether anything has this name, a dangling link included.
fn is_there(path: &Path) -> Result<bool, TableError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(TableError::io(path, "look at what is there")(error)),
    }
}

/// Reads the attributes of a directory that may be a table.
fn attributes(path: &Path) -> Result<Attributes, String> {
    let text = fs::read_to_string(path.join(METADATA_FILE)).map_err(|error| error.to_string())?;
    Attributes::find(&serde_json::from_str(&text).map_err(|error| error.to_string())?)
}

/// Returns what keeps a path from being a table and nothing else; `None` for a table.
fn what_is_foreign(path: &Path) -> Option<Foreign> {
    if path.is_symlink() || !path.is_dir() {
        return Some(Foreign::NoDirectory);
    }
    if attributes(path).is_err() {
        return Some(Foreign::OtherDirectory);
    }
    let is_of_table = |name: &str| [METADATA_FILE, CHUNK_DIRECTORY, LOCK_FILE].contains(&name);
    foreign_file(path, &is_of_table)
        .or_else(|| foreign_chunk(&path.join(CHUNK_DIRECTORY)))
        .map(Foreign::InTable)
}

/// Describes an entry below the chunk directory that is no chunk and no folder of chunks: both have
/// numbers as names.
fn foreign_chunk(folder: &Path) -> Option<String> {
    if !folder.exists() {
        return None;
    }
    let is_number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    foreign_file(folder, &is_number).or_else(|| {
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let mut folders = entries.filter(|entry| entry.file_type().is_ok_and(|t| t.is_dir()));
        folders.find_map(|entry| foreign_chunk(&entry.path()))
    })
}

/// Describes an entry of a folder whose name does not belong to a table; or that the folder cannot
/// be listed.
fn foreign_file(folder: &Path, is_of_table: &dyn Fn(&str) -> bool) -> Option<String> {
    let is_known = |name: &str| is_of_table(name.strip_suffix(TEMPORARY).unwrap_or(name));
    let Ok(entries) = fs::read_dir(folder) else {
        return Some(format!("{} which cannot be listed", folder.display()));
    };
    for entry in entries {
        match entry.map(|entry| entry.file_name()) {
            Ok(name) if name.to_str().is_some_and(is_known) => {}
            Ok(name) => return Some(format!("the file {}", folder.join(name).display())),
            Err(error) => return Some(format!("{}: {error}", folder.display())),
        }
    }
    None
}
