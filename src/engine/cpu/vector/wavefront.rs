//! The sweep of vector games: tile by tile along a wavefront, lines handed from tile to tile.
//!
//! Any order that respects the componentwise order is a valid one. Tiles whose indices have equal
//! sums are incomparable, so no line crosses two of them: each tile of a wave takes its lines out
//! of finished tiles, sweeps its cells, and keeps the lines for the tiles beyond. Ownership moves
//! with the lines, and no cell needs an atomic or a lock. What altered vectors lead to is looked
//! up in the tile itself or in finished ones.
//!
//! 1. Nearly all tiles are plain: the values of their cells follow from the lines alone. Rules
//!    sweep those with code of their own.
//! 2. Of a symmetric table half is computed, see `fold.rs`.

use std::collections::HashMap;

use rayon::prelude::*;

use super::history::{self, History, wave_of};
use super::mirror::{self, Fold};
use crate::domain::tiling::{Run, Tile, TileIndex, TileRegion};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::alterations::Alterations;
use crate::engine::line_map::{LineMap, LineRun};
use crate::engine::lines::{LineNumbering, line_count};
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;
use crate::ruleset::VectorGame;
use crate::values::Value;

/// How a cell's value follows from its lines.
pub(in crate::engine::cpu) trait LineRule: Sync + Sized {
    /// What is kept along a line.
    type Line: Default + Send;
    /// Whether a line may be recorded on twice for one cell, as happens where a table is folded.
    const FOLDS: bool = false;

    /// The value of a cell whose lines are `lines[ids[0]], lines[ids[1]], ...`, one per ray.
    /// Records the value on these lines. `beside` has an element for each of the run's games.
    fn visit(&self, lines: &mut [Self::Line], ids: &[u32], beside: &[BesideLines]) -> u32;

    /// Sweeps a tile whose cells have nothing beside their lines.
    fn sweep_plain<V: Value>(
        &self,
        tile: &mut OpenTile<'_, V, Self::Line>,
        games: usize,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        sweep_cell_by_cell(self, tile, games, sink)
    }
}

/// Sweeps a tile whose cells have nothing beside their lines, by visiting each cell.
pub(in crate::engine::cpu) fn sweep_cell_by_cell<V: Value, R: LineRule>(
    rule: &R,
    tile: &mut OpenTile<'_, V, R::Line>,
    games: usize,
    sink: &dyn Sink,
) -> Result<(), Stop> {
    let nothing = vec![BesideLines::default(); games];
    for run in tile.runs(u32::MAX) {
        sink.proceed()?;
        for cell in run.offset..run.offset + run.length {
            let value = rule.visit(&mut tile.lines, tile.map.lines_of(cell), &nothing);
            tile.values[cell] = V::from_u32(value);
        }
    }
    Ok(())
}

/// What a cell's value depends on beside its lines, in one game.
#[derive(Clone, Default)]
pub(in crate::engine::cpu) struct BesideLines {
    /// Whether the cell has no moves.
    pub(in crate::engine::cpu) terminal: bool,
    /// Values of the cells that added vectors lead to.
    pub(in crate::engine::cpu) added: Vec<u32>,
    /// Those that removed vectors would lead to, with the index of the vector.
    pub(in crate::engine::cpu) removed: Vec<(usize, u32)>,
}

/// A tile of the current wave with the lines that cross it.
pub(in crate::engine::cpu) struct OpenTile<'a, V, Line> {
    index: TileIndex,
    pub(in crate::engine::cpu) block: TileRegion,
    /// Which of its lines each cell lies on.
    pub(in crate::engine::cpu) map: &'a LineMap,
    pub(in crate::engine::cpu) lines: Vec<Line>,
    pub(in crate::engine::cpu) values: Vec<V>,
    /// Whether only cells on and above the diagonal are computed.
    folded: bool,
}

impl<V: Value, Line> OpenTile<'_, V, Line> {
    /// The cells to be computed, in patches of this edge.
    pub(in crate::engine::cpu) fn runs(
        &self,
        patch: u32,
    ) -> impl Iterator<Item = Run> + use<V, Line> {
        let folded = self.folded;
        self.block.patches(patch).filter_map(move |run| {
            // The tile lies on the diagonal, so that its coordinates compare as those within it.
            let below = if folded { run.at[1].saturating_sub(run.at[2]) } else { 0 };
            let length = run.length.checked_sub(below as usize).filter(|&length| length > 0)?;
            let at = [run.at[0], run.at[1], run.at[2] + below];
            Some(Run { at: Coordinates(at), offset: run.offset + below as usize, length })
        })
    }
}

/// The lines of finished tiles, until the tiles beyond take them.
type Exits<Line> = HashMap<TileIndex, Vec<Line>>;

/// A tile with its lines, and its values if altered vectors lead back to them.
type Finished<V, Line> = (TileIndex, Vec<Line>, Option<Vec<V>>);

/// Computes all tiles of the plan. There is one game, or one for each player; `numberings` are
/// the lines of all of them.
pub(in crate::engine::cpu) fn run<V: Value, R: LineRule>(
    plan: &Plan,
    sink: &dyn Sink,
    games: &[&VectorGame],
    numberings: &[LineNumbering],
    rule: &R,
) -> Result<(), EngineError> {
    let rays: Vec<Coordinates> = numberings.iter().map(|numbering| numbering.ray).collect();
    let map = LineMap::new(&rays, plan.tiling().edges());
    let alterations = alterations_of(plan, games);
    let fold = if R::FOLDS { Fold::new(plan, &alterations, &rays, &map) } else { None };
    let waves_crossed = history::reach(plan, rays.into_iter());
    let mut history = History::<V>::new(plan, reach(plan, &alterations));
    let wavefront = Wavefront { plan, sink, alterations, map, fold, rule };
    keep_freed_memory(plan);
    let mut exits = Exits::<R::Line>::new();
    for wave in plan.tiling().fronts() {
        sink.proceed()?;
        let number = wave.first().map_or(0, |&index| wave_of(index));
        history.forget_before(number);
        exits.retain(|&index, _| wave_of(index) + waves_crossed >= number);
        let finished = wavefront
            .open(wave, &mut exits)
            .into_par_iter()
            .map(|(index, lines)| wavefront.sweep(index, lines, &history))
            .collect::<Result<Vec<_>, Stop>>()?;
        for (index, lines, values) in finished {
            if let Some(values) = values {
                history.keep(index, values);
            }
            exits.insert(index, lines);
        }
    }
    Ok(())
}

/// Makes the allocator keep the memory of tiles for the next ones. That of GNU systems gives
/// freed memory back, and faults it in again, beyond a threshold; it raises this to twice the
/// largest block that was mapped on its own and freed (of up to 32 MiB). Two fifths of the time
/// that palace numbers took went into faults. Other allocators do not mind.
fn keep_freed_memory(plan: &Plan) {
    const LARGEST: u64 = 16 << 20;
    if plan.table_bytes() >= LARGEST {
        drop(std::hint::black_box(Vec::<u8>::with_capacity(LARGEST as usize)));
    }
}

/// What all tiles of a run have in common.
struct Wavefront<'a, R> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// Per game.
    alterations: Vec<Alterations>,
    map: LineMap,
    fold: Option<Fold>,
    rule: &'a R,
}

impl<R: LineRule> Wavefront<'_, R> {
    /// The tiles of a wave that are computed, with their lines.
    fn open(
        &self,
        wave: Vec<TileIndex>,
        exits: &mut Exits<R::Line>,
    ) -> Vec<(TileIndex, Vec<R::Line>)> {
        let is_computed = |index: &TileIndex| self.fold.is_none() || index[1] <= index[2];
        let computed = wave.into_iter().filter(is_computed);
        computed.map(|index| (index, self.take_lines(index, exits))).collect()
    }

    /// Whether no cell of a tile has anything beside its lines.
    fn is_plain(&self, index: TileIndex) -> bool {
        let block = self.plan.tiling().region(index);
        // Beyond the longest ray every position has a move, and most tiles lie there.
        let is_plain = |game: &Alterations| {
            let within = |at: &Coordinates| {
                (0..MAX_HEAPS)
                    .all(|axis| at[axis].wrapping_sub(block.origin[axis]) < block.edges[axis])
            };
            game.has_move(block.origin)
                && game.vectors().next().is_none()
                && !game.terminals.iter().any(within)
        };
        self.alterations.iter().all(is_plain)
    }

    /// The lines of a tile, taken out of the tiles they come from.
    fn take_lines(&self, index: TileIndex, exits: &mut Exits<R::Line>) -> Vec<R::Line> {
        let mut lines: Vec<R::Line> = Vec::new();
        lines.resize_with(self.map.entries.len(), R::Line::default);
        for hand_off in &self.map.hand_offs {
            let Some(source) = back_from(index, hand_off.back) else { continue };
            let Some(fold) = &self.fold else {
                // Every tile that lines of this one come from is kept.
                let Some(exits) = exits.get_mut(&source) else { continue };
                for run in &hand_off.runs {
                    lines[run.here()].swap_with_slice(&mut exits[run.there()]);
                }
                continue;
            };
            let (source, name) = fold.keeper(source);
            let Some(exits) = exits.get_mut(&source) else { continue };
            let numbers = |run: &LineRun| run.here().zip(run.there());
            for (here, there) in hand_off.runs.iter().flat_map(numbers) {
                if !mirror::is_on_diagonal(index) || fold.name(here as u32) as usize == here {
                    let exit = &mut exits[name(there as u32) as usize];
                    lines[here] = std::mem::take(exit);
                }
            }
        }
        lines
    }

    /// Sweeps a tile and hands it to the sink.
    fn sweep<V: Value>(
        &self,
        index: TileIndex,
        lines: Vec<R::Line>,
        history: &History<V>,
    ) -> Result<Finished<V, R::Line>, Stop> {
        let fill = V::from_u32(self.plan.value_type().fill());
        let block = self.plan.tiling().region(index);
        let on_diagonal = self.fold.as_ref().filter(|_| mirror::is_on_diagonal(index));
        let map = on_diagonal.map_or(&self.map, |fold| &fold.diagonal);
        let values = vec![fill; block.cells()];
        let folded = on_diagonal.is_some();
        let mut tile = OpenTile { index, block, map, lines, values, folded };
        if self.is_plain(index) {
            self.rule.sweep_plain(&mut tile, self.alterations.len(), self.sink)?;
        } else {
            self.sweep_beside(&mut tile, history)?;
        }
        self.hand_over(tile, history)
    }

    /// Sweeps the cells of one tile in row-major order, minding what is beside the lines.
    fn sweep_beside<V: Value>(
        &self,
        tile: &mut OpenTile<'_, V, R::Line>,
        history: &History<V>,
    ) -> Result<(), Stop> {
        let mut beside = vec![BesideLines::default(); self.alterations.len()];
        for run in tile.runs(u32::MAX) {
            self.sink.proceed()?;
            for step in 0..run.length {
                let at = [run.at[0], run.at[1], run.at[2] + step as u32];
                for (game, beside) in self.alterations.iter().zip(&mut beside) {
                    beside.terminal = game.is_terminal(Coordinates(at));
                    if history.is_needed() {
                        look_back(
                            game,
                            Coordinates(at),
                            &tile.block,
                            &tile.values,
                            history,
                            beside,
                        );
                    }
                }
                let cell = run.offset + step;
                let value = self.rule.visit(&mut tile.lines, tile.map.lines_of(cell), &beside);
                tile.values[cell] = V::from_u32(value);
            }
        }
        Ok(())
    }

    /// Hands a finished tile to the sink, and in a folded table its image.
    fn hand_over<V: Value>(
        &self,
        mut tile: OpenTile<'_, V, R::Line>,
        history: &History<V>,
    ) -> Result<Finished<V, R::Line>, Stop> {
        if tile.folded {
            mirror::complete(&tile.block, &mut tile.values);
        } else if self.fold.is_some() {
            let image = mirror::mirrored(&tile.block, &tile.values);
            let index = mirror::swapped(tile.index);
            self.sink.tile(Tile { index, values: V::wrap(image) })?;
        }
        let kept = history.is_needed().then(|| tile.values.clone());
        self.sink.tile(Tile { index: tile.index, values: V::wrap(tile.values) })?;
        Ok((tile.index, tile.lines, kept))
    }
}

/// The tile so many tiles back, if there is one.
fn back_from(index: TileIndex, back: TileIndex) -> Option<TileIndex> {
    index.checked_sub(back)
}

/// Looks up the values that altered vectors lead to, in this tile or an earlier one.
fn look_back<V: Value>(
    game: &Alterations,
    at: Coordinates,
    block: &TileRegion,
    values: &[V],
    history: &History<V>,
    beside: &mut BesideLines,
) {
    let behind = |vector: &Coordinates| {
        let behind = at.checked_sub(*vector)?;
        let inside = behind.dominates(block.origin);
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

/// How many lines cross a tile: those of a box of its shape.
pub(in crate::engine::cpu) fn lines_of_tile(
    numberings: &[LineNumbering],
    edges: Coordinates,
) -> u64 {
    let of_ray = |numbering: &LineNumbering| LineNumbering::new(numbering.ray, edges).count;
    numberings.iter().map(of_ray).fold(0, u64::saturating_add)
}

/// Bytes of the lines of a run, when each takes `bytes_per_line` beside the [`LineRule::Line`]
/// itself, and of the tiles in work.
pub(in crate::engine::cpu) fn memory_bytes<R: LineRule>(
    plan: &Plan,
    games: &[&VectorGame],
    numberings: &[LineNumbering],
    bytes_per_line: u64,
) -> u64 {
    let tiling = plan.tiling();
    let edges = tiling.edges();
    let entries = lines_of_tile(numberings, edges);
    let widest_wave = tiling.fronts().iter().map(Vec::len).max().unwrap_or(0) as u64;
    let tiles_of = |waves: u64| waves.saturating_mul(widest_wave).min(tiling.count());
    let waves_crossed = history::reach(plan, numberings.iter().map(|numbering| numbering.ray));
    let reach = reach(plan, &alterations_of(plan, games)) as u64;
    let history = if reach == 0 { 0 } else { reach + 1 };
    // One per thread, and an image or a copy of each.
    let open = (2 * rayon::current_num_threads()) as u64;
    let of_lines = entries.saturating_mul(size_of::<R::Line>() as u64);
    let map = LineMap::bytes(numberings.len(), entries, tiling.tile_cells());
    let rays: Vec<Coordinates> = numberings.iter().map(|numbering| numbering.ray).collect();
    let is_folded = R::FOLDS
        && crate::engine::mirror::ray_images(plan, &alterations_of(plan, games), &rays).is_some();
    let lines = line_count(numberings) / if is_folded { 2 } else { 1 };
    let terms = [
        lines.saturating_mul(bytes_per_line),
        tiles_of(waves_crossed as u64 + 1).saturating_mul(of_lines),
        if R::FOLDS { map.saturating_mul(2) } else { map },
        tiles_of(history)
            .saturating_add(open.min(2 * widest_wave))
            .saturating_mul(plan.tile_bytes()),
    ];
    terms.into_iter().fold(0, u64::saturating_add)
}
