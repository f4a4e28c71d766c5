//! The command line as its users meet it: results, exit codes, messages, what is left on disk.
#![allow(clippy::expect_used, reason = "tests fail by panicking")]

mod analyze;
mod answers;
#[cfg(unix)]
mod batch;
mod bench;
mod certificates;
#[path = "../common/chunks.rs"]
mod chunks;
mod claims;
mod decide;
mod diff;
mod engines;
mod export;
mod failures;
mod foreign_files;
#[cfg(feature = "gpu")]
mod gpu_faults;
#[path = "../common/gpu_switch.rs"]
mod gpu_switch;
mod help;
#[cfg(unix)]
mod interruption;
mod json;
mod limits;
mod list;
mod logs;
mod long_texts;
mod only;
mod permissions;
mod planted;
mod proofs;
mod prove;
mod query;
mod readme;
mod refusals;
mod render;
mod scores;
mod tables;
mod verdicts;
mod view;
mod wording;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use tempfile::TempDir;

fn grundytab(line: &str) -> Command {
    let mut command = cargo_bin_cmd!();
    command.args(line.split_whitespace());
    command
}

/// Runs a command line with `{}` for a path; returns exit code, stdout and stderr.
fn run(line: &str, path: &Path) -> (i32, String, String) {
    let path = path.to_str().expect("a plain path");
    let output = grundytab(&line.replace("{}", path)).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn refused(line: &str, words: &str) {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("t.zarr");
    let (code, stdout, stderr) = run(line, &path);
    assert_eq!((code, stdout.as_str()), (2, ""), "{line}: {stderr}");
    let message: Vec<&str> = stderr.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(message.len(), 1, "{line}: {stderr}");
    assert!(message[0].contains(words), "{line}: {stderr}");
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 0, "{line}");
}

fn temporary() -> (TempDir, PathBuf) {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("t.zarr");
    (directory, path)
}
