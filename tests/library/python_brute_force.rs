//! Every engine against a brute force in Python, on random games that Python makes.
//!
//! Catches a move, its points or its sign that the library takes for others than the game has, players that are taken for
//! one another, and every way in which an engine is wrong: tiles, ragged domains, vectors added and removed, terminal
//! positions, rays that share vectors, halves of symmetric tables. `scripts/test` makes the virtual environment whose
//! Python is used.

use std::collections::BTreeMap;

use crate::common::python::{printed_by, python_program};
use crate::common::random;
use crate::common::{gpus, gpus_of_large_blocks, gpus_of_small_blocks, plan};
use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::{Coordinates, InMemoryTable};
use serde::Deserialize;

/// A random game, and the value of each of its positions.
#[derive(Deserialize)]
struct Game {
    game: String,
    domain: String,
    tile: Option<u32>,
    /// By their quantities.
    tables: BTreeMap<String, Vec<(Vec<u32>, i64)>>,
}

/// Compares every value of random games of these kinds, which `random_games.py` explains, on all engines: of as many as
/// [`random::count`] makes of a number. The GPU engine compiles shaders for every game, which takes most of the time: it
/// plays one game of `one_on_gpu_of`, by blocks of its usual size, by small and by large ones in turn.
fn assert_engines_agree_with_python(which: u64, cases: u32, one_on_gpu_of: usize, kinds: &[&str]) {
    let (seed, count) = (100 * random::seed() + which, random::count(cases));
    let mut command = python_program("random_games.py");
    let games = printed_by(command.args([seed.to_string(), count.to_string()]).args(kinds));
    assert_eq!(games.lines().count(), count as usize);
    for (index, line) in games.lines().enumerate() {
        let Game { game, domain, tile, tables } = serde_json::from_str(line).expect("a game");
        for (quantity, values) in tables {
            let plan = plan(&game, &domain, &quantity, tile);
            let job = plan.job();
            assert_eq!(values.len() as u64, job.domain().positions(), "{game} on {domain}");
            let mut engines: Vec<&dyn Engine> = vec![&ReferenceEngine, &CpuEngine];
            // The GPU engine refuses games on four heaps, and those in which one heap follows another.
            let has_kernel =
                job.domain().heaps() < 4 && job.ruleset().take_and_break_game().is_none();
            if has_kernel && index % one_on_gpu_of == 0 {
                let way = index / one_on_gpu_of % 3;
                let gpus = [gpus, gpus_of_small_blocks, gpus_of_large_blocks][way]();
                engines.extend(gpus.iter().map(|gpu| gpu as &dyn Engine));
            }
            for engine in engines {
                let table = InMemoryTable::run(engine, &plan).expect("the engine runs");
                for (heaps, expected) in &values {
                    let at = Coordinates::padded(heaps, 0);
                    let value = table.values()[at.row_major_index(job.domain().sides())];
                    let found = job.quantity().number(value);
                    let engine = engine.kind();
                    assert_eq!(
                        found, *expected,
                        "{quantity} of {game} on {domain} by tiles of {tile:?} at {heaps:?}, {engine}"
                    );
                }
            }
        }
    }
}

#[test]
fn scores_of_random_games() {
    let kinds = ["score:1", "score:2", "score:2", "score:3", "score:2"];
    assert_engines_agree_with_python(1, 330, 12, &kinds);
}

#[test]
fn scores_of_random_symmetric_games() {
    let kinds = ["symmetric:score:2", "symmetric:score:3"];
    assert_engines_agree_with_python(6, 100, 4, &kinds);
}

#[test]
fn remoteness_of_random_games() {
    let kinds = ["remoteness:1", "remoteness:2", "remoteness:3", "remoteness:2"];
    assert_engines_agree_with_python(5, 60, 12, &kinds);
}

#[test]
fn scores_of_random_partizan_games() {
    let kinds = ["scores:1", "scores:2", "scores:3", "scores:2"];
    assert_engines_agree_with_python(3, 330, 28, &kinds);
}

#[test]
fn outcome_classes_of_random_games() {
    let kinds = ["outcome-class:1", "outcome-class:2", "outcome-class:3", "outcome-class:2"];
    assert_engines_agree_with_python(7, 60, 20, &kinds);
}

#[test]
fn values_of_random_take_and_break_games() {
    let kinds = ["breaking:grundy:1", "breaking:grundy:1", "breaking:outcome:1"];
    assert_engines_agree_with_python(8, 60, 4, &kinds);
}

#[test]
fn values_of_random_games_on_four_heaps() {
    let kinds = [
        "grundy:4",
        "digraph:grundy:4",
        "palaces:4",
        "digraph:outcome:4",
        "score:4",
        "scores:4",
        "remoteness:4",
        "outcome-class:4",
    ];
    assert_engines_agree_with_python(4, 90, 4, &kinds);
}

#[test]
fn other_values_of_random_games() {
    let kinds = [
        "grundy:1",
        "grundy:2",
        "grundy:3",
        "palaces:2",
        "palaces:3",
        "outcome:2",
        "digraph:grundy:3",
        "digraph:outcome:3",
    ];
    assert_engines_agree_with_python(2, 80, 12, &kinds);
}
