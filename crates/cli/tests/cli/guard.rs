//! The selftest that `auto` runs before the first use of a GPU, by scripts in the place of the child process: they
//! crash, hang and lie. A software adapter stands for a hardware GPU. Both are injected by variables that builds with
//! debug assertions read.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::gpu_switch::gpu_tests_are_off;
use crate::interruption::end_by_ctrl_c;
use crate::{ended, grundytab};

/// A job that the CPU engine is expected to take long for, and that no adapter has the limits for. So a GPU that has
/// passed is seen by the reason why it is not taken, and nothing is computed.
const LONG: &str = "tabulate wythoff+block=4 --box 1000000 --quantity palaces --dry-run";
/// What is said of a GPU that has passed.
const PASSED: &str = "the GPU engine takes at most";

/// What a script prints as the child does: that it has begun, and what it computes.
const BEGUN: &str = concat!(
    "echo '{\"begun\":\"",
    env!("CARGO_PKG_VERSION"),
    "\"}'; echo '{\"computing\":\"nim on box 9\"}'\n"
);

/// Returns a script that ends with this verdict.
fn verdict(outcome: &str) -> String {
    let verdict = format!("{{\"outcome\":\"{outcome}\",\"what\":[\"at 3 a 7\"],\"time\":9}}");
    format!("{BEGUN}echo '{{\"ended\":{verdict}}}'")
}

/// A user with a folder of caches, a GPU, and a program that is started as its selftest.
struct User {
    folder: TempDir,
    stand_in: Option<String>,
}

impl User {
    fn new() -> Self {
        User { folder: TempDir::new().expect("a folder"), stand_in: None }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Makes a script the child, which may take this many seconds.
    fn stand_in(&mut self, seconds: u32, script: &str) {
        let path = self.path("child");
        let started = self.path("started");
        fs::write(&path, format!("#!/bin/sh\necho $$ >> {}\n{script}\n", started.display()))
            .expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
        self.stand_in = Some(format!("{seconds}:{}", path.display()));
    }

    fn variables(&self) -> Vec<(&str, String)> {
        let cache = self.path("cache").display().to_string();
        let mut variables =
            vec![("GRUNDYTAB_CACHE", cache), ("GRUNDYTAB_INJECTED_HARDWARE", "1".into())];
        variables.extend(self.stand_in.clone().map(|it| ("GRUNDYTAB_INJECTED_SELFTEST", it)));
        variables
    }

    /// Runs a command line; returns exit code, stdout and stderr.
    fn run(&self, line: &str) -> (i32, String, String) {
        ended(&grundytab(line).envs(self.variables()).output().expect("the program runs"))
    }

    /// Runs a long job, which the CPU engine must take for a reason in these words.
    #[track_caller]
    fn is_told(&self, words: &str) -> String {
        let (code, _, stderr) = self.run(LONG);
        assert_eq!(code, 0, "{stderr}");
        assert!(stderr.contains("engine: cpu") && stderr.contains(words), "{words}: {stderr}");
        stderr
    }

    /// Returns the process ids of the scripts that were started.
    fn started(&self) -> Vec<String> {
        let ids = fs::read_to_string(self.path("started")).unwrap_or_default();
        ids.lines().map(str::to_owned).collect()
    }

    /// Returns what `devices` says of the first adapter.
    fn known(&self) -> Value {
        let (_, stdout, _) = self.run("devices --json");
        let devices: Value = serde_json::from_str(&stdout).expect("one JSON object");
        devices["adapters"][0]["selftest"].clone()
    }

    /// Returns the files of verdicts.
    fn files(&self) -> Vec<PathBuf> {
        let Ok(files) = fs::read_dir(self.path("cache")) else { return Vec::new() };
        files.map(|file| file.expect("a file").path()).collect()
    }
}

/// Catches a GPU that is taken although its driver crashes, hangs or lies, and a verdict that is not told or not
/// remembered.
#[test]
fn a_gpu_that_fails_its_selftest_is_not_taken() {
    if gpu_tests_are_off() {
        return;
    }
    for (seconds, script, outcome, words) in [
        (
            60,
            format!("{BEGUN}echo LLVM >&2; kill -SEGV $$"),
            "crashed",
            "SIGSEGV), computing nim on box 9; it last said: LLVM",
        ),
        (60, format!("{}; kill -ABRT $$", verdict("passed")), "crashed", "SIGABRT"),
        (60, format!("{BEGUN}exit 101"), "crashed", "exit status: 101, computing nim on box 9"),
        (
            1,
            format!("{BEGUN}exec sleep 600"),
            "not_done",
            "was not done in time (ended after 1 seconds, computing nim",
        ),
        (60, verdict("wrong_value"), "wrong_value", "found a wrong value (at 3 a 7)"),
        (60, verdict("failed"), "failed", "its selftest failed (at 3 a 7)"),
    ] {
        let mut user = User::new();
        user.stand_in(seconds, &script);
        let first = user.is_told(words);
        assert!(first.contains("before its first use"), "{first}");
        assert!(first.contains("`grundytab selftest` repeats it"), "{first}");
        // It is known from now on.
        let next = user.is_told(words);
        assert_eq!(user.started().len(), 1, "{next}");
        assert!(!next.contains("before its first use"), "{next}");
        assert_eq!(user.known()["outcome"], outcome);
    }
}

/// Catches a report that ends where a driver crashes or hangs, that does not name what was computed then, and a file that is
/// replaced.
#[test]
fn a_report_survives_what_crashes_and_hangs() {
    if gpu_tests_are_off() {
        return;
    }
    let computing = format!("{BEGUN}echo '{{\"computing\":\"wythoff 7 on gpu\"}}'\n");
    for (seconds, end, words) in [
        (60, "echo LLVM >&2; kill -SEGV $$", "the process crashed (signal: 11 (SIGSEGV)"),
        (1, "exec sleep 600", "the process hung (ended after 1 seconds)"),
    ] {
        let mut user = User::new();
        let passed = verdict("passed");
        user.stand_in(
            seconds,
            &format!("[ $1 = selftest ] && {{ {passed}\nexit; }}\n{computing}{end}"),
        );
        let file = user.path("report.json");
        let (_, devices, _) = user.run("devices --json");
        let devices: Value = serde_json::from_str(&devices).expect("one JSON object");
        let report = || {
            let mut command = grundytab("bench --report --seconds 300 --job wythoff --out");
            command
                .arg(&file)
                .arg("--adapter")
                .arg(devices["adapters"][0]["name"].as_str().expect("a name"));
            ended(&command.envs(user.variables()).output().expect("it runs"))
        };
        let (code, stdout, stderr) = report();
        assert!(code == 1 && stdout.contains("3 faults were found"), "{stdout} {stderr}");
        let text = fs::read_to_string(&file).expect("a report");
        let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let lines: Vec<Value> = lines.collect();
        assert_eq!(lines[1]["passed"][0], "selftest 1 on gpu: at 3 a 7");
        for line in &lines[2..5] {
            let told = line["faults"][0].as_str().expect("a fault");
            assert!(told.starts_with(&format!("wythoff 7 on gpu: {words}")), "{told}");
        }
        assert_eq!((lines.len(), &lines[5]["is_complete"]), (6, &true.into()));
        let (code, _, stderr) = report();
        assert!(code == 4 && stderr.contains("give another new file by --out FILE"), "{stderr}");
        assert_eq!(fs::read_to_string(&file).expect("a report"), text);
    }
}

/// Catches a GPU that nobody can use any more, not even by asking for it, and a verdict that stays for ever.
#[test]
fn a_bad_verdict_warns_until_it_is_renewed() {
    if gpu_tests_are_off() {
        return;
    }
    let mut user = User::new();
    let by_request = "tabulate nim --box 9 --discard --engine gpu --quiet";
    user.stand_in(60, &verdict("wrong_value"));
    let (code, stdout, _) = user.run("selftest");
    assert_eq!(code, 1, "{stdout}");
    assert!(stdout.starts_with("ok      cpu") && stdout.contains("FAILED  gpu on"), "{stdout}");
    assert!(stdout.contains("found a wrong value: at 3 a 7"), "{stdout}");
    let (code, _, stderr) = user.run(by_request);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("is used as requested, but its selftest found a wrong"), "{stderr}");
    user.is_told("found a wrong value");
    // As with a mended driver.
    user.stand_in(60, &verdict("passed"));
    assert_eq!(user.run("selftest").0, 0);
    user.is_told(PASSED);
    assert_eq!(user.run(by_request).2, "");
    assert_eq!(user.started().len(), 2);
}

/// Catches a verdict on the adapter where something else went wrong: it would be remembered. The next run tries again.
#[test]
fn what_says_nothing_of_the_gpu_is_not_remembered() {
    if gpu_tests_are_off() {
        return;
    }
    for (script, words) in [
        ("exit 0".to_owned(), "is not the selftest of grundytab"),
        ("kill -SEGV $$".to_owned(), "is not the selftest of grundytab"),
        (verdict("passed").replace(env!("CARGO_PKG_VERSION"), "0.0.1"), "is not the selftest"),
        (format!("{BEGUN}kill -TERM $$"), "was ended (signal: 15 (SIGTERM)"),
        (verdict("unavailable"), "found the adapter unavailable (at 3 a 7)"),
    ] {
        let mut user = User::new();
        user.stand_in(60, &script);
        for times in 1..=2 {
            user.is_told(words);
            assert_eq!(user.started().len(), times, "{script}");
        }
        assert_eq!(user.files(), [""; 0].map(PathBuf::from), "{script}");
        assert!(user.known()["outcome"].is_null());
    }
    let mut user = User::new();
    user.stand_in = Some("60:/no/such/program".into());
    user.is_told("/no/such/program cannot be run");
}

/// Catches a job that waits for a test longer than it takes itself; a selftest that starts one, and so on; and a
/// test of a GPU that no job of its kind is given to.
#[test]
fn nothing_is_tested_in_vain() {
    if gpu_tests_are_off() {
        return;
    }
    let mut user = User::new();
    user.stand_in(60, &verdict("passed"));
    let (_, _, stderr) = user.run("tabulate wythoff --box 6000 --dry-run");
    assert!(stderr.contains("not been tested, which takes longer than this job"), "{stderr}");
    let (_, _, stderr) = user.run("tabulate nim:4 --box 500 --quantity outcome --dry-run");
    assert!(stderr.contains("at most three heaps"), "{stderr}");
    let (_, _, stderr) = user.run("tabulate kayles --box 1000000 --dry-run");
    assert!(stderr.contains("one heap follows another"), "{stderr}");
    let mut command = grundytab(LONG);
    command.envs(user.variables()).env("GRUNDYTAB_IN_SELFTEST", "1");
    let (_, _, stderr) = ended(&command.output().expect("runs"));
    assert!(stderr.contains("a selftest starts no other one"), "{stderr}");
    assert_eq!(user.started(), [""; 0]);
}

/// Catches a run that fails because a verdict cannot be kept, and a file of somebody else that is overwritten.
#[test]
#[ignore = "every night"]
fn a_verdict_that_cannot_be_kept_stops_nothing() {
    if gpu_tests_are_off() {
        return;
    }
    let mut user = User::new();
    user.stand_in(60, &verdict("passed"));
    fs::write(user.path("cache"), "a file").expect("written");
    for times in 1..=2 {
        let stderr = user.is_told(PASSED);
        assert!(stderr.contains("its verdict could not be stored"), "{stderr}");
        assert_eq!(user.started().len(), times);
    }
    fs::remove_file(user.path("cache")).expect("removed");
    user.is_told(PASSED);
    let files = user.files();
    assert_eq!(files.len(), 1);
    let file = &files[0];
    fs::write(file, "{\"somebody\": \"else's\"}").expect("written");
    let stderr = user.is_told(PASSED);
    assert!(stderr.contains("something else is in the file"), "{stderr}");
    assert_eq!(fs::read_to_string(file).expect("text"), "{\"somebody\": \"else's\"}");
}

/// Catches a child that goes on when its parent has been interrupted, and a verdict that is remembered then.
#[test]
fn ctrl_c_ends_the_test_too() {
    if gpu_tests_are_off() {
        return;
    }
    let mut user = User::new();
    user.stand_in(60, &format!("{BEGUN}exec sleep 600"));
    for line in [LONG, "selftest"] {
        let _ = fs::remove_file(user.path("started"));
        let mut program = Command::new(env!("CARGO_BIN_EXE_grundytab"));
        program.args(line.split(' ')).envs(user.variables());
        let mut program =
            program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        wait_until(|| !user.started().is_empty());
        let status = end_by_ctrl_c(&mut program).expect("it ends");
        assert_eq!(status.code(), Some(130), "{line}");
        let id = &user.started()[0];
        wait_until(|| !Path::new("/proc").join(id).exists() || !cfg!(target_os = "linux"));
        assert_eq!(user.files(), [""; 0].map(PathBuf::from));
    }
}

/// Waits for something that must come.
#[track_caller]
fn wait_until(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "it does not come");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Catches a child that overlooks a wrong value, and one that computes on when nobody waits for it.
#[test]
fn the_child_does_its_work() {
    if gpu_tests_are_off() {
        return;
    }
    let user = User::new();
    let mut command = grundytab(LONG);
    command.envs(user.variables()).env("GRUNDYTAB_INJECTED_FAULT", "wrong-value:0");
    let (code, _, stderr) = ended(&command.output().expect("runs"));
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stderr.contains("its selftest found a wrong value (nim:3 on box 17x12x9: at"),
        "{stderr}"
    );

    let kept = fs::read_to_string(&user.files()[0]).expect("a verdict");
    let kept: Value = serde_json::from_str(&kept).expect("JSON");
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundytab"));
    child.args(["selftest", "--child", &kept["adapter"].to_string()]).envs(user.variables());
    let child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = child.expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("stdout")).lines();
    assert!(lines.next().expect("a line").expect("text").contains("begun"));
    drop(child.stdin.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "it computes on");
}
