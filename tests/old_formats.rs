//! Tables that earlier versions have written, in `tests/data/`: they are read for ever, with all that was beside them.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use common::chunks::array_of;
use grundytab::domain::Rectangle;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::table::{Channel, StoredOverview, TableReader};
use grundytab::verify::verify_with_engine;
use grundytab::{Control, Domain};
use tempfile::TempDir;

/// Returns a copy of the tables of version 1, which is removed when dropped.
fn tables() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/version-1"), folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir(&to).expect("made");
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("copied");
        }
    }
}

/// Runs the program in a folder.
fn run(folder: &Path, line: &str) {
    cargo_bin_cmd!().current_dir(folder).args(line.split(' ')).assert().success();
}

const TABLES: [&str; 6] =
    ["box.zarr", "simplex.zarr", "scores.zarr", "sharded.zarr", "sweep.zarr/b0", "sweep.zarr/b1"];

/// Catches a table of version 1 that is refused, or read as other values.
#[test]
fn tables_of_version_1_are_read() {
    let folder = tables();
    for name in TABLES {
        let table = TableReader::open(folder.path().join(name)).expect(name);
        assert_eq!(table.attributes().format_version, 1, "{name}");
        verify_with_engine(&table, &ReferenceEngine, &Control::default()).expect(name);
        run(folder.path(), &format!("verify {name} --quiet"));
        run(folder.path(), &format!("info {name} --json"));
        run(
            folder.path(),
            &format!("query {name} {}", if name == "simplex.zarr" { "1,2,3" } else { "1,2" }),
        );
        run(folder.path(), &format!("export {name} --format csv --out values.csv"));
        if table.plan().job().domain().heaps() == 2 {
            run(folder.path(), &format!("render {name} --out picture.png"));
        }
    }
}

/// Catches an overview beside a table of version 1 that is not found, or is taken for that of a later table there.
#[test]
fn overviews_beside_tables_are_found() {
    let folder = tables();
    let path = folder.path().join("box.zarr");
    let corner = Rectangle { columns: 0..1, rows: 0..1 };
    let table = TableReader::open(&path).expect("a table");
    let overview = StoredOverview::open(&table).expect("its overview");
    // (0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4).
    assert_eq!(overview.pixels(3, Channel::PShare, &corner).expect("a pixel"), [7.0 / 64.0]);
    run(folder.path(), "tabulate wythoff --box 40 --engine cpu --quiet --overwrite --out box.zarr");
    assert!(path.join("grundy").is_dir() && !path.join("c").exists());
    let table = TableReader::open(&path).expect("a table");
    assert!(StoredOverview::open(&table).is_none());
}

/// Catches a run of an earlier version that cannot be resumed, or is resumed in another form in the middle.
#[test]
fn unfinished_tables_of_version_1_are_resumed() {
    let folder = tables();
    let path = folder.path().join("unfinished.zarr");
    let line = "tabulate wythoff --box 64 --tile 8 --shard 32 --codec zstd --engine cpu --quiet";
    let resume = format!("{line} --resume --out unfinished.zarr");
    run(folder.path(), &resume);
    assert_eq!(array_of(&path), path);
    let table = TableReader::open(&path).expect("a table");
    let [interruption] = table.attributes().interruptions.as_slice() else { panic!("none") };
    assert_eq!(interruption.positions, 64 * 64 / 2);
    verify_with_engine(&table, &ReferenceEngine, &Control::default()).expect("true");
    // It is complete now.
    run(folder.path(), &resume);
}

/// Catches a batch that does not know the tables of its group any more, and tables of a group that are no arrays of it.
#[test]
fn groups_of_version_1_are_gone_on_with() {
    let folder = tables();
    let stamp =
        |path: &PathBuf| fs::metadata(path).and_then(|found| found.modified()).expect("a time");
    let chunk = folder.path().join("sweep.zarr/b0/c/0/0");
    let before = stamp(&chunk);
    let jobs = folder.path().join("sweep.toml");
    let text = fs::read_to_string(&jobs).expect("jobs").replace("[0, 1]", "[0, 1, 2]");
    fs::write(&jobs, text).expect("written");
    run(folder.path(), "batch sweep.toml --quiet");
    assert_eq!(stamp(&chunk), before, "it was complete");
    let third = TableReader::open(folder.path().join("sweep.zarr/b2")).expect("a table");
    assert_eq!(third.array_folder(), third.path());
    assert_eq!(third.plan().job().domain(), &Domain::boxed(&[24, 24]).expect("a box"));
}

/// Catches a path to a group that is refused although there is no doubt which table is meant, and a table that is
/// chosen where there is.
#[test]
fn a_group_of_one_table_is_that_table() {
    let folder = tables();
    let group = folder.path().join("sweep.zarr");
    let error = TableReader::open(&group).expect_err("there are two").to_string();
    assert!(
        error.contains("several tables; give one of them, as in") && error.contains("b0"),
        "{error}"
    );
    fs::remove_dir_all(group.join("b0")).expect("removed");
    assert_eq!(TableReader::open(&group).expect("the only one").path(), group.join("b1"));
    // What a run leaves is no second one.
    fs::create_dir(group.join("b2.partial")).expect("made");
    copy(&group.join("b1"), &group.join("b2.partial"));
    assert_eq!(TableReader::open(&group).expect("the only one").path(), group.join("b1"));
    fs::remove_dir_all(group.join("b1")).expect("removed");
    let error = TableReader::open(&group).expect_err("there is none").to_string();
    assert!(error.contains("without tables"), "{error}");
}
