//! Tiles in the order of their ranks, which layers reach one after the other.

use crate::domain::Grading;
use crate::domain::tiling::{TileIndex, TileRegion};
use crate::plan::Plan;

/// Tiles that layers have not reached yet, each with its first or its last rank. The next one comes last.
pub(in crate::engine::cpu) struct WaitingTiles(Vec<(u32, TileIndex)>);

impl WaitingTiles {
    /// Lists the tiles that are wanted, by the ranks with which they begin.
    pub(in crate::engine::cpu) fn by_first_rank(
        plan: &Plan,
        is_wanted: impl Fn(&TileIndex) -> bool,
    ) -> Self {
        WaitingTiles::by_rank(plan, is_wanted, |region| region.first_rank(Grading::TokenSum))
    }

    /// Lists the tiles that are wanted, by the ranks with which they end.
    pub(in crate::engine::cpu) fn by_last_rank(
        plan: &Plan,
        is_wanted: impl Fn(&TileIndex) -> bool,
    ) -> Self {
        WaitingTiles::by_rank(plan, is_wanted, |region| region.last_rank(Grading::TokenSum))
    }

    fn by_rank(
        plan: &Plan,
        is_wanted: impl Fn(&TileIndex) -> bool,
        rank: fn(&TileRegion) -> u32,
    ) -> Self {
        let wanted = plan.tiling().tiles().filter(is_wanted);
        let with_rank = |index| (rank(&plan.tiling().region(index)), index);
        let mut tiles: Vec<(u32, TileIndex)> = wanted.map(with_rank).collect();
        tiles.sort_unstable_by(|a, b| b.cmp(a));
        WaitingTiles(tiles)
    }

    /// Takes the tiles up to this rank.
    pub(in crate::engine::cpu) fn take_up_to(&mut self, rank: u32) -> Vec<TileIndex> {
        let later = self.0.iter().rposition(|&(of_tile, _)| of_tile > rank);
        let reached = self.0.split_off(later.map_or(0, |last| last + 1));
        reached.into_iter().map(|(_, index)| index).collect()
    }
}
