//! The work of the GPU, known before a run begins.

use super::super::kernel::Kernel;
use super::super::tiles::TilesPlan;
use super::super::totals::TOTAL_WORDS;
use crate::engine::GpuWork;

/// Returns the work of the GPU in a run of a kernel.
pub(in crate::engine::gpu) fn work(kernel: &Kernel, tiles: Option<&TilesPlan>) -> GpuWork {
    let mut work = GpuWork::default();
    for _ in kernel.schedule.waves() {
        work += work_of_wave(kernel);
    }
    if let Some(plan) = tiles {
        work += work_of_tiles(plan, plan.by_last_wave.len());
    }
    work
}

/// Returns the work of one wave that is not cut.
pub(super) fn work_of_wave(kernel: &Kernel) -> GpuWork {
    GpuWork {
        dispatches: kernel.entry_points.len() as u64,
        steps: kernel.schedule.steps().into(),
        bytes_read_back: 4 * TOTAL_WORDS as u64,
    }
}

/// Returns the work of reading back this many tiles. The dispatches that gather tiles, one for each batch, do not
/// count.
pub(super) fn work_of_tiles(plan: &TilesPlan, tiles: usize) -> GpuWork {
    GpuWork { dispatches: 0, steps: 0, bytes_read_back: plan.staged_bytes(tiles) }
}
