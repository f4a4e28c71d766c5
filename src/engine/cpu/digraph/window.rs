//! Tiles from a sliding window of recent layers: each tile is built in one pass once its last layer is
//! computed.
//!
//! Writing every layer to the tiles it crosses would take no less memory, and each cell would be
//! written to a cache line of its own. The layers in the window hold canonical positions alone. They
//! are cut into *footprints*: the footprint of the tiles (i, j, k), for all k, is the set of positions
//! whose first two coordinates lie in these tiles. A tile, like all tiles in its orbit, is built from
//! one footprint of each of the layers that it crosses.

use std::collections::VecDeque;
use std::hint::black_box;
use std::ops::Range;

use fearless_simd::Level;
use rayon::prelude::*;

use super::canonical::{CanonicalValues, strided};
use super::transpose::{self, SQUARE};
use super::waiting::WaitingTiles;
use crate::domain::tiling::{TileIndex, TileRegion};
use crate::domain::{Coordinates, Grading, MAX_HEAPS, Permutation};
use crate::engine::digraph_games::symmetry::{Section, Symmetry};
use crate::engine::{Sink, Stop, hand_over, is_wanted};
use crate::plan::Plan;
use crate::values::{Value, ValueType, Values, on_values};

/// Values of 16 bits in a cache line.
const CACHE_LINE: usize = 32;

/// Rows of a tile that are filled together, so that they stay in the nearest cache.
const ROWS_AT_ONCE: u32 = 8;

/// The most recent layers, and the tiles that are not built yet.
pub(super) struct LayerWindow<'a, T> {
    plan: &'a Plan,
    symmetry: &'a Symmetry,
    sink: &'a dyn Sink,
    level: Level,
    /// The tiles by their last grades.
    waiting: WaitingTiles,
    footprints: Footprints,
    layers: VecDeque<WindowLayer<T>>,
}

/// How a layer is cut into footprints, which are stored one after the other in row-major order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Footprints {
    /// The first two edges of a tile.
    edges: [usize; 2],
    /// Footprints along each of the two axes, as far as there are canonical positions.
    grid: [usize; 2],
}

/// The values of the canonical positions of a layer, by footprints.
struct WindowLayer<T> {
    grade: u32,
    values: Vec<T>,
}

impl Footprints {
    fn new(plan: &Plan, symmetry: &Symmetry) -> Self {
        let [_, a, b, _] = plan.tiling().edges().map(|edge| edge as usize);
        let sides = plan.job().domain().sides();
        let rows = symmetry.rows(sides);
        Footprints { edges: [a, b], grid: [rows.div_ceil(a), (sides[2] as usize).div_ceil(b)] }
    }

    /// Returns the number of cells of a footprint.
    fn cells(&self) -> usize {
        self.edges[0] * self.edges[1]
    }

    /// Returns the number of cells of the footprints with the same first index.
    fn row_cells(&self) -> usize {
        self.cells() * self.grid[1]
    }

    /// Returns the offset of the first cell of a tile's footprint.
    fn offset(&self, Coordinates([_, i, j, _]): TileIndex) -> usize {
        (i as usize * self.grid[1] + j as usize) * self.cells()
    }

    /// Returns the number of footprints that hold canonical positions of a layer.
    fn filled(&self, symmetry: &Symmetry, grade: u32) -> u64 {
        let in_row = |i: usize| {
            let first = (i * self.edges[0]) as u32;
            let rows = first..(first + self.edges[0] as u32).min(grade + 1);
            let filled = rows.map(|x| symmetry.columns(grade, x)).filter(|row| !row.is_empty());
            let columns = filled.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
            columns.map_or(0, |row| {
                row.end.div_ceil(self.edges[1] as u32) - row.start / self.edges[1] as u32
            })
        };
        (0..self.grid[0]).map(|i| u64::from(in_row(i))).sum()
    }

    /// Copies the canonical positions with x tokens on the first axis to the footprints of their row.
    fn copy_row<T: Value>(
        &self,
        layer: &CanonicalValues<T>,
        symmetry: &Symmetry,
        x: u32,
        footprints: &mut [T],
    ) {
        let columns = symmetry.columns(layer.grade, x);
        let edge = self.edges[1];
        let row = x as usize % self.edges[0] * edge;
        let (mut y, past) = (columns.start as usize, columns.end as usize);
        while y < past {
            let next = past.min((y / edge + 1) * edge);
            let to = y / edge * self.cells() + row + y % edge;
            footprints[to..to + next - y].copy_from_slice(layer.columns(x, y..next));
            y = next;
        }
    }
}

/// Returns the number of grades that a tile of the plan spans at most.
pub(in crate::engine::cpu) fn span(plan: &Plan) -> u64 {
    let edges = plan.tiling().edges().map(u64::from);
    let grades = edges.iter().sum::<u64>() - (edges.len() as u64 - 1);
    grades.min(u64::from(plan.job().domain().largest_token_sum()) + 1)
}

/// Returns the number of values that are kept at once: those of the window's layers, as far as they
/// are filled, and a cubic tile per thread.
pub(super) fn entries(plan: &Plan, symmetry: &Symmetry) -> u64 {
    let footprints = Footprints::new(plan, symmetry);
    let past = u64::from(plan.job().domain().largest_token_sum()) + 1;
    let of_layer = |grade| footprints.filled(symmetry, grade) * footprints.cells() as u64;
    let layers: u64 = (past - span(plan)..past).map(|grade| of_layer(grade as u32)).sum();
    let cubes = plan.tiling().tile_cells().saturating_mul(rayon::current_num_threads() as u64);
    layers.saturating_add(cubes)
}

impl<'a, T: Value> LayerWindow<'a, T> {
    /// Begins with no layer; the first one will be that of `first_grade`. Tiles go to the sink, some of
    /// them filled with vectors of this level.
    pub(super) fn new(
        plan: &'a Plan,
        symmetry: &'a Symmetry,
        sink: &'a dyn Sink,
        level: Level,
        first_grade: u32,
    ) -> Self {
        // Tiles that begin with an earlier layer are finished, and so are all others of their orbits.
        let begins_later =
            |region: &TileRegion| region.first_grade(&Grading::TokenSum) >= first_grade;
        let is_needed = |index: &TileIndex| begins_later(&plan.tiling().region(*index));
        let waiting = WaitingTiles::by_last_grade(plan, is_needed);
        LayerWindow {
            level,
            plan,
            symmetry,
            sink,
            waiting,
            footprints: Footprints::new(plan, symmetry),
            layers: VecDeque::new(),
        }
    }

    /// Adds a layer. If the window is full, its oldest layer goes: no tile needs it any more.
    pub(super) fn keep(&mut self, layer: &CanonicalValues<T>) {
        let is_full = self.layers.len() as u64 >= span(self.plan);
        let oldest = if is_full { self.layers.pop_front() } else { None };
        let footprints = self.footprints;
        let mut values = oldest.map_or_else(
            || vec![T::from_u32(0); footprints.row_cells() * footprints.grid[0]],
            |oldest| oldest.values,
        );
        let rows = values.par_chunks_mut(footprints.row_cells()).with_max_len(1).enumerate();
        rows.for_each(|(i, row)| {
            let first = (i * footprints.edges[0]) as u32;
            for x in first..=layer.grade.min(first + footprints.edges[0] as u32 - 1) {
                footprints.copy_row(layer, self.symmetry, x, row);
            }
        });
        self.layers.push_back(WindowLayer { grade: layer.grade, values });
    }

    /// Hands over the tiles whose last layer is that of this grade, which has been kept. The tiles of
    /// an orbit need the same footprints, so one thread fills them, one after the other.
    pub(super) fn hand_over(&mut self, grade: u32) -> Result<(), Stop> {
        let ended = self.waiting.take_up_to(grade);
        let with_canonical = |index| (self.symmetry.canonical_image(index), index);
        let mut ended: Vec<_> = ended.into_iter().map(with_canonical).collect();
        ended.sort_unstable();
        let has_wanted = |orbit: &&[(TileIndex, TileIndex)]| {
            orbit.iter().any(|&(_, index)| is_wanted(self.sink, index))
        };
        let orbits = ended.chunk_by(|a, b| a.0 == b.0).filter(has_wanted);
        let orbits: Vec<_> = orbits.collect();
        orbits.into_par_iter().with_max_len(1).try_for_each(|orbit| self.hand_over_orbit(orbit))
    }

    /// Fills the tiles of an orbit, given with the canonical one, which is the first.
    fn hand_over_orbit(&self, orbit: &[(TileIndex, TileIndex)]) -> Result<(), Stop> {
        let Some((&(canonical, _), images)) = orbit.split_first() else {
            return Ok(());
        };
        self.fetch(canonical);
        let Some(cube) = self.cube(canonical) else {
            return orbit.iter().try_for_each(|&(_, index)| {
                let mut values = self.plan.blank_tile();
                on_values!(&mut values, cells => self.fill(index, cells));
                hand_over(self.sink, index, values)
            });
        };
        images.iter().try_for_each(|&(_, index)| {
            let values = Values::U16(self.image_of_cube(index, canonical, &cube));
            hand_over(self.sink, index, values)
        })?;
        hand_over(self.sink, canonical, Values::U16(cube))
    }

    /// Returns the values of a tile, if it is a cube of canonical positions that vectors can fill.
    fn cube(&self, canonical: TileIndex) -> Option<Vec<u16>> {
        let region = self.plan.tiling().region(canonical);
        let [_, a, b, c] = region.edges.0;
        let (edge, is_cube) = (c as usize, a == b && b == c);
        let of_16_bits = size_of::<T>() == 2 && self.plan.value_type() == ValueType::U16;
        let identity = self.symmetry.automorphisms().first()?;
        let is_canonical =
            self.symmetry.maps_all_to_canonical(identity, region.origin, region.last_cell());
        if !(is_cube && edge.is_multiple_of(SQUARE) && of_16_bits && is_canonical) {
            return None;
        }
        let from = self.footprints.offset(canonical);
        let squares = self.layers_of(&region).map(|(_, layer)| &layer.values[from..]);
        let squares: Vec<&[u16]> =
            squares.map(|square| bytemuck::cast_slice(&square[..edge * edge])).collect();
        let mut cells = vec![0; region.cells()];
        transpose::fill_cube(self.level, &squares, edge, &mut cells);
        Some(cells)
    }

    /// Returns the values of a tile whose canonical image is a cube with these values.
    fn image_of_cube(&self, index: TileIndex, canonical: TileIndex, cube: &[u16]) -> Vec<u16> {
        let mut cells = vec![0; cube.len()];
        let maps_there = |permutation: &&Permutation| index.permuted(permutation) == canonical;
        if let Some(permutation) = self.symmetry.automorphisms().iter().find(maps_there) {
            let edge = self.footprints.edges[1];
            transpose::fill_image(self.level, permutation, edge, cube, &mut cells);
        }
        cells
    }

    /// Returns the layers that a tile crosses, each with its grade relative to the tile's first one.
    fn layers_of(&self, region: &TileRegion) -> impl Iterator<Item = (u32, &WindowLayer<T>)> {
        let oldest = self.layers.front().map_or(0, |layer| layer.grade);
        let grades =
            [region.first_grade(&Grading::TokenSum), region.last_grade(&Grading::TokenSum)]
                .map(|grade| (grade - oldest) as usize);
        (0..).zip(self.layers.range(grades[0]..=grades[1]))
    }

    /// Prefetches the footprints that the tiles of an orbit need, by reading a value of every cache
    /// line, so that the cache misses overlap.
    fn fetch(&self, canonical: TileIndex) {
        let region = self.plan.tiling().region(canonical);
        let Coordinates([_, rows, columns, depth]) = region.extent;
        let edge = self.footprints.edges[1];
        let from = self.footprints.offset(canonical);
        let mut sum = 0;
        for (beyond, layer) in self.layers_of(&region) {
            let first = beyond.saturating_sub(columns + depth - 2) as usize;
            let past = rows.min(beyond + 1) as usize;
            let rows = &layer.values[from + first * edge..from + past * edge];
            sum = rows.chunks(CACHE_LINE).fold(sum, |sum, line| sum ^ line[0].to_u32());
        }
        black_box(sum);
    }

    /// Fills the cells of a tile, each from a canonical position that an automorphism maps it to.
    /// Positions with equal heaps may be filled several times.
    fn fill<V: Value>(&self, index: TileIndex, cells: &mut [V]) {
        let region = self.plan.tiling().region(index);
        let (first, last) = (region.origin, region.last_cell());
        for permutation in self.symmetry.automorphisms() {
            let all = self.symmetry.maps_all_to_canonical(permutation, first, last);
            if all || self.symmetry.may_map_to_canonical(permutation, first, last) {
                self.fill_mapped(index, &region, permutation, all, cells);
            }
            if all {
                return;
            }
        }
    }

    /// Fills the cells of a tile that an automorphism maps to canonical positions. `all` says that it
    /// does so with all of them.
    fn fill_mapped<V: Value>(
        &self,
        index: TileIndex,
        region: &TileRegion,
        permutation: &Permutation,
        all: bool,
        cells: &mut [V],
    ) {
        let source = MappedFootprint::new(&self.footprints, index, permutation);
        let rows = region.extent[1];
        for first_row in (0..rows).step_by(ROWS_AT_ONCE as usize) {
            let past_row = rows.min(first_row + ROWS_AT_ONCE);
            for (beyond, layer) in self.layers_of(region) {
                let values = &layer.values[source.offset..][..self.footprints.cells()];
                for row in first_row..past_row.min(beyond + 1) {
                    let mut columns = columns_within(region, beyond - row);
                    if !all {
                        let part = self.canonical_columns(region, layer.grade, row, permutation);
                        columns = columns.start.max(part.start)..columns.end.min(part.end);
                    }
                    if !columns.is_empty() {
                        source.copy_row(values, beyond, row, columns, region.edges, cells);
                    }
                }
            }
        }
    }

    /// Returns the columns of a tile, counted from its first one, for which an automorphism maps the
    /// cell of a layer in this row to a canonical position.
    fn canonical_columns(
        &self,
        region: &TileRegion,
        grade: u32,
        row: u32,
        permutation: &Permutation,
    ) -> Range<u32> {
        let Coordinates([_, x, y, _]) = region.origin;
        let section = Section {
            fixed_axis: 1,
            fixed_tokens: x + row,
            along: 2,
            shared_tokens: grade - x - row,
        };
        let (first, last) = self.symmetry.canonical_part(&section, permutation);
        first.saturating_sub(y)..(last + 1).saturating_sub(y)
    }
}

/// Returns the columns of a tile, counted from its first one, whose cells lie within the tile if the
/// column and the last coordinate add up to `sum`.
fn columns_within(region: &TileRegion, sum: u32) -> Range<u32> {
    let Coordinates([.., columns, depth]) = region.extent;
    (sum + 1).saturating_sub(depth)..columns.min(sum + 1)
}

/// The footprint that holds the images of a tile's cells under an automorphism.
struct MappedFootprint {
    /// Offset of the footprint in a layer.
    offset: usize,
    /// How much a step along each axis of the tile adds to the offset of the image.
    steps: [usize; MAX_HEAPS],
}

impl MappedFootprint {
    fn new(footprints: &Footprints, index: TileIndex, permutation: &Permutation) -> Self {
        let mut steps = [0; MAX_HEAPS];
        steps[permutation[1]] = footprints.edges[1];
        steps[permutation[2]] = 1;
        MappedFootprint { offset: footprints.offset(index.permuted(permutation)), steps }
    }

    /// Copies the cells of a tile that lie in a layer, in one row and in these columns. `beyond` is the
    /// grade of the layer relative to the first one of the tile.
    fn copy_row<T: Value, V: Value>(
        &self,
        values: &[T],
        beyond: u32,
        row: u32,
        columns: Range<u32>,
        edges: Coordinates,
        cells: &mut [V],
    ) {
        let first = Coordinates([0, row, columns.start, beyond - row - columns.start]);
        let steps = first.iter().zip(self.steps).map(|(&steps, step)| steps as usize * step);
        let from = steps.sum();
        // The next column has one cell less along the last axis.
        let step = self.steps[2] as isize - self.steps[3] as isize;
        let target_step = (edges[3] as usize - 1).max(1);
        let mut cells = cells[first.row_major_index(edges)..].iter_mut().step_by(target_step);
        strided(values, from, step, columns.len(), |_, value| {
            if let Some(cell) = cells.next() {
                *cell = V::from_u32(value.to_u32());
            }
        });
    }
}
