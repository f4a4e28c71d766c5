//! Ranks that are threads and share an adapter: each hands over its own tiles, and stops when another one does.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cluster::rank_sink::{RankSink, Tiles, always, run};
use crate::engine::cluster::{Alone, Network, Partition, Share, threads};
use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::GpuEngine;
use crate::engine::gpu::testing::{engines_of_tests, plan};
use crate::engine::{Engine, EngineError, Stop};
use crate::plan::Plan;
use crate::totals::Statistics;
use crate::values::Values;

/// Returns all tiles of a table, as the CPU engine computes them.
fn truth(plan: &Plan) -> Tiles {
    let alone = (&Alone as &dyn Network, &Partition::ALONE);
    let (tiles, outcome) = run((&CpuEngine, plan), alone, &Tiles::new(), &always);
    outcome.expect("the CPU engine runs");
    tiles
}

fn totals_of(plan: &Plan, tiles: &Tiles) -> Statistics {
    let tile = |(&index, values): (&TileIndex, &Values)| {
        Statistics::of_tile(plan.job(), &plan.tiling().region(index), values)
    };
    tiles.iter().map(tile).fold(Statistics::default(), Statistics::merge)
}

fn partition(plan: &Plan, ranks: usize) -> Partition {
    Partition::new(plan, Coordinates([1; MAX_HEAPS]), ranks)
}

fn engines() -> Vec<GpuEngine> {
    engines_of_tests().collect()
}

/// Catches a tile that is handed over by another rank than its owner, by two or by none, a finished one that is handed
/// over again, and totals or messages that are not those of the tiles.
#[test]
fn every_rank_hands_over_its_own_tiles() {
    let engines = engines();
    for (game, domain, quantity, edge) in [
        // Half of the table is computed.
        ("wythoff", "70x70", "grundy", 9),
        ("wythoff+alter=1,1/1,2+terminal=3,4", "40x50", "grundy misere", 9),
        ("vector:1,1,1/0,1,0/0,0,1/1,0,0", "9x21x21", "grundy", 7),
        ("maharaja", "50x50", "outcome", 8),
        ("partizan:2,0/3,0/0,1:1,1/2,1", "40x45", "outcome-class", 10),
        // Finished tiles are computed again, and compared.
        ("partizan:1,0/0,1:1,1/2,1+points-left=3/-1", "30x30", "score-left", 7),
        ("triangle", "tokens 30", "grundy", 6),
        ("euclid", "tokens 40", "outcome", 7),
        ("fibonacci", "40x40", "grundy", 9),
        ("subtraction:2,5,8", "500", "grundy", 50),
    ] {
        let plan = plan(game, domain, quantity).with_tile(edge).expect("a plan");
        let truth = truth(&plan);
        for engine in &engines {
            // An earlier run may have finished the first half of the tiles, on other ranks.
            for (ranks, finished) in [(1, 0), (2, truth.len() / 2), (3, 0)] {
                let partition = partition(&plan, ranks);
                let finished: Tiles =
                    truth.iter().take(finished).map(|(&tile, v)| (tile, v.clone())).collect();
                let come = threads::run(ranks, |network| {
                    let rank = (network, &partition);
                    let (tiles, report) = run((engine, &plan), rank, &finished, &always);
                    let report = report.expect("the GPU engine runs");
                    assert_eq!(report.totals, Some(totals_of(&plan, &truth)));
                    assert_eq!(report.traffic.messages, 0);
                    tiles
                });
                let told = format!("{game} on {ranks} ranks, {} finished", finished.len());
                for (index, values) in &truth {
                    let owner = partition.owner(*index);
                    for (rank, come) in come.iter().enumerate() {
                        let is_due = rank == owner && !finished.contains_key(index);
                        let expected = is_due.then_some(values);
                        assert!(come.get(index) == expected, "{told}: {index:?} from {rank}");
                    }
                }
            }
        }
    }
}

/// Catches totals that several ranks add up for the same positions.
#[test]
fn totals_alone_come_from_one_rank() {
    let plan = plan("wythoff", "50x50", "grundy");
    let expected = totals_of(&plan, &truth(&plan));
    let partition = partition(&plan, 2);
    for engine in engines() {
        let found = threads::run(2, |network| {
            let share = Share { network, partition: &partition };
            let none = Tiles::new();
            let sink = RankSink::new(share, &none, &always);
            let prepared = engine.prepare_totals(&plan).expect("it fits");
            prepared.run(&sink).expect("the GPU engine runs");
            let (tiles, totals) = sink.come();
            assert!(tiles.is_empty());
            totals
        });
        assert_eq!(found, [expected, Statistics::default()]);
    }
}

/// How long a test waits that would wait for ever if ranks did.
const LONG: Duration = Duration::from_secs(60);

/// Does this in a thread, and fails if it takes too long.
fn in_time<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> R {
    let (done, outcome) = mpsc::channel();
    thread::spawn(move || done.send(work()));
    outcome.recv_timeout(LONG).expect("it ends")
}

/// Catches ranks that go on, or wait for ever, when one of them has stopped.
#[test]
fn a_rank_that_stops_stops_all() {
    for engine in engines() {
        let outcomes = in_time(move || {
            let plan = plan("wythoff", "70x70", "grundy").with_tile(9).expect("a plan");
            let partition = partition(&plan, 3);
            let stopped = AtomicUsize::new(0);
            // The others have the time to hear of it before they compute anything.
            let proceed = |rank| {
                if rank == 1 {
                    stopped.store(1, Ordering::Relaxed);
                    return Err(Stop);
                }
                while stopped.load(Ordering::Relaxed) == 0 {
                    thread::yield_now();
                }
                thread::sleep(Duration::from_millis(300));
                Ok(())
            };
            threads::run(3, |network| {
                let rank = (network, &partition);
                let (tiles, outcome) = run((&engine, &plan), rank, &Tiles::new(), &proceed);
                (outcome, tiles.len())
            })
        });
        for (outcome, come) in outcomes {
            assert_eq!((outcome, come), (Err(EngineError::Stopped), 0));
        }
    }
}

/// Catches a stored tile that no rank compares, and a wrong one that stops its rank alone.
#[test]
fn a_wrong_stored_tile_is_found_by_its_rank() {
    for engine in engines() {
        let outcomes = in_time(move || {
            let game = "partizan:1,0/0,1:1,1/2,1+points-left=3/-1";
            let plan = plan(game, "30x30", "score-left").with_tile(7).expect("a plan");
            let partition = partition(&plan, 2);
            let mut finished = truth(&plan);
            let of_second = finished.iter_mut().find(|(tile, _)| partition.owner(**tile) == 1);
            let (_, values) = of_second.expect("a tile of the second rank");
            let wrong = values.get(0) ^ 1;
            values.write(0, &[wrong]);
            threads::run(2, |network| {
                run((&engine, &plan), (network, &partition), &finished, &always).1
            })
        });
        assert_eq!(outcomes[0], Err(EngineError::Stopped));
        let found = &outcomes[1];
        assert!(matches!(found, Err(EngineError::OtherStoredValue { .. })), "{found:?}");
    }
}
