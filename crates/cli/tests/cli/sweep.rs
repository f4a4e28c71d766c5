//! Tables of tables: `analyze` of groups and of several tables, `batch --table` and `batch --dry-run`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{done, ends, fails, json_of, refuses, tabulate, temporary};

/// Writes a file of jobs with `{}` for the folder, and returns the folder and the file.
fn jobs(text: &str) -> (TempDir, PathBuf) {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("jobs.toml");
    let folder = directory.path().to_str().expect("a plain path");
    fs::write(&file, text.replace("{}", folder)).expect("written");
    (directory, file)
}

/// The sweep of two numbers.
fn sweep() -> (TempDir, PathBuf) {
    jobs(
        "out = '{}/group.zarr'\ngame = 'subtraction:1,{a},{b}'\na = [2, 3]\nb = [4, 10]\nbox = 500\n\
          engine = 'cpu'\nname = 's-{a}-{b}'\n",
    )
}

fn csv_rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split(',').collect()).collect()
}

/// Catches a table that has no row, a placeholder that is a text or lost, and a period that is another. That of {1, 2} is 3,
/// which further moves by 1 modulo 3 do not change; that of {1, 3, 4} is 7 (Winning Ways).
#[test]
fn a_group_is_a_table_with_a_row_for_each_table() {
    let (directory, file) = sweep();
    done("batch {} --quiet", &file);
    let group = directory.path().join("group.zarr");
    let report = json_of(0, "analyze {} --only periods --json", &group);
    let rows = report["rows"].as_array().expect("rows");
    let of_row = |row: &Value| {
        ["name", "a", "b", "period", "evidence", "state", "error"].map(|key| row[key].clone())
    };
    for (row, (name, [a, b], period)) in rows.iter().zip([
        ("s-2-4", [2, 4], Some(3)),
        ("s-2-10", [2, 10], Some(3)),
        ("s-3-4", [3, 4], Some(7)),
        ("s-3-10", [3, 10], None),
    ]) {
        let found = of_row(row);
        let own = json_of(0, "analyze {} --only periods --json", &group.join(name));
        assert_eq!(found[3], own["periods"][0]["period"], "{name}");
        assert!(period.is_none_or(|period: u64| found[3] == json!(period)), "{name}");
        assert_eq!([&found[0], &found[1], &found[2]], [&json!(name), &json!(a), &json!(b)]);
        assert_eq!(found[4..], [json!("proved"), json!("complete"), Value::Null]);
    }
    assert_eq!((rows.len(), &report["tables"]), (4, &json!(4)));
    let text = done("analyze {} --only periods --csv", &group);
    let lines = csv_rows(&text);
    let columns: Vec<&str> =
        report["columns"].as_array().expect("columns").iter().filter_map(Value::as_str).collect();
    assert_eq!(lines[0], columns);
    assert_eq!(columns[..4], ["name", "a", "b", "game"]);
    assert_eq!(lines.len(), 5);
    assert_eq!(done("analyze {} --only periods --csv --limit 1", &group).lines().count(), 2);
    // For people what all have in common stands above the columns.
    let text = done("analyze {} --only periods", &group);
    let mut lines = text.lines();
    let head = lines.next().expect("a head");
    assert!(head.starts_with("4 tables, all with domain box 500, quantity grundy"), "{head}");
    let columns: Vec<&str> = lines.next().expect("columns").split_whitespace().collect();
    assert!(columns.contains(&"period") && !columns.contains(&"error"), "{columns:?}");
}

/// Catches a sweep of an older program that is not read, and attributes that are no attributes.
#[test]
fn tables_without_placeholders_have_rows() {
    let (directory, file) = sweep();
    done("batch {} --quiet", &file);
    let group = directory.path().join("group.zarr");
    let metadata = group.join("s-2-4/zarr.json");
    let text = fs::read_to_string(&metadata).expect("metadata");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    let own = &mut document["attributes"]["grundytab"];
    assert_eq!(own["placeholders"], json!({"a": 2, "b": 4}));
    own.as_object_mut().expect("attributes").remove("placeholders");
    fs::write(&metadata, document.to_string()).expect("written");
    let report = json_of(0, "analyze {} --only values --json", &group);
    let row = &report["rows"][0];
    assert_eq!((&row["a"], &row["game"]), (&Value::Null, &json!("subtraction:1,2,4")));
    assert_eq!(report["rows"][1]["a"], json!(2));
    let text = done("info {}", &group.join("s-2-10"));
    assert!(text.contains("placeholders a = 2, b = 10"), "{text}");
}

/// Catches a table that hides the others when it is damaged, unfinished or unreadable.
#[test]
fn odd_tables_are_rows_and_the_others_remain() {
    let (directory, file) = sweep();
    done("batch {} --quiet", &file);
    let group = directory.path().join("group.zarr");
    fs::remove_dir_all(group.join("s-2-4/c")).expect("removed");
    fs::write(group.join("s-3-4/zarr.json"), "{").expect("written");
    let metadata = group.join("s-2-10/zarr.json");
    let text = fs::read_to_string(&metadata).expect("metadata");
    let unfinished = text.replace("\"complete\": true", "\"complete\": false");
    assert_ne!(text, unfinished);
    fs::write(&metadata, unfinished).expect("written");
    fs::rename(group.join("s-2-10"), group.join("s-2-10.partial")).expect("renamed");
    let report = json_of(1, "analyze {} --only periods --json", &group);
    let states: Vec<&Value> =
        report["rows"].as_array().expect("rows").iter().map(|row| &row["state"]).collect();
    assert_eq!(states, ["unreadable", "unfinished", "unreadable", "complete"]);
    let error = report["rows"][0]["error"].as_str().expect("an error");
    assert!(error.contains("its file is missing"), "{error}");
    assert_eq!(report["rows"][3]["evidence"], json!("proved"));
    let message = report["message"].as_str().expect("a message");
    assert!(message.starts_with("3 of 4 tables cannot be analyzed whole"), "{message}");
    let text = fails(1, "analyze {} --only periods --csv", &group, "the first is s-2-4: ");
    assert_eq!(text.lines().count(), 5);
    // Where nothing is left, the first reason is told.
    fails(4, "analyze {} --csv", &group.join("s-2-4"), "its file is missing");
}

/// Catches lines that have no rows, and slopes that are those of another table.
#[test]
fn rows_have_lines_and_beams() {
    let (directory, wythoff) = temporary();
    tabulate("wythoff --box 128", &wythoff);
    let nim = directory.path().join("nim.zarr");
    tabulate("nim --box 64", &nim);
    let line = "analyze {} --only periods --rows y=0:3 --csv";
    let text = done(line, &wythoff);
    // The commas of the lines are no separators.
    let text = text.replace("(n, ", "(n ").replace('"', "");
    let rows = csv_rows(&text);
    let at = |column: &str| rows[0].iter().position(|name| *name == column).expect("a column");
    let periods: Vec<[&str; 2]> =
        rows[1..].iter().map(|row| [row[at("line")], row[at("period")]]).collect();
    assert_eq!(periods, [["f(n 0)", "1"], ["f(n 1)", "3"], ["f(n 2)", "3"]]);
    let both = format!("{} {}", wythoff.display(), nim.display());
    let report = json_of(
        0,
        &format!("analyze {both} --only beams,values --against phi --json"),
        directory.path(),
    );
    let rows = report["rows"].as_array().expect("rows");
    let slopes: Vec<f64> = serde_json::from_value(rows[0]["slopes"].clone()).expect("slopes");
    assert_eq!((slopes.len(), &rows[0]["beams"], &rows[1]["beams"]), (2, &json!(2), &json!(1)));
    assert!((slopes[0] - 1.618).abs() < 0.01 && (slopes[1] - 0.618).abs() < 0.01, "{slopes:?}");
    let difference = rows[0]["difference phi"].as_f64().expect("a difference");
    assert!(rows[0]["error phi"].as_f64() > Some(0.0));
    let errors: Vec<f64> = serde_json::from_value(rows[0]["slope_errors"].clone()).expect("errors");
    assert!(
        errors.len() == 2 && errors.iter().all(|error| (0.0..0.1).contains(error)),
        "{errors:?}"
    );
    assert!(rows[0]["scattered"].is_u64());
    assert!((difference - (slopes[0] - 1.618_033_988_75)).abs() < 1e-6, "{difference}");
    assert_eq!(rows[1]["distinct_values"], json!(64));
    let line = format!("analyze {both} --only values --where x<y --json");
    assert_eq!(json_of(0, &line, directory.path())["rows"][1]["counted"], json!(64 * 63 / 2));
}

/// Catches a question to one table that several are asked without a word, and a file of no kind.
#[test]
fn what_a_row_cannot_hold_is_refused() {
    let (directory, file) = sweep();
    done("batch {} --quiet", &file);
    let group = directory.path().join("group.zarr");
    for (arguments, words) in [
        ("--only layers", "it has no place in the row of a table"),
        ("--histogram g", "it is about one table, and there are several"),
        ("--x x --y y --plot p.svg", "it is about one table, and there are several"),
        ("--only periods --where x>1", "periods are those of whole lines"),
        ("--only values --rows y=1", "it leaves out the --rows"),
        ("--table rows.txt", "its ending does not say what the file is to be"),
    ] {
        refuses(&format!("analyze {{}} {arguments}"), &group, words);
    }
    refuses("batch {} --table rows", &file, "its ending does not say what the file is to be");
}

/// Catches a job without a row, and a failed one that is not told.
#[test]
fn a_batch_writes_a_row_for_each_job() {
    let (directory, file) = jobs(
        "out = '{}/{name}.zarr'\nengine = 'reference'\n[[job]]\ngame = 'nim'\nbox = [5, 1000000]\nname = 'b{box}'\n\
         [[job]]\ngame = 'octal'\ncode = ['0.77', '0.137']\nname = 'o{code}'\nbox = 20\n",
    );
    let folder = directory.path();
    let line = format!("batch {{}} --quiet --table {}/rows.csv", folder.display());
    fails(1, &line, &file, "1 of 4 jobs failed");
    let text = fs::read_to_string(folder.join("rows.csv")).expect("rows");
    let rows = csv_rows(&text);
    assert_eq!(rows[0][..4], ["name", "box", "code", "game"]);
    let begins: Vec<String> = rows[1..].iter().map(|row| row[..4].join(" ")).collect();
    let wanted = [
        "b5 5  nim:2",
        "b1000000 1000000  nim:2",
        "o0.77  0.77 kayles",
        "o0.137  0.137 octal:0.137",
    ];
    assert_eq!(begins, wanted);
    assert!(
        text.lines().nth(2).is_some_and(|row| row.contains(",failed,") && row.contains("memory"))
    );
    let line = format!("batch {{}} --quiet --table {}/rows.json", folder.display());
    ends(1, &line, &file);
    let text = fs::read_to_string(folder.join("rows.json")).expect("rows");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["rows"].as_array().map(Vec::len), Some(4));
    assert_eq!(report["rows"][0]["box"], json!(5));
}

/// Catches a plan that computes or makes something, or that counts what is complete.
#[test]
fn a_dry_run_makes_nothing() {
    let (directory, file) = sweep();
    let there = |folder: &Path| fs::read_dir(folder).expect("a folder").count();
    let report = json_of(0, "batch {} --dry-run --json", &file);
    assert_eq!(there(directory.path()), 1);
    assert_eq!(
        (&report["complete"], report["jobs"].as_array().map(Vec::len)),
        (&json!(0), Some(4))
    );
    assert_eq!(report["jobs"][0]["state"], json!("not begun"));
    assert_eq!(report["disk_bytes"], json!(4 * 500));
    let of_job = report["jobs"][0]["memory_bytes"].as_u64().expect("bytes");
    assert!(report["memory_bytes"].as_u64() >= Some(of_job));
    let text = done("batch {} --dry-run", &file);
    assert!(text.contains("4 jobs, 0 tables are complete already: expected to take"), "{text}");
    done("batch {} --quiet", &file);
    let report = json_of(0, "batch {} --dry-run --json", &file);
    assert_eq!((&report["complete"], &report["disk_bytes"]), (&json!(4), &json!(0)));
    let report = json_of(0, "batch {} --dry-run --overwrite --json", &file);
    assert_eq!(report["disk_bytes"], json!(4 * 500));
    let (_directory, file) = jobs(
        "out = '{}/g.zarr'\ngame = 'wythoff'\nengine = 'reference'\nbox = [900000, 1000000]\nname = 's{box}'\n",
    );
    fails(1, "batch {} --dry-run", &file, "2 of 2 jobs cannot run, the first is s900000: ");
}

/// Catches a dry run that promises what the run refuses, and a batch that advises to repeat what would fail again.
#[test]
fn what_is_in_the_way_is_said_before_and_after() {
    let (directory, file) = sweep();
    done("batch {} --quiet", &file);
    let other = fs::read_to_string(&file).expect("a file").replace("box = 500", "box = 400");
    fs::write(&file, &other).expect("written");
    let (stdout, stderr) = ends(1, "batch {} --dry-run", &file);
    assert!(stdout.contains("this is the table of another job; replace it with"), "{stdout}");
    assert!(stderr.contains("4 of 4 jobs cannot run, the first is s-2-4: "), "{stderr}");
    let (_, stderr) = ends(1, "batch {} --quiet", &file);
    let last = stderr.lines().last().unwrap_or_default();
    assert!(last.contains("4 of 4 jobs failed, the first is s-2-4: "), "{stderr}");
    assert!(!last.contains("the same command"), "{stderr}");
    let report = json_of(0, "batch {} --dry-run --overwrite --json", &file);
    assert_eq!(report["jobs"][0]["reason"], Value::Null);
    assert!(report["disk_free_bytes"].as_u64() > Some(0), "{report}");
    // The name of a table of the file.
    fs::write(&file, format!("{other}[[jobs]]\nc = 1\n")).expect("written");
    fails(2, "batch {}", &file, "did you mean [[job]]?");
    drop(directory);
}

/// Catches a sweep of texts that cannot be told from one another. The periods are those of the sets {1, 2}, {1, 2, 3},
/// {1, 4} and {1, 3, 4}.
#[test]
fn texts_are_placeholders_too() {
    let (directory, file) = jobs(
        "out = '{}/group.zarr'\ngame = 'subtraction:{set}'\nset = ['1,2', '1..3', '1,4', '1,3,4']\nbox = 200\n",
    );
    done("batch {} --quiet", &file);
    let report =
        json_of(0, "analyze {} --only periods --json", &directory.path().join("group.zarr"));
    let mut found: Vec<(&str, u64)> = report["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["set"].as_str().zip(row["period"].as_u64()))
        .collect();
    found.sort_unstable();
    assert_eq!(found, [("1,2", 3), ("1,3,4", 7), ("1,4", 5), ("1..3", 4)]);
}
