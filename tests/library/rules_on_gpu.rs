//! Rules that users write, on the GPU: against the CPU engine, which Python judges (`written_rules.rs`), with an invocation
//! for each position and with a workgroup.

use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::{Engine, EngineError};
use grundytab::{InMemoryTable, Plan};
use serde::Deserialize;

use crate::common::python::{printed_by, python_program};
use crate::common::{gpus, gpus_of_large_blocks, plan, random};

/// What is needed of a case of `tests/random_rules.py`.
#[derive(Deserialize)]
struct Case {
    rules: String,
    quantity: String,
    #[serde(default)]
    misere: bool,
}

/// What is said where a driver ends a loop early.
const CUT: &str = "may end long loops early";

/// Compares the GPU engine with the CPU engine, whether it fills a table or finds a fault. Returns whether there is a
/// table, if the GPU engine takes the rules.
fn compare(plan: &Plan, name: &str) -> Option<bool> {
    let expected = InMemoryTable::run(&CpuEngine, plan);
    for gpu in gpus().iter().chain(gpus_of_large_blocks()) {
        match (InMemoryTable::run(gpu as &dyn Engine, plan), &expected) {
            (
                Err(
                    EngineError::RulesPast32Bits { .. }
                    | EngineError::OneAfterAnother { .. }
                    | EngineError::Loopy { .. },
                ),
                _,
            ) => return None,
            (Err(error), Ok(_)) if error.to_string().contains(CUT) => return None,
            (Ok(found), Ok(expected)) => assert_eq!(expected.compare(&found), Ok(()), "{name}"),
            (Err(found), Err(expected)) => assert_eq!(found, *expected, "{name}"),
            (found, _) => {
                panic!("{name}: {found:?}, and the CPU says {:?}", expected.as_ref().err())
            }
        }
    }
    Some(expected.is_ok())
}

/// Catches a value, or a fault, that the GPU finds elsewhere than the CPU, on domains of which each wave has many options
/// or many positions.
#[test]
fn the_gpu_engine_fills_large_tables_by_random_rules() {
    let (seed, count) = (100 * random::seed() + 97, random::count(10));
    let mut command = python_program("random_rules.py");
    let cases = printed_by(command.args([seed.to_string(), count.to_string()]));
    let (mut tables, mut refused) = (0, 0);
    for line in cases.lines() {
        let Case { rules, quantity, misere } = serde_json::from_str(line).expect("a case");
        let quantity = if misere { format!("{quantity} misere") } else { quantity };
        for (heaps, domain) in
            [(1, "120"), (2, "12x16"), (2, "tokens 18"), (3, "5x4x6"), (3, "tokens 7")]
        {
            let name = format!("{rules} on {domain}: {quantity}");
            let Ok(plan) = Plan::parse(&rules, domain, &quantity) else { continue };
            if plan.job().domain().heaps() != heaps || plan.job().is_loopy() {
                continue;
            }
            match compare(&plan, &name) {
                Some(is_table) => tables += u32::from(is_table),
                None => refused += 1,
            }
        }
    }
    assert!(tables > count / 4 && refused <= count / 5, "{tables} tables, {refused} refused");
}

/// Conditions with numbers that nearly pass 32 bits, of a variable from 1 to 40.
const LARGE: &[&str] = &[
    "floor_sqrt(2147483600 + k) % 2 == 0",
    "is_square(2147395580 + k)",
    "is_prime(2147483600 + k)",
    "floor_phi(1327217840 + k) % 3 == 1",
    "floor_phi2(820265600 + k) % 3 == 1",
    "fibonacci_word(1327217840 + k) == 1",
    "zeckendorf_shift(1327217840 + k) % 3 == 1",
    "zeckendorf_part(2147483600 + k) % 3 == 1",
    "zeckendorf_zeros(1836311883 + k) % 3 == 0",
    "gcd(1836311883 + k, 1134903170 + k) > 1",
    "(-2147483600 - k) / 7 % 3 == 1",
    "(2147483600 + k) / -7 % 3 == 1",
    "(-2147483600 - k) % -7 == 1",
    "(53687091 * (k - 20) ^ k) % 3 == 1",
    "abs(k * -53687091) % 7 > 2",
    "divides(k - 20, 2147483600 - k)",
    "floor((32720 + k) * sqrt 2) % 3 == 1",
    "floor((k - 32760) * sqrt 2) % 3 == 1",
    "floor((k - 20) / phi) % 3 == 1",
    "(2147483600 + k & 1431655765) % 3 == 1",
    "(-2147483600 | k - 20) % 7 > 2",
    "((20 - k) << k % 25) % 7 > 2",
    "(-2147483600 - k >> k * k) % 3 == 2",
    "popcount(2147483600 + k) % 2 == 0",
    "first_one(2147483600 + k) > 1",
    "last_one(k * 53687091) % 3 == 1",
    "bit(2147483600 + k, k % 31)",
    "digit(2147483600 + k, k % 9, 10) > 4",
    "power(3, k % 20) % 7 > 2",
    "(2147483600 + k & ~(1 << k % 31)) % 3 == 1",
];

/// Catches a function or an operation that is not exact, or refused, where numbers nearly pass 32 bits.
#[test]
fn the_gpu_engine_computes_with_all_of_32_bits() {
    for condition in LARGE {
        let rules = format!("rules: (x - k) for 1 <= k <= x if {condition}");
        let plan = plan(&rules, "41", "grundy", None);
        assert_eq!(compare(&plan, &rules), Some(true), "{rules}");
    }
}

/// Games whose moves lead to sums, with all that is written for them: values beyond those of positions, sets, ranges of
/// positions, cells that are no positions, which shield what has no value, a grade, several heaps.
const SUMS: &[(&str, &str)] = &[
    ("(a) + (x - k - a) for 1 <= k <= 2, 2 <= a <= x - k", "200"),
    ("(x - k) for 1 <= k <= x; (a) + (x - a) for 1 <= a < x", "600"),
    ("positions x >= 1; sum (i) for a <= i < x for 1 <= a <= x", "60"),
    (
        "(x - k) + (k / 2) for k in {1, 3..5} if k <= x; () if x % 3 == 1; (x / 2) + (x / 2) + (x / 3) if x > 5",
        "200",
    ),
    (
        "positions x % 4 != 3; (a) + sum (x / (a % 4 - 3)) for 0 <= i < 2 for 0 <= a < x if x > 3 and x / (a % 4 - 3) >= 0",
        "40",
    ),
    (
        "grade 2 * x + y; (x - 1, y + 1) + sum (i, j) for 0 <= i < x, i <= j < k for 1 <= k <= min(x, 4)",
        "12x20",
    ),
    (
        "(x - k, y, z) + (x - k, y, z) for 1 <= k <= x; (0, y - k, z) + (x, y - k, 0) for k in {1, 2} if k <= y; (x, y, z / 2) if z > 0",
        "tokens 9",
    ),
    ("(x - k) + sum (x - i) for 1 <= i <= k for 2 <= k <= 3 if x > 0", "9"),
    ("(x - 1) + sum (x / i) for 0 <= i <= 2 if x > 3", "9"),
];

/// Games with moves to cells outside of the table: to none but those that are no positions, to a position, to one where the
/// condition has no value, and to negative heaps, which are no cells.
const OUTSIDE: &[(&str, &str)] = &[
    ("positions x <= 10; grade 10 - x; (2*x) if x > 0", "11"),
    (
        "positions x < 15 and y < 15; (x - 2, y + 1) if x >= 2; (x - 2, y - 1) if x >= 2 and y >= 1; \
         (x + 1, y - 2) if y >= 2; (x - 1, y - 2) if x >= 1 and y >= 2",
        "15x15",
    ),
    ("positions x + y <= 9; grade x; (x - 1, y + k) for 1 <= k <= 30 if x > 0", "tokens 9"),
    ("positions x < 40; grade 39 - x; (x + 1) + (2*x) if x > 0", "40"),
    ("positions x <= 12; grade 12 - x; (2*x) if x > 0", "11"),
    ("positions 100 / (20 - x) > 5; grade 99 - x; (2*x) if x > 0", "15"),
    ("positions 0 <= x < 10; (x - k) for 1 <= k <= 3", "10"),
];

/// Catches a cell that is not asked whether it is a position because it lies outside of the table.
#[test]
fn the_gpu_engine_leaves_out_cells_outside_that_are_no_positions() {
    for (number, (rules, domain)) in OUTSIDE.iter().enumerate() {
        for quantity in ["grundy", "outcome"] {
            let plan = plan(&format!("rules: {rules}"), domain, quantity, None);
            let are_sound = number < 4;
            assert_eq!(compare(&plan, rules), Some(are_sound), "{rules}");
        }
    }
}

/// Catches a value of a sum, or a fault in one of its positions, that the GPU sees otherwise than the CPU.
#[test]
fn the_gpu_engine_adds_positions() {
    for (rules, domain) in SUMS {
        for quantity in ["grundy", "outcome"] {
            let plan = plan(&format!("rules: {rules}"), domain, quantity, None);
            compare(&plan, rules).expect("the GPU takes the rules");
        }
    }
}

/// Catches values that follow from some of the options, because a driver has ended the loops over them. Mesa's llvmpipe
/// does so after 65,535 rounds.
#[test]
fn the_gpu_engine_notices_loops_that_end_early() {
    for gpu in gpus() {
        for (rules, quantity) in [
            ("(x - k) for 1 <= l <= 150, 1 <= m <= 150, 1 <= k <= x", "grundy"),
            ("(x - k) for 1 <= k <= x, l in {1..150}+block=1", "palaces"),
        ] {
            let plan = plan(&format!("rules: {rules}"), "5", quantity, None);
            let expected = InMemoryTable::run(&CpuEngine, &plan).expect("the engine runs");
            match InMemoryTable::run(gpu, &plan) {
                Ok(found) => assert_eq!(expected.compare(&found), Ok(()), "{rules}"),
                Err(error) => assert!(error.to_string().contains(CUT), "{rules}: {error}"),
            }
        }
    }
}

/// Games that the page of rules does not show, in its form.
const OTHERS: &str = "
$ grundytab tabulate 'rules: let n = 5; grade sum((n - v)*(digit(x, v, 3) == 1) + (v + 1)*(digit(x, v, 3) == 2) for 0 <= v < n); left: (x + 2*power(3, v)) for 0 <= v < n - 1 if x / power(3, v) % 9 == 1; (x + 8*power(3, v)) for 0 <= v < n - 2 if x / power(3, v) % 27 == 7; right: (x - 4*power(3, v)) for 0 <= v < n - 1 if x / power(3, v) % 9 == 6; (x - 16*power(3, v)) for 0 <= v < n - 2 if x / power(3, v) % 27 == 21' --box 243 --quantity outcome-class
$ grundytab tabulate 'rules: positions x > 0; left: (x & (1 << v) - 1 | 1 << v) for 0 <= v < last_one(x) if bit(x, v); right: (x & (1 << v) - 1 | 1 << v) for 0 <= v < last_one(x) if not bit(x, v)' --box 128 --quantity outcome-class
$ grundytab tabulate 'rules: positions y <= x / 2; (k, min(y, k / 2)) for 0 <= k < x; (x, k) for 0 <= k < y' --box 80x40
$ grundytab tabulate 'rules: (x - k) for 1 <= k <= x; (a) + (x - a) for 1 <= a < x' --box 400
$ grundytab tabulate 'rules: positions x > 0; sum (i) for a <= i < x for 1 <= a <= x' --box 200
$ grundytab tabulate 'rules: (x - k) for 1 <= k <= x if not divides(k, x)' --box 400
";

/// Catches a game of the page of rules that a GPU does not play, or plays otherwise.
#[test]
fn the_gpu_engine_plays_the_games_of_the_page() {
    let page = include_str!("../../docs/rules.md");
    let mut games = 0;
    for line in page.lines().chain(OTHERS.lines()) {
        let Some(command) = line.strip_prefix("$ grundytab tabulate '") else { continue };
        let (game, options) = command.split_once("' ").expect("a game in quotes");
        let mut words = options.split(' ');
        let (mut domain, mut quantity) = (String::new(), "grundy".to_owned());
        while let Some(word) = words.next() {
            match word {
                "--box" => domain = words.next().expect("a box").to_owned(),
                "--tokens" => domain = format!("tokens {}", words.next().expect("tokens")),
                "--quantity" => quantity = words.next().expect("a quantity").to_owned(),
                "--misere" => quantity += " misere",
                _ => (),
            }
        }
        let plan = plan(game, &domain, &quantity, None);
        // Octal codes that are written as rules are those of one heap, where one position follows another.
        let is_octal = plan.job().ruleset().take_and_break_game().is_some();
        let is_refused = is_octal || plan.job().is_loopy();
        assert_eq!(compare(&plan, line), (!is_refused).then_some(true), "{line}");
        games += 1;
    }
    assert!(games > 20, "{games} games");
}
