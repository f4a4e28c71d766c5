//! Where a table may go: nothing of a user's is ever replaced but a table, and that only when asked.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::TableError;
use super::format::{Attributes, CHUNK_DIRECTORY, METADATA_FILE};

/// A file in the partial directory that its run holds locked.
const LOCK_FILE: &str = "lock";

/// The path of a table as its folder and its name, whatever slashes were typed behind it.
pub(super) fn table_path(path: &Path) -> Result<PathBuf, TableError> {
    let Some(name) = path.file_name() else {
        let found = "not the name of a table".into();
        return Err(occupied(path, found, "give a name, as in table.zarr"));
    };
    if path.to_str().is_none() {
        let found = "the path is not valid text".into();
        return Err(occupied(path, found, "choose a path in UTF-8"));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    if !Path::new(".").join(folder).is_dir() {
        let found = format!("there is no folder {}", folder.display());
        return Err(occupied(path, found, "create it first"));
    }
    Ok(folder.join(name))
}

/// Checks that nothing is at the final path, or a table that may be replaced.
pub(super) fn check_final(path: &Path, overwrite: bool) -> Result<(), TableError> {
    if !is_there(path)? {
        return Ok(());
    }
    match what_is_not_a_table(path) {
        Some(found) => {
            Err(occupied(path, found, "choose another path; only tables are ever replaced"))
        }
        None if overwrite => Ok(()),
        None => Err(occupied(
            path,
            "a table is there already".into(),
            "choose another path, or replace it with --overwrite",
        )),
    }
}

/// Checks that no earlier run has ended while it was replacing a table.
pub(super) fn check_replaced(replaced: &Path) -> Result<(), TableError> {
    match is_there(replaced)? {
        false => Ok(()),
        true => Err(occupied(
            replaced,
            "a replaced table was left here".into(),
            "remove it, or rename it if you want it back",
        )),
    }
}

/// Makes way for a partial directory: removes what an interrupted run has left, when asked to.
pub(super) fn clear_partial(partial: &Path, overwrite: bool) -> Result<(), TableError> {
    if !is_there(partial)? {
        return Ok(());
    }
    if let Some(found) = what_is_not_a_table(partial) {
        return Err(occupied(partial, found, "remove it, or choose another path for the table"));
    }
    if attributes(partial).is_ok_and(|attributes| attributes.complete) {
        let found = "a complete table of an earlier run is there".into();
        return Err(occupied(partial, found, "rename it, or remove it"));
    }
    let _lock = lock(partial)?;
    match overwrite {
        true => remove_table(partial),
        false => Err(occupied(
            partial,
            "an interrupted run has left its unfinished table here".into(),
            "replace it with --overwrite, or remove it",
        )),
    }
}

/// Locks a partial directory against other runs, until the file is closed.
pub(super) fn lock(partial: &Path) -> Result<File, TableError> {
    let path = partial.join(LOCK_FILE);
    let file = File::create(&path).map_err(TableError::io(&path, "create the lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(occupied(
            partial,
            "another run is writing this table".into(),
            "wait for it, or choose another path",
        )),
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

fn occupied(path: &Path, found: String, remedy: &'static str) -> TableError {
    TableError::Occupied { path: path.to_owned(), found, remedy }
}

/// Whether anything has this name, a dangling link included.
fn is_there(path: &Path) -> Result<bool, TableError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(TableError::io(path, "look at what is there")(error)),
    }
}

fn attributes(path: &Path) -> Result<Attributes, String> {
    let text = fs::read_to_string(path.join(METADATA_FILE)).map_err(|error| error.to_string())?;
    Attributes::find(&serde_json::from_str(&text).map_err(|error| error.to_string())?)
}

/// What keeps a directory from being a table and nothing else; `None` for a table.
fn what_is_not_a_table(path: &Path) -> Option<String> {
    if path.is_symlink() || !path.is_dir() {
        return Some("something that is not a table is there".into());
    }
    if attributes(path).is_err() {
        return Some("a directory that is not a table is there".into());
    }
    let own = |name: &str| {
        let name = name.strip_suffix(".tmp").unwrap_or(name);
        [METADATA_FILE, CHUNK_DIRECTORY, LOCK_FILE].contains(&name)
    };
    foreign_file(path, &own)
        .or_else(|| foreign_chunk(&path.join(CHUNK_DIRECTORY)))
        .map(|foreign| format!("a table is there, and in it {foreign}"))
}

/// A file below the chunk directory that is no chunk: chunks and their folders are numbered.
fn foreign_chunk(folder: &Path) -> Option<String> {
    if !folder.exists() {
        return None;
    }
    let own = |name: &str| {
        let number = name.strip_suffix(".tmp").unwrap_or(name);
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let folders = || fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    foreign_file(folder, &own).or_else(|| {
        let mut folders = folders().filter(|entry| entry.file_type().is_ok_and(|t| t.is_dir()));
        folders.find_map(|entry| foreign_chunk(&entry.path()))
    })
}

/// An entry of a folder that the table has not put there, or that the folder cannot be listed.
fn foreign_file(folder: &Path, own: &dyn Fn(&str) -> bool) -> Option<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Some(format!("{} which cannot be listed", folder.display()));
    };
    for entry in entries {
        match entry.map(|entry| entry.file_name()) {
            Ok(name) if name.to_str().is_some_and(own) => {}
            Ok(name) => return Some(format!("the file {}", folder.join(name).display())),
            Err(error) => return Some(format!("{}: {error}", folder.display())),
        }
    }
    None
}
