//! What can go wrong with a table on disk.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::control::Interrupted;
use crate::invalid_input::InvalidInput;

/// A table that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A table cannot be written to this path.
    #[error("{path}: {obstacle}; {remedy}", path = path.display(), remedy = obstacle.remedy())]
    Destination {
        /// The path that is in question: the table's, or one next to it.
        path: PathBuf,
        /// What stands in the way.
        obstacle: Obstacle,
    },
    /// The operating system refused.
    #[error("{path}: cannot {attempt}: {source}", path = path.display())]
    Io {
        /// Which file or directory.
        path: PathBuf,
        /// What was tried.
        attempt: &'static str,
        /// The reason given.
        source: io::Error,
    },
    /// The path holds no table of this program.
    #[error("{path}: not a grundytab table: {reason}", path = path.display())]
    NotATable {
        /// The path that was opened.
        path: PathBuf,
        /// Why it is none.
        reason: String,
    },
    /// A chunk is missing or does not decode.
    #[error("{path}: damaged chunk {chunk}: {reason}; tabulate the table again", path = path.display())]
    Damaged {
        /// The path of the table.
        path: PathBuf,
        /// The key of the chunk, which is its file name within the table.
        chunk: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A chunk is in a form that its codec allows and this program does not read.
    #[error(
        "{path}: chunk {chunk}: {reason}; let the program that wrote it write it as zarr.json names its codec",
        path = path.display()
    )]
    Unread {
        /// The path of the table.
        path: PathBuf,
        /// The key of the chunk, which is its file name within the table.
        chunk: String,
        /// In which form it is.
        reason: String,
    },
    /// The table at the path is not the one that was opened there.
    #[error("{path}: another table has taken the place of the one that was opened; open it anew", path = path.display())]
    Replaced {
        /// The path of both.
        path: PathBuf,
    },
    /// A chunk of the overview beside a table is missing or does not decode.
    #[error(
        "{path}: damaged chunk {chunk}: {reason}; remove this overview, so that it is made anew",
        path = path.display()
    )]
    DamagedOverview {
        /// The path of the overview.
        path: PathBuf,
        /// The key of the chunk, which is its file name within the overview.
        chunk: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The run that wrote the table did not finish.
    #[error("{path}: the table is incomplete, its run has not finished; tabulate it again", path = path.display())]
    Incomplete {
        /// The path of the table.
        path: PathBuf,
    },
    /// The table does not hold what was requested.
    #[error(transparent)]
    Refused(InvalidInput),
    /// It was interrupted through its [`Control`](crate::Control).
    #[error("interrupted")]
    Interrupted,
}

impl From<Interrupted> for TableError {
    fn from(Interrupted: Interrupted) -> Self {
        TableError::Interrupted
    }
}

/// What keeps a table from being written to a path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// The path does not end in a name.
    NoName,
    /// The path is not valid UTF-8.
    NotText,
    /// The name is one that this program gives to a file of its own: this one.
    ReservedName(&'static str),
    /// The folder that should hold the table does not exist.
    NoFolder(PathBuf),
    /// A table has this name, and was not to be replaced.
    Table,
    /// Something else has this name, which is never removed.
    Foreign(Foreign),
    /// An interrupted run has left its unfinished table, and it was not to be replaced.
    UnfinishedTable,
    /// A run has finished its table, but could not give it its final name.
    FinishedTable,
    /// Something else than an unfinished table has the name of one. It is never removed.
    ForeignUnfinished(Foreign),
    /// Another run is writing this table: this one.
    Locked(String),
    /// Something that is no lock has the name of the table's lock. It is never touched.
    ForeignLock,
    /// The path leads into this table, whose files only the run that computes it writes.
    InsideTable(PathBuf),
    /// The run that has left the unfinished table has found that it computed this wrong value.
    WrongValues(String),
    /// The unfinished table is that of another job, or its chunks are stored in another way.
    OtherJob {
        /// What differs, as in `the domain`.
        what: &'static str,
        /// What the unfinished table has.
        found: String,
        /// What was requested.
        wanted: String,
    },
}

/// What a path holds that is not a table, or not a table alone.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Foreign {
    /// A file, a link or something else that is no directory.
    NoDirectory,
    /// A directory that is no table.
    OtherDirectory,
    /// A table, and in it something that does not belong to it.
    InTable(String),
}

impl Obstacle {
    /// Returns what can be done about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Obstacle::NoName => "give a name, as in table.zarr",
            Obstacle::NotText => "choose a path in UTF-8",
            Obstacle::ReservedName(_) => "choose another name, as in table.zarr",
            Obstacle::NoFolder(_) => "create it first",
            Obstacle::Table => "choose another path, or have the table replaced",
            Obstacle::Foreign(_) => "choose another path; only tables are ever replaced",
            Obstacle::UnfinishedTable => "have the run resumed or the table replaced",
            Obstacle::FinishedTable => {
                "resume the run, which finishes it, or let the table be replaced"
            }
            Obstacle::ForeignUnfinished(_) => "remove it, or choose another path for the table",
            Obstacle::Locked(_) => "wait for it, or choose another path",
            Obstacle::ForeignLock => "choose another path for the table, or remove that",
            Obstacle::InsideTable(_) => "choose a path outside of it",
            Obstacle::WrongValues(_) => "have it replaced, by another engine or adapter",
            Obstacle::OtherJob { .. } => {
                "ask for the same job, have the table replaced, or choose another path"
            }
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::NoName => f.write_str("not the name of a table"),
            Obstacle::NotText => f.write_str("the path is not valid text"),
            Obstacle::ReservedName(what) => write!(f, "the name is that of {what}"),
            Obstacle::NoFolder(folder) => write!(f, "there is no folder {}", folder.display()),
            Obstacle::Table => f.write_str("a table is there already"),
            Obstacle::Foreign(foreign) | Obstacle::ForeignUnfinished(foreign) => foreign.fmt(f),
            Obstacle::UnfinishedTable => {
                f.write_str("an interrupted run has left its unfinished table here")
            }
            Obstacle::FinishedTable => f.write_str("a complete table of an earlier run is there"),
            Obstacle::Locked(by) => write!(f, "another run is writing this table: {by}"),
            Obstacle::ForeignLock => {
                f.write_str("a file that is not a lock has the name of the table's lock")
            }
            Obstacle::InsideTable(table) => {
                write!(f, "it would be written into the table {}", table.display())
            }
            Obstacle::WrongValues(wrong) => {
                write!(f, "the unfinished table there has wrong values: {wrong}")
            }
            Obstacle::OtherJob { what, found, wanted } => {
                write!(f, "the table there is of another job: {what} is {found}, not {wanted}")
            }
        }
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Foreign::NoDirectory => f.write_str("something that is not a table is there"),
            Foreign::OtherDirectory => f.write_str("a directory that is not a table is there"),
            Foreign::InTable(file) => write!(f, "a table is there, and in it {file}"),
        }
    }
}

impl TableError {
    /// Returns a function for `map_err` that makes an I/O error with what was tried on which path.
    pub(super) fn io<'a>(
        path: &'a Path,
        attempt: &'static str,
    ) -> impl FnOnce(io::Error) -> Self + 'a {
        move |source| TableError::Io { path: path.to_owned(), attempt, source }
    }

    pub(super) fn not_a_table(path: &Path, reason: impl ToString) -> Self {
        TableError::NotATable { path: path.to_owned(), reason: reason.to_string() }
    }

    pub(super) fn destination(path: &Path, obstacle: Obstacle) -> Self {
        TableError::Destination { path: path.to_owned(), obstacle }
    }
}
