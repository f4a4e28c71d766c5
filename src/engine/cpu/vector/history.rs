//! Finished tiles that altered moves still lead to.
//!
//! A single vector leads to one cell, which may lie several tiles back. Tiles are kept for as many
//! waves as the longest vectors span, all of them if those are as long as the box.

use std::collections::HashMap;

use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::plan::Plan;
use crate::values::Value;

/// The last waves of tiles.
pub(in crate::engine::cpu) struct History<'a, V> {
    plan: &'a Plan,
    reach: usize,
    tiles: HashMap<TileIndex, Vec<V>>,
}

impl<'a, V: Value> History<'a, V> {
    /// Of the last `reach` waves.
    pub(in crate::engine::cpu) fn new(plan: &'a Plan, reach: usize) -> Self {
        History { plan, reach, tiles: HashMap::new() }
    }

    /// Whether there is any vector that leads back.
    pub(in crate::engine::cpu) fn is_needed(&self) -> bool {
        self.reach > 0
    }

    /// Keeps a finished tile.
    pub(in crate::engine::cpu) fn keep(&mut self, index: TileIndex, values: Vec<V>) {
        self.tiles.insert(index, values);
    }

    /// Forgets what the tiles of the wave `wave` and later ones cannot see.
    pub(in crate::engine::cpu) fn forget_before(&mut self, wave: usize) {
        let oldest = wave.saturating_sub(self.reach);
        self.tiles.retain(|index, _| wave_of(*index) >= oldest);
    }

    /// The value of a cell in an earlier tile.
    pub(in crate::engine::cpu) fn value(&self, at: Coordinates) -> u32 {
        let (index, offset) = self.plan.tiling().locate(at);
        // Every tile that a vector of the game leads to is kept.
        self.tiles.get(&index).map_or(0, |values| values[offset].to_u32())
    }
}

/// The wave a tile belongs to.
pub(in crate::engine::cpu) fn wave_of(index: TileIndex) -> usize {
    index.iter().map(|&i| i as usize).sum()
}

/// How many waves back the vectors lead at most; 0 when there is none.
pub(in crate::engine::cpu) fn reach(
    plan: &Plan,
    vectors: impl Iterator<Item = Coordinates>,
) -> usize {
    let edges = plan.tiling().edges();
    let mut tiles_back = [0; MAX_HEAPS];
    for vector in vectors {
        for axis in 0..MAX_HEAPS {
            tiles_back[axis] = tiles_back[axis].max(vector[axis].div_ceil(edges[axis]));
        }
    }
    wave_of(Coordinates(tiles_back))
}
