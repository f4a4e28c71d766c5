//! `list`: positions that satisfy a condition, and grids of values.

use serde_json::{Value, json};

use crate::{done, ended, grundytab, table, temporary};

/// Runs `list` on a table with these arguments, which may have spaces; returns exit code, stdout and
/// stderr.
fn list(path: &std::path::Path, arguments: &[&str]) -> (i32, String, String) {
    ended(&grundytab("list").arg(path).args(arguments).output().expect("the program runs"))
}

/// Wythoff's pairs, from his paper: (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18).
const PAIRS: [[u32; 2]; 8] = [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [8, 13], [9, 15], [11, 18]];

/// Catches positions that are missing, in the order of tiles, or not counted.
#[test]
fn positions_come_in_grade_order() {
    let (_directory, path) = table("wythoff --box 20 --tile 6");
    let lines: Vec<String> = PAIRS.iter().map(|[x, y]| format!("({x}, {y})  0\n")).collect();
    let (code, stdout, stderr) = list(&path, &["p and x <= y"]);
    assert_eq!((code, stdout, stderr.as_str()), (0, lines.concat(), "8 positions\n"));
    let (code, stdout, stderr) = list(&path, &["p and x <= y", "--limit", "3"]);
    assert_eq!((code, stdout), (0, lines[..3].concat()));
    assert_eq!(stderr, "3 of 8 positions; --limit N lists more, --all all of them\n");
    let (_, stdout, stderr) = list(&path, &["p and x <= y", "--limit", "0"]);
    assert!(stdout.is_empty() && stderr.starts_with("0 of 8 positions"), "{stderr}");
    let (_, stdout, stderr) = list(&path, &["p and x <= y", "--all"]);
    assert_eq!((stdout, stderr.as_str()), (lines.concat(), ""));
    let (_, stdout, _) = list(&path, &["p and x <= y", "--all", "--csv"]);
    let rows: Vec<String> = PAIRS.iter().map(|[x, y]| format!("{x},{y},0\n")).collect();
    assert_eq!(stdout, format!("x,y,value\n{}", rows.concat()));
    let (_, stdout, _) = list(&path, &["p and x <= y", "--json", "--limit", "2"]);
    let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((&object["matches"], &object["undefined_on"]), (&json!(8), &json!(0)));
    let positions = json!([{"position": [0, 0], "value": 0}, {"position": [1, 2], "value": 0}]);
    assert_eq!(object["positions"], positions);
    // By grade, and then by the first heap.
    let (_, stdout, _) = list(&path, &["tokens <= 2", "--quiet"]);
    assert_eq!(stdout, "(0, 0)  0\n(0, 1)  1\n(1, 0)  1\n(0, 2)  2\n(1, 1)  2\n(2, 0)  2\n");
}

/// Catches regions and planes that are read as others, and positions that are not told to be unknown.
#[test]
fn parts_are_listed() {
    let (_directory, path) = table("triangle --tokens 12 --tile 4");
    for (arguments, expected) in [
        (vec!["tokens == 12", "--region", "3:5,4,:"], "(3, 4, 5)  \n(4, 4, 4)  \n"),
        (vec!["x == y", "--plane", "z=5", "--region", "2:,:4"], "(2, 2, 5)  \n(3, 3, 5)  \n"),
        (
            vec!["x == y", "--plane", "sum=6"],
            "(0, 0, 6)  \n(1, 1, 4)  \n(2, 2, 2)  \n(3, 3, 0)  \n",
        ),
        (vec!["g(x, y, z + 5) >= 0 and x == y", "--plane", "z=5"], "(0, 0, 5)  \n(1, 1, 5)  \n"),
    ] {
        let (code, stdout, stderr) = list(&path, &arguments);
        assert_eq!(code, 0, "{arguments:?}: {stderr}");
        let positions: String = stdout
            .lines()
            .map(|line| format!("{})  \n", line.split(')').next().unwrap_or_default()))
            .collect();
        assert_eq!(positions, expected, "{arguments:?}");
    }
    // Those of the 36 positions with z = 5 that have more than 2 tokens on x and y have no such neighbour.
    let (_, _, stderr) = list(&path, &["g(x, y, z + 5) >= 0 and x == y", "--plane", "z=5"]);
    assert_eq!(stderr, "2 positions; at 30 others it refers to ones outside the table\n");
    let (_, _, stderr) = list(&path, &["1 / (x - 2) < 0 and p", "--plane", "z=12"]);
    assert!(stderr.contains("1 position") || stderr.contains("no position"), "{stderr}");
    let (_, _, stderr) = list(&path, &["1 / (x - 2) > 5", "--plane", "z=10"]);
    assert_eq!(stderr, "no position satisfies the condition; at 1 other it has no value\n");
}

/// Catches rows and columns that change places, and heads that belong to other cells. Row 1 of Nim is
/// 1 0 3 2 5 4.
#[test]
fn values_are_printed_as_grids() {
    let (_directory, path) = table("nim --box 12x9");
    let grid = "y\\x |  8  9 10 11\n----+------------\n  0 |  8  9 10 11\n  1 |  9  8 11 10\n  2 | 10 11  8  9\n";
    let (code, stdout, stderr) = list(&path, &["--region", "8:,:3"]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, grid, ""));
    let (_, stdout, _) = list(&path, &["--region", "8:,1", "--json"]);
    let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!(object["values"], json!([[9, 8, 11, 10]]));
    assert_eq!(object["columns"], json!({"heap": "x", "start": 8, "end": 12}));
    let (_, stdout, _) = list(&path, &[]);
    assert_eq!(stdout.lines().count(), 2 + 9, "{stdout}");
    let (_directory, path) = temporary();
    let line = "tabulate triangle --tokens 30 --quantity outcome --engine cpu --out {}";
    done(line, &path);
    // P-positions of the Triangle Game with one heap empty have equal heaps; the plane is a triangle.
    let (_, stdout, stderr) = list(&path, &["--plane", "z=28"]);
    assert_eq!(stdout, "y\\x | 0 1 2\n----+------\n  0 | N N N\n  1 | N N\n  2 | N\n");
    assert_eq!(stderr, "");
    let (_, stdout, stderr) = list(&path, &["--plane", "sum=30"]);
    assert_eq!(stdout.lines().count(), 22, "{stdout}");
    assert!(stderr.contains("the plane has 31 columns and 31 rows"), "{stderr}");
}

#[test]
fn what_cannot_be_listed_is_refused() {
    let (_directory, path) = table("nim:3 --box 5");
    for (arguments, words) in [
        (vec![], "choose one, as in --plane z=5"),
        (vec!["x"], "a number stands where true or false is expected"),
        (vec!["x - y"], "a number is printed beside a condition, as in 'true' --show 'x - y'"),
        (vec!["p", "--limit", "1000001"], "give at most 1000000, or --all"),
        (vec!["p", "--limit", "-1"], "the number is negative"),
        (vec!["p", "--all", "--json"], "cannot be used with"),
        (vec!["p", "--csv", "--json"], "cannot be used with"),
        (vec!["p", "--region", "0:5,0:6"], "--region 0:5,0:6: it has 2 ranges"),
        (vec!["p", "--region", "0:5,0:6,0:5"], "the range 0:6 is not within 0:5"),
        (vec!["p", "--plane", "z=5"], "--plane z=5: no position of the table is in it"),
        (vec!["--plane", "z=1,y=1"], "it does not leave two heaps free"),
        (vec!["--plane", "z=1", "--limit", "3"], "give a condition"),
        (vec!["--plane", "z=1", "--all"], "give a condition"),
        (vec!["--plane", "z=1", "--csv"], "give a condition"),
        (vec!["other == 0"], "there is no second table"),
    ] {
        let (code, stdout, stderr) = list(&path, &arguments);
        assert_eq!(code, 2, "{arguments:?}: {stderr}");
        assert_eq!(stdout.is_empty(), !arguments.contains(&"--json"), "{arguments:?}: {stdout}");
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    }
    let (_directory, path) = table("subtraction:1,2 --box 50");
    // One heap has no rows and columns.
    let (code, stdout, _) = list(&path, &["--limit", "4"]);
    assert_eq!((code, stdout.as_str()), (0, "(0)  0\n(1)  1\n(2)  2\n(3)  0\n"));
    let (_, stdout, _) = list(&path, &["p", "--limit", "2"]);
    assert_eq!(stdout, "(0)  0\n(3)  0\n");
}
