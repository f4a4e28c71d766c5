//! The name of another table, as it is typed before its path: `n=nim.zarr`.

use std::path::{Path, PathBuf};

/// Cuts what was typed into the name of a table and its path. What cannot be a name is the beginning of a path.
pub fn name_and_path(typed: &Path) -> (Option<String>, PathBuf) {
    let is_word =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    match typed.to_str().and_then(|text| text.split_once('=')) {
        Some((name, path)) if is_word(name) => (Some(name.to_owned()), path.into()),
        _ => (None, typed.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a path with an equals sign that is taken for a name.
    #[test]
    fn names_stand_before_the_first_equals_sign() {
        for (typed, name, path) in [
            ("a.zarr", None, "a.zarr"),
            ("b=a.zarr", Some("b"), "a.zarr"),
            ("b=c=a.zarr", Some("b"), "c=a.zarr"),
            ("./b=a.zarr", None, "./b=a.zarr"),
            ("=a.zarr", None, "=a.zarr"),
        ] {
            let found = name_and_path(Path::new(typed));
            assert_eq!(found, (name.map(str::to_owned), PathBuf::from(path)), "{typed}");
        }
    }
}
