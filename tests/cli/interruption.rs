//! Ctrl-C while a command computes: it ends soon, whatever it is at.
#![allow(clippy::panic, reason = "tests fail by panicking")]

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::{run, temporary};

/// How long a command may take to end. It takes far less than a second, but tests are built with little
/// optimization and run side by side.
const PATIENCE: Duration = Duration::from_secs(5);

/// Starts a command that would take minutes, interrupts it after a while and waits for its end.
fn assert_ends_soon(line: &str, after: Duration) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundytab"));
    command.args(line.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    std::thread::sleep(after);
    assert_eq!(child.try_wait().expect("its state"), None, "{line} ended by itself");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let status = end_within(&mut child, PATIENCE);
    let status = status.unwrap_or_else(|| panic!("{line} went on after {after:?} and ctrl-C"));
    // Before it begins to compute, the signal ends the program itself.
    assert!(status.code() == Some(130) || status.signal() == Some(2), "{line}: {status}");
}

/// Waits for the end of a program; ends it after a time that is too long and returns `None`.
fn end_within(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < patience {
        if let Some(status) = child.try_wait().expect("its state") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    None
}

/// Catches a loop that never asks whether to go on: in listing positions before the first is computed,
/// along a row of cells with very many altered vectors, and over the options of single positions.
#[test]
fn every_command_ends_soon_after_ctrl_c() {
    let numbers = |range: std::ops::Range<u32>, step: u32| {
        range.map(|n| (n * step).to_string()).collect::<Vec<_>>()
    };
    let (directory, table) = temporary();
    let file = |name: &str, text: String| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("a plain path").to_owned()
    };
    let squares: Vec<String> = (1..1500u32).map(|n| (n * n).to_string()).collect();
    let squares = file("squares", squares.join(","));
    let far = file("far", numbers(1..30_000, 3331).join(","));
    let altered = numbers(1..20_000, 37).join("],[");
    let altered = file("altered.toml", format!("game = 'nim'\nheaps = 1\nalter = [[{altered}]]"));
    let many = directory.path().join("many.zarr");
    for (line, path) in [
        ("tabulate nim:1 --box 200000 --engine cpu --out {}", &table),
        ("tabulate wythoff --quantity outcome --box 7000 --engine cpu --out {}", &many),
    ] {
        let (code, _, stderr) = run(line, path);
        assert_eq!(code, 0, "{stderr}");
    }
    let [table, many] = [&table, &many].map(|path| path.to_str().expect("a plain path"));
    for line in [
        format!("tabulate subtraction:@{squares} --box 900000000 --engine cpu --discard"),
        format!("tabulate subtraction:@{squares} --box 5000000 --engine reference --discard"),
        format!("tabulate subtraction:@{far} --box 200000000 --engine cpu --discard"),
        format!("tabulate {altered} --box 1000000 --engine cpu --discard"),
        "tabulate wythoff --box 3000 --engine reference --discard".into(),
        "tabulate triangle --tokens 400 --engine reference --discard".into(),
        format!("verify {table} --full"),
        format!(
            "verify {many} --sample 1 --claim abs(x-g)+floor_phi2(floor_phi(x)+floor_phi(y))>=0"
        ),
    ] {
        for milliseconds in [300, 1500] {
            assert_ends_soon(&line, Duration::from_millis(milliseconds));
        }
    }
}
