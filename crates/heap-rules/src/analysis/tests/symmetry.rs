//! Tests of what is claimed of heaps that may change places, with all positions of a small box.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::naive::{cells, list, options, rules as rules_of_clauses};
use super::random::random_clause;
use crate::clause::WrittenClauses;
use crate::rules::Clauses;
use crate::symmetry::{is_symmetric, keeps_grade};

fn rules(text: &str) -> Clauses {
    WrittenClauses::parse(text).and_then(|written| Clauses::of(&written)).expect(text)
}

/// Catches rules that stay the same when two heaps change places and of which that is not found because they are written
/// in another way, and rules of which it is said although a position has other moves than its image.
#[test]
fn symmetry_is_found_by_what_rules_say() {
    const HALVES: &str = "(x - k, y - k) for 1 <= k <= min(x, y) if 2*k <= max(x, y)";
    const DIAGONAL: &str = "(x - k, y - k) for 1 <= k <= min(x, y)";
    const ROWS: &str = "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; ";
    for (clauses, expected) in [
        (format!("{ROWS}{HALVES}"), true),
        (format!("{ROWS}(x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < 2"), true),
        (format!("{ROWS}(x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - 2*l) < 2"), false),
        (format!("{ROWS}(x - k, y - l) for 1 <= k <= x, 2 <= l <= y if abs(k - l) < 3"), false),
        // What is left, what is taken, other names and orders, and conditions that say the same.
        ("(k, y) for 0 <= k < x; (x, y - m) for y >= m >= 1".into(), true),
        ("(x - k, y) for 1 <= k <= x if k % 2 == 1; (x, i) for 0 <= i < y if 1 == (y - i) % 2".into(), true),
        ("(x - k, y) for 1 <= k <= x if k % 2 == 1; (x, i) for 0 <= i < y if 1 == i % 2".into(), false),
        (format!("{DIAGONAL} if (x - y) % 3 == 0"), true),
        (format!("{DIAGONAL} if (x + 2*y) % 3 == 0"), true),
        (format!("{DIAGONAL} if (x + y) % 3 == 1"), true),
        (format!("{DIAGONAL} if (x - y) % 3 == 1"), false),
        (format!("{DIAGONAL} if (x - y) % 3 == 1 or (y - x) % 3 == 1"), true),
        (format!("{DIAGONAL} if not (x == y + 1 or y == x + 1)"), true),
        (format!("{DIAGONAL} if x != y and x < 2*y and y < 2*x"), true),
        (format!("{DIAGONAL} if x != y and x < 2*y and y <= 2*x"), false),
        (format!("{DIAGONAL} if x > 5 implies y > 5"), false),
        (format!("{DIAGONAL} if x > 5 iff y > 5"), true),
        (format!("{DIAGONAL} if is_prime(x*y) and gcd(x, y) == 1 and (x ^ y) > 3 - k"), true),
        (format!("{DIAGONAL} if x*x + y*y > k*x*y and max(x, max(2, y)) < 9"), true),
        (format!("{DIAGONAL} if x*x + y > k"), false),
        // Sets, and inequalities that follow from the others.
        ("(x - k, y) for k in {1, 3} if k <= x; (x, y - k) for k in {1, 3} if k <= y".into(), true),
        ("(x - k, y) for k in {1, 3} if k <= x; (x, y - k) for k in {1, 2} if k <= y".into(), false),
        ("(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= min(y, x + y)".into(), true),
        ("(k, x - 1 - k) for 0 <= k < x; (k, y - 1 - k) for 0 <= k < y".into(), true),
        ("(k, x - 1 - k) for 0 <= k < x; (k, y - 2 - k) for 0 <= k < y - 1".into(), false),
        ("(x - k, y + j) for 2 <= k <= x, 1 <= j < k; (x + j, y - k) for 2 <= k <= y, 1 <= j < k".into(), true),
        ("(x - k - l, y) for 1 <= k <= x, 0 <= l <= x - k if 2*k > l; (x, y - l - k) for 1 <= l <= y, 0 <= k <= y - l if k < 2*l".into(), true),
        ("(x, y - k*x) for 1 <= k <= if(x > 0, y / x, 0); (x - k*y, y) for 1 <= k <= if(y > 0, x / y, 0)".into(), true),
        // A clause that is part of another one, and one without moves.
        (format!("{ROWS}(x - k, y) for 2 <= k < x if y > 3; (x - 2, y) if x > 5 and x < 4"), true),
        (format!("{ROWS}(x - 1, y - 2) if x > 0 and y > 1"), false),
        // Sums, points, players, and what is said of all positions.
        ("(a, y) + (x - a, y) for 1 <= a < x; (x, y - a) + (x, a) for 1 <= a < y".into(), true),
        ("(a, y) + (x - a, y) for 1 <= a < x; (x, y - a) + (x, a) for 1 <= a <= y".into(), false),
        ("sum (i, y) for a <= i < x for 0 <= a <= x; sum (x, i) for a <= i < y for 0 <= a <= y".into(), true),
        ("(x - 1, y) if x > 0 pays 2; (x, y - 1) if y > 0 pays 1 + 1".into(), true),
        ("(x - 1, y) if x > 0 pays x; (x, y - 1) if y > 0 pays x".into(), false),
        (format!("left: {DIAGONAL}; right: {ROWS}"), true),
        ("left: (x - 1, y) if x > 0; right: (x, y - 1) if y > 0".into(), false),
        (format!("positions x != y; terminal tokens < 5; {ROWS}"), true),
        (format!("positions x >= y; {ROWS}"), false),
        (format!("terminal y == 2; {ROWS}"), false),
        (format!("grade x + 2*y; {ROWS}"), true),
    ] {
        assert_eq!(is_symmetric(&rules(&clauses), &[1, 0]), expected, "{clauses}");
    }
    for (grade, expected) in [("x + 2*y", false), ("x*y + y + x", true), ("max(y, x)", true)] {
        let rules = rules(&format!("grade {grade}; {ROWS}"));
        assert_eq!(keeps_grade(&rules, &[1, 0]), expected, "{grade}");
    }
}

/// Catches a permutation of three heaps that is taken for its opposite, or for an exchange.
#[test]
fn rotations_are_no_exchanges() {
    let turning = rules(
        "(x - i, y + j, z) for 1 <= i <= x, 0 <= j < i; (x, y - i, z + j) for 1 <= i <= y, 0 <= j < i; \
                         (x + j, y, z - i) for 1 <= i <= z, 0 <= j < i",
    );
    let ends = rules(
        "(x - k, y, z) for 1 <= k <= x; (x, y, z - k) for 1 <= k <= z; \
                      (x, y - k, z) for 1 <= k <= y if x == 0 or z == 0",
    );
    let all = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0]];
    let found = |rules: &Clauses| all.map(|places| is_symmetric(rules, &places));
    assert_eq!(found(&turning), [true, true, true, false, false, false]);
    assert_eq!(found(&ends), [true, false, false, false, false, true]);
}

/// Exchanges words.
fn exchanged(text: &str, pairs: &[[&str; 2]]) -> String {
    let mut words = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let end = word.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(word.len());
        let (name, rest) = word.split_at(end);
        let other = pairs.iter().find_map(|&[a, b]| match name {
            _ if name == a => Some(b),
            _ if name == b => Some(a),
            _ => None,
        });
        words += other.unwrap_or(name);
        words += rest;
    }
    words
}

/// Writes the image of a clause on two heaps, with other names of variables and the conditions in another order.
fn image(text: &str) -> String {
    let (rest, condition) = text.split_once(" if ").unwrap_or((text, ""));
    let (option, ranges) = rest.split_once(" for ").unwrap_or((rest, ""));
    let parts: Vec<&str> = condition.split(" and ").collect();
    // Not inside of brackets.
    let is_split = parts.iter().all(|of| of.matches('(').count() == of.matches(')').count());
    let condition = match is_split {
        true => parts.into_iter().rev().collect::<Vec<_>>().join(" and "),
        false => condition.to_owned(),
    };
    let mut image = list(option).into_iter().rev().collect::<Vec<_>>().join(",");
    for (word, part) in [("for", ranges), ("if", &*condition)] {
        if !part.is_empty() {
            image += &format!(" {word} {part}");
        }
    }
    exchanged(&image, &[["x", "y"], ["k", "l"]])
}

/// Catches a claim about random rules that is false, and a clause beside its image in which no symmetry is found. Half of
/// the images have another number in one place.
#[test]
fn claims_about_random_rules_hold() {
    let mut rng = Rng::with_seed(5);
    let [mut exact, mut changed, mut refuted] = [0; 3];
    while exact < 2_000 || changed < 2_000 {
        let text = random_clause(&mut rng);
        if list(text.split(" for ").next().unwrap_or(&text).split(" if ").next().unwrap_or(""))
            .len()
            != 2
        {
            continue;
        }
        let mut other = image(&text);
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_number = |&(at, _): &(usize, &str)| !other[..at].ends_with(is_word);
        let digits = other.match_indices(|c: char| c.is_ascii_digit()).filter(is_number);
        let digits: Vec<usize> = digits.map(|(at, _)| at).collect();
        let is_changed = rng.bool() && !digits.is_empty();
        if is_changed {
            let at = digits[rng.usize(..digits.len())];
            other.replace_range(at..=at, &rng.u32(..10).to_string());
        }
        let rules = rules_of_clauses(&[&text, &other]);
        let is_claimed = is_symmetric(&rules, &[1, 0]);
        let all = |cell: &[i64]| -> Option<BTreeSet<Vec<i64>>> {
            let clauses = rules.moves.each().into_iter().flatten();
            let found = clauses.map(|clause| options(clause, cell));
            Some(found.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
        };
        let cells = cells(2, 8);
        let found: Option<Vec<BTreeSet<Vec<i64>>>> = cells.iter().map(|cell| all(cell)).collect();
        if let Some(found) = found {
            let of = |cell: &[i64]| &found[(cell[0] * 8 + cell[1]) as usize];
            let turned = |cell: &Vec<i64>| vec![cell[1], cell[0]];
            let holds = cells.iter().all(|cell| {
                of(cell).iter().map(turned).collect::<BTreeSet<_>>() == *of(&turned(cell))
            });
            assert!(holds || !is_claimed, "{text}; {other}");
            refuted += u32::from(!holds);
        }
        match is_changed {
            true => changed += 1,
            false => {
                assert!(is_claimed, "{text}; {other}");
                exact += 1;
            }
        }
    }
    assert!(refuted > 300, "{refuted}");
}
