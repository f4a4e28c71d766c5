//! Names that this program gives to files of its own in a group, and beside a table: no table that is one of
//! many can have them.

use super::format::METADATA_FILE;
use super::overview::SUFFIX as OVERVIEW;
use super::storage::files::TEMPORARY;
use super::writing::begin::PARTIAL;
use super::writing::lock::{LOCK, TAKEOVER};
use super::writing::writer::REPLACED;

/// Returns what a name stands for that a table in a folder of tables cannot have; `None` if it can. Capitals
/// make no difference, since they make none to some file systems.
///
/// ```
/// use grundytab::table::reserved_for;
/// assert_eq!(reserved_for("wythoff.partial"), Some("an unfinished table"));
/// assert_eq!(reserved_for("wythoff.zarr"), None);
/// ```
pub fn reserved_for(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    if name == METADATA_FILE {
        return Some("the metadata of a group");
    }
    let ends = [
        (PARTIAL, "an unfinished table"),
        (REPLACED, "a table that is being replaced"),
        (LOCK, "the lock of a table"),
        (TAKEOVER, "a lock that is being taken over"),
        (TEMPORARY, "a file that is being written"),
        (OVERVIEW, "the overview of a table"),
    ];
    ends.into_iter().find(|(end, _)| name.ends_with(end)).map(|(_, what)| what)
}
