//! Outcome classes of partizan vector games on the GPU. Host half of `shaders/partizan.wgsl`, twin
//! of `engine/cpu/partizan.rs`.

use super::vector;
use crate::engine::EngineError;
use crate::engine::alterations::Alterations;
use crate::engine::gpu::kernel::{Kernel, KernelBuffer};
use crate::engine::gpu::shader;
use crate::engine::gpu::sweep::Sweep;
use crate::engine::lines::counting_rays;
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::PartizanGame;

pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &PartizanGame,
) -> Result<Kernel, EngineError> {
    let sides = plan.job().domain().sides();
    let mut weighted = counting_rays(game.left(), sides);
    let left_rays = weighted.len();
    weighted.extend(counting_rays(game.right(), sides));
    // An image of a ray may be the other player's: lines are not shared.
    let games = [game.left(), game.right()];
    let mut parts = vector::parts(plan, limits, &games, &weighted, false, 1)?;
    let of_left = Alterations::new(game.left(), sides).vectors().count();
    parts.constants.extend([
        ("LEFT_RAYS", left_rays as u32),
        ("LEFT_ALTERATIONS", of_left as u32),
        ("MISERE", u32::from(plan.job().convention() == Convention::Misere)),
    ]);
    parts.buffers.push(KernelBuffer::zeros("counts", parts.lines.saturating_mul(4)));
    Ok(Kernel {
        name: "partizan",
        source: shader::partizan(parts.counts),
        constants: parts.constants,
        entry_points: &["tabulate"],
        buffers: parts.buffers,
        sweep: Sweep::Waves(parts.blocks),
    })
}
