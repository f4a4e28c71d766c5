//! The layers that an interrupted run has stored: their values are read back instead of searched for.
//!
//! A layer is stored if all tiles that it crosses are finished. The thresholds after such layers follow
//! from their values, so that a resumed run raises them layer by layer, and begins to search with the first
//! layer that is not stored whole. Tiles that it then still has to fill begin with that layer or a later
//! one: the layer window needs no earlier layer.

use std::collections::HashMap;

use rayon::prelude::*;

use super::canonical::CanonicalValues;
use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, Grading};
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::values::{Value, Values};

/// Returns the rank of the first layer that is not stored whole; the number of layers, if all are.
pub(in crate::engine::cpu) fn first_rank_to_search(plan: &Plan, sink: &dyn Sink) -> u32 {
    let tiling = plan.tiling();
    let unfinished = tiling.tiles().filter(|&index| !sink.is_finished(index));
    let first_ranks = unfinished.map(|index| tiling.region(index).first_rank(Grading::TokenSum));
    first_ranks.min().unwrap_or(plan.job().domain().largest_token_sum() + 1)
}

/// Reads the values of the canonical positions of stored layers, from the first layer on.
pub(super) struct StoredLayers<'a> {
    plan: &'a Plan,
    symmetry: &'a Symmetry,
    sink: &'a dyn Sink,
    /// The tiles with canonical positions and their first ranks. The next one to be read comes last.
    waiting: Vec<(u32, TileIndex)>,
    /// The tiles that the last layer crosses.
    tiles: HashMap<TileIndex, Values>,
}

impl<'a> StoredLayers<'a> {
    pub(super) fn new(plan: &'a Plan, symmetry: &'a Symmetry, sink: &'a dyn Sink) -> Self {
        let tiling = plan.tiling();
        let identity = symmetry.automorphisms().first();
        let has_canonical = |index: &TileIndex| {
            let region = tiling.region(*index);
            identity.is_none_or(|identity| {
                symmetry.may_map_to_canonical(identity, region.origin, region.last_cell())
            })
        };
        let tiles = tiling.tiles().filter(has_canonical);
        let first_rank = |index| tiling.region(index).first_rank(Grading::TokenSum);
        let mut waiting: Vec<_> = tiles.map(|index| (first_rank(index), index)).collect();
        waiting.sort_unstable_by(|a, b| b.cmp(a));
        StoredLayers { plan, symmetry, sink, waiting, tiles: HashMap::new() }
    }

    /// Fills in the values of the next layer, which has this rank and is stored whole.
    pub(super) fn fill<T: Value>(
        &mut self,
        rank: u32,
        values: &mut CanonicalValues<T>,
    ) -> Result<(), Stop> {
        self.read_tiles(rank)?;
        let rows: Vec<_> = values.rows(self.symmetry, rank).collect();
        rows.into_par_iter().with_min_len(8).try_for_each(|(x, columns, row)| {
            let mut at = Coordinates([0, x, columns.start, rank - x - columns.start]);
            let mut row = row;
            while !row.is_empty() {
                let (length, rest) = (self.fill_within_tile(at, row)?, row);
                row = &mut rest[length..];
                at[2] += length as u32;
                at[3] = at[3].wrapping_sub(length as u32);
            }
            Ok(())
        })
    }

    /// Fills in the values of `at` and the next cells along the second axis, as far as they lie in one
    /// tile; returns how many these are.
    fn fill_within_tile<T: Value>(&self, at: Coordinates, row: &mut [T]) -> Result<usize, Stop> {
        let edges = self.plan.tiling().edges();
        let (index, first) = self.plan.tiling().locate(at);
        let tile = self.tiles.get(&index).ok_or(Stop)?;
        let length = (edges[2] - at[2] % edges[2]).min(at[3] % edges[3] + 1);
        let length = row.len().min(length as usize);
        // The next cell has one token more on the second axis and one less on the third.
        let step = edges[3] as usize - 1;
        for (i, value) in row[..length].iter_mut().enumerate() {
            *value = T::from_u32(tile.get(first + i * step));
        }
        Ok(length)
    }

    /// Reads the tiles that begin with a layer, and forgets those that have ended before it.
    fn read_tiles(&mut self, rank: u32) -> Result<(), Stop> {
        let tiling = self.plan.tiling();
        let past = |index: &TileIndex| tiling.region(*index).last_rank(Grading::TokenSum) < rank;
        self.tiles.retain(|index, _| !past(index));
        let first = self.waiting.iter().rposition(|&(first_rank, _)| first_rank > rank);
        let begun = self.waiting.split_off(first.map_or(0, |before| before + 1));
        let read = |(_, index)| Ok((index, self.sink.finished_tile(index)?));
        let read: Vec<_> = begun.into_par_iter().map(read).collect::<Result<_, Stop>>()?;
        self.tiles.extend(read);
        Ok(())
    }
}
