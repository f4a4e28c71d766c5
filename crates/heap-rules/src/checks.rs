//! Tests of what is claimed of rules, by trying all positions of a small box.

use std::collections::BTreeSet;

use fastrand::Rng;

use crate::clause::{HEAP_NAMES, Players};
use crate::family::{Family, family};
use crate::intervals::{ClauseBounds, bounds, clause_bounds, most_options, possible};
use crate::lines::{Parts, lines};
use crate::naive::{cells, clause, is_true, moves, number, options, rules, truth, value};
use crate::proof::{grade_falls, stays_inside};
use crate::rules::{Clause, Rules};

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
        all.extend((0..).map(option).take_while(is_natural));
    }
    for step in parts.steps.iter().filter(|step| holds(&step.guard)) {
        let option = position.iter().zip(&step.vector).map(|(heap, less)| heap - less).collect();
        all.extend(Some(option).filter(is_natural));
    }
    all
}

fn check_lines(clause: &Clause, side: i64, text: &str) -> Option<Parts> {
    let parts = lines(clause)?;
    for cell in cells(clause.option.len(), side) {
        assert_eq!(Some(options_of(&parts, &cell)), options(clause, &cell), "{text} at {cell:?}");
    }
    Some(parts)
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
        ("x - k, y for k 1..x - 1", None),
        ("x - k, y for k 1..x + 1", None),
        ("x - k, y for k 0..x", None),
        ("x - k, y for k 2..x", Some((1, 0))),
        ("x - 2 * k, y - k for k 1..min(x / 2, y)", None),
        ("x - 2 * k, y - k for k 1..y if 2 * k <= x", Some((1, 0))),
        ("x - 2 * k, y - k for k 1..y if 2 * k < x", None),
        ("k, y for k 0..x - 1", Some((1, 0))),
        ("k, l for k 0..x, l 0..y if x - k == y - l and k < x", Some((1, 0))),
        ("k, y for k 0..x - 2", Some((1, 0))),
        ("k, y for k 1..x - 1", None),
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
        ("x - k, y for k 1..x if k != y", None),
        ("x - k, y for k 1..x if is_square(k)", None),
        ("x - k, y for k 1..x if k * k < x", None),
        ("x - k, y for k 1..x if 10 / y > 1", None),
        ("x - k, y for k 1..x if y > 0 and divides(x, y)", Some((1, 0))),
        ("x - k, y for k 1..x if k >= y", None),
        ("x - k, y for k 1..x if x >= k + 0 * y", Some((1, 0))),
        ("x - k, y + 2 for k 1..x", Some((1, 0))),
        ("x - k, y - 2 for k 1..x", None),
        ("x - k, y - 2 for k 1..x if y >= 2", Some((1, 0))),
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
        ("x - k, y for k 1..1000 if k <= x", None),
        ("x - k, y for k 3..2", Some((0, 0))),
        ("x - k, y for k 1..x if x > x", Some((0, 0))),
        ("x - k for k 1..x / 2", None),
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

#[test]
fn the_lines_of_wythoff_begin_with_their_first_options() {
    let text = "x - k, y - l for k 1..x, l 1..y if abs(k - l) < 2";
    let parts = lines(&clause(text)).expect("lines");
    let bases: BTreeSet<Vec<i64>> = parts.lines.iter().map(|line| line.base.clone()).collect();
    assert_eq!(bases, BTreeSet::from([vec![1, 2], vec![1, 1], vec![2, 1]]));
    assert!(parts.lines.iter().all(|line| line.step == [1, 1] && line.guard.is_empty()));
    // What follows from the option is no guard, and what does not is one.
    let guards = |text: &str| lines(&clause(text)).expect("steps").steps[0].guard.len();
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
        family(&Rules { moves, ..rules(&[left]) })
    };
    let both = partizan("x - k, y for k 1..x", "x, y - 1 if y > 0");
    let [left, right] = [vector(&[&[1, 0]], &[]), vector(&[], &[&[0, 1]])].map(Option::unwrap);
    assert_eq!(both, Some(Players::Each([left, right])));
    assert_eq!(partizan("x - k, y for k 1..x", "x - k, y + j for k 1..x, j 0..k - 1"), None);
    let with = |change: fn(&mut Rules)| {
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
            grade_falls(&rules, &clauses[0]),
            stays_inside(&rules, &clauses[0], None),
            stays_inside(&rules, &clauses[0], sides),
        );
        assert_eq!(found, (falls, inside, inside_box), "{text}");
    }
    // Positions and terminal positions restrict what is asked.
    let mut sorted = rules(&["x - k, y for k 1..y"]);
    let Players::Both(clauses) = sorted.moves.clone() else { panic!("impartial") };
    assert!(!stays_inside(&sorted, &clauses[0], None));
    sorted.positions = Some(truth(&["x", "y"], "x >= y"));
    assert!(stays_inside(&sorted, &clauses[0], None));
    let mut halved = rules(&["x / 2, y"]);
    halved.terminal = Some(truth(&["x", "y"], "x == 0"));
    let Players::Both(clauses) = halved.moves.clone() else { panic!("impartial") };
    assert!(grade_falls(&halved, &clauses[0]));
}

/// Writes a random number of some depth about these names.
fn random_number(rng: &mut Rng, names: &[&str], depth: u32) -> String {
    if depth == 0 || rng.u32(..4) == 0 {
        return match rng.u32(..3) {
            0 => format!("({})", rng.i64(-3..6)),
            _ => names[rng.usize(..names.len())].to_owned(),
        };
    }
    let mut of = || random_number(rng, names, depth - 1);
    let (a, b) = (of(), of());
    match rng.u32(..20) {
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
fn random_truth(rng: &mut Rng, names: &[&str], depth: u32) -> String {
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
fn random_clause(rng: &mut Rng) -> String {
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
        let falls = grade_falls(&rules, &of);
        let is_natural = stays_inside(&rules, &of, None);
        let is_inside = stays_inside(&rules, &of, Some(&sides));
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
                    of.option.iter().map(|heap| value(heap, &places)).collect();
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
        ("(x < 11) + (y > 20)", Some((1, 1))),
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
    assert_eq!(most("x - k, y for k 1..10 / y"), u64::MAX);
    let points = |text: &str| rules(&[text]).points_bounds(&heaps);
    assert_eq!(points("x - k, y for k 1..x pays 2 * k - y"), Some((-18, 20)));
    assert_eq!(points("x - k, y for k 1..x pays 10 / x"), Some((1, 10)));
    assert_eq!(points("x - k, y for k 1..x pays 10 / y"), None);
    assert_eq!(
        (points("x - 1, y if x > 0"), points("x, y if x > 10 pays 3")),
        (Some((0, 0)), Some((0, 0)))
    );
    let mut graded = rules(&["x - k, y for k 1..x"]);
    assert_eq!(graded.grade_bounds(&heaps), Some((0, 30)));
    graded.grade = Some(number(&names, "2 * x - y"));
    assert_eq!(graded.grade_bounds(&heaps), Some((-20, 20)));
}
