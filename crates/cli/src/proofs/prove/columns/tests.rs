//! Lists are compared with tables that are filled by the definition.

use super::*;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, Wanted};
use grundytab::plan::Plan;
use grundytab::ruleset::Ruleset;
use grundytab::tabulate::tabulate_array;

/// A queen that may also go left and up: in each column the least row that no earlier one attacks (OEIS A065188).
const QUEENS: &str = "rules: grade 2*x + y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
    (x - k, y - k) for 1 <= k <= min(x, y); (x - k, y + k) for 1 <= k <= x";

/// The largest Grundy value whose positions are listed.
const LARGEST_VALUE: u32 = 3;

/// Lists the P-positions of a game, in either play, and the positions of small values, and compares them with the definition.
fn check<const HEAPS: usize>(game: &str, side: u32) {
    let ruleset = Ruleset::parse(game).expect(game);
    for convention in [Convention::Normal, Convention::Misere] {
        if convention == Convention::Misere && ruleset.blocking_number() > 0 {
            continue;
        }
        let definition = Definition::of_outcomes(&ruleset, convention).expect(game);
        let quantity = if convention == Convention::Misere { "outcome misere" } else { "outcome" };
        compare::<HEAPS>(&definition, (game, side, quantity), &[(0, 1)]);
    }
    if ruleset.blocking_number() == 0 {
        let definition = Definition::of_values(&ruleset, LARGEST_VALUE).expect(game);
        let values: Vec<(u32, u32)> = (0..=LARGEST_VALUE).map(|value| (value, value)).collect();
        compare::<HEAPS>(&definition, (game, side, "grundy"), &values);
    }
}

/// Compares the lists of values with the cells of a table that hold some number each.
fn compare<const HEAPS: usize>(
    definition: &Definition,
    (game, side, quantity): (&str, u32, &str),
    values: &[(u32, u32)],
) {
    let columns = Columns::of(definition).expect(game);
    // Where a heap may grow by what another one loses, options lie outside of a box.
    let domain = match columns.rays.iter().any(|ray| ray[2] < 0) {
        true => format!("tokens {}", 2 * (side - 1)),
        false => vec![side.to_string(); HEAPS].join("x"),
    };
    let plan = Plan::parse(game, &domain, quantity).expect(game);
    let prepared = ReferenceEngine.prepare(&plan, Wanted::Values).expect(game);
    let table = tabulate_array(prepared.as_ref(), &Control::default()).expect(game);
    let sides = plan.job().domain().sides();
    let is_listed = |at: &Coordinates| at[2] <= at[3] || !columns.is_symmetric;
    for &(value, number) in values {
        let found = columns.below::<HEAPS>(value, side, &Control::default());
        let found = found.expect("not interrupted").members;
        let expected: Vec<[u32; HEAPS]> =
            Coordinates::cells_of_box(Coordinates::padded(&[side; HEAPS], 1))
                .filter(|at| table.get(at.row_major_index(sides)) == number && is_listed(at))
                .map(|at| at.unpadded(HEAPS).try_into().expect("as many heaps as the game has"))
                .collect();
        assert_eq!(found, expected, "{game}, {quantity}, {number}");
    }
}

/// Catches a P-position or a position of a value that is left out, or one too many, next to the definition; also of rules
/// that are recognised as those of a vector game.
#[test]
fn listed_are_the_p_positions() {
    for game in [
        "nim",
        "maharaja",
        "wythoff+alter=2,1",
        "wythoff+alter=3,2/2,3/1,7",
        "wythoff+alter=5,1/1,40/40,3",
        "wythoff+alter=1,1",
        "wythoff+alter=0,1/2,2/0,5/3,1",
        "wythoff+terminal=3,5/0,1/4,4",
        "wythoff+to-zero=1,2/2,1/5,5",
        "vector:2,1/1,3+alter=4,2+to-zero=4,2/0,7/1,1+terminal=3,3",
        "wythoff+to-zero=1,2/3,5+block=1",
        "wythoff+block=1",
        "wythoff+alter=1,2/2,2/0,3+block=2",
        "wythoff+alter=1,1+block=5+terminal=2,7",
        "vector:1,0/2,1/1,3",
        "vector:2,0/0,3/1,1/2,2",
        "vector:3,1/1,3",
        "vector:2,2/3,3/0,1",
        "vector:0,2+alter=1,0/0,1/0,2",
        "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - 2, y - 1) if x >= 2 and y >= 1",
        QUEENS,
        "rules: grade 2*x + y; (x - k, y + k) for 1 <= k <= x; (x, y - k) for 1 <= k <= y",
    ] {
        check::<2>(game, if game.starts_with("rules") { 50 } else { 90 });
    }
}

/// The same on three heaps.
#[test]
fn listed_are_the_p_positions_of_three_heaps() {
    for game in [
        "nim:3",
        "vector:1,0,0/0,1,0/0,0,1/1,1,1",
        "vector:1,0,0/0,1,0/0,0,1/1,1,0/0,1,1/1,0,1",
        "vector:2,1,0/0,1,1/0,0,2/1,0,0+alter=0,1,1/1,0,3/2,1,1/0,0,1",
        "vector:1,0,0/0,1,0/0,0,1/1,2,3+block=1+alter=0,0,2",
        "vector:1,1,0/0,1,0/0,0,1+terminal=1,2,3/0,0,1",
    ] {
        check::<3>(game, 20);
    }
}

/// Catches games that are taken although other rules hold for them.
#[test]
fn other_games_are_left_alone() {
    for game in [
        "nim:1",
        "nim:4",
        "triangle",
        "fibonacci",
        "subtraction:1,2+heaps=2",
        "wythoff+alter=70,1",
        "vector:2,2/3,3/0,1+block=1",
        "vector:2,2/3,3/0,1+alter=6,6",
    ] {
        let ruleset = Ruleset::parse(game).expect(game);
        let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
        assert!(Columns::of(&definition).is_none(), "{game}");
    }
}
