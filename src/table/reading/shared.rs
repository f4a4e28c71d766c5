//! Tables that several ranks read together: each reads some of the tiles, and all learn what all have found.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ranks::Ranks;
use super::reader::TableReader;
use crate::engine::cluster::Network;
use crate::table::error::TableError;

impl TableReader {
    /// Lets the ranks of a network read the table together, each of them some of its tiles. All ranks make the same calls
    /// in the same order, and all get what one that is alone would get.
    #[must_use]
    pub fn shared_by(mut self, network: &'static dyn Network) -> Self {
        self.ranks = Ranks(network);
        if let Some(part) = self.part.take() {
            self.part = Some(part.agreed_with_ranks(self.plan().tiling(), network));
        }
        self
    }

    /// Returns the ranks that read the table together.
    pub fn network(&self) -> &'static dyn Network {
        self.ranks.0
    }

    /// Returns what the ranks have found, one after another, and this one's outcome among them. All ranks call it.
    ///
    /// # Errors
    /// When one of them has failed.
    pub fn of_all_ranks<T: Serialize + DeserializeOwned>(
        &self,
        found: Result<T, TableError>,
    ) -> Result<Vec<T>, TableError> {
        self.ranks.tell_all(found)
    }
}
