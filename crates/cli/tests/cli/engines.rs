//! Which engine runs, and what needs none.

use serde_json::Value;

use std::path::Path;

use crate::gpu_switch::gpu_tests_are_off;
use crate::{done, ended, ends, fails, grundytab, json_of, temporary};

#[test]
fn an_adapter_that_is_not_there_exits_with_3() {
    let (_directory, path) = temporary();
    let line = "tabulate nim --box 16 --engine gpu --adapter no-such-thing --out {}";
    ends(3, line, &path);
    assert!(!path.exists());
}

/// Where no Vulkan driver is to be found, everything but the GPU engine works.
#[test]
fn without_a_driver_the_cpu_does_the_work() {
    let without_driver = |line: &str| {
        let mut command = grundytab(line);
        command.env("VK_DRIVER_FILES", "/dev/null").env("VK_ICD_FILENAMES", "/dev/null");
        command
    };
    // One thread takes long enough for a GPU to be looked for.
    let output = without_driver("tabulate euclid --box 9000 --discard --threads 1").output();
    let (code, _, stderr) = ended(&output.expect("runs"));
    assert_eq!(code, 0, "{stderr}");
    let reason = if cfg!(feature = "gpu") { "no GPU driver" } else { "built without the GPU" };
    assert!(stderr.contains("engine: cpu") && stderr.contains(reason), "{stderr}");
    without_driver("devices").assert().success();
    without_driver("tabulate nim --box 9 --discard --engine gpu").assert().code(3);
}

/// Catches words that the driver's loader writes to our stderr: Mesa's device-select layer complains
/// where there is no display. The program runs itself anew to prevent that, so that arguments and
/// exit codes must pass through.
#[test]
fn stderr_is_clean_without_a_display() {
    let without_display = |line: &str| {
        let mut command = grundytab(line);
        command.env_remove("XDG_RUNTIME_DIR").env_remove("WAYLAND_DISPLAY");
        ended(&command.output().expect("runs"))
    };
    let (code, stdout, stderr) = without_display("devices --json");
    assert_eq!((code, stderr.as_str()), (0, ""));
    let devices: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert!(devices["adapters"].is_array());
    let (code, _, stderr) =
        without_display("tabulate nim --box 9 --discard --engine gpu --adapter no-such-thing");
    assert_eq!((code, stderr.lines().count()), (3, 1), "{stderr}");
}

/// Catches a second opinion on how long a run takes: the note, both forms of a dry run and the log tell one time.
#[test]
fn one_time_is_expected_of_a_run() {
    let output = |line: &str| ends(0, line, Path::new(""));
    for line in [
        "tabulate wythoff --box 1200 --threads 1",
        "tabulate maharaja --box 800 --quantity outcome --threads 1",
        "tabulate wythoff+alter=1,1 --box 400 --threads 2",
        "tabulate triangle --tokens 200 --threads 2",
        "tabulate nim:1 --box 900000 --threads 2",
        "tabulate partizan:1,0:0,1+alter-left=2,0 --box 500 --quantity score-left --threads 1",
    ] {
        let (plan, note) = output(&format!("{line} --dry-run"));
        let (_, told) = plan.split_once("time         ").expect("the expected time");
        assert!(told.starts_with("expected to take "), "{told}");
        assert!(note.contains(&format!("({})", told.trim_end())), "{note}{plan}");
        let json = json_of(0, &format!("{line} --dry-run --json"), Path::new(""));
        let seconds = json["seconds_expected"].as_f64().expect("a number");
        let digits: String = told.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
        let digits: f64 = digits.parse().expect("a number");
        assert!(told.contains(" ms "), "{told}");
        assert!((1e3 * seconds / digits - 1.0).abs() < 0.01, "{told}: {seconds}");
        assert!(json.get("seconds_estimated").is_none());
        let folder = tempfile::TempDir::new().expect("a directory");
        let log = folder.path().join("log");
        output(&format!("{line} --discard --log {}", log.display()));
        let log = std::fs::read_to_string(log).expect("a log");
        assert!(log.contains(told.trim_end()), "{log}");
    }
}

/// While a GPU is being opened, the CPU has finished a small job.
#[test]
fn small_jobs_look_for_no_gpu() {
    let stderr = |line: &str| {
        // The loader of Vulkan's drivers then tells whatever it does.
        ended(&grundytab(line).env("VK_LOADER_DEBUG", "all").output().expect("runs")).2
    };
    let small = stderr("tabulate wythoff --box 64 --discard");
    assert!(small.contains("engine: cpu") && small.contains("expected to take"), "{small}");
    assert!(!small.contains("Vulkan Loader"), "{small}");
    if cfg!(target_os = "linux") && !gpu_tests_are_off() {
        let devices = stderr("devices");
        assert!(devices.contains("Vulkan Loader"), "{devices}");
    }
}

/// Catches a selftest that does not reach the GPU, or forgets what it has found.
#[test]
fn selftest_passes() {
    let (_directory, cache) = temporary();
    let printed = |line: &str| {
        let output = grundytab(line).env("GRUNDYTAB_CACHE", &cache).output();
        let (code, stdout, stderr) = ended(&output.expect("runs"));
        assert_eq!(code, 0, "{stdout}{stderr}");
        stdout
    };
    let stdout = printed("selftest");
    assert!(stdout.starts_with("ok      cpu"), "{stdout}");
    if gpu_tests_are_off() {
        return;
    }
    assert!(stdout.contains("\nok      gpu on"), "{stdout}");
    let devices: Value = serde_json::from_str(&printed("devices --json")).expect("JSON");
    let known = &devices["adapters"][0]["selftest"];
    assert_eq!(known["outcome"], "passed");
    let compared = known["what"][0].as_str().expect("text");
    assert!(stdout.contains(compared) && compared.contains("tables as defined"), "{compared}");
}

/// Catches a game or a theorem that is asked for and not told alone, and a name that is not explained.
#[test]
fn games_and_theorems_are_told_one_by_one() {
    let (_directory, path) = temporary();
    let stdout = done("games wythoff+block=3", &path);
    assert!(stdout.starts_with("wythoff\n") && stdout.contains("VECTOR-GAME+block=B"), "{stdout}");
    assert!(
        !stdout.contains("euclid") && stdout.contains("points, terminal, to-zero, block\n"),
        "{stdout}"
    );
    fails(2, "games wytoff", &path, "did you mean wythoff?");
    let stdout = done("theorems blocking-2", &path);
    assert!(stdout.starts_with("blocking-2\n") && stdout.matches("source:").count() == 1);
    let stdout = done("theorems fibonacci", &path);
    assert!(stdout.contains("Whinihan") && !stdout.contains("wythoff-"), "{stdout}");
    // What they say of each position, of the game that is asked for; or of their own, once.
    let stdout = done("theorems nim:4", &path);
    assert!(stdout.contains("    claim:  p iff x ^ y ^ z ^ w == 0\n"), "{stdout}");
    let stdout = done("theorems euclid-diagonal", &path);
    assert_eq!(stdout.matches("x == y and x > 0 implies g == 1").count(), 1, "{stdout}");
    assert!(!done("theorems wythoff-mex", &path).contains("claim:"));
    fails(2, "theorems blocking-9", &path, "did you mean blocking-1?");
    fails(2, "theorems vector:7,0/0,7", &path, "no published theorem here is about this game");
}

#[test]
fn games_and_help_are_printed() {
    let (_directory, path) = temporary();
    let stdout = done("games", &path);
    assert!(stdout.contains("wythoff") && stdout.contains("digraph:EDGES"), "{stdout}");
    done("--help", &path);
    let stdout = done("tabulate --help", &path);
    assert!(stdout.contains("--overwrite") && stdout.contains("--resume"), "{stdout}");
}

/// What a dry run says of a GPU's work is what the run counts, and other engines have none.
#[test]
fn gpu_work_is_told_before_and_after() {
    let (_directory, path) = temporary();
    let json = |line: &str| -> Value {
        let stdout = done(line, &path);
        serde_json::from_str(&stdout).expect("one JSON object")
    };
    let of_cpu = json("tabulate nim --box 16 --engine cpu --discard --json");
    assert_eq!(of_cpu["gpu"], Value::Null);
    if gpu_tests_are_off() {
        return;
    }
    let line = "tabulate wythoff --box 200 --engine gpu --json";
    let line = format!("{line} --discard");
    let (planned, told) = (json(&format!("{line} --dry-run")), json(&line));
    for key in ["dispatches", "steps", "bytes_read_back"] {
        assert!(told["gpu"][key].as_u64().is_some_and(|number| number > 0), "{key}");
        assert_eq!(planned["gpu"][key], told["gpu"][key], "{key}");
    }
    // A clock is no matter of course.
    assert!(told["gpu"]["seconds_kernel"].is_null() || told["gpu"]["seconds_kernel"].is_f64());
    let stdout = done("tabulate wythoff --box 200 --engine gpu --discard", &path);
    let dispatches = &planned["gpu"]["dispatches"];
    assert!(stdout.contains(&format!("GPU: {dispatches} dispatches, ")), "{stdout}");
}
