//! Names that promise files of other programs, and no table.

use std::path::Path;

/// A command and what it calls a format.
type Maker = (&'static str, &'static str);

/// Formats of other programs by the ends of their files' names, with the command, and its format, that makes such a file of
/// a table, if one does.
const FORMATS: [(&[&str], Option<Maker>); 8] = [
    (&["npy", "npz"], Some(("export", "npy"))),
    (&["csv", "tsv"], Some(("export", "csv"))),
    (&["parquet"], Some(("export", "parquet"))),
    (&["txt"], Some(("export", "bfile"))),
    (&["png", "jpg", "jpeg", "gif", "tif", "tiff"], Some(("render", "png"))),
    (&["svg", "eps"], Some(("render", "svg"))),
    (&["pdf"], Some(("render", "pdf"))),
    (&["json", "toml", "dot", "md", "html", "h5", "hdf5", "nc", "xlsx", "zip", "pkl"], None),
];

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
        let mut formats = FORMATS.into_iter();
        let (_, maker) = formats.find(|(endings, _)| endings.contains(&ending.as_str()))?;
        Some(OtherFormat { ending, maker })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
