//! Euclid on the GPU. Host half of `shaders/euclid.wgsl`, twin of `engine/cpu/euclid.rs`.

use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::schedule::layers::Layers;
use crate::engine::gpu::shader;
use crate::plan::Plan;
use crate::ruleset::EuclidGame;

/// Describes the kernel of a plan.
pub(in crate::engine::gpu) fn kernel(plan: &Plan, game: EuclidGame) -> Kernel {
    let mut kernel = Kernel::new(plan, shader::EUCLID, Layers::new(plan));
    kernel.constants.push(("POSITIVE", u32::from(game.is_positive)));
    kernel
}
