//! The values of a one-heap game, put in order for the search for a period.
//!
//! The search in subtraction games keeps a window of the values alone, and finds a position from which on they repeat. To
//! find the first such position the values before it are compared with those a period later; so the values are kept until
//! the period is found, if they are not too many. The search in take-and-break games keeps the values itself, and so does that
//! in rows of several heaps, whose tiles may come in any order.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::domain::tiling::{Run, Tile, TileIndex};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::plan::Plan;
use crate::sync::{into_inner, lock};
use crate::totals::{Period, PeriodFinder, UnprovedPeriod, exceptions};
use crate::values::Values;

/// Bytes of values that are kept.
const MOST_KEPT: usize = 1 << 24;

/// Passes tiles to a [`PeriodFinder`] in order, whatever the order in which they come.
pub(super) struct PeriodFeed {
    plan: Plan,
    /// Bytes of values that are kept at most.
    most_kept: usize,
    progress: Mutex<Progress>,
}

struct Progress {
    finder: PeriodFinder,
    /// The number of the tile that is passed on next.
    next: u32,
    /// Later tiles.
    waiting: BTreeMap<u32, Values>,
    /// The tiles that were passed on; `None` once they are too many, or needed no more.
    kept: Option<Vec<Values>>,
    found: Option<Period>,
    /// Whether the tiles of an earlier run were passed on to rows.
    has_stored: bool,
}

impl PeriodFeed {
    /// Begins with no tile.
    pub(super) fn new(plan: &Plan, finder: PeriodFinder) -> Self {
        let kept = finder.forgets_values().then(Vec::new);
        let waiting = BTreeMap::new();
        let progress = Progress { finder, next: 0, waiting, kept, found: None, has_stored: false };
        PeriodFeed { plan: plan.clone(), most_kept: MOST_KEPT, progress: Mutex::new(progress) }
    }

    /// Estimates from above the bytes that the search in a plan takes; 0 for plans without one.
    pub(super) fn bytes(plan: &Plan) -> u64 {
        let finder = PeriodFinder::bytes(plan.job());
        let is_kept_here = PeriodFinder::new(plan.job()).is_some_and(|of| of.forgets_values());
        let kept = if is_kept_here { plan.table_bytes().min(MOST_KEPT as u64) } else { 0 };
        if finder == 0 { 0 } else { finder.saturating_add(kept) }
    }

    /// Takes a tile.
    pub(super) fn put(&self, tile: &Tile) {
        let mut progress = lock(&self.progress);
        if let PeriodFinder::Rows(finder) = &mut progress.finder {
            finder.put(&self.plan.tiling().region(tile.index), &tile.values);
        } else {
            progress.waiting.insert(tile.index[MAX_HEAPS - 1], tile.values.clone());
        }
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
        let Progress { finder, next, waiting, kept, found, has_stored } = &mut *progress;
        let tiling = self.plan.tiling();
        if let PeriodFinder::Rows(finder) = finder {
            // All other tiles come later, by `put`.
            for index in tiling.tiles().filter(|_| !*has_stored) {
                if let Some(values) = stored(index)? {
                    finder.put(&tiling.region(index), &values);
                }
            }
            *has_stored = true;
            return Ok(());
        }
        while *next < tiling.grid()[MAX_HEAPS - 1] {
            let index = Coordinates::ZERO.with_last(*next);
            let come = waiting.remove(next);
            let Some(values) = (if come.is_some() { come } else { stored(index)? }) else {
                return Ok(());
            };
            for (_, cell) in tiling.region(index).runs().flat_map(Run::cells) {
                finder.push(values.get(cell));
            }
            *next += 1;
            if found.is_some() {
                continue;
            }
            let bytes = values.bytes().len() * *next as usize;
            *kept = kept.take().filter(|_| bytes <= self.most_kept);
            if let Some(kept) = kept {
                kept.push(values);
            }
            *found = finder.found().map(|period| match kept.take() {
                Some(kept) => first_repeated(&kept, period),
                None => period,
            });
        }
        Ok(())
    }

    /// Returns the period that the values prove, or that they show.
    pub(super) fn found(self) -> Option<Result<Period, UnprovedPeriod>> {
        let Progress { finder, found, .. } = into_inner(self.progress);
        found.map(Ok).or_else(|| finder.finish())
    }
}

/// Returns the same period with the first position from which on the values repeat, given the values up to
/// where it was found, in pieces of equal length.
fn first_repeated(pieces: &[Values], found: Period) -> Period {
    let length = pieces.first().map_or(1, Values::len) as u64;
    let value = |n: u64| pieces[(n / length) as usize].get((n % length) as usize);
    let mut from = found.from;
    while from > 0 && value(from - 1) == value(from - 1 + found.period) {
        from -= 1;
    }
    let exceptions = Some(exceptions(from, found.period, value).count() as u64);
    Period { from, from_is_first: true, exceptions, ..found }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// Finds the start of the period of a sequence that begins irregularly and then is 7 8 7 8 ..., in tiles
    /// that come in a wrong order.
    fn found(side: u32, preperiod: u32, most_kept: usize) -> Option<Period> {
        let plan = Plan::parse("subtraction:1,6", &side.to_string(), "grundy").expect("a plan");
        let plan = Plan::new(plan.job().clone(), Some(16)).expect("a plan");
        let finder = PeriodFinder::new(plan.job()).expect("a finder");
        let feed = PeriodFeed { most_kept, ..PeriodFeed::new(&plan, finder) };
        let irregular = |n: u32| 10 + n.wrapping_mul(0x9e37_79b1).rotate_left(13) % 100;
        let value = |n: u32| match n.checked_sub(preperiod) {
            None => irregular(n),
            Some(later) => 7 + later % 2,
        };
        let mut tiles: Vec<u32> = (0..side.div_ceil(16)).collect();
        tiles.reverse();
        for tile in tiles {
            let cells = (tile * 16..(tile + 1) * 16).map(value);
            let values = Values::from_u32(plan.value_type(), cells);
            feed.put(&Tile { index: Coordinates::ZERO.with_last(tile), values });
        }
        feed.advance(|_| Ok::<_, Infallible>(None)).expect("no error");
        feed.found().and_then(Result::ok)
    }

    /// Catches a start that is not the first one, and values that are looked up in the wrong tile.
    #[test]
    fn the_first_position_of_the_period_is_found() {
        for preperiod in [0, 1, 5, 20, 33, 100] {
            let period = found(1000, preperiod, MOST_KEPT).expect("a period");
            assert_eq!((period.period, period.from), (2, preperiod.into()));
            assert!(period.from_is_first);
        }
        assert_eq!(found(100, 100, MOST_KEPT), None);
    }

    /// Catches values that are kept without a bound; what is said of the period still holds.
    #[test]
    fn after_very_many_values_the_first_position_is_not_known() {
        let period = found(1000, 100, 99).expect("a period");
        assert!(period.period == 2 && period.from > 100 && !period.from_is_first, "{period:?}");
    }
}
