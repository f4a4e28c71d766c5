//! Finished tiles that altered vectors still lead to.
//!
//! An altered vector leads to one cell, which may lie several tiles back. Tiles are kept for as many
//! fronts as the longest vectors span, which are all fronts if a vector is as long as the box.

use std::collections::HashMap;

use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::plan::Plan;
use crate::values::Values;

/// The tiles of the last fronts.
pub(in crate::engine::cpu) struct History<'a> {
    plan: &'a Plan,
    /// How many fronts back the altered vectors lead at most.
    fronts: u32,
    tiles: HashMap<TileIndex, Values>,
}

impl<'a> History<'a> {
    /// Begins with no tile, for vectors that lead back by at most this many fronts.
    pub(in crate::engine::cpu) fn new(plan: &'a Plan, fronts: u32) -> Self {
        History { plan, fronts, tiles: HashMap::new() }
    }

    /// Returns whether there is any altered vector.
    pub(in crate::engine::cpu) fn is_needed(&self) -> bool {
        self.fronts > 0
    }

    /// Keeps a finished tile.
    pub(in crate::engine::cpu) fn keep(&mut self, index: TileIndex, values: Values) {
        self.tiles.insert(index, values);
    }

    /// Forgets the tiles that no vector from this front or a later one leads to.
    pub(in crate::engine::cpu) fn forget_before(&mut self, front: u32) {
        let oldest = front.saturating_sub(self.fronts);
        self.tiles.retain(|index, _| index.sum() >= oldest);
    }

    /// Returns the value of a cell in an earlier tile.
    pub(in crate::engine::cpu) fn value(&self, at: Coordinates) -> u32 {
        let (index, offset) = self.plan.tiling().locate(at);
        // Every tile that a vector of the game leads to is kept.
        self.tiles.get(&index).map_or(0, |values| values.get(offset))
    }
}
