//! The same jobs on the CPU and on the GPU, in positions per second: computed and discarded, and end
//! to end, stored with the default codec.
//!
//! Each engine is set up outside the timed part. Before it is timed, one run has to give the sum of
//! values that independent C programs gave (`benches/baseline`). Without an adapter only the CPU is
//! measured, and a line of the output says so.
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark that fails panics, and prints what it measures"
)]

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::TableWriter;
use grundytab::{Control, Plan, tabulate};
use tempfile::TempDir;

/// A game, its domain of a size, a quantity, and sizes with the sums of all values.
type Bench = (&'static str, fn(u32) -> String, &'static str, [(u32, i64); 3]);

const BENCHES: &[Bench] = &[
    ("triangle", |tokens| format!("tokens {tokens}"), "grundy", TRIANGLE),
    ("wythoff", |side| format!("{side}x{side}"), "grundy", WYTHOFF),
    ("wythoff+block=100", |side| format!("{side}x{side}"), "palaces", QUEEN),
    (HALF, |side| format!("{side}x{side}"), "grundy", HALF_GRUNDY),
    (HALF, |side| format!("{side}x{side}"), "outcome", HALF_OUTCOMES),
];
/// Wythoff Nim in which a move takes from both heaps at most half of the larger one, by rules.
const HALF: &str = "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
                    (x - k, y - k) for 1 <= k <= min(x, y) if 2*k <= max(x, y)";
const TRIANGLE: [(u32, i64); 3] = [(64, 1_969_454), (128, 30_375_354), (256, 478_955_967)];
const WYTHOFF: [(u32, i64); 3] = [(256, 10_435_149), (512, 83_622_625), (1024, 669_469_906)];
const QUEEN: [(u32, i64); 3] = [(512, 26_411_051), (1024, 106_078_541), (2048, 424_835_221)];
const HALF_GRUNDY: [(u32, i64); 3] = [(256, 9_484_211), (512, 75_992_566), (1024, 611_120_590)];
const HALF_OUTCOMES: [(u32, i64); 3] = [(256, 236), (512, 461), (1024, 910)];

/// Tabulates a plan and returns the sum of all values.
fn sum(engine: &dyn Engine, plan: &Plan, writer: Option<TableWriter>) -> i64 {
    let control = Control::default();
    tabulate(plan, engine, writer, &control).expect("the engine runs").totals.sum
}

/// Creates a table and tabulates a plan into it. Returns the folder, so that it is not removed
/// during the measurement: file systems make files slowly just after others were removed.
fn store(engine: &dyn Engine, plan: &Plan, folder: TempDir) -> TempDir {
    let path = folder.path().join("table.zarr");
    let writer = TableWriter::options(plan).engine(engine).create(&path);
    sum(engine, plan, Some(writer.expect("a new table")));
    folder
}

/// Opens the GPU engine on the first adapter, and prints its name.
#[cfg(feature = "gpu")]
fn gpu() -> Option<Box<dyn Engine>> {
    use grundytab::engine::gpu::{Adapter, GpuEngine};

    match Adapter::choose(None).and_then(GpuEngine::open) {
        Ok(gpu) => {
            println!("gpu: {}", gpu.adapter().unwrap_or_default());
            Some(Box::new(gpu))
        }
        Err(error) => {
            println!("gpu: not measured: {error}");
            None
        }
    }
}

/// Returns nothing: the GPU engine is not built.
#[cfg(not(feature = "gpu"))]
fn gpu() -> Option<Box<dyn Engine>> {
    println!("gpu: not measured: built without the feature gpu");
    None
}

fn engines(criterion: &mut Criterion) {
    let mut engines: Vec<(String, Box<dyn Engine>)> = vec![("cpu".into(), Box::new(CpuEngine))];
    engines.extend(gpu().map(|gpu| ("gpu".into(), gpu)));
    for &(game, domain, quantity, sizes) in BENCHES {
        let mut group = criterion.benchmark_group(format!("{game} {quantity}"));
        group.sample_size(10);
        for (size, expected) in sizes {
            let plan = Plan::parse(game, &domain(size), quantity).expect("a valid plan");
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
