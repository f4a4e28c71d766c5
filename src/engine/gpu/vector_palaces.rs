//! Palace numbers and outcomes of vector games on the GPU. Host half of
//! `shaders/vector_palaces.wgsl`, twin of `engine/cpu/vector_palaces.rs`.

use super::kernel::{Kernel, KernelBuffer};
use super::{alterations, lines, shader};
use crate::domain::Coordinates;
use crate::engine::lines::{counting_rays, line_count, numberings};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::VectorGame;

pub(super) fn kernel(plan: &Plan, game: &VectorGame) -> Kernel {
    let weighted = counting_rays(game, plan.job().domain().sides());
    let vectors: Vec<Coordinates> = weighted.iter().map(|ray| ray.ray).collect();
    let weights: Vec<i32> = weighted.iter().map(|ray| ray.weight).collect();
    let numberings = numberings(plan, &vectors);
    let alterations = alterations::parts(plan, &[game]);
    let mut constants = Kernel::common_constants(plan);
    constants.extend(alterations.constants);
    constants.extend([
        // No palace number reaches 2^31.
        ("BLOCK", game.block().min(i32::MAX as u32)),
        ("OUTCOMES", u32::from(plan.job().quantity() == Quantity::Outcome)),
        ("MISERE", u32::from(plan.job().convention() == Convention::Misere)),
    ]);
    let mut buffers = vec![KernelBuffer::given("rays", &lines::rays(&numberings, &weights))];
    buffers.extend(alterations.buffers);
    let lines = line_count(&numberings);
    buffers.push(KernelBuffer::zeros("counts", lines.saturating_mul(4)));
    Kernel {
        name: "vector_palaces",
        source: shader::vector_palaces(weighted.len(), alterations.count),
        constants,
        entry_points: &["tabulate"],
        buffers,
        largest_value: plan.bound().largest_value,
    }
}
