//! Where the tiles of an engine go: into the totals, and into the table.

use std::collections::HashSet;
use std::sync::Mutex;

use rayon::prelude::*;

use super::period_feed::PeriodFeed;
use super::spot_check::SpotChecks;
use crate::control::Control;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::cluster::Share;
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::sync::lock;
use crate::table::{BackgroundWriter, TableError, TableWriter};
use crate::totals::{PeriodFinder, Statistics};
use crate::values::Values;

/// Takes the tiles that an engine has computed for this rank, adds up their values and passes them on; or takes totals.
/// Tiles that an earlier run has stored count from the beginning.
pub(super) struct Output<'a> {
    plan: &'a Plan,
    share: Share<'a>,
    writer: Option<&'a TableWriter>,
    queue: Option<&'a BackgroundWriter<'a>>,
    checks: Option<&'a SpotChecks<'a>>,
    control: &'a Control<'a>,
    pub(super) totals: Mutex<Statistics>,
    /// The tiles of an earlier run that the totals hold.
    counted: Mutex<HashSet<TileIndex>>,
    /// Used for one-heap subtraction games.
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
        let output = Output {
            plan,
            share,
            writer,
            queue,
            checks,
            control,
            totals: Mutex::default(),
            counted: Mutex::default(),
            period: finder.map(|finder| PeriodFeed::new(plan, finder)),
            failure: Mutex::new(None),
        };
        if let Some(feed) = &output.period {
            feed.advance(|tile| output.read(tile))?;
        }
        Ok(output)
    }

    fn add(&self, totals: Statistics) {
        let mut sum = lock(&self.totals);
        *sum = sum.merge(totals);
        self.control.report(totals.positions);
    }

    /// Reads a tile that an earlier run has stored, and adds up its values, if this rank has the tile and that was not
    /// done before; returns `None` if there is no such tile.
    fn read(&self, tile: TileIndex) -> Result<Option<Values>, TableError> {
        let Some(writer) = self.writer else { return Ok(None) };
        let Some((values, totals)) = writer.finished_tile(tile)? else { return Ok(None) };
        if self.share.has(tile) && lock(&self.counted).insert(tile) {
            let mut sum = lock(&self.totals);
            *sum = sum.merge(totals);
        }
        Ok(Some(values))
    }

    /// Adds up the values of the stored tiles that the engine had no need of.
    ///
    /// # Errors
    /// When one cannot be read.
    pub(super) fn count_the_others(&self) -> Result<(), TableError> {
        let Some(writer) = self.writer else { return Ok(()) };
        let counted = lock(&self.counted).clone();
        let others: Vec<_> =
            writer.finished(self.share).filter(|tile| !counted.contains(tile)).collect();
        others.par_iter().try_for_each(|&tile| match self.control.is_interrupted() {
            true => Ok(()),
            false => self.read(tile).map(drop),
        })
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

    fn proceed(&self) -> Result<(), Stop> {
        let is_false = self.checks.is_some_and(SpotChecks::have_failed);
        if is_false || self.control.is_interrupted() { Err(Stop) } else { Ok(()) }
    }
}
