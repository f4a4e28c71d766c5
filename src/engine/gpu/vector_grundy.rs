//! Grundy values of vector games on the GPU. Host half of `shaders/vector_grundy.wgsl`, twin of
//! `engine/cpu/vector_grundy.rs`.

use super::kernel::{Kernel, KernelBuffer};
use super::{alterations, lines, shader};
use crate::engine::lines::{independent_rays, line_count, numberings};
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::VectorGame;

pub(super) fn kernel(plan: &Plan, game: &VectorGame) -> Kernel {
    let numberings = numberings(plan, &independent_rays(game, plan.job().domain().sides()));
    let rays = lines::rays(&numberings, &vec![1; numberings.len()]);
    let lines = line_count(&numberings);
    let words = plan.grundy_values().div_ceil(32) as u64;
    let alterations = alterations::parts(plan, &[game]);
    let planes = 1 + alterations.removed as u64;
    let mut constants = Kernel::common_constants(plan);
    constants.extend(alterations.constants);
    constants.extend([
        ("LINES", lines as u32),
        ("WORDS", words as u32),
        ("PLANES", planes as u32),
        ("TERMINAL_VALUE", u32::from(plan.job().convention() == Convention::Misere)),
    ]);
    let seen = lines.saturating_mul(words).saturating_mul(4 * planes);
    let mut buffers = vec![KernelBuffer::given("rays", &rays)];
    buffers.extend(alterations.buffers);
    buffers.extend([
        KernelBuffer::zeros("seen", seen),
        KernelBuffer::zeros("open_word", lines.saturating_mul(4)),
    ]);
    Kernel {
        name: "vector_grundy",
        source: shader::vector_grundy(rays.len(), alterations.count),
        constants,
        entry_points: &["tabulate"],
        buffers,
        largest_value: plan.bound().largest_value,
    }
}
