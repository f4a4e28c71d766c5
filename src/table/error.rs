//! What can go wrong with a table on disk.

use std::io;
use std::path::{Path, PathBuf};

/// A table that cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// Something stands where the table should go, and may not be replaced.
    #[error("{path}: {found}; {remedy}", path = path.display())]
    Occupied {
        /// Where.
        path: PathBuf,
        /// What is there.
        found: String,
        /// What the user can do.
        remedy: &'static str,
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
        /// Where.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A chunk is missing or does not decode.
    #[error("{path}: damaged chunk {chunk}: {reason}; tabulate the table again", path = path.display())]
    Damaged {
        /// The table.
        path: PathBuf,
        /// Key of the chunk, which is its file name within the table.
        chunk: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The run that wrote the table did not finish.
    #[error("{path}: the table is incomplete, its run has not finished; tabulate it again", path = path.display())]
    Incomplete {
        /// The table.
        path: PathBuf,
    },
}

impl TableError {
    /// For `map_err`: an I/O error with what was tried on which path.
    pub(super) fn io<'a>(
        path: &'a Path,
        attempt: &'static str,
    ) -> impl FnOnce(io::Error) -> Self + 'a {
        move |source| TableError::Io { path: path.to_owned(), attempt, source }
    }

    pub(super) fn not_a_table(path: &Path, reason: impl ToString) -> Self {
        TableError::NotATable { path: path.to_owned(), reason: reason.to_string() }
    }
}
