//! The sink of a rank in tests: it collects the tiles of its rank, and gives out finished ones.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::cluster::{Network, Partition, Share};
use crate::engine::{Engine, EngineError, RunReport, Sink, Stop, Wanted};
use crate::plan::Plan;
use crate::sync::{into_inner, lock};
use crate::totals::Statistics;
use crate::values::Values;

/// Tiles of a table.
pub(crate) type Tiles = BTreeMap<TileIndex, Values>;

/// Whether a rank goes on, by its number.
pub(crate) type GoesOn<'a> = &'a (dyn Fn(usize) -> Result<(), Stop> + Sync);

/// What a rank has of a table, and what it has been given.
pub(crate) struct RankSink<'a> {
    share: Share<'a>,
    finished: &'a Tiles,
    goes_on: GoesOn<'a>,
    tiles: Mutex<Tiles>,
    totals: Mutex<Statistics>,
}

impl<'a> RankSink<'a> {
    /// Begins with the finished tiles of an earlier run. The rank asks whether it goes on.
    pub(crate) fn new(share: Share<'a>, finished: &'a Tiles, goes_on: GoesOn<'a>) -> Self {
        RankSink { share, finished, goes_on, tiles: Mutex::default(), totals: Mutex::default() }
    }

    /// Returns the tiles that have come, and the totals.
    pub(crate) fn come(self) -> (Tiles, Statistics) {
        (into_inner(self.tiles), into_inner(self.totals))
    }
}

/// Goes on whatever happens.
pub(crate) fn always(_: usize) -> Result<(), Stop> {
    Ok(())
}

/// Goes on as often as this, when asked.
pub(crate) fn at_most(times: u64) -> impl Fn(usize) -> Result<(), Stop> + Sync {
    let left = AtomicU64::new(times);
    move |_| {
        let asked =
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        asked.map(drop).map_err(|_| Stop)
    }
}

/// Runs an engine on a rank. Returns the tiles that have come, and the outcome.
pub(crate) fn run(
    (engine, plan): (&dyn Engine, &Plan),
    (network, partition): (&dyn Network, &Partition),
    finished: &Tiles,
    goes_on: GoesOn,
) -> (Tiles, Result<RunReport, EngineError>) {
    let sink = RankSink::new(Share { network, partition }, finished, goes_on);
    let outcome = engine.prepare(plan, Wanted::Values).expect("it fits").run(&sink);
    (sink.come().0, outcome)
}

impl Sink for RankSink<'_> {
    fn share(&self) -> Share<'_> {
        self.share
    }

    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        self.proceed()?;
        assert!(self.share.has(tile.index), "{:?} is another rank's", tile.index);
        assert!(!self.is_finished(tile.index), "{:?} is finished", tile.index);
        let other = lock(&self.tiles).insert(tile.index, tile.values);
        assert!(other.is_none(), "{:?} comes twice", tile.index);
        Ok(())
    }

    fn totals(&self, totals: Statistics, _: Option<u32>) -> Result<(), Stop> {
        let mut sum = lock(&self.totals);
        *sum = sum.merge(totals);
        Ok(())
    }

    fn is_finished(&self, tile: TileIndex) -> bool {
        self.finished.contains_key(&tile)
    }

    fn finished_tile(&self, tile: TileIndex) -> Result<Values, Stop> {
        self.proceed()?;
        self.finished.get(&tile).cloned().ok_or(Stop)
    }

    fn proceed(&self) -> Result<(), Stop> {
        (self.goes_on)(self.share.network.rank())
    }
}
