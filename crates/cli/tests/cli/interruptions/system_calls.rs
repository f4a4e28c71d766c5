//! Runs that are killed at every operation on files, and runs whose disk is full at every byte.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use grundytab::table::TableReader;
use tempfile::TempDir;

use super::repair::chunks;
use super::shim::program;
use super::{assert_alone, assert_whole};
use crate::common::plan;

const GAME: &str = "wythoff";
const SIDE: &str = "40";
const TILE: u32 = 8;

fn tabulate(program: &mut Command, path: &Path, flags: &[&str]) -> Output {
    let tile = TILE.to_string();
    let program = program.args(["tabulate", GAME, "--box", SIDE, "--tile", &tile]);
    program.args(["--engine", "cpu", "--threads", "1", "--quiet", "--out"]);
    program.arg(path).args(flags).output().expect("the program runs")
}

fn assert_success(output: &Output, what: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what}: {:?} {stderr}", output.status);
}

/// Returns how many operations on files a run takes.
fn operations(flags: &[&str], replaces: bool) -> u64 {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("table.zarr");
    if replaces {
        assert_success(&tabulate(&mut program(), &path, &[]), "the first run");
    }
    let counted = folder.path().join("operations");
    let output = tabulate(program().env("SHIM_COUNT_TO", &counted), &path, flags);
    assert_success(&output, "the counted run");
    fs::read_to_string(counted).expect("counted").trim().parse().expect("a number")
}

/// Catches a state in which a kill leaves files that the next run neither removes nor goes on from, and
/// a moment at which neither the old nor the new table is there.
#[test]
fn a_run_can_be_killed_at_every_operation() {
    let plan = plan(GAME, SIDE, "grundy", Some(TILE));
    for (shard, replaces) in [("0", false), ("16", false), ("16", true)] {
        let mut flags = vec!["--shard", shard];
        if replaces {
            flags.push("--overwrite");
        }
        let operations = operations(&flags, replaces);
        assert!(operations > 20, "{operations}");
        for kill_at in 1..=operations {
            for next in [&["--resume", "--overwrite"][..], &["--overwrite"]] {
                // The operations of a file for each chunk are the same ones over and over.
                if shard == "0" && kill_at % 5 != 0 && (10..operations - 10).contains(&kill_at) {
                    continue;
                }
                let folder = TempDir::new().expect("a folder");
                let path = folder.path().join("table.zarr");
                let what = format!("shards of {shard}, killed at {kill_at}, then {next:?}");
                if replaces {
                    assert_success(&tabulate(&mut program(), &path, &["--shard", "0"]), &what);
                }
                let mut killed = program();
                killed.env("SHIM_KILL_AT", kill_at.to_string());
                let output = tabulate(&mut killed, &path, &flags);
                assert_eq!(output.status.code(), None, "{what}");
                if replaces {
                    let places = [path.clone(), folder.path().join("table.zarr.replaced")];
                    let tables = places.iter().filter_map(|path| TableReader::open(path).ok());
                    assert!(tables.into_iter().any(|table| table.attributes().complete), "{what}");
                }
                let mut flags = next.to_vec();
                flags.extend(["--shard", shard]);
                assert_success(&tabulate(&mut program(), &path, &flags), &what);
                assert_whole(&path, &plan);
                assert_alone(&path);
            }
        }
    }
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("made");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("copied");
        }
    }
}

/// Catches a state in which a kill leaves a repair from which the next run does not go on, and a moment at which a chunk
/// that is there is lost, or a table has its name that is neither the damaged one nor the repaired one.
#[test]
#[ignore = "every night"]
fn a_repair_can_be_killed_at_every_operation() {
    let plan = plan(GAME, SIDE, "grundy", Some(TILE));
    for shard in ["0", "16"] {
        let flags = ["--shard", shard];
        let first = TempDir::new().expect("a folder");
        let table = first.path().join("table.zarr");
        assert_success(&tabulate(&mut program(), &table, &flags), "the first run");
        let whole = chunks(&table);
        fs::remove_file(table.join(whole.keys().nth(3).expect("a chunk"))).expect("removed");
        let damaged = chunks(&table);
        let begin = || {
            let folder = TempDir::new().expect("a folder");
            let path = folder.path().join("table.zarr");
            copy(&table, &path);
            (folder, path)
        };
        let resume = ["--shard", shard, "--resume"];
        let (folder, path) = begin();
        let counted = folder.path().join("operations");
        let output = tabulate(program().env("SHIM_COUNT_TO", &counted), &path, &resume);
        assert_success(&output, "the counted run");
        let operations = fs::read_to_string(counted).expect("counted");
        let operations: u64 = operations.trim().parse().expect("a number");
        assert!(operations > 40, "{operations}");
        for kill_at in 1..=operations {
            // The operations of a file for each chunk are the same ones over and over.
            if shard == "0" && kill_at % 10 != 0 && (20..operations - 20).contains(&kill_at) {
                continue;
            }
            let (folder, path) = begin();
            let what = format!("shards of {shard}, killed at {kill_at}");
            let mut killed = program();
            killed.env("SHIM_KILL_AT", kill_at.to_string());
            let output = tabulate(&mut killed, &path, &resume);
            assert_eq!(output.status.code(), None, "{what}");
            let replaced = folder.path().join("table.zarr.replaced");
            let (there, is_named) = if path.exists() { (&path, true) } else { (&replaced, false) };
            let found = chunks(there);
            assert!(found == damaged || is_named && found == whole, "{what}");
            let table = TableReader::open(there).expect("a table");
            assert!(table.attributes().complete, "{what}");
            assert_success(&tabulate(&mut program(), &path, &resume), &what);
            assert!(chunks(&path) == whole, "{what}");
            assert_whole(&path, &plan);
            assert_alone(&path);
        }
    }
}

/// Catches a full disk that is not told as such, that leaves a table which cannot be resumed, or that
/// leaves a file under its final name that is not whole.
#[test]
fn a_run_can_meet_a_full_disk_at_every_write() {
    let plan = plan(GAME, SIDE, "grundy", Some(TILE));
    for shard in ["0", "16"] {
        let mut failures = 0;
        for room in (1..6000).step_by(199) {
            let folder = TempDir::new().expect("a folder");
            let path = folder.path().join("table.zarr");
            let mut full = program();
            full.env("SHIM_DISK_BYTES", room.to_string());
            let output = tabulate(&mut full, &path, &["--shard", shard]);
            if output.status.success() {
                continue;
            }
            failures += 1;
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(4), "{room}: {stderr}");
            assert!(stderr.contains("No space left on device"), "{room}: {stderr}");
            assert!(!path.exists(), "{room}");
            if folder.path().join("table.zarr.partial").exists() {
                assert!(stderr.contains("--resume continues it"), "{room}: {stderr}");
                assert!(stderr.contains("make room"), "{room}: {stderr}");
            }
            let output = tabulate(&mut program(), &path, &["--shard", shard, "--resume"]);
            assert_success(&output, &format!("{room} bytes"));
            assert_whole(&path, &plan);
            assert_alone(&path);
        }
        assert!(failures > 5, "{failures}");
    }
}

/// Catches a limit on the size of files that ends the process without a word.
#[test]
fn a_limit_on_the_size_of_files_is_told() {
    let plan = plan("wythoff", "600", "grundy", None);
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("table.zarr");
    let tabulate = |limit: &str, flags: &[&str]| {
        // Blocks of 512 or 1024 bytes, by the shell.
        let line = format!("ulimit -f {limit}; exec \"$0\" tabulate wythoff --box 600 \"$@\"");
        Command::new("sh")
            .args([
                "-c",
                &line,
                env!("CARGO_BIN_EXE_grundytab"),
                "--codec",
                "none",
                "--engine",
                "cpu",
            ])
            .args(["--quiet", "--out"])
            .arg(&path)
            .args(flags)
            .output()
            .expect("the shell runs")
    };
    let output = tabulate("16", &[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{:?} {stderr}", output.status);
    assert!(stderr.contains("File too large"), "{stderr}");
    assert!(stderr.contains("--resume continues it"), "{stderr}");
    assert_success(&tabulate("unlimited", &["--resume"]), "without the limit");
    assert_whole(&path, &plan);
    assert_alone(&path);
}
