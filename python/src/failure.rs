//! Errors as Python's exceptions, with the texts of the program, but arguments of functions in place of its flags.

use std::io;

use grundytab::cli::advice::{Spelling, message};
use grundytab::table::{Obstacle, TableError};
use grundytab::{Category, Error, Space};
use pyo3::PyErr;
use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyKeyboardInterrupt, PyMemoryError, PyOSError,
    PyPermissionError, PyRuntimeError, PyValueError,
};

pyo3::create_exception!(
    grundytab,
    WrongTableError,
    PyValueError,
    "A stored table is not true: a value, a total or a cell outside the domain is wrong."
);

/// Makes an exception of an error of the library: `ValueError` of what makes no sense, `OSError` of a table that cannot
/// be read or written, `WrongTableError` of one that is not true, `RuntimeError` of an engine that failed.
pub fn raised(error: impl Into<Error>) -> PyErr {
    let error = error.into();
    let text = message(&error, Spelling::Python);
    match (&error, error.category()) {
        (_, Category::Interrupted) => PyKeyboardInterrupt::new_err(()),
        (Error::TooLittle(too_little), _) => match too_little.space {
            Space::Memory | Space::MemoryOfArray => PyMemoryError::new_err(text),
            Space::Disk => PyOSError::new_err(text),
        },
        (Error::False(_), _) => WrongTableError::new_err(text),
        (Error::Table(TableError::Destination { obstacle, .. }), _) => of_obstacle(obstacle, text),
        (Error::Table(TableError::NotATable { path, .. }), _) if !path.exists() => {
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
