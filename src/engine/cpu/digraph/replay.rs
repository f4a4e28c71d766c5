//! The layers that an interrupted run has stored: their values are read back instead of searched for.
//!
//! A layer is stored if all tiles that it crosses are finished. The thresholds after such layers follow
//! from their values, so that a resumed run raises them layer by layer, and begins to search with the first
//! layer that is not stored whole. Tiles that it then still has to fill begin with that layer or a later
//! one: the layer window needs no earlier layer.

use std::collections::HashMap;

use rayon::prelude::*;

use super::canonical::CanonicalValues;
use super::waiting::WaitingTiles;
use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, Grading};
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::values::{Value, Values};

/// Returns the grade of the first layer that is not stored whole; the number of layers, if all are.
pub(in crate::engine::cpu) fn first_grade_to_search(plan: &Plan, sink: &dyn Sink) -> u32 {
    let tiling = plan.tiling();
    let unfinished = tiling.tiles().filter(|&index| !sink.is_finished(index));
    let first_grades = unfinished.map(|index| tiling.region(index).first_grade(&Grading::TokenSum));
    first_grades.min().unwrap_or(plan.job().domain().largest_token_sum() + 1)
}

/// Reads the values of the canonical positions of stored layers, from the first layer on.
pub(super) struct StoredLayers<'a> {
    symmetry: &'a Symmetry,
    /// The tiles with canonical positions.
    tiles: StoredTiles<'a>,
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
        StoredLayers { symmetry, tiles: StoredTiles::new(plan, sink, has_canonical) }
    }

    /// Fills in the values of the next layer, which has this grade and is stored whole.
    pub(super) fn fill<T: Value>(
        &mut self,
        grade: u32,
        values: &mut CanonicalValues<T>,
    ) -> Result<(), Stop> {
        self.tiles.read(grade)?;
        let rows: Vec<_> = values.rows(self.symmetry, grade).collect();
        rows.into_par_iter().with_min_len(8).try_for_each(|(x, columns, row)| {
            let first = Coordinates([0, x, columns.start, grade - x - columns.start]);
            self.tiles.fill_row(first, row)
        })
    }
}

/// Finished tiles, each for as long as layers cross it.
pub(in crate::engine::cpu) struct StoredTiles<'a> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// The tiles by their first grades.
    waiting: WaitingTiles,
    /// The tiles that the last layer crosses.
    tiles: HashMap<TileIndex, Values>,
}

impl<'a> StoredTiles<'a> {
    /// Begins before the first layer, with the tiles that are wanted.
    pub(in crate::engine::cpu) fn new(
        plan: &'a Plan,
        sink: &'a dyn Sink,
        is_wanted: impl Fn(&TileIndex) -> bool,
    ) -> Self {
        let waiting = WaitingTiles::by_first_grade(plan, is_wanted);
        StoredTiles { plan, sink, waiting, tiles: HashMap::new() }
    }

    /// Reads the tiles that begin with a layer, and forgets those that have ended before it.
    pub(in crate::engine::cpu) fn read(&mut self, grade: u32) -> Result<(), Stop> {
        let tiling = self.plan.tiling();
        let past = |index: &TileIndex| tiling.region(*index).last_grade(&Grading::TokenSum) < grade;
        self.tiles.retain(|index, _| !past(index));
        let begun = self.waiting.take_up_to(grade);
        let read = |index| Ok((index, self.sink.finished_tile(index)?));
        let read: Vec<_> = begun.into_par_iter().map(read).collect::<Result<_, Stop>>()?;
        self.tiles.extend(read);
        Ok(())
    }

    /// Fills in the stored values of the position `at` of the layer and of those beyond it in its row: each has a token
    /// more on the axis before the last, and one less on the last axis.
    pub(in crate::engine::cpu) fn fill_row<T: Value>(
        &self,
        mut at: Coordinates,
        mut row: &mut [T],
    ) -> Result<(), Stop> {
        let edges = self.plan.tiling().edges();
        // How much further the next position lies in a tile.
        let step = edges[3] as usize - 1;
        while !row.is_empty() {
            let (index, first) = self.plan.tiling().locate(at);
            let tile = self.tiles.get(&index).ok_or(Stop)?;
            let length = (edges[2] - at[2] % edges[2]).min(at[3] % edges[3] + 1);
            let (within, beyond) = row.split_at_mut(row.len().min(length as usize));
            for (i, value) in within.iter_mut().enumerate() {
                *value = T::from_u32(tile.get(first + i * step));
            }
            row = beyond;
            at[2] += length;
            at[3] = at[3].wrapping_sub(length);
        }
        Ok(())
    }
}
