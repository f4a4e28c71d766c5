//! Conditions that name a variable alone, whose numbers are listed.

use super::{assert_same, plan};
use crate::engine::cpu::CpuEngine;
use crate::engine::cpu::clauses::cells::Geometry;
use crate::engine::cpu::clauses::listed::{Numbers, Places};
use crate::engine::cpu::clauses::options::prepared;
use crate::engine::cpu::clauses::prepared::Clause;
use crate::table::InMemoryTable;

fn clause_of(rules: &str, domain: &str) -> (Clause, Geometry) {
    let plan = plan(rules, domain, "grundy", 64).expect(rules);
    let game = plan.job().ruleset().written_ruleset().expect("rules");
    let clauses = prepared(game, plan.job().domain(), false).into_iter().flatten().next();
    (clauses.expect("a clause"), Geometry::new(plan.job().domain()))
}

/// Catches a condition that is asked again at each position, and numbers that are not those at which it is true.
#[test]
fn the_numbers_of_a_variable_alone_are_listed() {
    let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23];
    for (rules, domain, of_loops, is_left) in [
        ("(x - k) for 1 <= k <= x if is_prime(k)", "30", [Some(&primes[..]), None], false),
        (
            "(x - k) for k in {1..9, 23} if k <= x and is_prime(k)",
            "30",
            [Some(&[2, 3, 5, 7, 23]), None],
            false,
        ),
        // A part of the condition, a variable before the last one, and each of both.
        (
            "(x - k) for 1 <= k <= x if gcd(k, x) == 1 and is_prime(k)",
            "30",
            [Some(&primes[..]), None],
            true,
        ),
        (
            "(x - k - l) for 1 <= k <= x, 0 <= l <= x - k if k % 10 == 3",
            "30",
            [Some(&[3, 13, 23]), None],
            false,
        ),
        (
            "(x - k - l) for 1 <= k <= x, 0 <= l <= x - k if l % 9 == 8 and k % 10 == 3",
            "30",
            [Some(&[3, 13, 23]), Some(&[8, 17])],
            false,
        ),
        // Bounds and a number that is left out stay what they are.
        ("(x - k) for 1 <= k <= x if k > 3 and k != 7", "30", [None, None], false),
        // Division by 0 is a fault where k may be 3, and none where it is never asked.
        (
            "(x - k) for 4 <= k <= x if 12 / (k - 3) % 2 == 0",
            "9",
            [Some(&[4, 5, 6, 8]), None],
            false,
        ),
    ] {
        let (clause, geometry) = clause_of(rules, domain);
        let mut at = [0; 8];
        at[0] = 24;
        assert_eq!(geometry.heaps, 1);
        assert_eq!(clause.lane_test.is_some(), is_left, "{rules}");
        for (of_loop, expected) in clause.loops.iter().zip(of_loops) {
            assert_eq!(of_loop.listed.is_some(), expected.is_some(), "{rules}");
            let Some(expected) = expected else { continue };
            at[1] = 3;
            let mut places = Places::default();
            let Ok(Some(Numbers::Set(found))) = of_loop.numbers(&mut at, &mut places) else {
                panic!("{rules}: no list")
            };
            assert_eq!(found, expected, "{rules}");
        }
    }
}

/// Catches options that are left out, made up or paid otherwise where numbers are listed, for each way in which they are taken.
#[test]
fn tables_of_listed_numbers_are_those_of_the_definition() {
    for (rules, domain, quantities) in [
        (
            "(x - k) for 1 <= k <= x if is_prime(k) or k % 5 == 1",
            "90",
            &["grundy", "outcome", "remoteness"][..],
        ),
        (
            "(x - k, y) for 1 <= k <= x if k % 3 == 1 and k != 7; (x, min(y, k)) for 0 <= k < y if k & 2 == 0",
            "25x30",
            &["grundy", "palaces"],
        ),
        (
            "(x - k, y - l) for 0 <= k <= x, 0 <= l <= y if k % 3 == 1 and l % 4 != 2 and (k + l) % 5 != 0",
            "22x21",
            &["grundy", "outcome misere"],
        ),
        (
            "(x - k, y - l) for 0 <= k <= x, 1 <= l <= y - k if is_square(l) and k != y and l != x",
            "22x21",
            &["grundy"],
        ),
        ("(x - k * k) for 1 <= k <= floor_sqrt(x) if k % 2 == 1", "300", &["grundy"]),
        (
            "(x - k, y) for 1 <= k <= x if k ^ 5 > 4 pays k * k % 7; (x, y - k) for k in {1..9} if k <= y and is_prime(k) pays 2 * k",
            "15x15",
            &["score"],
        ),
        ("(a) + (x - a) for 1 <= a < x if is_prime(a)", "90", &["grundy", "outcome"]),
        (
            "(x - k) + (k / 2) for 1 <= k <= x if k % 3 == 2; sum (i) for 0 <= i < k for 1 <= k <= x if is_square(k)",
            "70",
            &["grundy"],
        ),
        ("grade x; (x - k, k) for 1 <= k <= x if k % 3 != 1 and k != y", "25x25", &["grundy"]),
    ] {
        for quantity in quantities {
            assert_same(&plan(rules, domain, quantity, 7).expect(rules));
            if *quantity == "palaces" {
                assert_same(&plan(&format!("{rules} +block=1"), domain, quantity, 7).expect(rules));
            }
        }
    }
}

/// Catches a fault that is told although no position meets it, one that a list hides, and another one than that of the
/// definition.
#[test]
fn faults_of_listed_numbers_are_those_of_the_definition() {
    for (rules, is_faulty) in [
        ("(x - k) for 1 <= k <= x if 6 / (k - 4) != 1", true),
        ("(x - k) for 1 <= k <= min(x, 3) if 6 / (k - 4) != 1", false),
        ("(x - k) for 1 <= k <= x if k != 4 and 6 / (k - 4) != 1", false),
        ("(x - k) for 1 <= k <= x if is_prime(k) and 6 / (k - 4) != 1", false),
        ("(x - k) for 1 <= k <= x if 6 / (k - 4) != 1 and k != 4", true),
        ("(x - k) for 1 <= k <= x if 6 / (k - 4) != 1 and k < 3", true),
        ("(x - k) for 1 <= k <= x if k < 3 and 6 / (k - 4) != 1", false),
        ("(x - k) for 1 <= k <= x if x < 3 and 6 / (k - 4) != 1", false),
        ("(x - k) for 1 <= k <= x if 6 / (k - 4) != 1 and x < 3", true),
        ("(x - k) for 1 <= k <= x if k % 2 == 1 and x / (k - 3) != 5", true),
        ("(x - k) for 1 <= k <= x if k % 2 == 0 and x / (k - 3) != 5", false),
        ("(x - k) for 1 <= k <= 5 / (x - 2) if is_prime(k + 100)", true),
        ("(x - k - l) for 1 <= k <= x, 0 <= l <= 9 / (k - 4) if is_prime(k) and l == 0", true),
    ] {
        let plan = plan(rules, "12", "grundy", 64).expect(rules);
        assert_eq!(InMemoryTable::run(&CpuEngine, &plan).is_err(), is_faulty, "{rules}");
        assert_same(&plan);
    }
}
