//! Games whose moves lead to sums of positions, through all that asks for options: against play of the sums themselves, in
//! which no Grundy value occurs.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::analyses::play::{self, describe_move, query, sum};
use crate::tests::common::resumed::{resume, try_resume};
use crate::tests::common::tampering::with_wrong_value;
use crate::tests::common::{plan, stored};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::options;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineError};
use grundytab::table::GrundyValues;
use grundytab::table::{Codec, TableReader};
use grundytab::verify::{Extent, Fault, verify, verify_with_engine};
use grundytab::{
    Control, Coordinates, Error, Plan, Position, Quantity, Ruleset, Sum, ValueType, Values,
};
use tempfile::TempDir;

const KAYLES: &str = "rules: (a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k";

/// Games with sums of two positions, of none and of many, with cells that are no positions, and on several heaps.
const GAMES: &[(&str, &str)] = &[
    (KAYLES, "10"),
    ("rules: (a) + (x - a) for 1 <= a < x if 2 * a != x; () if x == 1", "11"),
    ("rules: positions x >= 1; sum (i) for a <= i < x for 1 <= a <= x", "6"),
    (
        "rules: (a, y - 1) + (x - a, y - 1) for 0 <= a <= x if y > 0; (x - 1, y) if x > 0",
        "tokens 4",
    ),
];

fn table(folder: &Path, game: &str, domain: &str, quantity: &str) -> TableReader {
    let name = format!("{game} {quantity}").replace(|c: char| !c.is_alphanumeric(), "-");
    let plan = plan(game, domain, quantity, Some(4));
    stored(&folder.join(name), &plan, Codec::Zstd, &ReferenceEngine)
}

/// Who wins sums of positions of games, by trying every move.
#[derive(Default)]
struct Played(HashMap<Vec<(usize, Coordinates)>, bool>);

impl Played {
    /// Returns whether the player who moved last wins a sum, of whose positions the numbers of their games are given.
    fn is_p(&mut self, games: &[&Ruleset], mut sum: Vec<(usize, Coordinates)>) -> bool {
        sum.sort_unstable();
        if let Some(&known) = self.0.get(&sum) {
            return known;
        }
        let mut is_p = true;
        for (moved, &(game, at)) in sum.iter().enumerate() {
            for option in options(games[game], at) {
                let mut after = sum.clone();
                after.remove(moved);
                after.extend(option.parts().iter().map(|&part| (game, part)));
                is_p &= !self.is_p(games, after);
            }
        }
        self.0.insert(sum, is_p);
        is_p
    }
}

fn positions(plan: &Plan) -> Vec<Coordinates> {
    let domain = plan.job().domain();
    Coordinates::cells_of_box(domain.sides()).filter(|&at| domain.contains(at)).collect()
}

/// Catches an option that is taken for its first position, and a sum whose outcome is made of those of its positions.
#[test]
fn queries_find_the_winning_moves() {
    let folder = TempDir::new().expect("a folder");
    for &(game, domain) in GAMES {
        let mut played = Played::default();
        for quantity in ["grundy", "outcome"] {
            let table = table(folder.path(), game, domain, quantity);
            let (job, ruleset) = (table.plan().job(), table.plan().job().ruleset());
            let mut is_p = |sum: &[Coordinates]| {
                played.is_p(&[ruleset], sum.iter().map(|&at| (0, at)).collect())
            };
            for at in positions(table.plan()) {
                let position = job.domain().position(at);
                let answer = query(&table, position.heaps()).expect("an answer");
                assert_eq!(answer.is_p_position, is_p(&[at]), "{game} {quantity} at {position}");
                let mut all = options(ruleset, at);
                all.sort_unstable();
                all.dedup();
                let listed = play::options(&table, &answer).expect("options");
                assert_eq!(listed[0].options.len(), all.len(), "{game} {quantity} at {position}");
                for option in &listed[0].options {
                    let parts = option.option.map(|part| part.coordinates());
                    let wins = is_p(parts.parts());
                    assert!(all.contains(&parts), "{game} {quantity}: {position} to {parts:?}");
                    assert_eq!(
                        option.is_winning, wins,
                        "{game} {quantity}: {position} to {parts:?}"
                    );
                    assert_eq!(job.is_p_position(option.value), wins, "{position} to {parts:?}");
                    assert_eq!(answer.winning[0].options.contains(&option.option), wins);
                }
            }
        }
    }
}

/// Catches Grundy values in memory that are computed of more positions than a question needs, or of fewer.
#[test]
fn grundy_values_are_computed_as_far_as_they_are_needed() {
    let folder = TempDir::new().expect("a folder");
    let table = table(folder.path(), KAYLES, "40", "outcome");
    let knows = |side| table.beside.grundy_values(Coordinates([1, 1, 1, side])).is_some();
    for (asked, known) in [(9, 9), (5, 9), (30, 30)] {
        query(&table, &[asked]).expect("an answer");
        assert!(knows(known + 1) && !knows(known + 2), "{asked}");
    }
    play::prepare(&table, &[&[35], &[99]], &Control::default()).expect("there is memory");
    assert!(knows(36) && !knows(37));
    verify(&table, Extent::Full, &Control::default()).expect("it is true");
    assert!(knows(40));
}

/// Catches a winning move in a component that splits and is not found in a sum with another game.
#[test]
fn components_may_split() {
    let folder = TempDir::new().expect("a folder");
    let kayles = table(folder.path(), KAYLES, "8", "grundy");
    let nim = table(folder.path(), "nim:1", "6", "grundy");
    let games = [kayles.plan().job().ruleset(), nim.plan().job().ruleset()];
    let mut played = Played::default();
    for (x, y) in (0..8).flat_map(|x| (0..6).map(move |y| (x, y))) {
        let at = [x, y].map(|heap| Coordinates([0, 0, 0, heap]));
        let answer = sum(&[(&kayles, &[x]), (&nim, &[y])], &[]).expect("an answer");
        let is_p = played.is_p(&games, vec![(0, at[0]), (1, at[1])]);
        assert_eq!(answer.value == 0, is_p, "{x} and {y}");
        let mut expected: Vec<(usize, Sum<Position>)> = Vec::new();
        for component in 0..2 {
            for option in options(games[component], at[component]) {
                let parts = option.parts().iter().map(|&part| (component, part));
                let other = (1 - component, at[1 - component]);
                if played.is_p(&games, parts.chain([other]).collect()) {
                    expected.push((component, option.map(|at| Position::new(at.unpadded(1)))));
                }
            }
        }
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(answer.winning, expected, "{x} and {y}");
    }
}

/// Catches a true table that is found wrong and a wrong value that is not found, or found elsewhere: the table is proved by
/// the definition, and computed again.
#[test]
fn wrong_values_are_found() {
    let folder = TempDir::new().expect("a folder");
    let control = Control::default();
    for &(game, domain) in GAMES {
        for quantity in ["grundy", "outcome"] {
            let right = table(folder.path(), game, domain, quantity);
            let positions = positions(right.plan());
            let checked = verify(&right, Extent::Full, &control).expect("it is true");
            assert_eq!(checked.positions_checked, positions.len() as u64);
            assert!(verify(&right, Extent::Sample(3), &control).is_ok());
            assert!(verify_with_engine(&right, &ReferenceEngine, &control).is_ok());
            let at = positions[positions.len() - 2];
            let value = right.value(right.plan().job().domain().position(at).heaps());
            let expected = i64::from(value.expect("a value"));
            let spoilt = with_wrong_value(at, |value| value ^ 1);
            let path = folder.path().join("spoilt");
            let spoilt = stored(&path, right.plan(), Codec::Zstd, &spoilt);
            let found = verify(&spoilt, Extent::Full, &control).expect_err("it is wrong");
            let Error::False(Fault::Value { position, stored, expected: found }) = found else {
                panic!("{game} {quantity}: {found}");
            };
            assert_eq!((position.coordinates(), stored, found), (at, expected ^ 1, expected));
        }
    }
}

/// Catches Grundy values in memory that are believed: they are what an engine says.
#[test]
fn grundy_values_in_memory_are_checked() {
    let folder = TempDir::new().expect("a folder");
    let table = table(folder.path(), KAYLES, "4", "outcome");
    // The values of Kayles are 0, 1, 2, 3.
    let values = Values::from_u32(ValueType::U8, [0, 1, 2, 4].into_iter());
    table.beside.keep(Arc::new(GrundyValues::new(table.plan().job().domain().sides(), values)));
    let found = verify(&table, Extent::Full, &Control::default()).expect_err("one is wrong");
    assert!(matches!(&found, Error::WrongValue(wrong) if wrong.expected == 3), "{found}");
}

/// Catches a run that goes on with outcomes of an earlier one as if they were Grundy values, or believes them.
#[test]
fn runs_that_go_on_compute_grundy_values_again() {
    for &(game, domain) in GAMES {
        let plan = plan(game, domain, "outcome", Some(2));
        let all = resume(&ReferenceEngine, &plan, HashMap::new());
        for (engine, name) in [(&ReferenceEngine as &dyn Engine, "reference"), (&CpuEngine, "cpu")]
        {
            for &kept in all.keys() {
                let mut finished = HashMap::from([(kept, all[&kept].clone())]);
                assert_eq!(resume(engine, &plan, finished.clone()), all, "{game}, {name}");
                let run = plan.tiling().region(kept).runs().next();
                let Some((at, cell)) = run.and_then(|run| run.cells().next()) else { continue };
                if let Some(tile) = finished.get_mut(&kept) {
                    let wrong = 1 - tile.get(cell);
                    tile.write(cell, &[wrong]);
                }
                let error = try_resume(engine, &plan, finished).expect_err(name);
                let EngineError::OtherStoredValue { position, .. } = error else {
                    panic!("{game}, {name}: {error}");
                };
                assert_eq!(position.coordinates(), at, "{game}, {name}");
            }
        }
    }
}

#[test]
fn what_sums_do_not_determine_is_refused() {
    for (modifier, quantity, told) in [
        ("", "grundy misere", "a sum has no Grundy value in misère play that those of its"),
        ("", "outcome misere", "a sum has no Grundy value in misère play that those of its"),
        ("", "palaces", "but palace numbers of positions do not tell that of their sum"),
        ("", "remoteness", "do not tell that of their sum; tabulate grundy or outcome"),
        ("", "score", "but scores of positions do not tell that of their sum"),
        ("+block=1", "outcome", "who wins a sum in which options are blocked does not follow"),
    ] {
        let refused = Plan::parse(&format!("{KAYLES}{modifier}"), "9", quantity);
        let refused = refused.expect_err(quantity).to_string();
        assert!(refused.contains(told), "{quantity}: {refused}");
    }
    let partizan = "rules: left: (x - 1) if x > 0; right: (a) + (x - 1 - a) for 0 <= a < x";
    let refused = Plan::parse(partizan, "9", "outcome-class").expect_err("partizan").to_string();
    assert!(refused.contains("the outcome of a sum does not follow from the outcome classes"));
    let game = Ruleset::parse(KAYLES).expect("a game");
    assert!(game.has_sums() && !Ruleset::parse("nim:2").expect("a game").has_sums());
    assert_eq!(game.quantity_of_options(Quantity::Outcome), Quantity::Grundy);
}

#[test]
fn moves_to_sums_are_told_in_words() {
    let game = Ruleset::parse(KAYLES).expect("a game");
    let told = |from: &[u32], to: &[&[u32]]| {
        let to = Sum::new(to.iter().map(|heaps| Position::new(heaps)));
        describe_move(&game, Position::new(from), &to)
    };
    assert_eq!(told(&[9], &[&[5], &[2]]), "take 2, leave 2 and 5");
    assert_eq!(told(&[9], &[&[0], &[8]]), "take 1, leave 8");
    assert_eq!(told(&[9], &[&[4], &[5]]), "split into 4 and 5");
    assert_eq!(told(&[9], &[&[7], &[8]]), "leave 7 and 8");
    assert_eq!(told(&[2], &[&[0], &[0]]), "take all");
    assert_eq!(told(&[1], &[]), "take all");
    assert_eq!(told(&[3, 4], &[&[1, 4], &[2, 4]]), "leave (1, 4) + (2, 4)");
}
