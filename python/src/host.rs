//! What a command asks of the process that calls it.

use std::any::Any;
use std::ffi::OsString;
use std::path::PathBuf;

use grundytab_cli::commands::{Program, call};
use pyo3::prelude::*;

/// A process in which Python runs.
pub struct Host;

impl call::Host for Host {
    fn program(&self) -> Option<Program> {
        Python::attach(program)
    }

    fn keep_loader_quiet(&self) -> Box<dyn Any> {
        #[cfg(feature = "gpu")]
        return Box::new(crate::quiet_loader::Quiet::new());
        // Without the GPU engine nobody lists adapters, and nothing complains.
        #[cfg(not(feature = "gpu"))]
        Box::new(())
    }
}

/// Returns how the program `grundytab` is started in a process of its own, which tests a GPU before its first use: by
/// the same Python with the same path of modules, so that it runs this very module, wherever it lies. A program that
/// embeds Python, or is made of Python, is no Python that can be started with a program of ours: then there is none.
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
