//! The same jobs on the CPU and on the GPU, in positions per second, side by side: computed and
//! discarded, and end to end, stored with the default codec.
//!
//! Each engine is set up outside the timed part, and one run before it must give the sum that
//! one-thread C programs, written apart from this one, gave. Without an adapter only the CPU is
//! measured, and that is said.
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark that fails panics, and prints what it measures"
)]

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::gpu::{Adapter, GpuEngine};
use grundytab::table::TableWriter;
use grundytab::{
    Control, Convention, Domain, InvalidInput, Job, Plan, Quantity, Ruleset, tabulate,
};
use tempfile::TempDir;

/// Game, quantity, and sizes (side, or tokens for digraph games) with the sum of all values.
type Bench = (&'static str, Quantity, [(u32, u64); 3]);

const BENCHES: &[Bench] = &[
    ("triangle", Quantity::Grundy, TRIANGLE),
    ("wythoff", Quantity::Grundy, WYTHOFF),
    ("wythoff+block=100", Quantity::Palaces, QUEEN),
];
const TRIANGLE: [(u32, u64); 3] = [(64, 1_969_454), (128, 30_375_354), (256, 478_955_967)];
const WYTHOFF: [(u32, u64); 3] = [(256, 10_435_149), (512, 83_622_625), (1024, 669_469_906)];
const QUEEN: [(u32, u64); 3] = [(512, 26_411_051), (1024, 106_078_541), (2048, 424_835_221)];

fn plan(game: &str, quantity: Quantity, size: u32) -> Result<Plan, InvalidInput> {
    let ruleset = Ruleset::parse(game)?;
    let domain = match ruleset {
        Ruleset::Digraph(_) => Domain::simplex(ruleset.heaps(), size),
        _ => Domain::boxed(&vec![size; ruleset.heaps()]),
    }?;
    Plan::new(Job::new(ruleset, domain, quantity, Convention::Normal)?, None)
}

fn sum(engine: &dyn Engine, plan: &Plan, writer: Option<TableWriter>) -> u64 {
    let control = Control::default();
    tabulate(plan, engine, writer, &control).expect("the engine runs").totals.sum
}

/// Tabulates a plan from the creation of its table on. Returns the folder, for file systems are
/// slow to make files just after others were removed.
fn store(engine: &dyn Engine, plan: &Plan, folder: TempDir) -> TempDir {
    let path = folder.path().join("table.zarr");
    let writer = TableWriter::options(plan).engine(engine).create(&path);
    sum(engine, plan, Some(writer.expect("a new table")));
    folder
}

fn engines(criterion: &mut Criterion) {
    let mut engines: Vec<(String, Box<dyn Engine>)> = vec![("cpu".into(), Box::new(CpuEngine))];
    match Adapter::choose(None).and_then(|adapter| {
        println!("gpu: {adapter}");
        GpuEngine::open(adapter)
    }) {
        Ok(gpu) => engines.push(("gpu".into(), Box::new(gpu))),
        Err(error) => println!("gpu: not measured: {error}"),
    }
    for &(game, quantity, sizes) in BENCHES {
        let mut group = criterion.benchmark_group(format!("{game} {quantity}"));
        group.sample_size(10);
        for (size, expected) in sizes {
            let plan = plan(game, quantity, size).expect("a valid plan");
            group.throughput(Throughput::Elements(plan.job().domain().positions()));
            for (name, engine) in &engines {
                let engine = engine.as_ref();
                assert_eq!(sum(engine, &plan, None), expected, "{game} {size} on {name}");
                group.bench_function(BenchmarkId::new(name, size), |bencher| {
                    bencher.iter(|| sum(engine, &plan, None));
                });
                let mut tables = Vec::new();
                group.bench_function(
                    BenchmarkId::new(format!("{name}, stored"), size),
                    |bencher| {
                        bencher.iter_batched(
                            || TempDir::new().expect("a folder"),
                            |folder| tables.push(store(engine, &plan, folder)),
                            BatchSize::PerIteration,
                        );
                    },
                );
            }
        }
        group.finish();
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);
