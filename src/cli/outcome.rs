//! How a command ended: its last words and its exit code.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use grundytab::engine::EngineError;
use grundytab::play::PlayError;
use grundytab::table::{Obstacle, ScanError, TableError};
use grundytab::verify::{Fault, VerifyError};
use grundytab::{InvalidInput, InvalidInputKind, TabulateError, one_line};

use super::output::complain;

/// A check that failed has printed what there is to say.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CheckFailed(pub String);

/// A command line that makes no sense: flags that are unknown or do not fit together.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

impl Usage {
    /// Describes what was typed, what is wrong with it, and what would be right.
    pub fn new(typed: impl Display, problem: &str, hint: &str) -> Self {
        Usage(format!("{typed}: {problem}; {hint}"))
    }
}

/// Prints an error, unless it only says that nobody reads our output any more.
pub fn print_error(error: &anyhow::Error) {
    if !is_broken_pipe(error) {
        // One line, whatever is in a path.
        complain(format!("error: {}", one_line(&message(error))));
    }
}

/// What is wrong, in the words of this program: where a flag is the remedy, it is named.
fn message(error: &anyhow::Error) -> String {
    let invalid = match error.downcast_ref::<PlayError>() {
        Some(PlayError::Refused(invalid)) => Some(invalid),
        _ => error.downcast_ref::<InvalidInput>(),
    };
    if let Some(invalid) = invalid {
        return InvalidInput { hint: hint(invalid), ..invalid.clone() }.to_string();
    }
    if let Some(TableError::Destination { path, obstacle }) = error.downcast_ref::<TableError>() {
        return format!("{}: {obstacle}; {}", path.display(), remedy(obstacle));
    }
    if let Some(VerifyError::False(fault @ Fault::Total { .. })) = error.downcast_ref() {
        return format!("{fault}; if a value is wrong, `verify --full` finds it");
    }
    error.to_string()
}

/// The remedy for an obstacle to writing a table, with the flags of this program.
fn remedy(obstacle: &Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Table => "choose another path, or replace it with --overwrite",
        Obstacle::UnfinishedTable => "replace it with --overwrite, or remove it",
        // The others name nothing that this program has a flag for.
        _ => obstacle.remedy(),
    }
}

/// The hint of an error of the library, with the flags of this program.
fn hint(error: &InvalidInput) -> String {
    match error.kind {
        InvalidInputKind::NeedsSimplex => "give --tokens N instead of --box".into(),
        InvalidInputKind::NeedsBox => "give --box N instead of --tokens".into(),
        InvalidInputKind::QuantityDoesNotApply { instead } => {
            format!("ask for --quantity {instead}")
        }
        InvalidInputKind::MisereWithBlocking => "leave out --misere or the modifier block".into(),
        InvalidInputKind::MisereOfPalaces => {
            "leave out --misere, or ask for --quantity grundy or outcome".into()
        }
        InvalidInputKind::NoGrundyValues => "tabulate it with --quantity grundy".into(),
        InvalidInputKind::MissingPartner => format!("{} (--with PATH adds one)", error.hint),
        InvalidInputKind::UnknownGame => format!("{} (see `grundytab games`)", error.hint),
        // The kinds grow with the library; what has no flag is said by the library alone.
        _ => error.hint.clone(),
    }
}

/// 0 done and true, 1 a check failed, 2 bad input, 3 no suitable device, 4 I/O or a damaged
/// table, 130 interrupted.
pub fn exit_code(error: &anyhow::Error) -> ExitCode {
    let code = if is_broken_pipe(error) {
        0
    } else if error.is::<InvalidInput>() || error.is::<Usage>() {
        2
    } else if error.is::<CheckFailed>() {
        1
    } else if let Some(error) = error.downcast_ref::<EngineError>() {
        of_engine(error)
    } else if let Some(error) = error.downcast_ref::<TableError>() {
        of_table(error)
    } else if let Some(error) = error.downcast_ref::<TabulateError>() {
        match error {
            TabulateError::Interrupted => 130,
            TabulateError::Engine(error) => of_engine(error),
            TabulateError::Table(error) => of_table(error),
            _ => 4,
        }
    } else if let Some(error) = error.downcast_ref::<VerifyError>() {
        of_verification(error)
    } else if let Some(error) = error.downcast_ref::<ScanError>() {
        of_scan(error)
    } else if let Some(error) = error.downcast_ref::<PlayError>() {
        match error {
            PlayError::Refused(_) => 2,
            PlayError::Table(error) => of_table(error),
            PlayError::Scan(error) => of_scan(error),
            _ => 4,
        }
    } else {
        4
    };
    ExitCode::from(code)
}

fn of_verification(error: &VerifyError) -> u8 {
    match error {
        VerifyError::False(_) => 1,
        VerifyError::Interrupted => 130,
        VerifyError::Engine(error) => of_engine(error),
        VerifyError::Table(error) => of_table(error),
        _ => 4,
    }
}

fn of_scan(error: &ScanError) -> u8 {
    match error {
        ScanError::Interrupted => 130,
        ScanError::Table(error) => of_table(error),
        _ => 4,
    }
}

fn of_engine(error: &EngineError) -> u8 {
    match error {
        EngineError::TooLarge { .. } => 2,
        EngineError::Incomplete { .. } => 1,
        _ => 3,
    }
}

fn of_table(error: &TableError) -> u8 {
    match error {
        TableError::Destination { .. } | TableError::Refused(_) => 2,
        _ => 4,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
