//! Engines go on from tiles that an earlier run has finished: they read these values and search for the
//! others.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::tests::common::plan;
use crate::tests::common::resumed::{Tiles, resume};
use grundytab::domain::tiling::{Run, Tile, TileIndex};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{
    Engine, EngineKind, RulesFilling, Sink, Stop, Wanted, filling_of_rules, value_by_definition,
};
use grundytab::ruleset::Method;
use grundytab::values::Values;
use grundytab::{Coordinates, Plan, Quantity};

/// Games of every method and in every special case of a method: mirrored or not, altered, blocked, with
/// terminal positions, on boxes and simplices, with one to four heaps.
const CASES: &[(&str, &str, &str)] = &[
    ("wythoff", "60x60", "grundy"),
    ("wythoff", "60x60", "grundy misere"),
    ("wythoff", "50x61", "grundy"),
    ("wythoff", "tokens 70", "grundy"),
    ("maharaja", "50x50", "grundy"),
    ("wythoff+alter=1,1/20,5", "50x40", "grundy"),
    ("vector:1,0/0,1/1,1+alter=1,1/3,3/9,2/2,9", "45x45", "grundy"),
    ("wythoff+terminal=2,5/7,7", "40x40", "grundy misere"),
    ("nim:3", "14x15x16", "grundy"),
    ("nim:3", "5x17x17", "grundy"),
    ("nim:1", "300", "grundy"),
    ("subtraction:2,5,8", "500", "grundy"),
    ("subtraction:1,4,33", "400", "outcome misere"),
    ("subtraction:2,5+heaps=2", "40x50", "grundy"),
    ("wythoff+block=3", "60x50", "palaces"),
    ("wythoff+block=3", "60x50", "outcome"),
    ("vector:2,0/3,0/0,1+block=2", "tokens 60", "palaces"),
    ("vector:1,0/0,1+alter=2,3+block=1", "40x40", "palaces"),
    ("partizan:1,0/0,1:1,1/2,1", "40x45", "outcome-class"),
    ("wythoff+points=2/-1/3", "60x50", "score"),
    ("vector:0,1/0,2/1,1+points=1/5/-2", "tokens 60", "score"),
    ("wythoff+points=2/1/-3+alter=1,2:5/0,3/4,4", "50x45", "score"),
    ("maharaja", "60x50", "remoteness"),
    ("vector:0,1/0,2/1,1+alter=0,4/4,0", "tokens 60", "remoteness"),
    ("partizan::+alter-left=1/4+alter-right=2/3", "200", "outcome-class"),
    ("triangle", "tokens 40", "grundy"),
    ("triangle", "tokens 40", "grundy misere"),
    ("triangle", "tokens 50", "outcome"),
    ("digraph:XY/YX", "tokens 60", "grundy"),
    ("digraph:XY/YX/ZZ", "tokens 30", "grundy"),
    ("digraph:XY/YX/ZZ", "tokens 30", "outcome misere"),
    ("digraph:XY/XZ", "tokens 30", "grundy"),
    ("nim:4", "5x4x9x9", "grundy"),
    ("vector:1,0,0,0/0,1,0,1/0,0,1,2+block=1", "6x7x8x5", "palaces"),
    ("vector:1,0,0,0/1,1,1,1/0,0,2,1+alter=1,0,0,2", "6x7x8x5", "grundy misere"),
    ("nim:4", "tokens 12", "score"),
    ("digraph:XY/YX/YZ/ZY/ZW/WZ/WX/XW", "tokens 17", "grundy"),
    ("digraph:XY/YZ/ZX/WW", "tokens 15", "grundy misere"),
    ("digraph:XY/YZ/ZX/WX", "tokens 17", "outcome misere"),
    ("euclid", "50x40", "grundy"),
    ("euclid+positive", "40x40", "outcome misere"),
    ("fibonacci", "60x60", "grundy"),
    ("fibonacci", "60x45", "grundy misere"),
    ("fibonacci", "60x60", "outcome"),
    ("rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y if k != x", "40x50", "grundy"),
    ("rules: grade x; (x - a, a) for 1 <= a <= min(x, 2 * y)", "40x41", "outcome misere"),
    (
        "rules: positions x >= y; (c, min(y, c)) for 0 <= c < x; (x, c) for 0 <= c < y",
        "40x40",
        "remoteness",
    ),
    (
        "rules: (x - k, y) for 1 <= k <= x if k % 3 != 2; (x, y - 1) if y > 0+block=1",
        "40x40",
        "palaces",
    ),
    ("rules: (x - k, y) for 2 <= k <= x; (x, y - k) for 1 <= k <= y", "60x50", "grundy"),
    ("rules: (x - k, y) for 2 <= k <= x; (x, y - k) for 2 <= k <= y", "60x60", "grundy misere"),
    (
        "rules: (x - k, y, z) for 2 <= k <= x; (x, y, z - k) for 1 <= k <= z if y > x",
        "13x14x15",
        "outcome",
    ),
    (
        "rules: (x - k, y) for 1 <= k <= x pays k - y; (x, y - k) for 1 <= k <= y if k != x pays 2",
        "40x40",
        "score",
    ),
];

fn engines() -> Vec<&'static dyn Engine> {
    vec![&ReferenceEngine, &CpuEngine]
}

/// Runs all cases, each by tiles that do not divide the domain and by some that do.
fn for_each_plan(mut test: impl FnMut(&Plan)) {
    for &(game, domain, quantity) in CASES {
        for edge in [7, 16] {
            test(&plan(game, domain, quantity, Some(edge)));
        }
    }
}

/// Returns a number that every move lowers.
fn grade(plan: &Plan, at: Coordinates) -> u32 {
    if plan.job().ruleset().to_string() == "fibonacci" { at[2] } else { at.sum() }
}

fn assert_same(plan: &Plan, engine: &dyn Engine, expected: &Tiles, found: &Tiles, what: &str) {
    let job = plan.job();
    for index in plan.tiling().tiles() {
        for (at, cell) in plan.tiling().region(index).runs().flat_map(Run::cells) {
            let [expected, found] = [expected, found].map(|tiles| tiles[&index].get(cell));
            assert_eq!(
                found,
                expected,
                "{} {} {} {what}, engine {}, at {}",
                job.ruleset(),
                job.domain(),
                job.quantity(),
                engine.kind(),
                job.domain().position(at)
            );
        }
        assert_eq!(expected[&index], found[&index], "outside the domain");
    }
}

/// Catches values of finished tiles that are forgotten, recorded twice, on a wrong line or layer, or
/// recorded before what they depend on; and finished tiles that are handed over once more.
#[test]
fn whatever_is_finished_the_table_is_the_same() {
    let mut random = fastrand::Rng::with_seed(11);
    for_each_plan(|plan| {
        let truth = resume(&ReferenceEngine, plan, Tiles::new());
        let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
        let first_grade = |index: &TileIndex| grade(plan, plan.tiling().region(*index).origin);
        let middle = plan.job().layer_count() as u32 / 2;
        let spared = tiles[random.usize(..tiles.len())];
        let of = |chosen: &mut dyn FnMut(&TileIndex) -> bool| -> Tiles {
            let finished = tiles.iter().copied().filter(|index| chosen(index));
            finished.map(|index| (index, truth[&index].clone())).collect()
        };
        let subsets = [
            ("with nothing stored", of(&mut |_| false)),
            ("with all stored", of(&mut |_| true)),
            ("with all but one tile stored", of(&mut |&index| index != spared)),
            ("with one tile stored", of(&mut |&index| index == spared)),
            ("with the first layers stored", of(&mut |index| first_grade(index) < middle)),
            ("with half of the tiles stored", of(&mut |_| random.bool())),
        ];
        for (what, finished) in subsets {
            for engine in engines() {
                // The definition has told the truth with nothing stored.
                if finished.is_empty() && engine.kind() == EngineKind::Reference {
                    continue;
                }
                let found = resume(engine, plan, finished.clone());
                assert_same(plan, engine, &truth, &found, what);
            }
        }
    });
}

/// Returns another value for a position, which leaves the invariants of all engines alone; `None` where
/// there is none. The largest stored value is given.
fn other_value(plan: &Plan, value: u32, largest: u32) -> Option<u32> {
    let job = plan.job();
    let text = job.ruleset().to_string();
    let blocking =
        text.split_once("+block=").map_or(0, |(_, number)| number.parse().expect("a number"));
    match job.quantity() {
        // A value that no other stored position has.
        Quantity::Grundy => Some(largest + 1),
        // An N-position in place of a P-position.
        Quantity::Outcome => (value == 1).then_some(0),
        Quantity::Palaces => Some(if value <= blocking { blocking + 1 } else { 0 }),
        Quantity::OutcomeClass => Some(1 - value.min(1)),
        // One point, or one move, more.
        Quantity::Score | Quantity::Remoteness => Some(value.wrapping_add(1)),
        other => panic!("{other} has no case"),
    }
}

/// Catches engines that compute finished tiles once more instead of reading them. A value is planted in
/// the finished tiles; everything else must follow from it by the definition.
#[test]
fn the_stored_values_are_those_that_count() {
    let mut planted_in = 0;
    for_each_plan(|plan| {
        let (job, tiling) = (plan.job(), plan.tiling());
        // Finished scores of partizan games are computed again and compared.
        if matches!(job.quantity(), Quantity::ScoreLeft | Quantity::ScoreRight) {
            return;
        }
        // Outcomes that are found by marks are computed again and compared, too: to mark is all the work.
        if let Method::Clauses(game) = job.method()
            && filling_of_rules(plan, game) == RulesFilling::ByMarks
        {
            return;
        }
        // Rows of Fibonacci Nim are monotone, and values of Euclid do not depend on one another.
        if ["fibonacci", "euclid"].iter().any(|name| job.ruleset().to_string().starts_with(name)) {
            return;
        }
        let truth = resume(&ReferenceEngine, plan, Tiles::new());
        let value = |tiles: &Tiles, at: Coordinates| {
            let (index, cell) = tiling.locate(at);
            tiles[&index].get(cell)
        };
        let middle = job.layer_count() as u32 / 2;
        let first_grade = |index: TileIndex| grade(plan, tiling.region(index).origin);
        let is_finished = |index: TileIndex| first_grade(index) < middle;
        // All positions of lower grades are stored; those of higher grades follow from them.
        let open = tiling.tiles().filter(|&index| !is_finished(index));
        let first_open_grade = open.map(first_grade).min().unwrap_or(u32::MAX);
        let stored_values = tiling.tiles().filter(|&index| is_finished(index)).flat_map(|index| {
            let region = tiling.region(index);
            let values =
                region.runs().flat_map(Run::cells).map(|(_, cell)| truth[&index].get(cell));
            values.collect::<Vec<_>>()
        });
        let largest = stored_values.max().unwrap_or(0);
        // A position with equal heaps is its own image under all symmetries.
        let heaps = job.domain().heaps();
        let diagonal = |n: u32| Coordinates::padded(&vec![n; heaps], 0);
        let is_stored =
            |at: &Coordinates| job.domain().contains(*at) && at.sum() < first_open_grade;
        let found = (0..).map(diagonal).take_while(is_stored).filter_map(|at| {
            let other = other_value(plan, value(&truth, at), largest)?;
            (u64::from(other) <= plan.bound().largest_value).then_some((at, other))
        });
        let Some((planted_at, planted)) = found.last() else { return };
        planted_in += 1;

        let mut expected = truth.clone();
        let mut cells: Vec<(Coordinates, TileIndex, usize)> = Vec::new();
        for index in tiling.tiles() {
            let region = tiling.region(index);
            let of_tile = region.runs().flat_map(Run::cells);
            cells.extend(of_tile.map(|(at, cell)| (at, index, cell)));
        }
        cells.sort_by_key(|(at, ..)| grade(plan, *at));
        let set = |tiles: &mut Tiles, index: TileIndex, cell: usize, new: u32| {
            let tile = tiles.get_mut(&index).expect("a tile");
            let values = (0..tile.len()).map(|i| if i == cell { new } else { tile.get(i) });
            *tile = Values::from_u32(plan.value_type(), values.collect::<Vec<_>>().into_iter());
        };
        let (index, cell) = tiling.locate(planted_at);
        set(&mut expected, index, cell, planted);
        for (at, index, cell) in cells {
            if grade(plan, at) >= first_open_grade {
                let stored = |at| value(&expected, at);
                let (ruleset, quantity) = (job.ruleset(), job.quantity());
                let new = value_by_definition(ruleset, quantity, job.convention(), at, stored);
                set(&mut expected, index, cell, new);
            }
        }
        let finished: HashMap<_, _> = expected
            .iter()
            .filter(|(index, _)| is_finished(**index))
            .map(|(&index, values)| (index, values.clone()))
            .collect();
        for engine in engines() {
            let found = resume(engine, plan, finished.clone());
            assert_same(plan, engine, &expected, &found, "with a planted value");
        }
    });
    assert!(planted_in > 30, "values were planted in {planted_in} tables only");
}

/// A sink of which everything but one tile is finished. The first two tiles that can be read at the same time wait for
/// one another.
struct Meeting {
    finished: Tiles,
    reads: Mutex<HashMap<TileIndex, usize>>,
    inside: AtomicU64,
    begun: Instant,
}

impl Sink for Meeting {
    fn tile(&self, _: Tile) -> Result<(), Stop> {
        Ok(())
    }

    fn is_finished(&self, tile: TileIndex) -> bool {
        self.finished.contains_key(&tile)
    }

    fn finished_tile(&self, tile: TileIndex) -> Result<Values, Stop> {
        *self.reads.lock().expect("no panic before").entry(tile).or_default() += 1;
        if tile.sum() == 1 {
            self.inside.fetch_add(1, Ordering::Relaxed);
            while self.inside.load(Ordering::Relaxed) < 2 {
                let waited = self.begun.elapsed();
                assert!(waited < Duration::from_secs(100), "one thread takes tiles over alone");
                thread::yield_now();
            }
        }
        self.finished.get(&tile).cloned().ok_or(Stop)
    }
}

/// Catches stored tiles that are taken over by one thread after the other, and tiles that are read again and again.
#[test]
fn stored_tiles_are_read_once_on_all_threads() {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    for (game, domain, quantity) in [
        ("wythoff", "50x61", "grundy"),
        ("wythoff+block=3", "50x61", "palaces"),
        ("wythoff+points=2/-1/3", "50x61", "score"),
        ("partizan:1,0/0,1:1,1/2,1", "50x61", "outcome-class"),
    ] {
        let plan = plan(game, domain, quantity, Some(16));
        let mut finished = resume(&CpuEngine, &plan, Tiles::new());
        let last = plan.tiling().tiles().last().expect("tiles");
        finished.remove(&last);
        let (reads, inside, begun) = (Mutex::default(), AtomicU64::new(0), Instant::now());
        let sink = Meeting { finished, reads, inside, begun };
        let run = || CpuEngine.prepare(&plan, Wanted::Values).expect("it fits").run(&sink);
        threads.install(run).expect("it runs");
        let reads = sink.reads.into_inner().expect("no panic before");
        let expected = sink.finished.keys().map(|&tile| (tile, 1)).collect();
        assert_eq!(reads, expected, "{game}");
    }
}
