//! How a command fails: the message for people, the kind of error for programs, and the exit code.
//!
//! An error of the library says itself what [`Category`] it is of, which gives the exit code, and what programs call
//! it; [`advice`] adds the flags that help.

use std::fmt::Display;
use std::io;

use crate::proofs::certificate::CheckError;
pub use grundytab::JobFailure;
use grundytab::{Category, Error};
use serde::Serialize;
use serde_json::{Value, json};

use super::advice;
use super::output::{
    SHOWN, complain_of_error, object, print_json, print_json_of_failure, shown_text,
};

/// The exit codes, for the help.
pub const EXIT_CODES: &str = "\
Exit codes:
  0    success
  1    a check failed
  2    bad input
  3    no suitable device
  4    an I/O error or a damaged table
  5    neither true nor false: not decided, not proved, or without meaning
  130  interrupted";

/// What programs know the failure of another rank by.
const OTHER_RANK: &str = "other_rank";

/// What a command returns.
pub type Result<T> = std::result::Result<T, Failure>;

/// Why a command failed.
#[derive(Debug)]
pub struct Failure(Box<FailureParts>);

#[derive(Debug)]
struct FailureParts {
    cause: Cause,
    /// What the command has found before it failed, as the object that `--json` prints.
    found: Value,
    /// Whether one JSON object is to be printed.
    json: bool,
}

#[derive(Debug)]
enum Cause {
    /// The library did not do what was asked of it.
    Library(Error),
    /// What the program finds itself.
    Own {
        /// The name by which programs know the kind of error.
        kind: &'static str,
        /// The exit code, as [`EXIT_CODES`] has it.
        exit_code: u8,
        message: String,
    },
}

impl Failure {
    /// Fails because of flags that do not fit together: what was typed, what is wrong with it, and
    /// what would be right.
    pub fn usage(typed: impl Display, problem: &str, hint: &str) -> Self {
        Failure::unreadable(format!("{typed}: {problem}; {hint}"))
    }

    /// Fails because of a command line that clap does not accept.
    pub fn unreadable(message: String) -> Self {
        Failure::own("usage", 2, message)
    }

    /// Fails because something that was checked is false.
    pub fn check(message: impl Into<String>) -> Self {
        Failure::own("check_failed", 1, message.into())
    }

    /// Fails because something was found to be neither true nor false.
    pub fn undecided(message: impl Into<String>) -> Self {
        Failure::own("not_decided", 5, message.into())
    }

    /// Fails because of ctrl-C.
    pub fn interruption() -> Self {
        Error::Interrupted.into()
    }

    /// Fails because there is no GPU for what was asked.
    #[cfg(feature = "gpu")]
    pub fn device(message: impl Into<String>) -> Self {
        Failure::own("no_adapter", 3, message.into())
    }

    /// Fails because the system does not do what the program needs.
    pub fn system(message: String) -> Self {
        Failure::own("other", 4, message)
    }

    /// Fails because stdout could not be written.
    pub fn stdout(error: &io::Error) -> Self {
        Failure::own("stdout", 4, format!("stdout cannot be written: {error}"))
    }

    /// Fails because another rank has, which prints why.
    pub fn elsewhere(exit_code: u8) -> Self {
        Failure::own(OTHER_RANK, exit_code, String::new())
    }

    fn own(kind: &'static str, exit_code: u8, message: String) -> Self {
        Cause::Own { kind, exit_code, message }.into()
    }

    /// Adds what the command has found before it failed: a report, whose keys `--json` prints
    /// together with those of the error.
    pub fn having_found(mut self, found: &impl Serialize) -> Self {
        self.0.found = object(found);
        self
    }

    /// Makes [`Failure::report`] print a JSON object too, where `json` says so.
    pub fn in_json(mut self, json: bool) -> Self {
        self.0.json |= json;
        self
    }

    /// Makes [`Failure::report`] print words alone.
    #[cfg(feature = "mpi")]
    pub fn in_words(mut self) -> Self {
        self.0.json = false;
        self
    }

    /// Whether the command was interrupted.
    pub fn is_interruption(&self) -> bool {
        matches!(&self.0.cause, Cause::Library(error) if error.category() == Category::Interrupted)
    }

    /// Whether a run has found its table to hold wrong values.
    pub fn condemns_table(&self) -> bool {
        matches!(&self.0.cause, Cause::Library(error) if error.condemns_table())
    }

    /// Whether a file could not be written because there is no room for it.
    pub fn is_full_disk(&self) -> bool {
        matches!(&self.0.cause, Cause::Library(error) if error.is_full_disk())
    }

    /// Whether a job is too large for an engine, an adapter or this machine, or an engine has failed
    /// at it: other jobs may do.
    pub fn concerns_the_job(&self) -> Option<JobFailure> {
        match &self.0.cause {
            Cause::Library(error) => error.of_job(),
            Cause::Own { .. } => None,
        }
    }

    /// Returns the message, in one line.
    pub fn message(&self) -> String {
        shown_text(&self.0.cause.message())
    }

    /// Returns the exit code, as [`EXIT_CODES`] has it.
    pub fn exit_code(&self) -> u8 {
        self.0.cause.exit_code()
    }

    /// Returns the name by which programs know the kind of error.
    pub fn kind(&self) -> String {
        self.0.cause.kind()
    }

    /// Returns what the command has found before it failed, and the error of the library, if it is one.
    pub fn into_parts(self) -> (Value, Option<Error>) {
        let FailureParts { cause, found, .. } = *self.0;
        match cause {
            Cause::Library(error) => (found, Some(error)),
            Cause::Own { .. } => (found, None),
        }
    }

    /// Whether it is that of another rank, which says so.
    fn is_elsewhere(&self) -> bool {
        self.kind() == OTHER_RANK
    }

    /// Prints the error in one line on stderr and, for `--json`, as one object on stdout; returns
    /// the exit code, which is the same whether or not anybody reads either.
    pub fn report(self) -> u8 {
        let is_elsewhere = self.is_elsewhere();
        let FailureParts { cause, found, json } = *self.0;
        let code = cause.exit_code();
        let message = shown_text(&cause.message());
        if json {
            let (kind, message) = (cause.kind(), message.clone());
            print_json_of_failure(&ErrorReport { found, kind, message, exit_code: code });
        }
        log::error!(target: SHOWN, "{message}; exit code {code}");
        if !is_elsewhere {
            complain_of_error(&message);
        }
        code
    }
}

impl Cause {
    /// Returns the exit code, as [`EXIT_CODES`] has it.
    fn exit_code(&self) -> u8 {
        match self {
            Cause::Own { exit_code, .. } => *exit_code,
            Cause::Library(error) => match error.category() {
                Category::CheckFailed => 1,
                Category::BadInput => 2,
                Category::Device => 3,
                Category::System => 4,
                Category::Interrupted => 130,
            },
        }
    }

    /// Returns the name by which programs know the kind of error.
    fn kind(&self) -> String {
        match self {
            Cause::Own { kind, .. } => (*kind).into(),
            Cause::Library(error) => error.name(),
        }
    }

    /// Returns what is wrong in the words of this program: where a flag is the remedy, it is named.
    fn message(&self) -> String {
        match self {
            Cause::Own { message, .. } => message.clone(),
            Cause::Library(error) => advice::message(error),
        }
    }
}

/// What a command that fails prints: what it found before the failure, with these keys added. Only `batch` prints no error
/// as an object.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ErrorReport {
    #[serde(flatten)]
    #[cfg_attr(test, schemars(skip))]
    found: Value,
    /// The kind of error: `usage`, `check_failed`, `not_decided`, `interrupted`, `too_large`, `io`, `damaged_chunk`, ...
    kind: String,
    /// The message that stderr has.
    message: String,
    /// The [exit code](commands.md#exit-codes).
    exit_code: u8,
}

/// Prints what a command has found as one JSON object, or fails with it.
///
/// # Errors
/// When there is a failure.
pub fn conclude_in_json(found: &impl Serialize, failure: Option<Failure>) -> Result<()> {
    match failure {
        None => {
            print_json(found);
            Ok(())
        }
        Some(failure) => Err(failure.having_found(found)),
    }
}

impl From<Cause> for Failure {
    fn from(cause: Cause) -> Self {
        Failure(Box::new(FailureParts { cause, found: json!({}), json: false }))
    }
}

/// What the library makes an [`Error`] of is a failure, too.
impl<E> From<E> for Failure
where
    Error: From<E>,
{
    fn from(error: E) -> Self {
        Cause::Library(error.into()).into()
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Interrupted => Error::Interrupted.into(),
            error => Failure::undecided(error.to_string()),
        }
    }
}

impl Failure {
    /// The system refuses threads for this.
    pub fn threads(purpose: &str, error: impl Display) -> Self {
        Failure::system(format!("{purpose} cannot be started: {error}"))
    }
}
