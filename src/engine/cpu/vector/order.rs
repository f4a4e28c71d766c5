//! The order in which tiles are filled: each as soon as its neighbours below are finished, whatever front it is in.
//!
//! Every tile that a tile's lines come from is dominated by one of these neighbours, or is one. A thread whose tile is
//! finished takes the next one that may begin, the oldest first, so that little is in progress at a time: it need not
//! wait for the other tiles of its front, which may be half tiles, plain ones, or ones that altered vectors concern.

use std::collections::HashMap;
use std::sync::Mutex;

use rayon::ScopeFifo;

use super::mirror::is_below_diagonal;
use crate::domain::tiling::{TileIndex, Tiling};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::EngineError;
use crate::sync::{into_inner, lock};

/// Fills the tiles that are computed, in the threads of the pool that it is called from: `fill` is given a tile, and the
/// number of the first front that is not finished.
///
/// # Errors
/// The first one that `fill` returns. Then no other tile is begun.
pub(super) fn fill_in_order(
    tiling: &Tiling,
    is_mirrored: bool,
    fill: impl Fn(TileIndex, u32) -> Result<(), EngineError> + Sync,
) -> Result<(), EngineError> {
    let order = Mutex::new(Order::new(tiling, is_mirrored));
    let run = Run { order, fill, failure: Mutex::new(None) };
    rayon::scope_fifo(|scope| run.begin(scope, Coordinates::ZERO));
    into_inner(run.failure).map_or(Ok(()), Err)
}

/// What the tasks of a run share.
struct Run<'a, Fill> {
    order: Mutex<Order<'a>>,
    fill: Fill,
    failure: Mutex<Option<EngineError>>,
}

impl<Fill: Fn(TileIndex, u32) -> Result<(), EngineError> + Sync> Run<'_, Fill> {
    /// Fills a tile and then those that were waiting for it alone, in tasks of their own.
    fn begin<'s>(&'s self, scope: &ScopeFifo<'s>, index: TileIndex) {
        scope.spawn_fifo(move |scope| {
            if lock(&self.failure).is_some() {
                return;
            }
            let first_unfinished = lock(&self.order).first_unfinished;
            match (self.fill)(index, first_unfinished) {
                Ok(()) => {
                    let next = lock(&self.order).finish(index);
                    next.into_iter().for_each(|index| self.begin(scope, index));
                }
                Err(error) => {
                    lock(&self.failure).get_or_insert(error);
                }
            }
        });
    }
}

/// Which tiles may begin.
struct Order<'a> {
    tiling: &'a Tiling,
    is_mirrored: bool,
    /// How many neighbours of a waiting tile are finished, if any is.
    finished_neighbours: HashMap<TileIndex, usize>,
    /// How many tiles of each front are not finished.
    unfinished: Vec<u64>,
    /// The number of the first front that is not finished.
    first_unfinished: u32,
}

impl<'a> Order<'a> {
    fn new(tiling: &'a Tiling, is_mirrored: bool) -> Self {
        let mut order = Order {
            tiling,
            is_mirrored,
            finished_neighbours: HashMap::new(),
            unfinished: Vec::new(),
            first_unfinished: 0,
        };
        let computed =
            |front: Vec<TileIndex>| front.into_iter().filter(|&i| order.computes(i)).count();
        order.unfinished =
            tiling.fronts().into_iter().map(|front| computed(front) as u64).collect();
        order
    }

    /// Returns whether a tile is in the table, and is not the mirror image of one that is computed.
    fn computes(&self, index: TileIndex) -> bool {
        self.tiling.holds(index) && !(self.is_mirrored && is_below_diagonal(index))
    }

    /// Notes that a tile is finished. Returns those that may begin now.
    fn finish(&mut self, index: TileIndex) -> Vec<TileIndex> {
        self.unfinished[index.sum() as usize] -= 1;
        while self.unfinished.get(self.first_unfinished as usize) == Some(&0) {
            self.first_unfinished += 1;
        }
        let mut next = Vec::new();
        for waiting in (0..MAX_HEAPS).map(|axis| index + unit(axis)) {
            if self.computes(waiting) {
                let finished = self.finished_neighbours.entry(waiting).or_default();
                *finished += 1;
                if *finished == self.neighbours_below(waiting) {
                    self.finished_neighbours.remove(&waiting);
                    next.push(waiting);
                }
            }
        }
        next
    }

    /// Counts the neighbours that a tile waits for. One on the diagonal of a mirrored table has the mirror image of
    /// another one.
    fn neighbours_below(&self, index: TileIndex) -> usize {
        let below = (0..MAX_HEAPS).filter_map(|axis| index.checked_sub(unit(axis)));
        below.filter(|&neighbour| self.computes(neighbour)).count()
    }
}

/// The index of the second tile along an axis.
fn unit(axis: usize) -> TileIndex {
    Coordinates::from_fn(|other| u32::from(other == axis))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::engine::Stop;
    use crate::plan::Plan;

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
            fill_in_order(tiling, is_mirrored, fill).expect(domain);
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
        let outcome = fill_in_order(plan.tiling(), false, |index, _| {
            *lock(&filled) += 1;
            if index.sum() == 3 { Err(Stop.into()) } else { Ok(()) }
        });
        assert!(outcome.is_err());
        // Those of the first three fronts, and at least one that has failed.
        assert!((4..=10).contains(&into_inner(filled)));
    }
}
