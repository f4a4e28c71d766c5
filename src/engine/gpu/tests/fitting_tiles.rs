//! Tiles that an adapter can take: those that are chosen where no edge was requested, and those that are advised.

use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::GpuEngine;
use crate::engine::gpu::testing::{assert_same_as_cpu, engines_of_tests, plan};
use crate::engine::{Engine, EngineError, Wanted};
use crate::job::Job;
use crate::plan::Plan;

/// Opens the engine on an adapter, with bindings of this many bytes at most.
fn engines(binding: u64) -> impl Iterator<Item = GpuEngine> {
    engines_of_tests().map(move |mut gpu| {
        gpu.device.limits.max_storage_buffer_binding_size = binding;
        gpu
    })
}

fn refusal(gpu: &GpuEngine, plan: &Plan) -> EngineError {
    gpu.prepare(plan, Wanted::Values).map(drop).expect_err("refused")
}

/// Catches a choice of tiles that knows nothing of the adapter, and one that overrules what was requested.
#[test]
fn tiles_that_fit_are_chosen() {
    for gpu in engines(100_000) {
        let plan = plan("triangle", "tokens 120", "grundy");
        assert_eq!((plan.asked_tile(), plan.tiling().chunk_shape()), (None, [32; 3].as_slice()));
        let smaller = refusal(&gpu, &plan);
        assert!(smaller.to_string().ends_with("; tiles of edge 4 would fit"), "{smaller}");
        let fitted = gpu.fit_tiles(plan.clone());
        assert_eq!(fitted.tiling().chunk_shape(), [4; 3]);
        assert_same_as_cpu(&gpu, &fitted);
        let asked = plan.with_tile(32).expect("a plan");
        assert_eq!(gpu.fit_tiles(asked.clone()), asked);
        // The CPU engine takes any tiles.
        assert_eq!(CpuEngine.fit_tiles(fitted.clone()), fitted);
    }
}

/// Catches a refusal without advice where there would be too many tiles if they were small enough, and advice that
/// does not hold: for the tiles that were requested, or for those that are chosen.
#[test]
fn a_domain_is_advised_where_no_tiles_fit() {
    for gpu in engines(30_000_000) {
        let plan = plan("triangle", "tokens 3000", "grundy");
        for plan in [plan.clone(), plan.with_tile(64).expect("a plan")] {
            let EngineError::SmallerFits { fitting, .. } = refusal(&gpu, &plan) else {
                panic!("no advice");
            };
            let tile = plan.asked_tile();
            let job = plan.job();
            let job = Job::new(job.ruleset().clone(), fitting, job.quantity(), job.convention());
            let smaller = Plan::new(job.expect("a job"), tile).expect("a plan");
            let tokens = smaller.job().domain().largest_token_sum();
            assert!(tokens > if tile.is_some() { 600 } else { 1000 }, "{tokens}");
            let smaller = gpu.fit_tiles(smaller);
            assert!(
                gpu.prepare(&smaller, Wanted::Values).is_ok(),
                "{tokens} tokens, tile {tile:?}"
            );
        }
    }
}

/// Catches advice to take a smaller domain where a tile alone is too large.
#[test]
fn smaller_tiles_are_advised_for_a_tile_that_is_too_large() {
    for gpu in engines(500_000) {
        let plan = plan("triangle", "tokens 100", "grundy").with_tile(128).expect("a plan");
        let smaller = refusal(&gpu, &plan).to_string();
        assert!(smaller.starts_with("a tile takes 1.03 MB,"), "{smaller}");
        assert!(smaller.ends_with("; tiles of edge 64 would fit"), "{smaller}");
    }
}
