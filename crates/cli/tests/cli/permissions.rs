//! No permission is told as such: not as a table that is none, or a damaged one.
//!
//! For the superuser nothing is forbidden, so that the tests then run the program as the user `nobody`.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A folder that everyone may read and write, with a copy of the program that everyone may run.
pub struct Place {
    folder: TempDir,
    is_superuser: bool,
}

impl Place {
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let id = Command::new("id").arg("-u").output().expect("id runs");
        let is_superuser = String::from_utf8_lossy(&id.stdout).trim() == "0";
        let place = Place { folder, is_superuser };
        place.allow("", 0o777);
        fs::copy(assert_cmd::cargo::cargo_bin!("grundytab"), place.path("grundytab"))
            .expect("copied");
        place.allow("grundytab", 0o755);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn allow(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), Permissions::from_mode(mode)).expect("allowed");
    }

    /// Runs a command line in the folder; returns exit code and stderr.
    fn run(&self, line: &str) -> (Option<i32>, String) {
        self.run_under("env", line)
    }

    /// Runs a command line of the program under another program with its arguments.
    pub fn run_under(&self, other: &str, line: &str) -> (Option<i32>, String) {
        let as_nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all \
                         --inh-caps=-all ";
        let other = format!("{}{other}", if self.is_superuser { as_nobody } else { "" });
        let mut words = other.split_whitespace();
        let mut command = Command::new(words.next().expect("a program"));
        let command = command.args(words).arg(self.path("grundytab"));
        let command = command.args(line.split_whitespace()).current_dir(self.folder.path());
        let output = command.output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Runs a line while a file or a folder has these permissions.
    fn run_while(&self, name: &str, mode: u32, line: &str) -> (Option<i32>, String) {
        let before = fs::metadata(self.path(name)).expect("there").permissions();
        self.allow(name, mode);
        let result = self.run(line);
        fs::set_permissions(self.path(name), before).expect("allowed");
        result
    }
}

fn files_below(folder: &Path) -> usize {
    fs::read_dir(folder).expect("a folder").count()
}

#[test]
fn what_may_not_be_read_or_written_is_told_as_such() {
    let place = Place::new();
    fs::create_dir(place.path("papers")).expect("made");
    place.allow("papers", 0o777);
    fs::write(place.path("game.toml"), "game = 'wythoff'\n").expect("written");
    fs::write(place.path("set.txt"), "1 2 4\n").expect("written");
    for line in [
        "tabulate wythoff --box 20 --engine cpu --out papers/t.zarr",
        "tabulate wythoff --box 20 --engine cpu --misere --out papers/m.zarr",
    ] {
        assert_eq!(place.run(line).0, Some(0), "{line}");
    }
    let files = files_below(&place.path("papers"));
    let chunk = ["papers/t.zarr/grundy/c/0/0", "papers/t.zarr/grundy/c/0"]
        .into_iter()
        .find(|name| place.path(name).is_file())
        .expect("a chunk");
    for (name, mode, line, code) in [
        ("papers/t.zarr/zarr.json", 0, "info papers/t.zarr", 4),
        ("papers/t.zarr/zarr.json", 0, "verify papers/t.zarr", 4),
        ("papers/t.zarr/zarr.json", 0, "query papers/t.zarr 1,2", 4),
        ("papers/t.zarr/zarr.json", 0, "sum papers/t.zarr@1,2", 4),
        ("papers/t.zarr/zarr.json", 0, "verify papers/m.zarr --with papers/t.zarr", 4),
        ("papers/t.zarr/grundy/zarr.json", 0, "info papers/t.zarr", 4),
        ("papers/t.zarr/grundy/zarr.json", 0, "verify papers/t.zarr", 4),
        ("papers/t.zarr", 0, "info papers/t.zarr", 4),
        ("papers", 0, "info papers/t.zarr", 4),
        (chunk, 0, "verify papers/t.zarr", 4),
        (chunk, 0, "query papers/t.zarr 1,2", 4),
        (chunk, 0, "verify papers/t.zarr --only claims --claim g>=0", 4),
        ("papers/t.zarr/grundy/c", 0, "verify papers/t.zarr", 4),
        ("papers/t.zarr/grundy/c", 0, "info papers/t.zarr", 4),
        ("game.toml", 0, "tabulate game.toml --box 9 --discard", 2),
        ("set.txt", 0, "tabulate subtraction:@set.txt --box 9 --discard", 2),
        ("papers", 0o555, "tabulate nim --box 9 --engine cpu --out papers/n.zarr", 4),
        ("papers", 0, "tabulate nim --box 9 --engine cpu --out papers/n.zarr", 4),
        ("papers", 0o555, "tabulate nim --box 9 --engine cpu --overwrite --out papers/t.zarr", 4),
        ("papers", 0o555, "info papers/t.zarr --log papers/run.log", 4),
    ] {
        let (found, stderr) = place.run_while(name, mode, line);
        assert_eq!(found, Some(code), "{name}: {line}: {stderr}");
        assert!(stderr.contains("Permission denied"), "{name}: {line}: {stderr}");
        for wrong in ["not a grundytab table", "damaged", "tabulate it again", "there is nothing"] {
            assert!(!stderr.contains(wrong), "{name}: {line}: {stderr}");
        }
        assert_eq!(files_below(&place.path("papers")), files, "{name}: {line}");
    }
    assert_eq!(place.run("verify papers/t.zarr").0, Some(0));
}
