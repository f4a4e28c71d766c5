//! What can go wrong with a table on disk.

use std::io;
use std::path::{Path, PathBuf};

use super::other_format::OtherFormat;
use crate::control::Interrupted;
use crate::domain::Position;
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
    #[error("{path}: damaged chunk {chunk}: {reason}; resume the run, which computes it again", path = path.display())]
    Damaged {
        /// The path of the table.
        path: PathBuf,
        /// The key of the chunk, which is its file name within the table.
        chunk: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A table has a chunk that belongs to no tile of its domain: it would be one to other readers.
    #[error("{path}: {chunk} belongs to no tile of the domain; {remedy}", path = path.display())]
    Stray {
        /// The path of the table.
        path: PathBuf,
        /// The file, by its path within the table, or the chunk in it.
        chunk: String,
        /// What can be done about it.
        remedy: &'static str,
    },
    /// The table at the path is not the one that was opened there.
    #[error("{path}: the table was replaced by another one after it was opened; open it again", path = path.display())]
    Replaced {
        /// The path of both.
        path: PathBuf,
    },
    /// The run that writes the table has not finished.
    #[error("{path}: the table is incomplete, its run has not finished; resume the run", path = path.display())]
    Incomplete {
        /// The path of the table.
        path: PathBuf,
    },
    /// There is no table at the path yet, but the unfinished one of its run.
    #[error(
        "{path}: the table is incomplete, its run has not finished; its stored part is {partial}; resume the run",
        path = path.display(),
        partial = partial.display()
    )]
    Unfinished {
        /// The path of the table.
        path: PathBuf,
        /// The path of the unfinished table.
        partial: PathBuf,
    },
    /// The value of a position was not there yet when the unfinished table was opened.
    #[error("{path}: {position} is not computed yet; resume the run", path = path.display())]
    NotComputed {
        /// The path of the unfinished table.
        path: PathBuf,
        /// The position.
        position: Position,
    },
    /// The unfinished table that was read is there no more, since its run has finished it.
    #[error(
        "{path}: its run has finished the table in the meantime; open {finished}",
        path = path.display(),
        finished = finished.display()
    )]
    Finished {
        /// The path of the unfinished table.
        path: PathBuf,
        /// The path of the table.
        finished: PathBuf,
    },
    /// The chunks that are computed again in a damaged table do not fit the others.
    #[error(
        "{path}: with the recomputed chunks the {name} would be {found}, but the table records \
         {recorded}; have the table replaced",
        path = path.display()
    )]
    NotRepaired {
        /// The path of the table, which stays as it is.
        path: PathBuf,
        /// Which total.
        name: &'static str,
        /// The total that the table records.
        recorded: i128,
        /// The total of its values.
        found: i128,
    },
    /// The table does not hold what was requested.
    #[error(transparent)]
    Refused(InvalidInput),
    /// Another of the ranks that read the table together has failed.
    #[error("rank {rank}: {message}")]
    OtherRank {
        /// The rank.
        rank: usize,
        /// Why.
        message: String,
        /// Whether it was interrupted.
        is_interruption: bool,
    },
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
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// The path does not end in a name.
    #[error("not the name of a table")]
    NoName,
    /// The path is not valid UTF-8.
    #[error("the path is not valid text")]
    NotText,
    /// The name is one that this program gives to a file of its own: this one.
    #[error("the name is reserved for {0}")]
    ReservedName(&'static str),
    /// The name promises a file of another program.
    #[error("files that end with .{} are no tables, which are folders of Zarr", .0.ending)]
    OtherFormat(OtherFormat),
    /// The folder that should hold the table does not exist.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// A table has this name, and was not to be replaced.
    #[error("a table is there already")]
    Table,
    /// Something else has this name, which is never removed.
    #[error("{0}")]
    Foreign(Foreign),
    /// An interrupted run has left its unfinished table, and it was not to be replaced.
    #[error("an interrupted run has left its unfinished table here")]
    UnfinishedTable,
    /// A run has finished its table, but could not give it its final name.
    #[error("a complete table of an earlier run is there")]
    FinishedTable,
    /// Something else than an unfinished table has the name of one. It is never removed.
    #[error("{0}")]
    ForeignUnfinished(Foreign),
    /// Another run is writing this table: this one.
    #[error("another run is writing this table: {0}")]
    Locked(String),
    /// Something that is no lock has the name of the table's lock. It is never touched.
    #[error("a file that is not a lock has the name of the table's lock")]
    ForeignLock,
    /// The file system cannot lock files, so that nothing would keep other runs away: why.
    #[error("the file system cannot lock files: {0}")]
    Unlockable(String),
    /// The path leads into this table, whose files only the run that computes it writes.
    #[error("it would be written into the table {}", .0.display())]
    InsideTable(PathBuf),
    /// The run that has left the unfinished table has found that it computed this wrong value.
    #[error("the unfinished table there has wrong values: {0}")]
    WrongValues(String),
    /// The unfinished table is that of another job, or its chunks are stored in another way.
    #[error("the table there is of another job: {what} is {found}, not {wanted}")]
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
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Foreign {
    /// A file, a link or something else that is no directory.
    #[error("something that is not a table is there")]
    NoDirectory,
    /// A directory that is no table.
    #[error("a directory that is not a table is there")]
    OtherDirectory,
    /// A table, and in it something that does not belong to it.
    #[error("a table is there, and {0} in it is not part of it")]
    InTable(String),
}

impl Obstacle {
    /// Returns what can be done about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Obstacle::NoName => "give a name, as in table.zarr",
            Obstacle::NotText => "choose a path in UTF-8",
            Obstacle::ReservedName(_) => "choose another name, as in table.zarr",
            Obstacle::OtherFormat(_) => "choose another name, as in table.zarr",
            Obstacle::NoFolder(_) => "create it first",
            Obstacle::Table => "choose another path, or have the table replaced",
            Obstacle::Foreign(_) => "choose another path; only tables are ever replaced",
            Obstacle::UnfinishedTable => "resume the run, or have the table replaced",
            Obstacle::FinishedTable => {
                "resume the run, which finishes the table, or have the table replaced"
            }
            Obstacle::ForeignUnfinished(_) => "remove it, or choose another path for the table",
            Obstacle::Locked(_) => "wait for that run, or choose another path",
            Obstacle::ForeignLock => "choose another path for the table, or remove that file",
            Obstacle::Unlockable(_) => {
                "write the table to another file system, such as a local disk, or have this one mounted with locks"
            }
            Obstacle::InsideTable(_) => "choose a path outside of that table",
            Obstacle::WrongValues(_) => "have the table replaced by another engine or adapter",
            Obstacle::OtherJob { .. } => {
                "ask for the same job, have the table replaced, or choose another path"
            }
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
