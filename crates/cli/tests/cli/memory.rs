//! Memory: a job takes what its plan announces, however large its table.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::random;
use crate::gpu_switch::gpu_tests_are_off;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;

/// Returns the bytes of memory and of disk that a dry run announces.
fn announced(line: &str) -> (u64, u64) {
    let output = program(line).arg("--dry-run").arg("--json").output().expect("runs");
    let plan: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let bytes = |key: &str| plan[key].as_u64().expect(key);
    (bytes("memory_bytes"), bytes("disk_bytes"))
}

fn program(line: &str) -> Command {
    let mut command = Command::new(cargo_bin!("grundytab"));
    command.arg("tabulate").args(words(line)).args(["--threads", "2"]);
    command
}

/// Splits a command line at spaces, but for those between apostrophes.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let words = parts.map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect::<Vec<_>>().concat()
}

/// Runs the program and returns whether it succeeded, and its peak of resident memory as the kernel
/// counts it.
fn run(mut command: Command) -> (bool, u64) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("a child").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = kilobytes.map_or(peak, |kilobytes| 1024 * kilobytes);
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(peak > 0, "the kernel reports no peak in {status}");
    (child.wait().expect("a child").success(), peak)
}

/// Runs a job on the CPU, stores its table and returns the bytes announced and the bytes taken.
fn announced_and_taken(line: &str) -> (u64, u64) {
    let line = format!("{line} --engine cpu");
    let (memory, _) = announced(&line);
    let directory = TempDir::new().expect("a directory");
    let mut command = program(&line);
    command.arg("--out").arg(directory.path().join("t.zarr"));
    let (success, peak) = run(command);
    assert!(success, "{line}");
    println!("{line}: {memory} bytes announced, {peak} taken");
    (memory, peak)
}

/// Beyond what the program takes for a table of one position, what jobs take differs by at most a
/// quarter from what was announced, upwards or downwards. The program itself takes more memory in a
/// build for tests than in a release, where it takes the 12 MB that are announced.
#[test]
fn peak_memory_is_what_was_announced() {
    // Pages of the program itself are shared with other processes, and count more or less.
    let smallest: Vec<_> = (0..3).map(|_| announced_and_taken("nim:1 --box 1")).collect();
    let (announced_at_least, taken_at_least) = smallest.into_iter().max().expect("three runs");
    let share = taken_at_least as f64 / announced_at_least as f64;
    assert!((0.5..2.0).contains(&share), "{announced_at_least} announced, {taken_at_least} taken");
    // Every method, and each with the moves, points and heaps that make it keep more.
    let lines = vec![
        "wythoff+block=9 --quantity palaces --box 7000 --codec none",
        "wythoff --box 3000",
        "triangle --tokens 400 --quantity outcome",
        "triangle --tokens 300",
        "euclid --box 5000 --codec none",
        "fibonacci --box 4000 --codec none",
        "partizan:1,0:0,1/1,1 --quantity outcome-class --box 5000 --codec none",
        "wythoff+alter=1,1 --box 2000",
        "nim:3+alter=0,0,1/0,2,0 --box 110",
        "nim:3+alter=1,1,1/2,0,1 --box 110",
        "wythoff+alter=1500,1501 --quantity palaces --box 2500 --codec none",
        "nim:4 --quantity outcome --box 60 --codec none",
        "nim:4+alter=0,0,0,1 --box 30",
        "wythoff+points=1/2/3 --quantity score --box 5000 --codec none",
        "nim:3+points=1/2/3+alter=0,0,9 --quantity score --box 130 --codec none",
        "partizan:1,0:0,1/1,1 --quantity score-left --box 5000 --codec none",
        "partizan:0,0,1/0,1,0:1,0,0+alter-left=0,0,9 --quantity score-left --box 130 --codec none",
        "partizan:1,0:0,1/1,1+alter-left=1200,0 --quantity outcome-class --box 2500 --codec none",
        "digraph:XY/YX/ZZ --tokens 300",
        "digraph:XY/YX/ZZ --quantity outcome --tokens 400",
        "digraph:WX/XY/YZ/ZW --tokens 80",
        "subtraction:1,3,50000,70001,90007 --box 20000000 --codec none",
        "'rules: (x - k, y) for 2 <= k <= x; (x, y - k) for 2 <= k <= y' --box 4000 --codec none",
        "'rules: (x - k, y, z) for 2 <= k <= x; (x, y - k, z) for 1 <= k <= y if x == 0 or z == 0; \
         (x, y, z - k) for 1 <= k <= z' --box 170",
        "'rules: (x - 2, y + 1) if x >= 2 and y < 4999; (x, y - 3) if y >= 3; (x - 3, y - 1) if x >= 3 and y >= 1' \
         --box 5000 --codec none",
        "'rules: grade 2 * x + y; (x - 1, y + 1) if x >= 1 and y < 1999; (x, y - 1) if y >= 1' --box 2000 --codec none",
        "'rules: left: (x - k, y) for k in {1, 4} if k <= x pays k; right: (x, y - 1) if y > 0 and x != 7 pays x' \
         --quantity score-left --box 2000 --codec none",
    ];
    for line in random::sample(lines, 7) {
        let (announced, taken) = announced_and_taken(line);
        let difference =
            (announced - announced_at_least).abs_diff(taken.saturating_sub(taken_at_least));
        assert!(
            difference <= announced / 4,
            "{line}: {announced} bytes announced, {taken} taken; for one position \
             {announced_at_least} and {taken_at_least}"
        );
    }
}

/// A table of a single tile has no other tiles to fill while that one is stored: it takes less than
/// what is announced for the tiles in flight, but not less than two fifths.
#[test]
fn a_single_tile_takes_less_than_was_announced() {
    let line = "wythoff+block=3 --quantity palaces --box 2500 --tile 2500 --codec none";
    let (announced, taken) = announced_and_taken(line);
    assert!(taken <= announced, "{announced} bytes announced, {taken} taken");
    assert!(5 * taken >= 2 * announced, "{announced} bytes announced, {taken} taken");
}

/// Each of these jobs needs more than 10 GB of buffers: a refusal that came only after they were filled
/// would show in the peak.
#[test]
fn jobs_beyond_a_gpu_are_refused_before_anything_is_allocated() {
    if gpu_tests_are_off() {
        return;
    }
    for line in [
        "triangle --tokens 100000",
        "digraph:XY+heaps=3 --tokens 60000",
        "wythoff --box 1000000",
        "nim:3+block=7 --quantity palaces --box 100000",
    ] {
        let mut command = program(line);
        command.args(["--engine", "gpu", "--discard"]);
        let (success, peak) = run(command);
        println!("{line}: refused with {peak} bytes");
        assert!(!success, "{line}");
        assert!(peak < 1 << 30, "{line}: {peak} bytes");
    }
}

/// The memory does not grow with the table.
#[test]
fn tables_are_larger_than_memory() {
    let (memory, table) =
        announced("wythoff+block=9 --quantity palaces --box 14000 --codec none --engine cpu");
    assert!(table > 5 * memory, "a table of {table} bytes in {memory} bytes");
}

/// Catches a picture that is drawn from a whole plane in memory. The values are 81 MB when they are decoded; a
/// picture of some hundred thousand pixels takes less than half of that, with what the program itself takes.
#[test]
fn a_picture_takes_the_memory_of_its_pixels() {
    let folder = TempDir::new().expect("a directory");
    let table = folder.path().join("t.zarr");
    let mut command = program("wythoff --box 9000 --quantity outcome --engine cpu --quiet");
    command.arg("--out").arg(&table);
    assert!(run(command).0, "tabulated");
    for flags in [&["--scale", "1/16"][..], &["--scale", "1/10", "--bare"]] {
        let mut command = Command::new(cargo_bin!("grundytab"));
        command.args(["render", "--threads", "2", "--quiet"]).args(flags);
        command.arg(&table).arg("--out").arg(folder.path().join("p.png"));
        let (success, peak) = run(command);
        println!("render {flags:?}: {peak} bytes taken");
        assert!(success && peak < 40_000_000, "{flags:?}: {peak} bytes");
    }
}
