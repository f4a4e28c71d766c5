//! Fibonacci Nim on the GPU. Host half of `shaders/fibonacci.wgsl`, counterpart of
//! `engine/cpu/fibonacci.rs`.

use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::schedule::layers::Layers;
use crate::engine::gpu::shader::constants::{Constants, constants};
use crate::plan::Plan;
use crate::quantity::Quantity;

/// Values that are distinguished in a row, at most. They grow so slowly (36 is first met at a heap
/// of 16073) that no table comes near; one that did would be reported when it is read back.
const MOST_VALUES: usize = 128;

constants! {
    /// Constants of `shaders/fibonacci.wgsl`.
    pub(in crate::engine::gpu) struct FibonacciConstants {
        tracked: u32,
    }
}

/// Describes the kernel of a plan.
pub(in crate::engine::gpu) fn kernel(plan: &Plan) -> Kernel {
    let job = plan.job();
    let [.., heaps, _] = job.domain().sides().map(u64::from);
    let is_outcome = job.quantity() == Quantity::Outcome;
    let tracked = if is_outcome { 1 } else { plan.grundy_values().min(MOST_VALUES) };
    // The value `tracked` stands for one that is not distinguished from larger ones.
    let largest_value =
        if is_outcome { 1 } else { plan.bound().largest_value.min(tracked as u64 - 1) };
    let mut kernel = Kernel::new(plan, "fibonacci", Layers::new(plan));
    kernel.constants.extend(FibonacciConstants { tracked: tracked as u32 }.list());
    Kernel {
        entry_points: &["look_ahead", "tabulate"],
        buffers: vec![KernelBuffer::zeros("earliness", heaps * 4 * tracked as u64)],
        largest_value,
        ..kernel
    }
}
