//! Errors as Python's exceptions, with the texts of the program, but arguments of functions in place of its flags.

use std::io;

use grundytab::table::{Obstacle, TableError};
use grundytab::{Category, Error, InvalidInputKind, Space};
use grundytab_cli::commands::call::ready::Failed;
use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyKeyboardInterrupt, PyMemoryError, PyOSError,
    PyPermissionError, PyRuntimeError, PyValueError,
};
use pyo3::prelude::*;

pyo3::create_exception!(
    grundytab,
    WrongTableError,
    PyValueError,
    "A stored table is not true: a value, a total or a cell outside the domain is wrong."
);

/// Makes an exception of a failure: `ValueError` of what makes no sense, `OSError` of a file that cannot be read or
/// written, `WrongTableError` of one that is not true, `RuntimeError` of an engine that failed. Its `kind` is that of
/// docs/json.md, and its `report` what was found before.
pub fn raised(py: Python<'_>, failed: Failed) -> PyErr {
    let Failed { kind, message, exit_code, found, error } = failed;
    let raised = match (error, exit_code) {
        (Some(error), _) => of_error(&error, message),
        (None, 2) => PyValueError::new_err(message),
        (None, 4) => PyOSError::new_err(message),
        (None, _) => PyRuntimeError::new_err(message),
    };
    let describe = || -> PyResult<()> {
        let found = py.import("json")?.call_method1("loads", (found.to_string(),))?;
        raised.value(py).setattr("kind", kind)?;
        raised.value(py).setattr("report", found)
    };
    // An exception that cannot be described is one.
    describe().err().unwrap_or(raised)
}

fn of_error(error: &Error, text: String) -> PyErr {
    match (error, error.category()) {
        (_, Category::Interrupted) => PyKeyboardInterrupt::new_err(()),
        (Error::TooLittle(too_little), _) => match too_little.space {
            Space::Memory | Space::MemoryOfArray | Space::MemoryOfRanks => {
                PyMemoryError::new_err(text)
            }
            Space::Disk => PyOSError::new_err(text),
        },
        (Error::Refused(refused), _) if refused.kind == InvalidInputKind::MissingFile => {
            PyFileNotFoundError::new_err(text)
        }
        (Error::Refused(refused), _) if refused.kind == InvalidInputKind::UnreadableFile => {
            PyOSError::new_err(text)
        }
        (Error::False(_), _) => WrongTableError::new_err(text),
        (Error::Table(TableError::Destination { obstacle, .. }), _) => of_obstacle(obstacle, text),
        (Error::Table(TableError::NotATable { path, .. }), _) if !path.exists() => {
            PyFileNotFoundError::new_err(text)
        }
        (Error::Table(TableError::Unfinished { .. } | TableError::Finished { .. }), _) => {
            PyFileNotFoundError::new_err(text)
        }
        (Error::Table(TableError::Io { source, .. }) | Error::Output(source), _) => {
            match source.kind() {
                io::ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
                io::ErrorKind::PermissionDenied => PyPermissionError::new_err(text),
                _ => PyOSError::new_err(text),
            }
        }
        (Error::Table(_), _) => PyOSError::new_err(text),
        (Error::Engine(error), _) if error.refuses_plan() => PyValueError::new_err(text),
        (_, Category::BadInput) => PyValueError::new_err(text),
        (_, Category::CheckFailed | Category::Device | Category::System) => {
            PyRuntimeError::new_err(text)
        }
    }
}

fn of_obstacle(obstacle: &Obstacle, text: String) -> PyErr {
    match obstacle {
        Obstacle::Table
        | Obstacle::UnfinishedTable
        | Obstacle::FinishedTable
        | Obstacle::Foreign(_)
        | Obstacle::ForeignUnfinished(_)
        | Obstacle::ForeignLock => PyFileExistsError::new_err(text),
        Obstacle::NoFolder(_) => PyFileNotFoundError::new_err(text),
        Obstacle::NoName
        | Obstacle::NotText
        | Obstacle::InsideTable(_)
        | Obstacle::ReservedName(_)
        | Obstacle::OtherJob { .. } => PyValueError::new_err(text),
        _ => PyOSError::new_err(text),
    }
}
