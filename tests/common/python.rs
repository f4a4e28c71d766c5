//! The Python that `scripts/test` installs, with zarr-python and what the tests need besides.

use std::path::{Path, PathBuf};

/// Returns the path of its interpreter.
pub fn python() -> PathBuf {
    match std::env::var_os("GRUNDYTAB_PYTHON") {
        Some(python) => python.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("target/python/bin/python"),
    }
}
