//! Two runs that want to write the same table.

use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::shim::program;
use super::{assert_alone, assert_whole};
use crate::common::plan;

fn start(program: &mut Command, path: &std::path::Path) -> std::process::Child {
    program
        .args(["tabulate", "wythoff", "--box", "300", "--engine", "cpu", "--quiet", "--out"])
        .arg(path)
        .args(["--overwrite"])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs")
}

/// Catches two runs that write one table, a run that is refused without being told by whom, and one that
/// leaves something behind.
#[test]
fn of_two_runs_one_writes_and_the_other_is_told_by_whom() {
    let plan = plan("wythoff", "300", "grundy", None);
    let mut refused = 0;
    for attempt in 0..50 {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("table.zarr");
        let runs = [(); 2].map(|()| start(&mut program(), &path));
        let outputs = runs.map(|run| run.wait_with_output().expect("it ends"));
        let winners = outputs.iter().filter(|output| output.status.success()).count();
        assert!(winners >= 1, "attempt {attempt}: nobody has written it");
        for output in outputs.iter().filter(|output| !output.status.success()) {
            refused += 1;
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{stderr}");
            assert!(stderr.contains("another run is writing this table: "), "{stderr}");
        }
        assert_whole(&path, &plan);
        assert_alone(&path);
    }
    // Sometimes the second run comes when the first has ended.
    assert!(refused > 10, "{refused} were refused");
}

/// Catches a run that writes where files cannot be locked, does not say why not, or leaves something behind.
#[test]
fn nothing_is_written_where_files_cannot_be_locked() {
    let folder = TempDir::new().expect("a folder");
    let mut program = program();
    let run = start(program.env("SHIM_NO_FLOCK", "1"), &folder.path().join("table.zarr"));
    let output = run.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("the file system cannot lock files: Function not implemented"),
        "{stderr}"
    );
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
