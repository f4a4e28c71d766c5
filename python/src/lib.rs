//! The Python package `grundytab`: tables of combinatorial games as numpy arrays, and the commands of the program as
//! functions.
//!
//! | file | what it holds |
//! |---|---|
//! | `call` | a command of the program, called in this process |
//! | `reader` | a stored table, of which boxes are read as arrays |
//! | `running` | work without Python's global lock, which ctrl-C ends |
//! | `failure` | errors as Python's exceptions |
//! | `host` | what a command asks of the process that calls it: how Python is started, and a quiet Vulkan loader |
//! | `array` | values as numpy arrays |
//!
//! What users see is written in Python, in `grundytab/`.

mod array;
mod call;
mod failure;
mod host;
#[cfg(feature = "gpu")]
mod quiet_loader;
mod reader;
mod running;

use std::ffi::OsString;

use grundytab_cli::commands::call::NOT_IN_PYTHON;
use grundytab_cli::commands::call::definitions::definitions as of_commands;
use pyo3::prelude::*;

/// Runs the program `grundytab` with these arguments, of which the first is its name, and returns the exit
/// code.
#[pyfunction]
fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    if let Some(program) = host::program(py) {
        grundytab_cli::commands::starts_as(program);
    }
    py.detach(|| grundytab_cli::commands::main(arguments))
}

/// Returns what the commands of the program take, as JSON.
#[pyfunction]
fn definitions() -> String {
    of_commands().to_string()
}

#[pymodule]
fn _grundytab(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("NOT_IN_PYTHON", NOT_IN_PYTHON)?;
    module.add("WrongTableError", module.py().get_type::<failure::WrongTableError>())?;
    module.add_class::<call::Call>()?;
    module.add_class::<reader::Reader>()?;
    module.add_function(wrap_pyfunction!(definitions, module)?)?;
    module.add_function(wrap_pyfunction!(array::store_array, module)?)?;
    module.add_function(wrap_pyfunction!(run_program, module)?)
}
