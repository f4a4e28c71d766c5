//! Tables that several ranks read together: each scans some of the tiles, and all learn what all have found.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::ranks::Ranks;
use super::reader::TableReader;
use super::scan::TileScan;
use crate::control::Control;
use crate::domain::tiling::TileIndex;
use crate::engine::cluster::Network;
use crate::table::error::TableError;

/// What a rank tells the others.
#[derive(Serialize, Deserialize)]
enum RankMessage<T> {
    Found(T),
    Failed { message: String, is_interruption: bool },
}

impl TableReader {
    /// Lets the ranks of a network scan the table together, each of them some of its tiles. All ranks make the same calls
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
    pub(crate) fn network(&self) -> &'static dyn Network {
        self.ranks.0
    }

    /// Returns those of some tiles that this rank scans.
    pub(crate) fn own(&self, tiles: Vec<TileIndex>) -> Vec<TileIndex> {
        let network = self.network();
        tiles.into_iter().skip(network.rank()).step_by(network.size()).collect()
    }

    /// Scans the tiles as [`scan_tiles`](TableReader::scan_tiles) does, each on one of the ranks: `scan_tile` adds what
    /// it finds to the rank's `state`. Returns what the ranks have `found` at the end, one after another. All ranks call
    /// it.
    ///
    /// # Errors
    /// When a rank cannot read the table, or is interrupted.
    pub(crate) fn scan_by_ranks<S: Sync, T: Serialize + DeserializeOwned>(
        &self,
        control: &Control,
        state: S,
        scan_tile: impl Fn(&TileScan, &S) -> Result<(), TableError> + Sync,
        found: impl FnOnce(S) -> T,
    ) -> Result<Vec<T>, TableError> {
        let scanned = self.scan_own_tiles(control, |tile| scan_tile(tile, &state));
        self.of_all_ranks(scanned.map(|()| found(state)))
    }

    /// Scans the tiles of this rank. What it finds the others do not know.
    pub(crate) fn scan_own_tiles(
        &self,
        control: &Control,
        scan_tile: impl Fn(&TileScan) -> Result<(), TableError> + Sync,
    ) -> Result<(), TableError> {
        // The others are as far as this one, about.
        let ranks = self.network().size() as u64;
        let of_all = |positions| control.report(positions * ranks);
        let control = control.reporting(&of_all);
        self.scan_some(self.own(self.tiles_by_rank()), &control, scan_tile)
    }

    /// Returns what the ranks have found, one after another, and this one's outcome among them. All ranks call it.
    ///
    /// # Errors
    /// When one of them has failed.
    pub(crate) fn of_all_ranks<T: Serialize + DeserializeOwned>(
        &self,
        found: Result<T, TableError>,
    ) -> Result<Vec<T>, TableError> {
        let network = self.network();
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
