//! Tables by rules, compared with those of the definition.

mod alone;
mod by_chance;
mod by_lines;
mod by_marks;
mod by_windows;
mod halves;

use fearless_simd::Level;

use super::along_lines;
use crate::domain::tiling::TileIndex;
use crate::engine::cpu::{CpuEngine, PreparedCpu, option_by_option};
use crate::engine::reference::ReferenceEngine;
use crate::engine::{Engine, EngineError, EngineKind, Prepared, Wanted};
use crate::plan::Plan;
use crate::ruleset::{Method, Ruleset};
use crate::table::InMemoryTable;
use crate::tests::common::random;
use crate::tests::common::resumed::{Tiles, resume, try_resume};
use crate::values::Values;

/// Games whose clauses are walked in each of the ways that there are, with every quantity.
const GAMES: &[(&str, &str, &[&str])] = &[
    // Runs of options, in all directions, and planes of them.
    (
        "(x - k, y, z) for 1 <= k <= x; (x - k, y - l, z) for 1 <= k <= x, 1 <= l <= y; \
         (x, y - k, z - l) for 1 <= k <= y, 1 <= l <= z",
        "7x6x9",
        &["grundy", "grundy misere", "outcome", "outcome misere", "palaces", "remoteness"],
    ),
    // Pieces of lines, where not all cells are positions.
    (
        "positions x >= y >= z; (c, min(y, c), min(z, c)) for 0 <= c < x; \
         (x, c, min(z, c)) for 0 <= c < y; (x, y, c) for 0 <= c < z",
        "9",
        &["grundy", "outcome misere", "remoteness"],
    ),
    // A grade that the rules state.
    ("grade x; (x - a, a) for 1 <= a <= min(x, 3 * y)", "40x45", &["grundy", "grundy misere"]),
    // Heaps that grow within a simplex, a position that is terminal, and no moves at all.
    (
        "terminal x == y; (x - k, y + l) for 1 <= k <= x, 0 <= l < k; (x, y - 2) if y >= 2",
        "tokens 30",
        &["grundy", "grundy misere", "outcome"],
    ),
    ("(x - k) for 1 <= k <= 0", "20", &["grundy misere", "remoteness", "outcome"]),
    // Sets, with bounds that follow from the condition.
    (
        "(x - k, y) for k in {1, 4, 9, 16..20} if k <= x; (x, y - k * k) for k in {1..5} if k * k <= y and x > 2",
        "tokens 40",
        &["grundy", "outcome", "palaces"],
    ),
    // Conditions that are evaluated in lanes, with and without pieces.
    (
        "(x - k, y) for 1 <= k <= x if k % 3 != 1; (x, y - k) for 1 <= k <= y if is_prime(k) or k ^ x > 20; \
         (abs(x - 2 * k), y) for 1 <= k < x if gcd(k, x) == 1",
        "60x23",
        &["grundy", "outcome misere", "remoteness"],
    ),
    // Heaps that are not linear.
    (
        "(x / 2, y) if x > 0; (x, y - floor_sqrt(k)) for 1 <= k <= y; (x ^ k, y) for 1 <= k <= 40 if x ^ k < x",
        "50x31",
        &["grundy", "remoteness", "palaces"],
    ),
    // Later variables that depend on earlier ones, four of them, and a block of long ranges.
    (
        "(x - a - b, y - c - d) for 1 <= a <= 3, a <= b <= 4, 0 <= c <= b, c <= d <= c + 1 if a + b <= x and c + d <= y and (x + y) % 5 != 3",
        "25x20",
        &["grundy", "outcome"],
    ),
    (
        "(x - k, y) for 1 <= k <= x if k % 7 < 5 and (x + k) % 2 == 0; (x, y - 1) if y > 0",
        "1400x3",
        &["grundy", "outcome"],
    ),
    // What has no value where it does not matter.
    (
        "(x - k, y) for 1 <= k <= x if y > 0 and x % y == 0; (x, y - k) for 1 <= k <= y if k == y or 12 / (y - k) > 3",
        "30x31",
        &["grundy", "outcome misere"],
    ),
    // Four heaps, and one.
    (
        "(x - k, y, z - k, w) for 1 <= k <= min(x, z); (x, y - k, z, w + k) for 1 <= k <= y if w + k < 30; grade 2 * x + 3 * y + 2 * z + w; \
         (x, y, z, w - 1) if w >= 1",
        "4x5x6x30",
        &["grundy"],
    ),
    ("(x - k) for 1 <= k <= (x + 1) / 2", "3000", &["grundy", "remoteness"]),
    // Sums along lines, with a hole, in a simplex and with cells that are no positions; values beyond those of positions.
    ("(a) + (x - k - a) for 1 <= k <= 2, 2 <= a <= x - k", "200", &["grundy", "outcome"]),
    ("(a) + (x - a) for 2 <= a < x if 2 * a != x", "150", &["grundy", "outcome"]),
    (
        "positions x != 3; (a, y) + (x - a, y - 1) for 0 <= a < x if y > 0; (x - 1, y) if x > 0",
        "tokens 20",
        &["grundy", "outcome"],
    ),
    // Sums one by one: of sets, of ranges of positions, under conditions, and the sum of no positions.
    ("positions x >= 1; sum (i) for a <= i < x for 1 <= a <= x", "90", &["grundy", "outcome"]),
    (
        "(x - k) + (k / 2) for k in {1, 3..5} if k <= x; () if x % 3 == 1; (x / 2) + (x / 2) + (x / 3) if x > 5",
        "200",
        &["grundy", "outcome"],
    ),
    (
        "grade 2 * x + y; (x - 1, y + 1) + sum (i, j) for 0 <= i < x, i <= j < k for 1 <= k <= min(x, 4) if is_prime(x + k) and y < 19",
        "12x20",
        &["grundy", "outcome"],
    ),
    // Points, which matter to scores alone.
    ("(x - k, y) for 1 <= k <= x if k != 3 pays 5 / (y - 3)", "9x9", &["grundy", "palaces"]),
    (
        "(x - k, y) for 1 <= k <= x pays 3 * k; (x, y - k) for k in {1, 3, 4} if k <= y pays x - k * k; (y, x - 1) if x > y",
        "17x17",
        &["score", "grundy"],
    ),
    (
        "left: (x - k, y) for 1 <= k <= x pays k; (x, y - 2) if y >= 2; right: (x, y - k) for 1 <= k <= y pays -2 * k + (x ^ k); (x - 1, y) if x > 0",
        "14x15",
        &["outcome-class", "outcome-class misere", "score-left", "score-right"],
    ),
    (
        "left: (x - 1) if x >= 1; (x - 4) if x >= 5; right: (x - 2) if x >= 2; (x - 3) if x >= 3",
        "200",
        &["outcome-class", "outcome-class misere"],
    ),
];

/// The CPU engine with one of its methods for written rules, whatever is quicker.
#[derive(Clone, Copy)]
enum By {
    Options,
    Lines,
}

impl Engine for By {
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        _: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        let game = plan.job().ruleset().written_ruleset().expect("rules");
        let method = match self {
            By::Options => option_by_option(plan, game),
            By::Lines => along_lines::method(plan, game, Level::new()).expect("lines"),
        };
        Ok(Box::new(PreparedCpu { plan, method }))
    }
}

fn plan(rules: &str, domain: &str, quantity: &str, tile: u32) -> Result<Plan, String> {
    let plan = Plan::parse(&format!("rules: {rules}"), domain, quantity);
    plan.and_then(|plan| plan.with_tile(tile)).map_err(|error| error.to_string())
}

/// Compares the tables of both engines, or the errors that they end with.
fn assert_same(plan: &Plan) {
    let what =
        format!("{} on {}, {}", plan.job().ruleset(), plan.job().domain(), plan.job().quantity());
    let truth = InMemoryTable::run(&ReferenceEngine, plan);
    let found = InMemoryTable::run(&CpuEngine, plan);
    if let (Ok(truth), Method::Clauses(game)) = (&truth, plan.job().method())
        && along_lines::method(plan, game, Level::new()).is_some()
    {
        let by_lines = InMemoryTable::run(&By::Lines, plan).expect("it runs");
        assert_eq!(truth.compare(&by_lines), Ok(()), "{what}, along lines");
    }
    match (truth, found) {
        (Ok(truth), Ok(found)) => assert_eq!(truth.compare(&found), Ok(()), "{what}"),
        (truth, found) => assert_eq!(truth.err(), found.err(), "{what}"),
    }
}

/// Catches options that are left out or made up, and values that are not those of the definition.
#[test]
fn tables_are_those_of_the_definition() {
    let cases = GAMES.iter().flat_map(|&(rules, domain, quantities)| {
        let quantities = quantities.iter().zip([7, 64].into_iter().cycle());
        quantities.map(move |quantity| (rules, domain, quantity))
    });
    for (rules, domain, (quantity, tile)) in random::sample(cases.collect(), GAMES.len()) {
        let plan = plan(rules, domain, quantity, tile).expect(rules);
        assert!(matches!(plan.job().method(), Method::Clauses(_)), "{rules}");
        InMemoryTable::run(&CpuEngine, &plan).expect(rules);
        assert_same(&plan);
    }
}

/// Catches options that are counted more often than once where the opponent may block some.
#[test]
fn options_that_several_moves_reach_are_blocked_at_once() {
    let rules = "(x - k, y) for 1 <= k <= x; (x - k, y - k + l) for 1 <= k <= min(x, y), 0 <= l <= k + 1 if l <= k; (x - 1, y) if x > 0";
    for block in 0..4 {
        for quantity in ["palaces", "outcome"] {
            assert_same(
                &plan(&format!("{rules} +block={block}"), "20x21", quantity, 8).expect(rules),
            );
        }
    }
}

/// Catches a fault that is overlooked, one that is made up, and another one than the first.
#[test]
fn faults_are_those_of_the_definition() {
    for (rules, domain, told) in [
        ("(x - k, y) for 1 <= k <= 3", "9x9", "leads to (-1, 0)"),
        ("(x - k, y + k) for 1 <= k <= x; grade x", "9x9", "outside the table"),
        ("(x - k, y + k + 1) for 1 <= k <= x; grade x", "tokens 12", "outside the table"),
        ("(x - k, y + k) for 1 <= k <= x", "tokens 12", "make the grade smaller"),
        ("(x, y) if x == 3 and y == 4; (x - k, y) for 1 <= k <= x", "9x9", "at (3, 4)"),
        ("(k, y) for 0 <= k <= x", "9x9", "make the grade smaller"),
        ("grade x - y; (x - k, y) for 1 <= k <= x", "9x9", "the grade is -1"),
        (
            "grade if(x == 0 and y == 7 or x == 3 and y == 0, 0 - 1, x + y); (x - k, y) for 1 <= k <= x",
            "9x9",
            "at (0, 7) the grade",
        ),
        ("(x - k, y) for 1 <= k <= x / y", "9x9", "no value"),
        ("(x - k, y) for 1 <= k <= x if y % k == 0 and k / (y - 5) != 7", "9x9", "no value"),
        ("(x - k, y) for 1 <= k <= x if k / (y - 5) != 7 and y % k == 0", "9x9", "no value"),
        ("(x - k / (y - 5), y) for 1 <= k <= x if y > 4", "9x9", "no value"),
        ("(x - floor_sqrt(k - 3), y) for 1 <= k <= x", "9x9", "no value"),
        ("terminal x / y == 1; (x - k, y) for 1 <= k <= x", "9x9", "no value"),
        ("(min(k, 12), y) for x < k <= 2 * x - y", "40x40", "make the grade smaller"),
        ("(x - 4611686018427387904 * k, y) for 1 <= k <= x", "9x9", "leads to"),
        ("(a, y) + (x - a, y) for 0 <= a < x", "9x9", "make the grade smaller"),
        ("(0, y) + (x - a, y) for 1 <= a <= 5 if x > 0", "9x9", "leads to (-"),
        ("(0, 0) + sum (x - i, y) for 1 <= i <= 2 if x > 0", "9x9", "leads to (-1, 0)"),
        ("(0, 0) + sum (x / i, 0) for 0 <= i <= 2 if x > 3", "9x9", "no value"),
        ("(x, y - 1) if y > 0; () if x / y == 1", "9x9", "no value"),
    ] {
        let game = Ruleset::parse(&format!("rules: {rules}")).expect(rules);
        let quantities = ["grundy", "outcome", "remoteness"];
        for quantity in &quantities[..if game.has_sums() { 2 } else { 3 }] {
            for tile in [4, 64] {
                let plan = plan(rules, domain, quantity, tile).expect(rules);
                let error = InMemoryTable::run(&CpuEngine, &plan).expect_err(rules).to_string();
                assert!(error.contains(told), "{rules}: {error}");
                assert_same(&plan);
            }
        }
    }
}

/// Catches a resumed run that takes one of two scores for both, or an outcome for a Grundy value, and one that goes on with a
/// wrong stored value.
#[test]
fn finished_tiles_that_do_not_tell_all_are_computed_again() {
    let rules = "left: (x - k, y) for 1 <= k <= x pays k; right: (x, y - k) for 1 <= k <= y if k != x pays 3";
    let sums = "(a, y) + (x - a, y - 1) for 0 <= a < x if y > 0; (x - 1, y) if x > 0";
    for (rules, quantity) in [(rules, "score-left"), (rules, "score-right"), (sums, "outcome")] {
        let plan = plan(rules, "20x20", quantity, 8).expect(rules);
        let truth = resume(&ReferenceEngine, &plan, Tiles::new());
        let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
        for step in 1..5 {
            let chosen = tiles.iter().step_by(step);
            let mut finished: Tiles = chosen.map(|&tile| (tile, truth[&tile].clone())).collect();
            assert!(resume(&CpuEngine, &plan, finished.clone()) == truth, "{quantity}");
            let wrong = Values::filled(plan.value_type(), plan.tiling().tile_cells() as usize);
            finished.insert(tiles[0], wrong);
            let error = try_resume(&CpuEngine, &plan, finished).expect_err("a wrong value");
            assert!(
                matches!(error, EngineError::OtherStoredValue { tile, .. } if tile == tiles[0])
            );
        }
    }
}
