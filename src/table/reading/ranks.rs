//! The ranks that read a table together.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::engine::cluster::{Network, SingleRank};
use crate::table::error::TableError;

/// What a rank tells the others.
#[derive(Serialize, Deserialize)]
enum RankMessage<T> {
    Found(T),
    Failed { message: String, is_interruption: bool },
}

/// The ranks that read a table together.
#[derive(Clone, Copy)]
pub struct Ranks(pub(super) &'static dyn Network);

impl Ranks {
    /// The only rank.
    pub(super) const SINGLE_RANK: Ranks = Ranks(&SingleRank);

    /// Tells all ranks what this one has found, and returns what each of them has. All ranks call it.
    ///
    /// # Errors
    /// When one of them has failed.
    pub(super) fn tell_all<T: Serialize + DeserializeOwned>(
        self,
        found: Result<T, TableError>,
    ) -> Result<Vec<T>, TableError> {
        let network = self.0;
        if network.size() == 1 {
            return found.map(|found| vec![found]);
        }
        let (told, failure) = match found {
            Ok(found) => (RankMessage::Found(found), None),
            Err(error) => {
                let is_interruption = matches!(error, TableError::Interrupted);
                (RankMessage::Failed { message: error.to_string(), is_interruption }, Some(error))
            }
        };
        let told = network.gather_all(&serde_json::to_vec(&told).unwrap_or_default());
        if let Some(failure) = failure {
            return Err(failure);
        }
        let read = |(rank, told): (usize, &Vec<u8>)| match serde_json::from_slice(told) {
            Ok(RankMessage::Found(found)) => Ok(found),
            Ok(RankMessage::Failed { message, is_interruption }) => {
                Err(TableError::OtherRank { rank, message, is_interruption })
            }
            Err(error) => {
                let message = format!("what it has found cannot be read: {error}");
                Err(TableError::OtherRank { rank, message, is_interruption: false })
            }
        };
        told.iter().enumerate().map(read).collect()
    }
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.0.rank(), self.0.size())
    }
}
