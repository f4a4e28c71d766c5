//! Errors as Python's exceptions, with the texts of the library; where an argument of a function is the
//! remedy, it is named.

use std::io;

use grundytab::engine::EngineError;
use grundytab::play::PlayError;
use grundytab::table::{Obstacle, ScanError, TableError};
use grundytab::verify::VerifyError;
use grundytab::{InvalidInput, InvalidInputKind, TabulateError};
use pyo3::PyErr;
use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyKeyboardInterrupt, PyOSError, PyPermissionError,
    PyRuntimeError, PyValueError,
};

pyo3::create_exception!(
    grundytab,
    WrongTableError,
    PyValueError,
    "A stored table is not true: a value, a total or a cell outside the domain is wrong."
);

/// Makes a `ValueError` of input that does not make sense.
pub fn of_input(error: InvalidInput) -> PyErr {
    let hint = match error.kind {
        InvalidInputKind::NeedsSimplex => "give tokens=N instead of box".into(),
        InvalidInputKind::NeedsBox => "give box=N instead of tokens".into(),
        InvalidInputKind::QuantityDoesNotApply { instead } => {
            format!("ask for the quantity {instead}")
        }
        InvalidInputKind::MisereWithBlocking => {
            "leave out misere=True or the modifier block".into()
        }
        InvalidInputKind::MisereOfPalaces => {
            "leave out misere=True, or ask for the quantity grundy or outcome".into()
        }
        InvalidInputKind::MisereOfScores { instead } => {
            format!("leave out misere=True, or ask for the quantity {instead}")
        }
        InvalidInputKind::MissingPartner => format!("{} (partner=PATH adds one)", error.hint),
        InvalidInputKind::UnknownGame => format!("{} (see grundytab.games())", error.hint),
        // The other hints name nothing that is an argument here.
        _ => error.hint.clone(),
    };
    PyValueError::new_err(InvalidInput { hint, ..error }.to_string())
}

/// Makes a `ValueError` of a plan that the engine does not take, a `RuntimeError` of an engine that failed.
pub fn of_engine(error: EngineError) -> PyErr {
    match error {
        EngineError::Stopped => PyKeyboardInterrupt::new_err(()),
        error if error.refuses_plan() => PyValueError::new_err(error.to_string()),
        EngineError::NoAdapter { .. } => {
            PyRuntimeError::new_err(format!("{error}, or use engine=\"cpu\""))
        }
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Makes an `OSError` of a table that cannot be read or written.
pub fn of_table(error: TableError) -> PyErr {
    let text = error.to_string();
    match error {
        TableError::Refused(error) => of_input(error),
        TableError::Destination { path, obstacle } => {
            of_obstacle(&obstacle, format!("{}: {obstacle}; {}", path.display(), remedy(&obstacle)))
        }
        TableError::Io { source, .. } => match source.kind() {
            io::ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
            io::ErrorKind::PermissionDenied => PyPermissionError::new_err(text),
            _ => PyOSError::new_err(text),
        },
        TableError::NotATable { path, .. } if !path.exists() => PyFileNotFoundError::new_err(text),
        _ => PyOSError::new_err(text),
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

/// Returns the remedy for an obstacle to writing a table, with the arguments of `tabulate`.
fn remedy(obstacle: &Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Table => "choose another path, or replace it with overwrite=True",
        Obstacle::UnfinishedTable => {
            "go on with it by resume=True, or replace it with overwrite=True"
        }
        Obstacle::FinishedTable => {
            "give it its name by resume=True, or replace it with overwrite=True"
        }
        Obstacle::WrongValues(_) => "replace it with overwrite=True, by another engine or adapter",
        Obstacle::OtherJob { .. } => {
            "ask for the same job, replace it with overwrite=True, or choose another path"
        }
        // The other remedies name nothing that is an argument.
        _ => obstacle.remedy(),
    }
}

/// Makes an exception of a scan that did not come to its end.
pub fn of_scan(error: ScanError) -> PyErr {
    match error {
        ScanError::Interrupted => PyKeyboardInterrupt::new_err(()),
        ScanError::Table(error) => of_table(error),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Makes an exception of a run that did not finish.
pub fn of_run(error: TabulateError) -> PyErr {
    match error {
        TabulateError::Interrupted => PyKeyboardInterrupt::new_err(()),
        TabulateError::Engine(error) => of_engine(error),
        TabulateError::Table(error) => of_table(error),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Why a run ended early.
pub enum Ended {
    /// It did not finish.
    Run(TabulateError),
    /// What it asked of Python, or what was asked of it, raised an exception.
    Raised(PyErr),
}

impl From<TabulateError> for Ended {
    fn from(error: TabulateError) -> Self {
        Ended::Run(error)
    }
}

impl From<PyErr> for Ended {
    fn from(error: PyErr) -> Self {
        Ended::Raised(error)
    }
}

impl From<Ended> for PyErr {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Run(error) => of_run(error),
            Ended::Raised(error) => error,
        }
    }
}

/// Makes an exception of a question that has no answer.
pub fn of_play(error: PlayError) -> PyErr {
    match error {
        PlayError::Refused(error) => of_input(error),
        PlayError::Table(error) => of_table(error),
        PlayError::Scan(error) => of_scan(error),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Makes a `WrongTableError` of a table that is not true.
pub fn of_verification(error: VerifyError) -> PyErr {
    match error {
        VerifyError::False(fault) => WrongTableError::new_err(fault.to_string()),
        VerifyError::Interrupted => PyKeyboardInterrupt::new_err(()),
        VerifyError::Engine(error) => of_engine(error),
        VerifyError::Table(error) => of_table(error),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}
