//! Zarr groups: a folder of tables that readers open as one thing, such as xarray as a Dataset.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value as Json, json};

use super::error::TableError;
use super::format::METADATA_FILE;
use crate::table::reading::reader::{TableReader, read_metadata};
use crate::table::storage::files::write_durably;

/// A table of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its name, which is that of its folder.
    pub name: String,
    /// What its dimensions are called in the group.
    pub dimension_names: Vec<String>,
}

/// Makes a folder a Zarr group, with consolidated metadata, of those of its tables that are complete.
/// Gives their dimensions the names that they have in the group. What else the group has is kept. Returns
/// how many tables are listed.
///
/// Several runs that share a folder may do this at the same time: each looks again after it has written,
/// so that the last one leaves all tables that are complete.
///
/// # Errors
/// When the folder is no group but an array, or a table's metadata or the group's cannot be read or
/// written.
pub fn write_group(folder: impl AsRef<Path>, members: &[Member]) -> Result<usize, TableError> {
    let folder = folder.as_ref();
    let mut before = None;
    loop {
        let mut document = group_metadata(folder)?;
        let mut listed = match document["consolidated_metadata"]["metadata"].take() {
            Json::Object(listed) => listed,
            _ => Map::new(),
        };
        listed.retain(|name, _| folder.join(name).join(METADATA_FILE).exists());
        for member in members {
            if let Some(metadata) = member_metadata(folder, member)? {
                listed.insert(member.name.clone(), metadata);
            }
        }
        let count = listed.len();
        if before == Some(count) {
            return Ok(count);
        }
        before = Some(count);
        document["consolidated_metadata"] =
            json!({"kind": "inline", "must_understand": false, "metadata": listed});
        write_metadata(folder, &document)?;
    }
}

/// Reads the metadata of a group, or begins them.
fn group_metadata(folder: &Path) -> Result<Json, TableError> {
    if !folder.join(METADATA_FILE).exists() {
        return Ok(json!({"zarr_format": 3, "node_type": "group", "attributes": {}}));
    }
    let document = read_metadata(folder)?;
    match document["node_type"].as_str() {
        Some("group") => Ok(document),
        _ => Err(TableError::not_a_table(folder, "it is not a group of tables")),
    }
}

/// Returns the metadata of a table, with its dimensions called as in the group, if it is complete.
fn member_metadata(folder: &Path, member: &Member) -> Result<Option<Json>, TableError> {
    let path = folder.join(&member.name);
    // What is no table is none of the group; the job that it stands in the way of says so.
    if !TableReader::open(&path).is_ok_and(|table| table.attributes().complete) {
        return Ok(None);
    }
    let mut document = read_metadata(&path)?;
    let names = json!(member.dimension_names);
    if document["dimension_names"] != names {
        document["dimension_names"] = names;
        write_metadata(&path, &document)?;
    }
    Ok(Some(document))
}

/// Writes metadata under a name that no other run takes, and renames the file: another run may do the
/// same at the same time.
fn write_metadata(folder: &Path, document: &Json) -> Result<(), TableError> {
    let temporary = format!(".{METADATA_FILE}.{:016x}", fastrand::u64(..));
    let path = folder.join(METADATA_FILE);
    write_durably(folder, &temporary, format!("{document:#}\n").as_bytes())?;
    fs::rename(folder.join(&temporary), &path)
        .inspect_err(|_| drop(fs::remove_file(folder.join(&temporary))))
        .map_err(TableError::io(&path, "write the file"))
}
