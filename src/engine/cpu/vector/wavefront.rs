//! The wavefront of vector games: a front of tiles moves through the table, and lines are handed from tile to
//! tile. Counterpart of `shaders/blocks.wgsl`, which `engine/gpu/schedule/wavefront.rs` explains.
//!
//! Any order of the cells is valid in which a cell comes after all cells that it dominates. Tiles whose
//! indices have equal sums, a front, are incomparable, so no line crosses two of them. A tile may begin when its
//! neighbours below are finished (`order.rs`). It takes the states of its lines out of finished tiles, fills its cells,
//! and keeps the states for the tiles beyond. As ownership moves with the lines, no cell needs an atomic operation or a
//! lock. Values that altered vectors lead to are looked up in the tile itself or in finished ones.
//!
//! A tile is *plain* if it has no position without moves, and none with a move to the zero position that no vector
//! makes: then the values of its cells follow from their lines and from what altered vectors lead to. Nearly all tiles
//! are plain, and the rules have code of their own for them; some only where there is no altered vector. Half of a mirror symmetric table is computed, see `mirror.rs`.
//!
//! A tile that an earlier run has finished is replayed in its turn: its values are recorded on its lines,
//! and nothing is searched for. Where the lines hold more than follows from the values, it is computed
//! again instead, and compared.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

use super::exchange::Exchange;
use super::history::{History, tiles_back};
use super::line_state::LineState;
use super::mirror::{self, MirroredLines};
use super::order::fill_in_order;
use super::sources::Sources;
use super::work::Work;
use crate::domain::Coordinates;
use crate::domain::tiling::{Run, Tile, TileIndex, TileRegion};
use crate::engine::cluster::Share;
use crate::engine::cluster::mailbox::with_mailbox;
use crate::engine::cpu::time::ProcessorTime;
use crate::engine::vector_games::alterations::{Alterations, fronts_back};
use crate::engine::vector_games::line_map::{LineMap, LineRun, lines_from};
use crate::engine::vector_games::line_numbering::LineNumbering;
use crate::engine::vector_games::mirror::mirror_image;
use crate::engine::{EngineError, Sink, Stop, Traffic, hand_over, is_wanted, recomputed};
use crate::plan::Plan;
use crate::ruleset::VectorGame;
use crate::sync::lock;
use crate::values::Values;

/// How the values of a tile follow from its lines.
pub(in crate::engine::cpu) trait LineRule: Sync + Sized {
    /// What is kept for each line.
    type State: LineState;
    /// Whether lines follow from stored values. If they do not, a finished tile is computed again and compared with its
    /// stored values, instead of being replayed.
    const VALUES_SUFFICE: bool = true;
    /// Whether altered vectors have lines too, so that no value is looked up.
    const ALTERED_HAVE_LINES: bool = false;

    /// Returns whether a line and its mirror image may share one state. A cell that lies on both is then recorded twice.
    fn may_be_mirrored(&self) -> bool {
        false
    }

    /// Returns the expected time of this work.
    fn time(&self, work: &Work) -> ProcessorTime;

    /// Returns what the state of a line of the ray with this index takes in addition to the [`LineRule::State`] itself,
    /// when all values of the table may have been recorded.
    fn bytes_of_line(&self, _ray: usize) -> u64 {
        0
    }

    /// Returns the bytes that the rule itself takes in a run.
    fn bytes_of_run(&self) -> u64 {
        0
    }

    /// Returns whether several ranks may divide a table: what the rule knows goes from tile to tile.
    fn may_be_divided(&self) -> bool {
        true
    }

    /// Returns whether the values of a tile are found without a visit to each cell.
    fn is_plain(&self, region: &TileRegion, games: &[Alterations]) -> bool;

    /// Returns what a thread takes to fill a tile, in addition to the tile.
    fn bytes_of_thread(&self) -> u64 {
        0
    }

    /// Makes room for the values of a tile on its lines, before any of them is recorded.
    fn make_room(&self, _: &mut TileWithLines<'_, Self::State>) {}

    /// Fills a tile. The history has what altered vectors lead to.
    fn fill(
        &self,
        tile: &mut TileWithLines<'_, Self::State>,
        games: &[Alterations],
        history: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop>;

    /// Records the values of a finished tile.
    fn replay(
        &self,
        tile: &mut TileWithLines<'_, Self::State>,
        history: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop>;
}

/// A rule by which the value of a single cell follows from its lines, and from what is particular to the cell.
pub(in crate::engine::cpu) trait CellRule: LineRule {
    /// Returns the value of a cell on the lines `lines`, one per ray, and records it in their states,
    /// which are `states[lines[0]]`, `states[lines[1]]`, ... There are exceptions for each of the
    /// run's games, at least.
    fn visit(&self, states: &mut [Self::State], lines: &[u32], exceptions: &[Exceptions]) -> u32;

    /// Records the value of a cell on the lines `lines`, one per ray, in their states.
    fn record(&self, states: &mut [Self::State], lines: &[u32], value: u32);
}

/// Records the values of a finished tile by visiting each cell.
pub(in crate::engine::cpu) fn replay_cell_by_cell<R: CellRule>(
    rule: &R,
    tile: &mut TileWithLines<'_, R::State>,
    sink: &dyn Sink,
) -> Result<(), Stop> {
    for run in tile.runs(u32::MAX) {
        sink.proceed()?;
        for offset in run.offset..run.offset + run.length {
            let value = tile.values.get(offset);
            rule.record(&mut tile.states, tile.map.lines_of(offset), value);
        }
    }
    Ok(())
}

/// Fills a plain tile without altered vectors by visiting each cell.
pub(in crate::engine::cpu) fn fill_cell_by_cell<R: CellRule>(
    rule: &R,
    tile: &mut TileWithLines<'_, R::State>,
    sink: &dyn Sink,
) -> Result<(), Stop> {
    // Plain tiles have no exceptions: none for the first player, and none for the second, where there are two.
    let none: [Exceptions; 2] = Default::default();
    for run in tile.runs(u32::MAX) {
        sink.proceed()?;
        for offset in run.offset..run.offset + run.length {
            let value = rule.visit(&mut tile.states, tile.map.lines_of(offset), &none);
            tile.values.write(offset, &[value]);
        }
    }
    Ok(())
}

/// Fills a tile that is not plain in row-major order, cell by cell, with the exceptions of each cell.
pub(in crate::engine::cpu) fn fill_with_exceptions<R: CellRule>(
    rule: &R,
    tile: &mut TileWithLines<'_, R::State>,
    games: &[Alterations],
    history: &History,
    sink: &dyn Sink,
) -> Result<(), Stop> {
    let mut exceptions = vec![Exceptions::default(); games.len()];
    for run in tile.runs(u32::MAX) {
        for step in 0..run.length {
            // A cell may have very many altered vectors.
            sink.proceed()?;
            let offset = run.offset + step;
            let cell = Run { at: run.at.along_row(step as u32), offset, length: 1 };
            for (game, exceptions) in games.iter().zip(&mut exceptions) {
                exceptions.terminal = game.is_terminal(cell.at);
                let has_move_to_zero = game.to_zero.contains(&cell.at);
                exceptions.to_zero = has_move_to_zero.then(|| cell.at.sum());
                if history.is_needed() {
                    look_up_altered(game, cell, tile, history, exceptions);
                }
            }
            let lines = tile.map.lines_of(offset);
            let value = rule.visit(&mut tile.states, lines, &exceptions);
            tile.values.write(offset, &[value]);
        }
    }
    Ok(())
}

/// What a cell's value depends on other than through its lines, in one game.
#[derive(Clone, Default)]
pub(in crate::engine::cpu) struct Exceptions {
    /// Whether the cell has no moves.
    pub(in crate::engine::cpu) terminal: bool,
    /// What a move to the zero position takes, if the cell has one that no vector makes.
    pub(in crate::engine::cpu) to_zero: Option<u32>,
    /// The indices of added vectors, with the values of the cells that they lead to.
    pub(in crate::engine::cpu) added: Vec<(usize, u32)>,
    /// The indices of removed vectors, with the values of the cells that they would lead to.
    pub(in crate::engine::cpu) removed: Vec<(usize, u32)>,
}

/// A tile that is being filled, with the lines that cross it.
pub(in crate::engine::cpu) struct TileWithLines<'a, State> {
    pub(in crate::engine::cpu) index: TileIndex,
    pub(in crate::engine::cpu) region: TileRegion,
    /// Which of the tile's lines each cell lies on.
    pub(in crate::engine::cpu) map: &'a LineMap,
    /// The state of each line.
    pub(in crate::engine::cpu) states: Vec<State>,
    pub(in crate::engine::cpu) values: Values,
    /// The same map where each line has a number of its own.
    pub(super) whole: &'a LineMap,
    /// The pairs of lines that share a state, if only cells with y <= z are computed: the tile lies on the diagonal of a
    /// mirrored table.
    pub(super) pairs: Option<&'a MirroredLines>,
}

impl<State> TileWithLines<'_, State> {
    /// Returns the values of this tile or of an earlier one.
    pub(in crate::engine::cpu) fn values_of<'v>(
        &'v self,
        index: TileIndex,
        history: &'v History,
    ) -> Option<&'v Values> {
        // Every tile that an altered vector leads to is kept.
        if index == self.index { Some(&self.values) } else { history.tile(index) }
    }

    /// Returns which state a line of the whole map has.
    #[inline]
    pub(super) fn kept_as(&self, line: usize) -> usize {
        self.pairs.map_or(line, |pairs| pairs.on_diagonal(line as u32) as usize)
    }

    /// Lists the cells to be computed, in patches of this edge.
    pub(in crate::engine::cpu) fn runs(
        &self,
        patch: u32,
    ) -> impl Iterator<Item = Run> + use<State> {
        self.computed(self.region.patches(patch))
    }

    /// Lists the cells to be computed and those beside them that are no positions, in patches of this edge.
    pub(in crate::engine::cpu) fn runs_of_all(
        &self,
        patch: u32,
    ) -> impl Iterator<Item = Run> + use<State> {
        self.computed(self.region.clone().unmasked().patches(patch))
    }

    /// Leaves out what is the mirror image of other cells.
    fn computed<R: Iterator<Item = Run>>(
        &self,
        runs: R,
    ) -> impl Iterator<Item = Run> + use<State, R> {
        let is_half = self.pairs.is_some();
        runs.filter_map(move |run| {
            let Coordinates([.., y, z]) = run.at;
            let below = if is_half { y.saturating_sub(z) } else { 0 };
            let length = run.length.checked_sub(below as usize).filter(|&length| length > 0)?;
            let at = run.at.along_row(below);
            Some(Run { at, offset: run.offset + below as usize, length })
        })
    }
}

/// The line states of finished tiles, until the tiles beyond take them.
type FinishedStates<State> = HashMap<TileIndex, Vec<State>>;

/// The states of a tile's lines, and its values if altered vectors lead back to them.
type FinishedTile<State> = (Vec<State>, Option<Values>);

/// A plan that is tabulated by a rule: what its estimates and its run share.
pub(in crate::engine::cpu) struct Wavefront<'a, R> {
    pub(super) plan: &'a Plan,
    /// One element per game.
    pub(super) alterations: Vec<Alterations>,
    /// The lines of all games.
    pub(in crate::engine::cpu) numberings: Vec<LineNumbering>,
    pub(in crate::engine::cpu) rule: R,
}

impl<'a, R: LineRule> Wavefront<'a, R> {
    /// Prepares a plan. There is one game, or one for each player; `numberings` are the lines of all of them.
    pub(in crate::engine::cpu) fn new<'g>(
        plan: &'a Plan,
        games: impl IntoIterator<Item = &'g VectorGame>,
        numberings: Vec<LineNumbering>,
        rule: R,
    ) -> Self {
        let alterations_of = |game| {
            let alterations = Alterations::new(game, plan.job().domain().sides());
            if R::ALTERED_HAVE_LINES { alterations.with_lines() } else { alterations }
        };
        let alterations = games.into_iter().map(alterations_of).collect();
        Wavefront { plan, alterations, numberings, rule }
    }

    /// Prepares a plan by lines alone, and by vectors of which each leads to a single position, whose value is looked up.
    pub(in crate::engine::cpu) fn of_lines(
        plan: &'a Plan,
        looked_up: Vec<Coordinates>,
        numberings: Vec<LineNumbering>,
        rule: R,
    ) -> Self {
        Wavefront { plan, alterations: vec![Alterations::looked_up(looked_up)], numberings, rule }
    }

    /// Lists the rays of all lines.
    pub(super) fn rays(&self) -> Vec<Coordinates> {
        self.numberings.iter().map(|numbering| numbering.ray).collect()
    }

    /// Returns how many fronts back the altered vectors lead at most.
    pub(super) fn altered_fronts_back(&self) -> u32 {
        let vectors = self.alterations.iter().flat_map(Alterations::vectors);
        fronts_back(self.plan.tiling().edges(), vectors)
    }

    /// Lists how many tiles back altered vectors lead.
    pub(super) fn altered_backs(&self) -> BTreeSet<TileIndex> {
        let edges = self.plan.tiling().edges();
        let altered = self.alterations.iter().flat_map(Alterations::vectors);
        altered.flat_map(|vector| tiles_back(vector, edges)).collect()
    }

    /// Returns what tiles wait for on a rank with this share.
    pub(super) fn sources<'s>(&'s self, share: Share<'s>) -> Sources<'s> {
        let edges = self.plan.tiling().edges();
        let of_lines = self.rays().into_iter().flat_map(|ray| {
            tiles_back(ray, edges).filter(move |&back| lines_from(ray, edges, back) > 0)
        });
        let mut backs: BTreeSet<TileIndex> = of_lines.chain(self.altered_backs()).collect();
        backs.remove(&Coordinates::ZERO);
        let is_mirrored = self.is_mirrored();
        Sources { tiling: self.plan.tiling(), is_mirrored, share, backs }
    }

    /// Computes the tiles of the plan that this rank has. Returns what it has sent to others.
    pub(super) fn tabulate(&self, sink: &dyn Sink) -> Result<Traffic, EngineError> {
        let Wavefront { plan, alterations, rule, .. } = self;
        if sink.share().is_divided() && !rule.may_be_divided() {
            return Err(EngineError::RulesOnRanks);
        }
        let edges = plan.tiling().edges();
        let rays = self.rays();
        let map = LineMap::new(&rays, edges);
        let mirrored = rule
            .may_be_mirrored()
            .then(|| MirroredLines::new(plan, alterations, &rays, &map))
            .flatten();
        let fronts_crossed = fronts_back(edges, rays.into_iter());
        let history = History::new(plan, self.altered_fronts_back(), mirrored.is_some());
        let filler = TileFiller { plan, sink, alterations, map, mirrored, rule };
        let sources = self.sources(sink.share());
        let exchange = Exchange {
            plan,
            sources: &sources,
            map: &filler.map,
            mirrored: filler.mirrored.as_ref(),
            altered: self.altered_backs(),
        };
        keep_freed_memory(plan);
        let states = FinishedStates::<R::State>::new();
        let finished = Mutex::new(Finished { states, history, first_front: 0 });
        with_mailbox(sources.share.network, |mailbox| {
            let arrived = || {
                sink.proceed()?;
                let Some((from, message)) = mailbox.receive()? else { return Ok(None) };
                let garbled = EngineError::GarbledMessage { from };
                let (index, states, values) = exchange.read(&message).ok_or(garbled)?;
                lock(&finished).keep(index, states, values);
                Ok(Some(index))
            };
            fill_in_order(&sources, arrived, |index, first_unfinished| {
                sink.proceed()?;
                let (states, history) = {
                    let mut finished = lock(&finished);
                    finished.forget_before(first_unfinished, fronts_crossed);
                    let vectors = alterations.iter().flat_map(Alterations::vectors);
                    let history = finished.history.behind(index, vectors);
                    (filler.take_states(index, &mut finished.states), history)
                };
                let (states, values) = filler.fill(index, states, &history)?;
                if sources.share.is_divided() {
                    let messages = exchange.messages(index, &states, values.as_ref());
                    messages.into_iter().for_each(|(to, message)| mailbox.send(to, message));
                }
                lock(&finished).keep(index, states, values);
                Ok(())
            })
        })
    }
}

/// What tiles leave to those beyond.
struct Finished<'a, State> {
    states: FinishedStates<State>,
    history: History<'a>,
    /// The first front for which they are kept.
    first_front: u32,
}

impl<State> Finished<'_, State> {
    /// Keeps what a tile leaves, of this rank or of another one.
    fn keep(&mut self, index: TileIndex, states: Vec<State>, values: Option<Values>) {
        self.states.insert(index, states);
        if let Some(values) = values {
            self.history.keep(index, values);
        }
    }

    /// Forgets what no tile of this front or a later one takes, whose lines cross that many fronts.
    fn forget_before(&mut self, front: u32, fronts_crossed: u32) {
        if front == self.first_front {
            return;
        }
        self.first_front = front;
        self.history.forget_before(front);
        self.states.retain(|index, _| index.sum() + fronts_crossed >= front);
    }
}

/// Makes the allocator of GNU systems keep the memory of finished tiles for the next ones. Beyond a
/// threshold it returns freed memory to the system, and the next tile faults it in again. Freeing an
/// allocation that was mapped on its own raises the threshold to twice its size (if that is at most
/// 32 MiB). Without this, two fifths of the time of palace numbers went into page faults.
#[cfg(target_env = "gnu")]
fn keep_freed_memory(plan: &Plan) {
    const LARGEST: u64 = 16 << 20;
    if plan.table_bytes() >= LARGEST {
        let mut bytes = Vec::<u8>::new();
        // Where there is no room for so much, the run needs less.
        let _ = bytes.try_reserve_exact(LARGEST as usize);
        drop(std::hint::black_box(bytes));
    }
}

/// Does nothing: other allocators keep the memory.
#[cfg(not(target_env = "gnu"))]
fn keep_freed_memory(_: &Plan) {}

/// Fills the tiles of a run: what all of them have in common.
struct TileFiller<'a, R> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// One element per game.
    alterations: &'a [Alterations],
    map: LineMap,
    /// The pairs of lines, if half of the table is computed.
    mirrored: Option<MirroredLines>,
    rule: &'a R,
}

impl<R: LineRule> TileFiller<'_, R> {
    /// Takes the line states of a tile out of the tiles that its lines come from.
    fn take_states(
        &self,
        index: TileIndex,
        finished: &mut FinishedStates<R::State>,
    ) -> Vec<R::State> {
        let mut states: Vec<R::State> = Vec::new();
        states.resize_with(self.map.entries.len(), R::State::default);
        for hand_off in &self.map.hand_offs {
            let Some(source) = index.checked_sub(hand_off.back) else { continue };
            if let Some(mirrored) = &self.mirrored {
                take_mirrored(mirrored, index, source, &hand_off.runs, finished, &mut states);
            } else if let Some(source) = finished.get_mut(&source) {
                for run in &hand_off.runs {
                    states[run.here()].swap_with_slice(&mut source[run.there()]);
                }
            }
        }
        states
    }

    /// Fills a tile and hands it to the sink.
    fn fill(
        &self,
        index: TileIndex,
        states: Vec<R::State>,
        history: &History,
    ) -> Result<FinishedTile<R::State>, EngineError> {
        let region = self.plan.tiling().region(index);
        let halved = self.mirrored.as_ref().filter(|_| mirror::is_on_diagonal(index));
        let map = halved.map_or(&self.map, |mirrored| &mirrored.diagonal);
        let mut stored = self.finished_values(index)?;
        let replayed = if R::VALUES_SUFFICE { stored.take() } else { None };
        let is_replayed = replayed.is_some();
        let values = replayed.unwrap_or_else(|| self.plan.blank_tile());
        let mut tile =
            TileWithLines { index, region, map, states, values, whole: &self.map, pairs: halved };
        if !is_replayed {
            self.sink.computes();
        }
        self.rule.make_room(&mut tile);
        match is_replayed {
            true => self.rule.replay(&mut tile, history, self.sink)?,
            false => self.rule.fill(&mut tile, self.alterations, history, self.sink)?,
        }
        if let Some(stored) = stored {
            recomputed::compare(self.plan, index, &tile.values, &stored)?;
        }
        Ok(self.hand_over(tile, history)?)
    }

    /// Returns the values of a tile, if an earlier run has finished it or its mirror image.
    fn finished_values(&self, index: TileIndex) -> Result<Option<Values>, Stop> {
        if self.sink.is_finished(index) {
            return self.sink.finished_tile(index).map(Some);
        }
        let image = mirror_image(index);
        if self.mirrored.is_some() && self.sink.is_finished(image) {
            let values = self.sink.finished_tile(image)?;
            let region = self.plan.tiling().region(image);
            return Ok(Some(mirror::mirrored_values(&region, &values)));
        }
        Ok(None)
    }

    /// Hands a finished tile to the sink, together with its mirror image if that is not computed.
    fn hand_over(
        &self,
        mut tile: TileWithLines<'_, R::State>,
        history: &History,
    ) -> Result<FinishedTile<R::State>, Stop> {
        if tile.pairs.is_some() {
            mirror::complete(&tile.region, &mut tile.values);
        } else if self.mirrored.is_some() {
            let image = mirror_image(tile.index);
            if is_wanted(self.sink, image) {
                let values = mirror::mirrored_values(&tile.region, &tile.values);
                self.sink.tile(Tile { index: image, values })?;
            }
        }
        let kept = history.is_needed().then(|| tile.values.clone());
        hand_over(self.sink, tile.index, tile.values)?;
        Ok((tile.states, kept))
    }
}

/// Takes line states out of the tile `source`, or out of its mirror image if that is computed instead.
fn take_mirrored<State: Default>(
    mirrored: &MirroredLines,
    index: TileIndex,
    source: TileIndex,
    runs: &[LineRun],
    finished: &mut FinishedStates<State>,
    states: &mut [State],
) {
    let (source, number) = mirrored.keeper(source);
    let Some(source) = finished.get_mut(&source) else { return };
    for (here, there) in runs.iter().flat_map(|run| run.here().zip(run.there())) {
        let is_kept =
            !mirror::is_on_diagonal(index) || mirrored.on_diagonal(here as u32) as usize == here;
        if is_kept {
            states[here] = std::mem::take(&mut source[number(there as u32) as usize]);
        }
    }
}

/// Looks up the values that altered vectors lead to from a cell, in its tile or in an earlier one.
fn look_up_altered<State>(
    game: &Alterations,
    cell: Run,
    tile: &TileWithLines<'_, State>,
    history: &History,
    exceptions: &mut Exceptions,
) {
    let value_behind = |vector: &Coordinates| {
        let behind = cell.at.checked_sub(*vector)?;
        let Coordinates([.., y, z]) = behind;
        // Nearly all of them lie in this tile, where it is computed.
        if behind.dominates(tile.region.origin) && !(tile.pairs.is_some() && y > z) {
            return Some(tile.values.get(tile.region.offset(behind)));
        }
        let piece = history.pieces_behind(cell, *vector).next()?;
        Some(tile.values_of(piece.tile, history)?.get(piece.offset))
    };
    let indexed = |(i, vector)| Some((i, value_behind(vector)?));
    exceptions.added.clear();
    exceptions.added.extend(game.added.iter().enumerate().filter_map(indexed));
    exceptions.removed.clear();
    exceptions.removed.extend(game.removed.iter().enumerate().filter_map(indexed));
}

/// Returns whether a tile is plain, where altered vectors may or may not be in plain tiles.
pub(in crate::engine::cpu) fn is_plain(
    region: &TileRegion,
    games: &[Alterations],
    may_be_altered: bool,
) -> bool {
    // If there is a move at the origin, the same move exists at all cells of the tile.
    let is_plain = |game: &Alterations| {
        let is_within = |at: Coordinates| {
            at.checked_sub(region.origin).is_some_and(|cell| cell.is_inside(region.edges))
        };
        game.has_move(region.origin)
            && (may_be_altered || game.vectors().next().is_none())
            && !game.listed().any(is_within)
    };
    games.iter().all(is_plain)
}
