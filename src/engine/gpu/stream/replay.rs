//! Which stages are replayed, and the tiles whose values they take.
//!
//! A stage is *replayed* where an earlier run has finished every tile that holds a cell of it: the values
//! are scattered over its slot of the ring, and the kernel reads them there instead of searching for
//! them. What it records, and what it counts, is what it would have recorded and counted.
//!
//! > **Claim.** Let R be the least first stage of all tiles that are not finished. The stages before R can
//! > be replayed, and no tile that is to be gathered holds a cell of any of them.
//! >
//! > **Proof.** A tile that is not finished meets no stage before R. So every cell of such a stage lies in
//! > a tile that is finished; and the tiles that are gathered are those that are not.
//!
//! Kernels to which the stored values do not suffice compute all stages anew.
//!
//! From R on all is as ever. Cells of finished tiles there are computed once more, which are few: a run
//! that is stopped has finished nearly all tiles of the stages behind it.

use crate::domain::tiling::TileIndex;
use crate::engine::Sink;
use crate::engine::gpu::kernel::Kernel;
use crate::plan::Plan;

/// The stages that are replayed, and the tiles that are to be scattered for them.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// Stages from the first on whose values are known.
    pub(super) stages: u32,
    /// The tiles with computed cells in them, the one that is needed first last, each with the first
    /// stage that it meets.
    pub(super) by_first_stage: Vec<(u32, TileIndex)>,
}

impl Replay {
    /// Asks the sink which tiles are finished.
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
