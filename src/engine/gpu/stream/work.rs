//! What a run makes the GPU do, known before it begins.

use super::super::kernel::Kernel;
use super::super::tiles::TilesPlan;
use super::super::totals::STAGE_WORDS;
use crate::engine::GpuWork;

/// Returns what a run of a kernel will make the GPU do.
pub(in crate::engine::gpu) fn work(kernel: &Kernel, tiles: Option<&TilesPlan>) -> GpuWork {
    let mut work = GpuWork::default();
    for _ in kernel.schedule.stages() {
        work += work_of_stage(kernel);
    }
    if let Some(plan) = tiles {
        work += work_of_tiles(plan, plan.by_last_stage.len());
    }
    work
}

/// Returns what one stage makes the GPU do, if it is not cut.
pub(super) fn work_of_stage(kernel: &Kernel) -> GpuWork {
    GpuWork {
        dispatches: kernel.entry_points.len() as u64,
        steps: kernel.schedule.steps().into(),
        bytes_read_back: 4 * STAGE_WORDS as u64,
    }
}

/// Returns what this many tiles make the GPU do. The dispatches that gather them, one for each batch, do
/// not count.
pub(super) fn work_of_tiles(plan: &TilesPlan, tiles: usize) -> GpuWork {
    GpuWork { dispatches: 0, steps: 0, bytes_read_back: plan.staged_bytes(tiles) }
}
