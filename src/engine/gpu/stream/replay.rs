//! The replayed stages, and the tiles with their values.
//!
//! A stage is *replayed* if an earlier run has finished every tile that contains a cell of the stage: the values are
//! scattered over the stage's slot of the ring, and the kernel reads them there instead of searching. The kernel
//! records and counts the same as in a search.
//!
//! > **Claim.** Let R be the least first stage of all tiles that are not finished. The stages before R can
//! > be replayed, and no tile that is to be gathered holds a cell of any of them.
//! >
//! > **Proof.** A tile that is not finished meets no stage before R. So every cell of such a stage lies in
//! > a tile that is finished; and the tiles that are gathered are those that are not.
//!
//! A kernel whose state does not follow from the stored values computes all stages again.
//!
//! From R on all stages are computed as usual. Cells of finished tiles in these stages are computed again; they are
//! few, because a stopped run has finished nearly all tiles of its computed stages.

use crate::domain::tiling::TileIndex;
use crate::engine::Sink;
use crate::engine::gpu::kernel::Kernel;
use crate::plan::Plan;

/// The replayed stages, and the tiles that are scattered for them.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// The number of first stages whose values are known.
    pub(super) stages: u32,
    /// The tiles with computed cells in them, the one that is needed first last, each with the first
    /// stage that it meets.
    pub(super) by_first_stage: Vec<(u32, TileIndex)>,
}

impl Replay {
    /// Finds the finished tiles of the sink.
    pub(super) fn find(plan: &Plan, kernel: &Kernel, sink: &dyn Sink) -> Self {
        if !kernel.values_suffice {
            return Replay::default();
        }
        let tiling = plan.tiling();
        let first_stage = |index: TileIndex| kernel.schedule.stages_of(&tiling.region(index)).0;
        // The first stage meets the first tile: where that is not finished, nothing is replayed.
        if tiling.tiles().next().is_some_and(|first| !sink.is_finished(first)) {
            return Replay::default();
        }
        let unfinished = tiling.tiles().filter(|&index| !sink.is_finished(index));
        let least = unfinished.map(first_stage).min();
        let stages = least.unwrap_or_else(|| kernel.schedule.stages().count() as u32);
        let is_needed = |&(first, index): &(u32, TileIndex)| {
            first < stages && kernel.schedule.may_compute_in(&tiling.region(index))
        };
        let mut by_first_stage: Vec<(u32, TileIndex)> =
            tiling.tiles().map(|index| (first_stage(index), index)).filter(is_needed).collect();
        by_first_stage.sort_by(|a, b| b.cmp(a));
        Replay { stages, by_first_stage }
    }

    /// Takes at most `most` of the tiles that meet a stage before this one and have not been taken.
    pub(super) fn take(&mut self, stage: u32, most: usize) -> Vec<TileIndex> {
        let last_first = self.by_first_stage.iter().rev().take(most);
        let count = last_first.take_while(|&&(first, _)| first < stage).count();
        let taken = self.by_first_stage.split_off(self.by_first_stage.len() - count);
        taken.into_iter().rev().map(|(_, index)| index).collect()
    }

    /// Returns whether [`take`](Self::take) would take another tile.
    pub(super) fn has_more(&self, stage: u32) -> bool {
        self.by_first_stage.last().is_some_and(|&(first, _)| first < stage)
    }
}
