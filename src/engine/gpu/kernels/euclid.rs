//! Euclid on the GPU. Host half of `shaders/euclid.wgsl`, twin of `engine/cpu/euclid.rs`.

use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::schedule::layers::Layers;
use crate::engine::gpu::shader::constants::{Constants, constants};
use crate::plan::Plan;
use crate::ruleset::EuclidGame;

constants! {
    /// Constants of `shaders/euclid.wgsl`.
    pub(in crate::engine::gpu) struct EuclidConstants {
        positive: bool,
    }
}

/// Describes the kernel of a plan.
pub(in crate::engine::gpu) fn kernel(plan: &Plan, game: EuclidGame) -> Kernel {
    let mut kernel = Kernel::new(plan, "euclid", Layers::new(plan));
    kernel.constants.extend(EuclidConstants { positive: game.is_positive }.list());
    kernel
}
