//! Where the tiles of an engine go: into the totals, and into the table.

use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use super::period_feed::PeriodFeed;
use super::replayed::Replayed;
use super::spot_check::SpotChecks;
use crate::control::{Control, Phase};
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::cluster::Share;
use crate::engine::{InfiniteSets, Sink, Stop};
use crate::plan::Plan;
use crate::sync::lock;
use crate::table::{BackgroundWriter, TableError, TableWriter};
use crate::totals::{PeriodFinder, Statistics};
use crate::values::Values;

/// Takes the tiles that an engine has computed for this rank, adds up their values and passes them on; or takes totals.
/// Tiles that an earlier run has stored count from the beginning: they were read, and added up, before the run began.
pub(super) struct Output<'a> {
    plan: &'a Plan,
    share: Share<'a>,
    writer: Option<&'a TableWriter>,
    queue: Option<&'a BackgroundWriter<'a>>,
    checks: Option<&'a SpotChecks<'a>>,
    control: &'a Control<'a>,
    pub(super) totals: Mutex<Statistics>,
    /// Positions that were reported before their tiles came.
    ahead: Mutex<u64>,
    /// How far the engine has taken over the tiles of an earlier run.
    replayed: Replayed,
    /// Since when it computes others.
    computes_since: OnceLock<Instant>,
    /// Held while a phase begins, and while positions are reported that belong to the one before.
    beginning: Mutex<()>,
    /// Used where the values may prove a period.
    pub(super) period: Option<PeriodFeed>,
    /// Why a stored tile could not be read.
    pub(super) failure: Mutex<Option<TableError>>,
}

impl<'a> Output<'a> {
    /// Begins with the tiles that an earlier run has stored.
    ///
    /// # Errors
    /// When a stored tile cannot be read.
    pub(super) fn new(
        (plan, share): (&'a Plan, Share<'a>),
        writer: Option<&'a TableWriter>,
        queue: Option<&'a BackgroundWriter<'a>>,
        checks: Option<&'a SpotChecks<'a>>,
        control: &'a Control<'a>,
    ) -> Result<Self, TableError> {
        // The rank that has the first tile has all of them, where a period is looked for.
        let finder = PeriodFinder::new(plan.job()).filter(|_| share.has(TileIndex::ZERO));
        let replayed =
            Replayed::new(plan, writer.into_iter().flat_map(|writer| writer.finished(share)));
        let output = Output {
            plan,
            share,
            writer,
            queue,
            checks,
            control,
            ahead: Mutex::default(),
            totals: Mutex::new(writer.map_or(Statistics::default(), |of| of.read_back.totals)),
            replayed,
            computes_since: OnceLock::new(),
            beginning: Mutex::default(),
            period: finder.map(|finder| PeriodFeed::new(plan, finder)),
            failure: Mutex::new(None),
        };
        match output.replayed.positions() {
            0 => output.computes(),
            positions => control.begin(Phase::Replaying { positions }),
        }
        if let Some(feed) = &output.period {
            feed.advance(|tile| output.read(tile))?;
        }
        Ok(output)
    }

    fn add(&self, totals: Statistics) {
        let mut sum = lock(&self.totals);
        *sum = sum.merge(totals);
        let mut ahead = lock(&self.ahead);
        let reported = totals.positions.min(*ahead);
        *ahead -= reported;
        self.control.report(totals.positions - reported);
    }

    /// Reads a tile that an earlier run has stored; returns `None` if there is no such tile.
    fn read(&self, tile: TileIndex) -> Result<Option<Values>, TableError> {
        let Some(writer) = self.writer else { return Ok(None) };
        let values = writer.finished_tile(tile)?;
        if values.is_some() {
            let _no_phase_begins = lock(&self.beginning);
            if self.computes_since.get().is_none() {
                self.control.report_in_phase(self.replayed.read(tile));
            }
        }
        Ok(values)
    }

    /// Returns since when the engine computes, if it has begun.
    pub(super) fn computes_since(&self) -> Option<Instant> {
        self.computes_since.get().copied()
    }

    /// Keeps the error and stops the engine.
    fn stop(&self, error: TableError) -> Stop {
        lock(&self.failure).get_or_insert(error);
        Stop
    }
}

impl Sink for Output<'_> {
    fn share(&self) -> Share<'_> {
        self.share
    }

    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        self.proceed()?;
        if self.is_finished(tile.index) || !self.share.has(tile.index) {
            return Ok(());
        }
        self.computes();
        let region = self.plan.tiling().region(tile.index);
        let totals = Statistics::of_tile(self.plan.job(), &region, &tile.values);
        if let Some(feed) = &self.period {
            feed.put(&tile);
            feed.advance(|tile| self.read(tile)).map_err(|error| self.stop(error))?;
        }
        let index = tile.index;
        if let Some(queue) = self.queue {
            queue.write(tile)?;
        }
        if let Some(checks) = self.checks {
            checks.draw(index);
        }
        self.add(totals);
        Ok(())
    }

    fn totals(&self, totals: Statistics, _checksum: Option<u32>) -> Result<(), Stop> {
        self.proceed()?;
        self.add(totals);
        Ok(())
    }

    fn is_finished(&self, tile: TileIndex) -> bool {
        self.writer.is_some_and(|writer| writer.is_finished(tile))
    }

    fn finished_tile(&self, tile: TileIndex) -> Result<Values, Stop> {
        self.proceed()?;
        self.read(tile).map_err(|error| self.stop(error))?.ok_or(Stop)
    }

    fn computes(&self) {
        if self.computes_since.get().is_some() {
            return;
        }
        let _no_position_is_reported = lock(&self.beginning);
        self.computes_since.get_or_init(|| {
            if self.replayed.positions() > 0 {
                self.control.begin(Phase::Computing);
            }
            Instant::now()
        });
    }

    fn infinite_sets(&self, sets: &InfiniteSets) {
        if let Some(writer) = self.writer {
            *lock(&writer.infinite_sets) = Some(sets.clone());
        }
    }

    fn computed(&self, positions: u64) {
        *lock(&self.ahead) += positions;
        self.control.report(positions);
    }

    fn proceed(&self) -> Result<(), Stop> {
        let is_false = self.checks.is_some_and(SpotChecks::have_failed);
        if is_false || self.control.is_interrupted() { Err(Stop) } else { Ok(()) }
    }
}
