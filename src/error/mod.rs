//! The error of everything that the library does with tables and engines.

mod agreement;

use std::fmt;
use std::io;

pub use agreement::RankFailure;
pub use agreement::share_error;
use serde::{Deserialize, Serialize};

use crate::control::Interrupted;
use crate::domain::{Domain, Position};
use crate::engine::{EngineError, EngineKind, Failing};
use crate::invalid_input::InvalidInput;
use crate::table::TableError;
use crate::wording::{counted, needed_bytes_text};

/// Why the library did not do what was asked of it.
///
/// [`Error::category`] says what a caller can do about it; [`Error::name`] is its name for programs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was requested makes no sense, does not fit the table, or is too large.
    #[error(transparent)]
    Refused(#[from] InvalidInput),
    /// An engine cannot take the plan, or failed.
    #[error(transparent)]
    Engine(EngineError),
    /// A table cannot be written; or it is incomplete or damaged, or cannot be read.
    #[error(transparent)]
    Table(TableError),
    /// This machine has too little memory or disk space for the job.
    #[error(transparent)]
    TooLittle(#[from] TooLittle),
    /// A stored table is not true.
    #[error("{0}")]
    False(Fault),
    /// A spot check has found a wrong value. The unfinished table stays, but no run goes on with it.
    #[error(transparent)]
    WrongValue(#[from] WrongValue),
    /// An engine or a writer was prepared for another plan than the one that is tabulated or verified.
    #[error("the plan of the engine differs from the plan of the table")]
    OtherPlan,
    /// What was found could not be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// It was interrupted through its [`Control`](crate::Control). An unfinished table stays in its directory,
    /// with all tiles that were finished.
    #[error("interrupted")]
    Interrupted,
    /// Another rank of the run has failed, and tells why.
    #[error(transparent)]
    OtherRank(RankFailure),
}

/// What a caller can do about an [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Category {
    /// Ask for something else: the request makes no sense or is too large, or something stands in its way.
    BadInput,
    /// Trust neither the table nor what has computed it: a value or a total is wrong.
    CheckFailed,
    /// Take another engine or another device.
    Device,
    /// See to the files, the disk or the system.
    System,
    /// Begin again, or go on: the work was interrupted.
    Interrupted,
}

/// What an [`Error`] says of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobFailure {
    /// It is too large, or needs what is not there.
    Refused,
    /// It was begun, and an engine did not do what it should.
    Failed,
}

/// What a job needs more of than there is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}; {fits}", .space.user(), needed_bytes_text(.space.name(), *.needed, *.available))]
pub struct TooLittle {
    /// What there is too little of.
    pub space: Space,
    /// Bytes that the job needs.
    pub needed: u64,
    /// Bytes that there are.
    pub available: u64,
    /// What would fit.
    pub fits: Fitting,
}

/// What there may be too little of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// Memory.
    Memory,
    /// Memory for a job whose values stay there, in an array.
    MemoryOfArray,
    /// Memory for all ranks on a machine.
    MemoryOfRanks,
    /// Disk space.
    Disk,
}

impl Space {
    /// Returns what the user knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Space::Memory | Space::MemoryOfArray | Space::MemoryOfRanks => "memory",
            Space::Disk => "disk space",
        }
    }

    /// Returns what needs it.
    pub fn user(self) -> &'static str {
        match self {
            Space::Memory => "this job",
            Space::MemoryOfArray => "this array",
            Space::MemoryOfRanks => "the ranks on this machine",
            Space::Disk => "this table",
        }
    }
}

/// What would fit where a job does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fitting {
    /// The same job on this many threads.
    Threads(u64),
    /// The same job in tiles of this edge.
    Tile(u32),
    /// The same game on this domain.
    Domain(Domain),
    /// The same game on these domains: on the first as far as memory goes, on the second without compression on the disk
    /// too; `None` where that holds none.
    Domains(Domain, Option<Domain>),
    /// A smaller domain.
    Smaller,
}

impl fmt::Display for Fitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fitting::Threads(threads) => {
                write!(f, "it would fit on {}", counted(threads, "thread"))
            }
            Fitting::Tile(edge) => write!(f, "tiles of edge {edge} would fit"),
            Fitting::Domain(domain) => write!(f, "choose a smaller domain: {domain} would fit"),
            Fitting::Domains(in_memory, None) => write!(
                f,
                "choose a smaller domain: {in_memory} would fit into memory, but the disk has room for no table unless \
                 its values compress well"
            ),
            Fitting::Domains(in_memory, Some(on_disk)) => write!(
                f,
                "choose a smaller domain: {in_memory} would fit into memory, {on_disk} on the disk too, even without \
                 compression"
            ),
            Fitting::Smaller => f.write_str("choose a smaller domain"),
        }
    }
}

/// A value that is not what the definition makes of the values of its options.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "wrong value at {position}: {computed} was computed and stored, the definition gives {expected}"
)]
pub struct WrongValue {
    /// The position.
    pub position: Position,
    /// What the engine, or that of an earlier run, has computed, as it is stored.
    pub computed: i64,
    /// What the definition makes of the stored values of the options.
    pub expected: i64,
}

/// A way in which a table is not true although every chunk decodes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A wrong value: the first in grade order of those that were found. After [`Extent::Full`](crate::verify::Extent::Full) or a
    /// recomputation it is the first wrong value of the table.
    #[error("wrong value at {position}: stored {stored}, expected {expected}")]
    Value {
        /// The position.
        position: Position,
        /// The number in the table.
        stored: i64,
        /// The right number.
        expected: i64,
    },
    /// A value that no position of the table can have, which was not compared with those of the options,
    /// or agrees with these, which cannot all be right then.
    #[error("wrong value at {position}: stored {stored}, but none is {}", beyond(*.stored, *.bound))]
    BeyondBound {
        /// The position.
        position: Position,
        /// The number in the table.
        stored: i64,
        /// The largest value that the definition admits; the largest absolute value, of scores.
        bound: u64,
    },
    /// A value of a loopy game that agrees at most with those of its options: it does not follow from the ends of play, or not with
    /// the sets that the table lists.
    #[error(
        "wrong value at {position}: stored {stored}, which does not follow from the ends of play and the sets of the table"
    )]
    Unfounded {
        /// The position.
        position: Position,
        /// The number in the table.
        stored: i64,
    },
    /// A cell outside the domain does not hold the fill value.
    #[error("the cell {position} lies outside the domain but holds {stored}")]
    Outside {
        /// The position.
        position: Position,
        /// The number in the table.
        stored: i64,
    },
    /// A recorded total is not that of the cells.
    #[error("the recorded {name} is {recorded}, but the stored values give {found}")]
    Total {
        /// What is added up or counted.
        name: &'static str,
        /// The recorded total.
        recorded: i128,
        /// The total of the stored values.
        found: i128,
    },
}

fn beyond(stored: i64, bound: u64) -> String {
    if stored < 0 { format!("below -{bound}") } else { format!("above {bound}") }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Stopped => Error::Interrupted,
            error => Error::Engine(error),
        }
    }
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Refused(error) => Error::Refused(error),
            TableError::Interrupted => Error::Interrupted,
            error => Error::Table(error),
        }
    }
}

impl From<Interrupted> for Error {
    fn from(Interrupted: Interrupted) -> Self {
        Error::Interrupted
    }
}

impl Error {
    /// Returns what a caller can do about it.
    ///
    /// ```
    /// use grundytab::{Category, Error, Plan};
    /// let error = Error::from(Plan::parse("wythof", "50", "grundy").unwrap_err());
    /// assert_eq!((error.category(), error.name().as_str()), (Category::BadInput, "unknown_game"));
    /// ```
    pub fn category(&self) -> Category {
        match self {
            Error::Refused(_) | Error::TooLittle(_) => Category::BadInput,
            Error::Engine(error) => match error.failing().0 {
                Failing::Plan | Failing::Rules => Category::BadInput,
                Failing::Run | Failing::Table => Category::CheckFailed,
                _ => Category::Device,
            },
            Error::Table(TableError::Destination { .. }) => Category::BadInput,
            Error::Interrupted
            | Error::Table(
                TableError::Interrupted | TableError::OtherRank { is_interruption: true, .. },
            ) => Category::Interrupted,
            Error::Table(_) | Error::Output(_) | Error::OtherPlan => Category::System,
            Error::False(_) | Error::WrongValue(_) => Category::CheckFailed,
            Error::OtherRank(failure) => failure.category,
        }
    }

    /// Returns the name by which programs know the error, as in `unknown_game` or `damaged_chunk`.
    pub fn name(&self) -> String {
        let name = match self {
            Error::Refused(error) => return error.kind.to_string(),
            Error::TooLittle(_) => "too_large",
            Error::Engine(error) => error.failing().1,
            Error::Table(error) => match error {
                TableError::Destination { .. } => "destination",
                TableError::Refused(error) => return error.kind.to_string(),
                TableError::Io { .. } => "io",
                TableError::NotATable { .. } => "not_a_table",
                TableError::Damaged { .. } => "damaged_chunk",
                TableError::Stray { .. } => "stray_chunk",
                TableError::Replaced { .. } => "replaced_table",
                TableError::Incomplete { .. } | TableError::Unfinished { .. } => "incomplete_table",
                TableError::NotComputed { .. } => "not_computed",
                TableError::Finished { .. } => "finished_table",
                TableError::NotRepaired { .. } => "not_repaired",
                TableError::OtherRank { .. } => "other_rank",
                TableError::Interrupted => "interrupted",
            },
            Error::False(_) | Error::WrongValue(_) => "check_failed",
            Error::OtherPlan | Error::Output(_) => "other",
            Error::Interrupted => "interrupted",
            Error::OtherRank(_) => "other_rank",
        };
        name.into()
    }

    /// Returns what the error says of a job, if other jobs may do where this one has failed.
    pub fn of_job(&self) -> Option<JobFailure> {
        match self {
            Error::Refused(_) | Error::TooLittle(_) => Some(JobFailure::Refused),
            Error::Engine(error) => match error.failing().0 {
                Failing::Plan | Failing::Adapter | Failing::Rules | Failing::DeviceMemory => {
                    Some(JobFailure::Refused)
                }
                Failing::Device | Failing::Values | Failing::Run => Some(JobFailure::Failed),
                Failing::Engine | Failing::Table | Failing::Means => None,
            },
            _ => None,
        }
    }

    /// Returns whether the CPU engine can go on with what an engine of this kind has stored before it failed:
    /// a GPU that is lost, or that has no memory, has stored no wrong value.
    pub fn lets_cpu_go_on(&self, failed: EngineKind) -> bool {
        match self {
            Error::Engine(error) => failed == EngineKind::Gpu && error.is_device_failure(),
            Error::OtherRank(failure) => failed == EngineKind::Gpu && failure.lets_cpu_go_on,
            _ => false,
        }
    }

    /// Returns whether a run has found that its table holds wrong values, so that no other run goes on with it.
    pub fn condemns_table(&self) -> bool {
        match self {
            Error::WrongValue(_)
            | Error::Engine(EngineError::OtherStoredValue { .. })
            | Error::Table(TableError::NotRepaired { .. }) => true,
            Error::OtherRank(failure) => failure.condemns_table,
            _ => false,
        }
    }

    /// Returns whether a file could not be written because there is no room for it.
    pub fn is_full_disk(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        match self {
            Error::Table(TableError::Io { source, .. }) => {
                matches!(source.kind(), StorageFull | QuotaExceeded | FileTooLarge)
            }
            Error::OtherRank(failure) => failure.is_full_disk,
            _ => false,
        }
    }
}
