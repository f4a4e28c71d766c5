//! `grundytab bench`: that it measures every engine, and compares what they compute.

use std::fs;
use std::path::Path;

use crate::gpu_switch::gpu_tests_are_off;
use crate::{done, ended, ends, grundytab, json_of, refused, refuses, temporary};
use serde_json::Value;

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

/// Makes a report of the first adapter, whatever it is, with an injected fault; returns the exit code, stdout and the lines.
fn reported(line: &str, fault: &str, folder: &Path) -> (i32, String, Vec<Value>) {
    let devices = json_of(0, "devices --json", folder);
    let adapter =
        devices["adapters"][0]["name"].as_str().expect("tests need an adapter").to_owned();
    let mut command = grundytab(&format!("bench --report {line} --adapter"));
    let output = command.arg(adapter).env("GRUNDYTAB_INJECTED_FAULT", fault).current_dir(folder);
    let (code, stdout, stderr) = ended(&output.output().expect("it runs"));
    let path = folder.join(stdout.lines().next().unwrap_or_else(|| panic!("{stderr}")));
    let lines = fs::read_to_string(path).expect("a file");
    (code, stdout, lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
}

/// Catches a step without a line, a job that is not compared on both engines, rates that are not measured, an address that
/// is cut off, and a report that replaces another.
#[test]
fn a_report_has_a_line_for_each_step() {
    if gpu_tests_are_off() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (code, stdout, lines) = reported("--quick", "lost:99999", folder.path());
    assert_eq!((code, lines.len()), (0, 8), "{stdout} {lines:?}");
    assert_eq!(lines[0]["engines"][1]["engine"], "gpu");
    assert_eq!(lines[1]["left_out"].as_array().map(Vec::len), Some(1));
    assert_eq!(lines[2]["calibration"].as_array().map(Vec::len), Some(6));
    for (line, job) in lines[3..7].iter().zip(["triangle", "wythoff", "palaces", "rules"]) {
        for (row, engine) in [(0, "gpu"), (1, "cpu")] {
            let row = &line["rows"][row];
            assert_eq!(
                (&row["job"], &row["engine"], &row["right"]),
                (&job.into(), &engine.into(), &true.into())
            );
            assert_eq!(
                row["dispatches"].as_u64().is_some_and(|count| count > 10),
                engine == "gpu",
                "{row}"
            );
        }
    }
    assert_eq!(lines[7]["is_complete"], true);
    assert!(
        stdout.contains("Of 4 compared jobs 4 are right; 0 faults were found. The CPU"),
        "{stdout}"
    );
    let address = stdout.lines().last().expect("an address");
    let begin =
        "https://github.com/grundytab/grundytab/issues/new?template=gpu.yml&title=GPU%3A%20";
    assert!(address.starts_with(begin) && !address.contains(' '), "{address}");
    // No time is left for anything, which is said of each step.
    let (code, stdout, lines) = reported("--seconds 1", "lost:99999", folder.path());
    assert!(code == 0 && stdout.starts_with("grundytab-gpu-2.json\n"), "{stdout}");
    let left_out = lines.iter().filter(|line| line["left_out"].is_array());
    assert_eq!(left_out.count(), 10, "{lines:?}");
}

/// Catches a wrong value and a lost device that are not told, or not as scripts/gpu-reports reads them.
#[test]
fn a_report_names_what_is_wrong() {
    if gpu_tests_are_off() {
        return;
    }
    for (fault, right, words) in [
        ("wrong-value:0", Some(false), "wythoff 200 on gpu: totals: "),
        ("lost:0", None, "the device was lost"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let (code, stdout, lines) = reported("--quick --job wythoff", fault, folder.path());
        assert!(code == 1 && !stdout.contains("; 0 faults"), "{fault}: {stdout}");
        assert_eq!(lines[3]["rows"][0]["right"].as_bool().filter(|_| right.is_some()), right);
        let told = lines[3]["faults"][0].as_str().expect("a fault");
        assert!(told.starts_with("wythoff 200 on gpu: ") && told.contains(words), "{told}");
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
    refused("bench --report --size small", "cannot be used with");
    refused("bench --report --seconds 0", "invalid value '0'");
    refused("bench --seconds 5", "--report");
    refused("bench --child {}", "it is for the program itself");
    refused("bench --engine reference", "invalid value 'reference'");
    refused("bench --engine cpu --adapter x", "only the GPU engine runs on an adapter");
    let (_directory, path) = temporary();
    ends(3, "bench --quick --adapter no-such-thing", &path);
    ends(2, "bench --report --json", &path);
    // Without a driver, whoever wants to report a GPU is told what to install.
    let output = grundytab("bench --report").env("VK_DRIVER_FILES", &path).output().expect("runs");
    let (code, _, stderr) = ended(&output);
    let is_told = stderr.contains("libvulkan1") && stderr.contains("no hardware GPU");
    assert!(gpu_tests_are_off() || (code == 3 && is_told), "{stderr}");
}
