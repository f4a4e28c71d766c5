//! Tests of what is recognised in rules and what is not, with all positions of a small box.

mod naive;
mod operations;
pub(crate) mod random;
mod recurrence;
mod symmetry;

use std::collections::BTreeSet;

use super::budget::Budget;
use super::family::{Family, family};
use super::intervals::bounds;
use super::option_lines::{Parts, lines, rays};
use super::partial::{fold_values, function_values};
use super::proof::{grade_falls, stays_inside};
use crate::clause::{Players, WrittenClauses};
use crate::language::tree::Number;
use crate::language::{FOLDS, Fold, OF_NATURAL, of_natural};
use crate::rules::{Clause, Clauses, OfRules};
use naive::{cells, clause, is_true, number, options, rules, truth};

/// Returns the options that parts have at a position.
fn options_of(parts: &Parts, position: &[i64]) -> BTreeSet<Vec<i64>> {
    let holds = |guard: &[_]| guard.iter().all(|of| is_true(of, position).expect("a value"));
    let is_natural = |option: &Vec<i64>| option.iter().all(|&heap| heap >= 0);
    let mut all = BTreeSet::new();
    for line in parts.lines.iter().filter(|line| holds(&line.guard)) {
        let option = |k: i64| -> Vec<i64> {
            let heaps = position.iter().zip(&line.base).zip(&line.step);
            heaps.map(|((heap, base), &step)| heap - base - k * i64::from(step)).collect()
        };
        let end = |of: &Number<OfRules>| of.at(position).expect("a value");
        let from = line.from.iter().map(end).fold(0, i64::max);
        let to = line.to.iter().map(end).fold(i64::MAX, i64::min);
        // The window of the next position has no newer option than this one.
        let next = position.iter().zip(&line.step).map(|(heap, &step)| heap + i64::from(step));
        let next: Vec<i64> = next.collect();
        let later = line.from.iter().map(|of| of.at(&next).expect("a value")).fold(0, i64::max);
        assert!(later <= from + 1, "{line:?} at {position:?}");
        let inside = (0..).take_while(|&k| is_natural(&option(k)) && k <= to);
        all.extend(inside.filter(|&k| k >= from).map(option));
    }
    for step in parts.steps.iter().filter(|step| holds(&step.guard)) {
        let option = position.iter().zip(&step.vector).map(|(heap, less)| heap - less).collect();
        all.extend(Some(option).filter(is_natural));
    }
    all
}

/// Compares the options of the lines of a clause with those of the clause, and returns the lines.
pub(crate) fn check_lines(clause: &Clause, side: i64, text: &str) -> Option<Parts> {
    let parts = lines(clause, &Budget::default())?;
    for cell in cells(clause.option[0].heaps.len(), side) {
        assert_eq!(Some(options_of(&parts, &cell)), options(clause, &cell), "{text} at {cell:?}");
    }
    Some(parts)
}

/// Catches a proof about a sum that looks at one of its positions alone.
#[test]
fn proofs_look_at_all_positions_of_a_sum() {
    for (text, falls, is_inside) in [
        ("(a) + (x - a) for 1 <= a < x", true, true),
        ("(a) + (x - a) for 0 <= a < x", false, true),
        ("(x - a) + (a) for 0 <= a < x", false, true),
        ("(a - 2) + (x - a) for 1 <= a < x", true, false),
        ("sum (i) for a <= i < x for 1 <= a <= x", true, true),
        ("(0) + sum (i) for a <= i <= x for 1 <= a <= x", false, true),
        ("sum (i - 1) for a <= i < x for 0 <= a <= x", true, false),
    ] {
        let rules = WrittenClauses::parse(text).and_then(|of| Clauses::of(&of)).expect(text);
        let Players::Both(clauses) = &rules.moves else { panic!("{text}") };
        assert_eq!(grade_falls(&rules, &clauses[0], &Budget::default()), falls, "{text}");
        assert_eq!(
            stays_inside(&rules, &clauses[0], Some(&[50]), &Budget::default()),
            is_inside,
            "{text}"
        );
        assert!(lines(&clauses[0], &Budget::default()).is_none(), "{text}");
    }
}

/// Returns the code of a take-and-break game that rules are recognised as.
fn code(text: &str) -> Option<String> {
    let rules = WrittenClauses::parse(text).and_then(|of| Clauses::of(&of)).expect(text);
    match family(&rules)? {
        Players::Both(Family::TakeAndBreak { digits, is_unequal }) => {
            let digits: String = digits.iter().map(|digit| format!("{digit:X}")).collect();
            Some(if is_unequal { digits + " unequal" } else { digits })
        }
        other => panic!("{text}: {other:?}"),
    }
}

/// Catches a game that is taken for another one, and ways of writing in which a game is not recognised.
#[test]
fn take_and_break_games_are_recognised() {
    for (text, expected) in [
        ("(a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k", Some("077")),
        ("(x - k - a) + (a) for k in {1, 2}, 0 <= a < x - k + 1", Some("077")),
        (
            "(a - 1) + (x - a) for 1 <= a <= x; (a) + (x - 2 - a) for 0 <= a <= (x - 2) / 2",
            Some("077"),
        ),
        ("(a) + (x - 2 - a) for 0 <= a <= x - 2", Some("007")),
        ("() if x == 1; (x - 2) if x >= 2; (a) + (x - 3 - a) for 0 <= a <= x - 3", Some("0137")),
        ("(0) if x == 1; (x - 2) if x > 2; (a) + (x - 3 - a) for 1 <= a < x - 3", Some("0124")),
        ("(a) + (x - a) for 1 <= a < x", Some("4")),
        ("(a) + (x - a) for 1 <= a <= x / 2; (x - 1) if x > 0", Some("43")),
        ("(a) + (x - a) for 1 <= a < x if a != x - a", Some("4 unequal")),
        ("(a) + (x - a) for 1 <= a < x if not 2*a == x", Some("4 unequal")),
        ("(a) + (x - a) for 1 <= a < x if 2 * a < x", Some("4 unequal")),
        ("(x - 1 - a) + (a) for 0 <= a < x if x - 1 - a > a", Some("06 unequal")),
        ("(a) + (x - 1 - a) for 0 <= a < x if 2*a != x - 1", Some("06 unequal")),
        ("(a) + (x - 1 - a) for 1 <= a < x", Some("06")),
        (
            "(x - 1) if x >= 1; (a) + (b) + (x - 2 - a - b) for 0 <= a <= x - 2, 0 <= b <= x - 2 - a",
            Some("03F"),
        ),
        (
            "(a) + (b) + (x - a - b) for 1 <= a <= x - 2, 1 <= b <= x - 1 - a; () if x == 3",
            Some("8001"),
        ),
        ("() for 1 <= k <= 3 if x == k and x != 2; (x - 1) if x >= 2", Some("0301")),
        ("() for k in {1, 4} if x == k and not x == 4; (a) + (x - a) for 1 <= a < x", Some("41")),
        // Other games, or none that is seen.
        ("(a) + (x - a) for 0 <= a < x", None),
        ("(a) + (x - a) for 1 <= a < x if a != 2", None),
        ("(a) + (x - a) for 2 <= a < x", None),
        ("(a) + (x - a) for 1 <= a < x if x != 2", None),
        ("(a) + (x - a) for 1 <= a < x if a % 2 == 0", None),
        ("(a) + (x - a - 1) for 1 <= a < x - 1 if a > 3", None),
        ("(a) + (x - 2*a) for 1 <= a <= x / 2", None),
        ("(2*a) + (x - 2*a) for 1 <= a < x / 2", None),
        ("(a) + (a) for 1 <= a <= x / 2", None),
        ("(a) + (x - 1 - a) for 0 <= a <= x", None),
        ("(a) + (x - 1 - a) for 0 <= a < x if x > 3", None),
        ("(a) + (x - 1 - a) for 0 <= a < x; (x - k) for 1 <= k <= x", None),
        (
            "(a) + (x - 1 - a) for 0 <= a < x; (a) + (x - 2 - a) for 0 <= a < x - 1 if 2*a < x - 2",
            None,
        ),
        ("(a) + (b) + (x - a - b) for 1 <= a < x, a <= b < x - a", None),
        ("() if x >= 1; (a) + (x - a) for 1 <= a < x", None),
        ("() if 1 <= x <= 2; (a) + (x - a) for 1 <= a < x", None),
        ("() if x == 2 and 3 < 2; (a) + (x - a) for 1 <= a < x", Some("4")),
        ("sum (i) for a <= i < x for 1 <= a <= x", None),
        ("(a) + (x - k - a) for k in {1, 65}, 0 <= a <= x - k", None),
        ("positions x > 0; (a) + (x - a) for 1 <= a < x", None),
        ("(a, y) + (x - 1 - a, y) for 0 <= a < x", None),
    ] {
        assert_eq!(code(text).as_deref(), expected, "{text}");
    }
}

/// Catches rules that are taken for a game with other options: those of all heaps up to a size are compared, without heaps
/// that are empty.
#[test]
fn take_and_break_games_have_the_options_of_the_rules() {
    let mut rng = fastrand::Rng::with_seed(43);
    let mut recognised = 0;
    for _ in 0..4000 {
        let clause = |rng: &mut fastrand::Rng| {
            let (taken, low, high) = (rng.u32(..4), rng.u32(..3), rng.u32(..3));
            let position = [format!("x - {taken} - a"), format!("x - {taken} - 2*a")];
            let second = &position[usize::from(rng.u32(..9) == 0)];
            let condition =
                ["", "", " if 2*a != x", " if 2*a <= x - 1", " if a < x - a", " if x > 2"];
            let condition = condition[rng.usize(..condition.len())];
            match rng.u32(..6) {
                0 => format!("() for 0 <= k <= 3 if x == k and k > 0 and x != {taken}"),
                1 => format!("(x - {taken}) if x > {taken}"),
                _ => format!("(a) + ({second}) for {low} <= a <= x - {taken} - {high}{condition}"),
            }
        };
        let text: Vec<String> = (0..rng.usize(1..4)).map(|_| clause(&mut rng)).collect();
        let text = text.join("; ");
        let Ok(written) = WrittenClauses::parse(&text) else { continue };
        let rules = Clauses::of(&written).expect(&text);
        let Some(Players::Both(Family::TakeAndBreak { digits, is_unequal })) = family(&rules)
        else {
            continue;
        };
        recognised += 1;
        for heap in 0..20u32 {
            let moves = rules.moves(0, &[heap], &|_| true).expect(&text);
            let without_empty = moves.into_iter().map(|of| {
                let heaps = of.option.into_iter().flatten().filter(|&heap| heap > 0);
                heaps.collect::<Vec<u32>>()
            });
            let found: BTreeSet<Vec<u32>> = without_empty.collect();
            let mut expected = BTreeSet::new();
            for (taken, digit) in (0..).zip(&digits).filter(|(taken, _)| *taken <= heap) {
                let rest: u32 = heap - taken;
                let sums =
                    (0..=rest).flat_map(|a| (0..=rest - a).map(move |b| [a, b, rest - a - b]));
                for sum in sums.filter(|sum| sum.is_sorted()) {
                    let sum: Vec<u32> = sum.into_iter().filter(|&heap| heap > 0).collect();
                    let is_split = digit >> sum.len() & 1 == 1;
                    if is_split && !(is_unequal && sum.len() == 2 && sum[0] == sum[1]) {
                        expected.insert(sum);
                    }
                }
            }
            assert_eq!(found, expected, "{text} at {heap}");
        }
    }
    assert!(recognised > 300, "{recognised}");
}

/// The numbers of lines and of steps of clauses, and which are not lines.
#[test]
fn clauses_are_lines_or_not() {
    for (text, expected) in [
        ("x - k, y for k 1..x", Some((1, 0))),
        ("x - k, y for k 0 + 1..x", Some((1, 0))),
        ("x - k, y - k for k 1..min(x, y)", Some((1, 0))),
        ("x - k, y - k for k 1..x if k <= y", Some((1, 0))),
        ("x - k, y - k for k 1..x", None),
        ("x - k, y - k for k 1..max(x, y)", None),
        ("x - k, y for k 1..x - 1", Some((1, 0))),
        ("x - k, y for k 1..x + 1", None),
        ("x - k, y for k 0..x", None),
        ("x - k, y for k 2..x", Some((1, 0))),
        ("x - 2 * k, y - k for k 1..min(x / 2, y)", Some((1, 0))),
        ("x - 2 * k, y - k for k 1..min((x + 1) / 2, y)", None),
        ("x - 2 * k, y - k for k 1..min((x - 1) / 2, y)", Some((1, 0))),
        ("x - 3 * k - 1, y for k 0..(x - 1) / 3", Some((1, 0))),
        ("x - 2 * k, y - k for k 1..y if 2 * k <= x", Some((1, 0))),
        ("x - 2 * k, y - k for k 1..y if 2 * k < x", Some((1, 0))),
        ("k, y for k 0..x - 1", Some((1, 0))),
        ("k, l for k 0..x, l 0..y if x - k == y - l and k < x", Some((1, 0))),
        ("k, y for k 0..x - 2", Some((1, 0))),
        ("k, y for k 1..x - 1", Some((1, 0))),
        ("x - k, y - l for k 1..x, l 1..y if abs(k - l) < 3", Some((5, 0))),
        ("x - k, y - l for k 1..x, l 1..y if abs(k - l) < 1", Some((1, 0))),
        ("x - k, y - l for k 0..x, l 0..y if abs(k - l) <= 1 and 0 < k + l", Some((3, 0))),
        ("x - k, y - l for k 1..x, l k - 2..k + 3 if 1 <= l <= y", Some((6, 0))),
        ("x - k, y - l for k 1..x, l 1..y if k - l < 3", None),
        ("x - k, y - l for k 1..x, l 1..y if k == 2 * l or l == 2 * k", Some((2, 0))),
        ("x - k, y - l for k 1..x, l 1..y if l == 2 * k and x > y", Some((1, 0))),
        ("x - k, y - l for k 1..x, l 1..y if l == 2 * k + x", None),
        ("x - k, y - l for k 1..x, l 1..2 if l <= y", Some((2, 0))),
        ("x - k, y for k 1..x if x % 3 == y", Some((1, 0))),
        ("x - k, y for k 1..x if is_prime(y) and x * y < 9", Some((1, 0))),
        ("x - k, y for k 1..x if k % 2 == 1", Some((1, 0))),
        ("x - k, y for k 1..x if not divides(3, k)", Some((2, 0))),
        ("x - k, y for k 1..x if k != 3", Some((1, 2))),
        ("x - k, y for k 1..x if k != y", Some((2, 0))),
        ("x - k, y for k 1..x if is_square(k)", None),
        ("x - k, y for k 1..x if k * k < x", None),
        ("x - k, y for k 1..x if 10 / y > 1", None),
        ("x - k, y for k 1..x if y > 0 and divides(x, y)", Some((1, 0))),
        ("x - k, y for k 1..x if k >= y", Some((1, 0))),
        ("x - k, y for k 1..x if x >= k + 0 * y", Some((1, 0))),
        ("x - k, y + 2 for k 1..x", Some((1, 0))),
        ("x - k, y - 2 for k 1..x", None),
        ("x - k, y - 2 for k 1..x if y >= 2", Some((1, 0))),
        ("x - k, y - 2 - 0 * k for k 1..x if y >= 2 + 0 * k", Some((1, 0))),
        ("x - k, y + k for k 1..x", None),
        ("x + k, y for k 0 - x..0 - 1", Some((1, 0))),
        ("x - 2, y if x >= 2", Some((0, 1))),
        ("x - 2, y if x > 2", Some((0, 1))),
        ("x - 2, y if x >= 1", None),
        ("x - 2, y", None),
        ("x, y if x >= 2", None),
        ("y, x if x > y", None),
        ("x - 2, y + 1 if x >= 2", Some((0, 1))),
        ("x - k, y for k in 1 3 4 if k <= x", Some((0, 3))),
        ("x - k, y - l for k in 0 1, l in 1 2 if k <= x and l <= y", Some((0, 4))),
        ("x - k, y for k 1..3 if k <= x", Some((0, 3))),
        ("x - k, y for k 1..1000 if k <= x", Some((1, 0))),
        ("x - k, y for k 3..2", Some((0, 0))),
        ("x - k, y for k 1..x if x > x", Some((0, 0))),
        ("x - k for k 1..x / 2", Some((1, 0))),
        // Windows, whose ends need not be linear in the heaps.
        ("x - k, y - k for k 1..min(x, y) if 2 * k <= max(x, y)", Some((1, 0))),
        ("x - k, y - k for k 1..min(x, y) if 3 * k >= max(x, y) - 1", Some((1, 0))),
        ("x - k, y - k for k 1..min(x, y) if k >= x * y", None),
        ("x - k, y - k for k 1..min(x, y) if k <= x * y", Some((1, 0))),
        ("x - k, y for k 1..x if 2 * k == max(x, y) or k > 2 * x - y", None),
        ("x - k, y for k 1..x if 2 * k == max(x, y) or k > x - y", Some((2, 0))),
        ("x - k, y for k 1..x if k > x - y", Some((1, 0))),
        ("x - k, y for k 1..x if k > 2 * x", Some((0, 0))),
        ("x - k, y for k x / 3..x if k > 0", Some((1, 0))),
        ("x - k, y for k 1..x if x - 2 * k <= (y ^ x)", None),
        ("x - k, y for k 1..x if x + 2 * k <= (y ^ x)", Some((1, 0))),
        ("x - k, y for k 1..x if k % 3 == 2 and k <= floor_phi(y)", Some((1, 0))),
        ("x - k, y for k 1..x if y == 0 or k <= x / y", None),
        ("x - k, y for k 1..x if abs(2 * k - x) < 3 * (y / 2)", Some((1, 0))),
        ("x - k, y - l for k 1..x, l 1..y if abs(k - l) < 2 and k <= x / 2", Some((3, 0))),
        ("x - k, y - l for k 1..x, l 1..y if k == l and 3 <= k + l <= x", Some((1, 0))),
        ("x - k, y, z - k, w for k 1..min(x, z)", Some((1, 0))),
        ("x - k, y - l, z for k 1..x, l 1..y", None),
        ("x - 1, y for k 1..x", None),
        ("x - 1, y for k 1..3 if x >= 1", Some((0, 1))),
        ("x - 4611686018427387904 * k, y for k 1..x", None),
    ] {
        let side = if text.contains('w') { 4 } else { 9 };
        let found = check_lines(&clause(text), side, text);
        let counts = found.as_ref().map(|parts| (parts.lines.len(), parts.steps.len()));
        assert_eq!(counts, expected, "{text}: {found:?}");
    }
}

/// Catches rays of clauses whose options are others, begin later, end sooner, or are there at some positions only.
#[test]
fn rays_may_let_heaps_grow() {
    for (text, expected) in [
        ("x - k, y for k 1..x", Some(vec![vec![1, 0]])),
        ("x - k, y + k for k 1..x", Some(vec![vec![1, -1]])),
        ("x - k, y + 2 * k for k 1..x", Some(vec![vec![1, -2]])),
        ("x - k, y + k for k 2..x", None),
        ("x - k, y + k for k 1..y", None),
        ("x - k, y + 1 for k 1..x", None),
        ("x - k, y + k for k 1..x if x > y", None),
        ("x - 1, y for k 1..3 if x >= 1", None),
    ] {
        assert_eq!(rays(&clause(text)), expected, "{text}");
        assert!(
            expected.is_none_or(|rays| rays[0][1] == 0)
                || lines(&clause(text), &Budget::default()).is_none()
        );
    }
}

#[test]
fn the_lines_of_wythoff_begin_with_their_first_options() {
    let text = "x - k, y - l for k 1..x, l 1..y if abs(k - l) < 2";
    let parts = lines(&clause(text), &Budget::default()).expect("lines");
    let bases: BTreeSet<Vec<i64>> = parts.lines.iter().map(|line| line.base.clone()).collect();
    assert_eq!(bases, BTreeSet::from([vec![1, 2], vec![1, 1], vec![2, 1]]));
    assert!(parts.lines.iter().all(|line| line.step == [1, 1] && line.guard.is_empty()));
    // What follows from the option is no guard, and what does not is one.
    let guards =
        |text: &str| lines(&clause(text), &Budget::default()).expect("steps").steps[0].guard.len();
    assert_eq!((guards("x - 2, y if x >= 2 and x > 1"), guards("x - 2, y if x > 2")), (0, 1));
}

#[test]
fn families_are_recognised() {
    let vector = |rays: &[&[u32]], steps: &[&[u32]]| {
        let vectors = |of: &[&[u32]]| of.iter().map(|of| of.to_vec()).collect();
        Some(Family::Vector { rays: vectors(rays), steps: vectors(steps) })
    };
    let digraph = |vertices, edges: &[(usize, usize)]| {
        Some(Family::Digraph { vertices, edges: edges.to_vec() })
    };
    let wythoff = ["x - k, y for k 1..x", "x, l for l 0..y - 1", "x - k, y - k for k 1..min(x, y)"];
    let edge = |text: &str| family(&rules(&[text]));
    for (clauses, expected) in [
        (&wythoff[..2], vector(&[&[1, 0], &[0, 1]], &[])),
        (&wythoff, vector(&[&[1, 1], &[1, 0], &[0, 1]], &[])),
        (&["x - k for k in 1 2 5 if k <= x"], vector(&[], &[&[1], &[2], &[5]])),
        (
            &["x - k, y for k 1..x", "x - 2, y if x > 1", "x - 1, y - 2 if x > 0 and y > 1"],
            vector(&[&[1, 0]], &[&[1, 2]]),
        ),
        (&["x - k for k 1..x if k % 2 == 0", "x - k for k 1..x"], vector(&[&[1]], &[])),
        (&["x - k for k 1..x if k % 2 == 1"], None),
        (&["x - k for k 2..x"], None),
        (&["x - k, y for k 1..x if x > y"], None),
        (&["x - k, y for k 1..x", "x - 1, y + 1 if x > 0"], None),
        (
            &["x - k, y + j for k 1..x, j 0..k - 1", "x, y - k for k 1..y"],
            digraph(2, &[(0, 1), (1, 1)]),
        ),
        (&["j, y + k for j 0..x - 1, k 0..x - j - 1"], digraph(2, &[(0, 1)])),
        (&["x + k - j, y - k for k 1..y, j 1..k"], digraph(2, &[(1, 0)])),
        (&["x, y - k, z + j for j 0..y - 1, k j + 1..y"], digraph(3, &[(1, 2)])),
        (&["x - k, y + j for k 1..x, j 0..k"], None),
        (&["x - k, y + j for k 1..x, j 1..k - 1"], None),
        (&["x - k, y + 2 * j for k 1..x, j 0..k - 1"], None),
        (&["x - k, y + j for k 1..x - 1, j 0..k - 1"], None),
        (&["x - k, y + j for k 1..x, j 0..k - 1 if x > y"], None),
        (&["x - k, y + j for k 1..x, j 0..k - 1 if k != 3"], None),
        (&["x - k, y + j for k 1..x, j 0..k - 1", "x - k, y - k for k 1..min(x, y)"], None),
        (&["x - k for k 1..x pays k"], None),
        (&["x - k for k 3..2"], None),
    ] {
        let found = family(&rules(clauses));
        assert_eq!(found, expected.map(Players::Both), "{clauses:?}");
    }
    assert_eq!(
        edge("x - k, y, z + j for k 1..x, j 0..min(k - 1, k)"),
        digraph(3, &[(0, 2)]).map(Players::Both)
    );
    let partizan = |left: &str, right: &str| {
        let moves = Players::Each([vec![clause(left)], vec![clause(right)]]);
        family(&Clauses { moves, ..rules(&[left]) })
    };
    let both = partizan("x - k, y for k 1..x", "x, y - 1 if y > 0");
    let [left, right] = [vector(&[&[1, 0]], &[]), vector(&[], &[&[0, 1]])].map(Option::unwrap);
    assert_eq!(both, Some(Players::Each([left, right])));
    assert_eq!(partizan("x - k, y for k 1..x", "x - k, y + j for k 1..x, j 0..k - 1"), None);
    let with = |change: fn(&mut Clauses)| {
        let mut nim = rules(&wythoff);
        change(&mut nim);
        family(&nim).is_some()
    };
    assert!(with(|rules| rules.grade = Some(number(&["x", "y"], "2 * x + 3 * y"))));
    assert!(!with(|rules| rules.grade = Some(number(&["x", "y"], "x"))));
    assert!(!with(|rules| rules.grade = Some(number(&["x", "y"], "x + y - 1"))));
    assert!(!with(|rules| rules.positions = Some(truth(&["x", "y"], "x >= y"))));
    assert!(!with(|rules| rules.terminal = Some(truth(&["x", "y"], "x == 3"))));
}

#[test]
fn grades_fall_and_options_stay_inside() {
    let sides = Some(&[10, 10][..]);
    for (text, grade, falls, inside, inside_box) in [
        ("x - k, y for k 1..x", None, true, true, true),
        ("x - k, y for k 0..x", None, false, true, true),
        ("x - k, y for k 1..x + 1", None, true, false, false),
        ("x - k, y + j for k 1..x, j 0..k - 1", None, true, true, false),
        ("x - k, y + j for k 1..x, j 0..k", None, false, true, false),
        ("x - k, y + 2 * j for k 1..x, j 0..k - 1", Some("2 * x + y"), true, true, false),
        ("x / 2, y if x >= 1", None, true, true, true),
        ("x / 2, y", None, false, true, true),
        ("x - k, y for k 1..(x + 1) / 2", None, true, true, true),
        ("x - k, y for k 1..floor_phi(x)", None, true, false, false),
        ("x - floor_sqrt(x), y if x > 0", None, false, true, true),
        ("x % 3, y if x >= 3", None, true, true, true),
        ("y, x if x > y", None, false, true, true),
        ("y, x if x > y", Some("2 * x + y"), true, true, true),
        ("y, x if x != y", Some("2 * x + y"), false, true, true),
        ("x - k, y - l for k 0..x, l 0..y if k != 0 or l != 0", None, true, true, true),
        ("x - k, y - l for k 0..x, l 0..y if not (k == 0 and l == 0)", None, true, true, true),
        ("x - k, y - l for k 0..x, l 0..y if k != 1 or l != 0", None, false, true, true),
        ("x - k, y - l for k 0..x, l 0..y if k + l > 0 and abs(k - l) < 2", None, true, true, true),
        ("x - k * k, y for k 1..x if k * k <= x", None, true, true, true),
        ("x - k * k, y for k 0..x if k * k <= x", None, false, true, true),
        ("x - k * l, y for k 1..x, l 1..x if k * l <= x", None, false, true, true),
        ("x ^ 1, y if x % 2 == 1", None, false, true, false),
        ("min(x, y), 0 if x + y > 2 * min(x, y)", None, true, true, true),
    ] {
        let mut rules = rules(&[text]);
        rules.grade = grade.map(|grade| number(&["x", "y"], grade));
        let Players::Both(clauses) = &rules.moves else { panic!("impartial") };
        let found = (
            grade_falls(&rules, &clauses[0], &Budget::default()),
            stays_inside(&rules, &clauses[0], None, &Budget::default()),
            stays_inside(&rules, &clauses[0], sides, &Budget::default()),
        );
        assert_eq!(found, (falls, inside, inside_box), "{text}");
    }
    // Positions and terminal positions restrict what is asked.
    let mut sorted = rules(&["x - k, y for k 1..y"]);
    let Players::Both(clauses) = sorted.moves.clone() else { panic!("impartial") };
    assert!(!stays_inside(&sorted, &clauses[0], None, &Budget::default()));
    sorted.positions = Some(truth(&["x", "y"], "x >= y"));
    assert!(stays_inside(&sorted, &clauses[0], None, &Budget::default()));
    let mut halved = rules(&["x / 2, y"]);
    halved.terminal = Some(truth(&["x", "y"], "x == 0"));
    let Players::Both(clauses) = halved.moves.clone() else { panic!("impartial") };
    assert!(grade_falls(&halved, &clauses[0], &Budget::default()));
}

#[test]
fn bounds_are_as_tight_as_they_should_be() {
    let names = ["x", "y"];
    for (text, expected) in [
        ("x + y", Some((0, 30))),
        ("x - y", Some((-20, 10))),
        ("x / (y + 1)", Some((0, 10))),
        ("x / y", None),
        ("if(y != 0, x / y, 7)", Some((0, 10))),
        ("if(y == 0 or x / y > 2, 1, 0)", Some((0, 1))),
        ("x % 7", Some((0, 6))),
        ("(x + 30) % 100", Some((30, 40))),
        ("x ^ y", Some((0, 30))),
        ("x ^ 64", Some((54, 74))),
        ("gcd(x, y + 1)", Some((1, 21))),
        ("floor_phi(x)", Some((0, 16))),
        ("fibonacci_word(x + 1)", Some((0, 1))),
        ("fibonacci_word(x)", None),
        ("floor_sqrt(x - 1)", None),
        ("(x < 11) + 3 * (y > 20) + 7 * (x < y)", Some((1, 8))),
        ("x * 1000000000000000000", None),
        ("abs(x - y)", Some((0, 20))),
    ] {
        assert_eq!(bounds(&number(&names, text), &[(0, 10), (0, 20)]), expected, "{text}");
    }
    let heaps = [(0, 10), (0, 20)];
    let most = |text: &str| rules(&[text]).most_options(&heaps);
    assert_eq!(most("x - k, y for k 1..x"), 10);
    assert_eq!(most("x - k, y for k x - 3..x"), 4);
    assert_eq!(most("x - k, y - l for k 1..x, l k..k + 2"), 30);
    assert_eq!(most("x - k, y for k in 1 5, l 3..2"), 0);
    assert_eq!(most("x - k, y for k 1..10 / y"), 10);
    assert_eq!(most("x - k, y for k 1..floor_sqrt(y - 5)"), 3);
    assert_eq!(most("x - k, y for k 1..y * y * 4611686018427387904"), u64::MAX);
    let points = |text: &str| rules(&[text]).points_bounds(&heaps);
    assert_eq!(points("x - k, y for k 1..x pays 2 * k - y"), Ok((-18, 20)));
    assert_eq!(points("x - k, y for k 1..x pays 10 / x"), Ok((1, 10)));
    // Where a divisor is 0 there is no value, which is a fault of the rules.
    assert_eq!(points("x - k, y for k 1..x pays 10 / y"), Ok((0, 10)));
    assert_eq!(points("x - 1, y if x != y pays 6 / (x - y)"), Ok((-6, 6)));
    assert_eq!(points("x - 1, y for k 1..x / y pays x - 20"), Ok((-20, -10)));
    assert_eq!(points("x - k, y for k 1..x / y pays k"), Err(0));
    assert_eq!(points("x - 1, y if x > 0 pays x * 9000000000000000000"), Err(0));
    assert_eq!(
        (points("x - 1, y if x > 0"), points("x, y if x > 10 pays 3")),
        (Ok((0, 0)), Ok((0, 0)))
    );
    let second = ["x - 1, y if x > 0", "x, y - 1 if y > 0 pays x << y << 60"];
    assert_eq!(rules(&second).points_bounds(&heaps), Err(1));
    let mut graded = rules(&["x - k, y for k 1..x"]);
    assert_eq!(graded.grade_bounds(&heaps), Some((0, 30)));
    graded.grade = Some(number(&names, "2 * x - y"));
    assert_eq!(graded.grade_bounds(&heaps), Some((-20, 20)));
}

/// Catches a value outside of the bounds, and one that is missing where all are said to be there.
#[test]
fn values_that_there_are_lie_between_their_bounds() {
    let intervals = || (-4..=4).flat_map(|low| (low..=4).map(move |high| (low, high)));
    let is_within = |value: i64, (low, high)| low <= value && value <= high;
    let folds = [Fold::Quotient, Fold::Remainder, Fold::Xor, Fold::Times, Fold::Minus];
    let digits = [Fold::BitAnd, Fold::BitOr, Fold::ShiftLeft, Fold::ShiftRight];
    for fold in folds.into_iter().chain(digits).chain(FOLDS.map(|(_, fold)| fold)) {
        for a in intervals() {
            for b in intervals() {
                let values = fold_values(fold, a, b).expect("64 bits hold them");
                for (one, two) in (a.0..=a.1).flat_map(|one| (b.0..=b.1).map(move |two| (one, two)))
                {
                    match fold.of(one, two) {
                        Some(value) => {
                            assert!(is_within(value, values.bounds), "{fold:?} {one} {two}")
                        }
                        None => assert!(!values.are_total, "{fold:?} {one} {two}"),
                    }
                }
            }
        }
    }
    for (name, function) in OF_NATURAL {
        for bounds in intervals() {
            let values = function_values(function, bounds).expect("64 bits hold them");
            for n in bounds.0..=bounds.1 {
                match of_natural(function, n) {
                    Some(value) => assert!(is_within(value, values.bounds), "{name}({n})"),
                    None => assert!(!values.are_total, "{name}({n})"),
                }
            }
        }
    }
}

/// Catches an analysis that goes on for minutes: clauses with conditions that have many consequences share the steps. When these are
/// spent, nothing is claimed any more; rules that people write take a small part of the steps.
#[test]
fn proofs_end_when_their_steps_are_spent() {
    let condition = |n: i64| {
        let [a, b, c, d] = [7, 11, 13, 17].map(|prime| n * n % prime - prime / 2);
        format!("{a}*x + {b}*y + {n} > {c}*z + {d}*w")
    };
    let conditions: Vec<String> = (1..55).map(condition).collect();
    let long = format!("x - k, y, z, w for k 1..x if {}", conditions.join(" and "));
    let few = Budget::of(20_000);
    // Each of many clauses takes its part.
    assert!((0..200).all(|_| lines(&clause(&long), &few).is_none()));
    let nim = "x - k for k 1..x";
    assert!(lines(&clause(nim), &few).is_none(), "steps are left");
    let (rules, clauses) = (rules(&[nim]), [clause(nim)]);
    assert!(!grade_falls(&rules, &clauses[0], &few));
    let enough = Budget::of(2_000);
    let wythoff = "x - k, y - l for k 1..x, l 1..y if abs(k - l) < 2";
    assert!(lines(&clause(nim), &enough).is_some() && lines(&clause(wythoff), &enough).is_some());
}
