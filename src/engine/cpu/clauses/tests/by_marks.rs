//! Tables that are filled by marks.

use std::time::Duration;

use super::by_chance::{Kind, clause, condition};
use super::plan;
use crate::domain::tiling::TileIndex;
use crate::engine::cpu::clauses::marking::{Blocks, Marking};
use crate::engine::reference::ReferenceEngine;
use crate::engine::{Engine, EngineError, EngineKind, Memory, Prepared, RunReport, Sink, Wanted};
use crate::plan::Plan;
use crate::table::InMemoryTable;
use crate::tests::common::random;
use crate::tests::common::resumed::{Tiles, resume};

/// Fills tables by marks wherever that is possible, whether it is quick or not, in these blocks.
#[derive(Clone, Copy)]
struct ByMarks(Blocks);

/// Blocks of one thread, and small ones that several threads share.
const BLOCKS: [Blocks; 3] = [
    Blocks { cells: 1 << 18, are_shared: false },
    Blocks { cells: 1, are_shared: true },
    Blocks { cells: 30, are_shared: true },
];

struct PreparedMarks<'a>(&'a Plan, Blocks);

impl Engine for ByMarks {
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        _: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        Ok(Box::new(PreparedMarks(plan, self.0)))
    }
}

impl Prepared for PreparedMarks<'_> {
    fn plan(&self) -> &Plan {
        self.0
    }

    fn memory(&self) -> Memory {
        Memory::default()
    }

    fn expected(&self) -> Duration {
        Duration::ZERO
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        let game = self.0.job().ruleset().written_ruleset().expect("rules");
        let marking = Marking::possible(self.0, game).expect("marks");
        marking.run_in(self.1, self.0, game, sink)?;
        Ok(RunReport::default())
    }
}

fn marking(plan: &Plan) -> Option<Marking> {
    Marking::possible(plan, plan.job().ruleset().written_ruleset()?)
}

/// Compares a table that is filled by marks with that of the definition.
fn assert_marks_are_true(plan: &Plan, blocks: Blocks) {
    let job = plan.job();
    let what = format!("{} on {}, {}, {blocks:?}", job.ruleset(), job.domain(), job.quantity());
    let truth = InMemoryTable::run(&ReferenceEngine, plan).expect(&what);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    let found = match blocks.are_shared {
        true => pool.install(|| InMemoryTable::run(&ByMarks(blocks), plan)),
        false => InMemoryTable::run(&ByMarks(blocks), plan),
    };
    assert_eq!(truth.compare(&found.expect(&what)), Ok(()), "{what}");
}

const H: &str = "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
                 (x - k, y - k) for 1 <= k <= min(x, y) if 2*k <= max(x, y)";
const CHOMP: &str = "positions x >= y >= z and x > 0; (k, min(y, k), min(z, k)) for 1 <= k < x; \
                     (x, k, min(z, k)) for 0 <= k < y; (x, y, k) for 0 <= k < z";
const PRIMES: &str =
    "(x - k, y) for 1 <= k <= x if is_prime(k); (x, y - k) for 1 <= k <= y if is_prime(k)";

/// Games whose options are solved for positions in each of the ways that there are.
const GAMES: &[(&str, &str)] = &[
    (H, "40x37"),
    (H, "tokens 40"),
    (CHOMP, "12x12x12"),
    (PRIMES, "40x30"),
    ("(x / 2) if x > 0; (x - 1) if x > 0", "90"),
    ("grade x; (x - k, k) for 1 <= k <= min(x, 3*y)", "30x34"),
    ("grade x; (x - k, min(2*k, x - k)) for 1 <= k <= min(x, y)", "30x34"),
    ("(x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < min(k, l) + 1", "20x22"),
    ("(x - k*k) for 1 <= k <= floor_sqrt(x) if k*k <= x", "200"),
    ("(x - 2*k, y + k) for 1 <= k <= x / 2", "tokens 30"),
    ("grade x + 2*y; (x - k, y) for 1 <= k <= x; (x + k, y - k) for 1 <= k <= y", "tokens 30"),
    (
        "(x - 2, y + 1) if x >= 2 and y < 14; (x - 2, y - 1) if x >= 2 and y >= 1; (x + 1, y - 2) if y >= 2 and x < 14; (x - 1, y - 2) if x >= 1 and y >= 2",
        "15x15",
    ),
    ("positions x != y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y", "25x25"),
    (
        "terminal x == y or x < 2; (x - k, y) for 1 <= k <= x; (x, y - k) for k in {1, 3, 5..7} if k <= y",
        "25x25",
    ),
    (
        "(x - k, y) for 1 <= k <= x if x % 3 == 1 or y % 2 == 0; (x, y - k) for 1 <= k <= y if (x - y) % 5 != 2",
        "32x25",
    ),
    (
        "(x - k, y) for 1 <= k <= x if gcd(k, x) == 1 and k != y; (x, y - k) for 1 <= k <= y if k ^ x > 4",
        "32x25",
    ),
    (
        "(x, y - k*x) for 1 <= k <= if(x > 0, y / x, 0) if 0 < k*x <= y; (x - k*y, y) for 1 <= k <= if(y > 0, x / y, 0) if 0 < k*y <= x",
        "22x22",
    ),
    (
        "(x - k, y - l, z) for 0 <= k <= x, 0 <= l <= y if k + l > 0; (x - k, y, z - l) for 0 <= k <= x, 0 <= l <= z if k + l > 0; (x, y - k, z - l) for 0 <= k <= y, 0 <= l <= z if k + l > 0",
        "7x8x9",
    ),
    ("(k, x - 1 - k) for 0 <= k < x; (k, y - 1 - k) for 0 <= k < y", "20x20"),
    ("(abs(x - 2*k), y) for 1 <= k < x; (x, y & k) for 0 <= k < y if y & k < y", "20x20"),
    ("(if(x % 2 == 0, x / 2, x - 1), y) if x > 0; (x, 2*y / 3) if y > 0", "30x30"),
    (
        "(x - k, y - k, z, w) for 1 <= k <= min(x, y); (x, y, z - k, max(w - k, 0)) for 1 <= k <= z; (min(x, w), y, z, w - 1) if w > 0",
        "5x6x5x6",
    ),
];

/// Catches a case that is left out, a bound that is off by one, an option that is counted twice, and a cell that has its turn
/// before one of its options.
#[test]
fn marked_tables_are_those_of_the_definition() {
    let quantities = ["outcome", "outcome misere", "palaces"];
    for (number, (rules, domain)) in GAMES.iter().enumerate() {
        for (other, quantity) in quantities.iter().enumerate() {
            let plan = plan(rules, domain, quantity, [7, 64][(number + other) % 2]).expect(rules);
            assert!(marking(&plan).is_some(), "{rules}");
            assert_marks_are_true(&plan, BLOCKS[(number + other) % 3]);
        }
        let blocking = format!("{rules} +block={}", 1 + number % 4);
        for quantity in ["outcome", "palaces"] {
            let plan = plan(&blocking, domain, quantity, 8).expect(rules);
            assert_marks_are_true(&plan, BLOCKS[number % 3]);
        }
    }
}

/// A clause by chance most of whose options have no heap that is larger: which have smaller token sums is asked by a condition.
fn shrinking_clause(random: &mut fastrand::Rng, heaps: &[&str]) -> String {
    let mut names = heaps.to_vec();
    let (mut ranges, mut conditions) = (Vec::new(), Vec::new());
    for variable in ["k", "l"].into_iter().take(random.usize(..3)) {
        let heap = heaps[random.usize(..heaps.len())];
        let any = names[random.usize(..names.len())];
        ranges.push(match random.u32(..8) {
            0 => format!("0 <= {variable} < {heap}"),
            1 => format!("1 <= {variable} <= min({heap}, {any})"),
            2 => format!("{variable} in {{1, 3..5, {}}}", random.u32(6..9)),
            3 => format!("{heap} / 3 <= {variable} <= {heap}"),
            4 => format!("0 <= {variable} <= floor_sqrt({heap})"),
            5 => format!("1 <= {variable} <= max({heap}, {any}) - 1"),
            _ => format!("1 <= {variable} <= {heap}"),
        });
        names.push(variable);
    }
    let variables = names[heaps.len()..].to_vec();
    let option = heaps.iter().map(|&heap| {
        let of = match variables.len() {
            0 => random.u32(1..4).to_string(),
            many => variables[random.usize(..many)].to_owned(),
        };
        match random.u32(..16) {
            0..4 => format!("{heap} - {of}"),
            4..7 => heap.to_owned(),
            7 => format!("min({heap}, {of})"),
            8 => format!("max({heap} - {of}, 0)"),
            9 => format!("{heap} / {}", random.u32(2..4)),
            10 => format!("min(abs({heap} - 2*{of}), {heap})"),
            11 => format!("if({heap} % 2 == {}, {heap} / 2, {heap} - {of})", random.u32(..2)),
            12 => format!("{heap} - {of}*{of}"),
            13 => of,
            14 => format!("(2*{heap} - {of}) / 3"),
            _ => format!("{heap} & {of}"),
        }
    });
    let option: Vec<String> = option.collect();
    for (heap, of) in heaps.iter().zip(&option) {
        if of != heap {
            conditions.push(format!("{of} >= 0 and {of} <= {heap}"));
        }
    }
    conditions.push(format!("{} < {}", option.join(" + "), heaps.join(" + ")));
    if random.u32(..3) == 0 {
        let at = random.usize(..=conditions.len());
        let depth = random.u32(1..3);
        conditions.insert(at, condition(random, &names, depth));
    }
    let conditions = conditions.join(" and ");
    match variables.is_empty() {
        true => format!("({}) if {conditions}", option.join(", ")),
        false => format!("({}) for {} if {conditions}", option.join(", "), ranges.join(", ")),
    }
}

/// Rules by chance, and a domain for them.
fn rules_by_chance(random: &mut fastrand::Rng) -> (String, &'static str) {
    let count = random.usize(1..4);
    let (heaps, domain): (&[&str], _) = match random.u32(..8) {
        0 => (&["x"], "60"),
        1 => (&["x", "y", "z"], ["5x7x6", "tokens 9"][random.usize(..2)]),
        _ => (&["x", "y"], ["12x9", "tokens 14", "7x15"][random.usize(..3)]),
    };
    let mut rules = match random.u32(..4) {
        // Heaps that grow, which a grade or a box of tokens allows.
        0 => {
            let (grade, amount, room) = [
                ("grade x", "k", "x - k + 1 >= 0"),
                ("grade 2*x + y", "k", "y + k < 9"),
                ("grade 3*y + x", "2*k", "x > 0"),
            ][random.usize(..3)];
            let clause = match grade {
                "grade 3*y + x" => format!("(min(x + {amount}, 8), y - k) for 1 <= k <= y"),
                "grade x" => format!("(x - k, min(y + {amount}, 8)) for 1 <= k <= x if {room}"),
                _ => format!("(x - k, y + {amount}) for 1 <= k <= x if {room}"),
            };
            let more = match random.bool() {
                true => format!(
                    "; {}",
                    shrinking_clause(random, &["x"])
                        .replace(") for", ", y) for")
                        .replace(") if", ", y) if")
                ),
                false => String::new(),
            };
            return (format!("{grade}; {clause}{more}"), ["9x9", "12x9"][random.usize(..2)]);
        }
        1 if heaps.len() == 2 => {
            let clauses: Vec<String> =
                (0..count).map(|_| clause(random, Kind::Impartial)).collect();
            return (clauses.join("; "), "tokens 13");
        }
        _ => (0..count).map(|_| shrinking_clause(random, heaps)).collect::<Vec<_>>().join("; "),
    };
    for word in ["positions", "terminal"] {
        if random.u32(..5) == 0 {
            rules = format!("{word} {}; {rules}", condition(random, heaps, 1));
        }
    }
    (rules, domain)
}

/// Catches what no game above has: a way to put rules together of which a case is solved wrongly.
#[test]
fn rules_by_chance_are_marked_as_the_definition_says() {
    let mut random = fastrand::Rng::with_seed(random::seed());
    let cases = random::count(400);
    let [mut marked, mut layered] = [0; 2];
    for case in 0..cases {
        let (rules, domain) = rules_by_chance(&mut random);
        let block = random.u32(..3);
        let quantity = ["outcome", "outcome", "outcome misere", "palaces"][random.usize(..4)];
        let rules = match quantity {
            "outcome misere" => rules,
            _ if block == 0 => rules,
            _ => format!("{rules} +block={block}"),
        };
        let Ok(plan) = plan(&rules, domain, quantity, [3, 64][random.usize(..2)]) else { continue };
        let Some(marking) = marking(&plan) else { continue };
        marked += 1;
        layered += u32::from(!marking.goes_back());
        assert_marks_are_true(&plan, BLOCKS[case as usize % 3]);
    }
    assert!(marked > cases / 4 && layered > cases / 40, "{marked} of {cases}, {layered} by layers");
}

/// Catches an earlier run's tiles that are handed over again or change others, and a run that does not notice that a stored
/// value is another one.
#[test]
fn marked_tables_are_resumed() {
    for (rules, domain, quantity) in [
        (H, "30x30", "outcome"),
        (CHOMP, "9x9x9", "outcome misere"),
        ("grade x; (x - k, k) for 1 <= k <= min(x, 3*y)", "30x34", "palaces"),
    ] {
        let plan = plan(rules, domain, quantity, 8).expect(rules);
        let truth = resume(&ReferenceEngine, &plan, Tiles::new());
        let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
        for (step, blocks) in (1..5).zip(BLOCKS.into_iter().cycle()) {
            let finished = tiles.iter().step_by(step);
            let finished: Tiles = finished.map(|&tile| (tile, truth[&tile].clone())).collect();
            assert!(resume(&ByMarks(blocks), &plan, finished) == truth, "{rules}");
        }
    }
}

/// Catches a choice that looks at all options where marks take a small part of the time, or the other way round.
#[test]
fn marks_are_chosen_where_they_are_quicker() {
    for (rules, domain, quantity, expected) in [
        (H, "400x400", "outcome", true),
        (CHOMP, "60x60x60", "outcome", true),
        (PRIMES, "400x400", "outcome", true),
        (H, "400x400", "grundy", false),
        ("(x - k, y) for 1 <= k <= x + 1", "40x40", "outcome", false),
        ("(x ^ k, y) for 1 <= k < 4 if x ^ k < x", "1000x40", "outcome", false),
    ] {
        let plan = plan(rules, domain, quantity, 64).expect(rules);
        let game = plan.job().ruleset().written_ruleset().expect(rules);
        assert_eq!(super::super::run_time::marking(&plan, game).is_some(), expected, "{rules}");
    }
}
