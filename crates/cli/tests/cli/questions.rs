//! Questions about some of the positions and about several tables: `--where`, `--with NAME=PATH`, computed columns,
//! histograms and groups. The tables are those of Nim, whose values are xors, so that every answer is known.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{ended, grundytab};

/// Runs a command with arguments that may have spaces in a folder; returns exit code, stdout and stderr.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = grundytab("");
    ended(&command.args(arguments).current_dir(folder).output().expect("the program runs"))
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(folder, arguments);
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
    stdout
}

/// A folder with Nim on 8 x 8 (`nim`), its misère play (`misere`), Nim on three heaps, 6 x 6 x 6 (`three`), and the
/// outcomes of Nim on 5 x 20 (`outcomes`).
fn tables() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for line in [
        "nim:2 --box 8 --tile 4 --out nim",
        "nim:2 --box 8 --misere --out misere",
        "nim:3 --box 6 --tile 4 --out three",
        "nim:2 --box 5x20 --tile 8 --quantity outcome --out outcomes",
    ] {
        let line = format!("tabulate {line} --engine cpu --quiet");
        done(folder.path(), &line.split(' ').collect::<Vec<_>>());
    }
    folder
}

/// Catches a value that is read from the wrong table or at another position, positions outside of the other table
/// that are counted, and a table that is verified although it is only read.
#[test]
fn claims_compare_tables_of_several_games() {
    let folder = tables();
    let claim = |with: &[&str], claim: &str| {
        let with: Vec<&str> = with.iter().flat_map(|table| ["--with", table]).collect();
        let claim = ["verify", "nim", "--only", "claims", "--claim", claim];
        run(folder.path(), &[&claim[..], &with].concat())
    };
    let both = ["three=three", "second=outcomes"];
    for (text, words) in [
        (
            "g == g[three](x, y, 0)",
            "holds on 36 positions; on 28 positions it refers to others outside",
        ),
        // (x, y, x ^ y) is a P-position; of 36 positions with x, y < 6 these with x ^ y < 6 are in the table: (2, 4),
        // (2, 5), (3, 4), (3, 5) and their mirror images are not.
        ("p[three](x, y, g)", "holds on 28 positions; on 36 positions it refers"),
        ("p == p[second]", "holds on 40 positions; on 24 positions it refers"),
        ("g[second] == if(p, 1, 0)", "holds on 40 positions; on 24 positions it refers"),
        ("g[second](0, y + 10) == 0", "holds on 64 positions\n"),
        ("p[second](y, x) iff g[three](x, y, 0) == 0", "holds on 30 positions; on 34"),
    ] {
        let (code, stdout, stderr) = claim(&both, text);
        assert!(code == 0 && stdout.contains(words), "{text}: {stdout} {stderr}");
        assert!(!stdout.contains("three: ") && !stdout.contains("outcomes: "), "{stdout}");
    }
    // The table of the other play convention needs no name; misère Nim has (0, 1), (1, 0) as P-positions.
    for with in ["misere", "other=misere"] {
        let (code, stdout, _) = claim(&[with], "g == other or max(x, y) < 2 and p[other] == not p");
        assert!(code == 2 && stdout.is_empty(), "brackets are missing: {stdout}");
        let (code, stdout, stderr) =
            claim(&[with], "g == other or max(x, y) < 2 and p[other] == !p");
        assert!(code == 0 && stdout.contains("holds on 64 positions"), "{stdout} {stderr}");
        // It is verified too, if theorems may be about both.
        assert_eq!(stdout.contains("misere: nim:2, misère play"), with == "misere", "{stdout}");
    }
    for (with, text, words) in [
        (
            vec!["three=three"],
            "p[tree](x, y, 0)",
            "no table has the name tree; did you mean three?",
        ),
        (vec![], "p[nim:3](x, y, 0)", "nim:3 is a game, and no table has this name"),
        (vec![], "p[nim:3](x, y, 0)", "`decide` takes sentences about games"),
        (vec![], "p[a]", "(--with NAME=PATH adds one)"),
        (vec!["three=three"], "p[three]", "positions have 2 heaps, and those of the other table 3"),
        (
            vec!["three=three"],
            "p[three](x, y)",
            "p[three] takes as many heap sizes as the game has heaps, 3",
        ),
        (vec!["three"], "other == g", "another table needs a name, as in --with NAME=PATH"),
        (vec!["a=three", "a=misere"], "p", "two tables have this name"),
        (vec!["misere", "misere"], "p", "two tables have no name"),
        (vec!["a=none"], "p", "none: not a grundytab table"),
    ] {
        let (code, stdout, stderr) = claim(&with, text);
        assert!(code != 0 && stdout.is_empty() && stderr.contains(words), "{text}: {stderr}");
    }
}

/// Catches positions that count although they do not, and the other way round, in every command that has `--where`.
#[test]
fn conditions_choose_positions() {
    let folder = tables();
    let run_on = |arguments: &[&str]| done(folder.path(), arguments);
    let range = ["verify", "nim", "--only", "claims", "--range"];
    let stdout = run_on(&[&range[..], &["x - y", "--where", "p"]].concat());
    let words = "range x - y where p: least 0 (first at (0, 0)), largest 0 (first at (0, 0)), \
                 mean 0.0000 and sum 0 over 8 positions\n";
    assert!(stdout.contains(words), "{stdout}");
    // 7 of the 8 positions with y == 1 have a token on x; where x == 0 the condition has no value.
    let stdout = run_on(&[&range[..], &["x", "--where", "y / x >= 0 and y == 1"]].concat());
    assert!(
        stdout.contains("largest 7 (only at (7, 1)), mean 4.0000 and sum 28 over 7 positions"),
        "{stdout}"
    );
    assert!(stdout.contains("it has no value on 8 positions"), "{stdout}");
    let listed = run_on(&["list", "nim", "g == 1", "--where", "x < y", "--csv"]);
    assert_eq!(listed, "x,y,value\n0,1,1\n2,3,1\n4,5,1\n6,7,1\n");
    let grid = run_on(&["list", "nim", "--where", "x < y", "--region", "0:3,0:3"]);
    assert_eq!(grid, "y\\x | 0 1 2\n----+------\n  0 |\n  1 | 1\n  2 | 2 3\n");
    let export = |format: &str, condition: &str| {
        let rest = ["--out", "-", "--where", condition, "--with", "t=three"];
        run_on(&[&["export", "nim", "--format", format][..], &rest].concat())
    };
    assert_eq!(export("csv", "g == 7 and x < 3"), "x,y,grundy\n0,7,7\n1,6,7\n2,5,7\n");
    assert_eq!(export("p-positions", "x % 3 == 1"), "x,y\n1,1\n4,4\n7,7\n");
    // (x, x, 2 x) are no P-positions but for x == 0; others are outside.
    assert_eq!(export("p-positions", "g[t](x, x, 2 * x) < 4"), "x,y\n0,0\n1,1\n");
    let npy = ["export", "nim", "--format", "npy", "--out", "a.npy", "--where", "x < y"];
    run_on(&[&npy[..], &["--region", "0:3,0:3"]].concat());
    let array = fs::read(folder.path().join("a.npy")).expect("an array");
    assert_eq!(array[array.len() - 9..], [255, 1, 2, 255, 255, 3, 255, 255, 255]);
    for (line, words) in [
        ("export nim --format bfile --out - --where p", "none can be left out"),
        (
            "verify nim --where p --claim p",
            "a claim about some positions is written 'CONDITION implies CLAIM'",
        ),
        ("list nim p --where x", "--where: x: a number stands where true or false is expected"),
        ("list nim --with a=three", "no expression is given that reads this table"),
        (
            "export nim --format csv --out - --with a=three",
            "no expression is given that reads this table",
        ),
        ("export nim --format csv --out - --where z", "the game has 2 heaps and no heap z"),
    ] {
        let (code, stdout, stderr) = run(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert!(code == 2 && stdout.is_empty() && stderr.contains(words), "{line}: {stderr}");
    }
}

/// Catches columns that are computed at another position, and fields that spoil the rows of a CSV.
#[test]
fn expressions_are_listed_in_columns() {
    let folder = tables();
    let list = |rest: &[&str]| {
        let shown = ["list", "nim", "p", "--show", "y - x", "--show", "g(x - 1, y)"];
        done(folder.path(), &[&shown[..], rest].concat())
    };
    let expected =
        "(0, 0)  0  y - x = 0  g(x - 1, y) = no value\n(1, 1)  0  y - x = 0  g(x - 1, y) = 1\n";
    assert_eq!(list(&["--limit", "2"]), expected);
    let csv = "x,y,value,y - x,\"g(x - 1, y)\"\n0,0,0,0,\n1,1,0,0,1\n2,2,0,0,3\n";
    assert_eq!(list(&["--limit", "3", "--csv"]), csv);
    let all = list(&["--all", "--csv"]);
    assert!(all.starts_with(csv) && all.lines().count() == 9, "{all}");
    let object: Value = serde_json::from_str(&list(&["--limit", "2", "--json"])).expect("JSON");
    assert_eq!(object["show"], json!(["y - x", "g(x - 1, y)"]));
    let shown: Vec<&Value> =
        object["positions"].as_array().expect("a list").iter().map(|at| &at["shown"]).collect();
    assert_eq!(shown, [&json!([0, null]), &json!([0, 1])]);
    let (code, _, stderr) = run(folder.path(), &["list", "nim", "--show", "x"]);
    assert!(code == 2 && stderr.contains("a grid shows the values of the table"), "{stderr}");
}

/// Catches groups that miss positions or have others, and that begin elsewhere.
#[test]
fn positions_are_grouped() {
    let folder = tables();
    let analyze = |rest: &[&str]| done(folder.path(), &[&["analyze", "nim"][..], rest].concat());
    // Each value of Nim on 8 x 8 occurs in every row once.
    let rows = (0..8).map(|value| format!("{value},8,0,{value}\n")).collect::<String>();
    let counts = analyze(&["--histogram", "g", "--csv"]);
    assert_eq!(counts, format!("g,positions,first_x,first_y\n{rows}"));
    let counts =
        analyze(&["--histogram", "x - y", "--where", "p[t](x, y, 1)", "--with", "t=three"]);
    let expected = [
        "x - y where p[t](x, y, 1): 2 values on 6 positions; it refers to ones outside the table on 28 positions",
        "  value  positions    share  first at",
        "     -1          3  50.00 %  (0, 1)",
        "      1          3  50.00 %  (1, 0)",
    ];
    assert_eq!(counts.lines().collect::<Vec<_>>(), expected);
    // Of x and y below 4 and even x: the values are 0 to 3 twice. With odd x the same.
    let groups =
        ["--group-by", "x % 2", "--show", "g", "--show", "6 / x", "--where", "max(x, y) < 4"];
    let csv = analyze(&[&groups[..], &["--csv"]].concat());
    let expected = "x % 2,positions,first_x,first_y,least g,largest g,mean g,sum g,least 6 / x,largest 6 / x,mean 6 / x,sum 6 / x\n\
                    0,8,0,0,0,3,1.5,12,3,3,3,12\n1,8,1,0,0,3,1.5,12,2,6,4,32\n";
    assert_eq!(csv, expected);
    let object: Value =
        serde_json::from_str(&analyze(&[&groups[..], &["--json"]].concat())).expect("JSON");
    let shown = json!([
        {"expression": "g", "positions": 8, "minimum": 0, "maximum": 3, "mean": 1.5, "sum": 12},
        {"expression": "6 / x", "positions": 4, "minimum": 3, "maximum": 3, "mean": 3.0, "sum": 12},
    ]);
    let first = json!({"value": 0, "positions": 8, "first": [0, 0], "shown": shown});
    assert_eq!((&object["groups"][0], &object["where"]), (&first, &json!("max(x, y) < 4")));
    let text = analyze(&["--group-by", "x", "--csv", "--limit", "2"]);
    assert_eq!(text.lines().count(), 3, "{text}");
    let text = analyze(&["--group-by", "x", "--limit", "2"]);
    assert!(text.contains("least g  largest g  mean g  sum g\n"), "{text}");
    assert!(text.ends_with("and 6 more, which --limit 8 shows\n"), "{text}");
    // Far values, and the plot.
    let counts = analyze(&["--histogram", "(x - 4) * 1000000000000", "--csv"]);
    assert!(counts.contains("\n-4000000000000,8,0,0\n-3000000000000,8,1,0\n"), "{counts}");
    analyze(&["--histogram", "g", "--plot", "h.svg"]);
    let svg = fs::read_to_string(folder.path().join("h.svg")).expect("a plot");
    assert!(svg.starts_with("<svg") && svg.contains("positions"), "{svg}");
    let (code, _, stderr) =
        run(folder.path(), &["analyze", "nim", "--histogram", "1 / 0", "--plot", "n.svg"]);
    assert!(code == 2 && stderr.contains("there is nothing to plot"), "{stderr}");
    assert!(!folder.path().join("n.svg").exists());
}

/// Catches memory that grows with the number of groups.
#[test]
fn too_many_groups_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let line = "tabulate nim:2 --box 600 --engine cpu --quiet --out nim";
    done(folder.path(), &line.split(' ').collect::<Vec<_>>());
    let (code, stdout, stderr) =
        run(folder.path(), &["analyze", "nim", "--histogram", "600 * x + y"]);
    assert!(code == 2 && stdout.is_empty(), "{stdout}");
    assert!(stderr.contains("more than 262144 values; group by a coarser one"), "{stderr}");
}
