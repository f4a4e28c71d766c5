//! The shaders against their host halves: structs, bindings, constants and entry points, as naga
//! reads them. Catches a field that was moved, renamed or added on one side alone.

mod back_ends;
mod checksums;
mod device_errors;
mod digraph_search;
mod expanded;
mod files;
mod fitting_tiles;
mod grammar;
mod imports;
mod large_sizes;
mod large_tables;
mod local_variables;
mod loops;
mod many_buffers;
mod many_lines;
mod memory;
mod races;
mod readme;
mod resume;
mod returns;
mod search_rounds;
pub(super) mod testing;

use crate::engine::Wanted;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::{offset_of, size_of};

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

use super::blocks::slots::Slots;
use super::buffer::Content;
use super::kernel::Kernel;
use super::kernels::alterations::Alteration;
use super::kernels::digraph;
use super::kernels::lines::Ray;
use super::kernels::scores::{self, Handing};
use super::kernels::vector_grundy;
use super::rectangle::LayerRectangle;
use super::schedule::{WavePlace, WaveUniform};
use super::tiles::TilesPlan;
use super::totals;
use crate::quantity::OUTCOME_CLASSES;
use crate::tests::common::kernels::{KERNELS, SEVERAL_BUFFERS};
use testing::{kernel, plan};

fn kernels() -> Vec<Kernel> {
    let of = |(game, domain, quantity)| kernel(&plan(game, domain, quantity)).expect("a kernel");
    KERNELS.map(of).into()
}

/// Returns a kernel whose lines take several buffers: two for each of two rays.
fn kernel_of_several_buffers() -> Kernel {
    let ((game, domain, quantity), _) = SEVERAL_BUFFERS;
    let limits = wgpu::Limits {
        max_storage_buffer_binding_size: 30_000,
        max_storage_buffers_per_shader_stage: 16,
        ..Default::default()
    };
    let several = super::kernel(&plan(game, domain, quantity), Wanted::Values, &limits);
    let several = several.expect("a kernel");
    assert!(several.source().contains("var<storage, read_write> seen_3"));
    several
}

/// Returns kernels of rules whose tables take several buffers: one with a score for each player, one with another value.
fn kernels_of_large_tables() -> [Kernel; 2] {
    let limits = wgpu::Limits {
        max_storage_buffer_binding_size: 1_500,
        max_storage_buffers_per_shader_stage: 16,
        ..Default::default()
    };
    [
        ("rules: (x - k, y / 2) for 1 <= k <= x", "grundy"),
        ("rules: left: (x / 2, y) if x > 0; right: (x, y - 1) if y > 0 pays x", "score-left"),
    ]
    .map(|(game, quantity)| {
        let large = super::kernel(&plan(game, "30x30", quantity), Wanted::Values, &limits);
        let large = large.expect("a kernel");
        assert!(large.source().contains("var<storage, read_write> values_3"));
        large
    })
}

/// Kernels of which the lines or the table take several buffers.
fn kernels_of_several_buffers() -> impl Iterator<Item = Kernel> {
    [kernel_of_several_buffers()].into_iter().chain(kernels_of_large_tables())
}

/// Catches a page whose browser is asked for naga's extension, and plain words that are not coherent.
#[test]
fn coherent_words_are_an_extension() {
    let kernels = kernels().into_iter().chain(kernels_of_several_buffers());
    for kernel in kernels.filter(|kernel| kernel.coherent.is_some()) {
        let (standard, coherent) = (kernel.source(), kernel.coherent_source());
        assert!(!standard.contains("@coherent var"), "{}", kernel.name);
        let buffers = kernel.buffers.iter().filter(|buffer| buffer.name.starts_with("seen"));
        assert_eq!(coherent.matches("@coherent var").count(), buffers.count(), "{}", kernel.name);
        assert!(!coherent.contains("&seen"), "an atomic access to {}", kernel.name);
    }
}

/// The text of every shader, with its name: of the kernels, and of those that take several buffers.
fn sources() -> Vec<(&'static str, String)> {
    let kernels = kernels().into_iter().chain(kernels_of_several_buffers());
    kernels.map(|kernel| (kernel.name, kernel.source())).collect()
}

fn module(kernel: &Kernel) -> naga::Module {
    parsed(&kernel.source())
}

fn parsed(source: &str) -> naga::Module {
    naga::front::wgsl::parse_str(source)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)))
}

/// Checks a module against the capabilities of WebGPU without optional features, but for `@coherent`.
fn validated(kernel: &Kernel, module: &naga::Module) -> ModuleInfo {
    let capabilities = Capabilities::MEMORY_DECORATION_COHERENT;
    let mut validator = Validator::new(ValidationFlags::all(), capabilities);
    validator.validate(module).unwrap_or_else(|error| panic!("{}: {error:?}", kernel.name))
}

/// Whether a shader may write to a variable.
fn is_writable(variable: &naga::GlobalVariable) -> bool {
    matches!(variable.space, naga::AddressSpace::Storage { access }
        if access.contains(naga::StorageAccess::STORE))
}

/// Name and offset of every member of a struct, and its size.
fn layout(module: &naga::Module, name: &str) -> Option<(Vec<(String, usize)>, usize)> {
    let (_, ty) = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some(name))?;
    let naga::TypeInner::Struct { members, span } = &ty.inner else { panic!("{name}") };
    let members =
        members.iter().map(|m| (m.name.clone().unwrap_or_default(), m.offset as usize)).collect();
    Some((members, *span as usize))
}

macro_rules! assert_layout {
    ($modules:expr, $shader:literal, $host:ty { $($field:ident),* }) => {
        let expected = (
            vec![$((stringify!($field).to_owned(), offset_of!($host, $field))),*],
            size_of::<$host>(),
        );
        let found: Vec<_> = $modules.iter().filter_map(|m| layout(m, $shader)).collect();
        assert!(!found.is_empty(), "no shader has the struct {}", $shader);
        for found in found {
            assert_eq!(found, expected, "{}", $shader);
        }
    };
}

#[test]
fn structs_have_the_same_layout() {
    let modules: Vec<naga::Module> = kernels().iter().map(module).collect();
    assert_layout!(
        modules,
        "Wave",
        WaveUniform {
            slots,
            index,
            first_workgroup_row,
            workgroup_columns,
            first_word,
            first_total
        }
    );
    assert_layout!(
        modules,
        "SlotRectangle",
        LayerRectangle { first_row, rows, first_column, columns }
    );
    assert_layout!(
        modules,
        "WavePlace",
        WavePlace { first_word, first_row, first_column, columns }
    );
    assert_layout!(modules, "Ray", Ray { vector, weight, numbering, is_image, slots });
    assert_layout!(
        modules,
        "Slots",
        Slots { first, all, near, most_times, width_x, width_y, width_z }
    );
    assert_layout!(modules, "Alteration", Alteration { vector, removed });
    assert_layout!(modules, "Handing", Handing { points, window, wider });
}

/// The variables of a module that are bound in a group, with their bindings.
fn bound(module: &naga::Module, group: u32) -> impl Iterator<Item = (u32, &naga::GlobalVariable)> {
    module.global_variables.iter().filter_map(move |(_, variable)| {
        let binding = variable.binding.filter(|binding| binding.group == group)?;
        Some((binding.binding, variable))
    })
}

/// All kernels have the totals alone in group 1, and what gathers tiles in group 2.
#[test]
fn totals_and_tiles_have_groups_of_their_own() {
    for kernel in kernels() {
        let module = module(&kernel);
        let names = |group: u32| {
            let mut names: Vec<_> =
                bound(&module, group).map(|(n, v)| (n, v.name.as_deref())).collect();
            names.sort();
            names.into_iter().filter_map(|(_, name)| name).collect::<Vec<_>>()
        };
        assert_eq!(names(1), ["totals"], "{}", kernel.name);
        let of_tiles = ["wave_places", "tile_origins", "tiles", "faults"];
        assert_eq!(names(2), of_tiles, "{}", kernel.name);
        assert_eq!(bound(&module, 3).count(), 0, "{}", kernel.name);
    }
}

#[test]
fn bindings_are_those_of_the_buffers() {
    for kernel in kernels() {
        let module = module(&kernel);
        let mut found: Vec<(u32, String, bool)> = bound(&module, 0)
            .map(|(binding, variable)| {
                (binding, variable.name.clone().unwrap_or_default(), is_writable(variable))
            })
            .collect();
        found.sort();
        let mut expected = vec![
            (0, "wave".to_owned(), false),
            (1, "values".to_owned(), true),
            // The same, for what scatters tiles.
            (1, "scattered_values".to_owned(), true),
        ];
        for (binding, buffer) in (2..).zip(&kernel.buffers) {
            let writable = matches!(buffer.content, Content::Zeros(_));
            let read = buffer.reading.map(|(_, name)| (binding, name.to_owned(), false));
            // A buffer that ping-pongs is written under the name of the next one.
            let own = Some((binding, buffer.name.to_owned(), writable));
            expected.extend(own.filter(|_| !buffer.ping_pong).into_iter().chain(read));
        }
        expected.sort();
        assert_eq!(found, expected, "{}", kernel.name);
    }
}

/// Catches an entry point that is given a buffer under the other of its two names.
#[test]
fn entry_points_use_buffers_as_they_are_bound() {
    for kernel in kernels() {
        let module = module(&kernel);
        let info = validated(&kernel, &module);
        for (index, entry_point) in module.entry_points.iter().enumerate() {
            // What gathers tiles reads nothing of group 0 but the values.
            let is_used = |handle: naga::Handle<naga::GlobalVariable>| {
                !info.get_entry_point(index)[handle].is_empty()
            };
            for (_, variable) in module.global_variables.iter().filter(|(h, _)| is_used(*h)) {
                let is_own = |at: &naga::ResourceBinding| at.group == 0 && at.binding > 1;
                let Some(binding) = variable.binding.filter(is_own) else {
                    continue;
                };
                let buffer = &kernel.buffers[binding.binding as usize - 2];
                let is_only_read = buffer.is_only_read_by(&entry_point.name);
                let name = &entry_point.name;
                assert_eq!(is_writable(variable), !is_only_read, "{} in {name}", buffer.name);
            }
        }
    }
}

#[test]
fn constants_and_entry_points_are_those_of_the_host() {
    for kernel in kernels() {
        let module = module(&kernel);
        let found: BTreeSet<&str> =
            module.overrides.iter().filter_map(|(_, constant)| constant.name.as_deref()).collect();
        let expected = kernel.constants_of(false, true);
        let expected: BTreeSet<&str> = expected.iter().map(|(name, _)| *name).collect();
        assert_eq!(found, expected, "{}", kernel.name);
        let found: BTreeSet<&str> = module.entry_points.iter().map(|e| e.name.as_str()).collect();
        let of_host = kernel.entry_points.iter().copied().chain(["gather", "scatter"]).collect();
        assert_eq!(found, of_host, "{}", kernel.name);
    }
}

/// The constants of the shaders, with what the host takes each for.
fn host_constants() -> BTreeMap<&'static str, u32> {
    let class = |name: &str| OUTCOME_CLASSES.iter().position(|class| *class == name);
    let class = |name| class(name).expect("a class") as u32;
    assert_eq!(digraph::VALUES_PER_WORD, vector_grundy::VALUES_PER_WORD as u64);
    [
        ("HALF_MASK", u16::MAX.into()),
        ("ENTRIES", digraph::ENTRIES as u32),
        ("NODE_WORDS", digraph::ENTRIES as u32 / 2),
        ("HIGHEST_BITS", 0x8000_8000),
        ("VALUES_PER_WORD", digraph::VALUES_PER_WORD as u32),
        ("NO_WINDOW", scores::NO_WINDOW),
        ("LARGEST_REMOTENESS", 1 << 30),
        ("TOTAL_WORDS", totals::TOTAL_WORDS as u32),
        // The order in which the host takes the words of totals apart.
        ("POSITIONS", 0),
        ("SUM_LOW", 1),
        ("SUM_HIGH", 2),
        ("P_POSITIONS", 3),
        ("MAXIMUM", 4),
        ("CHECKSUM", 5),
        ("LEAST_COMPLEMENT", 6),
        ("COPIES", totals::WORKGROUP_COPIES as u32),
        ("CLASS_P", class("P")),
        ("CLASS_N", class("N")),
        ("CLASS_L", class("L")),
        ("CLASS_R", class("R")),
        // Constants that only the shaders have.
        ("LEFT", 0),
        ("RIGHT", 1),
        ("NO_LINE", u32::MAX),
        // The least integer of 32 bits, which is worth less than any option.
        ("HIGHEST_BIT", i32::MIN as u32),
        ("NO_VALUE", u32::MAX),
        ("NOTHING", u32::MAX),
        ("FULL", u32::MAX),
    ]
    .into()
}

/// Returns names and values of a module's constants, but for `rays`, which the host writes.
fn constants(module: &naga::Module) -> Vec<(String, u32)> {
    let value = |constant: &naga::Constant| match module.global_expressions[constant.init] {
        naga::Expression::Literal(naga::Literal::U32(value)) => value,
        ref other => panic!("{:?}: {other:?}", constant.name),
    };
    let named = module.constants.iter().filter(|(_, c)| c.name.as_deref() != Some("rays"));
    named.filter_map(|(_, c)| c.name.clone().map(|name| (name, value(c)))).collect()
}

/// Catches a mark, a class or a bucket size that host and shader disagree on.
#[test]
fn constants_have_the_values_of_the_host() {
    let expected = host_constants();
    let mut found = BTreeSet::new();
    for kernel in kernels() {
        let sizes: BTreeMap<&str, u32> = kernel.sizes().into_iter().collect();
        for (name, value) in constants(&module(&kernel)) {
            let host = sizes.get(name.as_str()).or(expected.get(name.as_str()));
            assert_eq!(host, Some(&value), "{name} in {}", kernel.name);
            found.insert(name);
        }
    }
    for name in expected.keys() {
        assert!(found.contains(*name), "no shader has the constant {name}");
    }
}

/// Catches a dispatch per antidiagonal, and values that come back although nobody requested them.
#[test]
fn work_is_what_the_design_says() {
    let check = |game: &str, domain: &str, quantity: &str, waves: u64, dispatches: u64| {
        let plan = plan(game, domain, quantity);
        let kernel = kernel(&plan).expect("a kernel");
        let totals_bytes = 4 * totals::TOTAL_WORDS as u64 * waves;
        let without_table = super::stream::work(&kernel, None);
        assert_eq!(
            (without_table.dispatches, without_table.bytes_read_back),
            (dispatches, totals_bytes)
        );
        let tiles = TilesPlan::new(&plan, &kernel, &wgpu::Limits::default()).expect("it fits");
        let stored = super::stream::work(&kernel, Some(&tiles));
        // The table as it is stored, and a word for the faults of each tile.
        let table_bytes = plan.table_bytes() + 4 * plan.tiling().count();
        assert_eq!(stored.bytes_read_back, totals_bytes + table_bytes);
    };
    // Blocks of 256 rows and 32 steps: a front for each block along y and along the token sum.
    let fronts = 8 + 4096 / 32 - 1;
    check("wythoff", "2048x2048", "grundy", fronts, fronts);
    // 256 rows and 64 steps.
    let fronts = 8 + 3047u64.div_ceil(64) - 1;
    check("wythoff+block=3", "2048x1000", "palaces", fronts, fronts);
    // Two dispatches per layer.
    check("triangle", "tokens 512", "grundy", 513, 2 * 513);
}
