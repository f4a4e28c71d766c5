//! Line states that take more than one buffer.

use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::testing::{adapters_of_tests, plan};
use crate::engine::gpu::{GpuEngine, Output, kernel};
use crate::table::InMemoryTable;

fn parts(kernel: &Kernel) -> usize {
    kernel.buffers.iter().filter(|buffer| buffer.name.starts_with("seen")).count()
}

/// Catches a word that is looked for in another buffer than it is in.
#[test]
fn several_buffers_agree_with_the_cpu_engine() {
    let nine_rays = "vector:1,0/0,1/1,1/1,2/2,1/1,3/3,1/2,3/3,2";
    for adapter in adapters_of_tests() {
        let mut gpu = GpuEngine::open(adapter).expect("the adapter opens");
        for (game, domain, binding_bytes, least) in [
            ("wythoff", "400x400", 20_000, 4),
            ("wythoff+alter=1,1/2,2", "300x200", 125_000, 2),
            (nine_rays, "120x120", 60_000, 2),
        ] {
            gpu.device.limits.max_storage_buffer_binding_size = binding_bytes;
            // Tiles so small that the ring fits into one buffer.
            let plan = plan(game, domain, "grundy").with_tile(8).expect("a plan");
            let kernel = kernel(&plan, Output::Values, &gpu.device.limits).expect("a kernel");
            assert!(parts(&kernel) >= least, "{game}: {} buffers", parts(&kernel));
            let truth = InMemoryTable::run(&CpuEngine, &plan).expect("the CPU engine runs");
            let found = InMemoryTable::run(&gpu, &plan).expect("the GPU engine runs");
            assert_eq!(truth.compare(&found), Ok(()), "{game} on {domain}");
        }
    }
}

/// Catches states of lines that take more memory than they must: Wythoff Nim at side 131072 fits into
/// 80 GB, where a binding has 4 GiB less 4 bytes.
#[test]
fn a_large_table_fits_into_a_large_gpu() {
    let limits = wgpu::Limits {
        max_storage_buffer_binding_size: (1 << 32) - 4,
        max_buffer_size: 1 << 40,
        max_storage_buffers_per_shader_stage: 16,
        ..Default::default()
    };
    let plan = plan("wythoff", "131072x131072", "grundy");
    let kernel = kernel(&plan, Output::Values, &limits).expect("a kernel");
    kernel.check_limits(&limits).expect("every buffer fits into a binding");
    assert_eq!(parts(&kernel), 3);
    assert!((8_800_000_000..9_000_000_000).contains(&kernel.bytes()), "{}", kernel.bytes());
}
