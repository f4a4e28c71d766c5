//! The sweep of vector games: tile by tile along a wavefront, lines handed from tile to tile.
//!
//! Any order that respects the componentwise order is a valid one. Tiles whose indices have equal
//! sums are incomparable, so no line crosses two of them: each tile of a wave takes its lines out
//! of the pool, sweeps its cells in row-major order, and puts them back. Ownership moves with
//! the lines, and no cell needs an atomic or a lock.

use rayon::prelude::*;

use super::line_map::{Entry, LineMap};
use crate::domain::tiling::{Tile, TileIndex};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::lines::{LineNumbering, line_count};
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;
use crate::values::Value;

/// How a cell's value follows from its lines.
pub(super) trait LineRule: Sync {
    /// What is kept along a line.
    type Line: Default + Send;

    /// The value of a cell whose lines are `lines[ids[0]], lines[ids[1]], ...`, one per ray, and
    /// whether it is terminal. Records the value on these lines.
    fn visit(&self, lines: &mut [Self::Line], ids: &[u32], terminal: bool) -> u32;
}

/// A tile of the current wave with the lines it has taken out of the pool.
struct Borrowed<Line> {
    index: TileIndex,
    /// Where in the pool each line belongs; none for a line that enters the tile outside the box.
    places: Vec<Option<Place>>,
    lines: Vec<Line>,
}

/// A line in the pool: the index of its ray and its number.
type Place = (usize, usize);

/// Computes all tiles of the plan.
pub(super) fn run<V: Value, R: LineRule>(
    plan: &Plan,
    sink: &dyn Sink,
    numberings: &[LineNumbering],
    rule: &R,
) -> Result<(), EngineError> {
    let rays: Vec<Coordinates> = numberings.iter().map(|numbering| numbering.ray).collect();
    let map = LineMap::new(&rays, plan.tiling().edges());
    let mut pool: Vec<Vec<R::Line>> = numberings
        .iter()
        .map(|numbering| (0..numbering.count).map(|_| R::Line::default()).collect())
        .collect();
    for wave in plan.tiling().waves() {
        sink.proceed()?;
        let places: Vec<(TileIndex, Vec<Option<Place>>)> = wave
            .into_par_iter()
            .map(|index| (index, places_of_lines(plan, &map, numberings, index)))
            .collect();
        let mut take = |place: &Option<Place>| match *place {
            Some((ray, number)) => std::mem::take(&mut pool[ray][number]),
            None => R::Line::default(),
        };
        let taken: Vec<Borrowed<R::Line>> = places
            .into_iter()
            .map(|(index, places)| Borrowed {
                index,
                lines: places.iter().map(&mut take).collect(),
                places,
            })
            .collect();
        let returned = taken
            .into_par_iter()
            .map(|mut tile| {
                let values = sweep::<V, R>(plan, &map, &rays, rule, tile.index, &mut tile.lines);
                let index = tile.index;
                sink.tile(Tile { index, values: V::wrap(values) })?;
                Ok(tile)
            })
            .collect::<Result<Vec<_>, Stop>>()?;
        for tile in returned {
            for (place, line) in tile.places.into_iter().zip(tile.lines) {
                if let Some((ray, number)) = place {
                    pool[ray][number] = line;
                }
            }
        }
    }
    Ok(())
}

/// The lines of a tile, in the order of the map.
fn places_of_lines(
    plan: &Plan,
    map: &LineMap,
    numberings: &[LineNumbering],
    index: TileIndex,
) -> Vec<Option<Place>> {
    let sides = plan.job().domain().sides();
    let origin = plan.tiling().block(index).origin;
    let place = |entry: &Entry| {
        let at: Coordinates = std::array::from_fn(|axis| origin[axis] + entry.cell[axis]);
        let in_box = (0..MAX_HEAPS).all(|axis| at[axis] < sides[axis]);
        in_box.then(|| (entry.ray, numberings[entry.ray].line(at) as usize))
    };
    map.entries.iter().map(place).collect()
}

/// Sweeps the cells of one tile in row-major order.
fn sweep<V: Value, R: LineRule>(
    plan: &Plan,
    map: &LineMap,
    rays: &[Coordinates],
    rule: &R,
    index: TileIndex,
    lines: &mut [R::Line],
) -> Vec<V> {
    let block = plan.tiling().block(index);
    let mut values = vec![V::from_u32(plan.value_type().fill()); block.cells()];
    // Beyond the longest ray no position is terminal, and most tiles lie there.
    let interior = rays.iter().any(|ray| (0..MAX_HEAPS).all(|i| ray[i] <= block.origin[i]));
    for run in block.runs() {
        let cells = &mut values[run.offset..][..run.length];
        for (step, value) in cells.iter_mut().enumerate() {
            let at = [run.at[0], run.at[1], run.at[2] + step as u32];
            let terminal =
                !interior && !rays.iter().any(|ray| (0..MAX_HEAPS).all(|i| ray[i] <= at[i]));
            *value = V::from_u32(rule.visit(lines, map.lines_of(run.offset + step), terminal));
        }
    }
    values
}

/// Bytes of the lines of a run, when each takes `bytes_per_line`, and of the tiles in work.
pub(super) fn memory_bytes(plan: &Plan, numberings: &[LineNumbering], bytes_per_line: u64) -> u64 {
    let tiling = plan.tiling();
    let threads = rayon::current_num_threads() as u64;
    // Every line of a tile has a place; lines move between the pool and the tiles of a wave.
    let entries = LineMap::most_entries(numberings.len(), tiling.tile_cells());
    let widest_wave = tiling.waves().iter().map(Vec::len).max().unwrap_or(0) as u64;
    let places = entries.saturating_mul(widest_wave).min(4 * line_count(numberings));
    let place_bytes = 2 * size_of::<Option<Place>>() as u64;
    line_count(numberings)
        .saturating_mul(bytes_per_line)
        .saturating_add(places.saturating_mul(place_bytes))
        .saturating_add(LineMap::bytes(numberings.len(), tiling.tile_cells()))
        .saturating_add((2 * threads).saturating_mul(plan.tile_bytes()))
}
