//! Periods that are proved by few values, against many values by the definition.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::recurrence::{Recurrence, recurrence};
use crate::clause::WrittenClauses;
use crate::rules::Clauses;

/// Returns the Grundy values of rows below `rows` of two heaps, x below `count` being the long one, as columns; None where
/// the rules have a fault. A cell that is no position has the value -1.
fn columns(rules: &Clauses, rows: u32, count: u32) -> Option<Vec<Vec<i64>>> {
    let mut cells: Vec<[u32; 2]> =
        (0..count).flat_map(|x| (0..rows).map(move |y| [x, y])).collect();
    let grade = |cell: &[u32; 2]| rules.grade(&cell[..]).ok();
    cells.iter().all(|cell| grade(cell).is_some()).then_some(())?;
    cells.sort_by_key(|cell| grade(cell));
    let mut values: BTreeMap<Vec<u32>, i64> = BTreeMap::new();
    for cell in cells {
        let is_inside = |cell: &[u32]| cell[0] < count && cell[1] < rows;
        let mut value = -1;
        if rules.is_position(&cell).ok()? {
            let moves = rules.moves(0, &cell, &is_inside).ok()?;
            let options = moves
                .iter()
                .map(|one| one.option.iter().fold(0, |sum: i64, position| sum ^ values[position]));
            let options: BTreeSet<i64> = options.collect();
            value = (0..).find(|value| !options.contains(value))?;
        }
        values.insert(cell.to_vec(), value);
    }
    let column = |x| (0..rows).map(|y| values[&vec![x, y]]).collect();
    Some((0..count).map(column).collect())
}

/// Returns from where on the columns repeat with each period, if that is before their end.
fn repetitions(columns: &[Vec<i64>]) -> Vec<(u64, u64)> {
    let of_period = |period: usize| {
        let differ = (0..columns.len() - period).rev().find(|&x| columns[x] != columns[x + period]);
        (differ.map_or(0, |x| x + 1) as u64, period as u64)
    };
    (1..columns.len()).map(of_period).collect()
}

fn read(text: &str) -> Clauses {
    Clauses::of(&WrittenClauses::parse(text).expect(text)).expect(text)
}

/// Finds the first period that the columns prove.
fn proved(recurrence: &Recurrence, columns: &[Vec<i64>]) -> Option<(u64, u64)> {
    let is_proved = |&(from, period): &(u64, u64)| {
        let needed = recurrence.needed_length(from, period);
        needed.is_some_and(|needed| needed <= columns.len() as u64)
    };
    repetitions(columns).into_iter().find(is_proved)
}

/// Returns one of some texts.
fn one_of<'a>(rng: &mut fastrand::Rng, texts: &[&'a str]) -> &'a str {
    texts[rng.usize(..texts.len())]
}

/// Returns rules in which numbers are chosen at random.
fn random_rules(rng: &mut fastrand::Rng) -> String {
    let mut clauses: Vec<String> = Vec::new();
    for _ in 0..rng.usize(1..=4) {
        let clause = one_of(
            rng,
            &[
                "(x - A, y) if x >= A and COND",
                "(x - k, y) for 1 <= k <= min(x, A) if COND",
                "(k, y) for max(0, x - A) <= k < x if COND",
                "(x - A, B % 2) if x >= A and COND",
                "(x, y - 1) if y > 0 and COND",
                "(x - A, y - 1) if y > 0 and x >= A",
                "(x - k, y) for 1 <= k <= x if k <= A and COND",
                "(x - k, y) for 1 <= k <= x if x - k <= A",
                "(B, y) if x > B and COND",
                "() if x == A and COND",
                "(a, y) + (x - A - a, y) for 0 <= a <= x - A if COND",
                "(a, y) + (x - k - a, 0) for 1 <= k <= A, 0 <= a <= x - k if COND",
                "(a, y) + (x - A - a, y) for 1 <= a < x - A if SPLIT",
                "(a, 0) + (x - A - a, y) for 0 <= a <= x - A if SPLIT",
                "(a + 1, y) + (x - A - a, y) for 0 <= a <= x - A if SPLIT",
                "(a, y) + (B, 0) for 0 <= a < x if x - a <= A and x > B",
            ],
        );
        clauses.push(clause.to_owned());
    }
    let mut text = String::new();
    if rng.u8(..4) == 0 {
        text.push_str(one_of(
            rng,
            &["positions x % 2 == y or x > B; ", "positions x != B; ", "positions y < 9; "],
        ));
    }
    if rng.u8(..4) == 0 {
        text.push_str(one_of(
            rng,
            &["terminal x % 3 == 1; ", "terminal x < B; ", "terminal y == 0 and x == B; "],
        ));
    }
    text.push_str(&clauses.join("; "));
    let (mut filled, mut rest) = (String::new(), text.as_str());
    while let Some(place) = rest.find(|c: char| c.is_ascii_uppercase()) {
        filled.push_str(&rest[..place]);
        let word: String = rest[place..].chars().take_while(char::is_ascii_uppercase).collect();
        rest = &rest[place + word.len()..];
        match word.as_str() {
            "A" => filled.push_str(&rng.u8(1..=3).to_string()),
            "B" => filled.push_str(&rng.u8(0..=12).to_string()),
            "COND" => {
                let number = rng.u8(0..=20);
                filled.push_str(&match rng.u8(..9) {
                    0 => format!("x % {} == {}", number % 3 + 1, number % 2),
                    1 => format!("x > {number}"),
                    2 => format!("x != {number}"),
                    3 => "(x + y) % 2 == 0".to_owned(),
                    4 => format!("(x < {number} or x % 4 != 1)"),
                    5 => format!("abs(x - {number}) > y"),
                    6 => format!("if(x > {number}, y, 1) == 0"),
                    _ => "x >= 0".to_owned(),
                });
            }
            _ => filled.push_str(one_of(
                rng,
                &[
                    "a % 2 == 0",
                    "a != 3",
                    "x - a != 4",
                    "a > 5 or x % 2 == 0",
                    "x % 3 != a % 3",
                    "a >= 0",
                ],
            )),
        }
    }
    filled.push_str(rest);
    filled
}

/// Catches a period that does not hold, whatever was overlooked in the rules: the values behind those that prove it are
/// computed by the definition.
#[test]
fn proved_periods_hold_far_beyond() {
    let cases = std::env::var("GRUNDYTAB_CASES").ok().and_then(|of| of.parse().ok()).unwrap_or(1);
    let mut rng = fastrand::Rng::with_seed(71);
    let (mut followed, mut proofs, mut of_sums) = (0, 0, 0);
    for _ in 0..500 * cases {
        let text = random_rules(&mut rng);
        let (rules, rows) = (read(&text), rng.u32(1..=3));
        let count = if rules.have_sums() { 130 } else { 170 };
        let Some(recurrence) = recurrence(&rules, 0, &[count, rows]) else { continue };
        followed += 1;
        let Some(far) = columns(&rules, rows, count) else { continue };
        for known in [12, 20, 30, 45, 64, 90] {
            let Some((from, period)) = proved(&recurrence, &far[..known]) else { continue };
            proofs += 1;
            of_sums += usize::from(recurrence.is_split());
            let (from, period) = (from as usize, period as usize);
            let differs = (from..far.len() - period).find(|&x| far[x] != far[x + period]);
            assert_eq!(
                differs, None,
                "{text}: period {period} from {from}, {rows} rows, {known} known"
            );
        }
    }
    assert!(followed > 150 && proofs > 150 && of_sums > 30, "{followed} {proofs} {of_sums}");
}

/// Catches a proof from values that repeat before a condition changes, and one where it never becomes periodic.
#[test]
fn what_is_not_periodic_is_not_proved() {
    for text in [
        "(x - 1) if x > 0 and is_square(x)",
        "(x - k) for 1 <= k <= x / 2",
        "(x / 2) if x > 0",
        "(x - k) for 1 <= k <= min(x, 3) if x & 64 == 0",
        "(x - 1) if x > 0 and x * x % 3 != 1",
        "(x - k) for 1 <= k <= 3 if divides(k, x)",
        "(a) + (x - a) for 1 <= a < x if 2 * a < x",
        "left: (x - 1) if x > 0; right: (x - 2) if x > 1",
        "grade 9 - x; positions x < 9; (x + 1)",
    ] {
        assert_eq!(recurrence(&read(text), 0, &[1000]), None, "{text}");
    }
    for text in [
        // The other heap grows with the long one, by a move and by a part that stays.
        "(x - 1, x) if x > 0 and y == 0",
        "grade x; (x - a, a) for 1 <= a <= x",
        // A heap grows.
        "grade x + 9 * y; (x + 2, y - 1) if y > 0",
        "grade x + 9 * y; (x - a + 1, y) for 0 <= a < x if y > 0",
    ] {
        assert_eq!(recurrence(&read(text), 0, &[1000, 3]), None, "{text}");
    }
    let late = read("(x - k) for 1 <= k <= min(x, 3) if x < 1000 or k < 3");
    let needed = recurrence(&late, 0, &[900]).and_then(|of| of.needed_length(0, 4));
    assert_eq!(needed, Some(1005));
    let of_remainder = read("(x - k) for 1 <= k <= min(x, 3) if x % 7 > 0");
    let needed = recurrence(&of_remainder, 0, &[900]).and_then(|of| of.needed_length(5, 4));
    assert_eq!(needed, Some(5 + 4 + 28));
}

/// Catches a number of values that is larger than that of the theorem: Kayles needs 2 n0 + 2 p + 2, and a subtraction game
/// n0 + p and a window.
#[test]
fn as_few_values_prove_as_in_theorems() {
    for (text, needed) in [
        ("(a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k", 2 * (71 + 12) + 2),
        ("(x - k) for k in {2, 5, 8} if k <= x", 71 + 12 + 8),
    ] {
        let found = recurrence(&read(text), 0, &[900]).and_then(|of| of.needed_length(71, 12));
        assert_eq!(found, Some(needed), "{text}");
    }
}
