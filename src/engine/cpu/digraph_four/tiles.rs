//! Tiles from a sliding window of the latest layers, and layers from the tiles of an earlier run.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::layer::Layer;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::cpu::digraph::replay::StoredTiles;
use crate::engine::cpu::digraph::waiting::WaitingTiles;
use crate::engine::cpu::digraph::window::span;
use crate::engine::{Sink, Stop, is_wanted};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::values::Values;

/// The layers that tiles still need, and the tiles that are not built yet.
pub(super) struct LayerWindow<'a> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// The tiles by their last grades.
    waiting: WaitingTiles,
    layers: VecDeque<Layer>,
}

/// Returns the bytes of the window's layers when it is largest.
pub(super) fn window_bytes(plan: &Plan) -> u64 {
    let past = u64::from(plan.job().domain().largest_token_sum()) + 1;
    let grades = past - span(plan)..past;
    grades.map(|grade| Layer::bytes(grade as u32)).fold(0, u64::saturating_add)
}

impl<'a> LayerWindow<'a> {
    /// Begins with no layer, and all tiles that are to be handed over.
    pub(super) fn new(plan: &'a Plan, sink: &'a dyn Sink) -> Self {
        let waiting = WaitingTiles::by_last_grade(plan, |&index| is_wanted(sink, index));
        LayerWindow { plan, sink, waiting, layers: VecDeque::new() }
    }

    /// Adds a layer, and hands over the tiles that end with it.
    pub(super) fn hand_over(&mut self, layer: Layer) -> Result<(), Stop> {
        let ended = self.waiting.take_up_to(layer.grade);
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
        let oldest = self.layers.front().map_or(0, |layer| layer.grade);
        self.plan.tile_of_runs(index, |run| {
            let layers = self.layers.range((run.at.sum() - oldest) as usize..);
            run.cells().zip(layers).map(move |((at, _), layer)| {
                let value = u32::from(layer.value(at));
                if is_outcome { u32::from(value == 0) } else { value }
            })
        })
    }
}

/// Returns the values of a layer of which every tile is finished and has been read.
pub(super) fn stored_layer(plan: &Plan, tiles: &StoredTiles, grade: u32) -> Result<Layer, Stop> {
    let is_outcome = plan.job().quantity() == Quantity::Outcome;
    let mut layer = Layer::new(grade);
    let rows: Vec<_> = layer.rows().collect();
    rows.into_par_iter().with_min_len(8).try_for_each(|(first, row)| {
        tiles.fill_row(first, row)?;
        if is_outcome {
            // A P-position has the value 0.
            row.iter_mut().for_each(|value| *value = 1 - *value);
        }
        Ok(())
    })?;
    Ok(layer)
}
