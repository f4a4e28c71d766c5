//! Tables of which half is computed.

use heap_rules::clause::{Players, WrittenClauses};

use super::by_chance::{Kind, clause, condition};
use super::{assert_same, plan};
use crate::domain::tiling::TileIndex;
use crate::engine::cpu::CpuEngine;
use crate::engine::cpu::clauses::along_lines::LineMoves;
use crate::engine::cpu::clauses::mirror::Mirror;
use crate::engine::reference::ReferenceEngine;
use crate::plan::Plan;
use crate::tests::common::random;
use crate::tests::common::resumed::{Tiles, resume};

/// Returns whether half of a table is computed.
fn is_half(plan: &Plan) -> bool {
    let game = plan.job().ruleset().written_ruleset().expect("rules");
    let by_lines = LineMoves::of(plan, game).map(|moves| moves.are_mirrored);
    by_lines.unwrap_or_else(|| Mirror::of(plan, game).is_some())
}

const HALVES: &str = "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
                      (x - k, y - k) for 1 <= k <= min(x, y) if 2*k <= max(x, y)";

/// Catches half of a table that is no mirror image of the other one, and a table of which both halves are computed.
#[test]
fn halves_are_those_of_the_definition() {
    let rows = "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y";
    for (rules, domain, quantities, expected) in [
        (HALVES, "33x33", &["grundy", "outcome misere", "remoteness", "palaces"][..], true),
        (HALVES, "tokens 30", &["grundy", "outcome"], true),
        (HALVES, "33x32", &["grundy"], false),
        (&format!("{HALVES}+block=2"), "20x20", &["palaces", "outcome"], true),
        // By lines, under conditions and where not all cells are positions.
        (
            &format!("{rows}; (x - k, y - k) for 1 <= k <= min(x, y) if (x - y) % 3 == 0"),
            "70x70",
            &["grundy", "outcome"],
            true,
        ),
        (
            &format!(
                "positions (x - y) % 5 != 2 and (y - x) % 5 != 2; terminal x*y == 6; {rows}; (x - k, y - 2*k) for 1 <= k <= x if 2*k <= y; (x - 2*k, y - k) for 1 <= k <= y if 2*k <= x"
            ),
            "70x70",
            &["grundy", "outcome misere"],
            true,
        ),
        (&format!("positions x != y + 1; {rows}"), "30x30", &["grundy"], false),
        (
            "(x - k, y, z) for 1 <= k <= x if y + z > 3; (x, y - k, z) for 1 <= k <= y; (x - k, y, z - k) for 1 <= k <= min(x, z); (x, y, z - k) for 1 <= k <= z; (x - k, y - k, z) for 1 <= k <= min(x, y)",
            "5x20x20",
            &["grundy", "outcome"],
            true,
        ),
        // Grades that stay the same, and one that does not.
        (
            "grade 2*x + 2*y; (x - k, y) for 1 <= k <= x if is_prime(k); (x, y - k) for 1 <= k <= y if is_prime(k)",
            "20x20",
            &["grundy", "outcome"],
            true,
        ),
        (
            "grade x + 2*y; (x - k, y) for 1 <= k <= x if is_prime(k); (x, y - k) for 1 <= k <= y if is_prime(k)",
            "20x20",
            &["grundy"],
            false,
        ),
        // Sums, players, and three heaps.
        (
            "positions x > 0 and y > 0; (a, y) + (x - a, y) for 1 <= a < x; (x, a) + (x, y - a) for 1 <= a < y",
            "25x25",
            &["grundy", "outcome"],
            true,
        ),
        (
            "left: (x - k, y) for 1 <= k <= x if k*k < 9; (x, y - k) for 1 <= k <= y if k*k < 9; right: (x - k, y - k) for 1 <= k <= min(x, y) if gcd(x, y) == 1",
            "20x20",
            &["outcome-class", "outcome-class misere"],
            true,
        ),
        (
            "(x - k, y, z) for 1 <= k <= x if is_square(k); (x, y - k, z - k) for 1 <= k <= min(y, z) if is_square(y + z)",
            "7x11x11",
            &["grundy", "remoteness"],
            true,
        ),
        (
            "(x - k, y, z) for 1 <= k <= x if is_square(k); (x, y - k, z) for 1 <= k <= y if is_square(x + y); (x, y, z - 1) if z > 0",
            "11x11x11",
            &["grundy"],
            false,
        ),
        // A move that may leave the table, and points.
        ("(x - 2, y + 1) if x >= 2; (x + 1, y - 2) if y >= 2", "tokens 20", &["grundy"], true),
        (
            "(x - 2, y + 1) if x >= 2 and y < 14; (x + 1, y - 2) if y >= 2 and x < 14",
            "15x15",
            &["grundy"],
            true,
        ),
        (
            "positions x < 15 and y < 15; (x - 2, y + 1) if x >= 2; (x + 1, y - 2) if y >= 2",
            "15x15",
            &["grundy"],
            false,
        ),
        ("(x - 1, y) if x > 0 pays 2; (x, y - 1) if y > 0 pays 2", "9x9", &["score"], false),
    ] {
        for (quantity, tile) in quantities.iter().zip([8, 64].into_iter().cycle()) {
            let plan = plan(rules, domain, quantity, tile).expect(rules);
            assert_eq!(is_half(&plan), expected, "{rules} on {domain}, {quantity}");
            assert_same(&plan);
        }
    }
}

/// Catches a cell that is not computed because an earlier run has its image, and one whose image that run has not stored.
#[test]
fn halves_are_resumed() {
    let sorted = "grade 2*x + 2*y; (x - k, y) for 1 <= k <= x if is_prime(k); (x, y - k) for 1 <= k <= y if is_prime(k)";
    let rows = "positions x != y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y";
    let sums = "(a, y) + (x - a, y) for 1 <= a < x; (x, a) + (x, y - a) for 1 <= a < y";
    for (rules, quantity) in [
        (HALVES, "grundy"),
        (HALVES, "outcome"),
        (sorted, "grundy"),
        (rows, "grundy"),
        (sums, "grundy"),
        (sums, "outcome"),
    ] {
        let plan = plan(rules, "30x30", quantity, 8).expect(rules);
        assert!(is_half(&plan), "{rules}");
        let truth = resume(&ReferenceEngine, &plan, Tiles::new());
        let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
        for chosen in [0x5555, 0xaaaa, 0x8888, 0x7351, 0x0001, 0x8000, 0xffff_u32] {
            let is_chosen = |number: &usize| chosen >> number & 1 == 1;
            let finished = (0..tiles.len()).filter(is_chosen).map(|number| tiles[number]);
            let finished: Tiles = finished.map(|tile| (tile, truth[&tile].clone())).collect();
            assert!(
                resume(&CpuEngine, &plan, finished) == truth,
                "{rules}, {quantity}, {chosen:x}"
            );
        }
    }
}

/// Exchanges x and y in a text.
fn exchanged(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_word =
        |at: usize| bytes.get(at).is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_');
    let each = text.char_indices().map(|(at, c)| match c {
        'x' | 'y' if at.checked_sub(1).is_none_or(|at| !is_word(at)) && !is_word(at + 1) => {
            if c == 'x' { 'y' } else { 'x' }
        }
        c => c,
    });
    each.collect()
}

/// Returns a clause when both heaps change places.
fn image(clause: &str) -> Option<String> {
    let mut rules = WrittenClauses::parse(clause).ok()?;
    let Players::Both(clauses) = &mut rules.moves else { return None };
    for summand in clauses.iter_mut().flat_map(|clause| &mut clause.option) {
        summand.heaps.reverse();
    }
    Some(exchanged(&rules.to_string()))
}

/// Catches rules by chance, of which each clause stands beside its image or beside what is nearly its image, that are filled
/// as if they were symmetric, or that are not found to be.
#[test]
fn symmetric_rules_by_chance_give_what_the_definition_says() {
    let mut rng = fastrand::Rng::with_seed(52);
    let [mut halves, mut changed, mut kept] = [0; 3];
    let cases = random::count(1000);
    for _ in 0..cases {
        let kind = if rng.u32(..3) == 0 { Kind::WithSums } else { Kind::Impartial };
        let clauses = (0..rng.usize(1..3)).map(|_| clause(&mut rng, kind));
        let clauses: Vec<String> = clauses.collect();
        let Some(images) = clauses.iter().map(|of| image(of)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let mut images = images.join("; ");
        let digits: Vec<usize> =
            images.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let is_changed = rng.u32(..3) == 0 && !digits.is_empty();
        if is_changed {
            let at = digits[rng.usize(..digits.len())];
            images.replace_range(at..=at, &rng.u32(..6).to_string());
        }
        let mut rules = format!("{}; {images}", clauses.join("; "));
        for word in ["positions", "terminal"] {
            if rng.u32(..6) == 0 {
                let condition = condition(&mut rng, &["x", "y"], 1);
                rules = format!("{word} ({condition}) and ({}); {rules}", exchanged(&condition));
            }
        }
        let quantities = ["grundy", "outcome", "grundy misere", "palaces", "remoteness"];
        let most = if kind == Kind::WithSums { 2 } else { 5 };
        let domain = ["10x10", "tokens 11"][rng.usize(..2)];
        let Ok(plan) = plan(&rules, domain, quantities[rng.usize(..most)], 4) else { continue };
        if plan.job().ruleset().written_ruleset().is_none_or(|game| game.family().is_some()) {
            continue;
        }
        let is_found = plan.job().ruleset().definition().has_symmetry(&[0, 1, 3, 2]);
        assert!(is_found || is_changed, "{rules}");
        changed += u32::from(is_changed && !is_found);
        kept += u32::from(is_changed && is_found);
        halves += u32::from(is_half(&plan));
        assert_same(&plan);
    }
    let few = cases / 15;
    assert!(halves > few && changed > few && kept < changed, "{halves} {changed} {kept}");
}
