//! Batches: sweeps, parts, jobs that fail, and runs that are killed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use grundytab::Control;
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Codec, TableReader};
use grundytab::verify::verify_with_engine;
use serde_json::Value;
use tempfile::TempDir;

use crate::chunks::edit_chunk;
use crate::{done, ends, fails};

/// Writes a file of jobs whose tables go to `{}`, and returns its path and that of the tables.
fn jobs(text: &str) -> (TempDir, PathBuf, PathBuf) {
    let directory = TempDir::new().expect("a directory");
    let (file, out) = (directory.path().join("jobs.toml"), directory.path().join("sweep.zarr"));
    fs::write(&file, text.replace("{}", out.to_str().expect("a plain path"))).expect("written");
    (directory, file, out)
}

fn group_members(out: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(out.join("zarr.json")).expect("the group's metadata");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let members = document["consolidated_metadata"]["metadata"].as_object().expect("metadata");
    members.keys().cloned().collect()
}

/// Catches a table that is lost, left unfinished or wrong after runs that ended without notice, and a
/// group that does not list it.
#[test]
fn a_sweep_that_is_killed_again_and_again_ends_right() {
    let (_directory, file, out) = jobs(
        "out = '{}'\ngame = 'wythoff'\nquantity = 'palaces'\nengine = 'cpu'\nname = 'b{block}-{box}'\n\
         box = [500, 600, 700, 800]\nblock = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\ntile = 128\n",
    );
    // What a run leaves that is killed while it writes the metadata of the group.
    fs::create_dir(&out).expect("a folder");
    fs::write(out.join(".zarr.json.0aBcD5.tmp"), "{").expect("written");
    let mut killed = 0;
    const LAST: u64 = 500;
    for milliseconds in [150, 400, 250, 600, 300, LAST] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundytab"))
            .arg("batch")
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        // However slow the machine, the last run is killed after there is a table.
        let is_running = |child: &mut Child| child.try_wait().expect("its state").is_none();
        while milliseconds == LAST && !out.join("b0-500").exists() && is_running(&mut child) {
            std::thread::sleep(Duration::from_millis(10));
        }
        killed += u32::from(is_running(&mut child));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    assert!(killed >= 2, "it was too fast to be killed: {killed} times");
    let stdout = done("batch {} --json", &file);
    let states: Vec<String> = stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a JSON object in each line"))
        .map(|job| job["state"].as_str().expect("a state").to_owned())
        .collect();
    assert_eq!(states.len(), 40, "{stdout}");
    assert!(states.iter().any(|state| state == "already complete"), "{states:?}");
    assert_eq!(group_members(&out).len(), 40);
    for name in group_members(&out) {
        let table = TableReader::open(out.join(&name)).expect("a table");
        assert!(table.attributes().ruleset.starts_with("wythoff"), "{name}");
        verify_with_engine(&table, &CpuEngine, &Control::default()).expect("it is true");
    }
    let left = fs::read_dir(&out).expect("a folder").filter_map(Result::ok);
    let left: Vec<PathBuf> = left.map(|entry| entry.path()).collect();
    assert_eq!(left.len(), 41, "something unfinished is left: {left:?}");
    done("batch {} --status", &file);
}

/// Catches a job whose failure ends the others, is not told, or is forgotten by the exit code.
#[test]
fn one_failing_job_does_not_stop_the_others() {
    let (_directory, file, out) = jobs(
        "out = '{}'\ngame = 'wythoff'\nengine = 'cpu'\nname = 's{box}'\nbox = [10, 20, 30]\n\
         [[job]]\n[[job]]\nname = 'large'\nbox = 1000000\nengine = 'reference'\n",
    );
    fs::create_dir_all(out.join("s20")).expect("a folder");
    fs::write(out.join("s20/notes.txt"), "not a table").expect("written");
    let (stdout, stderr) = ends(1, "batch {}", &file);
    let line = |name: &str| stdout.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    for (name, state) in
        [("s10", "complete"), ("s20", "failed"), ("s30", "complete"), ("large", "failed")]
    {
        assert!(line(name).contains(state), "{stdout}");
    }
    assert!(stderr.contains("of memory are needed"), "{stderr}");
    assert!(stderr.contains("2 of 4 jobs failed"), "{stderr}");
    assert!(out.join("s20/notes.txt").exists(), "a foreign folder was touched");
    assert_eq!(group_members(&out), ["s10", "s30"].map(str::to_owned).into());
    let (stdout, _) = ends(1, "batch {} --status", &file);
    assert!(stdout.contains("odd") && stdout.contains("not begun"), "{stdout}");
}

/// Catches jobs that no part runs, and tables that a part writes although they are another's.
#[test]
fn parts_complete_a_batch_together() {
    let (_directory, file, out) = jobs(
        "out = '{}/{name}.zarr'\ngame = 'subtraction:{a},{b}'\nengine = 'cpu'\nbox = 1000\n\
         name = '{a}-{b}'\na = [1, 2, 3]\nb = [5, 7]\n",
    );
    let tables = || {
        let entries = fs::read_dir(&out).expect("a folder").filter_map(Result::ok);
        entries.filter(|entry| entry.path().is_dir()).count()
    };
    done("batch {} --part 1/2", &file);
    let half = tables();
    assert!((1..6).contains(&half), "{half} tables");
    ends(1, "batch {} --status", &file);
    done("batch {} --part 2/2", &file);
    assert_eq!(tables(), 6);
    assert!(out.join("3-7.zarr").exists());
    done("batch {} --status", &file);
}

/// Catches a wrong table that is skipped because it is complete.
#[test]
fn a_complete_table_that_is_wrong_fails() {
    let (_directory, file, out) =
        jobs("out = '{}'\nname = 'w'\ngame = 'wythoff'\nengine = 'cpu'\nbox = 8\ncodec = 'none'\n");
    done("batch {}", &file);
    // Its checksum is right, so that it is not damaged.
    edit_chunk(&out.join("w"), "c/0/0", |values| values[9] ^= 1);
    fails(1, "batch {}", &file, "failed");
}

/// Catches a table that is taken for one of another job since a program with other defaults has compressed it or put it
/// into files.
#[test]
fn tables_keep_their_codec_and_shards() {
    let asked = "codec = 'none'\nshard = 16\n";
    let text = "out = '{}'\nname = 'w'\ngame = 'wythoff'\nengine = 'cpu'\nbox = 40\ntile = 8\n";
    let (_directory, file, out) = jobs(&format!("{text}{asked}"));
    done("batch {}", &file);
    let jobs = fs::read_to_string(&file).expect("jobs");
    fs::write(&file, jobs.replace(asked, "")).expect("written");
    done("batch {}", &file);
    let table = TableReader::open(out.join("w")).expect("a table");
    assert_eq!((table.codec(), table.sharding().tiles_per_shard()), (Codec::None, 4));
    fs::write(&file, jobs.replace("none", "zstd")).expect("written");
    fails(1, "batch {}", &file, "the codec is none, not zstd");
}

#[test]
fn batches_that_make_no_sense_are_refused() {
    let (directory, file, _) = jobs("out = '{}'\ngame = 'wythof'\nbox = 9\n");
    fails(2, "batch {}", &file, "wythof");
    let (_directory, named, out) = jobs("out = '{}'\ngame = 'nim'\nbox = 9\nname = 'zarr.json'\n");
    let (_, stderr) = ends(2, "batch {}", &named);
    assert!(!out.exists(), "{stderr}");
    assert!(stderr.contains("zarr.json is what the metadata of a group is called"), "{stderr}");
    let (_directory, named, out) = jobs("out = '{}'\ngame = 'nim'\nbox = 9\nname = 'w.npy'\n");
    fails(2, "batch {}", &named, "files that end with .npy are no tables");
    assert!(!out.exists());
    ends(2, "batch {} --part 3/2", &file);
    ends(2, "batch {}/nothing", &file);
    assert_eq!(fs::read_dir(directory.path()).expect("a folder").count(), 1, "something was made");
}

/// Catches a run that is told to print no notes, and so hides why a job has failed.
#[test]
fn why_a_job_failed_is_told_even_to_the_quiet() {
    let (_directory, file, out) =
        jobs("out = '{}'\ngame = 'wythoff'\nengine = 'cpu'\nname = 's{box}'\nbox = [10, 20]\n");
    fs::create_dir_all(out.join("s20")).expect("a folder");
    fs::write(out.join("s20/notes.txt"), "not a table").expect("written");
    let (_, stderr) = ends(1, "batch {} --quiet", &file);
    assert!(
        stderr.contains("s20: failed") && stderr.contains("a directory that is not"),
        "{stderr}"
    );
    assert!(!stderr.contains("s10"), "{stderr}");
    assert!(stderr.contains("1 of 2 jobs failed"), "{stderr}");
}

/// Catches a table without its chunks that is called complete.
#[test]
fn a_table_that_has_lost_its_chunks_is_not_complete() {
    let (_directory, file, out) = jobs(
        "out = '{}'\ngame = 'wythoff'\nengine = 'cpu'\nbox = 100\ntile = 16\nname = 's{shard}'\n\
         shard = [0, 32]\n",
    );
    done("batch {}", &file);
    done("batch {} --status", &file);
    let chunk = out.join("s0/c/6/0");
    let bytes = fs::read(&chunk).expect("a chunk");
    let remove: fn(&Path) = |chunk| fs::remove_file(chunk).expect("removed");
    let empty: fn(&Path) = |chunk| fs::write(chunk, "").expect("emptied");
    for (lose, about) in [(remove, "its file is missing"), (empty, "its checksum is wrong")] {
        lose(&chunk);
        let (stdout, _) = ends(1, "batch {} --status", &file);
        assert!(stdout.contains(&format!("damaged chunk c/6/0: {about}")), "{stdout}");
        fs::write(&chunk, &bytes).expect("written");
    }
    done("batch {} --status", &file);
    fs::remove_dir_all(out.join("s32/c")).expect("removed");
    let (stdout, _) = ends(1, "batch {} --status", &file);
    assert!(stdout.contains("its file is missing"), "{stdout}");
}

/// Catches a batch that fails for ever on a table that has lost a chunk, or whose chunk is damaged, and one that repairs
/// it to something else.
#[test]
fn damaged_tables_of_a_batch_are_repaired() {
    let (_directory, file, out) = jobs(
        "out = '{}'\ngame = 'wythoff'\nengine = 'cpu'\nbox = 100\ntile = 16\nname = 's{shard}'\n\
         shard = [0, 32]\n",
    );
    done("batch {}", &file);
    let lose: fn(&Path) = |chunk| fs::remove_file(chunk).expect("removed");
    let flip: fn(&Path) = |chunk| {
        let mut bytes = fs::read(chunk).expect("a chunk");
        bytes[20] ^= 4;
        fs::write(chunk, bytes).expect("written");
    };
    for chunk in ["s0/c/6/0", "s32/c/1/2"].map(|chunk| out.join(chunk)) {
        let before = fs::read(&chunk).expect("a chunk");
        for damage in [lose, flip] {
            damage(&chunk);
            let (stdout, stderr) = ends(0, "batch {}", &file);
            assert!(stderr.contains("is damaged, in c/"), "{stderr}");
            assert!(
                stdout.contains("already complete") && stdout.contains(" complete "),
                "{stdout}"
            );
            assert!(fs::read(&chunk).expect("a chunk") == before);
            done("batch {} --status", &file);
        }
    }
}

/// Catches tables that are kept although they are to be replaced, and those of other jobs that are in the way for ever.
#[test]
fn tables_of_a_batch_are_replaced_on_request() {
    let (_directory, file, out) =
        jobs("out = '{}'\nengine = 'cpu'\nbox = 30\nname = 'a'\ngame = 'wythoff'\n");
    done("batch {}", &file);
    let job = fs::read_to_string(&file).expect("a file").replace("wythoff", "nim");
    fs::write(&file, job).expect("written");
    let (stdout, _) = ends(1, "batch {}", &file);
    assert!(stdout.contains("failed"), "{stdout}");
    let replaced = done("batch {} --overwrite", &file);
    assert!(replaced.contains(" complete ") && !replaced.contains("already"), "{replaced}");
    let info = done("info {}", &out.join("a"));
    assert!(info.contains("nim"), "{info}");
    // Once more, although it is complete.
    let again = done("batch {} --overwrite", &file);
    assert!(!again.contains("already"), "{again}");
    ends(2, "batch {} --overwrite --status", &file);
}

/// Runs a batch, one job after the other; returns how often the metadata of its group were opened, and how often written.
#[cfg(target_os = "linux")]
fn looks_into_group(file: &Path, out: &Path) -> [usize; 2] {
    use rustix::fs::inotify::{self, ReadFlags, WatchFlags};
    let watch = inotify::init(inotify::CreateFlags::NONBLOCK).expect("a watch");
    // Closing too, since equal events one after the other would be one.
    let events = WatchFlags::OPEN | WatchFlags::CLOSE | WatchFlags::MOVED_TO;
    inotify::add_watch(&watch, out, events).expect("it watches");
    done("batch {} --threads 1 --quiet", file);
    let mut buffer = [std::mem::MaybeUninit::uninit(); 4096];
    let mut found = inotify::Reader::new(watch, &mut buffer);
    let mut counts = [0, 0];
    while let Ok(event) = found.next() {
        assert!(!event.events().contains(ReadFlags::QUEUE_OVERFLOW), "too many events");
        if event.file_name().is_some_and(|name| name == c"zarr.json") {
            counts[0] += usize::from(event.events().contains(ReadFlags::OPEN));
            counts[1] += usize::from(event.events().contains(ReadFlags::MOVED_TO));
        }
    }
    counts
}

/// Catches a batch whose jobs each look into the metadata of the group, which list those of all jobs: its time would
/// grow with the square of their number, when it begins as well as when all is done. Catches one that lists its tables at
/// the end alone, so that those of a killed run are not seen.
#[cfg(target_os = "linux")]
#[test]
fn few_jobs_look_into_the_list_of_all_jobs() {
    let looks = [3, 31].map(|jobs| {
        let sizes: Vec<String> = (2..2 + jobs).map(|side| side.to_string()).collect();
        let text = "out = '{}'\ngame = 'wythoff'\nengine = 'cpu'\nname = 'b{box}'\nbox = [SIZES]\n";
        let (_directory, file, out) = self::jobs(&text.replace("SIZES", &sizes.join(",")));
        fs::create_dir(&out).expect("a folder");
        let first = looks_into_group(&file, &out);
        assert_eq!(group_members(&out).len(), jobs);
        [first, looks_into_group(&file, &out)]
    });
    let [[first, again], [first_of_many, again_of_many]] = looks;
    // At the beginning and at the end; of 3 tables after 1 and 3, of 31 after 1, 3, 7, 15 and 31.
    assert_eq!([first[1], first_of_many[1]], [2 + 2, 2 + 5], "{looks:?}");
    assert_eq!(again[1], 2, "{looks:?}");
    assert!(again[0] > 0 && again == again_of_many, "{looks:?}");
    // To each writing belong a few looks.
    let of_writings = (first_of_many[0] - first[0]).div_ceil(first_of_many[1] - first[1]);
    assert!(of_writings <= 6, "{looks:?}");
}

/// Catches a job that is no game and is left out without a word, and one that makes the batch fail.
#[test]
fn skipped_jobs_are_told_of() {
    let (_directory, file, _out) = jobs(
        "out = '{}'\nbox = 9\ngame = 'octal:{code}'\nengine = 'cpu'\ncode = ['0.77', '0.000', '0.137']\n\
         tile = [8, 9]\nname = 'o{code}-{tile}'\nif = 'tile < 9'\n",
    );
    let (stdout, stderr) = ends(0, "batch {} --dry-run", &file);
    assert!(stdout.contains("2 jobs, 0 tables are complete already, 1 skipped: "), "{stdout}");
    assert!(stderr.contains("o0.000-8: skipped, octal:0.000: "), "{stderr}");
    assert!(stderr.contains("3 combinations of values left out by the condition `if`"), "{stderr}");
    let (stdout, stderr) = ends(0, "batch {}", &file);
    assert!(stdout.lines().any(|line| line.starts_with("o0.000-8  skipped")), "{stdout}");
    assert!(stderr.contains("every digit is 0"), "{stderr}");
    let status = done("batch {} --status --json", &file);
    assert_eq!(status.matches("\"skipped\"").count(), 1, "{status}");
    let lines = done("batch {} --json", &file);
    assert_eq!(lines.matches("\"skipped\"").count(), 1, "{lines}");
}
