//! What there is of an unfinished table.

use std::collections::HashSet;
use std::sync::OnceLock;

use crate::domain::tiling::{TileIndex, Tiling};
use crate::engine::cluster::Network;
use crate::totals::Statistics;

/// The tiles of an unfinished table that were stored when it was looked at.
#[derive(Debug)]
pub(super) struct StoredPart {
    pub(super) tiles: HashSet<TileIndex>,
    /// The positions that they hold.
    pub(super) positions: u64,
    /// The totals of their values, once these have been read.
    pub(super) totals: OnceLock<Statistics>,
}

impl StoredPart {
    pub(super) fn new(tiles: HashSet<TileIndex>, tiling: &Tiling) -> Self {
        let positions = tiles.iter().map(|&tile| tiling.positions_in(tile)).sum();
        StoredPart { tiles, positions, totals: OnceLock::new() }
    }

    /// Returns what the first of several ranks has found: another may have looked earlier, or later. All of them
    /// call it.
    pub(super) fn agreed_with_ranks(self, tiling: &Tiling, network: &dyn Network) -> Self {
        if network.size() == 1 {
            return self;
        }
        let own = if network.rank() == 0 { self.tiles } else { HashSet::new() };
        StoredPart::new(network.tiles_of_all(&own), tiling)
    }
}
