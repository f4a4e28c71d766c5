//! A run: the table, filled layer by layer.

use std::sync::Mutex;
use std::time::Instant;

use rayon::prelude::*;

use super::cells::Geometry;
use super::layers::{Layer, Layers};
use super::mirror::Mirror;
use super::options::{ByDefinition, Quick, prepared};
use super::prepared::Clause;
use super::quantities::Rule;
use super::shared_lines::{SharedLines, TableOfLines};
use super::tally::{LaneValues, Noticed};
use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::engine::clause_games::grades::{Unsorted, sort};
use crate::engine::cpu::digraph::waiting::WaitingTiles;
use crate::engine::rates::thread::TASK;
use crate::engine::recomputed::hand_over_or_compare_all;
use crate::engine::{EngineError, Sink, Stop, is_wanted};
use crate::plan::Plan;
use crate::ruleset::{WantedOfMoves, WrittenRuleset};
use crate::sync::lock;
use crate::values::{Value, Values};

/// A table that is being filled.
pub(super) struct Filling<'a, T, R, const TABLES: usize>
where
    T: Value,
    R: Rule<TABLES>,
{
    plan: &'a Plan,
    game: &'a WrittenRuleset,
    sink: &'a dyn Sink,
    rule: R,
    geometry: Geometry,
    /// The clauses of each player.
    clauses: Vec<Vec<Clause>>,
    tables: [Vec<T>; TABLES],
    mirror: Option<Mirror>,
    /// The lines that positions of a layer share, if Grundy values follow from them.
    shared_lines: Option<SharedLines>,
    /// What threads have used before, and use again.
    scratch: Mutex<Vec<Scratch<R::Scratch>>>,
}

/// What a thread uses from position to position.
#[derive(Default)]
struct Scratch<S> {
    rule: S,
    lanes: LaneValues,
}

impl<'a, T: Value, R: Rule<TABLES>, const TABLES: usize> Filling<'a, T, R, TABLES> {
    /// Begins with an empty table.
    pub(super) fn new(
        plan: &'a Plan,
        game: &'a WrittenRuleset,
        sink: &'a dyn Sink,
        rule: R,
    ) -> Self {
        let cells = plan.job().domain().sides().cells();
        let empty = T::from_u32(rule.no_values().empty);
        let clauses = prepared(game, plan.job().domain(), plan.job().quantity().is_score());
        let shared_lines = rule.convention_of_mex();
        let shared_lines = shared_lines.and_then(|_| SharedLines::of(&clauses, game.heaps()));
        Filling {
            plan,
            game,
            sink,
            geometry: Geometry::new(plan.job().domain()),
            clauses,
            shared_lines,
            tables: std::array::from_fn(|_| vec![empty; cells]),
            mirror: Mirror::of(plan, game),
            scratch: Mutex::new(Vec::new()),
            rule,
        }
    }

    /// Fills the table, and hands over its tiles.
    pub(super) fn run(mut self) -> Result<(), EngineError> {
        let tiles: Vec<TileIndex> = self.plan.tiling().tiles().collect();
        for tiles in tiles.chunks(rayon::current_num_threads()) {
            self.begin(tiles)?;
        }
        if tiles.iter().any(|&tile| self.sink.is_finished(tile)) {
            self.mirror_stored();
        }
        let (mut layers, last_grades) = self.order(&tiles)?;
        let mut waiting = WaitingTiles::of(last_grades);
        self.sink.computes();
        let (mut positions, mut numbers) = (Vec::new(), Vec::new());
        // What a position has taken in the last layer.
        let mut nanoseconds = TASK;
        let pending = T::from_u32(self.rule.no_values().pending);
        let computes = |index| self.mirror.as_ref().is_none_or(|mirror| mirror.computes(index));
        while let Some((grade, layer)) =
            layers.next(&mut positions, |index| self.tables[0][index] == pending && computes(index))
        {
            self.sink.proceed()?;
            if layer.len() > 0 {
                let begin = Instant::now();
                numbers.resize(layer.len(), [pending; TABLES]);
                let at_once = (TASK / nanoseconds) as usize;
                let threads = self.layer(&layer, at_once.max(1), &mut numbers)?;
                for (number, numbers) in numbers.iter().enumerate() {
                    let index = layer.at(number).row_major_index(self.plan.job().domain().sides());
                    for (table, number) in self.tables.iter_mut().zip(numbers) {
                        table[index] = *number;
                        if let Some(mirror) = &self.mirror {
                            table[mirror.image(index)] = *number;
                        }
                    }
                }
                let spent = begin.elapsed().as_nanos() as f64 * threads as f64;
                nanoseconds = (spent / layer.len() as f64).max(1.0);
                if self.stored_tell_all() {
                    self.sink.computed(layer.len() as u64);
                }
            }
            let ended = waiting.take_up_to(grade);
            self.hand_over(&ended)?;
        }
        // Those without a position.
        self.hand_over(&waiting.take_up_to(u32::MAX))
    }

    /// Returns whether the stored values of finished tiles tell all that is needed of them.
    fn stored_tell_all(&self) -> bool {
        TABLES == 1 && !self.rule.stored().is_outcome
    }

    /// Says which cells of tiles are positions, and takes the values of an earlier run, if they are of use.
    fn begin(&mut self, tiles: &[TileIndex]) -> Result<(), Stop> {
        let sides = self.plan.job().domain().sides();
        let pending = self.rule.no_values().pending;
        let read = |&tile: &TileIndex| {
            self.sink.proceed()?;
            let is_of_use = self.stored_tell_all() && self.sink.is_finished(tile);
            is_of_use.then(|| self.sink.finished_tile(tile)).transpose()
        };
        let stored: Vec<Option<Values>> = tiles.par_iter().map(read).collect::<Result<_, _>>()?;
        for (&tile, values) in tiles.iter().zip(stored) {
            for run in self.plan.tiling().region(tile).runs() {
                let first = run.at.row_major_index(sides);
                for table in &mut self.tables {
                    table[first..first + run.length].fill(T::from_u32(pending));
                }
                let Some(values) = &values else { continue };
                let cells = self.tables[0][first..first + run.length].iter_mut();
                for (cell, offset) in cells.zip(run.offset..) {
                    let number = self.rule.stored().number(values.get(offset));
                    *cell = T::from_u32(number.min(pending));
                }
            }
        }
        Ok(())
    }

    /// Takes the values of an earlier run in the place of those of their mirror images that it has not stored.
    fn mirror_stored(&mut self) {
        let Some(mirror) = &self.mirror else { return };
        let pending = T::from_u32(self.rule.no_values().pending);
        for table in &mut self.tables {
            for index in 0..table.len() {
                if table[index] == pending {
                    table[index] = table[mirror.image(index)];
                }
            }
        }
    }

    /// Returns the layers, and the grade up to which each tile waits.
    fn order(&self, tiles: &[TileIndex]) -> Result<(Layers, Vec<(u32, TileIndex)>), EngineError> {
        let plan = self.plan;
        let is_open = |tile| !self.stored_tell_all() || is_wanted(self.sink, tile);
        let Some(grade) = &self.game.rules().grade else {
            let grading = plan.job().grading();
            let last_grade = |tile| (plan.tiling().region(tile).last_grade(&grading), tile);
            let open = tiles.iter().copied().filter(|&tile| is_open(tile));
            return Ok((Layers::of_sums(plan), open.map(last_grade).collect()));
        };
        let sorted = sort(plan, grade, &|| self.sink.proceed(), is_open);
        let sorted = sorted.map_err(|unsorted| match unsorted {
            Unsorted::Stopped => EngineError::Stopped,
            Unsorted::NoGrade(at) => self.fault(at),
        })?;
        let mut positions = sorted.positions;
        if let Some(mirror) = &self.mirror {
            positions.retain(|&position| mirror.computes(position as u32 as usize));
        }
        Ok((Layers::of_sorted(plan, positions), sorted.tiles))
    }

    /// Computes the positions of a layer in parts of the given size, and returns how many threads have shared the work.
    fn layer(
        &self,
        layer: &Layer,
        at_once: usize,
        numbers: &mut [[T; TABLES]],
    ) -> Result<usize, EngineError> {
        if let (Some(shared), Some(convention)) =
            (&self.shared_lines, self.rule.convention_of_mex())
        {
            self.sink.proceed()?;
            let lines = TableOfLines {
                shared,
                geometry: &self.geometry,
                clauses: &self.clauses[0],
                terminal: self.game.rules().terminal.as_ref(),
                table: &self.tables[0],
                no_values: self.rule.no_values(),
                convention,
            };
            let mut scratch = Scratch::default();
            let alone = |at| self.position(at, &mut scratch).map(|of| of.map(T::from_u32));
            return lines.layer(layer, numbers, alone).map(|()| 1);
        }
        if layer.len() <= at_once {
            return self.part(layer, 0, numbers).map(|()| 1);
        }
        let threads = rayon::current_num_threads();
        // A few tasks for each thread, so that none waits long for the last one.
        let at_once = at_once.min(layer.len().div_ceil(4 * threads));
        let parts = numbers.par_chunks_mut(at_once).enumerate();
        let failure = parts
            .map(|(part, numbers)| self.part(layer, part * at_once, numbers).err())
            // The first of several failures, whatever the threads do.
            .find_map_first(|failure| failure);
        failure.map_or(Ok(threads), Err)
    }

    /// Computes some positions of a layer, from the one with this number on.
    fn part(
        &self,
        layer: &Layer,
        first: usize,
        numbers: &mut [[T; TABLES]],
    ) -> Result<(), EngineError> {
        self.sink.proceed()?;
        let mut scratch = lock(&self.scratch).pop().unwrap_or_default();
        for (number, numbers) in (first..).zip(numbers) {
            *numbers = self.position(layer.at(number), &mut scratch)?.map(T::from_u32);
        }
        lock(&self.scratch).push(scratch);
        Ok(())
    }

    /// Returns the numbers of a position.
    #[inline]
    fn position(
        &self,
        at: Coordinates,
        scratch: &mut Scratch<R::Scratch>,
    ) -> Result<[u32; TABLES], EngineError> {
        let mut options = Quick {
            game: self.game,
            geometry: &self.geometry,
            clauses: &self.clauses,
            at: self.geometry.environment(at),
            lanes: &mut scratch.lanes,
        };
        let numbers = self.rule.numbers(&self.tables, &mut scratch.rule, &mut options);
        numbers.or_else(|Noticed| self.closely(at, &mut scratch.rule))
    }

    /// Returns the numbers of a position at which something may be wrong.
    #[cold]
    fn closely(
        &self,
        at: Coordinates,
        scratch: &mut R::Scratch,
    ) -> Result<[u32; TABLES], EngineError> {
        let domain = self.plan.job().domain();
        let quantity = self.plan.job().quantity();
        self.game.check(at, domain, quantity)?;
        let wanted =
            if quantity.is_score() { WantedOfMoves::Points } else { WantedOfMoves::Options };
        let mut options = ByDefinition { game: self.game, plan: self.plan, at, wanted };
        let numbers = self.rule.numbers(&self.tables, scratch, &mut options);
        numbers.map_err(|Noticed| self.fault(at))
    }

    /// Returns what is wrong at a position.
    fn fault(&self, at: Coordinates) -> EngineError {
        let domain = self.plan.job().domain();
        match self.game.check(at, domain, self.plan.job().quantity()) {
            Err(misstep) => misstep.into(),
            // By the definition nothing is wrong, so that its options have been computed before.
            Ok(()) => EngineError::Incomplete { expected: domain.positions(), found: 0 },
        }
    }

    /// Hands over tiles all of whose positions are computed; compares those that an earlier run has finished.
    fn hand_over(&self, tiles: &[TileIndex]) -> Result<(), EngineError> {
        hand_over_or_compare_all(self.plan, self.sink, tiles, |tile| self.values(tile))
    }

    /// Returns the values of a tile.
    fn values(&self, index: TileIndex) -> Values {
        let sides = self.plan.job().domain().sides();
        let stored = self.rule.stored();
        self.plan.tile_of_runs(index, |run| {
            let first = run.at.row_major_index(sides);
            let numbers = self.tables[stored.table][first..first + run.length].iter();
            numbers.map(move |number| stored.value(number.to_u32()))
        })
    }
}
