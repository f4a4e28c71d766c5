//! How a command fails: the message for people, the kind of error for programs, and the exit code.
//!
//! This is the one place that knows all errors of the library. Each becomes a [`Cause`], whose
//! message, kind and exit code are the three functions below.

use std::fmt::Display;
use std::io;

use grundytab::certificate::CheckError;
use grundytab::engine::{EngineError, EngineKind};
use grundytab::picture::PictureError;
use grundytab::play::PlayError;
use grundytab::prove::ProveError;
use grundytab::table::{Obstacle, ScanError, TableError};
use grundytab::verify::{Fault, VerifyError};
use grundytab::{InvalidInput, InvalidInputKind, TabulateError};
use serde::Serialize;
use serde_json::{Value, json};

use super::output::{SHOWN, complain_of_error, object, print_json, shown_text};

/// The exit codes, for the help.
pub const EXIT_CODES: &str = "\
Exit codes:
  0    done, and what was checked is true
  1    a check failed: something is false
  2    bad input
  3    no suitable device
  4    I/O, or a damaged table
  5    neither true nor false: not decided, not proved, or nothing is said
  130  interrupted";

/// What a command returns.
pub type Result<T> = std::result::Result<T, Failure>;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub struct Failure(Box<Report>);

/// What a failure says of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobFailure {
    /// It is too large, or needs what is not there.
    Refused,
    /// It was begun, and an engine did not do what it should.
    Failed,
}

#[derive(Debug)]
struct Report {
    cause: Cause,
    /// What the command has found before it failed, as the object that `--json` prints.
    found: Value,
    /// Whether one JSON object is to be printed.
    json: bool,
}

#[derive(Debug)]
enum Cause {
    /// The command line makes no sense: flags are unknown or do not fit together.
    Usage(String),
    Input(InvalidInput),
    /// A table, a statement or an engine is not as it should be.
    CheckFailed(String),
    /// Whether something is true was not found out, or it says nothing.
    Undecided(String),
    Interrupted,
    /// The program was built without the GPU engine.
    #[cfg_attr(feature = "gpu", allow(dead_code, reason = "made by builds without the engine"))]
    NoGpuEngine,
    Engine(EngineError),
    Table(TableError),
    /// Results could not be written.
    Stdout(&'static io::Error),
    /// The system does not do what the program needs, or an error that this program does not know.
    Other(String),
}

impl Failure {
    /// Fails because of flags that do not fit together: what was typed, what is wrong with it, and
    /// what would be right.
    pub fn usage(typed: impl Display, problem: &str, hint: &str) -> Self {
        Cause::Usage(format!("{typed}: {problem}; {hint}")).into()
    }

    /// Fails because of a command line that clap does not accept.
    pub fn unreadable(message: String) -> Self {
        Cause::Usage(message).into()
    }

    /// Fails because something that was checked is false.
    pub fn check(message: impl Into<String>) -> Self {
        Cause::CheckFailed(message.into()).into()
    }

    /// Fails because something was found to be neither true nor false.
    pub fn undecided(message: impl Into<String>) -> Self {
        Cause::Undecided(message.into()).into()
    }

    /// Fails because of ctrl-C.
    pub fn interruption() -> Self {
        Cause::Interrupted.into()
    }

    /// Fails because the program was built without the GPU engine.
    #[cfg(not(feature = "gpu"))]
    pub fn no_gpu_engine() -> Self {
        Cause::NoGpuEngine.into()
    }

    /// Fails because the system does not do what the program needs.
    pub fn system(message: String) -> Self {
        Cause::Other(message).into()
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

    /// Whether the command was interrupted.
    pub fn is_interruption(&self) -> bool {
        matches!(self.0.cause, Cause::Interrupted)
    }

    /// Whether something that was checked is false.
    pub fn is_failed_check(&self) -> bool {
        matches!(self.0.cause, Cause::CheckFailed(_))
    }

    /// Whether a file could not be written because there is no room for it.
    pub fn is_full_disk(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        match &self.0.cause {
            Cause::Table(TableError::Io { source, .. }) => {
                matches!(source.kind(), StorageFull | QuotaExceeded | FileTooLarge)
            }
            _ => false,
        }
    }

    /// Whether a job is too large for an engine, an adapter or this machine, or an engine has failed
    /// at it: other jobs may do.
    pub fn concerns_the_job(&self) -> Option<JobFailure> {
        match &self.0.cause {
            Cause::Input(_) => Some(JobFailure::Refused),
            Cause::Engine(error) => match error {
                EngineError::FourHeaps { .. }
                | EngineError::TooLarge { .. }
                | EngineError::BeyondLimits { .. }
                | EngineError::SmallerFits { .. }
                | EngineError::SmallerTilesFit { .. }
                | EngineError::OutOfDeviceMemory { .. } => Some(JobFailure::Refused),
                EngineError::Device { .. }
                | EngineError::DeviceLost { .. }
                | EngineError::ImpossibleValue { .. }
                | EngineError::OtherTotals { .. }
                | EngineError::Incomplete { .. } => Some(JobFailure::Failed),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the message, in one line.
    pub fn message(&self) -> String {
        shown_text(&self.0.cause.message())
    }

    /// Fails because stdout could not be written.
    pub fn stdout(error: &'static io::Error) -> Self {
        Cause::Stdout(error).into()
    }

    /// Prints the error in one line on stderr and, for `--json`, as one object on stdout; returns
    /// the exit code, which is the same whether or not anybody reads either.
    pub fn report(self) -> u8 {
        let Report { cause, found, json } = *self.0;
        let code = cause.exit_code();
        let message = shown_text(&cause.message());
        if json {
            let mut object = found;
            object["kind"] = json!(cause.kind());
            object["message"] = json!(message);
            object["exit_code"] = json!(code);
            print_json(&object);
        }
        log::error!(target: SHOWN, "{message}; exit code {code}");
        complain_of_error(&message);
        code
    }
}

impl Cause {
    /// Returns the exit code, as [`EXIT_CODES`] has it.
    fn exit_code(&self) -> u8 {
        match self {
            Cause::CheckFailed(_) => 1,
            Cause::Undecided(_) => 5,
            Cause::Usage(_) | Cause::Input(_) => 2,
            Cause::NoGpuEngine => 3,
            Cause::Engine(error) => match error {
                EngineError::Incomplete { .. } => 1,
                EngineError::FourHeaps { .. } | EngineError::TooLarge { .. } => 2,
                _ => 3,
            },
            Cause::Table(error) => match error {
                TableError::Destination { .. } | TableError::Refused(_) => 2,
                _ => 4,
            },
            Cause::Stdout(_) | Cause::Other(_) => 4,
            Cause::Interrupted => 130,
        }
    }

    /// Returns the name by which programs know the kind of error.
    fn kind(&self) -> String {
        let name = match self {
            Cause::Input(error) => return error.kind.to_string(),
            Cause::Usage(_) => "usage",
            Cause::CheckFailed(_) => "check_failed",
            Cause::Undecided(_) => "not_decided",
            Cause::Interrupted => "interrupted",
            Cause::NoGpuEngine => "no_gpu_engine",
            Cause::Engine(error) => match error {
                EngineError::NoAdapter { .. } => "no_adapter",
                EngineError::CannotOpen { .. } => "adapter_cannot_be_opened",
                EngineError::FourHeaps { .. } => "four_heaps",
                EngineError::TooLarge { .. } => "too_large",
                EngineError::BeyondLimits { .. }
                | EngineError::SmallerFits { .. }
                | EngineError::SmallerTilesFit { .. } => "beyond_adapter_limits",
                EngineError::DeviceLost { .. } => "gpu_lost",
                EngineError::OutOfDeviceMemory { .. } => "out_of_gpu_memory",
                EngineError::Device { .. } | EngineError::ImpossibleValue { .. } => "gpu_error",
                EngineError::Incomplete { .. } => "incomplete_run",
                _ => "engine_error",
            },
            Cause::Table(error) => match error {
                TableError::Destination { .. } => "destination",
                TableError::Refused(error) => return error.kind.to_string(),
                TableError::Io { .. } => "io",
                TableError::NotATable { .. } => "not_a_table",
                TableError::Damaged { .. } => "damaged_chunk",
                TableError::Unread { .. } => "unread_chunk",
                TableError::Replaced { .. } => "replaced_table",
                TableError::DamagedOverview { .. } => "damaged_overview",
                TableError::Incomplete { .. } => "incomplete_table",
            },
            Cause::Stdout(_) => "stdout",
            Cause::Other(_) => "other",
        };
        name.into()
    }

    /// Returns what is wrong in the words of this program: where a flag is the remedy, it is named.
    fn message(&self) -> String {
        match self {
            Cause::Usage(message)
            | Cause::CheckFailed(message)
            | Cause::Undecided(message)
            | Cause::Other(message) => message.clone(),
            Cause::Input(error) => {
                InvalidInput { hint: hint_for_input(error), ..error.clone() }.to_string()
            }
            Cause::Interrupted => "interrupted".into(),
            Cause::NoGpuEngine => "this program was built without the GPU engine; use --engine \
                                   cpu, or build it with the feature gpu"
                .into(),
            Cause::Engine(error) => format!("{error}{}", hint_for_engine(error)),
            Cause::Table(TableError::Destination { path, obstacle }) => {
                format!("{}: {obstacle}; {}", path.display(), remedy(obstacle))
            }
            Cause::Table(error) => error.to_string(),
            Cause::Stdout(error) => format!("stdout cannot be written: {error}"),
        }
    }
}

/// Returns the hint of an error about input, with the flags of this program.
fn hint_for_input(error: &InvalidInput) -> String {
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
        InvalidInputKind::MisereOfScores { instead } => {
            format!("leave out --misere, or ask for --quantity {instead}")
        }
        InvalidInputKind::OtherQuantity => "compare their outcomes, by --as outcome".into(),
        InvalidInputKind::NoGrundyValues => "tabulate it with --quantity grundy".into(),
        InvalidInputKind::MissingPartner => format!("{} (--with PATH adds one)", error.hint),
        InvalidInputKind::UnknownGame => format!("{} (see `grundytab games`)", error.hint),
        // The other hints name nothing that this program has a flag for.
        _ => error.hint.clone(),
    }
}

/// Returns the remedy for an obstacle to writing a table, with the flags of this program.
fn remedy(obstacle: &Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Table => "choose another path, or replace it with --overwrite",
        Obstacle::UnfinishedTable => "go on with it by --resume, or replace it with --overwrite",
        Obstacle::FinishedTable => "give it its name by --resume, or replace it with --overwrite",
        Obstacle::WrongValues(_) => "replace it with --overwrite, by another engine or adapter",
        Obstacle::OtherJob { .. } => {
            "ask for the same job, replace it with --overwrite, or choose another path"
        }
        // The other remedies name nothing that this program has a flag for.
        _ => obstacle.remedy(),
    }
}

/// Returns what this program advises about a table that is false.
fn hint_for_fault(fault: &Fault) -> &'static str {
    match fault {
        Fault::Total { .. } => "; if a value is wrong, `verify --full` finds it",
        _ => "",
    }
}

/// Returns what this program advises after an error of an engine.
fn hint_for_engine(error: &EngineError) -> &'static str {
    match error {
        EngineError::NoAdapter { present, .. } if present.is_empty() => ", or use --engine cpu",
        EngineError::TooLarge { .. } => "; choose a smaller domain",
        EngineError::BeyondLimits { .. } | EngineError::OutOfDeviceMemory { .. } => {
            "; use a smaller domain or --engine cpu"
        }
        EngineError::SmallerFits { .. } => ", or use --engine cpu",
        EngineError::SmallerTilesFit { .. } => " (--tile), or use --engine cpu",
        EngineError::FourHeaps { engine: EngineKind::Gpu, .. } => "; use --engine cpu",
        EngineError::DeviceLost { .. } => {
            "; a driver resets a GPU that is busy for seconds, and one that fails: see what \
             `grundytab selftest` says of it, or use --engine cpu"
        }
        EngineError::Device { .. } => {
            "; see what `grundytab selftest` says of this adapter, or use --engine cpu"
        }
        _ => "",
    }
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
        Failure(Box::new(Report { cause, found: json!({}), json: false }))
    }
}

impl From<InvalidInput> for Failure {
    fn from(error: InvalidInput) -> Self {
        Cause::Input(error).into()
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Stopped => Cause::Interrupted.into(),
            error => Cause::Engine(error).into(),
        }
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        Cause::Table(error).into()
    }
}

impl From<TabulateError> for Failure {
    fn from(error: TabulateError) -> Self {
        match error {
            TabulateError::Interrupted => Cause::Interrupted.into(),
            TabulateError::Engine(error @ EngineError::OtherStoredValue { .. }) => {
                Failure::check(format!("{error}; replace the unfinished table with --overwrite"))
            }
            TabulateError::Engine(error) => error.into(),
            TabulateError::Table(error) => error.into(),
            TabulateError::WrongValue(wrong) => Failure::check(format!(
                "{wrong}; see what `grundytab selftest` says of this machine"
            )),
            error => Cause::Other(error.to_string()).into(),
        }
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::False(fault) => {
                Failure::check(format!("{fault}{}", hint_for_fault(&fault)))
            }
            VerifyError::Interrupted => Cause::Interrupted.into(),
            VerifyError::Engine(error) => error.into(),
            VerifyError::Table(error) => error.into(),
            error => Cause::Other(error.to_string()).into(),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Refused(error) => error.into(),
            PlayError::Table(error) => error.into(),
            PlayError::Scan(error) => error.into(),
        }
    }
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Refused(error) => error.into(),
            PictureError::Table(error) => error.into(),
            PictureError::Interrupted => Cause::Interrupted.into(),
        }
    }
}

impl From<ProveError> for Failure {
    fn from(error: ProveError) -> Self {
        match error {
            ProveError::Refused(error) => error.into(),
            ProveError::Tabulate(error) => error.into(),
            ProveError::Table(error) => error.into(),
            ProveError::Interrupted => Cause::Interrupted.into(),
        }
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Interrupted => Cause::Interrupted.into(),
            error => Failure::undecided(error.to_string()),
        }
    }
}

impl From<ScanError> for Failure {
    fn from(error: ScanError) -> Self {
        match error {
            ScanError::Interrupted => Cause::Interrupted.into(),
            ScanError::Table(error) => error.into(),
        }
    }
}

impl From<ctrlc::Error> for Failure {
    fn from(error: ctrlc::Error) -> Self {
        let reason = match error {
            ctrlc::Error::System(error) => error.to_string(),
            error => error.to_string(),
        };
        Cause::Other(format!("no thread can be started that waits for ctrl-C: {reason}")).into()
    }
}

impl From<rayon::ThreadPoolBuildError> for Failure {
    fn from(error: rayon::ThreadPoolBuildError) -> Self {
        Cause::Other(format!("the threads cannot be started: {error}")).into()
    }
}
