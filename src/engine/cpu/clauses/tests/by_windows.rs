//! Rules by chance whose moves go along lines, with windows of all kinds, compared with the definition; and larger tables,
//! compared with those that are filled option by option.

use super::{By, assert_same, plan};
use crate::domain::tiling::TileIndex;
use crate::engine::cpu::clauses::along_lines::LineMoves;
use crate::engine::cpu::tests::simd_levels::assert_all_levels_agree;
use crate::plan::Plan;
use crate::ruleset::Method;
use crate::table::InMemoryTable;
use crate::tests::common::random;
use crate::tests::common::resumed::{Tiles, resume};

/// Ends of windows, as conditions on the number that is taken: near the edge, beyond it, with strides, guards that are true
/// nowhere or everywhere, limits that shrink and grow, and windows that begin late.
const ENDS: &[&str] = &[
    "2*k <= max(x, y)",
    "2*k <= x",
    "k < y",
    "k <= x - y",
    "k <= y - 7",
    "k <= 5",
    "k <= x + y",
    "k <= x * y / 9",
    "k <= floor_phi(y)",
    "k <= (x ^ y)",
    "3*k < 2*x + 1",
    "k <= x % 7",
    "k >= 2",
    "k >= x / 3",
    "3*k >= x - y",
    "k > y / 2 - x / 4",
    "k >= max(x, y) / 4",
    "k % 2 == 1",
    "k % 3 != 2",
    "k != 3",
    "k != y",
    "abs(2*k - x) < y / 2 + 3",
    "abs(k - 5) <= 2 * (y % 3)",
    "x % 3 == 1",
    "x > 1000",
    "x + y >= 0",
    "k >= 7 and k <= x / 2",
    "k >= x / 2 and k <= x - y / 3",
    "k == x / 2",
    "k <= if(x > y, 3, y)",
];

/// Clauses that have no lines, which go with others on two heaps.
const OTHERS: &[&str] = &[
    "(x / 2, y) if x > 0",
    "(x, y - k) for 1 <= k <= y if is_prime(k)",
    "(min(x, k), min(y, k)) for 0 <= k < max(x, y)",
    "(x - k, y - l) for 0 <= k <= x, 0 <= l <= y if k + l > 0 and (k * l) % 3 == 1",
    "(x - k * k, y) for 1 <= k <= x if k * k <= x",
];

/// Returns rules by chance on this many heaps; half of those on two are equal to their mirror images.
fn rules(random: &mut fastrand::Rng, heaps: usize) -> String {
    let names = &["x", "y", "z"][..heaps];
    let mut clauses = Vec::new();
    let is_doubled = heaps == 2 && random.bool();
    for _ in 0..random.usize(1..4) {
        let mut step: Vec<u32> =
            names.iter().map(|_| random.u32(..3) / (1 + random.u32(..2))).collect();
        let base: Vec<u32> =
            names.iter().map(|_| if random.u32(..3) == 0 { random.u32(..4) } else { 0 }).collect();
        if step.iter().all(|&of| of == 0) {
            step[random.usize(..heaps)] = 1;
        }
        let mut conditions: Vec<String> = Vec::new();
        for (name, (step, base)) in names.iter().zip(step.iter().zip(&base)) {
            conditions.push(format!("{step}*k + {base} <= {name}"));
        }
        for _ in 0..random.usize(..3) {
            conditions.push(ENDS[random.usize(..ENDS.len())].to_owned());
        }
        random.shuffle(&mut conditions);
        let option: Vec<String> = names
            .iter()
            .zip(step.iter().zip(&base))
            .map(|(name, (step, base))| format!("{name} - {step}*k - {base}"))
            .collect();
        let low = 1 - u32::from(base.iter().any(|&of| of > 0) && random.bool());
        let clause = |option: &str, conditions: &str| {
            format!("({option}) for {low} <= k <= tokens if {conditions}")
        };
        let (option, conditions) = (option.join(", "), conditions.join(" and "));
        clauses.push(clause(&option, &conditions));
        if is_doubled {
            let image = |text: &str| {
                let exchanged = text.replace("max(", "M(").replace('x', "w").replace('y', "x");
                exchanged.replace('w', "y").replace("M(", "max(")
            };
            let option = image(&option);
            let (one, two) = option.split_once(", ").expect("two heaps");
            clauses.push(clause(&format!("{two}, {one}"), &image(&conditions)));
        }
    }
    if random.u32(..5) == 0 && heaps == 2 {
        clauses.push(OTHERS[random.usize(..OTHERS.len())].to_owned());
    }
    if random.u32(..5) == 0 {
        clauses.insert(0, "terminal x % 5 == 2 and x < 9".into());
    }
    if random.u32(..5) == 0 && heaps > 1 {
        clauses.insert(0, "positions (x + y) % 4 != 3".into());
    }
    clauses.join("; ")
}

fn moves(plan: &Plan) -> Option<LineMoves> {
    match plan.job().method() {
        Method::Clauses(game) => LineMoves::of(plan, game),
        _ => None,
    }
}

/// Catches a window that begins or ends too early or too late, the order of places, and lines, tiles and halves that are
/// confused.
#[test]
fn windows_by_chance_give_what_the_definition_says() {
    let mut rng = fastrand::Rng::with_seed(random::seed());
    let (games, mut counts) = (random::count(150), [0; 5]);
    for _ in 0..games {
        let heaps = [1, 2, 2, 2, 3][rng.usize(..5)];
        let rules = rules(&mut rng, heaps);
        let domain = match heaps {
            1 => "150",
            2 => ["23x23", "tokens 25", "17x30", "40x40"][rng.usize(..4)],
            _ => ["7x8x8", "tokens 11"][rng.usize(..2)],
        };
        let quantity =
            ["grundy", "grundy", "grundy misere", "outcome", "outcome misere"][rng.usize(..5)];
        let Ok(plan) = plan(&rules, domain, quantity, [5, 8, 64][rng.usize(..3)]) else { continue };
        if let Some(moves) = moves(&plan) {
            let kinds = [true, moves.are_mirrored].into_iter().chain(moves.kinds());
            counts.iter_mut().zip(kinds).for_each(|(count, is_so)| *count += u32::from(is_so));
        }
        assert_same(&plan);
    }
    let few = games / 30;
    assert!(counts.iter().all(|&count| count > few), "{counts:?} of {games}");
}

/// Catches what small tables do not show: several words, patches and tiles, and resumed runs of them.
#[test]
fn larger_windows_give_what_listing_gives() {
    let mut rng = fastrand::Rng::with_seed(random::seed());
    let games = random::count(12);
    for game in 0..games {
        let rules = rules(&mut rng, 2);
        let domain = ["140x140", "tokens 150", "100x190"][rng.usize(..3)];
        let quantity = ["grundy", "grundy", "grundy misere", "outcome"][rng.usize(..4)];
        let Ok(plan) = plan(&rules, domain, quantity, 64) else { continue };
        if moves(&plan).is_none() {
            continue;
        }
        let found = InMemoryTable::run(&By::Lines, &plan).expect(&rules);
        let truth = InMemoryTable::run(&By::Options, &plan).expect(&rules);
        assert_eq!(truth.compare(&found), Ok(()), "{rules} on {domain}, {quantity}");
        if game % 4 == 0 {
            assert_all_levels_agree(&plan);
        }
        let all = resume(&By::Lines, &plan, Tiles::new());
        let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
        let finished = tiles.iter().filter(|_| rng.bool()).map(|&tile| (tile, all[&tile].clone()));
        let finished: Tiles = finished.collect();
        assert!(resume(&By::Lines, &plan, finished) == all, "{rules} on {domain}, {quantity}");
    }
}

/// Games whose positions share lines, and others that look as if they did: limits that shrink, that do not come in one order,
/// or that begin at different places; conditions and terminal positions; heaps that are no memory.
#[test]
fn positions_that_share_a_line_have_the_values_of_the_definition() {
    for (rules, domain) in [
        ("grade x; (x - k, k) for 1 <= k <= min(x, 3*y)", "30x40"),
        ("grade x; (x - k, k) for 1 <= k <= min(x, 20 - y)", "30x20"),
        ("grade x; (x - k, min(2*k, 19)) for 1 <= k <= min(x, y)", "40x20"),
        ("grade x; (x - k, k) for 1 <= k <= x if k % 2 == y % 2", "20x20"),
        ("grade x; (x - k, k) for y <= k <= x if k > 0", "20x20"),
        ("grade x; (x - k, k) for 1 <= k <= x if y > 3 and k <= y / 2", "30x30"),
        ("grade x; (x - k, k) for 1 <= k <= min(x, (y * 7) % 11)", "25x12"),
        (
            "grade x; positions x != y; terminal y == 3; (x - k, k) for 1 <= k <= min(x, y + 1)",
            "25x25",
        ),
        (
            "grade x; (x - k, k) for 1 <= k <= min(x, y); (x - k, 0) for 1 <= k <= min(x, 2*y)",
            "25x20",
        ),
        (
            "grade x; (x - k, k) for 1 <= k <= min(x, y); (x - k, 0) for 1 <= k <= min(x, 9 - y)",
            "25x9",
        ),
        (
            "grade x + y; (x - k, y, k) for 1 <= k <= min(x, 2*z); (x, y - k, k) for 1 <= k <= min(y, 2*z)",
            "9x9x9",
        ),
        ("grade x; (x - k, k) for 1 <= k <= min(x, 3*y) if k != 4", "25x25"),
    ] {
        for quantity in ["grundy", "grundy misere"] {
            assert_same(&plan(rules, domain, quantity, 8).expect(rules));
        }
    }
}
