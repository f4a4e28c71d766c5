//! `grundytab bench`: that it measures every engine, and compares what they compute.

use std::fs;

use crate::gpu_switch::gpu_tests_are_off;
use crate::{done, ends, grundytab, json_of, refused, refuses, temporary};

/// Every job runs on every engine, and all results agree.
#[test]
fn tiny_jobs_agree_on_all_engines() {
    let (_directory, path) = temporary();
    let line = if gpu_tests_are_off() { "--engine cpu" } else { "--engine cpu,gpu" };
    let stdout = done(&format!("bench --quick {line}"), &path);
    assert!(stdout.ends_with("\nall results agree\n"), "{stdout}");
    let rows: Vec<&str> = stdout.lines().filter(|line| line.ends_with("| right |")).collect();
    for job in ["triangle", "wythoff", "palaces", "five-rays", "euclid", "fibonacci"] {
        let of_job = |engine| rows.iter().filter(|row| is_row_of(row, job, engine)).count();
        assert_eq!(of_job("cpu"), 1, "{job}: {stdout}");
        assert_eq!(of_job("gpu") == 0, gpu_tests_are_off(), "{job}: {stdout}");
    }
}

fn is_row_of(row: &str, job: &str, engine: &str) -> bool {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    cells[1] == job && cells[3] == engine
}

#[test]
fn one_job_in_json() {
    let (_directory, path) = temporary();
    let report = json_of(0, "bench --quick --engine cpu --job palaces --json", &path);
    assert_eq!(report["faults"], serde_json::json!([]));
    assert_eq!(report["rows"].as_array().map(Vec::len), Some(1));
    let row = &report["rows"][0];
    assert_eq!((&row["job"], &row["positions"]), (&"palaces".into(), &90_000.into()));
    for stored in ["stored_none", "stored_zstd"] {
        assert!(row[stored]["bytes"].as_u64().is_some_and(|bytes| bytes > 0), "{row}");
    }
}

/// Catches a page that takes a GPU to write, that is more than a file, or heavy, and one whose runs have lost what
/// they must compute.
#[test]
fn a_page_is_one_file() {
    let (directory, path) = temporary();
    let folder = directory.path().join("page");
    let mut command = grundytab("bench --quick --web");
    let output = command.arg(&folder).env("VK_DRIVER_FILES", &path).output().expect("it runs");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}");
    let file = folder.join("index.html");
    assert!(stdout.starts_with(&format!("{}: 3 runs, ", file.display())), "{stdout}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    let page = fs::read_to_string(&file).expect("text");
    assert!(page.len() < 1_200_000, "{}", page.len());
    let (_, data) = page.split_once("id=\"data\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("its end");
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    let totals = |run: &serde_json::Value| run["expected"]["totals"]["positions"].as_u64();
    let runs = data["runs"].as_array().expect("runs");
    assert_eq!(runs.iter().map(totals).collect::<Vec<_>>(), [12_341, 40_000, 90_000].map(Some));
    for run in runs {
        // All files of the page are joined, and no place is left open.
        assert!(run["recording"]["shader"].as_str().is_some_and(|text| text.contains("@compute")));
        assert!(run["expected"]["tiles"][0].as_array().is_some_and(|cells| !cells.is_empty()));
    }
    assert!(!page.contains("/* script */") && !page.contains("/* style */"));
}

/// Catches a page that takes the place of something else, and half a page.
#[test]
fn a_page_replaces_nothing() {
    let (directory, _) = temporary();
    let path = directory.path().join("page");
    let line = "bench --quick --job euclid --web {}";
    fs::create_dir(&path).expect("made");
    done(line, &path);
    let before = fs::read(path.join("index.html")).expect("a page");
    fs::write(path.join("index.html"), "precious").expect("written");
    refuses(line, &path, "the folder is not empty; give the name of a new one");
    assert_eq!(fs::read(path.join("index.html")).expect("there"), b"precious");
    assert!(before.starts_with(b"<!DOCTYPE html>"));
    refuses(line, &path.join("index.html"), "it is not a folder");
    refuses(line, &directory.path().join("none").join("page"), "its folder does not exist");
    done("tabulate nim --box 5 --quiet --out {}", &directory.path().join("t.zarr"));
    refuses(line, &directory.path().join("t.zarr").join("page"), "t.zarr");
    // An unknown job is refused before anything is made.
    let other = directory.path().join("other");
    refuses("bench --job chess --web {}", &other, "no job has a name that contains it");
    assert!(!other.exists());
}

#[test]
fn what_makes_no_sense_is_refused() {
    refused("bench --web {} --engine cpu", "cannot be used with");
    refused("bench --web {} --adapter x", "cannot be used with");
    refused("bench --job chess", "--job chess: no job has a name that contains it; there are tri");
    refused("bench --quick --size small", "cannot be used with");
    refused("bench --engine reference", "invalid value 'reference'");
    refused("bench --engine cpu --adapter x", "only the GPU engine runs on an adapter");
    let (_directory, path) = temporary();
    ends(3, "bench --quick --adapter no-such-thing", &path);
}
