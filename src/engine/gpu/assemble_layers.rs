//! From layers to tiles: engines that sweep layer by layer hand their layers to an
//! [`Assembler`], which spreads each over the tiles it crosses and passes on those it completes.
//!
//! A tile is open from the layer of its least corner to that of its largest: a table of h heaps
//! has about h waves of tiles open at once.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::domain::layer::Layer;
use crate::domain::tiling::{Tile, TileIndex, TileRegion};
use crate::domain::{Coordinates, Grading};
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::values::{Value, Values, on_values};

/// Tiles in the making.
pub(crate) struct Assembler<'a> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// Tiles not yet begun, by rank of their least corner, the next one last.
    waiting: Vec<TileIndex>,
    open: Vec<OpenTile>,
}

struct OpenTile {
    index: TileIndex,
    block: TileRegion,
    values: Values,
}

impl<'a> Assembler<'a> {
    pub(crate) fn new(plan: &'a Plan, sink: &'a dyn Sink) -> Self {
        let grading = plan.job().grading();
        let mut waiting: Vec<TileIndex> = plan.tiling().tiles().collect();
        waiting.sort_by_key(|&index| Reverse(plan.tiling().region(index).first_rank(grading)));
        Assembler { plan, sink, waiting, open: Vec::new() }
    }

    /// Takes the values of a layer, one per slot. Layers come in order of rank, all of them.
    pub(crate) fn layer(&mut self, layer: &Layer, values: &[u32]) -> Result<(), Stop> {
        let plan = self.plan;
        while let Some(&index) = self.waiting.last() {
            let block = plan.tiling().region(index);
            if block.first_rank(layer.grading) > layer.rank {
                break;
            }
            self.waiting.pop();
            self.open.push(OpenTile { index, block, values: plan.blank_tile() });
        }
        self.open.par_iter_mut().for_each(|tile| {
            let block = &tile.block;
            on_values!(&mut tile.values, cells => copy_layer(layer, values, block, cells));
        });
        let (finished, open) = std::mem::take(&mut self.open)
            .into_iter()
            .partition(|tile| tile.block.last_rank(layer.grading) == layer.rank);
        self.open = open;
        finished
            .into_par_iter()
            .try_for_each(|OpenTile { index, values, .. }| self.sink.tile(Tile { index, values }))
    }
}

/// Copies the part of a layer that lies within a block.
fn copy_layer<V: Value>(layer: &Layer, values: &[u32], block: &TileRegion, cells: &mut [V]) {
    match layer.grading {
        Grading::TokenSum => copy_antidiagonals(layer, values, block, cells),
        Grading::Heap => copy_row(layer, values, block, cells),
    }
}

/// A layer of one heap is a row of the block.
fn copy_row<V: Value>(layer: &Layer, values: &[u32], block: &TileRegion, cells: &mut [V]) {
    let (first, width) = (block.origin[2] as usize, block.extent[2] as usize);
    let start = block.offset(Coordinates([0, layer.rank, block.origin[2]]));
    for (cell, &value) in cells[start..][..width].iter_mut().zip(&values[first..]) {
        *cell = V::from_u32(value);
    }
}

/// Along a row of the block a layer of one token sum runs against the last axis: one column
/// further is one cell less deep.
fn copy_antidiagonals<V: Value>(
    layer: &Layer,
    values: &[u32],
    block: &TileRegion,
    cells: &mut [V],
) {
    let Coordinates([x0, y0, z0]) = block.origin;
    let Coordinates([rows, columns, depth]) = block.extent;
    let first_row = layer.first_row.max(x0);
    let past_row = (layer.first_row + layer.rows).min(x0 + rows);
    for x in first_row..past_row {
        // The columns y for which z = rank - x - y lies within the block.
        let Some(sum) = (layer.rank - x).checked_sub(z0) else {
            break;
        };
        let first = y0.max((sum + 1).saturating_sub(depth));
        let last = sum.min(y0 + columns - 1);
        if first > last {
            continue;
        }
        let source = &values[layer.slot(x, first)..=layer.slot(x, last)];
        let start = block.offset(Coordinates([x, first, layer.rank - x - first]));
        let stride = (block.edges[2] as usize).saturating_sub(1);
        for (step, &value) in source.iter().enumerate() {
            cells[start + step * stride] = V::from_u32(value);
        }
    }
}
