//! The sweep of vector games: tile by tile along a wavefront, lines handed from tile to tile.
//!
//! Any order that respects the componentwise order is a valid one. Tiles whose indices have equal
//! sums are incomparable, so no line crosses two of them: each tile of a wave takes its lines out
//! of the pool, sweeps its cells in row-major order, and puts them back. Ownership moves with
//! the lines, and no cell needs an atomic or a lock. What altered vectors lead to is looked up in
//! the tile itself or in finished ones.

use rayon::prelude::*;

use super::history::{self, History, wave_of};
use super::line_map::{Entry, LineMap};
use crate::domain::tiling::{Block, Tile, TileIndex};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::alterations::Alterations;
use crate::engine::lines::{LineNumbering, line_count};
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;
use crate::ruleset::VectorGame;
use crate::values::Value;

/// How a cell's value follows from its lines.
pub(super) trait LineRule: Sync {
    /// What is kept along a line.
    type Line: Default + Send;

    /// The value of a cell whose lines are `lines[ids[0]], lines[ids[1]], ...`, one per ray.
    /// Records the value on these lines. `beside` has an element for each of the run's games.
    fn visit(&self, lines: &mut [Self::Line], ids: &[u32], beside: &[BesideLines]) -> u32;
}

/// What a cell's value depends on beside its lines, in one game.
#[derive(Clone, Default)]
pub(super) struct BesideLines {
    /// Whether the cell has no moves.
    pub(super) terminal: bool,
    /// Values of the cells that added vectors lead to.
    pub(super) added: Vec<u32>,
    /// Those that removed vectors would lead to, with the index of the vector.
    pub(super) removed: Vec<(usize, u32)>,
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

/// Computes all tiles of the plan. There is one game, or one for each player; `numberings` are
/// the lines of all of them.
pub(super) fn run<V: Value, R: LineRule>(
    plan: &Plan,
    sink: &dyn Sink,
    games: &[&VectorGame],
    numberings: &[LineNumbering],
    rule: &R,
) -> Result<(), EngineError> {
    let rays: Vec<Coordinates> = numberings.iter().map(|numbering| numbering.ray).collect();
    let map = LineMap::new(&rays, plan.tiling().edges());
    let alterations = alterations_of(plan, games);
    let mut history = History::<V>::new(plan, reach(plan, &alterations));
    let wavefront = Wavefront { plan, sink, numberings, alterations, map, rule };
    let mut pool: Vec<Vec<R::Line>> = numberings
        .iter()
        .map(|numbering| (0..numbering.count).map(|_| R::Line::default()).collect())
        .collect();
    for wave in plan.tiling().waves() {
        sink.proceed()?;
        history.forget_before(wave.first().map_or(0, |&index| wave_of(index)));
        let places: Vec<(TileIndex, Vec<Option<Place>>)> =
            wave.into_par_iter().map(|index| (index, wavefront.places(index))).collect();
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
                let values = wavefront.sweep(tile.index, &mut tile.lines, &history)?;
                let kept = history.is_needed().then(|| values.clone());
                sink.tile(Tile { index: tile.index, values: V::wrap(values) })?;
                Ok((tile, kept))
            })
            .collect::<Result<Vec<_>, Stop>>()?;
        for (tile, kept) in returned {
            if let Some(values) = kept {
                history.keep(tile.index, values);
            }
            for (place, line) in tile.places.into_iter().zip(tile.lines) {
                if let Some((ray, number)) = place {
                    pool[ray][number] = line;
                }
            }
        }
    }
    Ok(())
}

/// What all tiles of a run have in common.
struct Wavefront<'a, R> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    numberings: &'a [LineNumbering],
    /// Per game.
    alterations: Vec<Alterations>,
    map: LineMap,
    rule: &'a R,
}

impl<R: LineRule> Wavefront<'_, R> {
    /// The lines of a tile, in the order of the map.
    fn places(&self, index: TileIndex) -> Vec<Option<Place>> {
        let sides = self.plan.job().domain().sides();
        let origin = self.plan.tiling().block(index).origin;
        let place = |entry: &Entry| {
            let at: Coordinates = std::array::from_fn(|axis| origin[axis] + entry.cell[axis]);
            let in_box = (0..MAX_HEAPS).all(|axis| at[axis] < sides[axis]);
            in_box.then(|| (entry.ray, self.numberings[entry.ray].line(at) as usize))
        };
        self.map.entries.iter().map(place).collect()
    }

    /// Sweeps the cells of one tile in row-major order.
    fn sweep<V: Value>(
        &self,
        index: TileIndex,
        lines: &mut [R::Line],
        history: &History<V>,
    ) -> Result<Vec<V>, Stop> {
        let block = self.plan.tiling().block(index);
        let mut values = vec![V::from_u32(self.plan.value_type().fill()); block.cells()];
        let nothing = vec![BesideLines::default(); self.alterations.len()];
        let mut beside = nothing.clone();
        // Beyond the longest ray every position has a move, and most tiles lie there.
        let is_interior =
            |game: &Alterations| game.has_move(block.origin) && game.terminals.is_empty();
        let interior = self.alterations.iter().all(is_interior);
        for run in block.runs() {
            self.sink.proceed()?;
            if interior && !history.is_needed() {
                let cells = values[run.offset..][..run.length].iter_mut().enumerate();
                for (step, value) in cells {
                    let ids = self.map.lines_of(run.offset + step);
                    *value = V::from_u32(self.rule.visit(lines, ids, &nothing));
                }
                continue;
            }
            for step in 0..run.length {
                let at = [run.at[0], run.at[1], run.at[2] + step as u32];
                let cell = run.offset + step;
                for (game, beside) in self.alterations.iter().zip(&mut beside) {
                    beside.terminal = !interior && game.is_terminal(at);
                    if history.is_needed() {
                        look_back(game, at, &block, &values, history, beside);
                    }
                }
                let value = self.rule.visit(lines, self.map.lines_of(cell), &beside);
                values[cell] = V::from_u32(value);
            }
        }
        Ok(values)
    }
}

/// Looks up the values that altered vectors lead to, in this tile or an earlier one.
fn look_back<V: Value>(
    game: &Alterations,
    at: Coordinates,
    block: &Block,
    values: &[V],
    history: &History<V>,
    beside: &mut BesideLines,
) {
    let behind = |vector: &Coordinates| {
        let fits = (0..MAX_HEAPS).all(|axis| vector[axis] <= at[axis]);
        let behind: Coordinates =
            fits.then(|| std::array::from_fn(|axis| at[axis] - vector[axis]))?;
        let inside = (0..MAX_HEAPS).all(|axis| behind[axis] >= block.origin[axis]);
        Some(if inside { values[block.offset(behind)].to_u32() } else { history.value(behind) })
    };
    beside.added.clear();
    beside.added.extend(game.added.iter().filter_map(behind));
    beside.removed.clear();
    let removed = game.removed.iter().enumerate();
    beside.removed.extend(removed.filter_map(|(i, vector)| Some((i, behind(vector)?))));
}

fn alterations_of(plan: &Plan, games: &[&VectorGame]) -> Vec<Alterations> {
    let sides = plan.job().domain().sides();
    games.iter().map(|game| Alterations::new(game, sides)).collect()
}

/// How many waves back the altered vectors lead at most.
fn reach(plan: &Plan, alterations: &[Alterations]) -> usize {
    history::reach(plan, alterations.iter().flat_map(Alterations::vectors))
}

/// Bytes of the lines of a run, when each takes `bytes_per_line`, and of the tiles in work.
pub(super) fn memory_bytes(
    plan: &Plan,
    games: &[&VectorGame],
    numberings: &[LineNumbering],
    bytes_per_line: u64,
) -> u64 {
    let tiling = plan.tiling();
    let edges = tiling.edges();
    // The lines that cross a tile are those of a box of its shape.
    let of_tile = numberings.iter().map(|numbering| LineNumbering::new(numbering.ray, edges).count);
    let entries = of_tile.fold(0, u64::saturating_add);
    let widest_wave = tiling.waves().iter().map(Vec::len).max().unwrap_or(0) as u64;
    let reach = reach(plan, &alterations_of(plan, games)) as u64;
    let history = if reach == 0 { 0 } else { (reach + 1).saturating_mul(widest_wave) };
    let tiles = (2 * rayon::current_num_threads() as u64).saturating_mul(plan.tile_bytes());
    let terms = [
        line_count(numberings).saturating_mul(bytes_per_line),
        entries.saturating_mul(widest_wave).saturating_mul(2 * size_of::<Option<Place>>() as u64),
        LineMap::bytes(numberings.len(), entries, tiling.tile_cells()),
        tiles,
        history.min(tiling.count()).saturating_mul(plan.tile_bytes()),
    ];
    terms.into_iter().fold(0, u64::saturating_add)
}
