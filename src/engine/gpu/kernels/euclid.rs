//! Euclid on the GPU. Host half of `shaders/euclid.wgsl`, twin of `engine/cpu/euclid.rs`.

use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader;
use crate::engine::gpu::sweep::Sweep;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::EuclidGame;

pub(in crate::engine::gpu) fn kernel(plan: &Plan, game: EuclidGame) -> Kernel {
    let job = plan.job();
    let mut constants = Kernel::common_constants(plan);
    constants.extend([
        ("POSITIVE", u32::from(game.is_positive())),
        ("TERMINAL_VALUE", u32::from(job.convention() == Convention::Misere)),
        ("OUTCOMES", u32::from(job.quantity() == Quantity::Outcome)),
    ]);
    Kernel {
        name: "euclid",
        source: shader::euclid(),
        constants,
        entry_points: &["tabulate"],
        buffers: Vec::new(),
        sweep: Sweep::Layers { largest_value: plan.bound().largest_value },
    }
}
