//! Tiles in the order of their grades, which layers reach one after the other.

use crate::domain::Grading;
use crate::domain::tiling::{TileIndex, TileRegion};
use crate::plan::Plan;

/// Tiles that layers have not reached yet, each with its first or its last grade. The next one comes last.
pub(in crate::engine::cpu) struct WaitingTiles(Vec<(u32, TileIndex)>);

impl WaitingTiles {
    /// Lists the tiles that are wanted, by the grades with which they begin.
    pub(in crate::engine::cpu) fn by_first_grade(
        plan: &Plan,
        is_wanted: impl Fn(&TileIndex) -> bool,
    ) -> Self {
        WaitingTiles::by_grade(plan, is_wanted, |region| region.first_grade(&Grading::TokenSum))
    }

    /// Lists the tiles that are wanted, by the grades with which they end.
    pub(in crate::engine::cpu) fn by_last_grade(
        plan: &Plan,
        is_wanted: impl Fn(&TileIndex) -> bool,
    ) -> Self {
        WaitingTiles::by_grade(plan, is_wanted, |region| region.last_grade(&Grading::TokenSum))
    }

    fn by_grade(
        plan: &Plan,
        is_wanted: impl Fn(&TileIndex) -> bool,
        grade: fn(&TileRegion) -> u32,
    ) -> Self {
        let wanted = plan.tiling().tiles().filter(is_wanted);
        let with_grade = |index| (grade(&plan.tiling().region(index)), index);
        WaitingTiles::of(wanted.map(with_grade).collect())
    }

    /// Takes tiles with the grades by which they are wanted.
    pub(in crate::engine::cpu) fn of(mut tiles: Vec<(u32, TileIndex)>) -> Self {
        tiles.sort_unstable_by(|a, b| b.cmp(a));
        WaitingTiles(tiles)
    }

    /// Takes the tiles up to this grade.
    pub(in crate::engine::cpu) fn take_up_to(&mut self, grade: u32) -> Vec<TileIndex> {
        let later = self.0.iter().rposition(|&(of_tile, _)| of_tile > grade);
        let reached = self.0.split_off(later.map_or(0, |last| last + 1));
        reached.into_iter().map(|(_, index)| index).collect()
    }
}
