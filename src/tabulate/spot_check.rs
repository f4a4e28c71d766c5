//! Spot checks: while a table is computed, some values are compared with what the definition makes of the
//! stored values of their options. A GPU that computes wrongly, or memory that fails, is found while the job
//! runs and not in the morning.
//!
//! A share of the tiles is drawn, and in each of them some positions, few where positions have many
//! options. Half of the positions are drawn among the values that the tile has: a tile of outcomes may have
//! few P-positions, which tell it from another one. A position waits until all tiles that hold options of it are
//! stored: if other ranks have some of these, until all ranks have stored all tiles.
//!
//! A run that goes on with the tiles of an earlier one draws some of these in any case: chunks that were
//! exchanged have right checksums.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::control::Control;
use crate::domain::Coordinates;
use crate::domain::tiling::{Run, TileIndex};
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
/// Tiles of an earlier run are drawn until their positions have this many options in all.
const OPTIONS_OF_FOUND_TILES: usize = 1 << 24;

/// A position that is drawn.
struct Waiting {
    at: Coordinates,
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
        fastrand::shuffle(&mut found);
        SpotChecks {
            plan,
            writer,
            share,
            checked_share,
            drawn: Mutex::default(),
            found: Mutex::new(found),
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
        let tiling = self.plan.tiling();
        let region = tiling.region(tile);
        let cells: Vec<(Coordinates, usize)> = region.runs().flat_map(Run::cells).collect();
        let mut by_value: BTreeMap<u32, Vec<Coordinates>> = BTreeMap::new();
        for &(at, cell) in &cells {
            by_value.entry(values.get(cell)).or_default().push(at);
        }
        let by_value: Vec<Vec<Coordinates>> = by_value.into_values().collect();
        let mut drawn_options = 0;
        for number in 0..POSITIONS_PER_TILE.min(cells.len()) {
            let at = if number % 2 == 0 {
                cells[fastrand::usize(..cells.len())].0
            } else {
                let same = &by_value[fastrand::usize(..by_value.len())];
                same[fastrand::usize(..same.len())]
            };
            let job = self.plan.job();
            let mut missing = HashSet::from([tile]);
            let (mut needs_others, mut options) = (false, 0);
            for option in positions_looked_up(job.ruleset(), job.quantity(), at) {
                let of_option = tiling.locate(option).0;
                if self.share.has(of_option) {
                    missing.insert(of_option);
                } else {
                    needs_others |= !self.writer.is_finished(of_option);
                }
                options += 1;
                if options > OPTIONS_PER_POSITION {
                    break;
                }
            }
            if options <= OPTIONS_PER_POSITION {
                lock(&self.waiting).push(Waiting { at, missing, needs_others });
            }
            drawn_options += options;
            if drawn_options > OPTIONS_PER_TILE {
                break;
            }
        }
        Ok(drawn_options)
    }

    /// Draws the positions of the drawn tiles that are stored by now.
    fn draw_from_tiles(&self) -> Result<(), TableError> {
        let found = std::mem::take(&mut *lock(&self.found));
        let mut options = 0;
        for tile in found {
            if options < OPTIONS_OF_FOUND_TILES || fastrand::f64() < self.checked_share {
                options += self.draw_positions(tile)?;
            }
        }
        let drawn = std::mem::take(&mut *lock(&self.drawn));
        for tile in drawn {
            if self.writer.is_stored(tile) {
                self.draw_positions(tile)?;
            } else {
                lock(&self.drawn).push(tile);
            }
        }
        Ok(())
    }

    /// Checks the drawn positions whose options are all stored.
    pub(super) fn check(&self, control: &Control, progress: Progress) {
        if let Err(error) = self.draw_from_tiles() {
            return self.fail(error.into());
        }
        let read = |tile| self.writer.required_tile(tile).map(Arc::new);
        let lookup = Lookup::new(self.plan.tiling(), read);
        let waiting = std::mem::take(&mut *lock(&self.waiting));
        for mut position in waiting {
            if self.have_failed() || control.is_interrupted() {
                return;
            }
            position.missing.retain(|&tile| !self.writer.is_stored(tile));
            let waits_for_others = position.needs_others && progress != Progress::Complete;
            if !position.missing.is_empty() || waits_for_others {
                if progress == Progress::Running {
                    lock(&self.waiting).push(position);
                }
                continue;
            }
            match self.check_position(position.at, &lookup) {
                Ok(()) => drop(self.checked.fetch_add(1, Ordering::Relaxed)),
                Err(failure) => self.fail(failure),
            }
        }
    }

    /// Ends the checks and, through [`SpotChecks::have_failed`], the run.
    fn fail(&self, failure: Error) {
        lock(&self.failure).get_or_insert(failure);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Checks a position, which is stored as all its options are.
    fn check_position(&self, at: Coordinates, lookup: &Lookup) -> Result<(), Error> {
        let job = self.plan.job();
        let computed = lookup.value(at);
        let (ruleset, quantity, convention) = (job.ruleset(), job.quantity(), job.convention());
        let stored = |option| lookup.value(option);
        let expected = value_by_definition(ruleset, quantity, convention, at, stored);
        if let Some(error) = lookup.failure.take() {
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
