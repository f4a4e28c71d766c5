//! Why an export did not come to its end.

use std::io;

use crate::invalid_input::InvalidInput;
use crate::table::{ScanError, TableError};

/// Why an export did not come to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// What was asked for does not fit the table, or the memory of this machine.
    #[error(transparent)]
    Refused(#[from] InvalidInput),
    /// The table is incomplete or damaged, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It was interrupted through its [`Control`](crate::Control).
    #[error("interrupted")]
    Interrupted,
    /// What was exported could not be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl From<ScanError> for ExportError {
    fn from(error: ScanError) -> Self {
        match error {
            ScanError::Table(error) => ExportError::Table(error),
            ScanError::Interrupted => ExportError::Interrupted,
        }
    }
}
