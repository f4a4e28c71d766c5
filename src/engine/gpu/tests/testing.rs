//! Helpers that the tests of the GPU engine share.

use crate::domain::Coordinates;
use crate::engine::EngineError;
use crate::engine::Wanted;
use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::blocks::sizes::{BlockInputs, BlockPlan, Kept};
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::{self, Adapter, GpuEngine, adapters};
use crate::plan::Plan;
use crate::table::InMemoryTable;
use crate::tests::common::gpu_switch;

/// Returns the plan that three texts describe, with tiles of the edge that is chosen for its domain.
pub(in crate::engine::gpu) fn plan(game: &str, domain: &str, quantity: &str) -> Plan {
    Plan::parse(game, domain, quantity).expect("a plan")
}

/// Returns the kernel of a plan for an adapter with the default limits of WebGPU.
///
/// # Errors
/// When these limits do not allow the plan.
pub(in crate::engine::gpu) fn kernel(plan: &Plan) -> Result<Kernel, EngineError> {
    gpu::kernel(plan, Wanted::Values, &wgpu::Limits::default())
}

/// Lists the adapters that tests run on, which are all. Without any a test fails: only
/// `GRUNDYTAB_NO_GPU_TESTS=1` makes the list empty.
pub(in crate::engine::gpu) fn adapters_of_tests() -> Vec<Adapter> {
    if gpu_switch::gpu_tests_are_off() {
        return Vec::new();
    }
    let adapters = adapters();
    assert!(!adapters.is_empty(), "GPU tests need an adapter");
    for adapter in &adapters {
        println!("on {adapter}");
    }
    adapters
}

/// Opens the engine on each of these adapters.
pub(in crate::engine::gpu) fn engines_of_tests() -> impl Iterator<Item = GpuEngine> {
    let adapters = adapters_of_tests().into_iter();
    adapters.map(|adapter| GpuEngine::open(adapter).expect("the adapter opens"))
}

/// Compares what the GPU engine computes with the table of the CPU engine.
pub(in crate::engine::gpu) fn assert_same_as_cpu(gpu: &GpuEngine, plan: &Plan) {
    let truth = InMemoryTable::run(&CpuEngine, plan).expect("the CPU engine runs");
    let found = InMemoryTable::run(gpu, plan).expect("the GPU engine runs");
    let job = plan.job();
    assert_eq!(truth.compare(&found), Ok(()), "{} on {}", job.ruleset(), job.domain());
}

/// The rays of Wythoff Nim.
pub(in crate::engine::gpu) const WYTHOFF: [Coordinates; 3] =
    [Coordinates([0, 0, 0, 1]), Coordinates([0, 0, 1, 0]), Coordinates([0, 0, 1, 1])];

/// Returns the blocks for some rays whose lines carry counts, where a workgroup has this many bytes of
/// memory.
pub(in crate::engine::gpu) fn block_plan(
    plan: &Plan,
    rays: &[Coordinates],
    bytes: u32,
) -> BlockPlan {
    let inputs = BlockInputs { games: &[], rays, may_mirror: true, kept: Kept::Count };
    let limits = wgpu::Limits { max_compute_workgroup_storage_size: bytes, ..Default::default() };
    BlockPlan::new(plan, &inputs, &limits).expect("blocks")
}
