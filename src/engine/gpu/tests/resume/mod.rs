//! Runs that go on from finished tiles: whichever tiles are finished, the others come as in an undisturbed
//! run; and the values of finished tiles are what later cells follow from.

mod planted;
mod sink;

use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::engine::gpu::GpuEngine;
use crate::engine::gpu::testing::{adapters_of_tests, plan};
use crate::plan::Plan;
use crate::tests::common::random;
use planted::Planted;
use sink::Resumed;

/// Tables of several tiles that do not divide the domain: game, domain, quantity, edge of the tiles.
const CASES: &[(&str, &str, &str, u32)] = &[
    ("wythoff", "70x50", "grundy", 16),
    // Mirrored: half of the table is computed.
    ("wythoff", "90x90", "grundy misere", 20),
    ("wythoff", "tokens 75", "grundy", 13),
    // Removed and added vectors find their history; values are counted several times on a line.
    ("wythoff+alter=1,1/2,2/0,1/3,5+terminal=3,4", "60x50", "grundy", 9),
    ("vector:1,1,1/0,1,0/0,0,1/1,0,0", "9x21x21", "grundy", 7),
    ("nim:3", "tokens 24", "grundy misere", 6),
    ("subtraction:2,5,8", "900", "grundy", 50),
    ("nim:1", "3000", "grundy", 128),
    // Counts.
    ("wythoff+block=3", "60x45", "palaces", 11),
    ("maharaja", "50x50", "outcome misere", 16),
    ("vector:2,0/3,0/0,1+alter=6,0/12,0/0,2", "40x30", "palaces", 8),
    ("partizan:2,0/3,0/0,1:1,1/2,1+alter-left=6,0/1,4", "40x45", "outcome-class misere", 10),
    // What the best options are worth: narrow and wide values, half of a table, vectors added and removed.
    ("wythoff+points=1/-1/2", "60x45", "score", 11),
    ("wythoff+points=-5/-5/900", "50x50", "score", 16),
    ("nim:3+points=70000/-1/3", "tokens 20", "score", 6),
    ("wythoff+points=2/-1/3+alter=1,1/5,5/0,7/4,1:9+terminal=3,4", "50x45", "score", 8),
    ("vector:2,0/3,0/0,1+alter=6,0/12,0/0,2", "40x30", "score", 8),
    // Thresholds, their minima, Nim heaps; canonical positions of several groups.
    ("triangle", "tokens 45", "grundy", 8),
    ("digraph:XY/YX", "tokens 40", "grundy", 12),
    ("digraph:XY/YX/ZX", "tokens 30", "grundy misere", 7),
    ("digraph:XX/YZ/ZY", "tokens 24", "outcome", 5),
    ("digraph:XY/XZ/YY/ZZ", "tokens 20", "grundy", 6),
    ("euclid", "60x45", "grundy", 12),
    ("euclid", "tokens 40", "outcome misere", 7),
    ("fibonacci", "90x80", "grundy", 16),
    ("fibonacci", "70x70", "outcome misere", 9),
    // Rules: positions of some cells alone, in the order of a grade, and many options.
    (
        "rules: positions x != y; (x - k, y) for 1 <= k <= x; (x, y / 2) if y > 0",
        "40x35",
        "grundy",
        8,
    ),
    ("rules: grade x; (x - k, k) for 1 <= k <= min(x, 3 * y)", "50x50", "outcome misere", 11),
    ("rules: (x / k) for 2 <= k <= x", "900", "remoteness", 50),
    ("rules: (a) + (x - k - a) for 1 <= k <= 2, 2 <= a <= x - k", "200", "grundy", 30),
    (
        "rules: (x - k, y / 2, z) for 1 <= k <= x pays 3 - k; (x, y / 3, z / 2) if y > 0",
        "tokens 24",
        "score",
        7,
    ),
];

/// Those whose finished tiles are computed again.
const COMPUTED_AGAIN: &[(&str, &str, &str, u32)] = &[
    ("rules: (a, y) + (x - a, y - 1) for 0 <= a < x if y > 0", "30x25", "outcome", 9),
    ("partizan:1,0/0,1:1,1/2,1+points-left=3/-1", "50x40", "score-left", 11),
    ("partizan:2,0/0,1:1,1+alter-left=6,0/1,4:5+alter-right=2,2", "tokens 40", "score-right", 8),
    (
        "rules: left: (x / 2, y) if x > 0 pays 1; right: (x, y / 2) if y > 0 pays x",
        "40x30",
        "score-right",
        9,
    ),
];

fn of_case(&(game, domain, quantity, tile): &(&str, &str, &str, u32)) -> Plan {
    plan(game, domain, quantity).with_tile(tile).expect("a plan")
}

/// Returns engines for workgroups as software has them, of few invocations and of hardware's shape. All tests have the
/// same ones, so that each pipeline is compiled once.
fn engines() -> &'static [GpuEngine] {
    static ENGINES: OnceLock<Vec<GpuEngine>> = OnceLock::new();
    ENGINES.get_or_init(|| {
        let engines = adapters_of_tests().into_iter().flat_map(|adapter| {
            let open = || GpuEngine::open(adapter.clone()).expect("the adapter opens");
            [open(), open().with_workgroups_of(600, 8), open().with_workgroups_of(16_384, 256)]
        });
        engines.collect()
    })
}

/// How many engines each adapter has.
const SHAPES: usize = 3;

/// Returns the engines on which the case with a number runs: one of each adapter, in turns; every night all.
fn engines_of(number: usize) -> impl Iterator<Item = &'static GpuEngine> {
    let (seed, drawn) = (random::seed() as usize, random::count(1) as usize);
    let is_drawn = move |place: usize| (number + place + seed) % SHAPES < drawn;
    engines()
        .iter()
        .enumerate()
        .filter(move |(place, _)| is_drawn(*place))
        .map(|(_, engine)| engine)
}

/// Which tiles are finished.
#[derive(Debug, Clone)]
enum Finished {
    None,
    All,
    AllBut(prop::sample::Index),
    /// The tiles whose indices have a sum below this share of the largest one, but for some.
    Behind(f64, Vec<prop::sample::Index>),
    /// Those for which this is true, in turns.
    Some(Vec<bool>),
}

impl Finished {
    fn tiles(&self, plan: &Plan) -> Vec<TileIndex> {
        let all: Vec<TileIndex> = plan.tiling().tiles().collect();
        let largest = all.iter().map(|index| index.sum()).max().unwrap_or(0);
        match self {
            Finished::None => Vec::new(),
            Finished::All => all,
            Finished::AllBut(one) => {
                let one = *one.get(&all);
                all.into_iter().filter(|&index| index != one).collect()
            }
            Finished::Behind(share, missing) => {
                let front = share * f64::from(largest + 1);
                let behind = all.into_iter().filter(|index| f64::from(index.sum()) < front);
                let mut behind: Vec<TileIndex> = behind.collect();
                for one in missing {
                    if !behind.is_empty() {
                        behind.swap_remove(one.index(behind.len()));
                    }
                }
                behind
            }
            Finished::Some(turns) => {
                let turns = turns.iter().cycle();
                all.into_iter()
                    .zip(turns)
                    .filter(|(_, turn)| **turn)
                    .map(|(tile, _)| tile)
                    .collect()
            }
        }
    }
}

/// Random sets of tiles; most of them have many waves that are replayed.
fn finished() -> impl Strategy<Value = Finished> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        1 => Just(Finished::None),
        1 => Just(Finished::All),
        2 => index().prop_map(Finished::AllBut),
        8 => (0.2..1.0, prop::collection::vec(index(), 0..2))
            .prop_map(|(share, missing)| Finished::Behind(share, missing)),
        1 => prop::collection::vec(any::<bool>(), 1..20).prop_map(Finished::Some),
    ]
}

/// Runs a check on random sets of finished tiles.
fn check(runner: &mut TestRunner, times: u32, mut check: impl FnMut(Finished)) {
    let mut tree = || finished().new_tree(runner).expect("a set of tiles").current();
    (0..random::count(times)).for_each(|_| check(tree()));
}

/// Catches values that are scattered to another buffer of a table than the one in which they are looked up: wrong values
/// are planted, and later cells must follow from them.
#[test]
fn tables_of_several_buffers_are_resumed() {
    let mut runner = TestRunner::new(random::cases(1));
    for adapter in adapters_of_tests() {
        let mut replayed = 0;
        let mut engine = GpuEngine::open(adapter).expect("the adapter opens");
        for case in CASES.iter().filter(|case| case.0.starts_with("rules: (")) {
            let plan = of_case(case);
            // The table takes five to eight.
            let cells = plan.job().domain().sides().cells() as u64;
            engine.device.limits.max_storage_buffer_binding_size = cells.next_power_of_two() / 2;
            check(&mut runner, 4, |finished| {
                let finished = finished.tiles(&plan);
                let planted = Planted::new(&engine, &plan, &finished);
                let told = format!("{case:?}, finished: {finished:?}");
                let resumed = Resumed::new(&plan, planted.given.clone(), finished);
                resumed.run_and_compare(&engine, &planted.expected, &told);
                replayed += usize::from(planted.differs);
            });
        }
        assert!(replayed > 0);
    }
}

/// Catches a tile that is handed over again or not at all, a state that replay leaves otherwise than a
/// search, and totals that miss what was replayed.
#[test]
fn a_resumed_run_completes_the_table() {
    let mut runner = TestRunner::new(random::cases(1));
    for (number, case) in CASES.iter().chain(COMPUTED_AGAIN).enumerate() {
        let plan = of_case(case);
        let table = planted::definition(&plan);
        for engine in engines_of(number) {
            check(&mut runner, 1, |finished| {
                let finished = finished.tiles(&plan);
                let told = format!("{case:?}, finished: {finished:?}");
                Resumed::new(&plan, table.clone(), finished).run_and_compare(engine, &table, &told);
            });
        }
    }
}

/// Catches a run that computes the values of finished tiles once more instead of reading them: wrong values
/// are planted there, and every later cell must follow from them.
#[test]
fn later_cells_follow_from_what_is_stored() {
    let mut replayed = 0;
    let mut runner = TestRunner::new(random::cases(1));
    for (number, case) in CASES.iter().enumerate() {
        let plan = of_case(case);
        for engine in engines_of(number) {
            check(&mut runner, 2, |finished| {
                let finished = finished.tiles(&plan);
                let planted = Planted::new(engine, &plan, &finished);
                let told = format!("{case:?}, finished: {finished:?}");
                let resumed = Resumed::new(&plan, planted.given.clone(), finished);
                resumed.run_and_compare(engine, &planted.expected, &told);
                replayed += usize::from(planted.differs);
            });
        }
    }
    // Less than half are expected to differ, since some sets are empty, all, or lack a tile of the first
    // wave. Were there hardly any, the test would say little.
    assert!(engines().is_empty() || replayed >= CASES.len() / SHAPES, "{replayed}");
}

/// Catches a value beyond the bound that is taken for a value, or a hole in a finished tile that is not
/// noticed.
#[test]
fn a_finished_tile_beyond_the_bound_is_reported() {
    for engine in engines().iter().take(1) {
        for case in CASES {
            let plan = of_case(case);
            let mut table = planted::definition(&plan);
            // Only one position of an orbit may be computed: all cells of two grades are spoilt.
            let sides = plan.job().domain().sides();
            for at in Coordinates::cells_of_box(sides) {
                if at.sum() < 2 && plan.job().domain().contains(at) {
                    table[at.row_major_index(sides)] = plan.value_type().fill().max(2);
                }
            }
            let finished = plan.tiling().tiles().collect();
            let sink = Resumed::new(&plan, table, finished);
            let error = sink.run(engine).expect_err("a value beyond the bound");
            let told = "a tile that an earlier run has finished has no value, or one beyond";
            assert!(error.to_string().contains(told), "{case:?}: {error}");
        }
    }
}
