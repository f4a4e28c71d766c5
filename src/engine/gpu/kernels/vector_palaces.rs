//! Palace numbers and outcomes of vector games on the GPU. Host half of
//! `shaders/vector_palaces.wgsl`, twin of `engine/cpu/vector_palaces.rs`.

use super::vector::{VectorInputs, VectorParts};
use crate::engine::EngineError;
use crate::engine::gpu::blocks::sizes::Kept;
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::counting_rays;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::VectorGame;

/// Describes the kernel of a plan.
///
/// # Errors
/// When no blocks are small enough for the adapter.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &VectorGame,
) -> Result<Kernel, EngineError> {
    let sides = plan.job().domain().sides();
    let rays = counting_rays(game, sides);
    let inputs = VectorInputs {
        games: &[Alterations::new(game, sides)],
        rays: &rays,
        may_mirror: true,
        kept: Kept::Count,
    };
    let mut parts = VectorParts::new(plan, limits, &inputs)?;
    parts.constants.extend([
        // No palace number reaches 2^31.
        ("BLOCKING_NUMBER", game.blocking_number().min(i32::MAX as u32)),
        ("OUTCOMES", u32::from(plan.job().quantity() == Quantity::Outcome)),
        ("MISERE", u32::from(plan.job().convention() == Convention::Misere)),
    ]);
    parts.buffers.push(KernelBuffer::zeros("counts", parts.lines.saturating_mul(4)));
    Ok(parts.kernel("vector_palaces", shader::VECTOR_PALACES))
}
