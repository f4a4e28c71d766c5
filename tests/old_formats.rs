//! Tables and certificates that every version of their formats has written, in `tests/data/`: they are read for ever,
//! with all that was beside them. A new version of a format is one folder there.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use common::chunks::{array_of, metadata, store_as};
use grundytab::certificate::{Certificate, CheckLimits, ProvedSet, Verdict};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::table::{Codec, Resumed, TableReader, TableWriter};
use grundytab::verify::verify_with_engine;
use grundytab::{Control, Convention, Domain, Plan, tabulate};
use serde_json::Value;
use tempfile::TempDir;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// Returns the folders of versions in a folder, with their numbers.
fn versions(folder: &Path) -> Vec<(u64, PathBuf)> {
    let version = |path: PathBuf| {
        let number = path.file_name()?.to_str()?.strip_prefix("version-")?.parse().ok()?;
        Some((number, path))
    };
    let mut versions: Vec<_> = entries(folder).into_iter().filter_map(version).collect();
    versions.sort();
    versions
}

/// Returns what lies in a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut entries: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries
}

/// Returns the tables in a folder, and in the groups of tables in it: those that are finished, or those that are not.
fn tables_in(folder: &Path, are_finished: bool) -> Vec<PathBuf> {
    let mut tables = Vec::new();
    for path in entries(folder).into_iter().filter(|path| path.join("zarr.json").exists()) {
        let is_group = metadata(&path)["attributes"]["grundytab"].is_null();
        let is_partial = path.extension().is_some_and(|end| end == "partial");
        if !is_group && is_partial != are_finished {
            tables.push(path);
        } else if is_group && metadata(&path)["attributes"]["grundytab_overview"].is_null() {
            tables.extend(tables_in(&path, are_finished));
        }
    }
    tables
}

fn parsed(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("a document");
    serde_json::from_str(&text).expect("JSON")
}

/// Returns a copy of the tables of version 1, which is removed when dropped.
fn tables() -> TempDir {
    copied(&data().join("version-1"))
}

fn copied(folder: &Path) -> TempDir {
    let copied = TempDir::new().expect("a folder");
    copy(folder, copied.path());
    copied
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

/// Catches a new version of a format of which no table or certificate is kept, so that nobody would notice
/// that a later program does not read it.
#[test]
fn the_formats_of_today_have_data() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("today.zarr");
    let plan = Plan::parse("wythoff", "9", "grundy").expect("a plan");
    let writer = TableWriter::options(&plan).create(&path).expect("nothing in the way");
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("tabulated");
    let table = TableReader::open(&path).expect("a table");
    let tables = data().join(format!("version-{}", table.attributes().format_version));
    assert!(tables.is_dir(), "no tables of today's format: {}", tables.display());

    run(folder.path(), "prove nim --numeration base:2 --quiet --certificate today.json");
    let today = &parsed(&folder.path().join("today.json"))["version"];
    let certificates = data().join(format!("certificates/version-{today}"));
    assert!(certificates.is_dir(), "no certificates of today's format: {}", certificates.display());
}

/// Catches a table of any version that is refused, or read as other values than those of the definition.
#[test]
fn tables_of_every_version_are_read() {
    for (version, folder) in versions(&data()) {
        let copied = copied(&folder);
        let folder = copied.path();
        let mut tables = 0;
        for path in tables_in(folder, true) {
            let name = path.strip_prefix(folder).expect("within").display().to_string();
            run(folder, &format!("info {name} --json"));
            run(folder, &format!("export {name} --format csv --out values.csv"));
            let table = TableReader::open_any(&path).expect(&name);
            assert_eq!(u64::from(table.attributes().format_version), version, "{name}");
            tables += 1;
            if let Some(difference) = &table.attributes().difference {
                let outcomes = "--as outcome --quiet --out again.zarr";
                let line = format!("diff {} {} {outcomes}", difference.first, difference.second);
                cargo_bin_cmd!().current_dir(folder).args(line.split(' ')).assert().code(1);
                run(folder, "export again.zarr --format csv --out again.csv");
                let read = |name: &str| fs::read_to_string(folder.join(name)).expect("values");
                assert_eq!(read("values.csv"), read("again.csv"), "{name}");
                continue;
            }
            verify_with_engine(&table, &ReferenceEngine, &Control::default()).expect(&name);
            run(folder, &format!("verify {name} --quiet"));
        }
        assert!(tables >= 6, "version {version}: {tables}");
    }
}

/// Catches a run of an earlier version that cannot be resumed, or leads to other values than those of the definition.
#[test]
fn unfinished_tables_of_every_version_are_resumed() {
    for (version, folder) in versions(&data()) {
        let copied = copied(&folder);
        let unfinished = tables_in(copied.path(), false);
        assert!(!unfinished.is_empty(), "version {version} has none");
        for partial in unfinished {
            let found = TableReader::open(&partial).expect("an unfinished table");
            assert!(!found.attributes().complete);
            let plan = found.plan().clone();
            let options =
                TableWriter::options(&plan).codec(found.codec()).sharding(found.sharding());
            let path = partial.with_extension("");
            let resumed = options.resume(&path, &Control::default()).expect("it goes on");
            let Resumed::Unfinished(writer) = resumed else { panic!("it was complete") };
            assert!(writer.positions_before() > 0, "nothing was found");
            tabulate(&plan, &CpuEngine, Some(*writer), &Control::default()).expect("tabulated");
            let table = TableReader::open(&path).expect("a table");
            verify_with_engine(&table, &ReferenceEngine, &Control::default()).expect("true");
            assert_eq!(u64::from(table.attributes().format_version), version);
        }
    }
}

/// Catches a certificate of any version that is refused, or read as another claim: each is decided by two methods, and
/// compared with a table.
#[test]
fn certificates_of_every_version_are_read() {
    for (version, folder) in versions(&data().join("certificates")) {
        let tables = TempDir::new().expect("a folder");
        let mut checked = 0;
        let is_document = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
        for path in entries(&folder).into_iter().filter(is_document) {
            let name = path.display();
            assert_eq!(parsed(&path)["version"], version, "{name}");
            let text = fs::read_to_string(&path).expect("a document");
            let certificate = Certificate::parse(&text).expect("a certificate");
            let verdict = certificate.check(&CheckLimits::default());
            assert_eq!(verdict.expect("decided"), Verdict::Proved, "{name}");
            let quantity = match certificate.sets().next() {
                Some((ProvedSet::Value(_), _)) => "grundy",
                Some((ProvedSet::PPositions, _)) => "outcome",
                _ => "outcome-class",
            };
            let misere =
                if certificate.convention() == Convention::Misere { " --misere" } else { "" };
            let game = certificate.ruleset();
            run(
                tables.path(),
                &format!(
                    "tabulate {game} --box 30 --quantity {quantity}{misere} --quiet --overwrite --out t.zarr"
                ),
            );
            run(tables.path(), &format!("verify t.zarr --only claims --certificate {name}"));
            run(tables.path(), &format!("prove --guess {name}"));
            checked += 1;
        }
        assert!(checked >= 5, "version {version} has only {checked}");
    }
}

/// Catches an overview in the folder of a table, as earlier programs stored it, that makes the table a damaged one, keeps
/// it from being replaced, or stays behind; and one that was interrupted.
#[test]
fn old_overviews_go_with_their_tables() {
    let copied = copied(&data().join("version-2"));
    let folder = copied.path();
    let path = |name: &str| folder.join("box.zarr").join(name);
    assert!(path("overview/p-share/3/zarr.json").exists());
    let overwrite = "tabulate wythoff --box 20 --engine cpu --quiet --overwrite --out box.zarr";
    // Whole; without its metadata, as a run left it that ended at its beginning; damaged, and begun anew.
    for step in 0..3 {
        if step > 0 {
            fs::create_dir_all(path("overview.partial/mean/3/c")).expect("made");
        }
        if step > 1 {
            fs::create_dir(path("overview")).expect("made");
            fs::write(path("overview/zarr.json"), "nonsense").expect("written");
        }
        run(folder, "verify box.zarr --full --quiet");
        run(folder, "export box.zarr --format csv --out values.csv");
        assert_eq!(path("overview").exists(), step != 1);
        run(folder, overwrite);
        let left: Vec<PathBuf> = entries(&folder.join("box.zarr"));
        assert_eq!(left, [path("grundy"), path("zarr.json")], "{step}");
    }
    // What somebody has put there stays.
    fs::create_dir(path("overview")).expect("made");
    fs::write(path("overview/notes.txt"), "precious").expect("written");
    let mut command = cargo_bin_cmd!();
    command.current_dir(folder).args(overwrite.split(' ')).assert().code(2);
    assert!(path("overview/notes.txt").exists());
}

/// Catches a run of version 1 that is resumed in another form in the middle, or does not say where it was interrupted.
#[test]
fn unfinished_tables_of_version_1_stay_arrays() {
    let folder = tables();
    let path = folder.path().join("unfinished.zarr");
    let line = "tabulate wythoff --box 64 --tile 8 --shard 32 --codec zstd --engine cpu --quiet";
    let resume = format!("{line} --resume --out unfinished.zarr");
    run(folder.path(), &resume);
    assert_eq!(array_of(&path), path);
    let table = TableReader::open(&path).expect("a table");
    let [interruption] = table.attributes().interruptions.as_slice() else { panic!("none") };
    assert_eq!(interruption.positions, 64 * 64 / 2);
    // It is complete now.
    run(folder.path(), &resume);
}

/// Catches a run that does not go on with a table in another type or by another codec than those of today, and one that
/// goes on in another than the table has.
#[test]
fn unfinished_tables_of_other_types_and_codecs_are_resumed() {
    for (game, domain, quantity, data_type) in [
        ("wythoff", "--box 64", "grundy", "uint32"),
        ("triangle", "--tokens 30", "grundy", "uint16"),
        ("wythoff+block=2", "--tokens 60", "palaces", "uint8"),
    ] {
        let directory = TempDir::new().expect("a folder");
        let folder = directory.path();
        let line = format!(
            "tabulate {game} {domain} --quantity {quantity} --tile 8 --engine cpu --quiet --out t.zarr"
        );
        run(folder, &format!("{line} --codec none --shard 0"));
        let table = folder.join("t.zarr");
        store_as(&table, data_type);
        let of_type = metadata(&array_of(&table))["data_type"].clone();
        assert_eq!(of_type, data_type);
        run(folder, "export t.zarr --format csv --out whole.csv");
        // As an interrupted run would have left it.
        let array = array_of(&table);
        let mut document = metadata(&array);
        let attributes = document["attributes"]["grundytab"].as_object_mut().expect("attributes");
        attributes.insert("complete".into(), false.into());
        for key in ["positions", "sum", "p_positions", "minimum", "maximum"] {
            attributes.remove(key);
        }
        let right = document.clone();
        fs::write(array.join("zarr.json"), document.to_string()).expect("written");
        let chunks = entries(&array.join("c"));
        assert!(chunks.len() > 3, "{chunks:?}");
        chunks[2..].iter().for_each(|rows| fs::remove_dir_all(rows).expect("removed"));
        fs::rename(&table, folder.join("t.zarr.partial")).expect("renamed");
        let mut other = cargo_bin_cmd!();
        let other_codec = format!("{line} --resume --codec zstd");
        other.current_dir(folder).args(other_codec.split(' ')).assert().failure();
        run(folder, &format!("{line} --resume"));
        let found = metadata(&array);
        for key in ["data_type", "fill_value", "chunk_grid"] {
            assert_eq!(found[key], right[key], "{game}: {key}");
        }
        let opened = TableReader::open(&table).expect("a table");
        assert_eq!(opened.codec(), Codec::None);
        assert!(opened.attributes().interruptions[0].positions > 0);
        verify_with_engine(&opened, &ReferenceEngine, &Control::default()).expect("true");
        run(folder, "export t.zarr --format csv --out resumed.csv");
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("values");
        assert_eq!(read("whole.csv"), read("resumed.csv"));
        // Nothing is left to do.
        run(folder, &format!("{line} --resume"));
    }
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
