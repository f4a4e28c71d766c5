//! What commands say of a part of a table: `--where`, `--region` and other domains. Nothing is lost without a word, and shares
//! are those of the positions that count.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::{done, ends, fails, json_of, table, tabulate, temporary};

/// Lists P-positions as heaps, and whether they come sorted by token sum and then lexicographically.
fn p_positions(line: &str, path: &Path) -> Vec<Vec<u32>> {
    let text = done(&format!("export {{}} --format p-positions --out - {line}"), path);
    let heaps = |line: &str| line.split(',').map(|heap| heap.parse().expect("a heap")).collect();
    let listed: Vec<Vec<u32>> = text.lines().skip(1).map(heaps).collect();
    let key = |heaps: &Vec<u32>| (heaps.iter().sum::<u32>(), heaps.clone());
    assert!(listed.is_sorted_by_key(key), "{line}: {text}");
    listed
}

/// Catches an orbit that vanishes since its first position does not count or lies outside the region, and one that is
/// written twice: of the positions that count the first of each orbit is written.
#[test]
fn an_orbit_is_written_if_any_of_its_positions_counts() {
    let (_directory, path) = temporary();
    type Images = fn(&[u32]) -> Vec<Vec<u32>>;
    let swapped: Images = |heaps| vec![heaps.to_vec(), vec![heaps[1], heaps[0]]];
    let rotated: Images =
        |heaps| (0..3).map(|step| (0..3).map(|heap| heaps[(heap + step) % 3]).collect()).collect();
    let permuted: Images = |heaps| {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        orders.map(|order| order.map(|heap| heaps[heap]).to_vec()).to_vec()
    };
    for (game, images, parts) in [
        (
            "wythoff --box 30 --quantity outcome --tile 8",
            swapped,
            &["--where x>y", "--region 4:20,0:20", "--region 4:,0:9 --where x!=13"][..],
        ),
        (
            "nim:3 --box 6 --quantity outcome --tile 4",
            permuted,
            &["--where x>y", "--where y>=z", "--region 2:,0:4,: --where x%2==0", "--plane z=3"],
        ),
        (
            "triangle --tokens 30 --quantity outcome --tile 8",
            rotated,
            &["--where x>y", "--where z==0", "--region 3:9,0:30,0:30"],
        ),
    ] {
        tabulate(game, &path);
        let mut fewer = 0;
        for part in parts {
            let all = p_positions(part, &path);
            let counts: BTreeSet<&Vec<u32>> = all.iter().collect();
            let is_first = |heaps: &&Vec<u32>| {
                images(heaps).iter().all(|image| image >= heaps || !counts.contains(image))
            };
            let expected: Vec<Vec<u32>> = all.iter().filter(is_first).cloned().collect();
            let found = p_positions(&format!("--up-to-symmetry {part}"), &path);
            assert_eq!(found, expected, "{game} {part}");
            fewer += all.len() - expected.len();
        }
        assert!(fewer > 0, "{game}");
    }
    // Wythoff Nim has 12 pairs with heaps below 30; all but (0, 0) have x > y in one order.
    tabulate("wythoff --box 30 --quantity outcome", &path);
    assert_eq!(p_positions("--up-to-symmetry --where x>y", &path).len(), 11);
    let found = p_positions("--up-to-symmetry --region 4:20,0:20", &path);
    assert!(found.contains(&vec![5, 3]) && !found.contains(&vec![7, 4]), "{found:?}");
}

/// Catches positions that are left out without a word since the condition has no value there: 1 / x has none where x is
/// 0, and g(x - 1, y) lies outside the table there. Of Nim on 8 x 8 the column x == 0 has 8 positions, one of them a
/// P-position.
#[test]
fn positions_without_a_value_are_told() {
    let (directory, path) = table("nim --box 8 --tile 4");
    let file = directory.path().join("file");
    for (condition, why, [undefined, outside]) in [
        ("1/x==1", "the condition has no value", [8, 0]),
        ("g(x-1,y)>=0", "the condition refers to ones outside the table", [0, 8]),
    ] {
        let formats = ["csv", "npy", "p-positions", "p-positions --up-to-symmetry", "parquet"];
        let built = if cfg!(feature = "parquet") { &formats[..] } else { &formats[..4] };
        for format in built {
            let line = format!("export {{}} --format {format} --where {condition}");
            let to_file = format!("{line} --out {}", file.display());
            let is_list = format.starts_with('p') && *format != "parquet";
            let [undefined, outside] =
                [undefined, outside].map(|n: u64| n.min(if is_list { 1 } else { 8 }));
            let of = |noun: &str| match undefined + outside {
                1 => format!("at 1 {noun} {why}"),
                count => format!("at {count} {noun}s {why}"),
            };
            let (_, stderr) = ends(0, &to_file, &path);
            let written = stderr.lines().next().unwrap_or_default();
            assert!(written.ends_with(&format!("; {}", of("other"))), "{line}: {stderr}");
            let (_, stderr) = ends(0, &format!("{line} --out -"), &path);
            assert_eq!(stderr, format!("{}\n", of("position")), "{line}");
            let report = json_of(0, &format!("{to_file} --json"), &path);
            assert_eq!(report["where"], condition, "{line}");
            let told = (&report["undefined_on"], &report["outside_on"]);
            assert_eq!(told, (&json!(undefined), &json!(outside)), "{line}");
        }
        for line in
            [format!("list {{}} --where {condition}"), format!("list {{}} {condition} --all")]
        {
            let (_, stderr) = ends(0, &line, &path);
            assert_eq!(stderr, format!("at 8 positions {why}\n"), "{line}");
        }
        let grid = json_of(0, &format!("list {{}} --where {condition} --json"), &path);
        let told = (&grid["undefined_on"], &grid["outside_on"]);
        assert_eq!(told, (&json!(undefined), &json!(outside)), "{condition}");
    }
    // Nothing is said where nothing is unknown.
    for line in ["export {} --format csv --where x>0 --out -", "list {} --where x>0"] {
        assert_eq!(ends(0, line, &path).1, "", "{line}");
    }
    let report =
        json_of(0, &format!("export {{}} --format csv --json --out {}", file.display()), &path);
    assert_eq!([&report["where"], &report["undefined_on"]], [&Value::Null; 2]);
}

/// Catches shares of all positions where some are looked at, values that are said to be missing in the table though they
/// are left out, and lists of layers that are shorter than the number of layers.
#[test]
fn shares_are_those_of_the_positions_that_count() {
    let (_directory, path) = table("nim --box 8 --tile 4");
    let text = done("analyze {} --only values,layers --where p", &path);
    assert!(text.contains("where p: 8 positions\nP-positions: 8 (100 %)\n"), "{text}");
    assert!(text.contains("\n      0          8  100 %  (0, 0)\n"), "{text}");
    // These are 1, 3, 5 and 7 among the values 0 to 7.
    let text = done("analyze {} --only values --where g%2==1", &path);
    assert!(text.contains("4 from 1 to 7; 0 does not occur on these positions"), "{text}");
    assert!(text.contains("P-positions: 0 (0 %)"), "{text}");
    assert_eq!(text.matches("25.00 %").count(), 4, "{text}");
    let layers = &json_of(0, "analyze {} --only layers --where x==y --json", &path)["layers"];
    for (key, of_even, of_odd) in [
        ("positions", json!(1), json!(0)),
        ("p_positions", json!(1), json!(0)),
        ("maximum", json!(0), Value::Null),
    ] {
        let expected: Vec<&Value> =
            (0..15).map(|sum| if sum % 2 == 0 { &of_even } else { &of_odd }).collect();
        let found = layers[key].as_array().expect(key);
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{key}");
    }
    assert_eq!(layers["count"], 15);
    let text = done("analyze {} --only layers --where x==y", &path);
    assert!(text.contains("\n         14          1            1              0\n"), "{text}");
    assert!(text.contains("\n          1          0            0              -\n"), "{text}");
    // What --where leaves out is said.
    let text = done("analyze {} --where x==y", &path);
    assert!(text.contains("\nperiods: none; they are those of whole lines"), "{text}");
}

/// Catches P-positions that are in none of the counts since they lie outside the other table. Nim on 9 x 9 has 9 P-positions
/// (n, n), of which those below 4 are in the other table: (0, 0) has itself as the nearest.
#[test]
fn distances_are_of_all_p_positions() {
    let (directory, path) = table("nim --box 9");
    let other = directory.path().join("other.zarr");
    tabulate("wythoff --box 4", &other);
    let line = format!("analyze {{}} --only distance --distance {} --json", other.display());
    let found = &json_of(0, &line, &path)["distance"];
    for (way, all) in [("there", 9), ("back", 3)] {
        let counts = found[way]["counts"].as_array().expect("counts");
        let of = |value: &Value| value.as_u64().expect("a number");
        let decided: u64 = counts.iter().map(|count| of(&count["positions"])).sum();
        let left_out = of(&found[way]["farther"]) + of(&found[way]["undecided"]);
        assert_eq!(decided + left_out, all, "{way}: {found}");
        assert!(decided > 0, "{way}: {found}");
    }
    fails(2, "analyze {} --only distance", &path, "--only distance: no table is given");
    fails(2, "analyze {} --only values,distance", &path, "add --distance PATH");
}

/// Catches a claim with exceptions whose share is 100: it fails at (399, 299) alone, of 120000 positions.
#[test]
fn claims_with_exceptions_do_not_hold_everywhere() {
    let (_directory, path) = table("nim --box 400x300");
    let claim = "verify {} --only claims --claim x<399||y<299";
    let (stdout, _) = ends(1, claim, &path);
    assert!(stdout.contains("holds on 119999 (99.9992 %)"), "{stdout}");
}

/// Catches a `--where` that passes for a restriction of a claim.
#[test]
fn what_a_condition_does_not_restrict_is_said() {
    let (_directory, path) = table("nim --box 8");
    let line = "verify {} --only claims --range g --where x<y";
    let words = "--where restricts the ranges alone";
    let (stdout, stderr) = ends(0, &format!("{line} --claim g<=x+y"), &path);
    assert!(stderr.contains(words) && stdout.contains("holds on 64 positions"), "{stderr}");
    assert!(!ends(0, line, &path).1.contains(words));
    let help = done("verify --help", &path);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("theorems and claims are about all positions"), "{help}");
}

/// Catches letters of outcome classes that are refused where the other table alone holds these: in the game in which Left
/// takes 1 token and Right 2, a heap of 1 is Left's and one of 2 is won by the next player.
#[test]
fn outcome_classes_of_another_table_have_their_letters() {
    let (directory, path) = table("nim:1 --box 3");
    let classes = directory.path().join("classes.zarr");
    fails(
        2,
        "list {} g==L",
        &path,
        "L is an outcome class, and no table that is given holds those",
    );
    tabulate("partizan:1:2 --box 3 --quantity outcome-class", &classes);
    let line = format!("list {{}} --csv --with c={}", classes.display());
    for (condition, heap) in [("g[c]==P", 0), ("g[c]==L", 1), ("g[c]==N", 2)] {
        let stdout = done(&format!("{line} {condition}"), &path);
        assert_eq!(stdout, format!("x,value\n{heap},{heap}\n"), "{condition}");
    }
    // The other way round.
    let line = format!("list {{}} --csv --with n={} g==L&&g[n]==1", path.display());
    assert_eq!(done(&line, &classes), "x,value\n1,2\n");
}
