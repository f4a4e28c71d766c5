//! Euclid on the GPU. Host half of `shaders/euclid.wgsl`, twin of `engine/cpu/euclid.rs`.

use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::limits::WORKGROUP_SIZE;
use crate::engine::gpu::schedule::layers::Layers;
use crate::engine::gpu::shader;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::EuclidGame;

/// Describes the kernel of a plan.
pub(in crate::engine::gpu) fn kernel(plan: &Plan, game: EuclidGame) -> Kernel {
    let job = plan.job();
    let layers = Layers::new(plan);
    let mut constants = layers.constants();
    constants.extend([
        ("POSITIVE", u32::from(game.is_positive)),
        ("TERMINAL_VALUE", u32::from(job.convention() == Convention::Misere)),
        ("OUTCOMES", u32::from(job.quantity() == Quantity::Outcome)),
    ]);
    Kernel {
        name: "euclid",
        join: shader::EUCLID,
        sizes: vec![("WORKGROUP_SIZE", WORKGROUP_SIZE)],
        text: String::new(),
        constants,
        entry_points: &["tabulate"],
        buffers: Vec::new(),
        largest_value: plan.bound().largest_value,
        values_suffice: true,
        reads_values: false,
        schedule: Box::new(layers),
    }
}
