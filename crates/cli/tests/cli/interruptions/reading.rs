//! Unfinished tables that are read while their runs go on.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Sharding, TableError, TableReader, TableWriter};
use grundytab::{Control, InMemoryTable, Position, tabulate};
use tempfile::TempDir;

use crate::common::plan;

const SIDE: u32 = 90;

/// Opens an unfinished table as far as it is there; `None` if its run has finished it.
fn open(partial: &Path) -> Option<TableReader> {
    match TableReader::open(partial).and_then(TableReader::as_far_as_stored) {
        // One tile is kept, so that the others are read again.
        Ok(table) => Some(table.keeping_at_most(1)),
        Err(TableError::Finished { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Compares all that is there with the truth; returns how many positions these are.
fn read(table: &TableReader, truth: &InMemoryTable) -> u64 {
    let wrong = Mutex::new(Vec::new());
    let visited = AtomicU64::new(0);
    let scanned = table.scan(&Control::default(), |position: Position, value| {
        visited.fetch_add(1, Ordering::Relaxed);
        let &[x, y] = position.heaps() else { panic!("{position}") };
        if truth.values()[(x * SIDE + y) as usize] != value {
            wrong.lock().expect("no panic before").push(position);
        }
    });
    match scanned {
        Ok(()) => assert_eq!(visited.into_inner(), table.positions_there()),
        Err(TableError::Finished { .. }) => {}
        Err(error) => panic!("{error}"),
    }
    assert_eq!(wrong.into_inner().expect("no panic before"), []);
    table.positions_there()
}

/// Catches values that are read from half-written files, or where they were in a shard that another has replaced;
/// positions that are not there and are visited; and a reader that fails since the run goes on.
#[test]
fn unfinished_tables_are_read_while_their_runs_go_on() {
    let plan = plan("wythoff", &format!("{SIDE}x{SIDE}"), "grundy", Some(10));
    let truth = InMemoryTable::run(&CpuEngine, &plan).expect("computed");
    for sharding in [Sharding::NONE, Sharding::with_edge(&plan, 30).expect("shards")] {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("table.zarr");
        // Shards are written again and again, each time with more chunks.
        let options = TableWriter::options(&plan).sharding(sharding);
        let writer = options.sync_interval(Duration::from_millis(1)).create(&path).expect("begun");
        let partial = writer.partial_path().to_owned();
        let (reads, is_done) = (AtomicU64::new(0), AtomicBool::new(false));
        let seen: Vec<u64> = thread::scope(|scope| {
            let reader = scope.spawn(|| {
                // The threads of the run wait for those that read.
                let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
                let (mut seen, mut early) = (Vec::new(), None);
                while !is_done.load(Ordering::Relaxed) {
                    pool.install(|| {
                        let now = open(&partial);
                        seen.extend(now.as_ref().map(|table| read(table, &truth)));
                        early = early.take().or(now.filter(|table| table.positions_there() > 0));
                        early.as_ref().map(|table| read(table, &truth));
                    });
                    reads.fetch_add(1, Ordering::Relaxed);
                }
                seen
            });
            // The run takes the next tile when the last was looked for.
            let wait = |_| {
                let before = reads.load(Ordering::Relaxed);
                while reads.load(Ordering::Relaxed) < before + 2 && !reader.is_finished() {
                    thread::sleep(Duration::from_millis(1));
                }
            };
            let control = Control::default().reporting(&wait);
            tabulate(&plan, &CpuEngine, Some(writer), &control).expect("it ends");
            is_done.store(true, Ordering::Relaxed);
            reader.join().expect("what is there is right")
        });
        assert!(seen.is_sorted(), "chunks are lost");
        let parts = seen.iter().filter(|&&count| (1..8100).contains(&count)).count();
        assert!(parts > 10, "{seen:?}");
    }
}
