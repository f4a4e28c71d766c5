//! The shaders against their host halves: structs, bindings, constants and entry points, as naga
//! reads them. Catches a field that was moved, renamed or added on one side alone.

use std::collections::BTreeSet;
use std::mem::{offset_of, size_of};

use super::kernel::{Content, Kernel};
use super::kernels::alterations::Alteration;
use super::kernels::digraph::{Arc, NimHeap};
use super::kernels::lines::Ray;
use super::layer::LayerUniform;
use super::stream::{Slab, staging_bytes};
use super::{Adapter, GpuEngine};
use crate::domain::tiling::Tile;
use crate::engine::{Engine, Sink, Stop};
use crate::{Convention, Domain, Job, Plan, Quantity, Ruleset};

fn kernel(game: &str, quantity: Quantity) -> Kernel {
    let game = Ruleset::parse(game).expect("a game");
    let domain = match game {
        Ruleset::Fibonacci => Domain::boxed(&[20, 20]),
        _ => Domain::simplex(game.heaps(), 20),
    };
    let domain = domain.expect("a domain");
    let job = Job::new(game, domain, quantity, Convention::Normal).expect("a job");
    let plan = Plan::new(job, None).expect("a plan");
    super::kernel(&plan, &wgpu::Limits::default()).expect("a kernel")
}

fn kernels() -> Vec<Kernel> {
    vec![
        kernel("wythoff", Quantity::Grundy),
        kernel("wythoff", Quantity::Palaces),
        kernel("wythoff+alter=1,1/1,2+terminal=2,2", Quantity::Grundy),
        // Without any ray that fits into the domain.
        kernel("vector:50,0/0,50", Quantity::Grundy),
        kernel("vector:50,0/0,50", Quantity::Outcome),
        kernel("partizan:1,0:0,1+alter-left=1,1", Quantity::OutcomeClass),
        kernel("partizan:50,0:0,50", Quantity::OutcomeClass),
        kernel("euclid", Quantity::Grundy),
        kernel("fibonacci", Quantity::Grundy),
        kernel("triangle", Quantity::Grundy),
        kernel("digraph:XY/YX/ZZ", Quantity::Outcome),
    ]
}

fn module(kernel: &Kernel) -> naga::Module {
    naga::front::wgsl::parse_str(&kernel.source)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&kernel.source)))
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
        LayerUniform { rank, first_row, rows, first_column, columns, first_slot }
    );
    assert_layout!(modules, "Ray", Ray { step, weight, numbering });
    assert_layout!(modules, "Alteration", Alteration { step, removed });
    assert_layout!(modules, "Arc", Arc { receiver, beside, first_threshold, first_floor });
    assert_layout!(
        modules,
        "NimHeap",
        NimHeap { beside_first, beside_second, second_side, first_word }
    );
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
        let mut expected = vec![(0, "layer".to_owned(), false), (1, "values".to_owned(), true)];
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

/// Catches a buffer that the plan does not know of, or takes for larger or smaller than it is.
#[test]
fn buffers_take_what_the_plan_says() {
    if std::env::var_os("GRUNDYTAB_NO_GPU_TESTS").is_some_and(|value| value == "1") {
        eprintln!("NOT RUN on a GPU: GRUNDYTAB_NO_GPU_TESTS is set");
        return;
    }
    struct Nowhere;
    impl Sink for Nowhere {
        fn tile(&self, _: Tile) -> Result<(), Stop> {
            Ok(())
        }
    }
    let adapter = Adapter::choose(None).expect("GPU tests need an adapter");
    let gpu = GpuEngine::open(adapter).expect("the adapter opens");
    for (game, sides, quantity) in [
        ("wythoff", Some(vec![150, 150]), Quantity::Grundy),
        ("wythoff+alter=1,2/2,2", Some(vec![90, 70]), Quantity::Grundy),
        ("wythoff+block=3", Some(vec![200, 100]), Quantity::Palaces),
        ("partizan:1,0:0,1", Some(vec![80, 20]), Quantity::OutcomeClass),
        ("triangle", None, Quantity::Grundy),
        ("euclid", Some(vec![30, 40]), Quantity::Grundy),
        ("fibonacci", Some(vec![60, 60]), Quantity::Grundy),
    ] {
        let ruleset = Ruleset::parse(game).expect("a game");
        let domain = match sides {
            Some(sides) => Domain::boxed(&sides),
            None => Domain::simplex(ruleset.heaps(), 40),
        };
        let job = Job::new(ruleset, domain.expect("a domain"), quantity, Convention::Normal);
        let plan = Plan::new(job.expect("a job"), None).expect("a plan");
        let prepared = gpu.prepare(&plan).expect("it fits");
        let before = gpu.device.made_bytes();
        prepared.run(&Nowhere).expect("the engine runs");
        let made = gpu.device.made_bytes() - before;
        let kernel = super::kernel(&plan, &gpu.device.limits).expect("a kernel");
        let slab = Slab::plan(&plan, &kernel.sweep, &gpu.device.limits).expect("it fits");
        let memory = prepared.memory();
        assert_eq!(made, memory.device_bytes + staging_bytes(slab), "{game}");
        assert!(memory.host_bytes > staging_bytes(slab));
    }
}

/// Catches a dispatch per antidiagonal, a table that is not folded, and values that are not packed.
#[test]
fn work_is_what_the_design_says() {
    let work = |game: &str, domain: Domain, quantity| {
        let game = Ruleset::parse(game).expect("a game");
        let job = Job::new(game, domain, quantity, Convention::Normal).expect("a job");
        let plan = Plan::new(job, None).expect("a plan");
        let kernel = super::kernel(&plan, &wgpu::Limits::default()).expect("a kernel");
        let work = super::stream::work(&plan, &kernel);
        (work.dispatches, work.bytes_read_back)
    };
    let boxed = |sides: &[u32]| Domain::boxed(sides).expect("a domain");
    // Blocks of 64 x 64, on and above the diagonal of a grid of 32 x 32, of 16 bits per cell.
    let blocks = 32 * 33 / 2;
    let wythoff = work("wythoff", boxed(&[2048, 2048]), Quantity::Grundy);
    assert_eq!(wythoff, (63, blocks * 64 * 64 * 2));
    // All blocks of a grid of 32 x 16, of 8 bits per cell.
    let uneven = work("wythoff+block=3", boxed(&[2048, 1000]), Quantity::Palaces);
    assert_eq!(uneven, (47, 32 * 16 * 64 * 64));
    // Two dispatches per layer; a third of the positions, in rows of a whole number of words.
    let (dispatches, bytes) =
        work("triangle", Domain::simplex(3, 512).expect("a domain"), Quantity::Grundy);
    let third = 2 * 22_632_705 / 3;
    assert_eq!(dispatches, 2 * 513);
    assert!((third..third + third / 50).contains(&bytes), "{bytes} bytes");
}
