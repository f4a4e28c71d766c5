//! The order in which tiles are filled: each tile as soon as its neighbours below are finished, regardless of fronts.
//!
//! A thread that has finished a tile takes the oldest tile that may begin, so that few tiles are in progress at a time.
//! The thread does not wait for the other tiles of its front, which may take more or less time. Tiles of other ranks
//! arrive as messages (`sources.rs` defines what a tile waits for).

use std::collections::HashMap;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use rayon::{ScopeFifo, Yield};

use super::sources::Sources;
use crate::domain::tiling::TileIndex;
use crate::engine::EngineError;
use crate::engine::cluster::PAUSE;
use crate::sync::{into_inner, lock};

/// How long an idle thread sleeps between two checks for messages while other threads fill tiles: each check takes time
/// from them.
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);

/// Fills the tiles of this rank on the threads of the caller's pool. `fill` receives a tile and the number of the first
/// unfinished front. `arrived` receives messages of other ranks and returns the next tile that has arrived, if any.
///
/// # Errors
/// The first error of `fill` or `arrived`. No tile is begun after an error.
pub(super) fn fill_in_order(
    sources: &Sources,
    arrived: impl Fn() -> Result<Option<TileIndex>, EngineError> + Sync,
    fill: impl Fn(TileIndex, u32) -> Result<(), EngineError> + Sync,
) -> Result<(), EngineError> {
    let order = Mutex::new(Order::new(sources));
    let is_divided = sources.share.is_divided();
    let run = Run { order, is_divided, arrived, fill, failure: Mutex::new(None) };
    // In this thread, which has time for what arrives. If it is one of the pool, it fills tiles too.
    rayon::in_place_scope_fifo(|scope| {
        sources.first().into_iter().for_each(|index| run.begin(scope, index));
        while is_divided && run.goes_on() {
            if run.look(scope) || rayon::yield_now() == Some(Yield::Executed) {
                continue;
            }
            thread::sleep(if run.is_idle() { PAUSE } else { BETWEEN_LOOKS });
        }
    });
    into_inner(run.failure).map_or(Ok(()), Err)
}

/// The state that the tasks of a run share.
struct Run<'a, Arrived, Fill> {
    order: Mutex<Order<'a>>,
    is_divided: bool,
    arrived: Arrived,
    fill: Fill,
    failure: Mutex<Option<EngineError>>,
}

impl<Arrived, Fill> Run<'_, Arrived, Fill>
where
    Arrived: Fn() -> Result<Option<TileIndex>, EngineError> + Sync,
    Fill: Fn(TileIndex, u32) -> Result<(), EngineError> + Sync,
{
    /// Fills a tile, then begins the tiles that were waiting only for this one, in tasks of their own.
    fn begin<'s>(&'s self, scope: &ScopeFifo<'s>, index: TileIndex) {
        lock(&self.order).begun += 1;
        scope.spawn_fifo(move |scope| {
            if lock(&self.failure).is_some() {
                return;
            }
            let first_unfinished = lock(&self.order).first_unfinished;
            match (self.fill)(index, first_unfinished) {
                Ok(()) => {
                    self.finish(scope, index);
                    if self.is_divided {
                        self.look(scope);
                    }
                    // Those that come next have begun.
                    lock(&self.order).begun -= 1;
                }
                Err(error) => self.fail(error),
            }
        });
    }

    /// Takes the tiles that have arrived. Returns whether there were any.
    fn look<'s>(&'s self, scope: &ScopeFifo<'s>) -> bool {
        match (self.arrived)() {
            Ok(Some(index)) => self.finish(scope, index),
            Ok(None) => return false,
            Err(error) => self.fail(error),
        }
        true
    }

    /// Returns whether no tile has begun and is not finished.
    fn is_idle(&self) -> bool {
        lock(&self.order).begun == 0
    }

    /// Begins the tiles that were waiting only for a finished tile.
    fn finish<'s>(&'s self, scope: &ScopeFifo<'s>, index: TileIndex) {
        let next = lock(&self.order).finish(index);
        next.into_iter().for_each(|index| self.begin(scope, index));
    }

    fn fail(&self, error: EngineError) {
        lock(&self.failure).get_or_insert(error);
    }

    /// Returns whether tiles of this rank are not finished, and nothing has failed.
    fn goes_on(&self) -> bool {
        lock(&self.order).left > 0 && lock(&self.failure).is_none()
    }
}

/// The tiles that may begin.
struct Order<'a> {
    sources: &'a Sources<'a>,
    /// For each waiting tile, the number of its finished sources, if it is not zero.
    finished_sources: HashMap<TileIndex, usize>,
    /// The number of unfinished tiles of this rank in each front.
    unfinished: Vec<u64>,
    /// The number of unfinished tiles in all fronts.
    left: u64,
    /// The number of tiles in progress.
    begun: u64,
    /// The number of the first front that this rank has not finished.
    first_unfinished: u32,
}

impl<'a> Order<'a> {
    fn new(sources: &'a Sources) -> Self {
        let computed = |front: Vec<TileIndex>| {
            front.into_iter().filter(|&index| sources.computes(index)).count() as u64
        };
        let unfinished: Vec<u64> = sources.tiling.fronts().into_iter().map(computed).collect();
        Order {
            sources,
            finished_sources: HashMap::new(),
            left: unfinished.iter().sum(),
            begun: 0,
            unfinished,
            first_unfinished: 0,
        }
    }

    /// Records that a tile is finished, by this rank or another one. Returns the tiles that may begin now.
    fn finish(&mut self, index: TileIndex) -> Vec<TileIndex> {
        if self.sources.share.has(index) {
            self.unfinished[index.sum() as usize] -= 1;
            self.left -= 1;
        }
        while self.unfinished.get(self.first_unfinished as usize) == Some(&0) {
            self.first_unfinished += 1;
        }
        let mut next = Vec::new();
        for waiting in self.sources.waiting_for(index) {
            let finished = self.finished_sources.entry(waiting).or_default();
            *finished += 1;
            if *finished == self.sources.count(waiting) {
                self.finished_sources.remove(&waiting);
                next.push(waiting);
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::super::mirror::is_below_diagonal;
    use super::super::sources::unit;
    use super::*;
    use crate::domain::MAX_HEAPS;
    use crate::domain::tiling::Tiling;
    use crate::engine::Stop;
    use crate::engine::cluster::Share;
    use crate::plan::Plan;

    /// The sources of tiles in a process that computes all of them.
    fn sources(tiling: &Tiling, is_mirrored: bool) -> Sources<'_> {
        Sources { tiling, is_mirrored, share: Share::ALL, backs: BTreeSet::new() }
    }

    /// Catches a tile that is left out, filled twice, or begun before a neighbour that its lines come from; and a first
    /// unfinished front that is too late, so that lines are forgotten.
    #[test]
    fn tiles_come_once_and_after_their_neighbours() {
        for (domain, is_mirrored) in [
            ("90x55", false),
            ("90x90", true),
            ("tokens 80", true),
            ("tokens 80", false),
            ("9x20x20", true),
            ("200", false),
        ] {
            let game = format!(
                "nim:{}",
                domain.split('x').count().max(1 + usize::from(domain.contains('t')))
            );
            let plan =
                Plan::parse(&game, domain, "grundy").expect(domain).with_tile(7).expect(domain);
            let tiling = plan.tiling();
            let computed = |index: &TileIndex| !(is_mirrored && is_below_diagonal(*index));
            let finished = Mutex::new(HashSet::new());
            let fill = |index: TileIndex, first_unfinished: u32| {
                let mut finished = lock(&finished);
                for below in (0..MAX_HEAPS).filter_map(|axis| index.checked_sub(unit(axis))) {
                    assert!(
                        finished.contains(&below) || !computed(&below),
                        "{below:?} in {domain}"
                    );
                }
                let waiting =
                    tiling.tiles().filter(computed).filter(|tile| !finished.contains(tile));
                let first = waiting.map(|tile| tile.sum()).min();
                assert!(first_unfinished <= first.unwrap_or(0), "{index:?} in {domain}");
                assert!(finished.insert(index), "{index:?} in {domain}");
                Ok(())
            };
            let sources = sources(tiling, is_mirrored);
            fill_in_order(&sources, || Ok(None), fill).expect(domain);
            let all: HashSet<TileIndex> = tiling.tiles().filter(computed).collect();
            assert_eq!(lock(&finished).clone(), all, "{domain}");
        }
    }

    /// Catches tiles that are begun although one has failed, and a failure that is not told.
    #[test]
    fn a_failure_ends_the_run() {
        let plan =
            Plan::parse("nim:2", "70x70", "grundy").expect("a plan").with_tile(7).expect("tiles");
        let filled = Mutex::new(0);
        let sources = sources(plan.tiling(), false);
        let outcome = fill_in_order(
            &sources,
            || Ok(None),
            |index, _| {
                *lock(&filled) += 1;
                if index.sum() == 3 { Err(Stop.into()) } else { Ok(()) }
            },
        );
        assert!(outcome.is_err());
        // Those of the first three fronts, and at least one that has failed.
        assert!((4..=10).contains(&into_inner(filled)));
    }
}
