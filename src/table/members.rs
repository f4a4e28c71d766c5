//! The tables of a group, complete or not.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::TableError;
use super::format::{ATTRIBUTE_KEY, METADATA_FILE};
use super::layout::{Layout, is_group_of_tables, read_metadata};
use super::names::{PARTIAL, is_hidden, reserved_for};

/// Lists the tables of a group by their names, in which numbers count as numbers; unfinished ones too, and those whose
/// metadata cannot be read. `None` if the folder is not a group of tables.
///
/// # Errors
/// When the folder cannot be listed.
pub fn tables_of_group(folder: &Path) -> Result<Option<Vec<PathBuf>>, TableError> {
    if !is_group_of_tables(folder) {
        return Ok(None);
    }
    let failed = |error| TableError::io(folder, "list the folder")(error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let Some(name) = path.file_name() else { continue };
        let shown = name.to_string_lossy();
        let finished = shown.strip_suffix(PARTIAL).map(|finished| folder.join(finished));
        let is_other = match finished {
            Some(finished) => finished.exists(),
            None => reserved_for(&shown).is_some(),
        };
        if !is_other && !is_hidden(name) && may_be_table(&path) {
            found.push((in_natural_order(&shown), path));
        }
    }
    found.sort();
    Ok(Some(found.into_iter().map(|(_, path)| path).collect()))
}

/// Whether what lies in a group is a table of this program, as far as its metadata can be read.
fn may_be_table(path: &Path) -> bool {
    let has_metadata = path.join(METADATA_FILE).exists();
    has_metadata
        && read_metadata(path).map_or(true, |document| {
            !document["attributes"][ATTRIBUTE_KEY].is_null() || Layout::find(&document).is_some()
        })
}

/// Cuts a name into texts, each with the number behind it.
fn in_natural_order(name: &str) -> Vec<(String, u128)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (text, from_digits) = rest.split_at(digits);
        let end = from_digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(from_digits.len());
        let (number, behind) = from_digits.split_at(end);
        parts.push((text.to_owned(), number.parse().unwrap_or(u128::MAX)));
        rest = behind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::write_group;

    /// Catches a table that is left out of a list, one that is none, and `10` before `9`.
    #[test]
    fn tables_are_listed_in_natural_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let listed = || tables_of_group(folder.path()).expect("a list");
        assert_eq!(listed(), None);
        write_group(folder.path(), &[]).expect("a group");
        let table = r#"{"zarr_format":3,"node_type":"array","attributes":{"grundytab":{}}}"#;
        let foreign = r#"{"zarr_format":3,"node_type":"array","attributes":{}}"#;
        for (name, text) in [
            ("a-10-b", table),
            ("a-9-b", table),
            ("a-9-a", table),
            ("b.partial", table),
            ("a-10-b.partial", table),
            ("cut", "{"),
            ("foreign", foreign),
            ("c.lock", table),
        ] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
            fs::write(folder.path().join(name).join(METADATA_FILE), text).expect("written");
        }
        fs::create_dir(folder.path().join("empty")).expect("a folder");
        let names = listed().expect("a group");
        let names: Vec<_> = names.iter().filter_map(|path| path.file_name()?.to_str()).collect();
        assert_eq!(names, ["a-9-a", "a-9-b", "a-10-b", "b.partial", "cut"]);
    }
}
