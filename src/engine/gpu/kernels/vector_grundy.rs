//! Grundy values of vector games on the GPU. Host half of `shaders/vector_grundy.wgsl`, twin of
//! `engine/cpu/vector_grundy.rs`.

use super::vector;
use crate::engine::EngineError;
use crate::engine::gpu::kernel::{Kernel, KernelBuffer};
use crate::engine::gpu::shader;
use crate::engine::gpu::sweep::Sweep;
use crate::engine::lines::{WeightedRay, independent_rays};
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::VectorGame;

pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &VectorGame,
) -> Result<Kernel, EngineError> {
    let rays = independent_rays(game, plan.job().domain().sides());
    let rays: Vec<WeightedRay> =
        rays.into_iter().map(|ray| WeightedRay { ray, weight: 1 }).collect();
    let words = plan.grundy_values().div_ceil(32) as u64;
    let mut parts = vector::parts(plan, limits, &[game], &rays, true, words)?;
    let planes = 1 + parts.removed as u64;
    parts.constants.extend([
        ("LINES", parts.lines as u32),
        ("WORDS", words as u32),
        ("LANES", parts.blocks.lanes),
        ("PLANES", planes as u32),
        ("TERMINAL_VALUE", u32::from(plan.job().convention() == Convention::Misere)),
    ]);
    let seen = parts.lines.saturating_mul(words).saturating_mul(4 * planes);
    parts.buffers.extend([
        KernelBuffer::zeros("seen", seen),
        KernelBuffer::zeros("open_word", parts.lines.saturating_mul(4)),
    ]);
    Ok(Kernel {
        name: "vector_grundy",
        source: shader::vector_grundy(parts.counts),
        constants: parts.constants,
        entry_points: &["tabulate"],
        buffers: parts.buffers,
        sweep: Sweep::Waves(parts.blocks),
    })
}
