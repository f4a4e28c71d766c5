//! `--verbose` and `--log`: what a run tells of itself.

use std::fs;
use std::path::Path;

use crate::{done, ends, fails, run, temporary};

/// Catches a log that says nothing of the plan, the engine or the end, and one that replaces the last.
#[test]
fn a_log_tells_what_was_run_and_how_it_ended() {
    let (directory, path) = temporary();
    let log = directory.path().join("run.log");
    let line = format!("tabulate wythoff --box 64 --engine cpu --log {} --out {{}}", log.display());
    assert_eq!(ends(0, &format!("{line} --quiet"), &path).1, "");
    ends(2, &line, &path);
    let text = fs::read_to_string(&log).expect("a log");
    for words in [
        " info: grundytab 0.",
        " info: plan: wythoff on box 64x64: grundy, normal play, engine cpu; 4096 positions",
        " info: engine: cpu, ",
        " info: done, exit code 0",
        "a table is there already",
        "exit code 2",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(text.matches(": tabulate wythoff --box 64").count(), 2, "{text}");
    for line in text.lines() {
        let is_digit_or = |(at, c): (usize, char)| match at {
            4 | 7 => c == '-',
            10 => c == 'T',
            13 | 16 => c == ':',
            19 => c == 'Z',
            _ => c.is_ascii_digit(),
        };
        assert!(line.chars().take(20).enumerate().all(is_digit_or), "{line}");
    }
}

#[test]
fn verbose_tells_the_same_on_stderr_once() {
    let (_directory, path) = temporary();
    let line = "-v tabulate wythoff --box 64 --engine cpu --out {}";
    let (_, stderr) = ends(0, line, &path);
    assert_eq!(stderr.matches("plan: wythoff on box 64x64").count(), 1, "{stderr}");
    assert_eq!(stderr.matches("engine: cpu, ").count(), 1, "{stderr}");
    let (_, _, stderr) = run("tabulate wythoff --box 64 --engine cpu --discard", &path);
    assert!(!stderr.contains("plan:"), "{stderr}");
    fails(4, "info {} --log {}-no/such.log", &path, "no/such.log: cannot open the log: ");
}

/// Catches a log that is lost without a word, or that stops the work: `/dev/full` is a full disk.
#[test]
fn a_log_that_cannot_be_written_is_said_once() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let (_directory, path) = temporary();
    let line = "tabulate wythoff --box 64 --engine cpu --quiet --out {} --log /dev/full";
    for (line, code) in [(line, 4), ("info {} --log /dev/full", 4), (line, 2)] {
        let (stdout, stderr) = ends(code, line, &path);
        let message = "error: /dev/full: cannot write the log: ";
        assert_eq!(stderr.matches(message).count(), 1, "{line}: {stderr}");
        // The work is done, or fails for its own reason.
        assert_eq!(stdout.contains("box 64x64"), code == 4, "{line}: {stdout}");
        assert_eq!(stderr.contains("a table is there already"), code == 2, "{line}: {stderr}");
    }
    done("info {}", &path);
}
