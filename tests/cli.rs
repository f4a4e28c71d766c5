//! The command line as its users meet it: results, exit codes, messages, what is left on disk.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use tempfile::TempDir;

fn grundytab(line: &str) -> Command {
    let mut command = cargo_bin_cmd!();
    command.args(line.split_whitespace());
    command
}

/// Runs a command line with `{}` for a path; returns exit code, stdout and stderr.
fn run(line: &str, path: &Path) -> (i32, String, String) {
    let path = path.to_str().expect("a plain path");
    let output = grundytab(&line.replace("{}", path)).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn refused(line: &str, words: &str) {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("t.zarr");
    let (code, stdout, stderr) = run(line, &path);
    assert_eq!((code, stdout.as_str()), (2, ""), "{line}: {stderr}");
    let message = stderr.lines().filter(|line| line.starts_with("error: "));
    let message: Vec<&str> = message.filter(|line| !line.contains("XDG_RUNTIME_DIR")).collect();
    assert_eq!(message.len(), 1, "{line}: {stderr}");
    assert!(message[0].contains(words), "{line}: {stderr}");
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 0, "{line}");
}

fn temporary() -> (TempDir, PathBuf) {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("t.zarr");
    (directory, path)
}

#[test]
fn bad_input_is_refused_and_nothing_written() {
    for (line, words) in [
        ("tabulate chess --box 9 --out {}", "there is no game named"),
        ("tabulate wythoff --box 0 --out {}", "a side is out of range"),
        ("tabulate wythoff --box 5xx5 --out {}", "(nothing): not a number"),
        ("tabulate wythoff --box -5 --out {}", "the number is negative"),
        ("tabulate wythoff --box 99999999999 --out {}", "the number is too large"),
        ("tabulate wythoff --box 3x3x3 --out {}", "3 sides and the game 2 heaps"),
        ("tabulate triangle --box 9 --out {}", "give --tokens N instead of --box"),
        ("tabulate triangle --tokens many --out {}", "--tokens many: not a number"),
        ("tabulate wythoff --box 9 --tile 0 --out {}", "the edge is at least 1"),
        ("tabulate wythoff --box 9000 --tile 1 --out {}", "choose a larger edge"),
        ("tabulate wythoff --box 9 --out {} --sample 3", "unexpected argument '--sample'"),
        ("tabulate wythoff --out {}", "arguments were not provided"),
        ("tabulate wythoff --box 9 --tokens 9 --out {}", "cannot be used with"),
        ("tabulate wythoff --box 9 --quantity nimbers --out {}", "invalid value 'nimbers'"),
        ("tabulate wythoff --box 9 --discard --out {}", "cannot be used with"),
        ("tabulate wythoff --box 9 --threads 0 --out {}", "it is from 1 to 1024"),
        ("tabulate wythoff+block=2 --box 9 --out {}", "has no Grundy values"),
        ("tabulate wythoff --box 9 --out {} --resume", "cannot be resumed yet"),
        ("tabulate wythoff --box 9 --out {}/no/t.zarr", "create it first"),
        ("tabulate wythoff --box 9 --engine cpu --adapter x --out {}", "add --engine gpu"),
        // More memory, and more disk, than any machine of today has.
        ("tabulate nim:3 --box 900000 --engine cpu --out {}", "bytes are available"),
        (
            "tabulate wythoff --box 1000000000 --engine cpu --quantity outcome --codec none --out {}",
            "bytes are available",
        ),
    ] {
        refused(line, words);
    }
    for (line, words) in [
        ("tabulate fibonacci --tokens 9 --out {}", "give --box N instead of --tokens"),
        ("tabulate partizan:1:2 --box 9 --out {}", "ask for --quantity outcome-class"),
        ("tabulate euclid --box 9 --quantity palaces --out {}", "tabulated for vector games"),
        ("tabulate euclid+positive+positive --box 9 --out {}", "given twice"),
    ] {
        refused(line, words);
    }
    let (_directory, path) = temporary();
    let (code, stdout, stderr) = run("", &path);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.contains("Usage: grundytab"), "{stderr}");
}

#[test]
fn tabulate_verify_and_info_agree() {
    let (_directory, path) = temporary();
    let (code, stdout, _) = run("tabulate wythoff --box 64x50 --engine cpu --json --out {}", &path);
    assert_eq!(code, 0);
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!(report["positions"], 3200);
    assert_eq!(report["engine"], "cpu");
    assert_eq!(report["adapter"], Value::Null);
    for key in ["seconds_compute", "seconds_total", "positions_per_second"] {
        assert!(report[key].as_f64().is_some_and(|number| number > 0.0), "{key}");
    }
    let (code, stdout, _) = run("info --json {}", &path);
    assert_eq!(code, 0);
    let info: Value = serde_json::from_str(&stdout).expect("one JSON object");
    for key in ["positions", "sum", "p_positions", "maximum", "bytes_on_disk", "engine"] {
        assert_eq!(info[key], report[key], "{key}");
    }
    for line in ["verify {}", "verify --full {}", "verify --engine cpu {}", "verify --sample 7 {}"]
    {
        let (code, stdout, stderr) = run(line, &path);
        assert_eq!(code, 0, "{line}: {stderr}");
        assert!(stdout.contains("as recorded"), "{stdout}");
    }
    let (code, stdout, _) = run("verify --json --full {}", &path);
    let verified: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!(
        (code, &verified["true"], &verified["positions_checked"]),
        (0, &true.into(), &3200.into())
    );
}

/// What a dry run says of a GPU's work is what the run counts, and other engines have none.
#[test]
fn gpu_work_is_told_before_and_after() {
    let (_directory, path) = temporary();
    let json = |line: &str| -> Value {
        let (code, stdout, stderr) = run(line, &path);
        assert_eq!(code, 0, "{line}: {stderr}");
        serde_json::from_str(&stdout).expect("one JSON object")
    };
    let of_cpu = json("tabulate nim --box 16 --engine cpu --discard --json");
    assert_eq!(of_cpu["gpu"], Value::Null);
    if std::env::var_os("GRUNDYTAB_NO_GPU_TESTS").is_some_and(|value| value == "1") {
        eprintln!("NOT RUN on a GPU: GRUNDYTAB_NO_GPU_TESTS is set");
        return;
    }
    let line = "tabulate wythoff --box 200 --engine gpu --json";
    let (planned, told) = (json(&format!("{line} --dry-run")), json(&format!("{line} --discard")));
    for key in ["dispatches", "bytes_read_back"] {
        assert!(told["gpu"][key].as_u64().is_some_and(|number| number > 0), "{key}");
        assert_eq!(planned["gpu"][key], told["gpu"][key], "{key}");
    }
    // A clock is no matter of course.
    assert!(told["gpu"]["seconds_kernel"].is_null() || told["gpu"]["seconds_kernel"].is_f64());
    let (_, stdout, _) = run("tabulate wythoff --box 200 --engine gpu --discard", &path);
    assert!(stdout.contains("GPU: 7 dispatches, "), "{stdout}");
}

#[test]
fn a_wrong_table_exits_with_1_and_a_damaged_one_with_4() {
    let (_directory, path) = temporary();
    assert_eq!(run("tabulate nim --box 16 --engine cpu --codec none --out {}", &path).0, 0);
    let metadata = path.join("zarr.json");
    let text = fs::read_to_string(&metadata).expect("metadata");
    fs::write(&metadata, text.replace("\"p_positions\": 16", "\"p_positions\": 17"))
        .expect("written");
    let (code, _, stderr) = run("verify {}", &path);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("number of P-positions is 17, that of the stored values 16"));
    let (code, stdout, _) = run("verify --json {}", &path);
    let fault: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &fault["true"], &fault["recorded"]), (1, &false.into(), &17.into()));
    fs::remove_file(path.join("c/0/0")).expect("removed");
    let (code, _, stderr) = run("verify {}", &path);
    assert_eq!(code, 4, "{stderr}");
    assert!(stderr.contains("damaged chunk c/0/0: its file is missing"), "{stderr}");
    for line in ["verify {}/nothing", "info {}/nothing"] {
        assert_eq!(run(line, &path).0, 4);
    }
    fs::write(&metadata, "{}").expect("written");
    assert_eq!(run("info {}", &path).0, 4);
}

#[test]
fn what_exists_is_left_alone() {
    let (directory, path) = temporary();
    let line = "tabulate nim --box 16 --engine cpu --out {}";
    assert_eq!(run(line, &path).0, 0);
    let before = fs::read_to_string(path.join("zarr.json")).expect("metadata");
    let (code, _, stderr) = run(line, &path);
    assert_eq!(code, 2);
    assert!(stderr.contains("a table is there already; choose another path"), "{stderr}");
    assert_eq!(fs::read_to_string(path.join("zarr.json")).expect("metadata"), before);

    let overwrite = "tabulate wythoff --box 20 --engine cpu --overwrite --out {}";
    assert_eq!(run(overwrite, &path).0, 0);
    let (_, stdout, _) = run("info {}", &path);
    assert!(stdout.contains("wythoff"), "{stdout}");
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 1);

    // A slash behind the name, as completion adds it.
    assert_eq!(run(&overwrite.replace("{}", "{}/"), &path).0, 0);
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 1);

    // Notes below the chunks.
    fs::write(path.join("c/0/notes.txt"), "mine").expect("written");
    assert_eq!(run(overwrite, &path).0, 2);
    fs::remove_file(path.join("c/0/notes.txt")).expect("removed");

    // What a crash while replacing may leave.
    let replaced = directory.path().join("t.zarr.replaced");
    fs::create_dir(&replaced).expect("created");
    let (code, _, stderr) = run(overwrite, &path);
    assert_eq!(code, 2);
    assert!(stderr.contains("a replaced table was left here; remove it, or rename it"), "{stderr}");
    fs::remove_dir(&replaced).expect("removed");
    let partial = directory.path().join("t.zarr.partial");
    fs::rename(&path, &partial).expect("renamed");
    let (code, _, stderr) = run(overwrite, &path);
    assert_eq!(code, 2);
    assert!(stderr.contains("a complete table of an earlier run is there"), "{stderr}");
    fs::rename(&partial, &path).expect("renamed");

    // A table with someone's notes in it, a directory, and a file are no tables.
    fs::write(path.join("notes.txt"), "mine").expect("written");
    assert_eq!(run(overwrite, &path).0, 2);
    assert_eq!(fs::read_to_string(path.join("notes.txt")).expect("there"), "mine");
    let other = directory.path().join("papers");
    fs::create_dir(&other).expect("created");
    fs::write(other.join("a.pdf"), "mine").expect("written");
    let (code, _, stderr) = run(overwrite, &other);
    assert_eq!(code, 2);
    assert!(stderr.contains("a directory that is not a table is there"), "{stderr}");
    assert_eq!(run(overwrite, &other.join("a.pdf")).0, 2);
    assert_eq!(fs::read_to_string(other.join("a.pdf")).expect("there"), "mine");
}

#[test]
fn a_dry_run_and_a_discarded_run_write_nothing() {
    let (directory, path) = temporary();
    let (code, stdout, _) =
        run("tabulate triangle --tokens 1024 --engine cpu --dry-run --out {}", &path);
    assert_eq!(code, 0);
    assert!(stdout.contains("positions    180007425"), "{stdout}");
    assert!(stdout.contains("layers       1025"), "{stdout}");
    let (code, stdout, _) = run("tabulate nim:3 --box 30 --engine cpu --discard --json", &path);
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &report["bytes_on_disk"]), (0, &0.into()));
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 0);
}

#[test]
fn an_adapter_that_is_not_there_exits_with_3() {
    let (_directory, path) = temporary();
    let line = "tabulate nim --box 16 --engine gpu --adapter no-such-thing --out {}";
    assert_eq!(run(line, &path).0, 3);
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
    let output = without_driver("tabulate euclid --box 2100 --discard").output().expect("runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert!(stderr.contains("engine: cpu") && stderr.contains("no GPU driver"), "{stderr}");
    without_driver("devices").assert().success();
    without_driver("tabulate nim --box 9 --discard --engine gpu").assert().code(3);
}

/// Interrupted, a run ends with 130 and leaves nothing under the final name; the partial table is
/// known as such, and `--overwrite` replaces it.
#[cfg(unix)]
/// While a GPU is being opened, the CPU has finished a small job.
#[test]
fn small_jobs_look_for_no_gpu() {
    let output = grundytab("tabulate wythoff --box 64 --discard").output().expect("runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("engine: cpu") && stderr.contains("fewer than 4194304"), "{stderr}");
    // The driver's loader would complain.
    assert!(!stderr.contains("XDG_RUNTIME_DIR"), "{stderr}");
}

#[test]
fn an_interrupted_run_leaves_no_table() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let (directory, path) = temporary();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!())
        .args(["tabulate", "wythoff", "--box", "60000", "--quantity", "outcome"])
        .args(["--engine", "cpu", "--out"])
        .arg(&path)
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let partial = directory.path().join("t.zarr.partial");
    let start = Instant::now();
    while !partial.join("c").exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(!path.exists());
    let (code, stdout, _) = run("info {}", &partial);
    assert_eq!(code, 0);
    assert!(stdout.contains("the table is incomplete"), "{stdout}");
    assert_eq!(run("verify {}", &partial).0, 4);

    let again = "tabulate wythoff --box 64 --quantity outcome --engine cpu --out {}";
    let (code, _, stderr) = run(again, &path);
    assert_eq!(code, 2, "{stderr}");
    assert_eq!(run(&format!("{again} --overwrite"), &path).0, 0);
    assert!(path.exists() && !partial.exists());
}

/// Where nobody reads what the program has to say, it does its work all the same.
#[cfg(target_os = "linux")]
#[test]
fn a_full_stderr_is_no_obstacle() {
    use std::process::{Command, Stdio};

    let (_directory, path) = temporary();
    let full = || Stdio::from(fs::File::create("/dev/full").expect("opens"));
    let run = |line: &str| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!());
        command.args(line.split(' ')).arg(&path).stdout(Stdio::null()).stderr(full());
        command.status().expect("the program runs").code()
    };
    assert_eq!(run("tabulate wythoff --box 50 --engine cpu --out"), Some(0));
    assert_eq!(run("tabulate wythoff --box 50 --engine cpu --out"), Some(2));
    assert_eq!(run("verify"), Some(0));
}

#[test]
fn positions_are_queried_and_summed() {
    let (directory, path) = temporary();
    assert_eq!(run("tabulate wythoff --box 20 --engine cpu --out {}", &path).0, 0);
    let (code, stdout, _) = run("query {} 4,7 3,5", &path);
    assert_eq!(code, 0);
    assert!(
        stdout.starts_with("(4, 7): Grundy value 0, P-position\n  winning moves: 0\n"),
        "{stdout}"
    );
    let (code, stdout, _) = run("query {} 5,5", &path);
    assert_eq!(code, 0);
    assert!(stdout.contains("take 5 from x and 5 from y -> (0, 0)"), "{stdout}");
    let (code, stdout, _) = run("query {} 3,5 --json", &path);
    let answer: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &answer["answers"][0]["outcome"]), (0, &"P".into()));
    for line in ["query {} 20,0", "query {} 1", "query {} 1,-2", "query {} 1;2", "sum {}"] {
        let (code, stdout, stderr) = run(line, &path);
        assert_eq!((code, stdout.as_str()), (2, ""), "{line}: {stderr}");
    }
    // (1, 2) has value 0 and (0, 3) value 3: any move from 3 to 0 wins.
    let (code, stdout, _) = run("sum {}@1,2 {}@0,3", &path);
    assert_eq!(code, 0);
    assert!(stdout.contains("nim-sum 3, N-position"), "{stdout}");
    assert!(stdout.contains("(0, 3): take 3 from y -> (0, 0)"), "{stdout}");
    let (code, stdout, _) = run("sum {}@0,3 {}@0,3 --json", &path);
    let answer: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &answer["outcome"]), (0, &"P".into()));
    let misere = directory.path().join("m.zarr");
    assert_eq!(run("tabulate wythoff --box 9 --misere --engine cpu --out {}", &misere).0, 0);
    assert_eq!(run("sum {}@1,2", &misere).0, 2);
}

#[test]
fn theorems_and_claims_are_checked() {
    let (directory, path) = temporary();
    let misere = directory.path().join("misere.zarr");
    run("tabulate triangle --tokens 20 --engine cpu --out {}", &path);
    run("tabulate triangle --tokens 20 --engine cpu --misere --out {}", &misere);
    let (code, stdout, _) = run("verify {}", &path);
    assert_eq!(code, 0);
    let line = stdout.lines().find(|line| line.starts_with("theorem triangle-outcomes"));
    assert!(
        line.is_some_and(|line| line.ends_with("proved): holds on 1771 positions")),
        "{stdout}"
    );
    assert!(!stdout.contains("triangle-tame"), "{stdout}");
    let with = format!("verify {{}} --with {}", misere.display());
    let (code, stdout, _) = run(&with, &path);
    assert_eq!(code, 0);
    assert!(stdout.contains("theorem triangle-tame"), "{stdout}");
    // Words of a claim stand together: the command line here is split at spaces.
    for (claim, expected, words) in [
        ("g<=x+y+z", 0, "claim g<=x+y+z: holds on 1771 positions"),
        ("g!=3", 1, "claim g!=3: first counterexample (0, 0, 3), with the value 3"),
        ("x/y>=0", 2, "claim x/y>=0: has no value at (0, 0, 0)"),
    ] {
        let (code, stdout, stderr) = run(&format!("verify {{}} --claim {claim}"), &path);
        assert_eq!(code, expected, "{stderr}");
        assert!(stdout.contains(words), "{stdout}");
        assert_eq!(stderr.contains("put a guard before"), expected == 2, "{stderr}");
    }
    let (code, stdout, _) = run("verify {} --json --claim g!=3 --claim x>=0", &path);
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &report["true"], &report["all_hold"]), (1, &true.into(), &false.into()));
    assert_eq!(report["claims"][0]["counterexample"], serde_json::json!([0, 0, 3]));
    assert_eq!(report["claims"][1]["positions"], 1771);
    assert_eq!(report["theorems"][0]["holds"], true);
    // A claim that makes no sense is refused before anything is checked.
    for claim in ["x=", "p==1", "other==g", "w==1"] {
        let (code, stdout, stderr) = run(&format!("verify {{}} --claim {claim}"), &path);
        assert_eq!((code, stdout.as_str()), (2, ""));
        assert!(stderr.contains("a claim is an expression"), "{stderr}");
    }
    // A table on which a theorem says nothing is no confirmation of it.
    let small = directory.path().join("small.zarr");
    run("tabulate subtraction:2,5,8 --box 5 --engine cpu --out {}", &small);
    let (code, stdout, _) = run("verify {}", &small);
    assert_eq!(code, 0);
    assert!(stdout.contains("theorem subtraction-periods"), "{stdout}");
    assert!(stdout.contains("says nothing of this table"), "{stdout}");
    let (code, _, stderr) = run(&format!("verify {{}} --with {}", path.display()), &path);
    assert_eq!(code, 2);
    assert!(stderr.contains("both tables are of normal play"), "{stderr}");
}

#[test]
fn misere_sums_take_two_tables() {
    let (directory, path) = temporary();
    let misere = directory.path().join("misere.zarr");
    run("tabulate wythoff --box 9 --engine cpu --out {}", &path);
    run("tabulate wythoff --box 9 --engine cpu --misere --out {}", &misere);
    let (code, _, stderr) = run("sum {}@1,2 {}@3,3", &misere);
    assert_eq!(code, 2);
    assert!(stderr.contains("unless they are tame"), "{stderr}");
    let line = format!("sum {{}}@1,2 {{}}@0,1 --with {}", path.display());
    let (code, stdout, stderr) = run(&line, &misere);
    assert_eq!(code, 0, "{stderr}");
    let (code, _, refusal) = run(&format!("sum {{}}@1,2 --with {}", misere.display()), &path);
    assert_eq!(code, 2);
    assert!(refusal.contains("in normal play the values of the components"), "{refusal}");
    // Pairs (0, 1) and (1, 0): the sum is (1, 0), won by the previous player.
    assert!(stdout.contains("tame components, misère value 0, P-position"), "{stdout}");
}

#[test]
fn games_are_read_from_files() {
    let directory = TempDir::new().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("a plain path").to_owned()
    };
    let toml = file("queen.toml", "game = 'wythoff'\nalter = [[1, 2], [2, 1]]\nblock = 2\n");
    let set = file("set.txt", "# powers of two\n1, 2 4\n8,16\n\n32\n");
    let wrong = file("wrong.txt", "1 2 three\n");
    let sneaky = file("sneaky.txt", "1\n2+heaps=2\n");
    let named = file("named.txt", "fibonacci-odd");
    let empty = file("empty.txt", "# nothing\n");
    let marked = file("marked.txt", "\u{feff}1\r\n4\r\n");
    for (game, ruleset) in [
        (toml, "maharaja+block=2"),
        (format!("subtraction:@{set}"), "subtraction:1,2,4,8,16,32"),
        (format!("subtraction:@{marked}"), "subtraction:1,4"),
        (
            format!("subtraction:@{set}+heaps=2+block=1"),
            "subtraction:1,2,4,8,16,32+heaps=2+block=1",
        ),
    ] {
        let line = format!("tabulate {game} --box 50 --quantity palaces --discard --json");
        let (code, stdout, stderr) = run(&line, directory.path());
        assert_eq!(code, 0, "{stderr}");
        let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
        assert_eq!(report["ruleset"], ruleset);
    }
    for (game, words) in [
        ("nowhere.toml".to_owned(), "nowhere.toml: nowhere.toml: "),
        ("subtraction:@nowhere".to_owned(), "subtraction:@nowhere: nowhere: "),
        (format!("subtraction:@{wrong}"), "three: not a number; a number of the set is written in"),
        (format!("subtraction:@{sneaky}"), "2+heaps=2: not a number"),
        (format!("subtraction:@{named}"), "fibonacci-odd: not a number"),
        (format!("subtraction:@{empty}"), "the subtraction set is empty"),
        ("subtraction:@/dev/zero".to_owned(), "bytes"),
        (format!("subtraction:@{}", directory.path().display()), "give the path of a readable"),
    ] {
        refused(&format!("tabulate {game} --box 9 --out {{}}"), words);
    }
}

#[test]
fn games_and_help_are_printed() {
    let (_directory, path) = temporary();
    let (code, stdout, _) = run("games", &path);
    assert_eq!(code, 0);
    assert!(stdout.contains("wythoff") && stdout.contains("digraph:EDGES"), "{stdout}");
    assert_eq!(run("--help", &path).0, 0);
    assert_eq!(run("tabulate --help", &path).0, 0);
}

#[test]
fn selftest_passes() {
    let (_directory, path) = temporary();
    let (code, stdout, stderr) = run("selftest", &path);
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert!(stdout.starts_with("ok      cpu"), "{stdout}");
}
