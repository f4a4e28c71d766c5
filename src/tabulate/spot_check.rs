//! Spot checks: while a table is computed, some values are compared with what the definition makes of the
//! stored values of their options. A GPU that computes wrongly, or memory that fails, is found while the job
//! runs and not in the morning.
//!
//! A share of the tiles is drawn, and in each of them some positions, few where positions have many
//! options. Half of the positions are drawn among the values that the tile has: a tile of outcomes may have
//! few P-positions, which tell it from another one. A position waits until all tiles that hold options of it are
//! stored: if other ranks have some of these, until all ranks have stored all tiles.
//!
//! A run that goes on with the tiles of an earlier one draws some of these in any case, before anything rests on them:
//! chunks that were exchanged have right checksums. Nothing else is to do meanwhile, so all threads do it.

use std::collections::HashSet;
use std::mem::take;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::gathered::{Gathered, Recent, WantedOfTile, by_tile};
use crate::control::{Control, Phase};
use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::engine::cluster::Share;
use crate::engine::{positions_looked_up, value_by_definition};
use crate::error::{Error, WrongValue};
use crate::plan::Plan;
use crate::sync::lock;
use crate::table::{Lookup, TableError, TableWriter};

/// Positions of a tile that are checked at most.
const POSITIONS_PER_TILE: usize = 16;
/// After this many options no further position of a tile is checked.
const OPTIONS_PER_TILE: usize = 1 << 18;
/// A position with more options is not checked: two moves of a partizan game can lead to very many positions.
const OPTIONS_PER_POSITION: usize = 1 << 26;
/// Tiles of an earlier run are drawn until their positions have this many options in all: as many as a part of the stored
/// positions, so that the check does not take longer than a game that is computed fast, within limits.
const OPTIONS_OF_FOUND_TILES: RangeInclusive<u64> = 1 << 20..=1 << 24;
/// How many stored positions there are for each of these options.
const POSITIONS_FOR_AN_OPTION: u64 = 128;
/// The values of this many options are gathered at once, which takes 8 bytes for each. Those of a position with more
/// are looked up.
const OPTIONS_PER_BATCH: usize = 1 << 22;

/// A position that is drawn.
struct Waiting {
    at: Coordinates,
    /// The number of its options.
    options: usize,
    /// The tiles of this rank that hold it and its options, as far as they are not stored.
    missing: HashSet<TileIndex>,
    /// Whether other ranks have others, which no earlier run has stored.
    needs_others: bool,
}

/// What is stored of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// More tiles will come.
    Running,
    /// The run has failed.
    Failed,
    /// All ranks have stored all tiles.
    Complete,
}

/// The spot checks of a run.
pub(super) struct SpotChecks<'a> {
    plan: &'a Plan,
    writer: &'a TableWriter,
    /// The tiles of which positions are drawn.
    share: Share<'a>,
    /// The part of them that is drawn.
    checked_share: f64,
    /// Tiles that are drawn, of which no positions are drawn yet.
    drawn: Mutex<Vec<TileIndex>>,
    /// The tiles of an earlier run, of which none are drawn yet.
    found: Mutex<Vec<TileIndex>>,
    /// How many options the positions have in all that are drawn from these.
    options_of_found: u64,
    /// Positions that are not checked yet.
    waiting: Mutex<Vec<Waiting>>,
    checked: AtomicU64,
    failed: AtomicBool,
    /// Why checking stopped.
    failure: Mutex<Option<Error>>,
}

impl<'a> SpotChecks<'a> {
    /// Begins to check this share of the tiles that a rank has of a table, and some of those that an earlier run has
    /// stored.
    pub(super) fn new(
        plan: &'a Plan,
        writer: &'a TableWriter,
        share: Share<'a>,
        checked_share: f64,
    ) -> Self {
        let mut found: Vec<TileIndex> = writer.finished(share).collect();
        let positions: u64 = found.iter().map(|&tile| plan.tiling().positions_in(tile)).sum();
        let (least, most) = OPTIONS_OF_FOUND_TILES.into_inner();
        fastrand::shuffle(&mut found);
        SpotChecks {
            plan,
            writer,
            share,
            checked_share,
            drawn: Mutex::default(),
            found: Mutex::new(found),
            options_of_found: (positions / POSITIONS_FOR_AN_OPTION).clamp(least, most),
            waiting: Mutex::default(),
            checked: AtomicU64::new(0),
            failed: AtomicBool::new(false),
            failure: Mutex::default(),
        }
    }

    /// Returns whether a wrong value was found.
    pub(super) fn have_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Takes note of a tile that the engine has finished, if it is drawn. The rest is left to the thread that
    /// checks.
    pub(super) fn draw(&self, tile: TileIndex) {
        if fastrand::f64() < self.checked_share {
            lock(&self.drawn).push(tile);
        }
    }

    /// Draws positions of a tile, if it is stored. Returns how many options they have.
    fn draw_positions(&self, tile: TileIndex) -> Result<usize, TableError> {
        let Some(values) = self.writer.stored_tile(tile)? else { return Ok(0) };
        let region = self.plan.tiling().region(tile);
        let cells = region.runs().flat_map(|run| run.offset..run.offset + run.length);
        // By value, in the upper half of a number, each with its offset in the tile.
        let mut cells: Vec<u64> =
            cells.map(|cell| u64::from(values.get(cell)) << 32 | cell as u64).collect();
        cells.sort_unstable();
        let by_value: Vec<&[u64]> = cells.chunk_by(|one, other| one >> 32 == other >> 32).collect();
        let mut drawn_options = 0;
        for number in 0..POSITIONS_PER_TILE.min(cells.len()) {
            let among = if number % 2 == 0 {
                &cells[..]
            } else {
                by_value[fastrand::usize(..by_value.len())]
            };
            let cell = among[fastrand::usize(..among.len())] as u32 as usize;
            let within = Coordinates::from_row_major_index(cell, region.edges);
            drawn_options += self.draw_position(tile, region.origin + within);
            if drawn_options > OPTIONS_PER_TILE {
                break;
            }
        }
        Ok(drawn_options)
    }

    /// Draws a position of a tile, unless it has too many options. Returns how many it has.
    fn draw_position(&self, tile: TileIndex, at: Coordinates) -> usize {
        let (job, tiling) = (self.plan.job(), self.plan.tiling());
        let mut missing = HashSet::from([tile]);
        let (mut needs_others, mut options) = (false, 0);
        let mut recent = Recent::default();
        for option in positions_looked_up(job.ruleset(), job.quantity(), at) {
            options += 1;
            if options > OPTIONS_PER_POSITION {
                return options;
            }
            let of_option = tiling.locate(option).0;
            recent.get_or(of_option, || {
                if self.share.has(of_option) {
                    missing.insert(of_option);
                } else {
                    needs_others |= !self.writer.is_finished(of_option);
                }
                Some(())
            });
        }
        lock(&self.waiting).push(Waiting { at, options, missing, needs_others });
        options
    }

    /// Draws the positions of the drawn tiles that are stored by now.
    fn draw_from_tiles(&self) -> Result<(), TableError> {
        let drawn = take(&mut *lock(&self.drawn));
        for tile in drawn {
            if self.writer.is_stored(tile) {
                self.draw_positions(tile)?;
            } else {
                lock(&self.drawn).push(tile);
            }
        }
        Ok(())
    }

    /// Draws positions of the tiles of an earlier run, some at a time, until they are enough.
    fn draw_from_found_tiles(&self, control: &Control) -> Result<(), TableError> {
        let mut found = take(&mut *lock(&self.found)).into_iter();
        let mut options = 0;
        while !control.is_interrupted() {
            let is_drawn = |_: &TileIndex| {
                options < self.options_of_found || fastrand::f64() < self.checked_share
            };
            let drawn: Vec<TileIndex> =
                found.by_ref().filter(is_drawn).take(rayon::current_num_threads()).collect();
            if drawn.is_empty() {
                break;
            }
            let draw = |tile: TileIndex| self.draw_positions(tile);
            let drawn: Vec<usize> =
                drawn.into_par_iter().with_max_len(1).map(draw).collect::<Result<_, _>>()?;
            options += drawn.into_iter().map(|options| options as u64).sum::<u64>();
        }
        Ok(())
    }

    /// Checks positions of the tiles of an earlier run, on all threads: called while nothing is computed yet.
    pub(super) fn check_found(&self, control: &Control) {
        match self.draw_from_found_tiles(control) {
            Ok(()) => self.check_waiting(control, Progress::Running, true),
            Err(error) => self.fail(error.into()),
        }
    }

    /// Checks the drawn positions whose options are all stored, on this thread.
    pub(super) fn check(&self, control: &Control, progress: Progress) {
        match self.draw_from_tiles() {
            Ok(()) => self.check_waiting(control, progress, false),
            Err(error) => self.fail(error.into()),
        }
    }

    /// Checks the positions whose options are all stored.
    fn check_waiting(&self, control: &Control, progress: Progress, on_all_threads: bool) {
        let waiting = take(&mut *lock(&self.waiting));
        let mut ready = Vec::new();
        for mut position in waiting {
            position.missing.retain(|&tile| !self.writer.is_stored(tile));
            let waits_for_others = position.needs_others && progress != Progress::Complete;
            if position.missing.is_empty() && !waits_for_others {
                ready.push(position);
            } else if progress == Progress::Running {
                lock(&self.waiting).push(position);
            }
        }
        if on_all_threads {
            control.begin(Phase::Checking { positions: ready.len() as u64 });
        }
        while !ready.is_empty() && self.goes_on(control) {
            let mut options = 0;
            let fits = |position: &&Waiting| {
                options += position.options;
                options <= OPTIONS_PER_BATCH
            };
            let fitting = ready.iter().take_while(fits).count().max(1);
            let batch: Vec<Waiting> = ready.drain(..fitting).collect();
            match self.check_together(&batch, control, on_all_threads) {
                // What was stopped has not failed.
                Ok(()) | Err(Error::Interrupted) => {}
                Err(failure) => self.fail(failure),
            }
        }
    }

    /// Returns whether more is to be checked.
    fn goes_on(&self, control: &Control) -> bool {
        !self.have_failed() && !control.is_interrupted()
    }

    /// Checks positions, which are stored as all their options are, and reads each tile once for them.
    fn check_together(
        &self,
        positions: &[Waiting],
        control: &Control,
        on_all_threads: bool,
    ) -> Result<(), Error> {
        let (job, tiling) = (self.plan.job(), self.plan.tiling());
        let proceed = || if self.goes_on(control) { Ok(()) } else { Err(Error::Interrupted) };
        let wanted = |position: &Waiting| -> Vec<WantedOfTile> {
            if position.options > OPTIONS_PER_BATCH || proceed().is_err() {
                return Vec::new();
            }
            let options = positions_looked_up(job.ruleset(), job.quantity(), position.at);
            by_tile(tiling, options.chain([position.at]))
        };
        let wanted: Vec<Vec<WantedOfTile>> = match on_all_threads {
            true => positions.par_iter().with_max_len(1).map(wanted).collect(),
            false => positions.iter().map(wanted).collect(),
        };
        let read = |tile| {
            proceed()?;
            self.writer.required_tile(tile).map_err(Error::from)
        };
        let gathered = Gathered::read(tiling, wanted.into_iter().flatten(), on_all_threads, read)?;
        let check = |position: &Waiting| {
            proceed()?;
            self.check_position(position.at, &gathered)?;
            self.checked.fetch_add(1, Ordering::Relaxed);
            if on_all_threads {
                control.report_in_phase(1);
            }
            Ok(())
        };
        match on_all_threads {
            true => positions.par_iter().with_max_len(1).try_for_each(check),
            false => positions.iter().try_for_each(check),
        }
    }

    /// Ends the checks and, through [`SpotChecks::have_failed`], the run.
    fn fail(&self, failure: Error) {
        lock(&self.failure).get_or_insert(failure);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Checks a position, which is stored as all its options are. Values that were not gathered are looked up.
    fn check_position(&self, at: Coordinates, gathered: &Gathered) -> Result<(), Error> {
        let job = self.plan.job();
        let read = |tile| self.writer.required_tile(tile).map(Arc::new);
        let others = Lookup::new(self.plan.tiling(), read);
        let gathered = gathered.lookup();
        let stored = |at| gathered(at).unwrap_or_else(|| others.value(at));
        let computed = stored(at);
        let (ruleset, quantity, convention) = (job.ruleset(), job.quantity(), job.convention());
        let expected = value_by_definition(ruleset, quantity, convention, at, stored);
        if let Some(error) = others.failure.take() {
            return Err(error.into());
        }
        if computed == expected {
            return Ok(());
        }
        let position = job.domain().position(at);
        let [computed, expected] = [computed, expected].map(|value| job.quantity().number(value));
        Err(WrongValue { position, computed, expected }.into())
    }

    /// Returns the number of positions that were checked.
    ///
    /// # Errors
    /// Why checking stopped.
    pub(super) fn outcome(&self) -> Result<u64, Error> {
        match lock(&self.failure).take() {
            None => Ok(self.checked.load(Ordering::Relaxed)),
            Some(failure) => Err(failure),
        }
    }
}
