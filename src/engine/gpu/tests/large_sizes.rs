//! Large tables on a usual card: with bindings of 2^31 - 1 bytes, which are the largest that wgpu makes, and 16 storage
//! buffers.

use crate::engine::gpu::GpuEngine;
use crate::engine::gpu::testing::{engines_of_tests, plan};
use crate::engine::{Engine, EngineError, Wanted};

/// Opens the engine on an adapter, with the limits of a card with this many storage buffers.
fn engines(storage_buffers: u32) -> impl Iterator<Item = GpuEngine> {
    engines_of_tests().map(move |mut gpu| {
        gpu.device.limits = wgpu::Limits {
            max_storage_buffer_binding_size: (1 << 31) - 1,
            max_buffer_size: 1 << 40,
            max_storage_buffers_per_shader_stage: storage_buffers,
            ..wgpu::Limits::default()
        };
        gpu
    })
}

/// Catches a table that is refused although it fits, computed alone or stored, with tiles that are chosen for it.
#[test]
fn large_tables_fit_on_a_usual_card() {
    for gpu in engines(16) {
        for (game, domain, quantity, tile) in [
            ("wythoff", "65536x65536", "grundy", 256),
            ("wythoff", "131072x131072", "grundy", 512),
            ("wythoff+block=100", "131072x131072", "palaces", 512),
            // Tiles of edge 128 are the usual ones; 32 are the largest for which the ring fits.
            ("triangle", "tokens 8192", "grundy", 32),
        ] {
            let plan = plan(game, domain, quantity);
            let computed = gpu.prepare(&plan, Wanted::Totals).map(drop);
            assert_eq!(computed, Ok(()), "{game} on {domain}");
            let plan = gpu.fit_tiles(plan);
            assert_eq!(plan.tiling().edges().largest(), tile, "{game} on {domain}");
            assert_eq!(gpu.prepare(&plan, Wanted::Values).map(drop), Ok(()), "{game} on {domain}");
        }
    }
}

/// Catches a refusal without advice, and lines that take more buffers than they must, where an adapter has the eight
/// storage buffers of WebGPU: two are left to the lines.
#[test]
fn a_card_with_few_buffers_takes_what_fits() {
    for gpu in engines(8) {
        let prepare = |domain: &str| {
            gpu.prepare(&plan("wythoff", domain, "grundy"), Wanted::Values).map(drop)
        };
        assert_eq!(prepare("65536x65536"), Ok(()));
        let refused = prepare("131072x131072").expect_err("too large");
        assert!(matches!(refused, EngineError::SmallerFits { .. }), "{refused}");
        assert!(refused.to_string().ends_with("; box 90112x90112 would fit"), "{refused}");
        assert_eq!(prepare("90112x90112"), Ok(()));
    }
}
