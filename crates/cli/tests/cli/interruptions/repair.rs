//! Complete tables that have lost chunks, or have damaged ones: they are repaired, and nothing that is there is lost.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Obstacle, Resumed, Sharding, TableError, TableReader, TableWriter};
use grundytab::{Control, Error, Plan, tabulate};
use serde_json::json;
use tempfile::TempDir;

use super::damage::files;
use super::{assert_alone, assert_whole};
use crate::common::chunks::{array_of, metadata};
use crate::common::plan;

const JOBS: &[(&str, &str, &str, u32)] = &[
    ("wythoff", "90x100", "grundy", 10),
    ("wythoff+block=3", "90x100", "palaces", 10),
    ("triangle", "tokens 60", "grundy", 10),
    ("nim:1", "900", "score", 30),
];

/// Makes a complete table.
fn complete(folder: &TempDir, plan: &Plan, sharding: Sharding) -> PathBuf {
    let path = folder.path().join("table.zarr");
    let writer = TableWriter::options(plan).sharding(sharding).create(&path).expect("begun");
    tabulate(plan, &CpuEngine, Some(writer), &Control::default()).expect("it ends");
    path
}

/// Returns the bytes of all chunk files.
pub fn chunks(table: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let bytes = |file: PathBuf| {
        let bytes = fs::read(&file).expect("a chunk");
        (file.strip_prefix(table).expect("within").to_owned(), bytes)
    };
    files(table).into_iter().map(bytes).collect()
}

fn resume(path: &Path, plan: &Plan, sharding: Sharding) -> Result<Resumed, TableError> {
    TableWriter::options(plan).sharding(sharding).resume(path, &Control::default())
}

fn unfinished(resumed: Result<Resumed, TableError>) -> TableWriter {
    match resumed {
        Ok(Resumed::Unfinished(writer)) => *writer,
        other => panic!("{other:?}"),
    }
}

fn each_table(test: impl Fn(&TempDir, &Path, &Plan, Sharding)) {
    for &(game, domain, quantity, edge) in JOBS {
        let plan = plan(game, domain, quantity, Some(edge));
        for sharding in [Sharding::NONE, Sharding::with_edge(&plan, 3 * edge).expect("shards")] {
            let folder = TempDir::new().expect("a folder");
            let path = complete(&folder, &plan, sharding);
            test(&folder, &path, &plan, sharding);
        }
    }
}

fn write(file: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(file).expect("a chunk");
    change(&mut bytes);
    // Another file in its place: that of the old table may be linked.
    fs::remove_file(file).expect("removed");
    fs::write(file, bytes).expect("written");
}

const DAMAGES: [fn(&Path); 6] = [
    |file| fs::remove_file(file).expect("removed"),
    |file| write(file, |bytes| bytes.truncate(bytes.len() / 2)),
    |file| write(file, Vec::clear),
    |file| write(file, |bytes| bytes[3] ^= 0x10),
    |file| write(file, |bytes| *bytes.last_mut().expect("a byte") ^= 1),
    |file| write(file, |bytes| bytes.fill(0)),
];

/// Catches a table that is called complete although a chunk is gone or damaged, one that is repaired to something else
/// than it was, and one that is not there, or another, while it is repaired.
#[test]
fn lost_and_damaged_chunks_of_a_complete_table_are_computed_again() {
    for damage in DAMAGES {
        each_table(|_, path, plan, sharding| {
            let before = chunks(path);
            let totals = TableReader::open(path).expect("a table").attributes().totals;
            let names: Vec<_> = before.keys().collect();
            damage(&path.join(names[names.len() / 2]));
            let damaged = chunks(path);
            let writer = unfinished(resume(path, plan, sharding));
            let (repaired, reason) = writer.repairs().expect("it is repaired");
            let of_chunk = names[names.len() / 2].to_str().expect("text");
            assert!(repaired == path && reason.starts_with(of_chunk), "{reason}");
            let is_untouched = |_| assert!(chunks(path) == damaged, "the table has changed");
            let control = Control::default().reporting(&is_untouched);
            let report = tabulate(plan, &CpuEngine, Some(writer), &control).expect("it ends");
            assert!(report.positions_before > plan.job().domain().positions() / 2);
            assert!(report.positions_checked > 0, "nothing of the old table was checked");
            assert!(chunks(path) == before, "it is another table");
            let table = TableReader::open(path).expect("a table");
            assert_eq!(table.attributes().totals, totals);
            let [interruption] = &table.attributes().interruptions[..] else { panic!("no record") };
            assert_eq!(interruption.ended, "complete, and damaged later");
            let in_file = if sharding.is_none() { 1 } else { sharding.tiles_per_shard() };
            assert!((1..=in_file).contains(&interruption.damaged_chunks));
            assert_whole(path, plan);
            assert_alone(path);
            assert!(matches!(resume(path, plan, sharding), Ok(Resumed::Complete)));
        });
    }
}

/// Catches what users have added to a table that is lost when it is repaired.
#[test]
fn what_users_have_added_to_the_metadata_stays() {
    each_table(|_, path, plan, sharding| {
        let add = |folder: &Path| {
            let mut document = metadata(folder);
            document["attributes"]["title"] = json!("mine");
            fs::write(folder.join("zarr.json"), document.to_string()).expect("written");
        };
        add(path);
        add(&array_of(path));
        fs::remove_file(&files(path)[1]).expect("removed");
        let writer = unfinished(resume(path, plan, sharding));
        tabulate(plan, &CpuEngine, Some(writer), &Control::default()).expect("it ends");
        for folder in [path.to_owned(), array_of(path)] {
            assert_eq!(metadata(&folder)["attributes"]["title"], "mine", "{}", folder.display());
        }
        assert_whole(path, plan);
    });
}

/// Catches a damaged table that is replaced by one with other totals: a value of either is wrong.
#[test]
fn a_table_is_repaired_only_to_what_it_records() {
    each_table(|_, path, plan, sharding| {
        let array = array_of(path);
        let mut document = metadata(&array);
        let sum = document["attributes"]["grundytab"]["sum"].as_i64().expect("a number");
        document["attributes"]["grundytab"]["sum"] = json!(sum + 1);
        fs::write(array.join("zarr.json"), document.to_string()).expect("written");
        fs::remove_file(&files(path)[1]).expect("removed");
        let damaged = chunks(path);
        let writer = unfinished(resume(path, plan, sharding));
        match tabulate(plan, &CpuEngine, Some(writer), &Control::default()) {
            Err(Error::Table(TableError::NotRepaired { name: "sum", recorded, found, .. })) => {
                assert_eq!((recorded, found), ((sum + 1).into(), sum.into()));
            }
            other => panic!("{other:?}"),
        }
        assert!(chunks(path) == damaged && metadata(&array) == document);
        match resume(path, plan, sharding) {
            Err(TableError::Destination { obstacle: Obstacle::WrongValues(_), .. }) => {}
            other => panic!("{other:?}"),
        }
        let anew = TableWriter::options(plan).sharding(sharding).overwrite(true);
        let writer = unfinished(anew.resume(path, &Control::default()));
        tabulate(plan, &CpuEngine, Some(writer), &Control::default()).expect("it ends");
        assert_whole(path, plan);
        assert_alone(path);
    });
}

/// Catches a repair that cannot be gone on with after ctrl-C, or that takes the damaged table away.
#[test]
fn an_interrupted_repair_is_gone_on_with() {
    each_table(|_, path, plan, sharding| {
        let before = chunks(path);
        let all = files(path);
        for file in all.iter().step_by(2) {
            fs::remove_file(file).expect("removed");
        }
        let damaged = chunks(path);
        let stop = AtomicBool::new(false);
        let interrupt = |_| stop.store(true, Ordering::Relaxed);
        let control = Control::default().interrupted_by(&stop).reporting(&interrupt);
        let writer = unfinished(resume(path, plan, sharding));
        let outcome = tabulate(plan, &CpuEngine, Some(writer), &control);
        assert!(matches!(outcome, Err(Error::Interrupted)), "{outcome:?}");
        assert!(chunks(path) == damaged);
        // As a kill leaves it that came before all chunks were given to the unfinished table.
        let partial = path.with_extension("zarr.partial");
        fs::remove_file(&files(&partial)[0]).expect("removed");
        let writer = unfinished(resume(path, plan, sharding));
        tabulate(plan, &CpuEngine, Some(writer), &Control::default()).expect("it ends");
        assert!(chunks(path) == before);
        assert_alone(path);
    });
}

/// Catches an unfinished table that is taken for the repair of a whole one, and the table of another job.
#[test]
fn whole_tables_and_those_of_other_jobs_are_not_repaired() {
    let folder = TempDir::new().expect("a folder");
    let [job, other] = ["wythoff", "nim:2"].map(|game| plan(game, "40x40", "grundy", Some(10)));
    let path = complete(&folder, &job, Sharding::NONE);
    let anew = TableWriter::options(&job).sharding(Sharding::NONE).overwrite(true);
    drop(anew.create(&path).expect("an unfinished table beside it"));
    match resume(&path, &job, Sharding::NONE) {
        Err(TableError::Destination { obstacle: Obstacle::Table, .. }) => {}
        resumed => panic!("{resumed:?}"),
    }
    fs::remove_dir_all(path.with_extension("zarr.partial")).expect("removed");
    fs::remove_file(&files(&path)[0]).expect("removed");
    match resume(&path, &other, Sharding::NONE) {
        Err(TableError::Destination { obstacle: Obstacle::OtherJob { .. }, .. }) => {}
        resumed => panic!("{resumed:?}"),
    }
    assert_alone(&path);
}
