//! Two tables that are compared: where they differ, and the difference as a table.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::chunks::array_of;
use crate::{done, ends, fails, refuses, run, tabulate, temporary};

/// Runs a comparison with the table at `path`; returns its exit code and its report.
fn diff(line: &str, path: &Path) -> (i32, Value) {
    let (code, stdout, stderr) = run(&format!("diff {line} --json"), path);
    let report = serde_json::from_str(&stdout);
    assert!(report.is_ok(), "{line}: {stderr}");
    (code, report.expect("one JSON object"))
}

/// Nim's values are x xor y, those of taking 1 or 2 tokens from one of two heaps (x mod 3) xor (y mod 3).
fn differs(x: u32, y: u32) -> bool {
    x ^ y != (x % 3) ^ (y % 3)
}

/// Catches differences that are missed or counted twice where tables have other domains, tiles and types, a
/// first one that is not the first in grade order, and an exit code that is that of equal tables.
#[test]
fn differences_are_counted_and_the_first_is_found() {
    let (directory, path) = temporary();
    let other = directory.path().join("other.zarr");
    let pair = format!("{{}} {}", other.display());
    tabulate("nim --box 40x23 --tile 16", &path);
    for (domain, has) in [
        ("--box 31x50 --tile 8", (|x, _| x < 31) as fn(u32, u32) -> bool),
        ("--tokens 30", |x, y| x + y <= 30),
    ] {
        tabulate(&format!("subtraction:1,2+heaps=2 {domain}"), &other);
        let cells = (0..40).flat_map(|x| (0..23).map(move |y| (x, y)));
        let common: Vec<(u32, u32)> = cells.filter(|&(x, y)| has(x, y)).collect();
        let differing: Vec<(u32, u32)> =
            common.iter().copied().filter(|&(x, y)| differs(x, y)).collect();
        let (code, report) = diff(&pair, &path);
        assert_eq!(code, 1, "{report}");
        assert_eq!(report["compared"], json!(common.len()), "{domain}");
        assert_eq!(report["differing"], json!(differing.len()), "{domain}");
        let all = [40 * 23, if domain == "--tokens 30" { 496 } else { 31 * 50 }];
        let alone = all.map(|positions: usize| positions - common.len());
        assert_eq!(report["not_compared"], json!(alone), "{domain}");
        // (0, 3): 3 tokens against none that matter.
        assert_eq!(report["first"]["position"], json!([0, 3]));
        assert_eq!(report["first"]["values"], json!([3, 0]));
        let least = [0, 0];
        let largest = [
            differing.iter().map(|&(x, _)| x).max().expect("some"),
            differing.iter().map(|&(_, y)| y).max().expect("some"),
        ];
        assert_eq!(report["extent"], json!([least, largest]), "{domain}");
        assert_eq!((&report["equal"], &report["exit_code"]), (&json!(false), &json!(1)));
    }
    let (stdout, stderr) = ends(1, &format!("diff {pair}"), &path);
    assert!(stdout.contains("first difference: (0, 3), 3 and 0\n"), "{stdout}");
    assert!(stderr.contains("error: the tables differ at "), "{stderr}");
    tabulate("nim --tokens 20 --tile 8", &other);
    let (stdout, stderr) = ends(0, &format!("diff {pair}"), &path);
    assert_eq!(stderr, "");
    assert!(stdout.contains("equal values at all 231 positions that both have"), "{stdout}");
    let alone = format!("\nnot compared: 689 positions that {} alone has\n", path.display());
    assert!(stdout.ends_with(&alone), "{stdout}");
}

/// Catches tables that are compared although their values mean different things, and outcomes that are
/// compared as numbers.
#[test]
fn other_quantities_are_compared_as_outcomes() {
    let (directory, path) = temporary();
    let other = directory.path().join("other.zarr");
    tabulate("wythoff --box 30", &path);
    tabulate("wythoff --box 30 --quantity outcome", &other);
    let pair = format!("{{}} {}", other.display());
    let (code, report) = diff(&pair, &path);
    assert_eq!((code, &report["kind"]), (2, &json!("other_quantity")));
    let message = report["message"].as_str().expect("a message");
    assert!(message.contains("it holds outcomes, the first table Grundy values"), "{message}");
    assert!(message.ends_with("--as outcome"), "{message}");
    let (code, report) = diff(&format!("{pair} --as outcome"), &path);
    assert_eq!((code, &report["equal"], &report["compared"]), (0, &json!(true), &json!(900)));
    // Misère play exchanges (0, 0) and (1, 2) for (0, 1) and (2, 2) (Larsson, CombinArtorial games).
    tabulate("wythoff --box 30 --quantity outcome --misere", &other);
    let (code, report) = diff(&format!("{pair} --as outcome"), &path);
    assert_eq!((code, &report["differing"]), (1, &json!(6)), "{report}");
    assert_eq!(report["first"]["position"], json!([0, 0]));
    assert_eq!(report["first"]["outcomes"], json!(["P", "N"]));
    assert_eq!(report["extent"], json!([[0, 0], [2, 2]]));
    tabulate("nim:3 --box 5", &other);
    let (code, report) = diff(&pair, &path);
    assert_eq!((code, &report["kind"]), (2, &json!("wrong_heap_count")));
}

/// Catches a stored difference that is not true exactly where the tables differ, and one that is verified or
/// asked as the table of a game.
#[test]
fn a_difference_is_stored_as_what_it_is() {
    let (directory, path) = temporary();
    let other = directory.path().join("other.zarr");
    let stored = directory.path().join("difference.zarr");
    tabulate("nim --box 40x23 --tile 16", &path);
    tabulate("subtraction:1,2+heaps=2 --box 31x50 --tile 8", &other);
    let line = format!("diff {{}} {} --out {}", other.display(), stored.display());
    ends(1, &line, &path);
    let cells = (0..31).flat_map(|x| (0..23).map(move |y| (x, y)));
    let lines: String =
        cells.map(|(x, y)| format!("{x},{y},{}\n", u32::from(differs(x, y)))).collect();
    let (stdout, stderr) = ends(0, "export {} --format csv --out -", &stored);
    assert_eq!(stdout, format!("x,y,differs\n{lines}"), "{stderr}");
    let stdout = done("info {}", &stored);
    assert!(stdout.starts_with("difference   of Grundy values: true where "), "{stdout}");
    let picture = directory.path().join("difference.png");
    done(&format!("render {{}} --out {}", picture.display()), &stored);
    let game_text = fs::read_to_string(array_of(&stored).join("zarr.json")).expect("metadata");
    assert!(game_text.contains("\"second_ruleset\": \"subtraction:1,2+heaps=2\""), "{game_text}");
    let made = directory.path().join("made");
    let marks = format!("render {{}} --highlight 1,2 --out {}", made.display());
    let list = format!("export {{}} --format p-positions --out {}", made.display());
    for line in [
        "verify {}",
        "verify {} --full",
        "query {} 1,2",
        "sum {}@1,2",
        "diff {} {}",
        &marks,
        &list,
        &format!("{list} --up-to-symmetry"),
        "export {} --format p-positions --out -",
    ] {
        refuses(line, &stored, "it is the difference of two tables");
        assert!(!made.exists(), "{line}");
    }
    // It is replaced only when that is requested, and a comparison that fails leaves nothing.
    fails(2, &line, &path, "a table is there already");
    ends(1, &format!("{line} --overwrite"), &path);
    fs::remove_dir_all(array_of(&other).join("c")).expect("removed");
    let fresh = directory.path().join("fresh.zarr");
    let line = format!("diff {{}} {} --out {}", other.display(), fresh.display());
    ends(4, &line, &path);
    let left: Vec<_> = fs::read_dir(directory.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with("fresh"))
        .collect();
    assert_eq!(left, [""; 0]);
    // A box that a simplex cuts cannot be stored.
    tabulate("nim --tokens 30", &other);
    fails(2, &line, &path, "are neither a box nor a simplex");
}

/// Catches a share that is 0 although the tables differ, and outcome classes that pass for compared where P-positions are.
#[test]
fn what_is_not_compared_is_said() {
    let (directory, path) = temporary();
    let other = directory.path().join("other.zarr");
    // Misère play differs at 6 positions of Wythoff Nim.
    tabulate("wythoff --box 1000 --quantity outcome", &path);
    tabulate("wythoff --box 1000 --quantity outcome --misere", &other);
    let line = format!("diff {{}} {} --as outcome", other.display());
    let (stdout, _) = ends(1, &line, &path);
    let words = "other outcomes at 6 of 1000000 positions that both have (0.0006000 %)";
    assert!(stdout.contains(words) && !stdout.contains("not compared"), "{stdout}");
    for path in [&path, &other] {
        tabulate("partizan:1:2 --box 9 --quantity outcome-class", path);
    }
    let (stdout, _) = ends(0, &line, &path);
    assert!(stdout.contains("\nnot compared: of positions that are no P-positions"), "{stdout}");
    assert!(!done(&line.replace("outcome", "values"), &path).contains("not compared"));
}
