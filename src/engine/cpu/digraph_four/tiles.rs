//! Tiles from a sliding window of the latest layers, and layers from the tiles of an earlier run.

use std::collections::{HashMap, VecDeque};

use rayon::prelude::*;

use super::layer::Layer;
use crate::domain::Grading;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::cpu::digraph::window::{span, take_ending_with, tiles_by_last_rank};
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::values::Values;

/// The layers that tiles still need, and the tiles that are not built yet.
pub(super) struct LayerWindow<'a> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// The tiles with their last ranks. The next one to be built comes last.
    waiting: Vec<(u32, TileIndex)>,
    layers: VecDeque<Layer>,
}

/// Returns the bytes of the window's layers when it is largest.
pub(super) fn window_bytes(plan: &Plan) -> u64 {
    let past = u64::from(plan.job().domain().largest_token_sum()) + 1;
    let ranks = past - span(plan)..past;
    ranks.map(|rank| Layer::bytes(rank as u32)).fold(0, u64::saturating_add)
}

impl<'a> LayerWindow<'a> {
    /// Begins with no layer; the first one will be that of `first_rank`.
    pub(super) fn new(plan: &'a Plan, sink: &'a dyn Sink, first_rank: u32) -> Self {
        let mut waiting = tiles_by_last_rank(plan);
        // Tiles that begin with an earlier layer are finished.
        let first_of = |index| plan.tiling().region(index).first_rank(Grading::TokenSum);
        waiting.retain(|&(_, index)| first_of(index) >= first_rank && !sink.is_finished(index));
        LayerWindow { plan, sink, waiting, layers: VecDeque::new() }
    }

    /// Adds a layer, and hands over the tiles that end with it.
    pub(super) fn hand_over(&mut self, layer: Layer) -> Result<(), Stop> {
        let ended = take_ending_with(layer.rank, &mut self.waiting);
        if self.layers.len() as u64 >= span(self.plan) {
            self.layers.pop_front();
        }
        self.layers.push_back(layer);
        ended.into_par_iter().with_max_len(1).try_for_each(|index| {
            self.sink.proceed()?;
            self.sink.tile(Tile { index, values: self.values(index) })
        })
    }

    /// Collects the values of a tile from the layers that it crosses.
    fn values(&self, index: TileIndex) -> Values {
        let is_outcome = self.plan.job().quantity() == Quantity::Outcome;
        let oldest = self.layers.front().map_or(0, |layer| layer.rank);
        let mut values = self.plan.blank_tile();
        let mut row = Vec::new();
        for run in self.plan.tiling().region(index).runs() {
            row.clear();
            let layers = self.layers.range((run.at.sum() - oldest) as usize..);
            row.extend(run.cells().zip(layers).map(|((at, _), layer)| {
                let value = u32::from(layer.value(at));
                if is_outcome { u32::from(value == 0) } else { value }
            }));
            values.write(run.offset, &row);
        }
        values
    }
}

/// Reads layers of which every tile is finished, from the first one on.
pub(super) struct StoredTiles<'a> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// The tiles with their first ranks. The next one to be read comes last.
    waiting: Vec<(u32, TileIndex)>,
    /// The tiles that the last layer crosses.
    tiles: HashMap<TileIndex, Values>,
}

impl<'a> StoredTiles<'a> {
    pub(super) fn new(plan: &'a Plan, sink: &'a dyn Sink) -> Self {
        let first_rank = |index| plan.tiling().region(index).first_rank(Grading::TokenSum);
        let mut waiting: Vec<_> =
            plan.tiling().tiles().map(|index| (first_rank(index), index)).collect();
        waiting.sort_unstable_by(|a, b| b.cmp(a));
        StoredTiles { plan, sink, waiting, tiles: HashMap::new() }
    }

    /// Returns the values of the next layer, which has this rank.
    pub(super) fn layer(&mut self, rank: u32) -> Result<Layer, Stop> {
        self.read_tiles(rank)?;
        let is_outcome = self.plan.job().quantity() == Quantity::Outcome;
        let tiling = self.plan.tiling();
        let mut layer = Layer::new(rank);
        let rows: Vec<_> = layer.rows().collect();
        rows.into_par_iter().with_min_len(8).try_for_each(|(first, row)| {
            for (value, tokens) in row.iter_mut().zip(0..) {
                let mut at = first.with_last(first[3] - tokens);
                at[2] = tokens;
                let (index, cell) = tiling.locate(at);
                let stored = self.tiles.get(&index).ok_or(Stop)?.get(cell);
                // A P-position has the value 0.
                *value = if is_outcome { 1 - stored as u16 } else { stored as u16 };
            }
            Ok(())
        })?;
        Ok(layer)
    }

    /// Reads the tiles that begin with a layer, and forgets those that have ended before it.
    fn read_tiles(&mut self, rank: u32) -> Result<(), Stop> {
        let tiling = self.plan.tiling();
        let past = |index: &TileIndex| tiling.region(*index).last_rank(Grading::TokenSum) < rank;
        self.tiles.retain(|index, _| !past(index));
        while let Some(&(_, index)) = self.waiting.last().filter(|(first, _)| *first <= rank) {
            self.tiles.insert(index, self.sink.finished_tile(index)?);
            self.waiting.pop();
        }
        Ok(())
    }
}
