//! Tests of what is claimed of random rules and expressions.

use fastrand::Rng;

use super::check_lines;
use super::naive::{cells, clause, is_true, moves, number, rules, truth, value};
use crate::budget::Budget;
use crate::clause::HEAP_NAMES;
use crate::extents::{ClauseBounds, clause_bounds, most_options};
use crate::intervals::{bounds, possible};
use crate::proof::{grade_falls, stays_inside};

/// Writes a random number of some depth about these names.
pub(crate) fn random_number(rng: &mut Rng, names: &[&str], depth: u32) -> String {
    if depth == 0 || rng.u32(..4) == 0 {
        return match rng.u32(..3) {
            0 => format!("({})", rng.i64(-3..6)),
            _ => names[rng.usize(..names.len())].to_owned(),
        };
    }
    let mut of = || random_number(rng, names, depth - 1);
    let (a, b) = (of(), of());
    match rng.u32(..24) {
        0..3 => format!("({a} + {b})"),
        3..6 => format!("({a} - {b})"),
        6 => format!("({a} * {b})"),
        7 => format!("({a} / {b})"),
        8 => format!("({a} % {b})"),
        9 => format!("({a} ^ {b})"),
        10 => format!("min({a}, {b})"),
        11 => format!("max({a}, {b})"),
        12 => format!("gcd({a}, {b})"),
        13 => format!("abs({a})"),
        14 => format!("if({}, {a}, {b})", random_truth(rng, names, depth - 1)),
        15 => format!("zeckendorf_zeros({a})"),
        16 => format!("floor_sqrt({a})"),
        17 => format!("({a} / {})", rng.u32(1..5)),
        18 => format!("({a} % {})", rng.u32(1..5)),
        19 => format!("({a} {} {b})", ["&", "|", "<<", ">>"][rng.usize(..4)]),
        20 => format!(
            "floor(max({a}, 1) * sqrt({}) - max({b}, -9) / 2)",
            [2, 5, 13, 1000][rng.usize(..4)]
        ),
        21 => format!("floor(min({a}, {b}) / phi)"),
        22 => random_truth(rng, names, depth - 1),
        _ => {
            let names = [
                "floor_phi",
                "floor_phi2",
                "fibonacci_word",
                "zeckendorf_part",
                "zeckendorf_shift",
            ];
            format!("{}({a})", names[rng.usize(..names.len())])
        }
    }
}

/// Writes a random condition.
pub(crate) fn random_truth(rng: &mut Rng, names: &[&str], depth: u32) -> String {
    if depth == 0 || rng.bool() {
        let (a, b) = (random_number(rng, names, depth), random_number(rng, names, depth / 2));
        let sign = ["<", "<=", "==", "!=", ">", ">="][rng.usize(..6)];
        return match rng.u32(..12) {
            0 => format!("is_square({a})"),
            1 => format!("is_prime({a})"),
            2 => format!("divides({a}, {b})"),
            _ => format!("({a} {sign} {b})"),
        };
    }
    let (a, b) = (random_truth(rng, names, depth - 1), random_truth(rng, names, depth - 1));
    match rng.u32(..6) {
        0..2 => format!("({a} and {b})"),
        2 => format!("({a} or {b})"),
        3 => format!("({a} implies {b})"),
        4 => format!("({a} iff {b})"),
        _ => format!("(not {a})"),
    }
}

/// Writes a random clause that is often nearly linear.
pub(super) fn random_clause(rng: &mut Rng) -> String {
    let heaps = HEAP_NAMES[..rng.usize(1..3)].to_vec();
    let mut names = heaps.clone();
    let mut ranges = Vec::new();
    for name in ["k", "l"].into_iter().take([0, 1, 1, 2, 2][rng.usize(..5)]) {
        let heap = heaps[rng.usize(..heaps.len())];
        ranges.push(match rng.u32(..10) {
            0..5 => format!("{name} {}..{heap}", rng.u32(..3)),
            5 => format!("{name} 0..{heap} - 1"),
            6 => format!("{name} in 0 1 3"),
            7 if names.contains(&"k") => format!("{name} k - 1..k + {}", rng.u32(..3)),
            7 => format!("{name} 1..min({})", [&heaps[..], &["5"]].concat().join(", ")),
            8 => format!("{name} {}..{}", rng.u32(..3), rng.u32(..5)),
            _ => {
                let [a, b] = [0, 1].map(|_| random_number(rng, &names, 2));
                format!("{name} {a}..min(9, {b})")
            }
        });
        names.push(name);
    }
    let variables = names[heaps.len()..].to_vec();
    let options = heaps.iter().enumerate().map(|(at, heap)| match (rng.u32(..9), &variables[..]) {
        (0, _) => random_number(rng, &names, 2),
        (1, _) | (_, []) => format!("{heap} - {}", rng.u32(..3)),
        (2, variables) => variables[0].to_owned(),
        (3, _) => (*heap).to_owned(),
        (4, variables) => format!("{heap} - {} + {}", variables[0], rng.u32(..2)),
        (_, variables) => format!("{heap} - {}", variables[at % variables.len()]),
    });
    let options: Vec<String> = options.collect();
    let mut conditions = Vec::new();
    for _ in 0..rng.u32(..4) {
        let name = |rng: &mut Rng| names[rng.usize(..names.len())];
        conditions.push(match rng.u32(..9) {
            0 => format!("abs({} - {}) < {}", name(rng), name(rng), rng.u32(..3)),
            1 => format!("{} <= {}", name(rng), name(rng)),
            2 => format!("0 < {} + {}", name(rng), name(rng)),
            3 => format!("{} % {} == {}", name(rng), rng.u32(2..4), rng.u32(..2)),
            4 => format!("{} == {} * {}", name(rng), rng.u32(1..3), name(rng)),
            5 => format!("{} != {}", name(rng), rng.u32(..4)),
            6 => format!("({} == {} or {} < {})", name(rng), name(rng), name(rng), name(rng)),
            7 => format!("{} >= {}", name(rng), rng.u32(..3)),
            _ => random_truth(rng, &names, 2),
        });
    }
    let ranges =
        if ranges.is_empty() { String::new() } else { format!(" for {}", ranges.join(", ")) };
    let condition = conditions.join(" and ");
    let condition = if condition.is_empty() { condition } else { format!(" if {condition}") };
    format!("{}{ranges}{condition}", options.join(", "))
}

/// Whatever is claimed of random clauses holds in a small box, and something is claimed of many.
#[test]
fn claims_about_random_clauses_hold() {
    let mut rng = Rng::with_seed(1);
    let [mut as_lines, mut fall, mut inside, mut within] = [0; 4];
    for _ in 0..20_000 {
        let text = random_clause(&mut rng);
        let of = clause(&text);
        let side = 8;
        as_lines +=
            u32::from(check_lines(&of, side, &text).is_some_and(|parts| !parts.lines.is_empty()));
        let mut rules = rules(&[&text]);
        let names = &HEAP_NAMES[..rules.heaps];
        if rng.u32(..4) == 0 {
            rules.grade = Some(number(names, &random_number(&mut rng, names, 2)));
        }
        if rng.u32(..4) == 0 {
            rules.positions = Some(truth(names, &random_truth(&mut rng, names, 2)));
        }
        let sides = vec![side as u32; rules.heaps];
        let heaps = vec![(0, side - 1); rules.heaps];
        let falls = grade_falls(&rules, &of, &Budget::default());
        let is_natural = stays_inside(&rules, &of, None, &Budget::default());
        let is_inside = stays_inside(&rules, &of, Some(&sides), &Budget::default());
        let ends = clause_bounds(&of, &heaps);
        let most = most_options(&of, &heaps);
        fall += u32::from(falls);
        inside += u32::from(is_inside);
        within += u32::from(matches!(ends, Some(ClauseBounds::Within(_))));
        let is_position = |cell: &[i64]| rules.positions.as_ref().map(|of| is_true(of, cell));
        let grade = |cell: &[i64]| match &rules.grade {
            Some(grade) => value(grade, cell),
            None => Some(cell.iter().sum()),
        };
        for cell in cells(rules.heaps, side) {
            if matches!(is_position(&cell), Some(None | Some(false))) {
                continue;
            }
            let Some(found) = moves(&of, &cell) else {
                assert_eq!(ends, None, "{text} at {cell:?}");
                continue;
            };
            assert!(found.len() as u64 <= most, "{text} at {cell:?}: {most}");
            for places in found {
                match &ends {
                    Some(ClauseBounds::Within(ends)) => {
                        let mut pairs = places.iter().zip(ends);
                        assert!(pairs.all(|(n, ends)| ends.0 <= *n && *n <= ends.1), "{text}");
                    }
                    Some(ClauseBounds::Empty) => panic!("{text} at {cell:?}"),
                    None => (),
                }
                let option: Option<Vec<i64>> =
                    of.option[0].heaps.iter().map(|heap| value(heap, &places)).collect();
                let Some(option) = option else { continue };
                assert!(!is_natural || option.iter().all(|&heap| heap >= 0), "{text} {cell:?}");
                let room = |&heap: &i64| (0..side).contains(&heap);
                assert!(!is_inside || option.iter().all(room), "{text} at {cell:?}");
                if falls
                    && option.iter().all(|&heap| heap >= 0)
                    && !matches!(is_position(&option), Some(None | Some(false)))
                    && let (Some(before), Some(after)) = (grade(&cell), grade(&option))
                {
                    assert!(after < before, "{text} {:?} at {cell:?} to {option:?}", rules.grade);
                }
            }
        }
    }
    let counts = [as_lines, fall, inside, within];
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

/// Bounds of random expressions contain all values, where they say that there are some; at one place they are the value.
#[test]
fn bounds_of_random_expressions_hold() {
    let mut rng = Rng::with_seed(2);
    let names = ["x", "y"];
    let mut claimed = 0;
    for _ in 0..40_000 {
        let text = random_number(&mut rng, &names, 3);
        let of = number(&names, &text);
        let shift =
            if rng.u32(..8) == 0 { [0, i64::MAX - 5, i64::MIN + 5][rng.usize(..3)] } else { 0 };
        let mut range = || {
            let low = rng.i64(-4..5);
            (shift.saturating_add(low), shift.saturating_add(low + rng.i64(0..5)))
        };
        let environment = [range(), range()];
        let found = bounds(&of, &environment);
        claimed += u32::from(found.is_some());
        for x in environment[0].0..=environment[0].1 {
            for y in environment[1].0..=environment[1].1 {
                let there = value(&of, &[x, y]);
                assert_eq!(bounds(&of, &[(x, x), (y, y)]), there.map(|n| (n, n)), "{text} {x} {y}");
                if let Some((low, high)) = found {
                    let is_within = there.is_some_and(|n| low <= n && n <= high);
                    assert!(is_within, "{text} in {environment:?} is {there:?} at {x}, {y}");
                }
            }
        }
        let text = random_truth(&mut rng, &names, 3);
        let of = truth(&names, &text);
        if let Some(found) = possible(&of, &environment) {
            for x in environment[0].0..=environment[0].1 {
                for y in environment[1].0..=environment[1].1 {
                    let there = is_true(&of, &[x, y]).expect(&text);
                    assert!(if there { found.truth } else { found.falsity }, "{text} {x} {y}");
                }
            }
        }
    }
    assert!(claimed > 10_000, "{claimed}");
}
