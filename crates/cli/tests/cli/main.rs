//! The command line as its users meet it: results, exit codes, messages, what is left on disk.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests fail by panicking, and say what was not run"
)]

mod analyze;
mod answers;
#[cfg(unix)]
mod batch;
mod bench;
mod certificates;
mod claims;
#[path = "../../../../tests/common/mod.rs"]
mod common;
mod decide;
mod descriptions;
mod diff;
mod documents;
mod engines;
mod export;
mod failures;
mod foreign_files;
mod formats;
mod game_or_table;
#[cfg(feature = "gpu")]
mod gpu_faults;
#[cfg(all(feature = "gpu", unix))]
mod guard;
mod help;
#[cfg(unix)]
mod interruption;
mod interruptions;
mod json;
mod keys;
mod limits;
mod list;
mod logs;
mod long_texts;
#[cfg(target_os = "linux")]
mod memory;
mod mona;
mod only;
mod page;
mod pages;
mod permissions;
mod planted;
mod points;
mod prove;
mod query;
mod questions;
mod readings;
mod refusals;
mod render;
mod restricted;
#[cfg(unix)]
mod schema;
mod scores;
mod sets;
mod star;
mod sums;
mod sweep;
mod tables;
mod unfinished;
mod verdicts;
mod view;
mod view_sets;
#[cfg(feature = "gpu")]
mod web;
mod wording;
mod written_rules;
mod zarr_python;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use tempfile::TempDir;

use common::{chunks, gpu_switch};

fn grundytab(line: &str) -> Command {
    let mut command = cargo_bin_cmd!("grundytab");
    // Verdicts on GPUs are not those of the user who runs the tests.
    command.env("GRUNDYTAB_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command.args(with_time(line).split_whitespace());
    command
}

/// Gives searches for proofs more time than they have by default, so that no test depends on the speed of the machine.
fn with_time(line: &str) -> String {
    match line.split_once(' ').unwrap_or((line, "")) {
        (command @ ("prove" | "decide"), rest) => format!("{command} --seconds 3600 {rest}"),
        _ => line.to_owned(),
    }
}

/// Returns how a program has ended: exit code, stdout and stderr.
fn ended(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Runs a command line with `{}` for a path; returns exit code, stdout and stderr.
fn run(line: &str, path: &Path) -> (i32, String, String) {
    let path = path.to_str().expect("a plain path");
    ended(&grundytab(&line.replace("{}", path)).output().expect("the program runs"))
}

/// Runs a command line with `{}` for a path, which must end with this exit code; returns stdout and stderr.
#[track_caller]
fn ends(code: i32, line: &str, path: &Path) -> (String, String) {
    let (found, stdout, stderr) = run(line, path);
    assert_eq!(found, code, "{line}: {stdout}{stderr}");
    (stdout, stderr)
}

/// Runs a command line with `{}` for a path, which must succeed; returns stdout.
#[track_caller]
fn done(line: &str, path: &Path) -> String {
    ends(0, line, path).0
}

/// Runs a command line with `{}` for a path, which must end with this exit code and print a JSON object; returns that.
#[track_caller]
fn json_of(code: i32, line: &str, path: &Path) -> Value {
    serde_json::from_str(&ends(code, line, path).0).expect("one JSON object")
}

/// Runs a command line with `{}` for a path, which must end with this exit code and say these words on stderr; returns
/// stdout.
#[track_caller]
fn fails(code: i32, line: &str, path: &Path, words: &str) -> String {
    let (stdout, stderr) = ends(code, line, path);
    assert!(stderr.contains(words), "{line}: {stderr}");
    stdout
}

/// Runs a command line with `{}` for a path, which must be refused in these words before anything is printed.
#[track_caller]
fn refuses(line: &str, path: &Path, words: &str) {
    assert_eq!(fails(2, line, path, words), "", "{line}");
}

/// Runs a script of the shell in which `$0` is the program and `$1` a path; returns exit code, stdout and stderr.
#[cfg(unix)]
fn in_shell(script: &str, path: &Path) -> (i32, String, String) {
    let mut shell = std::process::Command::new("sh");
    let shell =
        shell.args(["-c", script]).arg(assert_cmd::cargo::cargo_bin!("grundytab")).arg(path);
    ended(&shell.output().expect("a shell runs"))
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

/// Tabulates a game with the CPU engine, as in `wythoff --box 20`, in the place of a table that may be there.
#[track_caller]
fn tabulate(line: &str, path: &Path) {
    done(&format!("tabulate {line} --engine cpu --overwrite --quiet --out {{}}"), path);
}

/// Fills a table of rules that a user writes, in place of one that is there.
#[track_caller]
fn tabulate_rules(rules: &str, sides: &str, path: &Path) {
    let mut command = grundytab("tabulate --overwrite --quiet --engine cpu --box");
    let output = command.arg(sides).arg("--out").arg(path).arg(rules).output().expect("it runs");
    assert!(output.status.success(), "{rules}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Does the same in a folder of its own.
#[track_caller]
fn table(line: &str) -> (TempDir, PathBuf) {
    let (directory, path) = temporary();
    tabulate(line, &path);
    (directory, path)
}

fn temporary() -> (TempDir, PathBuf) {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("t.zarr");
    (directory, path)
}
