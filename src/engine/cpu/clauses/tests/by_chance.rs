//! Rules by chance: expressions put together as no game of a list has them.

use super::{assert_same, plan};
use crate::engine::reference::ReferenceEngine;
use crate::table::InMemoryTable;

/// A number by chance, of heaps and variables.
fn number(random: &mut fastrand::Rng, names: &[&str], depth: u32) -> String {
    let leaf = |random: &mut fastrand::Rng| match random.u32(..4) {
        0 => random.u32(..5).to_string(),
        _ => names[random.usize(..names.len())].to_owned(),
    };
    if depth == 0 {
        return leaf(random);
    }
    let [one, two] = [0; 2].map(|_| number(random, names, depth - 1));
    match random.u32(..14) {
        0..4 => leaf(random),
        4..6 => format!("({one} + {two})"),
        6..8 => format!("({one} - {two})"),
        8 => format!("min({one}, {two})"),
        9 => format!("max({one}, {two})"),
        10 => format!("{} * ({one})", random.u32(1..4)),
        11 => format!("({one}) / ({two})"),
        12 => format!("({one} ^ {two})"),
        _ => format!("abs({one})"),
    }
}

/// A condition by chance.
fn condition(random: &mut fastrand::Rng, names: &[&str], depth: u32) -> String {
    if depth > 0 && random.bool() {
        let [one, two] = [0; 2].map(|_| condition(random, names, depth - 1));
        let connective = ["and", "and", "or", "implies"][random.usize(..4)];
        return format!("({one} {connective} {two})");
    }
    let [one, two] = [0; 2].map(|_| number(random, names, 1));
    match random.u32(..8) {
        0 => format!("{one} % {} == {}", random.u32(2..4), random.u32(..2)),
        1 => format!("divides({one}, {two})"),
        sign => format!("{one} {} {two}", ["<=", "<", ">=", ">", "==", "!="][sign as usize - 2]),
    }
}

/// A clause by chance on two heaps. Most lead inside.
fn clause(random: &mut fastrand::Rng, is_partizan: bool) -> String {
    let variables = random.usize(..3);
    let mut names = vec!["x", "y"];
    let mut ranges = Vec::new();
    for variable in ["k", "l"].into_iter().take(variables) {
        ranges.push(match random.u32(..4) {
            0 => format!(
                "{variable} in {{{}, {}..{}}}",
                random.u32(1..4),
                random.u32(4..6),
                random.u32(7..10)
            ),
            1 => format!("1 <= {variable} <= {}", number(random, &names, 1)),
            2 => format!(
                "{} <= {variable} <= {}",
                number(random, &names, 1),
                number(random, &names, 1)
            ),
            _ => format!("1 <= {variable} <= {}", names[random.usize(..names.len())]),
        });
        names.push(variable);
    }
    let option = match random.u32(..5) {
        0 => [number(random, &names, 2), number(random, &names, 2)],
        1 => [format!("x - {}", number(random, &names, 1)), "y".into()],
        2 => ["x".into(), format!("y - ({})", number(random, &names, 1))],
        3 => [
            format!("x - {}", names[names.len() - 1]),
            format!("y - {}", names[random.usize(..names.len())]),
        ],
        _ => [
            format!("min(x, {})", names[names.len() - 1]),
            format!("min(y, {})", number(random, &names, 1)),
        ],
    };
    let [one, two] = &option;
    let inside = format!("({one}) >= 0 and ({two}) >= 0 and ({one}) + ({two}) < x + y");
    let condition = match random.u32(..6) {
        0 => String::new(),
        1..4 => format!(" if {inside}"),
        4 => format!(" if {inside} and {}", condition(random, &names, 1)),
        _ => format!(" if {} and {inside}", condition(random, &names, 2)),
    };
    let ranges =
        if ranges.is_empty() { String::new() } else { format!(" for {}", ranges.join(", ")) };
    let pays = match random.u32(..3) {
        0 => format!(" pays {}", number(random, &names, 1)),
        _ if is_partizan => " pays 1".into(),
        _ => String::new(),
    };
    format!("({one}, {two}){ranges}{condition}{pays}")
}

/// Catches what no game above has: a way to put expressions together in which a fast path says something else than the
/// definition, be it a value or a fault.
#[test]
fn rules_by_chance_give_what_the_definition_says() {
    let mut random = fastrand::Rng::with_seed(41);
    let (mut tables, mut faults) = (0, 0);
    for _ in 0..1500 {
        let clauses = |random: &mut fastrand::Rng, is_partizan| {
            let count = random.usize(1..4);
            (0..count).map(|_| clause(random, is_partizan)).collect::<Vec<_>>().join("; ")
        };
        let is_partizan = random.u32(..5) == 0;
        let mut rules = match is_partizan {
            true => format!(
                "left: {}; right: {}",
                clauses(&mut random, true),
                clauses(&mut random, true)
            ),
            false => clauses(&mut random, false),
        };
        if random.u32(..6) == 0 {
            rules = format!("positions {}; {rules}", condition(&mut random, &["x", "y"], 1));
        }
        if random.u32(..6) == 0 {
            rules = format!("terminal {}; {rules}", condition(&mut random, &["x", "y"], 1));
        }
        let quantities: &[&str] = match is_partizan {
            true => &["outcome-class", "outcome-class misere", "score-left", "score-right"],
            false => &[
                "grundy",
                "grundy misere",
                "outcome",
                "outcome misere",
                "palaces",
                "remoteness",
                "score",
            ],
        };
        let quantity = quantities[random.usize(..quantities.len())];
        let domain = ["9x12", "tokens 11", "14x5"][random.usize(..3)];
        // Points that are not known to be small are refused, and so is a score without any.
        let Ok(plan) = plan(&rules, domain, quantity, 5) else { continue };
        match InMemoryTable::run(&ReferenceEngine, &plan) {
            Ok(_) => tables += 1,
            Err(_) => faults += 1,
        }
        assert_same(&plan);
    }
    assert!(tables > 300 && faults > 300, "{tables} tables, {faults} faults");
}
