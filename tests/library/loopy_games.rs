//! Loopy games that are known by name, against an evaluation of their rules in Python (`tests/rules_oracle.py`), and tables of
//! them: that the check of a table finds values that agree with one another and follow from no end of play.

use std::io::Write;
use std::process::Stdio;

use crate::common::python::python_program;
use crate::common::resumed::{Tiles, resume, try_resume};
use crate::common::tampering::Tampering;
use crate::common::{plan, stored};
use grundytab::domain::tiling::Tile;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineError, Wanted};
use grundytab::table::Codec;
use grundytab::values::Values;
use grundytab::verify::{Extent, verify};
use grundytab::{Control, Coordinates, Error, InMemoryTable, Plan};
use serde_json::{Value, json};

use crate::written_rules::number_of;

/// A heap from which the largest square is taken, or to which it is added (Epstein; Berlekamp, Conway and Guy, Winning Ways,
/// chapter 15). The last cell stands for all larger heaps, of which nothing is known: there play goes on for ever.
const EPSTEIN: &str = "loopy; (x - floor_sqrt(x) * floor_sqrt(x)) if x > 0; \
    (min(x + floor_sqrt(x) * floor_sqrt(x), 3999)) if x > 0; (x) if x == 3999";

/// Toads (1) and frogs (2) on a strip, the places of a number in base 3, which step or jump forwards, and slide back.
const TOADS_AND_FROGS: &str = "loopy; \
    left: (x + 2 * d) for d in {1, 3, 9, 27} if x / d % 3 == 1 and x / (3 * d) % 3 == 0; \
    (x + 8 * d) for d in {1, 3, 9} if x / d % 3 == 1 and x / (3 * d) % 3 == 2 and x / (9 * d) % 3 == 0; \
    (x - 2 * d) for d in {1, 3, 9, 27} if x / d % 3 == 0 and x / (3 * d) % 3 == 1; \
    right: (x - 4 * d) for d in {1, 3, 9, 27} if x / d % 3 == 0 and x / (3 * d) % 3 == 2; \
    (x - 16 * d) for d in {1, 3, 9} if x / d % 3 == 0 and x / (3 * d) % 3 == 1 and x / (9 * d) % 3 == 2; \
    (x + 4 * d) for d in {1, 3, 9, 27} if x / d % 3 == 2 and x / (3 * d) % 3 == 0";

/// The places of a goose, which goes forwards, of a second one behind it, and of a fox, which goes to and fro, on a strip.
const FOX_AND_GEESE: &str = "loopy; positions x < y and y != z and x != z; \
    left: (x + 1, y, z) if x + 1 < y and x + 1 != z; (x, y + 1, z) if y < 8 and y + 1 != z; \
    right: (x, y, z - 1) if z > 0 and z - 1 != y and z - 1 != x; (x, y, z + 1) if z < 8 and z + 1 != y and z + 1 != x";

/// The places of two foxes on a strip, of which each goes to and fro, and the second one may jump over the first to the left.
const TWO_FOXES: &str = "loopy; positions x != y; \
    left: (x + 1, y) if x < 7 and x + 1 != y; (x - 1, y) if x > 0 and x - 1 != y; \
    right: (x, y - 1) if y > 0 and y - 1 != x; (x, y + 1) if y < 4 and y + 1 != x; (x, y - 2) if y > 1 and x == y - 1";

/// Games, a domain, and what is asked of them.
const GAMES: &[(&str, &str, &[&str])] = &[
    (EPSTEIN, "box 4000", &["outcome", "remoteness", "outcome misere", "grundy"]),
    (TOADS_AND_FROGS, "box 243", &["outcome-class", "outcome-class misere"]),
    (FOX_AND_GEESE, "box 9x9x9", &["outcome-class"]),
    (TWO_FOXES, "box 8x8", &["outcome-class", "outcome-class misere"]),
    // Additive subtraction games: tokens may be added, too.
    (
        "loopy; terminal x == 0; (x - k) for k in {1, 4, 5} if x >= k; (x + 2) if x < 98",
        "box 100",
        &["outcome", "remoteness", "grundy", "outcome misere"],
    ),
    (
        "loopy; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x + 1, y) if x < 11 and y % 3 == 2",
        "box 12x9",
        &["grundy", "remoteness"],
    ),
];

/// Returns the values of cells by Python.
fn by_python(rules: &str, domain: &str, quantity: &str) -> Vec<Option<i64>> {
    let (quantity, is_misere) = match quantity.split_once(' ') {
        Some((quantity, _)) => (quantity, true),
        None => (quantity, false),
    };
    let rules = format!("rules: {rules}");
    let question =
        json!({"rules": rules, "domain": domain, "quantity": quantity, "misere": is_misere});
    let mut program = python_program("rules_oracle.py");
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = program.spawn().expect("Python starts; scripts/test installs it");
    writeln!(running.stdin.take().expect("a pipe"), "{question}").expect("a question");
    let output = running.wait_with_output().expect("an answer").stdout;
    let answer: Value = serde_json::from_slice(&output).expect("an answer");
    serde_json::from_value(answer["values"].clone()).expect("values")
}

/// Catches a rule of a game with cycles that is read as another, and a value that an engine gets wrong, on games with long
/// plays, many draws, moves of both players, cells that are no positions.
#[test]
fn known_loopy_games_have_the_values_of_python() {
    for (rules, domain, quantities) in GAMES {
        for quantity in *quantities {
            let expected = by_python(rules, domain, quantity);
            let size = domain.trim_start_matches("box ");
            let plan = Plan::parse(&format!("rules: {rules}"), size, quantity).expect(rules);
            let engines: [&dyn Engine; 2] = [&CpuEngine, &ReferenceEngine];
            // The definition of values takes long on a large table.
            let is_large = plan.job().domain().positions() > 1000 && *quantity == "grundy";
            for engine in engines.into_iter().take(if is_large { 1 } else { 2 }) {
                let table = InMemoryTable::run(engine, &plan).expect(rules);
                let sides = plan.job().domain().sides();
                for (at, expected) in Coordinates::cells_of_box(sides).zip(&expected) {
                    let value = table.values()[at.row_major_index(sides)];
                    let is_position = plan.job().domain().contains(at);
                    let found = is_position.then(|| number_of(&plan, &table, value));
                    assert_eq!(found, *expected, "{rules}: {quantity} at {at:?}");
                }
            }
        }
    }
}

/// Catches P-positions of Put or Take a Square that are not those of the game on heaps without a limit. Brute force in Python
/// has found the same up to heaps of 100000 tokens.
#[test]
fn put_or_take_a_square_has_its_first_p_positions() {
    let rules = format!("rules: {}", EPSTEIN.replace("3999", "99999"));
    let plan = plan(&rules, "100000", "outcome", None);
    let table = InMemoryTable::run(&CpuEngine, &plan).expect("a table");
    let p: Vec<usize> = (0..1000).filter(|&heap| table.values()[heap] == 1).collect();
    let expected = [
        0, 5, 20, 29, 45, 80, 101, 116, 135, 145, 165, 173, 236, 257, 397, 404, 445, 477, 540, 565,
        580, 585, 629, 666, 836, 845, 885, 909, 944, 949, 954, 975,
    ];
    assert_eq!(p, expected);
    assert_eq!(table.values()[2], 2);
}

/// Stores a table with a value in the place of the right ones, and checks all of it.
fn verified(plan: &Plan, wrong: &[(u32, u32)]) -> Result<u64, Error> {
    let tamper = |plan: &Plan, Tile { index, values }: Tile| {
        let mut numbers: Vec<u32> = (0..values.len()).map(|cell| values.get(cell)).collect();
        for &(heap, value) in wrong {
            let (tile, cell) = plan.tiling().locate(Coordinates([0, 0, 0, heap]));
            if tile == index {
                numbers[cell] = value;
            }
        }
        Some(Tile { index, values: Values::from_u32(plan.value_type(), numbers.into_iter()) })
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.zarr");
    let table = stored(&path, plan, Codec::None, &Tampering(tamper));
    verify(&table, Extent::Full, &Control::default()).map(|found| found.positions_checked)
}

/// Catches values that agree with those of all options, and are wrong: of two positions with moves to one another one is
/// called lost and the other one won, where both are drawn. And right tables that are refused, with their sets.
#[test]
fn values_that_follow_from_no_end_of_play_are_found() {
    let rules = "rules: loopy; (1 - x) if x < 2; (x - 1) if x > 2; (x - 3) if x > 4";
    for quantity in ["outcome", "outcome misere", "grundy", "remoteness"] {
        let plan = plan(rules, "9", quantity, None);
        assert_eq!(verified(&plan, &[]).expect(quantity), 9, "{quantity}");
    }
    let outcome = plan(rules, "9", "outcome", None);
    let message = |found: Result<u64, Error>| found.expect_err("a fault").to_string();
    let found = message(verified(&outcome, &[(0, 1), (1, 0)]));
    assert!(found.contains("follow from the ends of play"), "{found}");
    let found = message(verified(&outcome, &[(0, 1)]));
    assert!(found.contains("wrong value at (0): stored 1, expected 2"), "{found}");
    let grundy = plan(rules, "9", "grundy", None);
    let found = message(verified(&grundy, &[(0, 0), (1, 1)]));
    assert!(found.contains("follow from the ends of play"), "{found}");
    // Remotenesses are ranks: no two of them agree without an end of play.
    let remoteness = plan(rules, "9", "remoteness", None);
    let found = message(verified(&remoteness, &[(0, 2), (1, 1)]));
    assert!(found.contains("wrong value at (1): stored 1, expected 3"), "{found}");
}

/// Catches a resumed run that hands over other tiles than a whole one, or goes on from a wrong value that is stored.
#[test]
fn resumed_runs_find_the_same_and_compare_what_is_stored() {
    let rules = "rules: loopy; (x - k, y) for 1 <= k <= x; (x, y - 2) if y > 1; (x + 1, y) if x < 19 and y % 3 == 1";
    for quantity in ["outcome", "grundy", "remoteness"] {
        let plan = plan(rules, "20x20", quantity, Some(8));
        let whole = resume(&CpuEngine, &plan, Tiles::new());
        let finished: Tiles = whole.clone().into_iter().filter(|(at, _)| at[3] % 2 == 0).collect();
        for engine in [&CpuEngine as &dyn Engine, &ReferenceEngine] {
            assert_eq!(resume(engine, &plan, finished.clone()), whole, "{quantity}");
            let mut wrong = finished.clone();
            let first = wrong.get_mut(&Coordinates::ZERO).expect("a tile");
            *first = Values::filled(plan.value_type(), first.len());
            let refused = try_resume(engine, &plan, wrong);
            assert!(matches!(refused, Err(EngineError::OtherStoredValue { .. })), "{refused:?}");
        }
    }
}

/// Catches memory that is taken without being announced: a byte or more for each cell and move.
#[test]
fn the_memory_of_all_moves_is_announced() {
    let few = plan("rules: loopy; (x - 1) if x > 0", "1000000", "outcome", None);
    let many = plan("rules: loopy; (x - k) for 1 <= k <= 50 if x >= k", "1000000", "outcome", None);
    let bytes = |plan| CpuEngine.prepare(plan, Wanted::Values).expect("a plan").memory().host_bytes;
    assert!((20_000_000..30_000_000).contains(&bytes(&few)), "{}", bytes(&few));
    assert!((210_000_000..230_000_000).contains(&bytes(&many)), "{}", bytes(&many));
}
