//! Where the array of a table lies: in which folder, under which keys.
//!
//! A table is a Zarr group with one array, which has the name of what it holds, so that readers of groups and
//! readers of images open the folder as it is:
//!
//! ```text
//! wythoff.zarr/zarr.json               which array is the table, images for other viewers (`root`)
//! wythoff.zarr/grundy/zarr.json        what the table is: shape, chunks, attributes (`format`)
//! wythoff.zarr/grundy/c/0/0            its chunks
//! ```
//!
//! A table in a group of tables ([`group`](super::group)) is an array of this group.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use serde_json::Value as Json;

use super::error::TableError;
use super::format::{ATTRIBUTE_KEY, Attributes, METADATA_FILE, MOST_METADATA_BYTES, values_name};
use super::names::{PARTIAL, final_path, reserved_for};
use super::storage::files::{Unreadable, read_file, with_suffix};
use crate::job::Job;
use crate::sync::lock;

/// The key of the name of the array, beside the version in the attributes of a table's group.
pub(super) const ARRAY_KEY: &str = "array";
/// Metadata of groups hold copies of those below them.
const MOST_GROUP_BYTES: u64 = 4 * MOST_METADATA_BYTES;

/// The place of the array in the folder of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Its name; `None` if the folder is the array.
    array: Option<String>,
}

impl Layout {
    /// The folder is the array.
    pub(super) const ARRAY: Layout = Layout { array: None };

    /// Returns the layout of a new table: in a group of tables the folder is the array.
    pub(super) fn of_new(path: &Path, job: &Job, is_difference: bool) -> Self {
        if path.parent().is_some_and(is_group_of_tables) {
            return Layout::ARRAY;
        }
        Layout { array: Some(values_name(job.quantity(), is_difference)) }
    }

    /// Finds the layout in the `zarr.json` of a table's group; `None` if that is not the group of one table.
    pub(super) fn find(document: &Json) -> Option<Self> {
        let name = document["attributes"][ATTRIBUTE_KEY][ARRAY_KEY].as_str()?;
        let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        (document["node_type"] == "group" && is_name)
            .then(|| Layout { array: Some(name.to_owned()) })
    }

    /// Returns the layout of what lies at a path: an array, unless it is a table's group.
    pub(super) fn at(path: &Path) -> Self {
        let document = read_metadata(path).ok();
        document.and_then(|document| Layout::find(&document)).unwrap_or(Layout::ARRAY)
    }

    /// Returns the name of the array, if it lies in a group of its own.
    pub(super) fn array(&self) -> Option<&str> {
        self.array.as_deref()
    }

    /// Returns the key within the table of a file of the array.
    pub(super) fn key(&self, key: &str) -> String {
        self.array.as_ref().map_or_else(|| key.to_owned(), |array| format!("{array}/{key}"))
    }

    /// Returns the folder of the array.
    pub(super) fn array_folder(&self, table: &Path) -> PathBuf {
        self.array.as_ref().map_or_else(|| table.to_owned(), |array| table.join(array))
    }
}

/// A table that was found: where, and what its array says of itself.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) layout: Layout,
    pub(super) document: Json,
    /// The stamp of these metadata, taken before they were read.
    pub(super) stamp: Option<Stamp>,
}

/// Finds the table at a path: an array, a group with one array, or a group of tables that has only one.
///
/// # Errors
/// When there is none, and which there are if there are several; [`TableError::Unfinished`] when there is only what an
/// unfinished run has stored.
pub(super) fn find_table(path: &Path) -> Result<Found, TableError> {
    let stamp = Stamp::of(&path.join(METADATA_FILE));
    let document = read_metadata(path).map_err(|error| found_instead(path, error))?;
    let path = path.to_owned();
    if let Some(layout) = Layout::find(&document) {
        let array = layout.array_folder(&path);
        let stamp = Stamp::of(&array.join(METADATA_FILE));
        // Its run may finish the table at this moment.
        let document = read_metadata(&array).map_err(|error| found_instead(&path, error))?;
        return Ok(Found { document, path, layout, stamp });
    }
    if document["node_type"] != "group" {
        return Ok(Found { path, layout: Layout::ARRAY, document, stamp });
    }
    let path = &path;
    let refuse = |reason: String| Err(TableError::not_a_table(path, reason));
    match tables_of_group(path).map_err(TableError::io(path, "list the folder"))?.as_slice() {
        [] => refuse("it is a Zarr group without tables of this program".into()),
        [only] => find_table(only),
        [first, ..] => refuse(format!(
            "it is a group of several tables; give one of them, as in {}",
            first.display()
        )),
    }
}

/// Returns the error that says what is there in place of a table: the unfinished one, or the one that was finished.
fn found_instead(path: &Path, error: TableError) -> TableError {
    // Whatever slashes were typed behind it.
    let path: PathBuf = path.components().collect();
    if path.exists() {
        return error;
    }
    let partial = with_suffix(&path, PARTIAL);
    if read_metadata(&partial).is_ok() {
        return TableError::Unfinished { path, partial };
    }
    match final_path(&path).filter(|finished| read_metadata(finished).is_ok()) {
        Some(finished) => TableError::Finished { path, finished },
        None => error,
    }
}

/// Lists the first two tables of a group, by their names.
fn tables_of_group(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let is_usual = |path: &PathBuf| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| reserved_for(name).is_none())
    };
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.retain(is_usual);
    paths.sort();
    let is_table = |path: &PathBuf| {
        let Ok(document) = read_metadata(path) else { return false };
        let is_array = document["node_type"] != "group" && Attributes::find(&document).is_ok();
        is_array || Layout::find(&document).is_some()
    };
    Ok(paths.into_iter().filter(is_table).take(2).collect())
}

/// Whether a folder is a Zarr group, and not that of a single table.
///
/// The metadata of a group list those of all its tables, and each job of a batch asks several times. So the last folder
/// that was one is known again, without a look into its metadata, as long as their file is the same.
pub(super) fn is_group_of_tables(folder: &Path) -> bool {
    static LAST: Mutex<Option<(PathBuf, Stamp)>> = Mutex::new(None);
    let Ok(folder) = fs::canonicalize(Path::new(".").join(folder)) else { return false };
    let found = Stamp::of(&folder.join(METADATA_FILE)).map(|stamp| (folder.clone(), stamp));
    if found.is_some() && *lock(&LAST) == found {
        return true;
    }
    let is_group = read_metadata(&folder).is_ok_and(|document| {
        document["node_type"] == "group" && Layout::find(&document).is_none()
    });
    if is_group && found.is_some() {
        *lock(&LAST) = found;
    }
    is_group
}

/// What tells a file from another that has taken its name, without reading either.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    bytes: u64,
    modified: SystemTime,
    /// The number of the file, where files have one.
    number: u64,
}

impl Stamp {
    /// Returns the stamp of a file; `None` if the system does not say when it was changed.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&found);
        #[cfg(not(unix))]
        let number = 0;
        Some(Stamp { bytes: found.len(), modified: found.modified().ok()?, number })
    }
}

/// Reads the `zarr.json` of a folder.
///
/// # Errors
/// [`TableError::NotATable`] when it has none that can be read as one.
pub(crate) fn read_metadata(path: &Path) -> Result<Json, TableError> {
    let refuse = |reason: String| TableError::not_a_table(path, reason);
    let failed = |path: &Path, error| TableError::io(path, "read the metadata")(error);
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(refuse("there is nothing at this path".into()));
        }
        Err(error) => return Err(failed(path, error)),
        Ok(found) if !found.is_dir() => {
            return Err(refuse("it is not a directory".into()));
        }
        Ok(_) => {}
    }
    let file = path.join(METADATA_FILE);
    match read_file(&file, MOST_GROUP_BYTES) {
        Ok(Some(text)) => serde_json::from_slice(&text)
            .map_err(|error| refuse(format!("{METADATA_FILE}: {error}"))),
        Ok(None) => Err(refuse(format!("it has no {METADATA_FILE}"))),
        Err(Unreadable::Odd(reason)) => Err(refuse(format!("{METADATA_FILE}: {reason}"))),
        Err(Unreadable::Io(error)) => Err(failed(&file, error)),
    }
}
