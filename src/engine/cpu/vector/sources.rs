//! The sources of a tile, from which it takes lines or values, and its takers.
//!
//! If one process computes all tiles, every source of a tile is one of its neighbours below or is dominated by one, so
//! that it suffices to wait for these neighbours. With several ranks a line may come from a tile of this rank by way of
//! tiles of other ranks, so that a tile waits for each of its sources.

use std::collections::BTreeSet;

use super::mirror::is_below_diagonal;
use crate::domain::tiling::{TileIndex, Tiling};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cluster::Share;
use crate::engine::vector_games::mirror::mirror_image;

/// The sources of tiles.
pub(super) struct Sources<'a> {
    pub(super) tiling: &'a Tiling,
    pub(super) is_mirrored: bool,
    pub(super) share: Share<'a>,
    /// The distances in tiles to which lines and altered vectors lead back.
    pub(super) backs: BTreeSet<TileIndex>,
}

impl Sources<'_> {
    /// Returns whether this rank computes a tile.
    pub(super) fn computes(&self, index: TileIndex) -> bool {
        self.is_computed(index) && self.share.has(index)
    }

    /// Returns whether a tile is in the table, and is not the mirror image of one that is computed.
    pub(super) fn is_computed(&self, index: TileIndex) -> bool {
        self.tiling.holds(index) && !(self.is_mirrored && is_below_diagonal(index))
    }

    /// Returns the tile that is computed for a tile: itself, or its mirror image.
    pub(super) fn keeper(&self, index: TileIndex) -> TileIndex {
        if self.is_mirrored && is_below_diagonal(index) { mirror_image(index) } else { index }
    }

    /// Counts the tiles that a tile of this rank waits for. A tile on the diagonal of a mirrored table has the mirror
    /// image of a neighbour for another one.
    pub(super) fn count(&self, index: TileIndex) -> usize {
        let below = (0..MAX_HEAPS).filter_map(|axis| index.checked_sub(unit(axis)));
        let neighbours = below.filter(|&neighbour| self.computes(neighbour));
        if !self.share.is_divided() {
            return neighbours.count();
        }
        let behind = self.backs.iter().filter_map(|&back| index.checked_sub(back));
        neighbours.chain(behind.map(|behind| self.keeper(behind))).collect::<BTreeSet<_>>().len()
    }

    /// Lists the tiles of this rank that wait for a tile, of whatever rank.
    pub(super) fn waiting_for(&self, index: TileIndex) -> Vec<TileIndex> {
        let above = (0..MAX_HEAPS).map(|axis| index + unit(axis));
        let neighbours = above.filter(|&neighbour| self.computes(neighbour));
        if !self.share.is_divided() {
            return neighbours.collect();
        }
        let mut waiting: BTreeSet<TileIndex> =
            self.takers(index).into_iter().filter(|&taker| self.share.has(taker)).collect();
        if self.share.has(index) {
            waiting.extend(neighbours);
        }
        waiting.into_iter().collect()
    }

    /// Returns whether a tile looks up values of another one, where altered vectors lead back by these numbers of tiles.
    pub(super) fn looks_up(
        &self,
        taker: TileIndex,
        index: TileIndex,
        altered: &BTreeSet<TileIndex>,
    ) -> bool {
        let mut behind = altered.iter().filter_map(|&back| taker.checked_sub(back));
        behind.any(|behind| self.keeper(behind) == index)
    }

    /// Lists the tiles of all ranks that take lines or values from a tile.
    pub(super) fn takers(&self, index: TileIndex) -> BTreeSet<TileIndex> {
        let image = self.is_mirrored.then(|| mirror_image(index));
        let sources = [Some(index), image].into_iter().flatten();
        let beyond = sources.flat_map(|source| self.backs.iter().map(move |&back| source + back));
        beyond.filter(|&taker| self.is_computed(taker)).collect()
    }

    /// Lists the tiles of this rank that wait for none.
    pub(super) fn first(&self) -> Vec<TileIndex> {
        if !self.share.is_divided() {
            return vec![Coordinates::ZERO];
        }
        let own = self.tiling.tiles().filter(|&index| self.computes(index));
        own.filter(|&index| self.count(index) == 0).collect()
    }
}

/// The index of the second tile along an axis.
pub(super) fn unit(axis: usize) -> TileIndex {
    Coordinates::from_fn(|other| u32::from(other == axis))
}
