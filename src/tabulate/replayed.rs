//! How far an engine has come that takes over stored tiles: it reads them front by front, and perhaps not all of them,
//! as where those below the diagonal are mirror images of others.

use std::sync::Mutex;

use crate::domain::tiling::TileIndex;
use crate::plan::Plan;
use crate::sync::lock;

/// The stored positions by the fronts of their tiles.
pub(super) struct Replayed {
    /// How many there are up to each front.
    up_to: Vec<u64>,
    /// How many the engine has passed.
    passed: Mutex<u64>,
}

impl Replayed {
    /// Begins with the stored tiles.
    pub(super) fn new(plan: &Plan, stored: impl Iterator<Item = TileIndex>) -> Self {
        let mut up_to = vec![0; plan.tiling().grid().sum() as usize];
        for tile in stored {
            up_to[tile.sum() as usize] += plan.tiling().positions_in(tile);
        }
        for front in 1..up_to.len() {
            up_to[front] += up_to[front - 1];
        }
        Replayed { up_to, passed: Mutex::new(0) }
    }

    /// Returns the number of stored positions.
    pub(super) fn positions(&self) -> u64 {
        self.up_to.last().copied().unwrap_or(0)
    }

    /// Takes note of a tile that the engine reads. Returns how many positions it has passed since the last one.
    pub(super) fn read(&self, tile: TileIndex) -> u64 {
        let passed = self.up_to.get(tile.sum() as usize).copied().unwrap_or(0);
        let mut before = lock(&self.passed);
        let new = passed.saturating_sub(*before);
        *before += new;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a progress that goes back where threads read tiles out of turn, and one that does not come to the end
    /// where an engine reads half of the tiles.
    #[test]
    fn every_stored_position_is_passed_once() {
        let plan = Plan::parse("wythoff", "50x50", "grundy").and_then(|plan| plan.with_tile(8));
        let plan = plan.expect("a plan");
        let is_stored = |tile: &TileIndex| tile.sum() < 9;
        let stored = || plan.tiling().tiles().filter(is_stored);
        let replayed = Replayed::new(&plan, stored());
        let all: u64 = stored().map(|tile| plan.tiling().positions_in(tile)).sum();
        assert_eq!(replayed.positions(), all);
        let mut read: Vec<TileIndex> = stored().filter(|tile| tile[2] <= tile[3]).collect();
        fastrand::Rng::with_seed(5).shuffle(&mut read);
        assert_eq!(read.into_iter().map(|tile| replayed.read(tile)).sum::<u64>(), all);
    }
}
