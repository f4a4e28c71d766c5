//! The exit code is the verdict, whether or not anybody reads stdout.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::chunks::array_of;
use crate::{table, tabulate, temporary};

/// Runs a command line with `{}` for a path; returns exit code and stderr.
fn run_writing_to(stdout: Stdio, line: &str, path: &Path) -> (Option<i32>, String) {
    let path = path.to_str().expect("a plain path");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("grundytab"));
    command.args(line.split_whitespace().map(|word| word.replace("{}", path)));
    let output = command.stdout(stdout).output().expect("the program runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A pipe whose reader has gone away.
fn broken_pipe() -> Stdio {
    let (_, writer) = std::io::pipe().expect("a pipe");
    writer.into()
}

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").expect("opens").into()
}

/// Catches a verdict that is given up because its words cannot be written.
#[test]
fn nobody_reading_hides_no_verdict() {
    let (directory, path) = temporary();
    let other = directory.path().join("other.zarr");
    tabulate("nim --box 16", &path);
    tabulate("nim --box 16 --misere", &other);
    let damaged = array_of(&other).join("zarr.json");
    let text = std::fs::read_to_string(&damaged).expect("metadata");
    std::fs::write(&damaged, text.replace("\"p_positions\": 16", "\"p_positions\": 17"))
        .expect("written");
    for (line, code) in [
        ("verify {} --claim g==x^y", 0),
        ("verify {} --claim g==0", 1),
        ("verify {} --claim g==0 --json", 1),
        ("verify {} --claim x/y>=0", 2),
        ("verify {} --with {}/../other.zarr", 1),
        ("tabulate nim:3 --box 30000 --engine cpu --dry-run", 2),
        ("tabulate nim:3 --box 30000 --engine cpu --dry-run --json", 2),
        ("info {}/nothing --json", 4),
        ("games", 0),
        ("theorems --json", 0),
        ("query {} 3,5", 0),
        ("--help", 0),
    ] {
        let (found, stderr) = run_writing_to(broken_pipe(), line, &path);
        assert_eq!(found, Some(code), "{line}: {stderr}");
        assert_eq!(code == 0, stderr.is_empty(), "{line}: {stderr}");
    }
}

/// Catches a full stdout that is told as a full disk of the table, or not at all.
#[test]
fn a_full_stdout_is_told_as_such() {
    let (_directory, path) = table("nim --box 16");
    for line in ["info {}", "info --json {}", "verify {}", "games", "--help", "--version"] {
        let (code, stderr) = run_writing_to(full(), line, &path);
        assert_eq!(code, Some(4), "{line}: {stderr}");
        let words = "error: stdout cannot be written: No space left on device";
        assert!(stderr.starts_with(words), "{line}: {stderr}");
    }
    let (code, stderr) = run_writing_to(full(), "verify {} --claim g==0", &path);
    assert_eq!((code, stderr.lines().count()), (Some(1), 1), "{stderr}");
}
