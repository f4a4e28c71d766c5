//! A game in the place of a table: what it is answered, what is said of it, and that nothing is left of it.

use std::fs;

use tempfile::TempDir;

use crate::{done, ended, ends, fails, grundytab, json_of, refused, table, temporary};

/// Catches a game that is tabulated as another one, on another domain, or by other rules than the table of the note, and
/// files that are left behind.
#[test]
fn a_game_stands_for_its_table() {
    let (directory, path) = temporary();
    for (of_game, of_table, positions) in [
        ("wythoff --box 20x12", "", "list {} p --all"),
        ("kayles --box 60 --values", "--box 60", "list {} --all"),
        ("wythoff --box 9 --misere --quantity outcome", "", "query {} 4,5 3,5 --options"),
        ("triangle --tokens 12", "", "export {} --format csv --out -"),
        ("partizan:1,0/0,2:1,1/0,3 --box 8 --quantity outcome-class", "", "list {} --json"),
        ("maharaja --box 12", "", "export {} --format p-positions --out -"),
    ] {
        let game = of_game.split(' ').next().expect("a game");
        let of_table = if of_table.is_empty() { &of_game[game.len() + 1..] } else { of_table };
        done(
            &format!("tabulate {game} {of_table} --engine cpu --quiet --overwrite --out {{}}"),
            &path,
        );
        let expected = done(positions, &path);
        fs::remove_dir_all(&path).expect("removed");
        let found = ended(
            &grundytab(&positions.replace("{}", of_game))
                .current_dir(directory.path())
                .output()
                .expect("it runs"),
        );
        assert_eq!((found.0, found.1), (0, expected), "{of_game}: {}", found.2);
        let name = game.replace([':', ',', '/'], "-");
        let note = format!("`grundytab tabulate {game} ");
        let out = format!(" --out {name}.zarr` keeps the table");
        let is_told = found.2.contains(&note) && found.2.contains(&out);
        assert!(is_told || positions.contains("--json"), "{}", found.2);
        assert_eq!(fs::read_dir(directory.path()).expect("a folder").count(), 0, "{of_game}");
    }
}

/// Catches infinite values of a loopy game without their sets.
#[test]
fn a_loopy_game_has_its_sets() {
    let (_directory, path) = temporary();
    let rules =
        ["rules: loopy; terminal x == 0; (x - k) for k in {1, 4, 5} if x >= k; (x + 2) if x < 18"];
    let made = ["tabulate", rules[0], "--box", "20", "--quiet", "--out"];
    let made = grundytab("").args(made).arg(&path).output().expect("it runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let expected = done("list {} --all", &path);
    let found = grundytab("list --box 20 --all").args(rules).output().expect("it runs").stdout;
    assert_eq!(String::from_utf8_lossy(&found), expected);
}

/// Catches a domain that lacks the positions, and one that no note names.
#[test]
fn a_domain_is_chosen() {
    let nowhere = TempDir::new().expect("a folder");
    let (stdout, stderr) = ends(0, "query wythoff 4,7 1,2", nowhere.path());
    assert!(
        stdout.starts_with("(4, 7): Grundy value 0") && stderr.contains("--box 5x8 "),
        "{stdout}{stderr}"
    );
    let of = |line| done(line, nowhere.path());
    assert_eq!(of("query wythoff 4 7"), of("query wythoff 4,7"));
    assert_eq!(of("query kayles 4 5").matches("Grundy value").count(), 2);
    let (_, stderr) = ends(0, "query triangle 1,2,3", nowhere.path());
    assert!(stderr.contains("--tokens 6 ") || stderr.contains("--box 2x3x4 "), "{stderr}");
    let (_, stderr) = ends(0, "list wythoff p", nowhere.path());
    assert!(stderr.contains("on box 100x100, by default; "), "{stderr}");
    let report = json_of(0, "verify wythoff --box 300 --claim g<=x+y --json", nowhere.path());
    assert_eq!(report["claims"][0]["holds"], true);
    // A partizan game has no Grundy values.
    let (_, stderr) = ends(0, "list partizan:1,0:0,1 --box 4 true", nowhere.path());
    assert!(stderr.contains("--quantity outcome"), "{stderr}");
}

/// Catches games among several tables that have no row, and a game that is misspelt whose row does not say so.
#[test]
fn games_have_rows() {
    let (directory, path) = table("nim:1 --box 99");
    let rows = done("analyze kayles {} dawson --box 300 --only periods --csv", &path);
    let names: Vec<&str> =
        rows.lines().map(|row| row.split(',').next().unwrap_or_default()).collect();
    assert_eq!(names, ["name", "kayles", path.to_str().expect("a path"), "dawson"], "{rows}");
    assert!(rows.contains(",12,"), "Kayles has the period 12: {rows}");
    let (rows, _) = ends(1, "analyze kayles kailes --csv --only values", directory.path());
    assert!(rows.contains("there is nothing at this path"), "{rows}");
    ends(2, "analyze {} {} --csv --box 9", &path);
}

/// Catches nonsense that is taken for a game, and errors that do not say what it may be.
#[test]
fn what_is_neither_is_refused() {
    for (line, words) in [
        ("list nonsense", "nonsense: there is neither a table nor a game of this name"),
        ("list wythof", "did you mean wythoff?"),
        ("list octal:0.9", "octal:0.9: "),
        (
            "list wythoff --box 99999",
            "`grundytab tabulate wythoff --box 99999x99999 --out wythoff.zarr` stores",
        ),
        ("list wythoff --box 3 --tokens 4", "cannot be used with"),
        ("verify nim:2 --box 9 --only integrity", "a game has no files"),
        ("query nim:2 1,2,3", "the position has 3 heaps, the table 2"),
    ] {
        refused(line, words);
    }
    let (directory, path) = table("wythoff --box 9");
    fails(4, "query {} 1,2", &directory.path().join("none.zarr"), "there is nothing at this path");
    for flag in ["--box 9", "--tokens 3", "--quantity outcome", "--values", "--misere"] {
        let (_, stderr) = ends(2, &format!("list {{}} {flag}"), &path);
        assert!(stderr.contains("is a table"), "{stderr}");
    }
}

/// Catches an array that is read as other values, or whose moves are guessed.
#[test]
fn an_array_of_numpy_stands_for_its_table() {
    let (_directory, path) = table("wythoff --box 20x12");
    let values = path.with_file_name("values.npy");
    done(&format!("export {{}} --format npy --out {} --quiet", values.display()), &path);
    for line in ["list {} p --all", "list {} --region 0:9,0:5", "export {} --format csv --out -"] {
        assert_eq!(done(line, &values), done(line, &path), "{line}");
    }
    let report = json_of(0, "verify {} --of wythoff --full --json", &values);
    assert_eq!(report["positions_checked"], 240);
    let (_, stderr) = ends(0, "verify {} --claim g<=x+y", &values);
    assert!(stderr.contains("the moves are not known"), "{stderr}");
    for (line, told) in [
        ("query {} 3,5", "without the rules of a game"),
        ("verify {} --full", "without the rules of a game"),
        ("list {} --box 9", "an array has its sides"),
        ("list {} --quantity outcome", "is none of the outcomes"),
        ("list {} --of nim:3", "the box has 2 sides and the game 3 heaps"),
        ("list wythoff --of nim", "it says what an array is of"),
    ] {
        let (_, stderr) = ends(2, line, &values);
        assert!(stderr.contains(told), "{line}: {stderr}");
    }
    let (_, stderr) = ends(2, "list nowhere.npy", &path);
    assert!(stderr.contains("No such file") && stderr.contains("numpy.save"), "{stderr}");
    fs::write(&values, "nonsense").expect("written");
    let (_, stderr) = ends(2, "list {}", &values);
    assert!(stderr.contains("it is no file of NumPy"), "{stderr}");
}
