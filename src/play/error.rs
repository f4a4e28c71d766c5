//! Why a question about a table has no answer.

use crate::invalid_input::InvalidInput;
use crate::table::{ScanError, TableError};

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The question makes no sense for this table.
    #[error(transparent)]
    Refused(#[from] InvalidInput),
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The scan of a table on which the answer depends did not come to its end.
    #[error(transparent)]
    Scan(#[from] ScanError),
}
