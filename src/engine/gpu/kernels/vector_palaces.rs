//! Palace numbers and outcomes of vector games on the GPU. Host half of
//! `shaders/vector_palaces.wgsl`, twin of `engine/cpu/vector_palaces.rs`.

use super::vector::VectorParts;
use crate::engine::EngineError;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader;
use crate::plan::Plan;
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
    let mut kernel = VectorParts::of_wins(plan, limits, shader::VECTOR_PALACES, &[game])?.kernel();
    // No palace number reaches 2^31.
    kernel.constants.push(("BLOCKING_NUMBER", game.blocking_number().min(i32::MAX as u32)));
    Ok(kernel)
}
