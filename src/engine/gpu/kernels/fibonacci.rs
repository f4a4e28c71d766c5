//! Fibonacci Nim on the GPU. Host half of `shaders/fibonacci.wgsl`, twin of
//! `engine/cpu/fibonacci.rs`.

use crate::engine::gpu::kernel::{Kernel, KernelBuffer};
use crate::engine::gpu::shader;
use crate::engine::gpu::sweep::Sweep;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};

/// Values told apart in a row, at most. They grow so slowly (36 is first met at a heap of 16073)
/// that no table comes near; one that did would be refused when it is read back.
const MOST_VALUES: usize = 128;

pub(in crate::engine::gpu) fn kernel(plan: &Plan) -> Kernel {
    let job = plan.job();
    let [_, heaps, _] = job.domain().sides().map(u64::from);
    let tracked = match job.quantity() {
        Quantity::Outcome => 1,
        _ => plan.grundy_values().min(MOST_VALUES),
    };
    let mut constants = Kernel::common_constants(plan);
    constants.extend([
        ("TRACKED", tracked as u32),
        ("TERMINAL_VALUE", u32::from(job.convention() == Convention::Misere)),
        ("OUTCOMES", u32::from(job.quantity() == Quantity::Outcome)),
    ]);
    let largest_value = match job.quantity() {
        Quantity::Outcome => 1,
        // The value `tracked` stands for one that is not told apart from larger ones.
        _ => plan.bound().largest_value.min(tracked as u64 - 1),
    };
    Kernel {
        name: "fibonacci",
        source: shader::fibonacci(),
        constants,
        entry_points: &["look_ahead", "evaluate"],
        buffers: vec![KernelBuffer::zeros("earliness", heaps * 4 * tracked as u64)],
        sweep: Sweep::Layers { largest_value },
    }
}
