//! Palace numbers and outcomes of vector games on the GPU. Host half of
//! `shaders/vector_palaces.wgsl`, twin of `engine/cpu/vector_palaces.rs`.

use super::vector::VectorParts;
use crate::engine::EngineError;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader::constants::{Constants, constants};
use crate::plan::Plan;
use crate::ruleset::VectorGame;

constants! {
    /// Constants of `shaders/vector_palaces.wgsl`.
    pub(in crate::engine::gpu) struct PalacesConstants {
        blocking_number: u32,
    }
}

/// Describes the kernel of a plan.
///
/// # Errors
/// When no blocks are small enough for the adapter.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &VectorGame,
) -> Result<Kernel, EngineError> {
    let mut kernel = VectorParts::of_wins(plan, limits, "vector_palaces", &[game])?.kernel();
    // No palace number reaches 2^31.
    let blocking_number = game.blocking_number().min(i32::MAX as u32);
    kernel.constants.extend(PalacesConstants { blocking_number }.list());
    Ok(kernel)
}
