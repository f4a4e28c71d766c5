//! Zarr groups: a folder of tables that readers open as one thing, such as xarray as a Dataset.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use serde_json::{Map, Value as Json, json};

use super::error::TableError;
use super::format::{METADATA_FILE, group_metadata};
use super::layout::{Layout, read_metadata};
use super::root::consolidated;
use crate::table::reading::reader::TableReader;
use crate::table::storage::files::{give_name, is_temporary, sync_folder, temporary};

/// How often a run tries to write metadata whose temporary file was removed.
const MOST_ATTEMPTS: u32 = 100;
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
    remove_left(folder);
    for member in members {
        remove_left(&folder.join(&member.name));
    }
    let mut before = None;
    loop {
        let mut document = metadata_of_group(folder)?;
        let listed = document.pointer_mut("/consolidated_metadata/metadata").map(Json::take);
        let mut listed = match listed {
            Some(Json::Object(listed)) => listed,
            _ => Map::new(),
        };
        listed.retain(|name, _| folder.join(name).join(METADATA_FILE).exists());
        for member in members {
            listed.extend(member_metadata(folder, member)?);
        }
        let count = listed.keys().filter(|path| !path.contains('/')).count();
        if before == Some(count) {
            return Ok(count);
        }
        before = Some(count);
        document["consolidated_metadata"] = consolidated(listed);
        write_metadata(folder, &document)?;
    }
}

/// Reads the metadata of a group, or begins them.
fn metadata_of_group(folder: &Path) -> Result<Json, TableError> {
    if !folder.join(METADATA_FILE).exists() {
        return Ok(group_metadata(&json!({})));
    }
    let document = read_metadata(folder)?;
    match (document["zarr_format"].as_u64(), document["node_type"].as_str()) {
        (Some(3), Some("group")) if Layout::find(&document).is_none() => Ok(document),
        _ => Err(TableError::not_a_table(folder, "it is not a group of tables of Zarr v3")),
    }
}

/// Returns the metadata of a table, with its dimensions called as in the group, if it is complete: by its path in
/// the group. Those of a table that has a group of its own are two.
fn member_metadata(folder: &Path, member: &Member) -> Result<Vec<(String, Json)>, TableError> {
    let path = folder.join(&member.name);
    // What is no table is none of the group; the job that it stands in the way of says so.
    if !TableReader::open(&path).is_ok_and(|table| table.attributes().complete) {
        return Ok(Vec::new());
    }
    let mut document = read_metadata(&path)?;
    if let Some(array) = Layout::find(&document).as_ref().and_then(Layout::array) {
        let table = (format!("{}/{array}", member.name), read_metadata(&path.join(array))?);
        return Ok(vec![(member.name.clone(), document), table]);
    }
    let names = json!(member.dimension_names);
    if document["dimension_names"] != names {
        document["dimension_names"] = names;
        // Behind a link lies a table that is not the group's own.
        if !path.is_symlink() {
            write_metadata(&path, &document)?;
        }
    }
    Ok(vec![(member.name.clone(), document)])
}

/// Writes metadata under a name that no other run takes, and renames the file: another run may do the
/// same at the same time.
fn write_metadata(folder: &Path, document: &Json) -> Result<(), TableError> {
    let (path, text) = (folder.join(METADATA_FILE), format!("{document:#}\n"));
    let mut attempts = 0;
    loop {
        attempts += 1;
        match write_and_rename(&path, text.as_bytes()) {
            // Another run may take the file for one that was left, in the moment before it is locked.
            Err(error) if error.kind() == io::ErrorKind::NotFound && attempts < MOST_ATTEMPTS => {}
            outcome => {
                outcome.map_err(TableError::io(&path, "write the file"))?;
                return sync_folder(folder);
            }
        }
    }
}

fn write_and_rename(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = temporary(path)?;
    // The lock says that this run lives.
    let _ = file.as_file().try_lock();
    file.as_file_mut().write_all(text)?;
    file.as_file().sync_all()?;
    give_name(file, path)
}

/// Removes what runs have left in a folder that were killed while they wrote its metadata. What cannot be
/// removed is in nobody's way.
fn remove_left(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_left = |path: &Path| File::open(path).is_ok_and(|file| file.try_lock().is_ok());
    for entry in entries.filter_map(Result::ok) {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let is_ours = is_file && is_temporary(&entry.file_name(), Some(METADATA_FILE));
        if is_ours && is_left(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::engine::cpu::CpuEngine;
    use crate::plan::Plan;
    use crate::table::TableWriter;
    use crate::tabulate::tabulate;

    /// Catches files of killed runs that stay, and one that is taken from a run that lives or from somebody
    /// else.
    #[test]
    fn what_killed_runs_have_left_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = |number: &str| folder.path().join(format!(".zarr.json.{number}.tmp"));
        let (left, alive) = (name("0aBcD5"), name("fedcba"));
        let (foreign, short) = (name("0aBc-5"), name("0123"));
        for path in [&left, &alive, &foreign, &short] {
            fs::write(path, "{}").expect("written");
        }
        let locked = File::open(&alive).expect("a file");
        locked.lock().expect("a lock");
        assert_eq!(write_group(folder.path(), &[]).expect("a group"), 0);
        assert!(!left.exists());
        assert!(alive.exists() && foreign.exists() && short.exists());
        drop(locked);
        write_group(folder.path(), &[]).expect("a group");
        assert!(!alive.exists() && foreign.exists());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3);
    }

    /// Catches a run that fails since another one has taken its file for one that was left.
    #[test]
    fn runs_that_write_at_the_same_time_do_not_fail() {
        let folder = tempfile::tempdir().expect("a folder");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        write_group(folder.path(), &[]).expect("a group");
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    /// Catches a table that is forgotten, one that is listed although it is not there, and dimensions without their
    /// names.
    #[test]
    fn groups_list_their_tables() {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = Plan::parse("nim:2", "9x9", "grundy").expect("a plan");
        let member = |name: &str| {
            let dimension_names = ["left", "right"].map(str::to_owned).to_vec();
            Member { name: name.to_owned(), dimension_names }
        };
        assert_eq!(write_group(folder.path(), &[]).ok(), Some(0));
        for name in ["one", "two"] {
            let writer = TableWriter::options(&plan).create(folder.path().join(name));
            let writer = Some(writer.expect("nothing in the way"));
            tabulate(&plan, &CpuEngine, writer, &Control::default()).expect("tabulated");
        }
        assert_eq!(write_group(folder.path(), &[member("one"), member("none")]).ok(), Some(1));
        // What another run has listed stays.
        assert_eq!(write_group(folder.path(), &[member("two")]).ok(), Some(2));
        let group = read_metadata(folder.path()).expect("metadata");
        let listed = &group["consolidated_metadata"]["metadata"];
        for name in ["one", "two"] {
            let table = read_metadata(&folder.path().join(name)).expect("metadata");
            assert_eq!(table["dimension_names"], json!(["left", "right"]));
            assert_eq!(listed[name], table);
        }
        // Nobody tries for ever to write where there is no folder.
        assert!(write_group(folder.path().join("none"), &[]).is_err());
    }
}
