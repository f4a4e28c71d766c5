//! Names that this program gives to files of its own in a group, and beside a table: no table can have them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::format::METADATA_FILE;
use super::storage::files::TEMPORARY;

/// The end of the name of an unfinished table.
pub(super) const PARTIAL: &str = ".partial";
/// The end of the name that a replaced table has until the new one has its name.
pub(super) const REPLACED: &str = ".replaced";
/// The end of the name of the lock file.
pub(super) const LOCK: &str = ".lock";

/// Returns the path that an unfinished table has when it is complete.
pub(super) fn final_path(partial: &Path) -> Option<PathBuf> {
    let name = partial.file_name()?.to_str()?.strip_suffix(PARTIAL)?;
    Some(partial.with_file_name(name))
}

/// Whether a name begins with a dot. Nothing of a table has such a name, except files that are being written; systems
/// and file systems put files of their own anywhere, `.DS_Store`, `._1` and `.nfs0123` among them.
pub(super) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Returns what a name stands for that a table cannot have; `None` if it can. Capitals
/// make no difference, since they make none to some file systems.
pub fn reserved_for(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    if name == METADATA_FILE {
        return Some("the metadata of a group");
    }
    let ends = [
        (PARTIAL, "an unfinished table"),
        (REPLACED, "a table that is being replaced"),
        (LOCK, "the lock of a table"),
        (TEMPORARY, "a file that is being written"),
    ];
    ends.into_iter().find(|(end, _)| name.ends_with(end)).map(|(_, what)| what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_unfinished_tables_are_reserved() {
        assert_eq!(reserved_for("Wythoff.PARTIAL"), Some("an unfinished table"));
        assert_eq!(reserved_for("wythoff.zarr"), None);
    }
}
