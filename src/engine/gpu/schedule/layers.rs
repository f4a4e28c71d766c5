//! Layers of cells: a stage computes all positions of one rank, an invocation each.
//!
//! A layer has a slot of one word for every row and column. Where the rank is the token sum, these
//! are the first two coordinates, and the position is (x, y, rank - x - y); where the rank is the
//! heap, there is one row, and the position of a column is (0, rank, column).
//! `shaders/layer.wgsl` numbers slots in the same way.

use super::open_tiles::{self, OpenTiles};
use super::wrong_value::{ValueCheck, WrongValue};
use super::{Assembler, DispatchUniform, Schedule, Stage, Workgroups};
use crate::domain::tiling::TileRegion;
use crate::domain::{Coordinates, Grading};
use crate::engine::gpu::limits::WORKGROUP_SIZE;
use crate::engine::gpu::rectangle::Rectangle;
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::values::{Value, on_values};

/// `Layer` of `shaders/layer.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct LayerUniform {
    pub(in crate::engine::gpu) dispatch: DispatchUniform,
    pub(in crate::engine::gpu) rank: u32,
    pub(in crate::engine::gpu) first_row: u32,
    pub(in crate::engine::gpu) rows: u32,
    pub(in crate::engine::gpu) first_column: u32,
    pub(in crate::engine::gpu) columns: u32,
}

/// The layers of a domain.
pub(in crate::engine::gpu) struct Layers {
    sides: Coordinates,
    grading: Grading,
    /// Number of layers.
    count: u64,
    /// A larger value is an error.
    largest_value: u64,
}

/// The slots of one layer.
#[derive(Debug, Clone, Copy)]
struct Layer {
    rank: u32,
    grading: Grading,
    slots: Rectangle,
}

impl Layers {
    /// Lists the layers of a plan whose values are at most `largest_value`.
    pub(in crate::engine::gpu) fn new(plan: &Plan, largest_value: u64) -> Self {
        let job = plan.job();
        let (sides, grading) = (job.domain().sides(), job.grading());
        Layers { sides, grading, count: job.layer_count(), largest_value }
    }

    /// Returns the constants of `shaders/layer.wgsl`.
    pub(in crate::engine::gpu) fn constants(&self) -> Vec<(&'static str, u32)> {
        let by_heap = self.grading == Grading::Heap;
        vec![("DEPTH", self.sides[2]), ("RANK_IS_HEAP", u32::from(by_heap))]
    }

    fn layer(&self, rank: u32) -> Layer {
        let slots = match self.grading {
            Grading::TokenSum => Rectangle::of_sum(self.sides, rank),
            Grading::Heap => Rectangle::new(0..1, 0..self.sides[2]),
        };
        Layer { rank, grading: self.grading, slots }
    }

    /// Returns the ranks of the first and the last layer that meet a tile.
    fn ranks(grading: Grading) -> impl Fn(&TileRegion) -> (u32, u32) {
        move |region| (region.first_rank(grading), region.last_rank(grading))
    }
}

impl Schedule for Layers {
    fn stages(&self) -> Box<dyn Iterator<Item = Stage> + '_> {
        Box::new((0..self.count as u32).map(|rank| {
            let slots = self.layer(rank).slots.slots();
            let workgroups = Workgroups::Numbered(slots.div_ceil(WORKGROUP_SIZE as usize));
            Stage { index: rank, words: slots, workgroups }
        }))
    }

    fn uniform_bytes(&self) -> usize {
        size_of::<LayerUniform>()
    }

    fn uniform(&self, stage: &Stage, dispatch: DispatchUniform) -> Vec<u8> {
        let Layer { rank, slots, .. } = self.layer(stage.index);
        let uniform = LayerUniform {
            dispatch,
            rank,
            first_row: slots.rows().start,
            rows: slots.rows().len() as u32,
            first_column: slots.columns().start,
            columns: slots.columns().len() as u32,
        };
        bytemuck::bytes_of(&uniform).to_vec()
    }

    fn assembly_bytes(&self, plan: &Plan) -> u64 {
        open_tiles::most_bytes(plan, Layers::ranks(self.grading))
    }

    fn assembler<'a>(&'a self, plan: &'a Plan, sink: &'a dyn Sink) -> Box<dyn Assembler + 'a> {
        Box::new(LayerAssembler {
            layers: self,
            check: ValueCheck::new(plan, self.largest_value),
            tiles: OpenTiles::new(plan, sink, Layers::ranks(self.grading)),
        })
    }
}

/// Spreads each layer over the tiles that it crosses. A tile is open from the layer of its first
/// corner to that of its last: a table of h heaps has about h fronts of tiles open at once.
struct LayerAssembler<'a> {
    layers: &'a Layers,
    check: ValueCheck<'a>,
    tiles: OpenTiles<'a>,
}

impl Assembler for LayerAssembler<'_> {
    fn take(&mut self, stage: &Stage, words: &[u32]) -> Result<(), WrongValue> {
        let (layer, check) = (self.layers.layer(stage.index), self.check);
        self.tiles.fill(
            stage.index,
            |region, values| on_values!(values, cells => layer.copy(words, check, region, cells)),
        )
    }

    fn hand_over(&mut self, stage: &Stage) -> Result<(), Stop> {
        self.tiles.hand_over(stage.index)
    }
}

impl Layer {
    /// Copies the part of the layer that lies within a tile.
    fn copy<V: Value>(
        &self,
        words: &[u32],
        check: ValueCheck,
        region: &TileRegion,
        cells: &mut [V],
    ) -> Result<(), WrongValue> {
        match self.grading {
            Grading::TokenSum => self.copy_antidiagonals(words, check, region, cells),
            Grading::Heap => self.copy_row(words, check, region, cells),
        }
    }

    /// Copies the layer of one heap, which is a row of the tile.
    fn copy_row<V: Value>(
        &self,
        words: &[u32],
        check: ValueCheck,
        region: &TileRegion,
        cells: &mut [V],
    ) -> Result<(), WrongValue> {
        let (first, width) = (region.origin[2], region.extent[2]);
        let start = region.offset(Coordinates([0, self.rank, first]));
        let source = &words[first as usize..][..width as usize];
        for ((z, &word), cell) in (first..).zip(source).zip(&mut cells[start..]) {
            *cell = V::from_u32(check.value(word, Coordinates([0, self.rank, z]))?);
        }
        Ok(())
    }

    /// Copies the layer of one token sum, which runs against the last axis along a row of the layer:
    /// one column further is one cell less deep.
    fn copy_antidiagonals<V: Value>(
        &self,
        words: &[u32],
        check: ValueCheck,
        region: &TileRegion,
        cells: &mut [V],
    ) -> Result<(), WrongValue> {
        let Coordinates([x0, y0, z0]) = region.origin;
        let Coordinates([rows, columns, depth]) = region.extent;
        let stride = (region.edges[2] as usize).saturating_sub(1);
        for x in self.slots.rows().start.max(x0)..self.slots.rows().end.min(x0 + rows) {
            // The columns y for which z = rank - x - y lies within the tile.
            let Some(sum) = (self.rank - x).checked_sub(z0) else {
                break;
            };
            let first = y0.max((sum + 1).saturating_sub(depth));
            let last = sum.min(y0 + columns - 1);
            if first > last {
                continue;
            }
            let source = &words[self.slots.slot(x, first)..=self.slots.slot(x, last)];
            let at = |y: u32| Coordinates([x, y, self.rank - x - y]);
            let start = region.offset(at(first));
            for (step, (y, &word)) in (first..).zip(source).enumerate() {
                cells[start + step * stride] = V::from_u32(check.value(word, at(y))?);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::{Collected, plan, planted_faults_are_reported, value_of};

    fn cases() -> Vec<Plan> {
        let games = [
            ("nim:2", "8x5"),
            ("nim:1", "40"),
            ("nim:2", "tokens 19"),
            ("nim:3", "6x3x7"),
            ("nim:3", "tokens 9"),
            ("fibonacci", "23x17"),
        ];
        games.map(|(game, domain)| plan(game, domain, "grundy")).to_vec()
    }

    /// Writes the words of all layers, in which each cell holds 1 + `value(cell)`.
    fn assemble(
        plan: &Plan,
        written: &dyn Fn(Coordinates) -> u32,
    ) -> Result<Collected, WrongValue> {
        let sink = Collected::default();
        let layers = Layers::new(plan, plan.bound().largest_value);
        let mut assembler = layers.assembler(plan, &sink);
        for stage in layers.stages() {
            let layer = layers.layer(stage.index);
            let mut words = vec![0; stage.words];
            let cells = Coordinates::cells_of_box(layers.sides);
            for at in cells.filter(|&at| layers.grading.rank(at) == stage.index) {
                let slot = match layers.grading {
                    Grading::TokenSum => layer.slots.slot(at[0], at[1]),
                    Grading::Heap => layer.slots.slot(0, at[2]),
                };
                words[slot] = written(at);
            }
            assembler.take(&stage, &words)?;
            assembler.hand_over(&stage).expect("no stop");
        }
        drop(assembler);
        Ok(sink)
    }

    /// Catches cells that are copied from a wrong slot, and tiles handed over too early, twice or
    /// not at all.
    #[test]
    fn every_cell_comes_to_its_tile() {
        for plan in cases() {
            let tiles = assemble(&plan, &|at| value_of(at) + 1).expect("sound");
            tiles.assert_complete(&plan, value_of);
        }
    }

    #[test]
    fn faults_are_reported_at_their_positions() {
        for plan in cases() {
            let is_computed = |_| true;
            planted_faults_are_reported(&plan, is_computed, |written| {
                assemble(&plan, written).map(|_| ())
            });
        }
    }

    /// Every slot has an invocation.
    #[test]
    fn workgroups_cover_all_slots() {
        let plan = plan("nim:2", "300x900", "grundy");
        for stage in Layers::new(&plan, 1).stages() {
            let Workgroups::Numbered(count) = stage.workgroups;
            assert!(count * WORKGROUP_SIZE as usize >= stage.words);
        }
    }
}
