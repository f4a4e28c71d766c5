//! Tables on disk: made, verified, replaced, interrupted, damaged.

use std::fs;

use grundytab::Plan;
use grundytab::table::{TableReader, TableWriter};
use serde_json::{Value, json};

use crate::chunks::array_of;
use crate::{done, ends, fails, in_shell, json_of, table, temporary};

#[test]
fn tabulate_verify_and_info_agree() {
    let (_directory, path) = temporary();
    let report = json_of(0, "tabulate wythoff --box 64x50 --engine cpu --json --out {}", &path);
    assert_eq!(report["positions"], 3200);
    assert_eq!(report["engine"], "cpu");
    assert_eq!(report["adapter"], Value::Null);
    for key in ["seconds_compute", "seconds_total", "positions_per_second"] {
        assert!(report[key].as_f64().is_some_and(|number| number > 0.0), "{key}");
    }
    let info = json_of(0, "info --json {}", &path);
    for key in ["positions", "sum", "p_positions", "maximum", "bytes_on_disk", "engine"] {
        assert_eq!(info[key], report[key], "{key}");
    }
    for line in ["verify {}", "verify --full {}", "verify --engine cpu {}", "verify --sample 7 {}"]
    {
        let stdout = done(line, &path);
        assert!(stdout.contains("as recorded"), "{stdout}");
    }
    let verified = json_of(0, "verify --json --full {}", &path);
    assert_eq!((&verified["true"], &verified["positions_checked"]), (&true.into(), &3200.into()));
}

#[test]
fn a_wrong_table_exits_with_1_and_a_damaged_one_with_4() {
    let (_directory, path) = table("nim --box 16 --codec none");
    let metadata = array_of(&path).join("zarr.json");
    let text = fs::read_to_string(&metadata).expect("metadata");
    fs::write(&metadata, text.replace("\"p_positions\": 16", "\"p_positions\": 17"))
        .expect("written");
    fails(1, "verify {}", &path, "number of P-positions is 17, but the stored values give 16");
    let fault = json_of(1, "verify --json {}", &path);
    assert_eq!((&fault["true"], &fault["recorded"]), (&false.into(), &17.into()));
    assert_eq!((&fault["kind"], &fault["exit_code"]), (&"check_failed".into(), &1.into()));
    fs::remove_file(array_of(&path).join("c/0/0")).expect("removed");
    fails(4, "verify {}", &path, "damaged chunk grundy/c/0/0: its file is missing");
    for line in ["verify {}/nothing", "info {}/nothing"] {
        ends(4, line, &path);
    }
    fs::write(&metadata, "{}").expect("written");
    ends(4, "info {}", &path);
}

#[test]
fn what_exists_is_left_alone() {
    let (directory, path) = temporary();
    let line = "tabulate nim --box 16 --engine cpu --out {}";
    done(line, &path);
    let before = fs::read_to_string(array_of(&path).join("zarr.json")).expect("metadata");
    fails(2, line, &path, "a table is there already; choose another path");
    assert_eq!(fs::read_to_string(array_of(&path).join("zarr.json")).expect("metadata"), before);

    let overwrite = "tabulate wythoff --box 20 --engine cpu --overwrite --out {}";
    done(overwrite, &path);
    let stdout = done("info {}", &path);
    assert!(stdout.contains("wythoff"), "{stdout}");
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 1);

    // A slash behind the name, as completion adds it.
    done(&overwrite.replace("{}", "{}/"), &path);
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 1);

    // Notes below the chunks.
    fs::write(array_of(&path).join("c/0/notes.txt"), "mine").expect("written");
    ends(2, overwrite, &path);
    fs::remove_file(array_of(&path).join("c/0/notes.txt")).expect("removed");

    // What only looks like what a kill while replacing leaves.
    let replaced = directory.path().join("t.zarr.replaced");
    fs::create_dir(&replaced).expect("created");
    fs::write(replaced.join("notes.txt"), "mine").expect("written");
    fails(2, overwrite, &path, "a directory that is not a table is there");
    fs::remove_dir_all(&replaced).expect("removed");
    // What a kill just before the end leaves.
    let partial = directory.path().join("t.zarr.partial");
    fs::rename(&path, &partial).expect("renamed");
    fails(
        2,
        &overwrite.replace("--overwrite", ""),
        &path,
        "a complete table of an earlier run is there; finish it",
    );
    let stdout = done(&overwrite.replace("--overwrite", "--resume"), &path);
    assert!(stdout.contains("is complete already"), "{stdout}");

    // A table with someone's notes in it, a directory, and a file are no tables.
    fs::write(path.join("notes.txt"), "mine").expect("written");
    ends(2, overwrite, &path);
    assert_eq!(fs::read_to_string(path.join("notes.txt")).expect("there"), "mine");
    let other = directory.path().join("papers");
    fs::create_dir(&other).expect("created");
    fs::write(other.join("a.pdf"), "mine").expect("written");
    fails(2, overwrite, &other, "a directory that is not a table is there");
    ends(2, overwrite, &other.join("a.pdf"));
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
    fails(2, &other, &path, "the shape of the tiles is [8, 8], not [16, 16]");
    done(resume, &path);
    assert_eq!(TableReader::open(&path).expect("a table").plan().tiling(), plan.tiling());
    // It is complete; and so is what a kill just before the end leaves.
    for _ in 0..2 {
        let stdout = done(resume, &path);
        assert!(stdout.contains("is complete already"), "{stdout}");
        fs::rename(&path, directory.path().join("t.zarr.partial")).expect("renamed");
    }
    // A table of another job has nothing to say.
    fails(2, &resume.replace("60", "50"), &path, "the domain is box 60x60, not box 50x50");
}

#[test]
fn a_dry_run_and_a_discarded_run_write_nothing() {
    let (directory, path) = temporary();
    let stdout = done("tabulate triangle --tokens 1024 --engine cpu --dry-run --out {}", &path);
    assert!(stdout.contains("positions    180007425"), "{stdout}");
    assert!(stdout.contains("layers       1025"), "{stdout}");
    assert!(stdout.contains("time         expected to take "), "{stdout}");
    let report = json_of(0, "tabulate nim:3 --box 30 --engine cpu --discard --json", &path);
    assert_eq!(report["bytes_on_disk"], 0);
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
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("grundytab"))
        .args(["tabulate", "wythoff", "--box", "60000", "--quantity", "outcome"])
        .args(["--engine", "cpu", "--out"])
        .arg(&path)
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let partial = directory.path().join("t.zarr.partial");
    let start = Instant::now();
    while !partial.join("outcome/c").exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(!path.exists());
    let stdout = done("info {}", &partial);
    assert!(stdout.contains("the table is incomplete"), "{stdout}");
    ends(4, "verify {}", &partial);

    let again = "tabulate wythoff --box 64 --quantity outcome --engine cpu --out {}";
    ends(2, again, &path);
    done(&format!("{again} --overwrite"), &path);
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
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("grundytab"));
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
    let line = "tabulate wythoff --box 600 --codec none --engine cpu --out \"$1\"";
    let script = format!("trap '' XFSZ; ulimit -f 8; exec \"$0\" {line}");
    let (code, _, stderr) = in_shell(&script, &path);
    assert_eq!(code, 4, "{stderr}");
    assert!(stderr.contains("cannot write the file: File too large"), "{stderr}");
    assert!(!path.exists());
    let chunks = directory.path().join("t.zarr.partial/grundy/c/0");
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
        let stdout = done(line, &path);
        assert!(stdout.contains("subtraction:3,6,9,") && stdout.contains(",... (40 numbers)"));
        assert!(!stdout.contains(",117,120"), "{stdout}");
    }
    let info = json_of(0, "info --json {}", &path);
    assert_eq!(info["ruleset"], format!("subtraction:{set}"));
}

/// Altered vectors on a ray are removed from the moves, which is easily missed where others are added: catches a run that
/// does not say so, and a note where there is no doubt.
#[test]
fn vectors_that_are_removed_are_told() {
    for (game, note, line, json) in [
        (
            "wythoff+alter=1,1/3,5",
            "removed 1,1; added 3,5",
            "removed 1,1; added 3,5",
            json!([{"player": null, "removed": [[1, 1]], "added": [[3, 5]]}]),
        ),
        (
            "maharaja",
            "",
            "added 2,1/1,2",
            json!([{"player": null, "removed": [], "added": [[2, 1], [1, 2]]}]),
        ),
        (
            "nim:2+alter=0,2",
            "",
            "removed 0,2",
            json!([{"player": null, "removed": [[0, 2]], "added": []}]),
        ),
        ("subtraction:1,2+heaps=2", "", "", json!([])),
        (
            "partizan:1,0:+alter-left=2,0/1,1+alter-right=1,2",
            "Left: removed 2,0; added 1,1",
            "Left: removed 2,0; added 1,1",
            json!([{"player": "left", "removed": [[2, 0]], "added": [[1, 1]]}]),
        ),
    ] {
        let quantity = if game.starts_with("partizan") { "outcome-class" } else { "outcome" };
        let (_directory, path) = temporary();
        let made = format!("tabulate {game} --box 9 --quantity {quantity} --engine cpu --out {{}}");
        let (_, stderr) = ends(0, &made, &path);
        let told = "of the altered vectors those on a ray are removed from the moves: ";
        match note {
            "" => assert!(!stderr.contains(told), "{stderr}"),
            note => assert!(stderr.contains(&format!("{told}{note}\n")), "{stderr}"),
        }
        let info = done("info {}", &path);
        match line {
            "" => assert!(!info.contains("altered"), "{info}"),
            line => assert!(info.contains(&format!("\naltered      {line}\n")), "{info}"),
        }
        assert_eq!(json_of(0, "info {} --json", &path)["alterations"], json);
    }
}

/// Catches files of the system that make a table look damaged, that are counted among its chunks, or that keep it from
/// being replaced or gone on with; and hidden folders, which may be somebody's own, that are removed with it.
#[test]
fn hidden_files_are_nobodys() {
    let (directory, path) = table("wythoff --box 40 --tile 10 --shard 0");
    let array = array_of(&path);
    let hide = |folders: &[&std::path::Path]| {
        for (folder, name) in
            folders.iter().zip([".DS_Store", "._1", ".nfs000001", "._zarr.json"].iter().cycle())
        {
            fs::write(folder.join(name), "not a chunk").expect("written");
        }
    };
    hide(&[&path, &array, &array.join("c"), &array.join("c/1")]);
    let (_, stderr) = ends(0, "verify {}", &path);
    let notes: Vec<&str> = stderr.lines().filter(|line| line.contains("hidden")).collect();
    assert_eq!(notes.len(), 1, "{stderr}");
    assert!(notes[0].contains("4 hidden files are ignored, the first is"), "{stderr}");
    assert!(done("info {}", &path).contains("in 16 of 16 files"));
    assert_eq!(json_of(0, "info {} --json", &path)["files_on_disk"], 16);
    done("tabulate wythoff --box 40 --engine cpu --resume --out {}", &path);
    done("tabulate wythoff --box 40 --tile 10 --shard 0 --engine cpu --overwrite --out {}", &path);
    let (_, stderr) = ends(0, "verify {}", &path);
    assert!(!stderr.contains("hidden"), "{stderr}");

    // A folder may be a repository.
    fs::create_dir(array.join(".git")).expect("made");
    fs::write(array.join(".git/HEAD"), "mine").expect("written");
    done("verify {}", &path);
    fails(2, "tabulate wythoff --box 40 --engine cpu --overwrite --out {}", &path, ".git");
    assert!(array.join(".git/HEAD").exists());
    fs::remove_dir_all(array.join(".git")).expect("removed");

    // In what a killed run leaves, at its beginning and later.
    let partial = directory.path().join("t.zarr.partial");
    fs::rename(&path, &partial).expect("renamed");
    let array = array_of(&partial);
    let text = fs::read_to_string(array.join("zarr.json")).expect("metadata");
    fs::write(array.join("zarr.json"), text.replace("\"complete\": true", "\"complete\": false"))
        .expect("written");
    fs::remove_file(array.join("c/1/1")).expect("removed");
    hide(&[&partial, &array, &array.join("c"), &array.join("c/1")]);
    done("tabulate wythoff --box 40 --engine cpu --resume --out {}", &path);
    done("verify {}", &path);
    fs::create_dir(&partial).expect("made");
    hide(&[&partial]);
    done("tabulate wythoff --box 40 --engine cpu --overwrite --out {}", &path);
    fs::create_dir(&partial).expect("made");
    fs::write(partial.join("notes"), "mine").expect("written");
    ends(2, "tabulate wythoff --box 40 --engine cpu --overwrite --out {}", &path);
}

/// Catches a table that has lost a chunk, or whose chunk is damaged, and that `--resume` calls complete.
#[test]
fn damaged_tables_are_repaired_by_resume() {
    for flags in ["--shard 0", "--shard 20"] {
        let (directory, path) = table(&format!("wythoff --box 40 --tile 10 {flags}"));
        let chunk = array_of(&path).join("c/1/0");
        let before = fs::read(&chunk).expect("a chunk");
        let mut flipped = before.clone();
        flipped[9] ^= 1;
        for damaged in [flipped, before[..before.len() - 1].to_vec()] {
            fs::write(&chunk, damaged).expect("written");
            let verdict = fails(4, "verify {}", &path, "computes it again with --resume");
            assert_eq!(verdict, "");
            fails(
                2,
                "tabulate wythoff --box 40 --engine cpu --out {}",
                &path,
                "a table is there already",
            );
            let line = "tabulate wythoff --box 40 --engine cpu --resume --out {}";
            fails(0, line, &path, "is damaged, in grundy/c/1/0: ");
            assert!(fs::read(&chunk).expect("a chunk") == before, "it is another chunk");
            done("verify {}", &path);
            let info = done("info {}", &path);
            assert!(info.contains("repaired ") && !info.contains("interrupted"), "{info}");
            let stdout = done(line, &path);
            assert!(stdout.contains("is complete already"), "{stdout}");
            assert_eq!(fs::read_dir(directory.path()).expect("a folder").count(), 1);
        }
    }
}

/// No command stores a table under a name that promises a file of another program, and each names the command that makes such
/// a file. Catches a folder of Zarr that NumPy is given as an array.
#[test]
fn tables_have_no_names_of_other_files() {
    let (directory, path) = table("nim:2 --box 9");
    let other = directory.path().join("other.zarr");
    ends(0, &format!("tabulate wythoff --box 9 --quiet --out {}", other.display()), &path);
    let count = || fs::read_dir(directory.path()).expect("a folder").count();
    let before = count();
    for command in [
        "tabulate nim --box 9".to_owned(),
        "tabulate nim --box 9 --resume".to_owned(),
        "tabulate nim --box 9 --overwrite".to_owned(),
        "star {} --times 1".to_owned(),
        format!("diff {{}} {}", other.display()),
    ] {
        for (name, words) in [
            (
                "w.npy",
                "files that end with .npy are no tables, which are folders of Zarr; store the table as in \
                       table.zarr; `grundytab export` with --format npy then makes a file of it",
            ),
            ("W.CSV", "`grundytab export` with --format csv"),
            ("w.zarr.pdf", "`grundytab render` with --format pdf"),
            ("w.json", "choose another name, as in table.zarr"),
        ] {
            let out = directory.path().join(name);
            fails(2, &format!("{command} --out {}", out.display()), &path, words);
            assert_eq!(count(), before, "{command} {name}");
        }
    }
}
