//! Palace numbers and outcomes of vector games on the GPU. Host half of
//! `shaders/vector_palaces.wgsl`, twin of `engine/cpu/vector_palaces.rs`.

use super::vector;
use crate::engine::EngineError;
use crate::engine::gpu::kernel::{Kernel, KernelBuffer};
use crate::engine::gpu::shader;
use crate::engine::gpu::sweep::Sweep;
use crate::engine::lines::counting_rays;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::VectorGame;

pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &VectorGame,
) -> Result<Kernel, EngineError> {
    let rays = counting_rays(game, plan.job().domain().sides());
    let mut parts = vector::parts(plan, limits, &[game], &rays, true, 1)?;
    parts.constants.extend([
        // No palace number reaches 2^31.
        ("BLOCK", game.blocking_number().min(i32::MAX as u32)),
        ("OUTCOMES", u32::from(plan.job().quantity() == Quantity::Outcome)),
        ("MISERE", u32::from(plan.job().convention() == Convention::Misere)),
    ]);
    parts.buffers.push(KernelBuffer::zeros("counts", parts.lines.saturating_mul(4)));
    Ok(Kernel {
        name: "vector_palaces",
        source: shader::vector_palaces(parts.counts),
        constants: parts.constants,
        entry_points: &["tabulate"],
        buffers: parts.buffers,
        sweep: Sweep::Waves(parts.blocks),
    })
}
