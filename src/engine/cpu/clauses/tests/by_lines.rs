//! Rules whose moves go along lines.

use super::{assert_same, plan};
use crate::engine::cpu::clauses::along_lines::LineMoves;
use crate::plan::Plan;
use crate::tests::common::random;

/// Games with lines of all kinds, and how many lines a cell lies on and how many options it looks up: all but those that are
/// one step away on a line.
const GAMES: &[(&str, &str, usize, usize)] = &[
    // Several clauses share a line; the heaps may change places.
    (
        "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
         (x - k, y - l) for 1 <= k <= x, max(1, k - 2) <= l <= min(y, k + 2)",
        "90x90",
        3,
        4,
    ),
    (
        "(x - 2 * k, y - k) for 1 <= k <= y if 2 * k <= x; (x - k, y - 2 * k) for 1 <= k <= x if 2 * k <= y; (x - 3, y - 3) if x >= 3 and y >= 3; (x - k, y - k - 70) for 2 <= k <= min(x, y - 70); (x - k - 70, y - k) for 2 <= k <= min(x - 70, y)",
        "tokens 140",
        3,
        3,
    ),
    // Conditions, also such that are the same for several clauses, and single options.
    (
        "(x - k, y, z) for 1 <= k <= x; (x, y - k, z) for 1 <= k <= y if x == 0 or z == 0; (x, y, z - k) for 1 <= k <= z",
        "13x19x18",
        3,
        0,
    ),
    (
        "(x - k, y) for 1 <= k <= x if y % 3 == 1; (x - k, y) for 3 <= k <= x if y % 3 == 1; (x, y - k) for 2 <= k <= y if x > y; \
         (x - 1, y - 5) if x > 0 and y > 4 and x + y != 20; (x, y - 1) if y > 0",
        "75x70",
        2,
        4,
    ),
    // Not all cells are positions, and some of them are terminal.
    (
        "positions x <= 3 * y and x % 7 != 6; terminal x == y; (x - k, y) for 1 <= k <= x; (x, y - 2 * k) for 1 <= k <= y if 2 * k <= y",
        "80x40",
        2,
        0,
    ),
    (
        "positions x + y + z != 9; (x - k, y - k, z) for 1 <= k <= min(x, y); (x, y - k, z - 2 * k) for 2 <= k <= y if 2 * k <= z",
        "tokens 30",
        2,
        1,
    ),
    // One heap, and four.
    (
        "(x - 3 * k - 1) for 0 <= k <= x if 3 * k + 1 <= x; (x - 2) if x >= 2 and x % 5 != 1; (x - 5 * k) for 1 <= k <= x if 5 * k <= x",
        "900",
        2,
        2,
    ),
    (
        "(x - k, y, z, w) for 1 <= k <= x if w != 2; (x, y - k, z - k, w) for 1 <= k <= min(y, z); (x, y, z, w - k) for 2 <= k <= w",
        "6x7x8x9",
        3,
        1,
    ),
    // Another grade, which falls too.
    ("grade 2 * x + y; (x - k, y) for 2 <= k <= x; (x, y - k) for 1 <= k <= y", "20x70", 2, 1),
];

fn moves(plan: &Plan) -> Option<(usize, usize)> {
    let game = plan.job().ruleset().written_ruleset().expect("rules");
    LineMoves::of(plan, game).map(|moves| moves.work())
}

/// Catches options that a line has lost, or has too early, or that another line has.
#[test]
fn tables_by_lines_are_those_of_the_definition() {
    let quantities = [("grundy", 7), ("grundy misere", 64), ("outcome", 64), ("outcome misere", 7)];
    let cases = GAMES.iter().flat_map(|game| quantities.map(|quantity| (*game, quantity)));
    for ((rules, domain, lines, options), (quantity, tile)) in
        random::sample(cases.collect(), GAMES.len())
    {
        let plan = plan(rules, domain, quantity, tile).expect(rules);
        assert_eq!(moves(&plan), Some((lines, options)), "{rules}");
        assert_same(&plan);
    }
}

/// Catches lines that are taken for what they are not: heaps that grow, a grade that is not known to fall, conditions that
/// may be without a value.
#[test]
fn what_is_no_line_is_walked() {
    for (rules, domain) in [
        ("(x - k, y + 1) for 2 <= k <= x", "tokens 20"),
        ("(x - k, y) for 1 <= k <= x if y > 0 and 7 / y > 1", "20x20"),
        ("(x - k, y) for 1 <= k <= x if is_square(k)", "20x20"),
        // The window of the next position on a line may have newer options, and none of the oldest.
        ("(x - k, y) for 1 <= k <= x if k >= 2*x - 9", "20x20"),
        ("(x - k, y) for 1 <= k <= x if k >= x * y / 9", "20x20"),
    ] {
        let plan = plan(rules, domain, "grundy", 8).expect(rules);
        assert_eq!(moves(&plan), None, "{rules}");
        assert_same(&plan);
    }
}

/// Catches what no game above has: bases, steps and conditions by chance.
#[test]
fn lines_by_chance_give_what_the_definition_says() {
    let mut random = fastrand::Rng::with_seed(7);
    let (games, mut by_lines) = (random::count(30), 0);
    for _ in 0..games {
        let count = random.usize(1..4);
        let mut clauses = Vec::new();
        let mut is_mirrored = random.bool();
        for _ in 0..count {
            let [mut step, base] = [(); 2].map(|()| [random.u32(..4), random.u32(..4)]);
            if step == [0, 0] {
                step[random.usize(..2)] = 1;
            }
            let guard = match random.u32(..4) {
                0 => format!("(x + {} * y) % 3 != {}", random.u32(..3), random.u32(..3)),
                1 => format!("x <= y + {}", random.u32(..20)),
                _ => "true".to_owned(),
            };
            is_mirrored &= guard == "true";
            let clause = |[a, b]: [u32; 2], [c, d]: [u32; 2]| {
                let least = u32::from(c + d == 0);
                format!(
                    "(x - {a} * k - {c}, y - {b} * k - {d}) for {least} <= k <= x + y \
                     if {a} * k + {c} <= x and {b} * k + {d} <= y and {guard}"
                )
            };
            clauses.push(clause(step, base));
            if is_mirrored {
                clauses.push(clause([step[1], step[0]], [base[1], base[0]]));
            }
        }
        let rules = clauses.join("; ");
        let domain = ["30x30", "tokens 33", "21x35", "70x71"][random.usize(..4)];
        let quantity = ["grundy", "grundy misere", "outcome"][random.usize(..3)];
        let plan = plan(&rules, domain, quantity, 16).expect("a plan");
        if plan.job().ruleset().written_ruleset().is_some() {
            by_lines += u32::from(moves(&plan).is_some());
        }
        assert_same(&plan);
    }
    assert!(by_lines > games / 5, "{by_lines}");
}
