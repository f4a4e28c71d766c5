//! `grundytab bench`: that it measures every engine, and compares what they compute.

use crate::gpu_switch::gpu_tests_are_off;
use crate::{done, ends, json_of, refused, temporary};

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

#[test]
fn what_makes_no_sense_is_refused() {
    refused("bench --job chess", "--job chess: no job has a name that contains it; there are tri");
    refused("bench --quick --size small", "cannot be used with");
    refused("bench --engine reference", "invalid value 'reference'");
    refused("bench --engine cpu --adapter x", "only the GPU engine runs on an adapter");
    let (_directory, path) = temporary();
    ends(3, "bench --quick --adapter no-such-thing", &path);
}
