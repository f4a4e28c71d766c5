//! Ctrl-C while a command computes: it ends soon, whatever it is at.

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use crate::{done, temporary};

/// How much processor time a command may take to end, in milliseconds. It takes far less than a second, but tests are
/// built with little optimization. Time on the clock would tell how busy the machine is.
const MOST_PROCESSOR_TIME: u64 = 5_000;
/// After this time a command has ended or waits for something that never comes, on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a command that would take minutes, interrupts it after a while and waits for its end.
fn assert_ends_soon(line: &str, after: Duration) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundytab"));
    command.args(line.split_whitespace()).args(["--threads", "2"]);
    let mut child =
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    std::thread::sleep(after);
    assert_eq!(child.try_wait().expect("its state"), None, "{line} ended by itself");
    let status = end_by_ctrl_c(&mut child);
    let status = status.unwrap_or_else(|| panic!("{line} went on after {after:?} and ctrl-C"));
    // Before it begins to compute, the signal ends the program itself.
    assert!(status.code() == Some(130) || status.signal() == Some(2), "{line}: {status}");
}

/// Sends ctrl-C to a program and waits for its end; ends it if it goes on for too long, and returns `None`.
pub fn end_by_ctrl_c(child: &mut Child) -> Option<ExitStatus> {
    let (start, before) = (Instant::now(), processor_time(child));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    while processor_time(child) < before + MOST_PROCESSOR_TIME && start.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("its state") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    None
}

/// Returns the processor time that a program has taken so far, on all its threads, in milliseconds.
fn processor_time(child: &Child) -> u64 {
    let id = Pid::from_u32(child.id());
    let mut system = System::new().expect("processes");
    let times = ProcessRefreshKind::nothing().with_cpu();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), true, times);
    system.process(id).map_or(0, |process| process.accumulated_cpu_time())
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
        // With a removed move, a score is compared option by option.
        ("tabulate nim:1+alter=1 --quantity score --box 200000 --engine cpu --out {}", &table),
        ("tabulate wythoff --quantity outcome --box 7000 --engine cpu --out {}", &many),
    ] {
        done(line, path);
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
