//! Random rules whose expressions are linear by cases, and in which every move makes the token sum smaller; and outcomes by
//! the definition.

use std::collections::HashMap;

use fastrand::Rng;

/// Writes random rules on this many heaps, one or two.
pub(crate) fn random_rules(rng: &mut Rng, heaps: usize) -> String {
    let mut items = Vec::new();
    match rng.u32(..6) {
        0 => {
            let conditions = match heaps {
                1 => ["x != 5", "x % 4 != 2", "x < 3 or x > 6"],
                _ => ["x >= y", "y <= x / 2", "x != y"],
            };
            items.push(format!("positions {}", conditions[rng.usize(..3)]));
        }
        1 => items.push(format!("terminal {}", condition(rng, &names(heaps)))),
        _ => {}
    }
    for _ in 0..1 + rng.usize(..3) {
        items.push(if heaps == 1 { clause_of_one(rng) } else { clause_of_two(rng) });
    }
    format!("rules: {}", items.join("; "))
}

fn names(heaps: usize) -> Vec<&'static str> {
    ["x", "y"][..heaps].to_vec()
}

fn clause_of_one(rng: &mut Rng) -> String {
    let (a, b) = (rng.u32(1..4), rng.u32(2..5));
    let clause = match rng.u32(..7) {
        0 => format!("(x - k) for {a} <= k <= x"),
        1 => format!("(x - k) for {a} <= k <= x / {b}"),
        2 => return format!("(x / {b}) if x > 0"),
        3 => return format!("(max(x - {a}, 0)) if x > 0"),
        4 => format!("(x - k) for k in {{{a}, {}, {}}} if k <= x", a + 2, a + 5),
        5 => return format!("(x - {a}) if x >= {a} and x % {b} != {}", rng.u32(..b)),
        _ => return format!("(if(x % 2 == 0, x / 2, x - 1)) if x > {}", rng.u32(..3)),
    };
    match clause.contains(" if ") || rng.bool() {
        true => clause,
        false => format!("{clause} if {}", condition(rng, &["x", "k"])),
    }
}

fn clause_of_two(rng: &mut Rng) -> String {
    let (a, b) = (rng.u32(1..4), rng.u32(2..4));
    let (clause, known): (String, &[&str]) = match rng.u32(..9) {
        0 | 1 => (format!("(x - k, y) for {a} <= k <= x"), &["x", "y", "k"]),
        2 | 3 => (format!("(x, y - k) for {a} <= k <= y"), &["x", "y", "k"]),
        4 => ("(x - k, y - k) for 1 <= k <= min(x, y)".into(), &["x", "y", "k"]),
        5 => {
            let differ = format!("abs(k - l) < {a}");
            let clause = format!("(x - k, y - l) for 1 <= k <= x, 1 <= l <= y if {differ}");
            return clause;
        }
        6 => (format!("(k, min(y, k / {b})) for 0 <= k < x"), &["x", "y", "k"]),
        7 => return format!("(x - {}, y + {a}) if x > {}", a + 1, a + rng.u32(..2)),
        _ => return format!("(x / {b}, max(y - {a}, 0)) if x > 0 or y > 0"),
    };
    match rng.bool() {
        true => clause,
        false => format!("{clause} if {}", condition(rng, known)),
    }
}

/// Writes a comparison of linear numbers, or two of them.
fn condition(rng: &mut Rng, names: &[&str]) -> String {
    let sign = ["<", "<=", ">", ">=", "==", "!="][rng.usize(..6)];
    let one = number(rng, names);
    let two = number(rng, names);
    let first = format!("{one} {sign} {two}");
    match rng.u32(..5) {
        0 => format!("{first} and {} < {}", number(rng, names), number(rng, names)),
        1 => format!("{first} or {} == {}", number(rng, names), number(rng, names)),
        2 => format!("not {first}"),
        _ => first,
    }
}

fn number(rng: &mut Rng, names: &[&str]) -> String {
    let mut name = || names[rng.usize(..names.len())];
    let (one, two) = (name(), name());
    let constant = rng.i32(0..5);
    match rng.u32(..8) {
        0 => format!("{one} % {}", 2 + constant),
        1 => format!("{one} / {}", 2 + constant),
        2 => format!("({one} - {two}) / 2"),
        3 => format!("{constant}*{one} - {two}"),
        4 => format!("abs({one} - {two})"),
        5 => format!("min({one}, {two} + {constant})"),
        6 => constant.to_string(),
        _ => one.to_owned(),
    }
}

/// Whether a position is one of P in normal play, by the definition.
pub(crate) fn is_p(
    rules: &heap_rules::rules::Clauses,
    at: &[u32],
    known: &mut HashMap<Vec<u32>, bool>,
) -> bool {
    if let Some(&known) = known.get(at) {
        return known;
    }
    let options = rules.moves(0, at, &|_| true).expect("a game").into_iter();
    let is_p = !options.flat_map(|of| of.option).any(|option| is_p(rules, &option, known));
    known.insert(at.to_vec(), is_p);
    is_p
}
