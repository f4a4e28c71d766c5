//! Every engine against a brute force in Python, on random games that Python makes.
//!
//! `scripts/test` makes the virtual environment whose Python is used.

use crate::common::python::{printed_by, python_program};
use crate::common::random;
use crate::common::{engines, plan};
use grundytab::engine::{Engine, EngineKind};
use grundytab::{Coordinates, InMemoryTable};
use serde::Deserialize;

/// A random game, and the value of each of its positions.
#[derive(Deserialize)]
struct Game {
    game: String,
    domain: String,
    quantity: String,
    values: Vec<(Vec<u32>, i64)>,
}

/// Compares every value of random games of these kinds, a quantity and a number of heaps each, on all engines: of
/// as many as [`random::count`] makes of a number.
fn assert_engines_agree_with_python(which: u64, cases: u32, kinds: &[&str]) {
    let (seed, count) = (100 * random::seed() + which, random::count(cases));
    let mut command = python_program("brute_force.py");
    let games = printed_by(command.args([seed.to_string(), count.to_string()]).args(kinds));
    assert_eq!(games.lines().count(), count as usize);
    for (index, line) in games.lines().enumerate() {
        let Game { game, domain, quantity, values } = serde_json::from_str(line).expect("a game");
        // Tiles that the domain cuts, and one tile.
        let tile = [Some(4), None, Some(7)][index % 3];
        let plan = plan(&game, &domain, &quantity, tile);
        let job = plan.job();
        assert_eq!(values.len() as u64, job.domain().positions(), "{game} on {domain}");
        // The GPU engine refuses games on four heaps. It compiles shaders for every game, which takes most of
        // the time: it plays two games of seven, of all kinds in turn.
        let on_gpu = job.domain().heaps() < 4 && index % 7 < 2;
        let fitting = |engine: &&dyn Engine| engine.kind() != EngineKind::Gpu || on_gpu;
        for engine in engines().into_iter().filter(fitting) {
            let table = InMemoryTable::run(engine, &plan).expect("the engine runs");
            for (heaps, expected) in &values {
                let at = Coordinates::padded(heaps, 0);
                let value = table.values()[at.row_major_index(job.domain().sides())];
                let found = job.quantity().number(value);
                let engine = engine.kind();
                assert_eq!(
                    found, *expected,
                    "{quantity} of {game} on {domain} at {heaps:?}, {engine}"
                );
            }
        }
    }
}

#[test]
fn scores_of_random_games() {
    assert_engines_agree_with_python(1, 80, &["score:1", "score:2", "score:2", "score:3"]);
}

#[test]
fn remoteness_of_random_games() {
    let kinds = ["remoteness:1", "remoteness:2", "remoteness:3", "remoteness:2"];
    assert_engines_agree_with_python(5, 60, &kinds);
}

#[test]
fn scores_of_random_partizan_games() {
    let kinds = ["score-left:1", "score-right:2", "score-left:2", "score-right:1", "score-left:3"];
    assert_engines_agree_with_python(3, 100, &kinds);
}

#[test]
fn values_of_random_games_on_four_heaps() {
    let kinds = [
        "grundy:4",
        "digraph:grundy:4",
        "palaces:4",
        "digraph:outcome:4",
        "score:4",
        "score-left:4",
        "remoteness:4",
    ];
    assert_engines_agree_with_python(4, 80, &kinds);
}

#[test]
fn other_values_of_random_games() {
    let kinds = ["grundy:1", "grundy:2", "grundy:3", "palaces:2", "palaces:3", "outcome:2"];
    assert_engines_agree_with_python(2, 60, &kinds);
}
