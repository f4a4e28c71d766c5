//! Tables on disk: made, verified, replaced, interrupted, damaged.

use std::fs;

use grundytab::Plan;
use grundytab::table::{TableReader, TableWriter};
use serde_json::Value;

use crate::{run, temporary};

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
    assert_eq!((&fault["kind"], &fault["exit_code"]), (&"check_failed".into(), &1.into()));
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

    // What only looks like what a kill while replacing leaves.
    let replaced = directory.path().join("t.zarr.replaced");
    fs::create_dir(&replaced).expect("created");
    fs::write(replaced.join("notes.txt"), "mine").expect("written");
    let (code, _, stderr) = run(overwrite, &path);
    assert_eq!(code, 2);
    assert!(stderr.contains("a directory that is not a table is there"), "{stderr}");
    fs::remove_dir_all(&replaced).expect("removed");
    // What a kill just before the end leaves.
    let partial = directory.path().join("t.zarr.partial");
    fs::rename(&path, &partial).expect("renamed");
    let (code, _, stderr) = run(&overwrite.replace("--overwrite", ""), &path);
    assert_eq!(code, 2);
    assert!(stderr.contains("a complete table of an earlier run is there; finish it"), "{stderr}");
    let (code, stdout, _) = run(&overwrite.replace("--overwrite", "--resume"), &path);
    assert_eq!(code, 0);
    assert!(stdout.contains("is complete already"), "{stdout}");

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

/// Which tiles are chosen depends on the engine. Catches a run that refuses to go on with those of another engine, or
/// that overrules what was requested.
#[test]
fn a_run_goes_on_with_the_tiles_that_are_there() {
    let (directory, path) = temporary();
    let plan = Plan::parse("wythoff", "60x60", "grundy").expect("a plan").with_tile(8);
    let plan = plan.expect("a plan");
    drop(TableWriter::options(&plan).create(&path).expect("an unfinished table"));
    let resume = "tabulate wythoff --box 60 --engine cpu --resume --out {}";
    let other = format!("{resume} --tile 16");
    let (code, _, stderr) = run(&other, &path);
    assert_eq!(code, 2);
    assert!(stderr.contains("the shape of the tiles is [8, 8], not [16, 16]"), "{stderr}");
    assert_eq!(run(resume, &path).0, 0);
    assert_eq!(TableReader::open(&path).expect("a table").plan().tiling(), plan.tiling());
    // It is complete; and so is what a kill just before the end leaves.
    for _ in 0..2 {
        let (code, stdout, stderr) = run(resume, &path);
        assert_eq!(code, 0, "{stderr}");
        assert!(stdout.contains("is complete already"), "{stdout}");
        fs::rename(&path, directory.path().join("t.zarr.partial")).expect("renamed");
    }
    // A table of another job has nothing to say.
    let (code, _, stderr) = run(&resume.replace("60", "50"), &path);
    assert_eq!(code, 2);
    assert!(stderr.contains("the domain is box 60x60, not box 50x50"), "{stderr}");
}

#[test]
fn a_dry_run_and_a_discarded_run_write_nothing() {
    let (directory, path) = temporary();
    let (code, stdout, _) =
        run("tabulate triangle --tokens 1024 --engine cpu --dry-run --out {}", &path);
    assert_eq!(code, 0);
    assert!(stdout.contains("positions    180007425"), "{stdout}");
    assert!(stdout.contains("layers       1025"), "{stdout}");
    assert!(stdout.contains("time         expected to take "), "{stdout}");
    let (code, stdout, _) = run("tabulate nim:3 --box 30 --engine cpu --discard --json", &path);
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &report["bytes_on_disk"]), (0, &0.into()));
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 0);
}

/// Interrupted, a run ends with 130 and leaves nothing under the final name; the partial table is
/// known as such, and `--overwrite` replaces it.
#[cfg(unix)]
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

/// A chunk that cannot be written ends the run, whichever thread was to write it.
#[cfg(unix)]
#[test]
fn a_chunk_that_cannot_be_written_ends_the_run() {
    let (directory, path) = temporary();
    // No file may have more than 8 blocks of 512 bytes. Dash and bash count them differently, and
    // both leave far less than a chunk.
    let output = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
        .arg(assert_cmd::cargo::cargo_bin!())
        .args(["tabulate", "wythoff", "--box", "600", "--codec", "none", "--engine", "cpu"])
        .arg("--out")
        .arg(&path)
        .output()
        .expect("a shell runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{stderr}");
    assert!(stderr.contains("cannot write the file: File too large"), "{stderr}");
    assert!(!path.exists());
    let chunks = directory.path().join("t.zarr.partial/c/0");
    let names = fs::read_dir(chunks).into_iter().flatten().map(|entry| entry.expect("a file"));
    assert_eq!(names.count(), 0, "nothing half-written is left");
}

/// A set of a million numbers would fill megabytes of a terminal; the stored text is whole.
#[test]
fn long_sets_are_shortened_for_people_alone() {
    let (_directory, path) = temporary();
    let set = (1..=40).map(|number| (3 * number).to_string()).collect::<Vec<_>>().join(",");
    let line = format!("tabulate subtraction:{set} --box 50 --engine cpu --out {{}}");
    for line in [line.as_str(), "info {}", "verify {}"] {
        let (code, stdout, stderr) = run(line, &path);
        assert_eq!(code, 0, "{stderr}");
        assert!(stdout.contains("subtraction:3,6,9,") && stdout.contains(",... (40 numbers)"));
        assert!(!stdout.contains(",117,120"), "{stdout}");
    }
    let (_, stdout, _) = run("info --json {}", &path);
    let info: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!(info["ruleset"], format!("subtraction:{set}"));
}
