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

/// Formats of other programs by the ends of their files' names, each with the command, and its format, that makes such a
/// file of a table.
const OTHERS: [(&[&str], Option<(&str, &str)>); 7] = [
    (&["npy", "npz"], Some(("export", "npy"))),
    (&["csv", "tsv"], Some(("export", "csv"))),
    (&["parquet"], Some(("export", "parquet"))),
    (&["txt"], Some(("export", "bfile"))),
    (&["png", "jpg", "jpeg", "gif", "tif", "tiff"], Some(("render", "png"))),
    (&["svg", "eps"], Some(("render", "svg"))),
    (&["pdf"], Some(("render", "pdf"))),
];

/// Other formats, of which no command makes files of tables.
const FOREIGN: [&str; 11] =
    ["json", "toml", "dot", "md", "html", "h5", "hdf5", "nc", "xlsx", "zip", "pkl"];

/// A format of another program that the name of a file promises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherFormat {
    /// The ending of the name, as in `npy`.
    pub ending: String,
    /// The command that makes such files of tables, and what it calls the format, if one does.
    pub maker: Option<(&'static str, &'static str)>,
}

impl OtherFormat {
    /// Returns the format that a name promises by its ending; `None` if it promises none, or a table.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        let known = OTHERS.into_iter().find(|(endings, _)| endings.contains(&ending.as_str()));
        let is_known = known.is_some() || FOREIGN.contains(&ending.as_str());
        is_known.then(|| OtherFormat { maker: known.and_then(|(_, maker)| maker), ending })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_unfinished_tables_are_reserved() {
        assert_eq!(reserved_for("Wythoff.PARTIAL"), Some("an unfinished table"));
        assert_eq!(reserved_for("wythoff.zarr"), None);
    }

    /// Catches names that promise what a table is not, and names of tables that are refused.
    #[test]
    fn names_promise_other_formats() {
        let maker = |name: &str| OtherFormat::of(Path::new(name)).map(|other| other.maker);
        assert_eq!(maker("a/w.NPY"), Some(Some(("export", "npy"))));
        assert_eq!(maker("w.zarr.pdf"), Some(Some(("render", "pdf"))));
        assert_eq!(maker("w.json"), Some(None));
        for name in ["w", "w.zarr", "octal-0.77", "v1.2", "npy", ".npy", "w.npy.zarr"] {
            assert_eq!(maker(name), None, "{name}");
        }
    }
}
