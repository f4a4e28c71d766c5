//! Why a picture is not drawn.

use crate::invalid_input::InvalidInput;
use crate::play::PlayError;
use crate::table::{ScanError, TableError};

/// A picture that cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// What was asked for does not fit the table, or is too large.
    #[error(transparent)]
    Refused(#[from] InvalidInput),
    /// The table is incomplete or damaged, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The drawing was interrupted through its [`Control`](crate::Control).
    #[error("interrupted")]
    Interrupted,
}

impl From<PlayError> for PictureError {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Refused(error) => PictureError::Refused(error),
            PlayError::Table(error) => PictureError::Table(error),
            PlayError::Scan(error) => error.into(),
        }
    }
}

impl From<ScanError> for PictureError {
    fn from(error: ScanError) -> Self {
        match error {
            ScanError::Table(error) => PictureError::Table(error),
            ScanError::Interrupted => PictureError::Interrupted,
        }
    }
}
