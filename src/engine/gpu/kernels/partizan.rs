//! Outcome classes of partizan vector games on the GPU. Host half of `shaders/partizan.wgsl`,
//! twin of `engine/cpu/partizan.rs`.

use super::vector::{VectorInputs, VectorParts};
use crate::engine::EngineError;
use crate::engine::gpu::blocks::sizes::Kept;
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::counting_rays;
use crate::plan::Plan;
use crate::quantity::Convention;
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
    let sides = plan.job().domain().sides();
    let mut rays = counting_rays(game.left(), sides);
    let left_rays = rays.len();
    rays.extend(counting_rays(game.right(), sides));
    let games = [game.left(), game.right()].map(|game| Alterations::new(game, sides));
    let inputs = VectorInputs {
        games: &games,
        rays: &rays,
        // The mirror image of a ray may be the other player's, whose lines count other positions.
        may_mirror: false,
        kept: Kept::Count,
    };
    let mut parts = VectorParts::new(plan, limits, &inputs)?;
    let left_alterations = games[0].vectors().count();
    parts.constants.extend([
        ("LEFT_RAYS", left_rays as u32),
        ("LEFT_ALTERATIONS", left_alterations as u32),
        ("MISERE", u32::from(plan.job().convention() == Convention::Misere)),
    ]);
    parts.buffers.push(KernelBuffer::zeros("counts", parts.lines.saturating_mul(4)));
    Ok(parts.kernel("partizan", shader::PARTIZAN))
}
