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
pub(super) fn condition(random: &mut fastrand::Rng, names: &[&str], depth: u32) -> String {
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

/// Rules that one may be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Impartial,
    Partizan,
    WithSums,
}

/// A clause by chance on two heaps. Most lead inside.
pub(super) fn clause(random: &mut fastrand::Rng, kind: Kind) -> String {
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
    let position = |random: &mut fastrand::Rng, names: &[&str]| match random.u32(..5) {
        0 => [number(random, names, 2), number(random, names, 2)],
        1 => [format!("x - {}", number(random, names, 1)), "y".into()],
        2 => ["x".into(), format!("y - ({})", number(random, names, 1))],
        3 => [
            format!("x - {}", names[names.len() - 1]),
            format!("y - {}", names[random.usize(..names.len())]),
        ],
        _ => [
            format!("min(x, {})", names[names.len() - 1]),
            format!("min(y, {})", number(random, names, 1)),
        ],
    };
    let summands = match random.u32(..6) {
        _ if kind != Kind::WithSums => 1,
        0 => 0,
        1 | 2 => 1,
        3 | 4 => 2,
        _ => 3,
    };
    let (mut option, mut inside) = (Vec::new(), Vec::new());
    for _ in 0..summands {
        let [one, two] = position(random, &names);
        inside.push(format!("({one}) >= 0 and ({two}) >= 0 and ({one}) + ({two}) < x + y"));
        option.push(format!("({one}, {two})"));
    }
    if summands > 0 && kind == Kind::WithSums && random.u32(..4) == 0 {
        let names = [&names[..], &["i"]].concat();
        let [one, two] = position(random, &names);
        let low = number(random, &names[..names.len() - 1], 1);
        option.push(match random.bool() {
            true => format!("sum ({one}, {two}) for {low} <= i < x"),
            false => format!("sum (min(x - 1, i), {two}) for i in {{0, 1, 3}}"),
        });
        inside.push("x > 0 and y > 0".into());
    }
    let (option, inside) = match summands {
        0 => ("()".to_owned(), "x + y > 0".to_owned()),
        _ => (option.join(" + "), inside.join(" and ")),
    };
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
        _ if kind == Kind::Partizan => " pays 1".into(),
        _ => String::new(),
    };
    format!("{option}{ranges}{condition}{pays}")
}

/// Catches what no game above has: a way to put expressions together in which a fast path says something else than the
/// definition, be it a value or a fault.
#[test]
fn rules_by_chance_give_what_the_definition_says() {
    let mut random = fastrand::Rng::with_seed(41);
    let (mut tables, mut faults, mut with_sums) = (0, 0, 0);
    for _ in 0..2000 {
        let kind = match random.u32(..10) {
            0 | 1 => Kind::Partizan,
            2..5 => Kind::WithSums,
            _ => Kind::Impartial,
        };
        let clauses = |random: &mut fastrand::Rng| {
            let count = random.usize(1..4);
            (0..count).map(|_| clause(random, kind)).collect::<Vec<_>>().join("; ")
        };
        let mut rules = match kind {
            Kind::Partizan => {
                format!("left: {}; right: {}", clauses(&mut random), clauses(&mut random))
            }
            Kind::Impartial | Kind::WithSums => clauses(&mut random),
        };
        if random.u32(..6) == 0 {
            rules = format!("positions {}; {rules}", condition(&mut random, &["x", "y"], 1));
        }
        if random.u32(..6) == 0 {
            rules = format!("terminal {}; {rules}", condition(&mut random, &["x", "y"], 1));
        }
        let quantities: &[&str] = match kind {
            Kind::Partizan => {
                &["outcome-class", "outcome-class misere", "score-left", "score-right"]
            }
            Kind::WithSums => &["grundy", "outcome"],
            Kind::Impartial => &[
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
        with_sums += u32::from(plan.job().ruleset().has_sums());
        match InMemoryTable::run(&ReferenceEngine, &plan) {
            Ok(_) => tables += 1,
            Err(_) => faults += 1,
        }
        assert_same(&plan);
    }
    let counts = [tables, faults, with_sums];
    assert!(
        counts.iter().all(|&count| count > 300),
        "{counts:?} tables, faults and games with sums"
    );
}
