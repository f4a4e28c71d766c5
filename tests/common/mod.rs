//! What the tests share: plans from a line of text, engines held to one another, and random games.
#![allow(dead_code, unused_imports, reason = "each test binary uses its own part")]

pub mod chunks;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(not(feature = "gpu"))]
#[path = "no_gpu.rs"]
mod gpu;
pub mod gpu_switch;
pub mod kernels;
pub mod mutation;
pub mod processor_time;
pub mod python;
pub mod random;
pub mod resumed;
pub mod tampering;
pub mod threads;

pub use gpu::{gpus, gpus_of_large_blocks, gpus_of_small_blocks};
pub use random::cases;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use grundytab::Statistics;
use grundytab::engine::cluster::Network;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, Sink, Stop, Wanted};
use grundytab::table::{Codec, TableReader, TableWriter};
use grundytab::tiling::Tile;
use grundytab::totals::checksum_of_tile;
use grundytab::{Control, InMemoryTable, InvalidInput, Plan, Report, tabulate};
use proptest::prelude::*;

/// Returns the folder of the repository, which holds what the tests of several crates read.
pub fn repository() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().find(|folder| folder.join("Cargo.lock").exists());
    root.expect("the packages lie in one workspace").to_owned()
}

/// Plans what the texts describe, with tiles of the given edge: `plan("wythoff", "20x30", "grundy",
/// Some(7))`; see [`Plan::parse`].
pub fn plan(game: &str, domain: &str, quantity: &str, tile: Option<u32>) -> Plan {
    try_plan(game, domain, quantity, tile).expect("a valid plan")
}

/// Does the same where the texts may be refused.
pub fn try_plan(
    game: &str,
    domain: &str,
    quantity: &str,
    tile: Option<u32>,
) -> Result<Plan, InvalidInput> {
    let plan = Plan::parse(game, domain, quantity)?;
    match tile {
        Some(edge) => plan.with_tile(edge),
        None => Ok(plan),
    }
}

/// Returns every engine: the definition, the CPU, and the GPU on each adapter.
pub fn engines() -> Vec<&'static dyn Engine> {
    let mut engines: Vec<&dyn Engine> = vec![&ReferenceEngine, &CpuEngine];
    engines.extend(gpus().iter().map(|gpu| gpu as &dyn Engine));
    engines
}

/// Compares the whole tables of two engines.
pub fn assert_same_table(truth: &dyn Engine, engine: &dyn Engine, plan: &Plan) {
    let expected = InMemoryTable::run(truth, plan).expect("the engine of comparison runs");
    assert_computes(&expected, engine, plan);
}

/// Compares the whole table of an engine with what it should be: lengths first, then the first difference in grade
/// order, with both values.
pub fn assert_computes(expected: &InMemoryTable, engine: &dyn Engine, plan: &Plan) {
    let found = InMemoryTable::run(engine, plan).expect("the engine runs");
    let job = plan.job();
    if let Err(difference) = expected.compare(&found) {
        panic!(
            "{} {} on {} {} {} by tiles of {:?}: {difference}",
            engine.kind(),
            engine.adapter().unwrap_or_default(),
            job.ruleset(),
            job.domain(),
            job.quantity(),
            plan.tiling().edges(),
        );
    }
}

/// Compares the whole table of an engine with the definition.
pub fn assert_agrees(engine: &dyn Engine, plan: &Plan) {
    assert_same_table(&ReferenceEngine, engine, plan);
}

/// Compares the totals and the checksum of an engine that adds them up where it computes values with
/// those of the tiles that the CPU engine fills.
pub fn assert_same_totals(engine: &dyn Engine, plan: &Plan) {
    /// Adds up tiles.
    struct Summing<'a>(&'a Plan, Mutex<(Statistics, u32)>);
    impl Sink for Summing<'_> {
        fn tile(&self, tile: Tile) -> Result<(), Stop> {
            let region = self.0.tiling().region(tile.index);
            let totals = Statistics::of_tile(self.0.job(), &region, &tile.values);
            self.totals(totals, Some(checksum_of_tile(&region, &tile.values)))
        }
        fn totals(&self, totals: Statistics, checksum: Option<u32>) -> Result<(), Stop> {
            let mut sum = self.1.lock().expect("no panic");
            *sum = (sum.0.merge(totals), sum.1.wrapping_add(checksum.expect("a checksum")));
            Ok(())
        }
        fn takes_checksums(&self) -> bool {
            true
        }
    }
    let sums = || Summing(plan, Mutex::default());
    let (truth, found) = (sums(), sums());
    CpuEngine
        .prepare(plan, Wanted::Values)
        .expect("it fits")
        .run(&truth)
        .expect("the CPU engine runs");
    let prepared = engine.prepare(plan, Wanted::Totals).expect("it fits");
    prepared.run(&found).expect("the engine runs");
    let [truth, found] = [truth, found].map(|sums| sums.1.into_inner().expect("no panic"));
    let job = plan.job();
    let adapter = engine.adapter().unwrap_or_default();
    assert_eq!(
        found,
        truth,
        "{adapter} {} on {} {} {}",
        job.ruleset(),
        job.domain(),
        job.quantity(),
        job.convention()
    );
}

/// Tabulates a plan, discards the table and returns the report.
pub fn tabulated(plan: &Plan, engine: &dyn Engine) -> Report {
    tabulate(plan, engine, None, &Control::default()).expect("the engine runs")
}

/// Tabulates a plan with an engine and opens the table.
pub fn stored(path: &Path, plan: &Plan, codec: Codec, engine: &dyn Engine) -> TableReader {
    let writer = TableWriter::options(plan).codec(codec).engine(engine).overwrite(true);
    let writer = Some(writer.create(path).expect("nothing in the way"));
    tabulate(plan, engine, writer, &Control::default()).expect("tabulated");
    TableReader::open(path).expect("a table")
}

/// A random game with a small domain, any quantity and convention that apply, and a tile edge.
pub fn small_plan() -> impl Strategy<Value = Plan> {
    prop_oneof![
        3 => vector_plan(),
        1 => subtraction_plan(),
        3 => digraph_plan(),
        1 => euclid_plan(),
        1 => fibonacci_plan(),
        2 => partizan_plan(),
    ]
}

/// A random game on four heaps with a small domain, as [`small_plan`] chooses it for fewer heaps.
pub fn plan_on_four_heaps() -> impl Strategy<Value = Plan> {
    prop_oneof![
        3 => vector_plan_on(4..=4),
        1 => subtraction_plan_on(4..=4),
        4 => digraph_plan_on(4..=4),
        2 => partizan_plan_on(4..=4),
    ]
}

pub fn vector_plan() -> impl Strategy<Value = Plan> {
    vector_plan_on(1..=3)
}

fn vector_plan_on(heaps: RangeInclusive<usize>) -> impl Strategy<Value = Plan> {
    heaps
        .prop_flat_map(|heaps| {
            // One factor for all coordinates makes rays that are multiples of one another likely.
            let ray = (vector(4, heaps), 1u32..4)
                .prop_map(|(ray, m)| ray.iter().map(|c| c * m).collect::<Vec<_>>());
            let quantity = prop_oneof![
                Just(("grundy", 0)),
                Just(("grundy misere", 0)),
                Just(("outcome misere", 0)),
                (0u32..6).prop_map(|block| ("outcome", block)),
                (0u32..6).prop_map(|block| ("palaces", block)),
            ];
            // Altered vectors up to the side of the box, many of them multiples of rays.
            let most = [40, 12, 6, 4][heaps - 1];
            let altered = prop::collection::vec(vector(most, heaps), 0..5);
            let terminals = prop::collection::vec(prop::collection::vec(0..most, heaps), 0..4);
            let to_zero = moves_to_zero(most, heaps);
            let rays = prop::collection::vec(ray, 1..6);
            let listed = (terminals, to_zero);
            (rays, altered, listed, domain(heaps), quantity, prop::option::of(1u32..9))
        })
        .prop_map(|(rays, altered, (terminals, to_zero), domain, (quantity, block), tile)| {
            let mut game = format!("vector:{}+block={block}", list(&rays));
            if !altered.is_empty() {
                game += &format!("+alter={}", list(&altered));
            }
            if !terminals.is_empty() {
                game += &format!("+terminal={}", list(&terminals));
            }
            game += &to_zero_text(&to_zero, &terminals);
            plan(&game, &domain, quantity, tile)
        })
}

/// Random positions with a move to the zero position, in every second game.
pub fn moves_to_zero(side: u32, heaps: usize) -> impl Strategy<Value = Vec<Vec<u32>>> {
    prop_oneof![Just(Vec::new()), prop::collection::vec(vector(side, heaps), 1..4)]
}

/// Writes these positions as a modifier, but for those that are terminal.
pub fn to_zero_text(positions: &[Vec<u32>], terminals: &[Vec<u32>]) -> String {
    let moving: Vec<Vec<u32>> =
        positions.iter().filter(|at| !terminals.contains(at)).cloned().collect();
    if moving.is_empty() { String::new() } else { format!("+to-zero={}", list(&moving)) }
}

/// Vector games that swapping the last two heaps does not change, on domains that it does not
/// change either, by tiles small enough that many lines pass from one to another.
pub fn symmetric_plan() -> impl Strategy<Value = Plan> {
    (2usize..=3)
        .prop_flat_map(|heaps| {
            let terminal = prop::collection::vec(0u32..[30, 8][heaps - 2], heaps);
            let domain = prop_oneof![
                (1u32..4, 1u32..[50, 14][heaps - 2]).prop_map(move |(first, side)| match heaps {
                    2 => format!("{side}x{side}"),
                    _ => format!("{first}x{side}x{side}"),
                }),
                (0u32..[50, 14][heaps - 2]).prop_map(|tokens| format!("tokens {tokens}")),
            ];
            let quantities = ["grundy", "grundy misere", "palaces", "outcome"];
            let quantity = prop::sample::select(quantities.to_vec());
            let tile = prop::sample::select(vec![None, Some(1), Some(5), Some(7), Some(16)]);
            let rays = prop::collection::vec(vector(5, heaps), 1..5);
            let altered = prop::collection::vec(vector([18, 6][heaps - 2], heaps), 0..4);
            let terminals = prop::collection::vec(terminal, 0..3);
            let listed = (terminals, moves_to_zero([30, 8][heaps - 2], heaps));
            (rays, altered, listed, domain, quantity, tile)
        })
        .prop_map(|(rays, altered, (terminals, to_zero), domain, quantity, tile)| {
            let with_images = |vectors: &[Vec<u32>]| {
                let images = vectors.iter().map(|vector| {
                    let mut image = vector.clone();
                    image.swap(vector.len() - 2, vector.len() - 1);
                    image
                });
                vectors.iter().cloned().chain(images).collect::<Vec<_>>()
            };
            let closed = |vectors: &[Vec<u32>]| list(&with_images(vectors));
            let mut game = format!("vector:{}", closed(&rays));
            if !altered.is_empty() {
                game += &format!("+alter={}", closed(&altered));
            }
            if !terminals.is_empty() {
                game += &format!("+terminal={}", closed(&terminals));
            }
            game += &to_zero_text(&with_images(&to_zero), &with_images(&terminals));
            plan(&game, &domain, quantity, tile)
        })
}

pub fn subtraction_plan() -> impl Strategy<Value = Plan> {
    subtraction_plan_on(1..=3)
}

fn subtraction_plan_on(heaps: RangeInclusive<usize>) -> impl Strategy<Value = Plan> {
    heaps
        .prop_flat_map(|heaps| {
            let set = prop::collection::vec(1u32..[50, 12, 6, 4][heaps - 1], 1..5);
            let sides = prop::collection::vec(1u32..[120, 24, 9, 6][heaps - 1], heaps);
            let quantities =
                vec!["grundy", "grundy misere", "outcome", "outcome misere", "palaces"];
            let quantity = prop::sample::select(quantities);
            (set, sides, quantity, prop::option::of(1u32..9))
        })
        .prop_map(|(set, sides, quantity, tile)| {
            let game = format!("subtraction:{}+heaps={}", join(&set, ","), sides.len());
            plan(&game, &join(&sides, "x"), quantity, tile)
        })
}

pub fn digraph_plan() -> impl Strategy<Value = Plan> {
    digraph_plan_on(1..=3)
}

fn digraph_plan_on(heaps: RangeInclusive<usize>) -> impl Strategy<Value = Plan> {
    heaps
        .prop_flat_map(|vertices| {
            let vertex = || prop::sample::select(vec!['X', 'Y', 'Z', 'W'][..vertices].to_vec());
            let edge = (vertex(), vertex()).prop_map(|(from, to)| format!("{from}{to}"));
            let quantities = vec!["grundy", "grundy misere", "outcome", "outcome misere"];
            (
                prop::collection::vec(edge, 1..7),
                vertices..=vertices.max(3),
                0u32..[14, 14, 14, 10][vertices - 1],
                prop::sample::select(quantities),
                prop::option::of(1u32..9),
            )
        })
        .prop_map(|(edges, heaps, tokens, quantity, tile)| {
            let game = format!("digraph:{}+heaps={heaps}", edges.join("/"));
            plan(&game, &format!("tokens {tokens}"), quantity, tile)
        })
}

pub fn euclid_plan() -> impl Strategy<Value = Plan> {
    let game = prop::sample::select(vec!["euclid", "euclid+positive"]);
    let domain = prop_oneof![
        (1u32..60, 1u32..60).prop_map(|(x, y)| format!("{x}x{y}")),
        (1u32..4, 1u32..300).prop_map(|(x, y)| format!("{x}x{y}")),
        (0u32..60).prop_map(|tokens| format!("tokens {tokens}")),
    ];
    (game, domain, impartial_quantity(), prop::option::of(1u32..20))
        .prop_map(|(game, domain, quantity, tile)| plan(game, &domain, quantity, tile))
}

pub fn fibonacci_plan() -> impl Strategy<Value = Plan> {
    // The limits that a move can leave are up to two thirds of the heap.
    let domain = (1u32..120).prop_flat_map(|heaps| {
        let least = (heaps - 1) * 2 / 3 + 1;
        prop_oneof![Just(1), least..150].prop_map(move |limits| format!("{heaps}x{limits}"))
    });
    (domain, impartial_quantity(), prop::option::of(1u32..20))
        .prop_map(|(domain, quantity, tile)| plan("fibonacci", &domain, quantity, tile))
}

fn impartial_quantity() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["grundy", "grundy misere", "outcome", "outcome misere"])
}

pub fn partizan_plan() -> impl Strategy<Value = Plan> {
    partizan_plan_on(1..=3)
}

fn partizan_plan_on(heaps: RangeInclusive<usize>) -> impl Strategy<Value = Plan> {
    heaps
        .prop_flat_map(|heaps| {
            let player = move || {
                let altered = vector([40, 10, 5, 4][heaps - 1], heaps);
                let altered = prop::collection::vec(altered, 0..4);
                (prop::collection::vec(vector(4, heaps), 0..4), altered)
                    .prop_filter("has moves", |(rays, altered)| rays.len() + altered.len() > 0)
            };
            let quantity = prop::sample::select(vec!["outcome-class", "outcome-class misere"]);
            let position = prop::collection::vec(0u32..[40, 12, 6, 4][heaps - 1], heaps);
            let terminals = prop::collection::vec(position, 0..3);
            (player(), player(), terminals, domain(heaps), quantity, prop::option::of(1u32..9))
        })
        .prop_map(
            |((left, alter_left), (right, alter_right), terminals, domain, quantity, tile)| {
                let mut game = format!("partizan:{}:{}", list(&left), list(&right));
                for (name, vectors) in [
                    ("alter-left", alter_left),
                    ("alter-right", alter_right),
                    ("terminal", terminals),
                ] {
                    if !vectors.is_empty() {
                        game += &format!("+{name}={}", list(&vectors));
                    }
                }
                plan(&game, &domain, quantity, tile)
            },
        )
}

/// Returns a random vector that is not zero, with coordinates below this one.
pub fn vector(side: u32, heaps: usize) -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0..side, heaps)
        .prop_filter("not zero", |vector| vector.iter().any(|&c| c > 0))
}

/// Returns a random domain of this number of heaps, small enough for the definition.
fn domain(heaps: usize) -> impl Strategy<Value = String> {
    let side = 1u32..[90, 24, 9, 6][heaps - 1];
    prop_oneof![
        prop::collection::vec(side, heaps).prop_map(|sides| join(&sides, "x")),
        (0u32..[60, 24, 12, 9][heaps - 1]).prop_map(|tokens| format!("tokens {tokens}")),
    ]
}

/// Writes vectors in the notation of games.
pub fn list(vectors: &[Vec<u32>]) -> String {
    vectors.iter().map(|vector| join(vector, ",")).collect::<Vec<_>>().join("/")
}

pub fn join(numbers: &[impl ToString], separator: &str) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}
