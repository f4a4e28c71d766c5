//! The values of a one-heap game, put in order for the search for a period.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::domain::Coordinates;
use crate::domain::tiling::{Run, Tile, TileIndex};
use crate::plan::Plan;
use crate::sync::{into_inner, lock};
use crate::totals::{Period, PeriodFinder};
use crate::values::Values;

/// Passes tiles to a [`PeriodFinder`] in order, whatever the order in which they come.
pub(super) struct PeriodFeed {
    plan: Plan,
    progress: Mutex<Progress>,
}

struct Progress {
    finder: PeriodFinder,
    /// The number of the tile that is passed on next.
    next: u32,
    /// Later tiles.
    waiting: BTreeMap<u32, Values>,
}

impl PeriodFeed {
    /// Begins with no tile.
    pub(super) fn new(plan: &Plan, finder: PeriodFinder) -> Self {
        let progress = Progress { finder, next: 0, waiting: BTreeMap::new() };
        PeriodFeed { plan: plan.clone(), progress: Mutex::new(progress) }
    }

    /// Takes a tile.
    pub(super) fn put(&self, tile: &Tile) {
        lock(&self.progress).waiting.insert(tile.index[2], tile.values.clone());
    }

    /// Passes all tiles on whose turn it is: those that have come, and those that `stored` finds.
    ///
    /// # Errors
    /// That of `stored`.
    pub(super) fn advance<E>(
        &self,
        stored: impl Fn(TileIndex) -> Result<Option<Values>, E>,
    ) -> Result<(), E> {
        let mut progress = lock(&self.progress);
        let Progress { finder, next, waiting } = &mut *progress;
        let tiling = self.plan.tiling();
        while *next < tiling.grid()[2] {
            let index = Coordinates([0, 0, *next]);
            let come = waiting.remove(next);
            let Some(values) = (if come.is_some() { come } else { stored(index)? }) else {
                return Ok(());
            };
            for (_, cell) in tiling.region(index).runs().flat_map(Run::cells) {
                finder.push(values.get(cell));
            }
            *next += 1;
        }
        Ok(())
    }

    /// Returns the period, if the values prove one.
    pub(super) fn found(self) -> Option<Period> {
        into_inner(self.progress).finder.found()
    }
}
