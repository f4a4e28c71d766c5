//! Games whose rules are written as clauses: against an evaluation of the same texts in Python, which shares no code, and
//! against the families of games, of which each is written as rules here. So each family is checked by a second definition,
//! too.

use crate::common::plan;
use crate::common::python::{printed_by, python_program};
use crate::common::random;
use crate::common::{gpus, gpus_of_small_blocks};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineError, EngineKind};
use grundytab::{Coordinates, InMemoryTable, Ruleset};
use serde::Deserialize;

/// A kind of error, the position at which it is made, and the option.
type Fault = (String, Vec<u32>, Option<Vec<i64>>);

/// Random rules, and what Python says of them.
#[derive(Deserialize)]
struct Case {
    rules: String,
    domain: String,
    quantity: String,
    #[serde(default)]
    misere: bool,
    /// The values of all cells of the bounding box in row-major order, null where there is no position.
    values: Option<Vec<Option<i64>>>,
    /// Every kind of error with the position at which it is made.
    #[serde(default)]
    faults: Vec<Fault>,
}

/// Catches rules that are read as others, options that are left out or too many, values that any engine gets wrong, and
/// errors that are not found or are found where there is none.
#[test]
fn random_rules_have_the_values_of_python() {
    let (seed, count) = (100 * random::seed() + 41, random::count(1000));
    let mut command = python_program("random_rules.py");
    let cases = printed_by(command.args([seed.to_string(), count.to_string()]));
    assert_eq!(cases.lines().count(), count as usize);
    let (mut valid, mut faulty, mut unbounded, mut drawn) = (0, 0, 0, 0);
    for (number, line) in cases.lines().enumerate() {
        let case: Case = serde_json::from_str(line).expect("a case");
        let Case { rules, domain, quantity, misere, values, faults } = case;
        let name = format!("{rules} on {domain}: {quantity}, misère {misere}");
        let quantity = if misere { format!("{quantity} misere") } else { quantity };
        let plan = match grundytab::Plan::parse(&rules, &domain, &quantity) {
            Ok(plan) => plan,
            // The bound of points is no better than the bounds of the expressions.
            Err(error) if error.to_string().contains("its values may reach") => {
                unbounded += 1;
                continue;
            }
            // A condition on positions without a value, a grade without one, moves out of a box.
            Err(error) => {
                assert!(!faults.is_empty(), "{name}: {error}");
                faulty += 1;
                continue;
            }
        };
        let game = plan.job().ruleset();
        assert_eq!(Ruleset::parse(&game.to_string()).as_ref(), Ok(game), "{name}");
        let mut engines = vec![&ReferenceEngine as &dyn Engine, &CpuEngine];
        let on_gpu = random::count(1) > 1 || number % GPU_EVERY == 0;
        // Octal codes are those of one heap, where one position follows another.
        let is_octal = game.take_and_break_game().is_some();
        if heaps_of(&plan) < 4 && !is_octal && on_gpu && !plan.job().is_loopy() {
            engines
                .extend(gpus().iter().chain(gpus_of_small_blocks()).map(|gpu| gpu as &dyn Engine));
        }
        for engine in engines {
            let kind = engine.kind();
            match (InMemoryTable::run(engine, &plan), &values) {
                (Ok(table), Some(values)) => {
                    let sides = plan.job().domain().sides();
                    let cells = Coordinates::cells_of_box(sides);
                    for (at, expected) in cells.zip(values) {
                        let value = table.values()[at.row_major_index(sides)];
                        let is_position = plan.job().domain().contains(at);
                        let found = is_position.then(|| number_of(&plan, &table, value));
                        drawn += u32::from(is_position && plan.job().is_draw(value));
                        assert_eq!(found, *expected, "{name}, at {at:?}, {kind}");
                    }
                }
                (Err(error), None) => assert_is_named(&error.to_string(), &faults, &name),
                (Ok(_), None) => panic!("{name}: {kind} found none of {faults:?}"),
                (Err(error), Some(_)) => panic!("{name}: {kind} says {error}"),
            }
        }
        *if values.is_some() { &mut valid } else { &mut faulty } += 1;
    }
    assert!(valid > count / 2 && faulty > count / 50, "{valid} valid, {faulty} faulty");
    assert!(unbounded <= count / 50, "{unbounded} unbounded");
    assert!(drawn > count, "{drawn} drawn positions");
}

/// Returns the number of a value as Python has it: infinity with a set of numbers is -1 less 2^k for each of them.
pub(crate) fn number_of(plan: &grundytab::Plan, table: &InMemoryTable, value: u32) -> i64 {
    let place = plan.job().first_infinite().and_then(|first| value.checked_sub(first));
    match place {
        None => plan.job().quantity().number(value),
        Some(place) => {
            let set = table.infinite_sets().and_then(|sets| sets.get(place)).expect("a set");
            -1 - set.iter().map(|&number| 1_i64 << number).sum::<i64>()
        }
    }
}

/// The GPU engine computes one of this many random games, because their shaders take long to compile. It computes all
/// where more cases are asked for.
const GPU_EVERY: usize = 32;

fn heaps_of(plan: &grundytab::Plan) -> usize {
    plan.job().domain().heaps()
}

/// Checks that an error names a position at which Python finds a fault, too.
fn assert_is_named(error: &str, faults: &[Fault], name: &str) {
    let is_named = |(_, position, _): &Fault| {
        let heaps: Vec<String> = position.iter().map(u32::to_string).collect();
        error.contains(&format!("at ({})", heaps.join(", ")))
    };
    assert!(faults.iter().any(is_named), "{name}: {error}, but Python finds {faults:?}");
}

/// Games of families, the same games as rules, a domain, and the quantities that both have.
const FAMILIES: &[(&str, &str, &str, &[&str])] = &[
    ("nim:1", "(x - k) for 1 <= k <= x", "30", IMPARTIAL),
    (
        "nim:3",
        "(x - k, y, z) for 1 <= k <= x; (x, y - k, z) for 1 <= k <= y; (x, y, z - k) for 1 <= k <= z",
        "9x8x7",
        IMPARTIAL,
    ),
    (
        "nim:4",
        "(x - k, y, z, w) for 1 <= k <= x; (x, y - k, z, w) for 1 <= k <= y; (x, y, z - k, w) for 1 <= k <= z; (x, y, z, w - k) for 1 <= k <= w",
        "tokens 8",
        IMPARTIAL,
    ),
    (
        "wythoff",
        "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y)",
        "30x25",
        IMPARTIAL,
    ),
    (
        "wythoff",
        "(k, y) for 0 <= k < x; (x, k) for 0 <= k < y; (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if k == l",
        "20",
        IMPARTIAL,
    ),
    (
        "wythoff+block=2",
        "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y)+block=2",
        "30x25",
        &["outcome", "palaces"],
    ),
    (
        "maharaja",
        "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y); (x - 1, y - 2) if x >= 1 and y >= 2; (x - 2, y - 1) if x >= 2 and y >= 1",
        "25",
        IMPARTIAL,
    ),
    (
        "vector:1,1/2,1/0,3",
        "(x - k, y - k) for 1 <= k <= min(x, y); (x - 2 * k, y - k) for 1 <= k <= min(x / 2, y); (x, y - 3 * k) for 1 <= k <= y / 3",
        "25x30",
        IMPARTIAL,
    ),
    (
        "wythoff+alter=1,1/3,3",
        "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y) if k != 1 and k != 3",
        "25",
        IMPARTIAL,
    ),
    (
        "wythoff+terminal=3,1/4,4",
        "terminal x == 3 and y == 1 or x == 4 and y == 4; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y)",
        "25",
        IMPARTIAL,
    ),
    (
        "wythoff+to-zero=2,1/1,2",
        "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y); (0, 0) if x == 2 and y == 1 or x == 1 and y == 2",
        "25",
        IMPARTIAL,
    ),
    ("subtraction:2,5,8", "(x - k) for k in {2, 5, 8} if k <= x", "200", IMPARTIAL),
    (
        "subtraction:1,4+heaps=2",
        "(x - k, y) for k in {1, 4} if k <= x; (x, y - 4) if y >= 4; (x, y - 1) if y >= 1",
        "20x25",
        IMPARTIAL,
    ),
    ("subtraction:fibonacci-odd", "(x - k) for k in {1, 4, 12, 33, 88} if k <= x", "90", IMPARTIAL),
    (
        "euclid",
        "(x, y - k * x) for 1 <= k <= y / max(x, 1) if 0 < x <= y; (x - k * y, y) for 1 <= k <= x / max(y, 1) if y < x and y > 0",
        "20x25",
        &["grundy", "outcome", "grundy misere", "outcome misere"],
    ),
    (
        "euclid+positive",
        "(x, y - k * x) for 1 <= k <= (y - 1) / max(x, 1) if 0 < x <= y; (x - k * y, y) for 1 <= k <= (x - 1) / max(y, 1) if 0 < y < x",
        "20x25",
        &["grundy", "outcome", "grundy misere", "outcome misere"],
    ),
    (
        "fibonacci",
        "grade x; (x - k, min(2 * k, x - k)) for 1 <= k <= min(x, y)",
        "40x30",
        &["grundy", "outcome", "grundy misere", "outcome misere"],
    ),
    (
        "triangle",
        "(x - k, y + j, z) for 1 <= k <= x, 0 <= j < k; (x, y - k, z + j) for 1 <= k <= y, 0 <= j < k; (x + j, y, z - k) for 1 <= k <= z, 0 <= j < k",
        "tokens 14",
        &["grundy", "outcome", "grundy misere", "outcome misere"],
    ),
    (
        "digraph:XX/XY",
        "(x - k, y) for 1 <= k <= x; (x - k, y + j) for 1 <= k <= x, 0 <= j < k",
        "tokens 14",
        &["grundy", "outcome"],
    ),
    (
        "digraph:WX/XY/YZ/ZW",
        "(x, y, z + j, w - k) for 1 <= k <= w, 0 <= j < k; (x - k, y + j, z, w) for 1 <= k <= x, 0 <= j < k; (x, y - k, z + j, w) for 1 <= k <= y, 0 <= j < k; (x, y, z - k, w + j) for 1 <= k <= z, 0 <= j < k",
        "tokens 7",
        &[],
    ),
    (
        "partizan:1,0/0,1:1,1",
        "left: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; right: (x - k, y - k) for 1 <= k <= min(x, y)",
        "20x25",
        &["outcome-class", "outcome-class misere"],
    ),
    (
        "partizan::+alter-left=1/4+alter-right=2/3",
        "left: (x - 1) if x >= 1; (x - 4) if x >= 4; right: (x - k) for k in {2, 3} if x >= k",
        "90",
        &["outcome-class", "outcome-class misere"],
    ),
    (
        "partizan:1,0/0,1:1,1+terminal=2,2",
        "terminal x == 2 and y == 2; left: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; right: (x - k, y - k) for 1 <= k <= min(x, y)",
        "20x25",
        &["outcome-class", "outcome-class misere"],
    ),
    (
        "nim:2+points=3/-1",
        "(x - k, y) for 1 <= k <= x pays 3 * k; (x, y - k) for 1 <= k <= y pays -k",
        "20x25",
        &["score"],
    ),
    (
        "wythoff",
        "(x - k, y) for 1 <= k <= x pays k; (x, y - k) for 1 <= k <= y pays k; (x - k, y - k) for 1 <= k <= min(x, y) pays 2 * k",
        "20x25",
        &["score"],
    ),
    (
        "partizan:1,0/0,1:1,1",
        "left: (x - k, y) for 1 <= k <= x pays k; (x, y - k) for 1 <= k <= y pays k; right: (x - k, y - k) for 1 <= k <= min(x, y) pays 2 * k",
        "20x25",
        &["score-left", "score-right"],
    ),
    (
        "partizan:1,0/0,1:1,1+points-left=1/-1+points-right=3",
        "left: (x - k, y) for 1 <= k <= x pays k; (x, y - k) for 1 <= k <= y pays -k; right: (x - k, y - k) for 1 <= k <= min(x, y) pays 3 * k",
        "20x25",
        &["score-left", "score-right"],
    ),
];

/// What impartial games have without points.
const IMPARTIAL: &[&str] =
    &["grundy", "outcome", "palaces", "remoteness", "grundy misere", "outcome misere"];

/// Catches a family or an engine that has other values than the rules of the family.
#[test]
fn families_have_the_values_of_their_rules() {
    let mut compared = 0;
    for (family, rules, domain, quantities) in FAMILIES {
        for quantity in *quantities {
            let values = |game: &str, engine: &dyn Engine| {
                let plan = plan(game, domain, quantity, Some(7));
                let table = InMemoryTable::run(engine, &plan).expect("the engine runs");
                let domain = plan.job().domain().clone();
                let cells = Coordinates::cells_of_box(domain.sides());
                let positions = cells.filter(|&at| domain.contains(at));
                let value = |at: Coordinates| table.values()[at.row_major_index(domain.sides())];
                positions.map(|at| plan.job().quantity().number(value(at))).collect::<Vec<i64>>()
            };
            let rules = format!("rules: {rules}");
            let heaps = heaps_of(&plan(&rules, domain, quantity, None));
            let expected = values(family, &ReferenceEngine);
            for engine in crate::common::engines() {
                if engine.kind() == EngineKind::Gpu && heaps == 4 {
                    continue;
                }
                let name = format!("{quantity} of {family} and {rules}, {}", engine.kind());
                assert!(values(&rules, engine) == expected, "{name}");
                assert!(values(family, engine) == expected, "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared > 150, "{compared} tables");
}

/// Catches an engine that takes a move out of the table for a fault although the rules call the cell no position.
#[test]
fn cells_outside_of_the_table_may_be_no_positions() {
    let rules = "rules: positions x <= 10; grade 10 - x; (2*x) if x > 0";
    let plan = plan(rules, "11", "grundy", None);
    for engine in crate::common::engines() {
        let table = InMemoryTable::run(engine, &plan).expect("the engine runs");
        let values: Vec<u32> = (0..11).map(|at| table.values()[at]).collect();
        // From 6 on there is no move, from 3 to 5 one to such a heap, from 2 to 4, and from 1 to 2.
        assert_eq!(values, [0, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0], "{}", engine.kind());
    }
}

/// Catches faulty rules that are found at another position on several threads, or that are not told what to do.
#[test]
fn faults_are_told_with_position_option_and_remedy() {
    for (rules, domain, words) in [
        ("(x - k) for 1 <= k <= 3", "9", "at (0) a move (k = 1) leads to (-1)"),
        (
            "(x + 1, y - 1) if y >= 1",
            "5x5",
            "at (0, 1), whose grade is 1, a move leads to (1, 0), whose grade is 1",
        ),
        (
            "grade y; (x + 1, y - 1) if y >= 1",
            "5x5",
            "leads to (5, 0), and that is outside the table: give another --box",
        ),
        (
            "grade x; (x - 1, 4 / y) if x >= 1",
            "5x5",
            "at (1, 0) the option of a clause has no value",
        ),
        ("(x / 2)", "9", "at (0), whose grade is 0, a move leads to (0), whose grade is 0"),
    ] {
        let plan = plan(&format!("rules: {rules}"), domain, "grundy", None);
        for engine in crate::common::engines() {
            let error = InMemoryTable::run(engine, &plan).expect_err(rules).to_string();
            assert!(error.contains(words), "{rules}: {error}");
        }
    }
}

/// Catches a part that may pass 32 bits and is computed on a GPU, one that is not named as it is written, and rules of a
/// family that are refused.
#[test]
fn the_gpu_engine_names_the_part_that_passes_32_bits() {
    for gpu in gpus() {
        for (rules, part) in [
            ("(x - k) for 1 <= k <= x if k * k * 4096 * 4096 < 0", "k * k * 4096 * 4096"),
            ("grade x; (x - 1, min(x + 3000000000, y)) if x >= 1", "3000000000"),
            (
                "(x - k) for 1 <= k <= x if floor(k * 4000 * sqrt 2) % 3 == 1",
                "4000 * k * (4000 * k) * 2",
            ),
        ] {
            let heaps = if rules.contains('y') { "30x30" } else { "30" };
            let own = plan(&format!("rules: {rules}"), heaps, "grundy", None);
            let refused = gpu.prepare(&own, grundytab::engine::Wanted::Values).map(drop);
            let Err(EngineError::RulesPast32Bits { part: found, .. }) = refused else {
                panic!("{rules}: {refused:?}")
            };
            assert_eq!(found, part);
        }
        let nim = plan("rules: (x - k) for 1 <= k <= x", "30", "grundy", None);
        let expected = InMemoryTable::run(&ReferenceEngine, &nim).expect("the engine runs");
        let found = InMemoryTable::run(gpu, &nim).expect("the engine runs");
        assert_eq!(found.values(), expected.values());
    }
}
