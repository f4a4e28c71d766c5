//! Line states that take more than one buffer.

use crate::engine::Wanted;
use std::collections::BTreeSet;

use super::{bound, module};
use crate::engine::Engine;
use crate::engine::gpu::kernel;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::testing::{assert_same_as_cpu, engines_of_tests, plan};

/// More rays than are constants of the shader.
const NINE_RAYS: &str = "vector:1,0/0,1/1,1/1,2/2,1/1,3/3,1/2,3/3,2";

fn parts(kernel: &Kernel) -> usize {
    kernel.buffers.iter().filter(|buffer| buffer.name.starts_with("seen")).count()
}

/// Catches a word that is looked for in another buffer than it is in: of another ray, or of other words of the line.
#[test]
fn several_buffers_agree_with_the_cpu_engine() {
    for mut gpu in engines_of_tests() {
        let all = gpu.device.limits.max_storage_buffers_per_shader_stage;
        for (game, domain, binding_bytes, most_buffers, buffers) in [
            // A buffer for each ray, or for a ray and its mirror image.
            ("wythoff", "400x400", 60_000, all, 2),
            ("wythoff+alter=1,1/2,2", "300x200", 125_000, all, 3),
            // Several for each.
            ("wythoff", "400x400", 30_000, all, 4),
            // Several for all rays.
            ("wythoff", "400x400", 30_000, 9, 3),
            ("wythoff+alter=1,1/2,2", "300x200", 125_000, 8, 2),
            (NINE_RAYS, "120x120", 40_000, all, 2),
        ] {
            gpu.device.limits.max_storage_buffer_binding_size = binding_bytes;
            gpu.device.limits.max_storage_buffers_per_shader_stage = most_buffers;
            // Tiles so small that the ring fits into one buffer.
            let plan = plan(game, domain, "grundy").with_tile(8).expect("a plan");
            let kernel = kernel(&plan, Wanted::Values, &gpu.device.limits).expect("a kernel");
            assert_eq!(parts(&kernel), buffers, "{game}");
            assert_same_as_cpu(&gpu, &plan);
        }
    }
}

/// Catches a storage buffer that is not counted: the shader then has more than the adapter, which wgpu refuses in its
/// own words, in place of a domain that would fit. Here they are counted in the shader.
#[test]
fn no_more_buffers_are_bound_than_there_are() {
    let limits = wgpu::Limits::default();
    let most = limits.max_storage_buffers_per_shader_stage as usize;
    for (game, side, fits) in [
        ("wythoff", 22_500, true),
        ("wythoff", 30_000, false),
        ("wythoff+alter=1,1/2,2", 9_000, true),
        (NINE_RAYS, 5_600, true),
        (NINE_RAYS, 12_000, false),
    ] {
        let plan = plan(game, &format!("{side}x{side}"), "grundy");
        let kernel = kernel(&plan, Wanted::Values, &limits).expect("a kernel");
        assert_eq!(kernel.check_limits(&limits).is_ok(), fits, "{game} at {side}");
        let module = module(&kernel);
        let bindings = [0, 1].map(|group| {
            let storage = bound(&module, group).filter(|(_, variable)| {
                matches!(variable.space, naga::AddressSpace::Storage { .. })
            });
            storage.map(|(binding, _)| binding).collect::<BTreeSet<_>>().len()
        });
        let bound: usize = bindings.iter().sum();
        assert!(bound <= most, "{game} at {side}: {bound} storage buffers");
        // What fits is as large as it can be.
        assert!(!fits || bound == most, "{game} at {side}: {bound} storage buffers");
    }
}

/// Catches advice that does not hold: of WebGPU's eight storage buffers, two are left to the lines of Wythoff Nim.
#[test]
fn a_domain_is_advised_where_buffers_are_few() {
    for mut gpu in engines_of_tests() {
        gpu.device.limits =
            wgpu::Limits { max_compute_invocations_per_workgroup: 64, ..wgpu::Limits::default() };
        let refused =
            gpu.prepare(&plan("wythoff", "30000x30000", "grundy"), Wanted::Values).map(drop);
        let refused = refused.expect_err("too large").to_string();
        assert!(refused.ends_with("; box 22500x22500 would fit"), "{refused}");
    }
}

/// Catches states of lines that take more memory than they must: Wythoff Nim at side 131072 fits into
/// 80 GB, where a binding has 2 GiB less 4 bytes.
#[test]
fn a_large_table_fits_into_a_large_gpu() {
    let limits = wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 33,
        max_buffer_size: 1 << 40,
        max_storage_buffers_per_shader_stage: 16,
        ..Default::default()
    };
    let plan = plan("wythoff", "131072x131072", "grundy");
    let kernel = kernel(&plan, Wanted::Values, &limits).expect("a kernel");
    kernel.check_limits(&limits).expect("every buffer fits into a binding");
    // Three for the rows and columns, and three for the diagonals.
    assert_eq!(parts(&kernel), 6);
    assert!((8_800_000_000..9_000_000_000).contains(&kernel.bytes()), "{}", kernel.bytes());
}
