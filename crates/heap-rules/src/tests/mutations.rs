//! Texts that are nearly rules, and texts that are not: whatever stands there, nothing panics, and what is read is printed
//! as a text that is read as the same.

use fastrand::Rng;

use super::canonical::canonical;
use crate::budget::Budget;
use crate::clause::WrittenRules;
use crate::family::family;
use crate::intervals::Bounds;
use crate::option_lines::lines;
use crate::proof::{grade_falls, stays_inside};
use crate::rules::Rules;
use crate::symmetry::{is_symmetric, keeps_grade};
use crate::tokens;

/// Rules that are changed.
const GOOD: [&str; 11] = [
    "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y)",
    "positions x <= y; terminal x == 0 and y < 3; grade 2 * x + y; (x - k, y + l) for k in {1, 3..5}, 0 <= l < k if k <= x",
    "left: (x - 1, y) if x > 0 pays 3; right: (x, y / 2) if not (y == 0 or is_prime(y)); (y, x) for k in {0} if x > y",
    "(x - k, y - l, z) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < 2 and k * l <= 9; (x, y, z % 7) if z >= 7",
    "(floor_sqrt(x), floor_phi(y) - y) if x > 1 and y > 0; (gcd(x, y), xor(x, y, 3)) if divides(3, x) iff y > 2",
    "(floor((1 + sqrt 13) / 4 * x) - 1, floor(y / phi)) if x > 0 and y > 0; (x & y | 3, y >> 1 << x) if x & y == 0",
    "(x - zeckendorf_part(x)) if x > 0; (if(x % 2 == 0, x / 2, x - 1)) if x > 0 pays x ^ 5 - tokens",
    "(x - k, y, z, w) for x >= k > 0; (x, y, z, w - k) for k in {-2..3} if true implies 0 < k <= w",
    "left:; right: (x - k) for 1 <= k <= x if !(k == 2) && k % 3 != 0 || false",
    "(a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k; () if x == 1; (x - 1) if x > 1",
    "positions x > 0; (x - a, y) + sum (i, y) for a <= i < x, i <= j < 2 * i for 1 <= a <= x if a % 3 != 0",
];

/// Tokens that are put somewhere.
const PIECES: [&str; 72] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ";",
    ":",
    "..",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
    "!",
    "&&",
    "||",
    "and",
    "or",
    "not",
    "implies",
    "iff",
    "true",
    "false",
    "for",
    "if",
    "in",
    "pays",
    "positions",
    "terminal",
    "grade",
    "left",
    "right",
    "forall",
    "exists",
    "move",
    "p",
    "g[nim]",
    "tokens",
    "min(",
    "abs(",
    "if(",
    "is_prime(",
    "floor(",
    "sqrt",
    "phi",
    "&",
    "|",
    "<<",
    ">>",
    "fibonacci_word(",
    "sum (",
    ") + (",
    "()",
    "x",
    "y",
    "k",
    "0",
    "1",
    "7",
    "9223372036854775807",
    "9223372036854775808",
    "\u{3b1}",
    "@",
];

/// Looks at a text, and returns whether it is rules.
fn look(text: &str) -> bool {
    if canonical(text).is_none() {
        return false;
    }
    let Some(rules) = WrittenRules::parse(text).ok().and_then(|of| Rules::of(&of).ok()) else {
        return false;
    };
    let heaps: Vec<Bounds> = vec![(0, 6); rules.heaps];
    family(&rules);
    let turned: Vec<usize> = (0..rules.heaps).rev().collect();
    let _ = (is_symmetric(&rules, &turned), keeps_grade(&rules, &turned));
    let _ = (rules.grade_bounds(&heaps), rules.points_bounds(&heaps));
    for clause in rules.moves.each().into_iter().flatten() {
        let sides = vec![7; rules.heaps];
        let _ =
            (lines(clause, &Budget::default()), grade_falls(&rules, clause, &Budget::default()));
        stays_inside(&rules, clause, Some(&sides), &Budget::default());
    }
    if rules.most_options(&heaps) < 1000 {
        for size in [0, 1, 6] {
            for player in [0, 1] {
                let _ = rules.moves(player, &vec![size; rules.heaps], &|cell| cell[0] < 7);
            }
        }
    }
    true
}

/// Mutations of good rules, by tokens and by characters.
#[test]
fn changed_rules_do_not_panic() {
    let mut rng = Rng::with_seed(4);
    let mut are_rules = 0;
    for _ in 0..15_000 {
        let good = GOOD[rng.usize(..GOOD.len())];
        let mut parts: Vec<String> = match rng.bool() {
            true => tokens(good).expect(good).iter().map(ToString::to_string).collect(),
            false => good.chars().map(String::from).collect(),
        };
        let separator = if parts.len() < good.len() { " " } else { "" };
        // The last token is the end.
        parts.retain(|part| part != "the end");
        for _ in 0..rng.usize(1..4) {
            let (one, two) = (rng.usize(..parts.len()), rng.usize(..parts.len()));
            match rng.u32(..5) {
                0 => parts[one].clear(),
                1 => parts.swap(one, two),
                2 => parts[one] = parts[two].clone(),
                3 => parts[one] = PIECES[rng.usize(..PIECES.len())].to_owned(),
                _ => parts.insert(one, PIECES[rng.usize(..PIECES.len())].to_owned()),
            }
        }
        are_rules += u32::from(look(&parts.join(separator)));
    }
    assert!(are_rules > 500, "{are_rules}");
}

/// Random tokens, some of them behind the beginning of a clause.
#[test]
fn random_tokens_do_not_panic() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..100_000 {
        let start = ["", "(x", "(x) for ", "(x) if ", "left: ", "(x) for k in {"][rng.usize(..6)];
        let pieces = (0..rng.usize(..12)).map(|_| PIECES[rng.usize(..PIECES.len())]);
        let text = format!("{start}{}", pieces.collect::<Vec<_>>().join(" "));
        look(&text);
    }
}

#[test]
fn good_rules_are_good() {
    assert!(GOOD.iter().all(|text| look(text)));
}
