//! A run: the order in which positions have their turns, the threads that share the marks, and the tiles.
//!
//! Where options always come before positions, cells are scanned row by row. One thread lets each P-position mark all that lies
//! behind it. Several threads take blocks of rows: in a block P-positions mark what lies in it, after which all threads
//! share the rows behind the block. On three heaps or more these are blocks of a plane, then what lies behind the plane. By
//! other grades, layers of equal grade follow one another; there all P-positions of a layer mark at the same time.

use std::sync::Mutex;

use rayon::prelude::*;

use super::Marking;
use super::marks::{Marks, Seen};
use super::way_back::{Window, Work};
use super::work::mark;
use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, Domain, MAX_HEAPS};
use crate::engine::clause_games::grades::{Unsorted, sort};
use crate::engine::cpu::clauses::cells::Geometry;
use crate::engine::cpu::clauses::layers::Layers;
use crate::engine::cpu::clauses::options::{ByDefinition, Quick, prepared};
use crate::engine::cpu::clauses::prepared::Clause;
use crate::engine::cpu::clauses::quantities::Options;
use crate::engine::cpu::clauses::tally::{Halt, LaneValues, Run, Tally};
use crate::engine::cpu::digraph::waiting::WaitingTiles;
use crate::engine::recomputed::hand_over_or_compare_all;
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;
use crate::ruleset::{WantedOfMoves, WrittenRuleset};
use crate::sync::lock;
use crate::values::{Value, Values};

/// How the rows are divided.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine::cpu::clauses) struct Blocks {
    /// The cells of a block, at least one row.
    pub(in crate::engine::cpu::clauses) cells: i64,
    /// Whether what lies behind a block is shared by threads.
    pub(in crate::engine::cpu::clauses) are_shared: bool,
}

impl Blocks {
    /// The least nanoseconds of a run in which threads may wait for one another, and the least of a P-position whose marks
    /// they divide: each looks at all ways back from it.
    const LEAST_SHARED: f64 = 2e7;
    const LEAST_OF_ONE: f64 = 2e3;

    /// Returns the blocks of a table that takes `nanoseconds` in all, and `of_one` for a P-position.
    pub(super) fn of(plan: &Plan, nanoseconds: f64, of_one: f64) -> Self {
        let is_enough = nanoseconds >= Blocks::LEAST_SHARED && of_one >= Blocks::LEAST_OF_ONE;
        match rayon::current_num_threads() > 1 && is_enough {
            true => {
                let cells = super::super::cells(plan) as i64;
                Blocks { cells: (cells / 64).min(1 << 16), are_shared: true }
            }
            false => Blocks { cells: 1 << 18, are_shared: false },
        }
    }

    /// Returns the bytes of the P-positions that are kept at a time.
    pub(super) fn memory_bytes(self, plan: &Plan) -> u64 {
        let domain = plan.job().domain();
        let of_plane: u64 = domain.shape().iter().skip(1).map(|&side| u64::from(side)).product();
        let kept = (self.cells as u64).max(if domain.heaps() > 2 { 2 * of_plane } else { 0 });
        if self.are_shared { 8 * kept.min(domain.positions()) } else { 0 }
    }
}

/// P-positions are not divided among threads where they are fewer.
const LEAST_AT_ONCE: usize = 4;
/// Tiles are handed over when as many cells are done as 2 to this power, or a multiple of that.
const PART: u32 = 16;
/// After this number of P-positions a run asks whether it is to stop.
const UNTIL_ASKED: usize = 64;

/// A table that is being filled.
pub(super) struct Table<'a, T, const COUNTED: bool> {
    plan: &'a Plan,
    game: &'a WrittenRuleset,
    sink: &'a dyn Sink,
    marking: &'a Marking,
    geometry: Geometry,
    cells: Vec<T>,
    waiting: WaitingTiles,
    /// The clauses, where it matters whether a position has moves.
    clauses: Vec<Vec<Clause>>,
    lanes: LaneValues,
    seen: Mutex<Vec<Seen>>,
    /// How many positions the sink was told of.
    told: u64,
    /// Whether an earlier run has finished tiles.
    is_resumed: bool,
}

impl<'a, T: Value, const COUNTED: bool> Table<'a, T, COUNTED> {
    /// Begins with a table without marks.
    pub(super) fn new(
        plan: &'a Plan,
        game: &'a WrittenRuleset,
        marking: &'a Marking,
        sink: &'a dyn Sink,
    ) -> Self {
        let domain = plan.job().domain();
        let clauses = marking.rule.is_misere.then(|| prepared(game, domain, false));
        Table {
            plan,
            game,
            sink,
            marking,
            geometry: Geometry::new(domain),
            cells: vec![T::saturating_from(u32::MAX); domain.sides().cells()],
            waiting: WaitingTiles::of(Vec::new()),
            clauses: clauses.unwrap_or_default(),
            lanes: LaneValues::default(),
            seen: Mutex::default(),
            told: 0,
            is_resumed: plan.tiling().tiles().any(|tile| sink.is_finished(tile)),
        }
    }

    /// Fills the table, and hands over its tiles.
    ///
    /// Marks are found again where an earlier run has finished tiles: its P-positions have to mark, which is all the work.
    pub(super) fn run(mut self, blocks: Blocks) -> Result<(), EngineError> {
        let tiling = self.plan.tiling();
        let sides = self.plan.job().domain().sides();
        for tile in tiling.tiles() {
            self.sink.proceed()?;
            for run in tiling.region(tile).runs() {
                let first = run.at.row_major_index(sides);
                self.cells[first..first + run.length].fill(T::from_u32(0));
            }
        }
        self.sink.computes();
        match self.marking.goes_back() {
            true => {
                let last = |tile| tiling.region(tile).last_cell().row_major_index(sides);
                let waiting = tiling.tiles().map(|tile| ((last(tile) >> PART) as u32, tile));
                self.waiting = WaitingTiles::of(waiting.collect());
                let largest = self.geometry.sides.map(|side| side - 1);
                self.rows(0, Window { least: [0; MAX_HEAPS], largest }, blocks)?;
            }
            false => self.layers(blocks)?,
        }
        let rest = self.waiting.take_up_to(u32::MAX);
        self.hand_over(&rest)
    }

    /// Takes the rows of a window along an axis, the heaps before which have one size, and returns their P-positions where threads
    /// share what lies behind.
    fn rows(
        &mut self,
        axis: usize,
        window: Window,
        blocks: Blocks,
    ) -> Result<Vec<usize>, EngineError> {
        let stride = self.geometry.strides[axis];
        // A block has rows of the last heap but one, if there are two.
        let is_plane = blocks.are_shared && axis + 2 < self.geometry.heaps;
        let rows = if is_plane { 1 } else { (blocks.cells / stride).max(1) };
        let largest = self.geometry.sides[axis] - 1;
        let mut all = Vec::new();
        for least in (0..=largest).step_by(rows as usize) {
            let last = largest.min(least + rows - 1);
            let mut block = window;
            (block.least[axis], block.largest[axis]) = (least, last);
            let found = match is_plane {
                true => self.rows(axis + 1, block, blocks)?,
                false => self.block(&block, if blocks.are_shared { &block } else { &window })?,
            };
            if blocks.are_shared {
                let mut behind = window;
                behind.least[axis] = last + 1;
                self.share(&found, axis, behind, blocks)?;
            }
            if axis > 0 {
                all.extend(found);
            }
        }
        Ok(all)
    }

    /// Returns the indices of the cells of a window, which lie behind one another.
    fn range(&self, window: &Window) -> std::ops::Range<usize> {
        let index = |heaps: &[i64; MAX_HEAPS]| -> i64 {
            heaps.iter().zip(self.geometry.strides).map(|(heap, stride)| heap * stride).sum()
        };
        index(&window.least) as usize..index(&window.largest) as usize + 1
    }

    /// Takes the positions of a block one after the other, and marks within a window. Returns the P-positions.
    fn block(&mut self, block: &Window, window: &Window) -> Result<Vec<usize>, EngineError> {
        self.sink.proceed()?;
        let (range, behind) = (self.range(block), self.range(window));
        let most = T::saturating_from(self.marking.rule.most);
        let (mut found, mut from) = (Vec::new(), range.start);
        let mut seen = self.take_seen();
        while let Some(next) = next_unmarked(&self.cells[from..range.end], most) {
            let index = from + next;
            from = index + 1;
            if !self.is_p_position(index) {
                continue;
            }
            let mut cells = std::mem::take(&mut self.cells);
            self.mark(index, window, behind.start, &mut cells[behind.clone()], &mut seen);
            self.cells = cells;
            found.push(index);
            if found.len() % UNTIL_ASKED == 0 {
                self.sink.proceed()?;
            }
        }
        lock(&self.seen).push(seen);
        // The tiles that end behind the last whole part are handed over with the next block.
        let done = (range.end >> PART).checked_sub(1);
        let ended = done.map_or(Vec::new(), |done| self.waiting.take_up_to(done as u32));
        self.hand_over(&ended)?;
        self.tell(range.end as u64, self.cells.len() as u64);
        Ok(found)
    }

    /// Lets P-positions mark within a window, whose rows along an axis are divided among all threads.
    fn share(
        &mut self,
        found: &[usize],
        axis: usize,
        window: Window,
        blocks: Blocks,
    ) -> Result<(), EngineError> {
        let rows = window.largest[axis] - window.least[axis] + 1;
        if found.is_empty() || rows <= 0 {
            return Ok(());
        }
        let threads = rayon::current_num_threads() as i64;
        let are_shared = blocks.are_shared && found.len() >= LEAST_AT_ONCE;
        let parts = if are_shared { rows.min(2 * threads) } else { 1 };
        let windows = (0..parts).map(|part| {
            let mut of_part = window;
            of_part.least[axis] = window.least[axis] + rows * part / parts;
            of_part.largest[axis] = window.least[axis] + rows * (part + 1) / parts - 1;
            of_part
        });
        let windows: Vec<Window> = windows.collect();
        let ranges: Vec<_> = windows.iter().map(|window| self.range(window)).collect();
        let mut cells = std::mem::take(&mut self.cells);
        let (mut rest, mut first) = (&mut cells[..], 0);
        let mut tasks = Vec::new();
        for (window, range) in windows.into_iter().zip(ranges) {
            let (_, behind) = std::mem::take(&mut rest).split_at_mut(range.start - first);
            let (of_task, others) = behind.split_at_mut(range.len());
            tasks.push((window, range.start, of_task));
            (rest, first) = (others, range.end);
        }
        let task = |(window, first, cells): (Window, usize, &mut [T])| -> Result<(), Stop> {
            let mut seen = self.take_seen();
            for (number, &index) in found.iter().enumerate() {
                if number % UNTIL_ASKED == 0 {
                    self.sink.proceed()?;
                }
                self.mark(index, &window, first, cells, &mut seen);
            }
            lock(&self.seen).push(seen);
            Ok(())
        };
        let done = match parts {
            1 => tasks.into_iter().try_for_each(task),
            _ => tasks.into_par_iter().with_max_len(1).try_for_each(task),
        };
        self.cells = cells;
        Ok(done?)
    }

    /// Lets a P-position mark within a window, in cells that begin with the one with this index.
    fn mark(&self, index: usize, window: &Window, first: usize, cells: &mut [T], seen: &mut Seen) {
        let option = Coordinates::from_row_major_index(index, self.plan.job().domain().sides());
        let marks = Marks::<T, COUNTED> { cells, first, seen };
        mark(&self.marking.ways, option, window, &self.geometry, marks, &mut Work::default());
    }

    fn take_seen(&self) -> Seen {
        let cells = if COUNTED { self.plan.job().domain().sides().cells() } else { 0 };
        lock(&self.seen).pop().unwrap_or_else(|| Seen::of(cells))
    }

    /// Takes layers of equal grade, one after the other.
    fn layers(&mut self, blocks: Blocks) -> Result<(), EngineError> {
        let (plan, sink) = (self.plan, self.sink);
        let (tiling, sides) = (plan.tiling(), plan.job().domain().sides());
        let mut layers = match &self.game.rules().grade {
            None => {
                let grading = plan.job().grading();
                let last = |tile| (tiling.region(tile).last_grade(&grading), tile);
                self.waiting = WaitingTiles::of(tiling.tiles().map(last).collect());
                Layers::of_sums(plan)
            }
            Some(grade) => {
                let sorted = sort(plan, grade, &|| sink.proceed(), |_| true);
                let sorted = sorted.map_err(|unsorted| match unsorted {
                    Unsorted::Stopped => EngineError::Stopped,
                    // There is none: the rules have no fault.
                    Unsorted::NoGrade(_) => incomplete(plan),
                })?;
                self.waiting = WaitingTiles::of(sorted.tiles);
                Layers::of_sorted(plan, sorted.positions)
            }
        };
        let most = T::saturating_from(self.marking.rule.most);
        let largest = self.geometry.sides.map(|side| side - 1);
        let whole = Window { least: [0; MAX_HEAPS], largest };
        let (count, mut done) = (plan.job().layer_count(), 0);
        let mut positions = Vec::new();
        while let Some((grade, layer)) =
            layers.next(&mut positions, |index| self.cells[index] <= most)
        {
            sink.proceed()?;
            let indices = (0..layer.len()).map(|number| layer.at(number).row_major_index(sides));
            let mut found: Vec<usize> = indices.filter(|&at| self.cells[at] <= most).collect();
            found.retain(|&index| self.is_p_position(index));
            self.share(&found, 0, whole, blocks)?;
            let ended = self.waiting.take_up_to(grade);
            self.hand_over(&ended)?;
            done += 1;
            self.tell(done, count.max(done));
        }
        Ok(())
    }

    /// Returns whether an unmarked position is a P-position. In misère play it is not, if it has no move.
    fn is_p_position(&mut self, index: usize) -> bool {
        let is_one = !self.marking.rule.is_misere || self.has_move(index);
        if !is_one {
            self.cells[index] = T::from_u32(1);
        }
        is_one
    }

    /// Returns whether a position has a move.
    fn has_move(&mut self, index: usize) -> bool {
        let (plan, game) = (self.plan, self.game);
        let at = Coordinates::from_row_major_index(index, plan.job().domain().sides());
        let mut any = AnyPosition { domain: plan.job().domain(), is_found: false };
        let mut quick = Quick {
            game,
            geometry: &self.geometry,
            clauses: &self.clauses,
            at: self.geometry.environment(at),
            lanes: &mut self.lanes,
        };
        if quick.list(0, &mut any) == Err(Halt::Noticed) && !any.is_found {
            // Nothing is wrong with the position, but its options are known by the definition alone.
            let wanted = WantedOfMoves::Options;
            let _ = ByDefinition { game, plan, at, wanted }.list(0, &mut any);
        }
        any.is_found
    }

    /// Tells the sink of positions that are done: this part of all. It asks for those of tiles to come alone.
    fn tell(&mut self, done: u64, all: u64) {
        let positions = u128::from(self.plan.job().domain().positions());
        let told = (positions * u128::from(done) / u128::from(all.max(1))) as u64;
        if !self.is_resumed {
            self.sink.computed(told.saturating_sub(self.told));
        }
        self.told = told;
    }

    /// Hands over tiles all of whose positions are done; compares those that an earlier run has finished.
    fn hand_over(&self, tiles: &[TileIndex]) -> Result<(), EngineError> {
        hand_over_or_compare_all(self.plan, self.sink, tiles, |tile| self.values(tile))
    }

    /// Returns the values of a tile.
    fn values(&self, index: TileIndex) -> Values {
        let sides = self.plan.job().domain().sides();
        let (rule, most) = (self.marking.rule, T::saturating_from(self.marking.rule.most));
        self.plan.tile_of_runs(index, |run| {
            let first = run.at.row_major_index(sides);
            self.cells[first..first + run.length].iter().map(move |&cell| match rule.are_palaces {
                true => cell.to_u32(),
                false => u32::from(cell <= most),
            })
        })
    }
}

/// Returns the first cell with at most `most` marks.
fn next_unmarked<T: Value>(cells: &[T], most: T) -> Option<usize> {
    /// Cells that are looked at together, by vectors.
    const TOGETHER: usize = 64;
    let is_any = |cells: &[T]| cells.iter().fold(false, |any, &cell| any | (cell <= most));
    let from = TOGETHER * cells.chunks(TOGETHER).position(is_any)?;
    Some(from + cells[from..].iter().position(|&cell| cell <= most)?)
}

fn incomplete(plan: &Plan) -> EngineError {
    EngineError::Incomplete { expected: plan.job().domain().positions(), found: 0 }
}

/// Whether one of the options is a position.
struct AnyPosition<'a> {
    domain: &'a Domain,
    is_found: bool,
}

impl AnyPosition<'_> {
    fn take(&mut self, index: usize) {
        let at = Coordinates::from_row_major_index(index, self.domain.sides());
        self.is_found = self.is_found || self.domain.contains(at);
    }
}

impl Tally for AnyPosition<'_> {
    fn run(&mut self, run: Run) {
        for number in 0..run.count {
            self.take(run.first.wrapping_add_signed(run.step * number as isize));
            if self.is_found {
                return;
            }
        }
    }

    fn each(&mut self, indices: &[usize], _: &[i64]) {
        indices.iter().for_each(|&index| self.take(index));
    }

    fn is_decided(&self) -> bool {
        self.is_found
    }
}
