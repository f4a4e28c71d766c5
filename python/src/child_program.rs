//! How Python starts the program `grundytab` in a process of its own, which tests a GPU before its first use.
//!
//! The child is the same Python with the same path of modules, so that it runs this very module, wherever it lies.

use std::ffi::OsString;
use std::path::PathBuf;

use grundytab::run::Program;
use pyo3::prelude::*;

/// Returns how the program is started. A program that embeds Python, or is made of Python, is no Python that can be
/// started with a program of ours: then there is none.
pub fn program(py: Python<'_>) -> Option<Program> {
    let sys = py.import("sys").ok()?;
    let path: PathBuf = sys.getattr("executable").ok()?.extract().ok()?;
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    if !["python", "pypy"].iter().any(|python| name.starts_with(python)) {
        return None;
    }
    let modules = sys.getattr("path").ok()?.repr().ok()?.extract::<String>().ok()?;
    let code = format!(
        "import sys; sys.path = {modules}; from grundytab.__main__ import main; sys.exit(main())"
    );
    Some(Program { path, arguments: vec![OsString::from("-c"), code.into()] })
}
