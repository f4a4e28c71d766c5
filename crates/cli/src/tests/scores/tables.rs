//! Stored tables of scores: wrong values that are found, runs that are resumed, sums of positions.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::analyses::play::{Stops, query, score_sum};
use grundytab::Values;
use grundytab::domain::tiling::TileIndex;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineError, EngineKind};
use grundytab::table::{Codec, Obstacle, Resumed, TableError, TableWriter};
use grundytab::verify::{Extent, Fault, verify, verify_with_engine};
use grundytab::{Control, Coordinates, Error, InMemoryTable, Position, Sum, ValueType, tabulate};

use super::value_at;
use crate::tests::common::resumed::{Tiles, resume, try_resume};
use crate::tests::common::tampering::with_wrong_value;
use crate::tests::common::{engines, plan, stored};

/// Catches verification that overlooks a wrong score: the sign, one more or less, and what is beyond the
/// bound on the negative side, of either player.
#[test]
fn wrong_scores_are_found() {
    let partizan =
        "partizan:1,0/0,1:1,1/2,1+points-left=1/-2+points-right=3/1+alter-left=2,2:7/0,4";
    for (game, domain, quantity, last) in [
        ("wythoff+points=1/-2/3", [30, 20], "score", [29, 19]),
        (partizan, [14, 12], "score-left", [13, 11]),
        (partizan, [14, 12], "score-right", [13, 11]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, control) = (folder.path().join("scores.zarr"), Control::default());
        let [height, width]: [u32; 2] = domain;
        let plan = plan(game, &format!("{height}x{width}"), quantity, Some(8));
        let table = stored(&path, &plan, Codec::None, &CpuEngine);
        let verified = verify(&table, Extent::Full, &control).expect("true");
        let positions = u64::from(height * width);
        assert_eq!((verified.positions_checked, verified.totals.p_positions), (positions, None));
        assert!(verified.totals.minimum < 0 && verified.totals.maximum > 0);
        let sampled = verify(&table, Extent::Sample(100), &control).expect("true");
        assert_eq!(sampled.positions_checked, 100);
        let recomputed = verify_with_engine(&table, &ReferenceEngine, &control).expect("true");
        assert_eq!(recomputed.totals, verified.totals);
        let truth = InMemoryTable::run(&ReferenceEngine, &plan).expect("the reference runs");
        let mut faults = 0;
        for at in [[0, 0], [0, 1], [3, 5], [12, 11], last] {
            let right = value_at(&truth, &plan, &at) as i32;
            let bound = plan.bound().largest_value as i32;
            for wrong in [right + 1, right - 1, -right, -bound - 1, bound + 1] {
                let is_stored = match plan.value_type() {
                    ValueType::I8 => i8::try_from(wrong).is_ok(),
                    _ => i16::try_from(wrong).is_ok(),
                };
                if wrong == right || !is_stored {
                    continue;
                }
                let at_wrong = Coordinates([0, 0, at[0], at[1]]);
                let engine = with_wrong_value(at_wrong, |_| wrong as u32);
                let table = stored(&path, &plan, Codec::Blosc, &engine);
                match verify(&table, Extent::Full, &control) {
                    Err(Error::False(Fault::Value { stored, .. })) => {
                        faults += usize::from(stored == i64::from(wrong));
                    }
                    other => panic!("{wrong} at {at:?} is not found: {other:?}"),
                }
            }
        }
        assert!(faults > 10, "{faults}");
    }
}

/// Lists the CPU engine and those of all adapters.
fn fast_engines() -> impl Iterator<Item = &'static dyn Engine> {
    engines().into_iter().filter(|engine| engine.kind() != EngineKind::Reference)
}

/// Catches values of finished tiles that are forgotten or handed over twice, and lines that are not what they
/// were when a resumed run goes on.
#[test]
fn whatever_is_finished_the_table_is_the_same() {
    let mut random = fastrand::Rng::with_seed(14);
    for (game, domain) in [
        ("partizan:1,0/0,1:1,1/2,1+points-left=2/-1+points-right=3/1", "30x27"),
        ("partizan::+alter-left=1:5/4/60+alter-right=2/3:-1", "200"),
        ("partizan:1,0/0,1:1,1+alter-left=1,0/3,5:9+terminal=4,4", "tokens 30"),
    ] {
        for (quantity, edge) in [("score-left", 7), ("score-right", 16)] {
            let plan = plan(game, domain, quantity, Some(edge));
            let truth = resume(&ReferenceEngine, &plan, Tiles::new());
            let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
            for share in [0.0, 0.3, 0.8, 1.0] {
                let chosen = tiles.iter().filter(|_| random.f64() < share);
                let finished: Tiles = chosen.map(|&index| (index, truth[&index].clone())).collect();
                for engine in engines() {
                    let found = resume(engine, &plan, finished.clone());
                    assert!(found == truth, "{game} {quantity}, engine {}", engine.kind());
                }
            }
        }
    }
}

/// The engines compute finished tiles again. Catches one that goes on from a wrong stored value without a word, or
/// names another tile or position.
#[test]
fn a_wrong_value_in_a_finished_tile_stops_a_resumed_run() {
    for game in ["partizan:1,0/0,1:1,1/2,1", "partizan:1,0/0,1:1,1+alter-left=1,0/3,5:9"] {
        let plan = plan(game, "40x40", "score-left", Some(8));
        let mut finished = resume(&CpuEngine, &plan, Tiles::new());
        let tile = Coordinates([0, 0, 2, 3]);
        let values = &finished[&tile];
        let right = values.get(11) as i32;
        let values = (0..values.len()).map(|cell| match cell {
            11 => (right + 1) as u32,
            _ => values.get(cell),
        });
        let wrong = Values::from_u32(plan.value_type(), values.collect::<Vec<_>>().into_iter());
        finished.insert(tile, wrong);
        let (stored, computed) = (i64::from(right) + 1, i64::from(right));
        // The twelfth cell of a tile of 8 x 8 is (1, 3) in it.
        let position = plan.job().domain().position(Coordinates([0, 0, 17, 27]));
        let expected = EngineError::OtherStoredValue { tile, position, stored, computed };
        for engine in fast_engines() {
            let error = try_resume(engine, &plan, finished.clone()).expect_err("a wrong value");
            assert_eq!(error, expected, "{game}");
            let message = error.to_string();
            assert!(message.contains("at (17, 27), in the tile 2/3, is"), "{message}");
        }
    }
}

/// Catches a table with a wrong value that a run goes on with, or gives its final name.
#[test]
fn no_run_goes_on_with_a_table_that_has_a_wrong_value() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scores.zarr");
    let plan = plan("partizan:1,0/0,1:1,1/2,1", "40x40", "score-right", Some(8));
    let stopped = AtomicBool::new(false);
    let finished = AtomicU64::new(0);
    let stop_in_the_middle = |positions| {
        if finished.fetch_add(positions, Ordering::Relaxed) > 600 {
            stopped.store(true, Ordering::Relaxed);
        }
    };
    let control = Control::default().interrupted_by(&stopped).reporting(&stop_in_the_middle);
    // The first tile has a wrong value.
    let wrong = with_wrong_value(Coordinates([0, 0, 3, 4]), |_| 77);
    let options = || TableWriter::options(&plan).engine(&CpuEngine);
    let writer = options().create(&path).expect("begun");
    let outcome = tabulate(&plan, &wrong, Some(writer), &control);
    assert!(matches!(outcome, Err(Error::Interrupted)), "{outcome:?}");
    let resume = || options().resume(&path, &Control::default());
    let Resumed::Unfinished(writer) = resume().expect("unfinished") else {
        panic!("the table is finished")
    };
    let outcome = tabulate(&plan, &CpuEngine, Some(*writer), &Control::default());
    // Which of the two finds it first depends on the positions that the spot checks draw.
    let error = outcome.expect_err("a wrong value");
    let is_wrong_value = matches!(
        error,
        Error::Engine(EngineError::OtherStoredValue { stored: 77, .. }) | Error::WrongValue(_)
    );
    assert!(is_wrong_value, "{error:?}");
    let Err(TableError::Destination { obstacle, .. }) = resume() else {
        panic!("it is resumed once more");
    };
    let Obstacle::WrongValues(wrong) = obstacle else { panic!("{obstacle}") };
    assert_eq!(wrong, error.to_string());
    assert!(!path.exists());
}

/// Catches a sum that is played by other rules than its components, a bound that a sum breaks, and a best
/// move of the wrong component. A sum is the vector game on the heaps of all components, whose scores the
/// definition gives.
#[test]
fn sums_of_scores_are_those_of_the_game_on_all_heaps() {
    let directory = tempfile::TempDir::new().expect("a directory");
    let table = |name: &str, game: &str, domain: &str| {
        let plan = plan(game, domain, "score", Some(5));
        stored(&directory.path().join(name), &plan, Codec::Zstd, &CpuEngine)
    };
    for (one, two, both, sides) in [
        ("nim:1", "nim:2", "nim:3", [9, 7, 6]),
        ("subtraction:2,3", "wythoff", "vector:0,1,0/0,0,1/0,1,1+alter=2,0,0/3,0,0", [12, 6, 7]),
        (
            "vector:2+points=5+alter=1:1",
            "nim:2+points=2/1+alter=1,1:4",
            "vector:2,0,0/0,1,0/0,0,1+points=5/2/1+alter=1,0,0:1/0,1,1:4",
            [9, 6, 7],
        ),
    ] {
        let [x, y, z] = sides;
        let one = table("one", one, &x.to_string());
        let two = table("two", two, &format!("{y}x{z}"));
        let plan = plan(both, &format!("{x}x{y}x{z}"), "score", None);
        let expected = InMemoryTable::run(&ReferenceEngine, &plan);
        let expected = expected.expect("scores");
        let joint_table = table("both", both, &format!("{x}x{y}x{z}"));
        for at in Coordinates::cells_of_box(Coordinates::padded(&sides, 1)) {
            let Coordinates([_, a, b, c]) = at;
            let components = [(&one, &[a][..]), (&two, &[b, c][..])];
            let answer = score_sum(&components, &Control::default()).expect("an answer");
            let score = |at: &[u32]| i64::from(value_at(&expected, &plan, at) as i32);
            let played = answer.played.expect("a small sum");
            let [least, greatest] = answer.bounds.expect("bounds");
            let Stops { left: found, right } = played.stops;
            assert_eq!((found, -right), (score(&[a, b, c]), found), "{both} at {at:?}");
            assert!((least.left..=greatest.left).contains(&found), "{both} at {at:?}");
            assert!((least.right..=greatest.right).contains(&right), "{both} at {at:?}");
            let [first, second] = answer.components[..] else { panic!("two components") };
            assert_eq!(least.left, (first.left - second.left).abs());
            assert_eq!(greatest.left, first.left + second.left);
            let joint = |(component, option): &(usize, grundytab::Position)| match component {
                0 => vec![option.heaps()[0], b, c],
                _ => vec![a, option.heaps()[0], option.heaps()[1]],
            };
            let best: BTreeSet<Vec<u32>> = played.best_of_left.iter().map(joint).collect();
            assert_eq!(played.best_of_left, played.best_of_right, "{both} at {at:?}");
            let winning = query(&joint_table, &[a, b, c]).expect("an answer").winning;
            let single = |option: &Sum<Position>| option.single().expect("no sum").heaps().to_vec();
            let expected = winning[0].options.iter().map(single);
            assert_eq!(best, expected.collect(), "{both} at {at:?}");
        }
    }
    let negative = table("negative", "nim:2+points=3/-1", "4x4");
    let error = score_sum(&[(&negative, &[1, 1])], &Control::default()).expect_err("waiting pays");
    assert!(error.to_string().contains("the score of (0, 1) is -1"), "{error}");
    // Where no position with a negative score is below, the same table is good.
    assert!(score_sum(&[(&negative, &[3, 0])], &Control::default()).is_ok());
    let large = table("large", "nim:1", "20000");
    let answer = score_sum(&[(&large, &[19_999]), (&large, &[19_990])], &Control::default());
    let answer = answer.expect("an answer");
    let bounds = [Stops { left: 9, right: -39_989 }, Stops { left: 39_989, right: -9 }];
    assert_eq!((answer.bounds, answer.played), (Some(bounds), None));
}
