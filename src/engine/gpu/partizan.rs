//! Outcome classes of partizan vector games on the GPU. Host half of `shaders/partizan.wgsl`, twin
//! of `engine/cpu/partizan.rs`.

use super::kernel::{Kernel, KernelBuffer};
use super::{alterations, lines, shader};
use crate::domain::Coordinates;
use crate::engine::lines::{counting_rays, line_count, numberings};
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::PartizanGame;

pub(super) fn kernel(plan: &Plan, game: &PartizanGame) -> Kernel {
    let sides = plan.job().domain().sides();
    let mut weighted = counting_rays(game.left(), sides);
    let left_rays = weighted.len();
    weighted.extend(counting_rays(game.right(), sides));
    let vectors: Vec<Coordinates> = weighted.iter().map(|ray| ray.ray).collect();
    let weights: Vec<i32> = weighted.iter().map(|ray| ray.weight).collect();
    let numberings = numberings(plan, &vectors);
    let of_left = alterations::parts(plan, &[game.left()]);
    let alterations = alterations::parts(plan, &[game.left(), game.right()]);
    let mut constants = Kernel::common_constants(plan);
    constants.extend(alterations.constants);
    constants.extend([
        ("LEFT_RAYS", left_rays as u32),
        ("LEFT_ALTERATIONS", of_left.count as u32),
        ("MISERE", u32::from(plan.job().convention() == Convention::Misere)),
    ]);
    let mut buffers = vec![KernelBuffer::given("rays", &lines::rays(&numberings, &weights))];
    buffers.extend(alterations.buffers);
    let lines = line_count(&numberings);
    buffers.push(KernelBuffer::zeros("counts", lines.saturating_mul(4)));
    Kernel {
        name: "partizan",
        source: shader::partizan(weighted.len(), alterations.count),
        constants,
        entry_points: &["tabulate"],
        buffers,
        largest_value: plan.bound().largest_value,
    }
}
