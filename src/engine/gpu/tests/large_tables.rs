//! Tables of rules that take more than one buffer.

use std::collections::BTreeSet;

use super::checksums::totals_of;
use super::{bound, is_writable, kernels_of_large_tables, module};
use crate::engine::Wanted;
use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::kernel;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::testing::{assert_same_as_cpu, engines_of_tests, plan};

/// A game, a domain, a quantity, bytes of a binding, and the buffers that the table takes.
const CASES: &[(&str, &str, &str, u64, usize)] = &[
    ("rules: (x - k, y / 2) for 1 <= k <= x; (x / 3, y) if x > 0", "60x50", "grundy", 8_000, 3),
    ("rules: (x / k) for 2 <= k <= x", "3000", "remoteness", 2_100, 6),
    ("rules: (a, y) + (x - a, y - 1) for 0 <= a < x if y > 0", "40x50", "outcome", 3_000, 4),
    (
        "rules: (x - k, y / 2, z) for 1 <= k <= x; (x, y / 3, z / 2) if y > 0",
        "tokens 14",
        "outcome",
        5_000,
        4,
    ),
    ("rules: (x - k, y / 2) for 1 <= k <= x pays 3 - k", "40x45", "score", 4_000, 4),
    (
        "rules: (x - k, y / 2) for 1 <= k <= x; (x / 2, y) if x > 0+block=1",
        "40x45",
        "palaces",
        4_000,
        4,
    ),
    // Few cells are positions, which are in the order of their grades.
    (
        "rules: positions 8 * y < x; grade x; (x - k, y / 2) for 1 <= k <= x",
        "60x60",
        "grundy",
        4_500,
        4,
    ),
    (
        "rules: left: (x / 2, y) if x > 0; right: (x, y - 1) if y > 0 pays x",
        "50x50",
        "score-left",
        4_000,
        5,
    ),
    (
        "rules: left: (x / 2, y) if x > 0; right: (x, y - 1) if y > 0 pays x",
        "50x50",
        "score-right",
        4_000,
        5,
    ),
];

fn buffers(kernel: &Kernel) -> usize {
    kernel.table.as_ref().map_or(0, |table| table.count())
}

/// Catches a word that is looked for in another buffer than it is in, or in another place there.
#[test]
fn tables_of_several_buffers_agree_with_the_cpu_engine() {
    for mut gpu in engines_of_tests() {
        for &(game, domain, quantity, binding_bytes, expected) in CASES {
            gpu.device.limits.max_storage_buffer_binding_size = binding_bytes;
            // Tiles so small that each fits into a buffer.
            let plan = plan(game, domain, quantity).with_tile(8).expect("a plan");
            let kernel = kernel(&plan, Wanted::Values, &gpu.device.limits).expect("a kernel");
            assert_eq!(buffers(&kernel), expected, "{game}");
            assert_same_as_cpu(&gpu, &plan);
            assert_eq!(totals_of(&gpu, &plan, true), totals_of(&CpuEngine, &plan, true), "{game}");
        }
    }
}

/// Catches a buffer that the shader has at another binding than the host, and one that it cannot write.
#[test]
fn further_buffers_are_bound_in_group_3() {
    for kernel in kernels_of_large_tables() {
        let module = module(&kernel);
        let found: BTreeSet<(u32, String)> = bound(&module, 3)
            .map(|(binding, variable)| {
                assert!(is_writable(variable));
                (binding, variable.name.clone().unwrap_or_default())
            })
            .collect();
        let table = kernel.table.as_ref().expect("a table");
        let further = (0..).zip(table.buffers("values").map(|(name, _)| name).skip(1));
        let expected = further.flat_map(|(binding, name)| {
            [(binding, name.to_owned()), (binding, format!("scattered_{name}"))]
        });
        assert_eq!(found, expected.collect());
        let further = kernel.further_bindings().expect("several buffers");
        assert_eq!((further.first, further.types.len()), (0, found.len() / 2));
        let own: BTreeSet<u32> = bound(&module, 0).map(|(binding, _)| binding).collect();
        let last = own.last().copied().expect("bindings");
        assert_eq!(last + 1, kernel.next_binding(), "the buffers of {}", kernel.name);
    }
}

/// Catches a storage buffer that is not counted, in waves or where tiles are gathered, and a table that is refused
/// although it fits: WebGPU's eight buffers of 128 MiB leave four to a table, two where both players have scores.
#[test]
fn no_more_buffers_are_bound_than_there_are() {
    let limits = wgpu::Limits::default();
    let most = limits.max_storage_buffers_per_shader_stage as usize;
    for (game, quantity, side, of_waves, of_tiles) in [
        ("rules: (x / 2, y) if x > 0", "outcome", 11_585, most - 1, most),
        ("rules: (x / 2, y) if x > 0 pays 1", "score", 11_585, most, most),
        (
            "rules: left: (x / 2, y) if x > 0; right: (x, y / 2) if y > 0 pays 1",
            "score-left",
            8_192,
            7,
            6,
        ),
    ] {
        let kernel_at = |side: u32| {
            kernel(&plan(game, &format!("{side}x{side}"), quantity), Wanted::Values, &limits)
        };
        let fitting = kernel_at(side).expect("a kernel");
        fitting.check_limits(&limits).expect("it fits");
        let module = module(&fitting);
        let storage_buffers = |groups: &[u32]| {
            let storage = |group: &u32| {
                let group = bound(&module, *group).filter(|(_, variable)| {
                    matches!(variable.space, naga::AddressSpace::Storage { .. })
                });
                group.map(|(binding, _)| binding).collect::<BTreeSet<_>>().len()
            };
            groups.iter().map(storage).sum::<usize>()
        };
        assert_eq!(storage_buffers(&[0, 1, 3]), of_waves, "{quantity}");
        // They bind only the values in group 0.
        assert_eq!(1 + storage_buffers(&[2, 3]), of_tiles, "{quantity}");
        let refused = kernel_at(side + 1).map(drop).expect_err("too large").to_string();
        assert!(refused.starts_with("the table takes"), "{refused}");
    }
}
