//! The Python package `grundytab`: tables of combinatorial games as numpy arrays.
//!
//! | file | what it holds |
//! |---|---|
//! | `arguments` | a job made of what Python passes |
//! | `running` | work without Python's global lock, which ctrl-C ends |
//! | `failure` | errors as Python's exceptions |
//! | `child_program` | how Python starts the program, which tests GPUs in a process of its own |
//! | `engine` | the engine that is requested, and what a run tells Python |
//! | `quiet_loader` | adapters listed without complaints on stderr |
//! | `picture_file` | the file of a picture, which replaces nothing but another picture |
//! | `array` | values as numpy arrays |
//! | `tabulate`, `table`, `query`, `verify`, `render`, `games` | what the package offers |
//!
//! The names and docstrings that users see are those of `grundytab/__init__.pyi`.

mod arguments;
mod array;
mod child_program;
mod engine;
mod failure;
mod games;
mod picture_file;
mod query;
#[cfg(feature = "gpu")]
mod quiet_loader;
/// Without the GPU engine nobody lists adapters, and nothing complains.
#[cfg(not(feature = "gpu"))]
mod quiet_loader {
    pub fn quietly<T>(work: impl FnOnce() -> T) -> pyo3::PyResult<T> {
        Ok(work())
    }
}
mod render;
mod running;
mod table;
mod tabulate;
mod verify;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program `grundytab` with these arguments, of which the first is its name, and returns the exit
/// code.
#[pyfunction]
fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    if let Some(program) = child_program::program(py) {
        ::grundytab::cli::starts_as(program);
    }
    py.detach(|| ::grundytab::cli::main(arguments))
}

#[pymodule]
fn _grundytab(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("WrongTableError", module.py().get_type::<failure::WrongTableError>())?;
    module.add_class::<table::Table>()?;
    module.add_class::<query::Answer>()?;
    module.add_function(wrap_pyfunction!(tabulate::tabulate, module)?)?;
    module.add_function(wrap_pyfunction!(table::open, module)?)?;
    module.add_function(wrap_pyfunction!(query::query, module)?)?;
    module.add_function(wrap_pyfunction!(verify::verify, module)?)?;
    module.add_class::<render::Picture>()?;
    module.add_function(wrap_pyfunction!(render::render, module)?)?;
    module.add_function(wrap_pyfunction!(games::games, module)?)?;
    module.add_function(wrap_pyfunction!(run_program, module)?)
}
