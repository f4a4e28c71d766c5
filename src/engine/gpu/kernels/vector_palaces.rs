//! Palace numbers and outcomes of vector games, and outcome classes of partizan vector games, on the GPU. Host half of
//! `shaders/vector_palaces.wgsl` and of `shaders/wins.wgsl`, twin of `engine/cpu/vector_palaces.rs` and
//! `engine/cpu/partizan.rs`.

use super::vector::{VectorInputs, VectorParts};
use crate::engine::EngineError;
use crate::engine::gpu::blocks::sizes::{BlockInputs, Kept};
use crate::engine::gpu::kernel::Kernel;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::line_numbering::counting_rays;
use crate::plan::Plan;
use crate::ruleset::VectorGame;

/// Describes the kernel of a plan, with the game of each player, or one game for both.
///
/// # Errors
/// When no blocks are small enough for the adapter.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    games: &[&VectorGame],
) -> Result<Kernel, EngineError> {
    let sides = plan.job().domain().sides();
    let rays_of: Vec<_> = games.iter().map(|game| counting_rays(game, sides)).collect();
    let rays = rays_of.iter().flatten().map(|ray| (ray.ray, ray.weight));
    let (rays, weights): (Vec<_>, Vec<_>) = rays.unzip();
    let alterations: Vec<_> = games.iter().map(|game| Alterations::new(game, sides)).collect();
    // The mirror image of a ray may be the other player's, whose lines count other positions.
    let is_partizan = games.len() > 1;
    let may_mirror = !is_partizan;
    let inputs = VectorInputs {
        blocks: BlockInputs { games: &alterations, rays: &rays, may_mirror, kept: Kept::Count },
        weights: &weights,
        history_words: 1,
    };
    let mut parts = VectorParts::new(plan, limits, "vector_palaces", &inputs)?;
    let left_rays = rays_of.first().map_or(0, Vec::len);
    let left_alterations = alterations.first().map_or(0, |game| game.vectors().count());
    let blocking_number = games.first().map_or(0, |game| game.blocking_number());
    parts.kernel.constants.extend([
        ("LEFT_RAYS", left_rays as u32),
        ("LEFT_ALTERATIONS", left_alterations as u32),
        // No palace number reaches 2^31.
        ("BLOCKING_NUMBER", blocking_number.min(i32::MAX as u32)),
        ("IS_PARTIZAN", is_partizan.into()),
    ]);
    parts.keep_counts();
    Ok(parts.kernel())
}
