//! The replayed waves, and the tiles with their values.
//!
//! A wave is *replayed* if an earlier run has finished every tile that contains a cell of the wave: the values are
//! scattered over the wave's slot of the ring, and the kernel reads them there instead of searching. The kernel
//! records and counts the same as in a search.
//!
//! > **Claim.** Let R be the least first wave of all tiles that are not finished. The waves before R can
//! > be replayed, and no tile that is to be gathered holds a cell of any of them.
//! >
//! > **Proof.** A tile that is not finished meets no wave before R. So every cell of such a wave lies in
//! > a tile that is finished; and the tiles that are gathered are those that are not.
//!
//! A kernel whose state does not follow from the stored values computes all waves again.
//!
//! From R on all waves are computed as usual. Cells of finished tiles in these waves are computed again; they are
//! few, because a stopped run has finished nearly all tiles of its computed waves.

use crate::domain::tiling::TileIndex;
use crate::engine::Sink;
use crate::engine::gpu::kernel::Kernel;
use crate::plan::Plan;

/// The replayed waves, and the tiles that are scattered for them.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// The number of first waves whose values are known.
    pub(super) waves: u32,
    /// The tiles with computed cells in them, the one that is needed first last, each with the first
    /// wave that it meets.
    pub(super) by_first_wave: Vec<(u32, TileIndex)>,
}

impl Replay {
    /// Finds the finished tiles of the sink.
    pub(super) fn find(plan: &Plan, kernel: &Kernel, sink: &dyn Sink) -> Self {
        if !kernel.values_suffice {
            return Replay::default();
        }
        let tiling = plan.tiling();
        let first_wave = |index: TileIndex| kernel.schedule.waves_of(&tiling.region(index)).0;
        // The first wave meets the first tile: where that is not finished, nothing is replayed.
        if tiling.tiles().next().is_some_and(|first| !sink.is_finished(first)) {
            return Replay::default();
        }
        let unfinished = tiling.tiles().filter(|&index| !sink.is_finished(index));
        let least = unfinished.map(first_wave).min();
        let waves = least.unwrap_or_else(|| kernel.schedule.waves().count() as u32);
        let is_needed = |&(first, index): &(u32, TileIndex)| {
            first < waves && kernel.schedule.may_compute_in(&tiling.region(index))
        };
        let mut by_first_wave: Vec<(u32, TileIndex)> =
            tiling.tiles().map(|index| (first_wave(index), index)).filter(is_needed).collect();
        by_first_wave.sort_by(|a, b| b.cmp(a));
        Replay { waves, by_first_wave }
    }

    /// Takes at most `most` of the tiles that meet a wave before this one and have not been taken.
    pub(super) fn take(&mut self, wave: u32, most: usize) -> Vec<TileIndex> {
        let last_first = self.by_first_wave.iter().rev().take(most);
        let count = last_first.take_while(|&&(first, _)| first < wave).count();
        let taken = self.by_first_wave.split_off(self.by_first_wave.len() - count);
        taken.into_iter().rev().map(|(_, index)| index).collect()
    }

    /// Returns whether [`take`](Self::take) would take another tile.
    pub(super) fn has_more(&self, wave: u32) -> bool {
        self.by_first_wave.last().is_some_and(|&(first, _)| first < wave)
    }
}
