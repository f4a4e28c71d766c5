//! GPUs that fail in the middle of a run, by faults that the program injects itself when it is built with
//! debug assertions.

use std::path::Path;

use crate::gpu_switch::gpu_tests_are_off;
use crate::{done, ended, ends, grundytab, json_of, temporary};

/// Runs a command line with `{}` for a path and a fault; returns exit code, stdout and stderr.
fn with_fault(fault: &str, line: &str, path: &Path) -> (i32, String, String) {
    let path = path.to_str().expect("a plain path");
    let mut command = grundytab(&line.replace("{}", path));
    ended(&command.env("GRUNDYTAB_INJECTED_FAULT", fault).output().expect("the program runs"))
}

/// Tables of 49 or more tiles, by every kind of schedule.
const TABLES: [&str; 3] = [
    "wythoff --box 100 --tile 16 --shard 0",
    "fibonacci --box 100 --tile 16 --shard 0",
    "triangle --tokens 40 --tile 8 --shard 0",
];

/// Returns the first word of the name of the first adapter.
fn adapter() -> String {
    let devices = json_of(0, "devices --json", Path::new(""));
    let name = devices["adapters"][0]["name"].as_str().expect("an adapter").to_owned();
    name.split_whitespace().next().expect("a name").to_owned()
}

/// Catches a lost device that ends otherwise than with exit code 3, and a table that cannot be completed
/// then, on a GPU or without one.
#[test]
fn a_lost_device_leaves_a_table_to_resume() {
    if gpu_tests_are_off() {
        return;
    }
    for table in TABLES {
        for engine in ["gpu", "cpu"] {
            let (_directory, path) = temporary();
            let line = format!("tabulate {table} --engine gpu --out {{}}");
            let (code, _, stderr) = with_fault("lost:20", &line, &path);
            assert_eq!(code, 3, "{table}: {stderr}");
            assert!(stderr.contains("the device was lost"), "{stderr}");
            assert!(stderr.contains("--resume"), "{stderr}");
            assert!(!path.exists());
            let line = format!("tabulate {table} --engine {engine} --resume --out {{}}");
            let (_, stderr) = ends(0, &line, &path);
            // Not all is computed anew.
            assert!(!stderr.contains("note: 0 of"), "{stderr}");
            assert!(stderr.contains("positions are stored already"), "{stderr}");
            done("verify {} --full", &path);
        }
    }
}

/// Catches a run that gives up although nobody has asked for the GPU, one that does not say that it goes
/// on elsewhere, and a table that is wrong then.
#[test]
fn without_a_choice_the_cpu_goes_on() {
    if gpu_tests_are_off() {
        return;
    }
    let adapter = adapter();
    for table in TABLES {
        for (output, overwrite) in
            [("--out {}", ""), ("--out {}", "--overwrite"), ("--discard", "")]
        {
            let (_directory, path) = temporary();
            let line = format!("tabulate {table} --adapter {adapter} {output} {overwrite}");
            // A discarded table comes as totals, unless the fault needs tiles.
            let (code, stdout, stderr) = with_fault("lost:20", &line, &path);
            assert_eq!(code, 0, "{line}: {stderr}");
            assert!(stderr.contains("the cpu engine goes on"), "{line}: {stderr}");
            assert!(stdout.contains("P-positions"), "{line}: {stdout}");
            if output != "--discard" {
                done("verify {} --full", &path);
            }
        }
    }
    // Whoever asks for the GPU is told that it failed.
    let (_directory, path) = temporary();
    let line = format!("tabulate {} --engine gpu --adapter {adapter} --out {{}}", TABLES[0]);
    assert_eq!(with_fault("lost:0", &line, &path).0, 3);
}

/// Catches a fault that is not injected, on which other tests rest.
#[test]
fn an_injected_wrong_value_is_in_the_table() {
    if gpu_tests_are_off() {
        return;
    }
    let (_directory, path) = temporary();
    // Spot checks might find it.
    let line = format!("tabulate {} --engine gpu --check 0 --out {{}}", TABLES[0]);
    let (code, _, stderr) = with_fault("wrong-value:7", &line, &path);
    assert_eq!(code, 0, "{stderr}");
    ends(1, "verify {} --full", &path);
}
