//! What a failure of the machine does to an unfinished table: torn, truncated and missing files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Resumed, Sharding, TableReader, TableWriter};
use grundytab::{Control, Error, Plan, tabulate};
use tempfile::TempDir;

use super::{assert_alone, assert_whole};
use crate::common::plan;

const JOBS: &[(&str, &str, &str)] = &[
    ("wythoff", "100x100", "grundy"),
    ("triangle", "tokens 60", "grundy"),
    ("wythoff+block=3", "90x100", "palaces"),
    ("subtraction:2,5,8", "6000", "grundy"),
];

/// Begins a table and interrupts its run after some positions. Returns the path of the final table.
pub fn interrupted(folder: &TempDir, plan: &Plan, sharding: Sharding, after: u64) -> PathBuf {
    let path = folder.path().join("table.zarr");
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let count = |positions| {
        if done.fetch_add(positions, Ordering::Relaxed) + positions >= after {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let control = Control::default().interrupted_by(&stop).reporting(&count);
    let writer = TableWriter::options(plan).sharding(sharding).create(&path).expect("begun");
    let outcome = tabulate(plan, &CpuEngine, Some(writer), &control);
    assert!(matches!(outcome, Err(Error::Interrupted)), "{outcome:?}");
    assert!(!path.exists());
    path
}

/// Goes on; returns the positions and the damaged files that the resumed run has found.
fn resume(path: &Path, plan: &Plan, sharding: Sharding) -> (u64, Vec<String>) {
    let control = Control::default();
    let options = TableWriter::options(plan).sharding(sharding);
    let Ok(Resumed::Unfinished(writer)) = options.resume(path, &control) else {
        panic!("the table is not resumed");
    };
    let found = (writer.positions_before(), writer.damaged_before().to_vec());
    let report = tabulate(plan, &CpuEngine, Some(*writer), &control).expect("it ends");
    assert_eq!(report.positions_before, found.0);
    found
}

pub fn files(partial: &Path) -> Vec<PathBuf> {
    let table = TableReader::open(partial).expect("an unfinished table");
    let files = table.chunk_files().expect("a list");
    files.into_iter().map(|(file, _)| partial.join(file)).collect()
}

fn each_interrupted(test: impl Fn(&TempDir, &Path, &Plan, Sharding)) {
    for &(game, domain, quantity) in JOBS {
        let edge = if game.starts_with("subtraction") { 250 } else { 10 };
        let plan = plan(game, domain, quantity, Some(edge));
        let in_shards = Sharding::with_edge(&plan, 3 * edge).expect("shards");
        for sharding in [Sharding::NONE, in_shards] {
            let folder = TempDir::new().expect("a folder");
            let after = plan.job().domain().positions() * 6 / 10;
            let path = interrupted(&folder, &plan, sharding, after);
            test(&folder, &path, &plan, sharding);
            assert_whole(&path, &plan);
            assert_alone(&path);
        }
    }
}

/// Catches an interruption that loses tiles, and one that is not recorded.
#[test]
fn an_interrupted_run_keeps_what_it_has_computed() {
    each_interrupted(|_, path, plan, sharding| {
        let (positions, damaged) = resume(path, plan, sharding);
        assert!(positions >= plan.job().domain().positions() * 6 / 10, "{positions}");
        assert!(damaged.is_empty(), "{damaged:?}");
        let table = TableReader::open(path).expect("a table");
        let [interruption] = &table.attributes().interruptions[..] else { panic!("not recorded") };
        assert_eq!((&interruption.ended[..], interruption.positions), ("interrupted", positions));
        assert_eq!(table.attributes().ended, None);
    });
}

/// Catches a damaged chunk that is believed, that stops the run, or that nobody is told of.
#[test]
fn damaged_chunks_are_computed_again() {
    let damages: [fn(&mut Vec<u8>); 5] = [
        |bytes| bytes[3] ^= 0x10,
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes.clear(),
        |bytes| bytes.fill(0),
        |bytes| *bytes.last_mut().expect("a byte") ^= 1,
    ];
    for damage in damages {
        each_interrupted(|_, path, plan, sharding| {
            let partial = path.with_extension("zarr.partial");
            let files = files(&partial);
            let torn = &files[files.len() / 2];
            let mut bytes = fs::read(torn).expect("a chunk");
            damage(&mut bytes);
            fs::write(torn, bytes).expect("written");
            let (_, damaged) = resume(path, plan, sharding);
            assert_eq!(damaged.len(), 1, "{damaged:?}");
            assert!(torn.ends_with(&damaged[0]), "{damaged:?}");
        });
    }
}

/// Catches a run that takes missing files, or files that were never renamed, for finished ones.
#[test]
fn writes_that_were_lost_are_made_again() {
    each_interrupted(|_, path, plan, sharding| {
        let partial = path.with_extension("zarr.partial");
        let files = files(&partial);
        let (lost, kept) = files.split_at(files.len() / 3);
        fs::remove_file(&lost[0]).expect("removed");
        for file in &lost[1..] {
            let name = file.file_name().expect("a name").display();
            let unnamed = file.with_file_name(format!(".{name}.0aBcD5.tmp"));
            fs::rename(file, unnamed).expect("renamed");
        }
        assert!(!kept.is_empty());
        let (positions, damaged) = resume(path, plan, sharding);
        assert!(positions < plan.job().domain().positions());
        assert!(damaged.is_empty(), "{damaged:?}");
    });
}

/// Catches a run that goes on with the table of another job, or that is stored in another way.
#[test]
fn the_table_of_another_job_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let first = plan("wythoff", "100x100", "grundy", Some(10));
    let path = interrupted(&folder, &first, Sharding::NONE, 4000);
    for (game, domain, quantity, tile, what) in [
        ("nim:2", "100x100", "grundy", 10, "the game is wythoff, not nim:2"),
        ("wythoff", "100x101", "grundy", 10, "the domain is box 100x100, not box 100x101"),
        ("wythoff", "100x100", "outcome", 10, "the quantity is grundy, not outcome"),
        (
            "wythoff",
            "100x100",
            "grundy misere",
            10,
            "the play convention is normal play, not misère play",
        ),
        ("wythoff", "100x100", "grundy", 20, "the shape of the tiles is [10, 10], not [20, 20]"),
    ] {
        let other = plan(game, domain, quantity, Some(tile));
        let options = TableWriter::options(&other).sharding(Sharding::NONE);
        let refusal = options.resume(&path, &Control::default()).expect_err("refused").to_string();
        assert!(refusal.contains(what), "{refusal}");
    }
    resume(&path, &first, Sharding::NONE);
    assert_whole(&path, &first);
    // Nothing is left to do.
    let options = TableWriter::options(&first).sharding(Sharding::NONE);
    let again = options.resume(&path, &Control::default());
    assert!(matches!(again, Ok(Resumed::Complete)), "{again:?}");
}
