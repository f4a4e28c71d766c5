//! Memory: a job takes what its plan says before it starts, however large its table.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;

/// The bytes of memory and of disk that a dry run announces.
fn announced(line: &str) -> (u64, u64) {
    let output = program(line).arg("--dry-run").arg("--json").output().expect("runs");
    let plan: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let bytes = |key: &str| plan[key].as_u64().expect(key);
    (bytes("memory_bytes"), bytes("disk_bytes"))
}

fn program(line: &str) -> Command {
    let mut command = Command::new(cargo_bin!());
    command.arg("tabulate").args(line.split(' ')).args(["--engine", "cpu", "--threads", "2"]);
    command
}

/// The most memory that a run has had resident, as the kernel counts it, looked at until the end.
fn peak_bytes(line: &str) -> u64 {
    let directory = TempDir::new().expect("a directory");
    let mut command = program(line);
    command.arg("--out").arg(directory.path().join("t.zarr")).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn().expect("runs");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("a child").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = kilobytes.map_or(peak, |kilobytes| 1024 * kilobytes);
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(child.wait().expect("a child").success(), "{line}");
    peak
}

#[test]
fn peak_memory_is_what_was_announced() {
    for line in [
        "wythoff+block=9 --quantity palaces --box 7000 --codec none",
        "wythoff --box 3000",
        "triangle --tokens 400 --quantity outcome",
        "triangle --tokens 300",
        "euclid --box 5000 --codec none",
        "fibonacci --box 4000 --codec none",
        "partizan:1,0:0,1/1,1 --quantity outcome-class --box 5000 --codec none",
    ] {
        let (memory, _) = announced(line);
        let peak = peak_bytes(line);
        println!("{line}: {memory} bytes announced, {peak} taken");
        assert!(peak <= memory + memory / 5, "{line}: {memory} announced, {peak} taken");
    }
}

/// The table is several times larger than the memory.
#[test]
fn tables_are_larger_than_memory() {
    let (memory, table) = announced("wythoff+block=9 --quantity palaces --box 7000 --codec none");
    assert!(table > 5 * memory, "a table of {table} bytes in {memory} bytes");
}
