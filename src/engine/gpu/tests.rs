//! The shaders against their host halves: structs, bindings, constants and entry points, as naga
//! reads them. Catches a field that was moved, renamed or added on one side alone.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{offset_of, size_of};
use std::sync::Mutex;

use super::buffer::Content;
use super::kernel::Kernel;
use super::kernels::alterations::Alteration;
use super::kernels::digraph::{self, Edge, NimHeap};
use super::kernels::lines::Ray;
use super::kernels::{traversal, vector_grundy};
use super::schedule::canonical::CanonicalUniform;
use super::schedule::layers::LayerUniform;
use super::schedule::wavefront::FrontUniform;
use super::testing::{kernel, plan};
use super::{GpuEngine, adapters};
use crate::domain::MAX_HEAPS;
use crate::domain::tiling::Tile;
use crate::engine::{Engine, Sink, Stop};
use crate::quantity::OUTCOME_CLASSES;

fn kernels() -> Vec<Kernel> {
    [
        ("wythoff", "tokens 20", "grundy"),
        ("wythoff", "tokens 20", "palaces"),
        ("wythoff+alter=1,1/1,2+terminal=2,2", "tokens 20", "grundy"),
        // Without any ray that fits into the domain.
        ("vector:50,0/0,50", "tokens 20", "grundy"),
        ("vector:50,0/0,50", "tokens 20", "outcome"),
        ("partizan:1,0:0,1+alter-left=1,1", "tokens 20", "outcome-class"),
        ("partizan:50,0:0,50", "tokens 20", "outcome-class"),
        ("euclid", "tokens 20", "grundy"),
        ("fibonacci", "20x20", "grundy"),
        ("triangle", "tokens 20", "grundy"),
        ("digraph:XY/YX/ZZ", "tokens 20", "outcome"),
    ]
    .map(|(game, domain, quantity)| kernel(&plan(game, domain, quantity)).expect("a kernel"))
    .into()
}

fn module(kernel: &Kernel) -> naga::Module {
    let source = kernel.source();
    naga::front::wgsl::parse_str(&source)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&source)))
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
        "Layer",
        LayerUniform { rank, first_row, rows, first_column, columns, first_word }
    );
    assert_layout!(
        modules,
        "Front",
        FrontUniform { index_sum, first_row, rows, first_column, columns, first_word }
    );
    assert_layout!(modules, "CanonicalLayer", CanonicalUniform { rank, first_row, first_word });
    assert_layout!(modules, "Ray", Ray { step, weight, numbering });
    assert_layout!(modules, "Alteration", Alteration { step, removed });
    assert_layout!(modules, "Edge", Edge { to, spectator, first_threshold, first_bucket_minimum });
    assert_layout!(
        modules,
        "NimHeap",
        NimHeap { first_other, second_other, second_side, first_word }
    );
}

/// The size of the uniform at binding 0, if it has this name.
fn uniform_bytes(module: &naga::Module, name: &str) -> Option<usize> {
    let is_uniform = |variable: &naga::GlobalVariable| {
        variable.name.as_deref() == Some(name)
            && variable.space == naga::AddressSpace::Uniform
            && variable.binding.is_some_and(|binding| binding.binding == 0)
    };
    let (_, variable) = module.global_variables.iter().find(|(_, v)| is_uniform(v))?;
    let naga::TypeInner::Struct { span, .. } = &module.types[variable.ty].inner else {
        return None;
    };
    Some(*span as usize)
}

#[test]
fn bindings_are_those_of_the_buffers() {
    for kernel in kernels() {
        let module = module(&kernel);
        let mut found: Vec<(u32, String, bool)> = module
            .global_variables
            .iter()
            .filter(|(_, variable)| variable.space != naga::AddressSpace::WorkGroup)
            .map(|(_, variable)| {
                let binding = variable.binding.expect("every global is a binding");
                assert_eq!(binding.group, 0);
                let writable = match variable.space {
                    naga::AddressSpace::Storage { access } => {
                        access.contains(naga::StorageAccess::STORE)
                    }
                    naga::AddressSpace::Uniform => false,
                    other => panic!("{other:?}"),
                };
                (binding.binding, variable.name.clone().unwrap_or_default(), writable)
            })
            .collect();
        found.sort();
        let (_, uniform, _) = found.remove(0);
        assert_eq!(uniform_bytes(&module, &uniform), Some(kernel.schedule.uniform_bytes()));
        let mut expected = vec![(1, "values".to_owned(), true)];
        for (binding, buffer) in (2..).zip(&kernel.buffers) {
            let writable = matches!(buffer.content, Content::Zeros(_));
            expected.push((binding, buffer.name.to_owned(), writable));
        }
        assert_eq!(found, expected, "{}", kernel.name);
    }
}

#[test]
fn constants_and_entry_points_are_those_of_the_host() {
    for kernel in kernels() {
        let module = module(&kernel);
        let found: BTreeSet<&str> =
            module.overrides.iter().filter_map(|(_, constant)| constant.name.as_deref()).collect();
        let expected: BTreeSet<&str> = kernel.constants.iter().map(|&(name, _)| name).collect();
        assert_eq!(found, expected, "{}", kernel.name);
        let found: Vec<&str> = module.entry_points.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(found, kernel.entry_points, "{}", kernel.name);
    }
}

/// The constants of the shaders, with what the host takes each for.
fn host_constants() -> BTreeMap<&'static str, u32> {
    let lengths = ["LINES_PER_CELL", "BEHIND_VALUES", "FREE_VALUES"];
    let class = |name: &str| OUTCOME_CLASSES.iter().position(|class| *class == name);
    let class = |name| class(name).expect("a class") as u32;
    let most_edges = MAX_HEAPS * (MAX_HEAPS - 1);
    assert_eq!(digraph::VALUES_PER_WORD, vector_grundy::VALUES_PER_WORD as u64);
    [
        ("HALF", u16::MAX.into()),
        ("MOST_EDGES", most_edges as u32),
        ("BUCKET", digraph::BUCKET as u32),
        ("BUCKET_PAIRS", digraph::BUCKET_PAIRS as u32),
        ("VALUES_PER_WORD", digraph::VALUES_PER_WORD as u32),
        ("IS_REPEATED", traversal::IS_REPEATED),
        ("IS_MIRRORED", traversal::IS_MIRRORED),
        ("IS_OFF_DIAGONAL", traversal::IS_OFF_DIAGONAL),
        ("P", class("P")),
        ("N", class("N")),
        ("L", class("L")),
        ("R", class("R")),
        // Of the shaders alone.
        ("LEFT", 0),
        ("RIGHT", 1),
        ("NO_LINE", u32::MAX),
        ("NO_VALUE", u32::MAX),
        ("NOTHING", u32::MAX),
        ("FULL", u32::MAX),
        ("NEVER", u32::MAX),
    ]
    .into_iter()
    .chain(lengths.map(|name| (name, 0)))
    .collect()
}

/// Returns names and values of a module's constants.
fn constants(module: &naga::Module) -> Vec<(String, u32)> {
    let value = |constant: &naga::Constant| match module.global_expressions[constant.init] {
        naga::Expression::Literal(naga::Literal::U32(value)) => value,
        ref other => panic!("{:?}: {other:?}", constant.name),
    };
    let named = module.constants.iter();
    named.filter_map(|(_, c)| c.name.clone().map(|name| (name, value(c)))).collect()
}

/// Catches a mark, a class or a bucket size that host and shader disagree on.
#[test]
fn constants_have_the_values_of_the_host() {
    let mut expected = host_constants();
    let mut found = BTreeSet::new();
    for kernel in kernels() {
        let sizes: BTreeMap<&str, u32> = kernel.sizes.iter().copied().collect();
        if let (Some(rays), Some(alterations)) = (sizes.get("RAYS"), sizes.get("ALTERATIONS")) {
            expected.insert("LINES_PER_CELL", *rays.max(&1));
            expected.insert("BEHIND_VALUES", *alterations.max(&1));
            expected.insert("FREE_VALUES", (rays * alterations).max(1));
        }
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

/// The cells of the rows of a table in `shaders/README.md` that begin with a kernel's name.
fn readme_rows(kernel: &str) -> Vec<Vec<String>> {
    let readme = include_str!("../../../shaders/README.md");
    let begin = format!("| `{kernel}` |");
    let rows = readme.lines().filter(|line| line.starts_with(&begin));
    let cells =
        |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().into()).collect();
    rows.map(cells).collect()
}

/// Catches a file that is joined elsewhere than its first lines and `shaders/README.md` say.
#[test]
fn joins_are_those_of_the_readme() {
    for kernel in kernels() {
        let names: Vec<&str> = kernel.join.iter().map(|file| file.name).collect();
        assert_eq!(readme_rows(kernel.name)[0][1], names.join(", "), "{}", kernel.name);
        for (index, file) in kernel.join.iter().enumerate() {
            let before: Vec<&str> = ["sizes"].into_iter().chain(names[..index].to_vec()).collect();
            let line = format!("// Joined after: {}.", before.join(", "));
            let comment = file.text.lines().take_while(|line| line.starts_with("//"));
            assert!(comment.into_iter().any(|found| found == line), "{}: {line}", file.name);
        }
    }
}

/// Catches a binding that was added or moved without the table in `shaders/README.md`.
#[test]
fn bindings_are_those_of_the_readme() {
    for kernel in kernels() {
        let mut found: Vec<(u32, String)> = module(&kernel)
            .global_variables
            .iter()
            .filter_map(|(_, variable)| {
                let writes = matches!(variable.space, naga::AddressSpace::Storage { access }
                    if access.contains(naga::StorageAccess::STORE));
                let name = variable.name.clone().unwrap_or_default();
                let binding = variable.binding?.binding;
                Some((binding, if writes { name + "*" } else { name }))
            })
            .collect();
        found.sort();
        let row = &readme_rows(kernel.name)[1];
        let cells = row[1..].iter().zip(0..).filter(|(name, _)| !name.is_empty());
        let documented: Vec<(u32, String)> =
            cells.map(|(name, binding)| (binding, name.clone())).collect();
        assert_eq!(found, documented, "{}", kernel.name);
    }
}

#[test]
fn shaders_are_valid() {
    for kernel in kernels() {
        let module = module(&kernel);
        let mut validator = naga::valid::Validator::new(
            naga::valid::ValidationFlags::all(),
            // No optional feature of WGSL is used.
            naga::valid::Capabilities::empty(),
        );
        let valid = validator.validate(&module);
        assert!(valid.is_ok(), "{}: {:?}", kernel.name, valid.err());
    }
}

/// Catches a dispatch per antidiagonal, a table of which both halves are computed, and values that
/// are not packed.
#[test]
fn work_is_what_the_design_says() {
    let work = |game: &str, domain: &str, quantity: &str| {
        let kernel = kernel(&plan(game, domain, quantity)).expect("a kernel");
        let work = super::stream::work(&kernel);
        (work.dispatches, work.bytes_read_back)
    };
    // Blocks of 64 x 64, on and above the diagonal of a grid of 32 x 32, of 16 bits per cell.
    let blocks = 32 * 33 / 2;
    assert_eq!(work("wythoff", "2048x2048", "grundy"), (63, blocks * 64 * 64 * 2));
    // All blocks of a grid of 32 x 16, of 8 bits per cell.
    assert_eq!(work("wythoff+block=3", "2048x1000", "palaces"), (47, 32 * 16 * 64 * 64));
    // Two dispatches per layer; a third of the positions, in rows of a whole number of words.
    let (dispatches, bytes) = work("triangle", "tokens 512", "grundy");
    let third = 2 * 22_632_705 / 3;
    assert_eq!(dispatches, 2 * 513);
    assert!((third..third + third / 50).contains(&bytes), "{bytes} bytes");
}

/// A sink that asks wgpu's allocator, whenever a tile comes, for the buffers of the device.
struct Allocated<'a> {
    engine: &'a GpuEngine,
    bytes: Mutex<Option<u64>>,
}

impl Sink for Allocated<'_> {
    fn tile(&self, _: Tile) -> Result<(), Stop> {
        let report = self.engine.device.device.generate_allocator_report();
        let bytes = report.map(|report| {
            // wgpu has buffers of its own, as the one from which others are cleared.
            let ours = report.allocations.iter().filter(|one| !one.name.starts_with("(wgpu"));
            ours.map(|allocation| allocation.size).sum()
        });
        *self.bytes.lock().expect("no panic") = bytes;
        Ok(())
    }
}

/// Catches a buffer that the plan does not know of, or takes for larger or smaller than it is: the
/// allocator of wgpu is asked, on every adapter.
#[test]
fn buffers_take_what_the_plan_says() {
    if std::env::var_os("GRUNDYTAB_NO_GPU_TESTS").is_some_and(|value| value == "1") {
        eprintln!("NOT RUN on a GPU: GRUNDYTAB_NO_GPU_TESTS is set");
        return;
    }
    let adapters = adapters();
    assert!(!adapters.is_empty(), "GPU tests need an adapter");
    for adapter in adapters {
        println!("on {adapter}");
        for (game, domain, quantity) in [
            ("wythoff", "150x150", "grundy"),
            ("wythoff+alter=1,2/2,2", "90x70", "grundy"),
            ("wythoff+block=3", "200x100", "palaces"),
            ("partizan:1,0:0,1", "80x20", "outcome-class"),
            ("triangle", "tokens 40", "grundy"),
            ("euclid", "30x40", "grundy"),
            ("fibonacci", "60x60", "grundy"),
        ] {
            let engine = GpuEngine::open(adapter.clone()).expect("the adapter opens");
            let plan = plan(game, domain, quantity);
            let prepared = engine.prepare(&plan).expect("it fits");
            let sink = Allocated { engine: &engine, bytes: Mutex::new(None) };
            prepared.run(&sink).expect("the engine runs");
            let kernel = super::kernel(&plan, &engine.device.limits).expect("a kernel");
            let stream = super::StreamPlan::new(kernel.schedule.as_ref(), &engine.device);
            let staging_bytes = stream.expect("it fits").staging_bytes();
            let memory = prepared.memory();
            assert!(memory.host_bytes > staging_bytes);
            let announced = memory.device_bytes + staging_bytes;
            let allocated = sink.bytes.into_inner().expect("no panic");
            // Only some backends have a report. Allocations are rounded up to an alignment.
            if let Some(allocated) = allocated {
                let rounded = announced + 16 * 1024;
                assert!((announced..=rounded).contains(&allocated), "{game}: {allocated} bytes");
            }
        }
    }
}
