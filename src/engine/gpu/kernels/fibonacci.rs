//! Fibonacci Nim on the GPU. Host half of `shaders/fibonacci.wgsl`, counterpart of
//! `engine/cpu/fibonacci.rs`.

use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::limits::WORKGROUP_SIZE;
use crate::engine::gpu::schedule::layers::Layers;
use crate::engine::gpu::shader;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};

/// Values that are distinguished in a row, at most. They grow so slowly (36 is first met at a heap
/// of 16073) that no table comes near; one that did would be reported when it is read back.
const MOST_VALUES: usize = 128;

/// Describes the kernel of a plan.
pub(in crate::engine::gpu) fn kernel(plan: &Plan) -> Kernel {
    let job = plan.job();
    let [.., heaps, _] = job.domain().sides().map(u64::from);
    let is_outcome = job.quantity() == Quantity::Outcome;
    let tracked = if is_outcome { 1 } else { plan.grundy_values().min(MOST_VALUES) };
    // The value `tracked` stands for one that is not distinguished from larger ones.
    let largest_value =
        if is_outcome { 1 } else { plan.bound().largest_value.min(tracked as u64 - 1) };
    let layers = Layers::new(plan);
    let mut constants = layers.constants();
    constants.extend([
        ("TRACKED", tracked as u32),
        ("TERMINAL_VALUE", u32::from(job.convention() == Convention::Misere)),
        ("OUTCOMES", u32::from(is_outcome)),
    ]);
    Kernel {
        name: "fibonacci",
        join: shader::FIBONACCI,
        sizes: vec![("WORKGROUP_SIZE", WORKGROUP_SIZE)],
        text: String::new(),
        constants,
        entry_points: &["look_ahead", "evaluate"],
        buffers: vec![KernelBuffer::zeros("earliness", heaps * 4 * tracked as u64)],
        largest_value,
        values_suffice: true,
        reads_values: false,
        schedule: Box::new(layers),
    }
}
