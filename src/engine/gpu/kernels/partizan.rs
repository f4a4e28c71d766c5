//! Outcome classes of partizan vector games on the GPU. Host half of `shaders/partizan.wgsl`,
//! twin of `engine/cpu/partizan.rs`.

use super::vector::VectorParts;
use crate::engine::EngineError;
use crate::engine::gpu::kernel::Kernel;
use crate::plan::Plan;
use crate::ruleset::PartizanGame;

/// Describes the kernel of a plan.
///
/// # Errors
/// When no blocks are small enough for the adapter.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &PartizanGame,
) -> Result<Kernel, EngineError> {
    let players = [game.left(), game.right()];
    Ok(VectorParts::of_wins(plan, limits, "partizan", &players)?.kernel())
}
