//! From layers to tiles: layers are kept until the tiles that they end are built, each in one go.
//!
//! Keeping all tiles open that a layer crosses would take no less memory, and have each layer write
//! every cell to a cache line of its own. Kept layers hold the least positions alone, cut into
//! blocks as the tiles are: of a layer, and of all layers mapped to it, a tile needs one block.

use std::collections::VecDeque;
use std::hint::black_box;
use std::ops::Range;

use fearless_simd::Level;
use rayon::prelude::*;

use super::canonical::{CanonicalValues, strided};
use super::transpose::{self, SQUARE};
use crate::domain::tiling::{Tile, TileIndex, TileRegion};
use crate::domain::{Coordinates, Grading};
use crate::engine::symmetry::{Line, Permutation, Symmetry};
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::values::{Value, ValueType, Values, on_values};

/// Values in a cache line, of 16 bits.
const LINE: usize = 32;

/// Rows of a tile that are filled together, so that they stay in the nearest cache.
const ROWS_AT_ONCE: u32 = 8;

/// The latest layers, and the tiles that are not built yet.
pub(crate) struct LayerWindow<'a, T> {
    plan: &'a Plan,
    symmetry: &'a Symmetry,
    sink: &'a dyn Sink,
    level: Level,
    /// By their last rank, the next one last.
    waiting: Vec<(u32, TileIndex)>,
    shape: BlockedShape,
    layers: VecDeque<KeptLayer<T>>,
}

/// How a layer is cut into blocks: by tokens on the first and on the second axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BlockedShape {
    /// Edges of a block: those of a tile.
    edges: [usize; 2],
    /// Blocks along each axis.
    grid: [usize; 2],
}

/// The values of the least positions of a layer, in blocks.
struct KeptLayer<T> {
    rank: u32,
    values: Vec<T>,
}

impl BlockedShape {
    fn new(plan: &Plan, symmetry: &Symmetry) -> Self {
        let [a, b, _] = plan.tiling().edges().map(|edge| edge as usize);
        let sides = plan.job().domain().sides();
        let rows = symmetry.rows(sides);
        BlockedShape { edges: [a, b], grid: [rows.div_ceil(a), (sides[1] as usize).div_ceil(b)] }
    }

    fn block_cells(&self) -> usize {
        self.edges[0] * self.edges[1]
    }

    /// Where a block begins.
    fn block(&self, i: u32, j: u32) -> usize {
        (i as usize * self.grid[1] + j as usize) * self.block_cells()
    }

    /// Blocks that hold least positions of a layer.
    fn filled_blocks(&self, symmetry: &Symmetry, rank: u32) -> u64 {
        let in_row = |i: usize| {
            let first = (i * self.edges[0]) as u32;
            let rows = first..(first + self.edges[0] as u32).min(rank + 1);
            let filled = rows.map(|x| symmetry.columns(rank, x)).filter(|row| !row.is_empty());
            let columns = filled.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
            columns.map_or(0, |row| {
                row.end.div_ceil(self.edges[1] as u32) - row.start / self.edges[1] as u32
            })
        };
        (0..self.grid[0]).map(|i| u64::from(in_row(i))).sum()
    }

    /// Cells of the blocks that share their first coordinates.
    fn row_cells(&self) -> usize {
        self.block_cells() * self.grid[1]
    }
}

/// Ranks that a tile of the plan spans at most.
fn span(plan: &Plan) -> u64 {
    let edges = plan.tiling().edges().map(u64::from);
    let ranks = edges.iter().sum::<u64>() - (edges.len() as u64 - 1);
    ranks.min(u64::from(plan.job().domain().largest_token_sum()) + 1)
}

/// Entries of the layers that are kept at once, as far as they are filled, and of a cube per thread.
pub(crate) fn entries(plan: &Plan, symmetry: &Symmetry) -> u64 {
    let shape = BlockedShape::new(plan, symmetry);
    let past = u64::from(plan.job().domain().largest_token_sum()) + 1;
    let of_layer = |rank| shape.filled_blocks(symmetry, rank) * shape.block_cells() as u64;
    let layers: u64 = (past - span(plan)..past).map(|rank| of_layer(rank as u32)).sum();
    let cubes = plan.tiling().tile_cells().saturating_mul(rayon::current_num_threads() as u64);
    layers.saturating_add(cubes)
}

/// The tiles of a plan by their last rank, the first one last.
pub(crate) fn tiles_by_last_rank(plan: &Plan) -> Vec<(u32, TileIndex)> {
    let last_rank = |index| plan.tiling().region(index).last_rank(Grading::TokenSum);
    let mut tiles: Vec<_> = plan.tiling().tiles().map(|index| (last_rank(index), index)).collect();
    tiles.sort_unstable_by(|a, b| b.cmp(a));
    tiles
}

/// Takes the tiles that end with a rank.
pub(crate) fn ending_with(rank: u32, waiting: &mut Vec<(u32, TileIndex)>) -> Vec<TileIndex> {
    let first = waiting.iter().rposition(|&(last, _)| last > rank).map_or(0, |before| before + 1);
    waiting.split_off(first).into_iter().map(|(_, index)| index).collect()
}

impl<'a, T: Value> LayerWindow<'a, T> {
    pub(crate) fn new(
        plan: &'a Plan,
        symmetry: &'a Symmetry,
        sink: &'a dyn Sink,
        level: Level,
    ) -> Self {
        LayerWindow {
            level,
            plan,
            symmetry,
            sink,
            waiting: tiles_by_last_rank(plan),
            shape: BlockedShape::new(plan, symmetry),
            layers: VecDeque::new(),
        }
    }

    /// Keeps a layer, in the place of one that no tile needs any more.
    pub(crate) fn keep(&mut self, layer: &CanonicalValues<T>) {
        let all_kept = self.layers.len() as u64 >= span(self.plan);
        let oldest = if all_kept { self.layers.pop_front() } else { None };
        let shape = self.shape;
        let mut values = oldest.map_or_else(
            || vec![T::from_u32(0); shape.row_cells() * shape.grid[0]],
            |oldest| oldest.values,
        );
        let rows_of_blocks = values.par_chunks_mut(shape.row_cells()).with_max_len(1).enumerate();
        rows_of_blocks.for_each(|(i, blocks)| {
            let first = (i * shape.edges[0]) as u32;
            for x in first..=layer.rank.min(first + shape.edges[0] as u32 - 1) {
                shape.copy_row(layer, self.symmetry, x, blocks);
            }
        });
        self.layers.push_back(KeptLayer { rank: layer.rank, values });
    }

    /// Hands over the tiles that end with a rank, whose layer is kept. Those that are mapped to one
    /// another are filled by one thread, one after another: they need the same blocks.
    pub(crate) fn hand_over(&mut self, rank: u32) -> Result<(), Stop> {
        let ended = ending_with(rank, &mut self.waiting);
        let least = |index: TileIndex| self.symmetry.canonical_image(index);
        let mut ended: Vec<_> = ended.into_iter().map(|index| (least(index), index)).collect();
        ended.sort_unstable();
        let tasks: Vec<_> = ended.chunk_by(|a, b| a.0 == b.0).collect();
        tasks.into_par_iter().with_max_len(1).try_for_each(|mapped_to_one_another| {
            let Some((&(least, _), images)) = mapped_to_one_another.split_first() else {
                return Ok(());
            };
            self.fetch(least);
            let Some(cube) = self.cube(least) else {
                return mapped_to_one_another.iter().try_for_each(|&(_, index)| {
                    let mut values = self.plan.blank_tile();
                    on_values!(&mut values, cells => self.fill(index, cells));
                    self.sink.tile(Tile { index, values })
                });
            };
            images.iter().try_for_each(|&(_, index)| {
                let values = Values::U16(self.image_of_cube(index, least, &cube));
                self.sink.tile(Tile { index, values })
            })?;
            self.sink.tile(Tile { index: least, values: Values::U16(cube) })
        })
    }

    /// The values of a tile, if it is a cube of least positions, of an edge that vectors can fill.
    fn cube(&self, least: TileIndex) -> Option<Vec<u16>> {
        let block = self.plan.tiling().region(least);
        let edge = block.edges[2] as usize;
        let is_cube = block.edges[0] == block.edges[1] && block.edges[1] == block.edges[2];
        let of_16_bits = size_of::<T>() == 2 && self.plan.value_type() == ValueType::U16;
        let identity = self.symmetry.permutations().first()?;
        let largest = block.last_cell();
        let is_least = self.symmetry.maps_to_canonical(identity, block.origin, largest);
        if !(is_cube && edge.is_multiple_of(SQUARE) && of_16_bits && is_least) {
            return None;
        }
        let from = self.shape.block(least[0], least[1]);
        let squares = self.layers_of(&block).map(|(_, layer)| &layer.values[from..]);
        let squares: Vec<&[u16]> =
            squares.map(|square| bytemuck::cast_slice(&square[..edge * edge])).collect();
        let mut cells = vec![0; block.cells()];
        transpose::fill_cube(self.level, &squares, edge, &mut cells);
        Some(cells)
    }

    /// The values of a tile that is mapped to a cube.
    fn image_of_cube(&self, index: TileIndex, least: TileIndex, cube: &[u16]) -> Vec<u16> {
        let mut cells = vec![0; cube.len()];
        let maps_there = |p: &&Permutation| Coordinates(p.map(|axis| index[axis])) == least;
        if let Some(permutation) = self.symmetry.permutations().iter().find(maps_there) {
            let edge = self.shape.edges[1];
            transpose::fill_image(self.level, permutation, edge, cube, &mut cells);
        }
        cells
    }

    /// The kept layers that a block crosses, with how much their rank exceeds its first.
    fn layers_of(&self, block: &TileRegion) -> impl Iterator<Item = (u32, &KeptLayer<T>)> {
        let oldest = self.layers.front().map_or(0, |layer| layer.rank);
        let ranks = [block.first_rank(Grading::TokenSum), block.last_rank(Grading::TokenSum)]
            .map(|rank| (rank - oldest) as usize);
        (0..).zip(self.layers.range(ranks[0]..=ranks[1]))
    }

    /// Reads a cell of every cache line that the tile `least` and those mapped to it need. One
    /// after another these reads would wait for memory; here they wait together.
    fn fetch(&self, least: TileIndex) {
        let block = self.plan.tiling().region(least);
        let Coordinates([rows, columns, depth]) = block.extent;
        let edge = self.shape.edges[1];
        let from = self.shape.block(least[0], least[1]);
        let mut sum = 0;
        for (beyond, layer) in self.layers_of(&block) {
            let first = beyond.saturating_sub(columns + depth - 2) as usize;
            let past = rows.min(beyond + 1) as usize;
            let lines = layer.values[from + first * edge..from + past * edge].chunks(LINE);
            sum = lines.fold(sum, |sum, line| sum ^ line[0].to_u32());
        }
        black_box(sum);
    }

    /// Fills the cells of a tile, each from the least position that one of the permutations maps
    /// it to. Positions with several of those, by ties, are filled several times.
    fn fill<V: Value>(&self, index: TileIndex, cells: &mut [V]) {
        let block = self.plan.tiling().region(index);
        let largest = block.last_cell();
        for permutation in self.symmetry.permutations() {
            let whole = self.symmetry.maps_to_canonical(permutation, block.origin, largest);
            if whole || self.symmetry.maps_any_to_canonical(permutation, block.origin, largest) {
                self.fill_mapped(index, &block, permutation, whole, cells);
            }
            if whole {
                return;
            }
        }
    }

    /// Fills the cells of a tile that a permutation maps to least positions: all, if `whole`.
    fn fill_mapped<V: Value>(
        &self,
        index: TileIndex,
        block: &TileRegion,
        permutation: &Permutation,
        whole: bool,
        cells: &mut [V],
    ) {
        let [i, j] = [index[permutation[0]], index[permutation[1]]];
        let from = self.shape.block(i, j);
        // Where a step along each axis of the tile leads, in the block and in the tile.
        let mut source = [0; 3];
        source[permutation[0]] = self.shape.edges[1];
        source[permutation[1]] = 1;
        let [_, width, height] = block.edges.map(|edge| edge as usize);
        let target = [width * height, height, 1];
        let place = |at: [u32; 3], step: [usize; 3]| -> usize {
            at.iter().zip(step).map(|(&steps, step)| steps as usize * step).sum()
        };
        let rows = block.extent[0];
        for first_row in (0..rows).step_by(ROWS_AT_ONCE as usize) {
            let past_row = rows.min(first_row + ROWS_AT_ONCE);
            for (beyond, layer) in self.layers_of(block) {
                let values = &layer.values[from..from + self.shape.block_cells()];
                for i in first_row..past_row.min(beyond + 1) {
                    let mut columns = columns_within(block, beyond - i);
                    if !whole {
                        columns = self.columns_of_least(block, layer.rank, i, permutation, columns);
                    }
                    let at = [i, columns.start, (beyond - i).wrapping_sub(columns.start)];
                    if columns.is_empty() {
                        continue;
                    }
                    // One column further is one cell less deep.
                    let step = source[1] as isize - source[2] as isize;
                    let cells = cells[place(at, target)..].iter_mut();
                    let mut cells = cells.step_by((height - 1).max(1));
                    strided(values, place(at, source), step, columns.len(), |_, value| {
                        if let Some(cell) = cells.next() {
                            *cell = V::from_u32(value.to_u32());
                        }
                    });
                }
            }
        }
    }

    /// Of columns in a row of a block, those that a permutation maps to least positions.
    fn columns_of_least(
        &self,
        block: &TileRegion,
        rank: u32,
        row: u32,
        permutation: &Permutation,
        columns: Range<u32>,
    ) -> Range<u32> {
        let Coordinates([x, y, _]) = block.origin;
        let line = Line { beside: 0, fixed: x + row, to: 1, shared: rank - x - row };
        let (first, last) = self.symmetry.canonical_part(&line, permutation);
        columns.start.max(first.saturating_sub(y))..columns.end.min((last + 1).saturating_sub(y))
    }
}

/// The columns of a block in which the last coordinate lies within it, if it is to share `sum`
/// with the column, all counted from the block's first.
fn columns_within(block: &TileRegion, sum: u32) -> Range<u32> {
    let Coordinates([_, columns, depth]) = block.extent;
    (sum + 1).saturating_sub(depth)..columns.min(sum + 1)
}

impl BlockedShape {
    /// Copies the least positions with x tokens on the first axis to the blocks they belong to.
    fn copy_row<T: Value>(
        &self,
        layer: &CanonicalValues<T>,
        symmetry: &Symmetry,
        x: u32,
        blocks: &mut [T],
    ) {
        let columns = symmetry.columns(layer.rank, x);
        let edge = self.edges[1];
        let row = x as usize % self.edges[0] * edge;
        let (mut y, past) = (columns.start as usize, columns.end as usize);
        while y < past {
            let next = past.min((y / edge + 1) * edge);
            let to = y / edge * self.block_cells() + row + y % edge;
            blocks[to..to + next - y].copy_from_slice(layer.columns(x, y..next));
            y = next;
        }
    }
}
