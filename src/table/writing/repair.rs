//! The repair of a complete table whose chunks were lost or damaged.
//!
//! The table stays where it is, as it is. What is left of it is linked into the directory of an unfinished table, which a
//! run goes on with as with any other: it reads the chunks, computes again what is missing or damaged, and checks some
//! of the others by the definition. When all is there, and the totals are those that the table records, the repaired
//! table takes the place of the damaged one, as a table that replaces another does.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value as Json, json};

use crate::table::error::TableError;
use crate::table::format::{ATTRIBUTE_KEY, Attributes, DAMAGED_LATER};
use crate::table::layout::read_metadata;
use crate::table::reading::reader::TableReader;
use crate::table::storage::files::{folders_above, give_name, sync_folder, temporary};
use crate::totals::Statistics;

/// A complete table that is damaged.
#[derive(Debug)]
pub(super) struct Damaged {
    table: TableReader,
    /// The first thing that is wrong with it.
    pub(super) reason: String,
    /// The metadata of its array and, if it has one, of its group, to which users may have added something.
    array: Json,
    group: Option<Json>,
}

impl Damaged {
    /// Takes a table, in which this chunk is damaged for this reason.
    pub(super) fn new(table: TableReader, chunk: &str, reason: &str) -> Result<Self, TableError> {
        let array = read_metadata(&table.array_folder())?;
        let group = table.layout().array().map(|_| read_metadata(table.path())).transpose()?;
        Ok(Damaged { reason: format!("{chunk}: {reason}"), table, array, group })
    }

    pub(super) fn table(&self) -> &TableReader {
        &self.table
    }

    /// Returns the attributes of the unfinished table from which the table is repaired.
    pub(super) fn attributes_of_unfinished(&self) -> Attributes {
        let attributes = self.table.attributes().clone();
        Attributes {
            complete: false,
            totals: None,
            ended: Some(DAMAGED_LATER.into()),
            ..attributes
        }
    }

    /// Gives the unfinished table the chunks that it does not have yet, the damaged ones among them. They are links to
    /// the files of the table, which no run changes: it puts another file in their place.
    pub(super) fn give_chunks_to(&self, partial: &Path) -> Result<(), TableError> {
        let files = &self.table.files;
        let mut folders = BTreeSet::new();
        for shard in files.sharding.shards(self.table.plan()) {
            let key = files.key_of_shard(shard);
            let [from, to] = [self.table.path(), partial].map(|root| root.join(&key));
            if to.exists() || !from.is_file() {
                continue;
            }
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder).map_err(TableError::io(folder, "make the folder"))?;
            }
            give(&from, &to).map_err(TableError::io(&to, "write the file"))?;
            folders.extend(folders_above(&to, partial));
        }
        // Folders below come first.
        folders.iter().rev().try_for_each(|folder| sync_folder(folder))
    }

    /// Checks that a repaired table has the totals that the damaged one records.
    pub(super) fn check_totals(&self, found: Statistics) -> Result<(), TableError> {
        let recorded = self.table.attributes().totals.unwrap_or_default();
        match recorded.first_difference(found) {
            None => Ok(()),
            Some((name, recorded, found)) => {
                let path = self.table.path().to_owned();
                Err(TableError::NotRepaired { path, name, recorded, found })
            }
        }
    }

    /// Returns the metadata of the repaired table: those of the damaged one, with other attributes.
    pub(super) fn array_with(&self, attributes: &Attributes) -> Json {
        let mut array = self.array.clone();
        array["attributes"][ATTRIBUTE_KEY] = json!(attributes);
        array
    }

    /// Returns the metadata of its group.
    pub(super) fn group(&self) -> Option<&Json> {
        self.group.as_ref()
    }
}

/// Gives a file a second name; where the file system knows none, copies it.
fn give(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(error) if error.kind() != io::ErrorKind::StorageFull => copy(from, to),
        linked => linked,
    }
}

/// Copies a file, which has its name only when it is whole and on the disk.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut file = temporary(to)?;
    io::copy(&mut fs::File::open(from)?, file.as_file_mut())?;
    file.as_file().sync_all()?;
    give_name(file, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a file system without links on which nothing can be repaired, and a copy that is half a chunk.
    #[test]
    fn files_are_copied_where_they_cannot_be_linked() {
        let folder = tempfile::tempdir().expect("a folder");
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        fs::write(&from, "chunk").expect("written");
        copy(&from, &to).expect("copied");
        assert_eq!(fs::read(&to).expect("there"), b"chunk");
        assert!(copy(&folder.path().join("none"), &folder.path().join("other")).is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}
