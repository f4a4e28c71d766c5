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
            assert_refused(folder.path(), line, "a file that is not a lock");
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

/// Catches a refused run that has removed what another has begun, and a lock that a killed run has left and that keeps
/// others away.
#[test]
fn a_refused_run_leaves_every_byte_as_it_was() {
    let folder = folder();
    fs::create_dir(folder.path().join("w.zarr.partial")).expect("made");
    assert_refused(folder.path(), "tabulate wythoff --box 20 --out w.zarr", "a table is there");
    let line = "tabulate nim --box 20 --out w.zarr --resume";
    assert_refused(folder.path(), line, "the table there is of another job");
    assert!(folder.path().join("w.zarr.partial").is_dir());
    for content in ["", "host elsewhere, process 7\n"] {
        fs::write(folder.path().join("w.zarr.lock"), content).expect("written");
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
    symlink("w.zarr/grundy/c", folder.path().join("link")).expect("linked");
    symlink("w.zarr/zarr.json", folder.path().join("log")).expect("linked");
    fs::create_dir(folder.path().join("u.zarr.partial")).expect("made");
    fs::copy(
        folder.path().join("w.zarr/zarr.json"),
        folder.path().join("u.zarr.partial/zarr.json"),
    )
    .expect("copied");
    for place in
        ["w.zarr/grundy/c/0/0", "w.zarr/new", "w.zarr/grundy/new", "link/0/0", "u.zarr.partial/new"]
    {
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
    for line in [
        "tabulate nim --box 20 --overwrite --out w.zarr/grundy",
        "tabulate nim --box 20 --resume --out w.zarr/other",
        "info w.zarr --log w.zarr/zarr.json",
        "info w.zarr --log w.zarr/grundy/zarr.json",
        "info w.zarr --log log",
    ] {
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
    for link in ["grundy", "grundy/c", "grundy/c/0", "grundy/c/0/0"] {
        let folder = folder();
        let target = folder.path().join("elsewhere");
        fs::create_dir_all(target.join("0/0")).expect("made");
        fs::write(target.join("1"), "precious").expect("written");
        let partial = folder.path().join("w.zarr.partial");
        fs::rename(folder.path().join("w.zarr"), &partial).expect("renamed");
        let metadata = partial.join("grundy/zarr.json");
        let text = fs::read_to_string(&metadata).expect("metadata");
        let unfinished = text.replace("\"complete\": true", "\"complete\": false");
        fs::write(metadata, unfinished).expect("written");
        fs::remove_dir_all(partial.join(if link == "grundy" { link } else { "grundy/c" }))
            .expect("removed");
        fs::create_dir_all(partial.join(link).parent().expect("a folder")).expect("made");
        symlink(&target, partial.join(link)).expect("linked");
        for way in ["--resume", "--overwrite"] {
            let line = format!("tabulate wythoff --box 20 --out w.zarr {way}");
            assert_refused(folder.path(), &line, "the link");
        }
    }
}

/// Catches an output that takes the place of a link to an open file, as `/dev/stdout` is one.
#[cfg(target_os = "linux")]
#[test]
fn open_files_are_written_as_they_are() {
    use std::process::{Command, Stdio};
    let folder = folder();
    let link = folder.path().join("link");
    symlink("/proc/self/fd/1", &link).expect("linked");
    let printed = folder.path().join("printed");
    fs::write(&printed, "before\n").expect("written");
    let stdout = fs::File::options().append(true).open(&printed).expect("open");
    let status = Command::new(env!("CARGO_BIN_EXE_grundytab"))
        .args(["export", "n.zarr", "--format", "csv", "--quiet", "--out", "link"])
        .current_dir(folder.path())
        .stdout(Stdio::from(stdout))
        .status();
    assert!(status.expect("it runs").success());
    assert!(link.is_symlink());
    let printed = fs::read_to_string(&printed).expect("text");
    assert!(printed.starts_with("before\n") && printed.ends_with("19,19,0\n"), "{printed}");
}

/// Catches a run that is refused and has removed the rest of a replaced table, which may be the only one that is
/// whole; and tables whose names are those of the program's own files.
#[test]
fn replaced_tables_stay_where_a_run_is_refused() {
    let folder = folder();
    fs::rename(folder.path().join("n.zarr"), folder.path().join("p.replaced")).expect("renamed");
    fs::write(folder.path().join("p"), "foreign").expect("written");
    for flags in ["", "--overwrite", "--resume"] {
        let line = format!("tabulate nim --box 20 --out p {flags}");
        assert_refused(folder.path(), &line, "not a table");
    }
    for name in ["t.lock", "t.partial", "t.replaced", "zarr.json"] {
        let line = format!("tabulate nim --box 5 --out {name}");
        assert_refused(folder.path(), &line, "choose another name");
    }
    fs::remove_file(folder.path().join("p")).expect("removed");
    assert_eq!(run_in(folder.path(), "tabulate nim --box 20 --out p --resume --quiet").0, 0);
    assert!(!folder.path().join("p.replaced").exists());
}

/// Catches a log that is written into a table by another name of its files.
#[test]
fn logs_have_one_name() {
    let folder = folder();
    fs::hard_link(folder.path().join("w.zarr/zarr.json"), folder.path().join("hard"))
        .expect("linked");
    symlink("w.zarr/grundy/c/new", folder.path().join("dangling")).expect("linked");
    assert_refused(folder.path(), "info n.zarr --log hard", "other names");
    assert_refused(folder.path(), "info n.zarr --log dangling", "into the table");
}

/// Catches metadata of a group that end the program, and those of other formats that are taken for a group.
#[test]
fn odd_groups_are_kept_or_refused() {
    for (text, code) in [
        (r#"{"zarr_format":3,"node_type":"group","consolidated_metadata":"foo"}"#, 0),
        (r#"{"zarr_format":3,"node_type":"group","consolidated_metadata":[5]}"#, 0),
        (r#"{"zarr_format":2,"node_type":"group"}"#, 4),
    ] {
        let folder = folder();
        fs::create_dir(folder.path().join("group")).expect("made");
        fs::write(folder.path().join("group/zarr.json"), text).expect("written");
        let (found, stderr) = run_in(folder.path(), "batch jobs.toml");
        assert_eq!(found, code, "{text}: {stderr}");
    }
    // Behind a link lies a table that is not the group's own.
    let folder = folder();
    let line = "tabulate nim --box 5 --out own.zarr --quiet";
    assert_eq!(run_in(folder.path(), line).0, 0);
    fs::create_dir(folder.path().join("group")).expect("made");
    symlink("../own.zarr", folder.path().join("group/a.zarr")).expect("linked");
    let before = contents(&folder.path().join("own.zarr"));
    run_in(folder.path(), "batch jobs.toml");
    assert!(contents(&folder.path().join("own.zarr")) == before);
}
