//! Files that are not the program's: whatever stands where it would write, nothing of it is changed or removed.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{grundytab, run};

/// Returns what a folder holds: the bytes of files, and where links lead.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let kind = fs::symlink_metadata(&path).expect("there").file_type();
        if kind.is_dir() {
            found.extend(contents(&path));
        } else if kind.is_symlink() {
            found.insert(
                path.clone(),
                fs::read_link(&path).expect("a link").into_os_string().into_encoded_bytes(),
            );
        } else {
            found.insert(path.clone(), fs::read(&path).expect("readable"));
        }
    }
    found
}

/// Runs a command line in a folder; returns exit code and stderr.
fn run_in(folder: &Path, line: &str) -> (i32, String) {
    let output = grundytab(line).current_dir(folder).output().expect("the program runs");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Runs a command line that is refused, and leaves every byte of the folder as it was.
fn assert_refused(folder: &Path, line: &str, words: &str) {
    let before = contents(folder);
    let (code, stderr) = run_in(folder, line);
    assert_eq!(code, 2, "{line}: {stderr}");
    assert!(stderr.contains(words), "{line}: {stderr}");
    assert!(contents(folder) == before, "{line} has changed something");
}

/// A folder with two tables, a file of jobs and something precious.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (game, name) in [("wythoff", "w.zarr"), ("nim", "n.zarr")] {
        let line = format!("tabulate {game} --box 20 --quiet --out {name}");
        assert_eq!(run_in(folder.path(), &line).0, 0);
    }
    fs::write(folder.path().join("precious"), "precious\n").expect("written");
    let jobs = "out = 'group'\n[[job]]\nname = 'a.zarr'\ngame = 'nim'\nbox = 5\n";
    fs::write(folder.path().join("jobs.toml"), jobs).expect("written");
    folder
}

/// Catches a lock that is written through a link, or over a file that is no lock, or is removed with what it holds.
#[test]
fn what_has_the_name_of_a_lock_stays_as_it_is() {
    type Plant = fn(&Path);
    let plants: [Plant; 6] = [
        |lock| symlink("precious", lock).expect("linked"),
        |lock| symlink("nothing", lock).expect("linked"),
        |lock| fs::write(lock, "precious\n").expect("written"),
        |lock| fs::write(lock, [0xff; 9000]).expect("written"),
        |lock| fs::create_dir(lock).expect("made"),
        |lock| fs::hard_link(lock.with_file_name("precious"), lock).expect("linked"),
    ];
    for plant in plants {
        for (line, lock) in [
            ("tabulate nim --box 5 --out t.zarr", "t.zarr.lock"),
            ("tabulate nim --box 5 --out t.zarr --resume", "t.zarr.lock"),
            ("tabulate nim --box 5 --out w.zarr --overwrite", "w.zarr.lock"),
            ("diff w.zarr n.zarr --out d.zarr", "d.zarr.lock"),
        ] {
            let folder = folder();
            plant(&folder.path().join(lock));
            assert_refused(folder.path(), line, "something that is no lock");
        }
        // A batch tells of the job, and writes the metadata of its group.
        let folder = folder();
        fs::create_dir(folder.path().join("group")).expect("made");
        fs::write(folder.path().join("group/precious"), "precious\n").expect("written");
        plant(&folder.path().join("group/a.zarr.lock"));
        let before = contents(folder.path());
        let (code, stderr) = run_in(folder.path(), "batch jobs.toml");
        assert_ne!(code, 0, "{stderr}");
        let mut after = contents(folder.path());
        after.remove(&folder.path().join("group/zarr.json"));
        assert!(after == before, "a batch has changed something");
    }
}

/// Catches a refused run that has changed the lock of an ended one, or removed what another has begun.
#[test]
fn a_refused_run_leaves_every_byte_as_it_was() {
    let folder = folder();
    // No system gives out this number.
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or("unknown".into());
    let lock = format!("host {}, process 4294967294\n", host.trim());
    for content in ["", &lock] {
        fs::write(folder.path().join("w.zarr.lock"), content).expect("written");
        let _ = fs::create_dir(folder.path().join("w.zarr.partial"));
        assert_refused(folder.path(), "tabulate wythoff --box 20 --out w.zarr", "a table is there");
        let line = "tabulate nim --box 20 --out w.zarr --resume";
        assert_refused(folder.path(), line, "the table there is of another job");
        assert!(folder.path().join("w.zarr.partial").is_dir());
        let line = "tabulate wythoff --box 20 --out w.zarr --overwrite --quiet";
        assert_eq!(run_in(folder.path(), line), (0, String::new()));
        assert!(!folder.path().join("w.zarr.lock").exists());
        assert!(!folder.path().join("w.zarr.partial").exists());
    }
}

/// Catches a command that writes its file into a table, in place of a chunk or of the metadata.
#[test]
fn nothing_is_written_into_a_table() {
    let folder = folder();
    symlink("w.zarr/c", folder.path().join("link")).expect("linked");
    symlink("w.zarr/zarr.json", folder.path().join("log")).expect("linked");
    fs::create_dir(folder.path().join("u.zarr.partial")).expect("made");
    fs::copy(
        folder.path().join("w.zarr/zarr.json"),
        folder.path().join("u.zarr.partial/zarr.json"),
    )
    .expect("copied");
    for place in ["w.zarr/c/0/0", "w.zarr/new", "link/0/0", "u.zarr.partial/new"] {
        for line in [
            "export w.zarr --format npy --out {}",
            "export w.zarr --format csv --out {}",
            "render w.zarr --out {}.png",
            "verify w.zarr --claim g==0 --show {}.png",
            "analyze w.zarr --plot {}.svg",
            "info w.zarr --log {}",
            "tabulate nim --box 5 --out {}",
            "tabulate nim --box 5 --out new.zarr --log {}",
            "diff w.zarr n.zarr --out {}",
            "prove nim:1 --certificate {}",
            "prove nim:1 --mona {}-files",
        ] {
            assert_refused(folder.path(), &line.replace("{}", place), "into the table");
        }
    }
    for line in ["info w.zarr --log w.zarr/zarr.json", "info w.zarr --log log"] {
        assert_refused(folder.path(), line, "into the table");
    }
    assert!(run("info {}", &folder.path().join("w.zarr")).0 == 0);
    // In the folder of a group, which is no table, files may lie.
    assert_eq!(run_in(folder.path(), "batch jobs.toml --quiet").0, 0);
    let line = "export w.zarr --format csv --out group/w.csv";
    assert_eq!(run_in(folder.path(), line).0, 0);
    let line = "info w.zarr --log group/zarr.json";
    assert_refused(folder.path(), line, "into the table");
}

/// Catches a run that writes through a link in an unfinished table, or removes what such a link leads to.
#[test]
fn links_in_a_table_are_not_followed() {
    for link in ["c", "c/0", "c/0/0"] {
        let folder = folder();
        let target = folder.path().join("elsewhere");
        fs::create_dir_all(target.join("0/0")).expect("made");
        fs::write(target.join("1"), "precious").expect("written");
        let partial = folder.path().join("w.zarr.partial");
        fs::rename(folder.path().join("w.zarr"), &partial).expect("renamed");
        let text = fs::read_to_string(partial.join("zarr.json")).expect("metadata");
        let unfinished = text.replace("\"complete\": true", "\"complete\": false");
        fs::write(partial.join("zarr.json"), unfinished).expect("written");
        fs::remove_dir_all(partial.join("c")).expect("removed");
        fs::create_dir_all(partial.join(link).parent().expect("a folder")).expect("made");
        symlink(&target, partial.join(link)).expect("linked");
        for way in ["--resume", "--overwrite"] {
            let line = format!("tabulate wythoff --box 20 --out w.zarr {way}");
            assert_refused(folder.path(), &line, "the link");
        }
    }
}
