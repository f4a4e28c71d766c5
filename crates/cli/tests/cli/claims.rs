//! Claims and ranges on the command line: what is said of them, and to whom.

use std::fs;

use serde_json::{Value, json};

use crate::{ended, grundytab, table};

/// Runs `verify --only claims` on a table with these arguments, which may have spaces; returns exit code,
/// stdout and stderr.
fn verify(path: &std::path::Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = grundytab("verify --only claims");
    ended(&command.arg(path).args(arguments).output().expect("the program runs"))
}

/// Checks that arguments are refused in these words, in one line.
fn assert_refused(path: &std::path::Path, arguments: &[&str], words: &str) {
    let (code, stdout, stderr) = verify(path, arguments);
    assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
    assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

/// Catches a claim that is told as confirmed although nothing confirms it, wrong counts, and lists that are
/// cut. The pairs of Wythoff Nim with both heaps below 20 are (0, 0), (1, 2), (3, 5), (4, 7), (6, 10),
/// (8, 13), (9, 15), (11, 18), with their mirror images 15 positions.
#[test]
fn claims_say_how_often_they_hold() {
    let (_directory, path) = table("wythoff --box 20");
    for (claim, code, words) in [
        ("g <= tokens", 0, ": holds on 400 positions\n"),
        (
            "p and x < y implies x == floor_phi(y - x)",
            0,
            ": holds on 7 positions; its premise is false on 393 others\n",
        ),
        ("x > 99 implies p", 0, ": never applies; its premise is false on 400 positions\n"),
        (
            "g(x - 20, y) == 0",
            0,
            ": never applies; on 400 positions it refers to others outside the table\n",
        ),
        (
            "p implies x < y",
            1,
            ": first counterexample (0, 0), with the value 0; it fails on 8 positions and holds on 7 \
             (46.7 %); its premise is false on 385 others\n  (2, 1), with the value 0\n  (5, 3), with the \
             value 0\n",
        ),
        (
            "not p implies 3 / x > 0",
            2,
            ": has no value at (0, 1) and 18 others; it fails on 309 positions\n",
        ),
        (
            "p implies 3 / x > 1",
            2,
            ": has no value at (0, 0); it fails on 13 positions\n  (2, 1), where it is false, with the value 0\n  \
             (3, 5), where it is false, with the value 0\n",
        ),
    ] {
        let (found, stdout, stderr) = verify(&path, &["--claim", claim, "--counterexamples", "3"]);
        assert_eq!(found, code, "{claim}: {stderr}");
        assert!(stdout.contains(&format!("claim {claim}{words}")), "{claim}: {stdout}");
    }
    let (_, stdout, _) = verify(&path, &["--first", "--claim", "p implies x < y"]);
    assert!(stdout.ends_with(": first counterexample (0, 0), with the value 0\n"), "{stdout}");
}

#[test]
fn programs_are_told_the_same() {
    let (_directory, path) = table("wythoff --box 20");
    let claims = ["--claim", "x > 99 implies p", "--claim", "p implies x < y"];
    let arguments =
        [&claims[..], &["--counterexamples", "2", "--range", "x - y", "--json"]].concat();
    let (code, stdout, _) = verify(&path, &arguments);
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &report["all_hold"]), (1, &json!(false)));
    let [vacuous, wrong] = [&report["claims"][0], &report["claims"][1]];
    assert_eq!((&vacuous["holds"], &vacuous["never_applies"]), (&json!(true), &json!(true)));
    assert_eq!((&vacuous["silent_on"], &vacuous["share"]), (&json!(400), &Value::Null));
    assert_eq!((&wrong["holds"], &wrong["never_applies"]), (&json!(false), &json!(false)));
    assert_eq!((&wrong["holds_on"], &wrong["fails_on"]), (&json!(7), &json!(8)));
    assert_eq!(wrong["share"].as_f64(), Some(7.0 / 15.0));
    assert_eq!(wrong["counterexample"], json!([0, 0]));
    assert_eq!(wrong["counterexamples"][1]["position"], json!([2, 1]));
    assert_eq!(wrong["counterexamples"].as_array().map(Vec::len), Some(2));
    let range = &report["ranges"][0];
    let extremum =
        |value: i32, at: [u32; 2]| json!({"value": value, "position": at, "positions": 1});
    assert_eq!(range["minimum"], extremum(-19, [0, 19]));
    assert_eq!(range["maximum"], extremum(19, [19, 0]));
    assert_eq!((&range["mean"], &range["positions"]), (&json!(0.0), &json!(400)));
    // Where the check ends early, numbers of positions are unknown.
    let (_, stdout, _) = verify(&path, &["--claim", "p implies x < y", "--first", "--json"]);
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!(report["claims"][0]["fails_on"], Value::Null);
    assert_eq!(report["claims"][0]["counterexample"], json!([0, 0]));
}

#[test]
fn claims_are_read_from_files() {
    let (directory, path) = table("nim --box 9");
    let file = directory.path().join("claims.txt");
    let name = file.to_str().expect("a plain path");
    fs::write(&file, "\u{feff}# of Nim\r\ng == x ^ y\r\n\r\n  p == (x == y) # Bouton\r\n")
        .expect("written");
    let (code, stdout, stderr) = verify(&path, &["--claim-file", name, "--range", "g"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("\nclaim g == x ^ y: holds on 81 positions\n"), "{stdout}");
    assert!(stdout.contains("\nclaim p == (x == y): holds on 81 positions\n"), "{stdout}");
    let words = "\nrange g: least 0 (first at (0, 0)), largest 15 (first at (7, 8)), mean ";
    assert!(stdout.contains(words), "{stdout}");
    // A file that claims nothing would hold whatever the table is.
    fs::write(&file, "# nothing yet\n").expect("written");
    let (code, _, stderr) = verify(&path, &["--claim-file", name]);
    assert_eq!(code, 2);
    assert!(stderr.contains("no claim is in the file"), "{stderr}");
    fs::write(&file, "g == x ^ y\n\ng = x\n").expect("written");
    for (arguments, words) in [
        (vec!["--claim-file", name], "line 3: g = x: = is not a comparison"),
        (vec!["--claim-file", "/no/such/file"], "/no/such/file: No such file"),
        (vec!["--claim", "p", "--counterexamples", "0"], "it is from 1 to 1000000"),
        (vec!["--claim", "p", "--counterexamples", "-3"], "the number is negative"),
        (vec!["--claim", "p", "--counterexamples", "2", "--first"], "cannot be used with"),
        (vec!["--range", "x <"], "it ends where a number or a name is expected"),
    ] {
        assert_refused(&path, &arguments, words);
    }
}

/// Catches positions without a value that are taken for counterexamples, a picture that does not say what it shows, and a
/// single counterexample without a mark.
#[test]
fn pictures_of_claims_say_what_they_show() {
    let (directory, path) = table("wythoff --box 40");
    let picture = directory.path().join("claim.svg");
    let name = picture.to_str().expect("a plain path");
    let claim = "x / (y - 3) >= -900";
    let (code, _, stderr) = verify(&path, &["--claim", claim, "--show", name]);
    let words = "no counterexample, 40 positions without a value";
    assert!(code == 2 && stderr.contains(words), "{stderr}");
    let svg = fs::read_to_string(&picture).expect("a picture");
    let has = |text: &str| svg.contains(&format!(">{text}</text>"));
    assert!(has("no value") && has("wythoff, box 40x40") && !has("counterexample"), "{svg:.3000}");
    let marked = ["--claim", "x != 3 or y != 5", "--show", name, "--marks", "2pt"];
    assert_eq!(verify(&path, &marked).0, 1);
    let svg = fs::read_to_string(&picture).expect("a picture");
    // It has a rim, and so has the one in the legend.
    assert_eq!(svg.matches("<circle").count(), 4);
    assert_eq!(svg.matches(">counterexample</text>").count(), 1);
}

/// Catches a picture that is drawn of nothing, or in the place of another file; the exit code is that of
/// the claim.
#[test]
fn counterexamples_are_drawn() {
    let (directory, path) = table("wythoff --box 40");
    let picture = directory.path().join("claim.png");
    let name = picture.to_str().expect("a plain path");
    let (code, _, stderr) = verify(&path, &["--claim", "g <= max(x, y)", "--show", name]);
    assert_eq!(code, 1, "{stderr}");
    assert!(
        stderr.starts_with(&format!("{name}: ")) && stderr.contains(" counterexamples\n"),
        "{stderr}"
    );
    let bytes = fs::read(&picture).expect("a picture");
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    // A claim that is true has none.
    let other = directory.path().join("other.png");
    let other_name = other.to_str().expect("a plain path");
    let (code, _, stderr) = verify(&path, &["--claim", "g <= tokens", "--show", other_name]);
    assert_eq!((code, other.exists()), (0, false), "{stderr}");
    assert!(stderr.contains("there is no counterexample, and no picture is drawn"), "{stderr}");
    assert_eq!(fs::read_dir(directory.path()).expect("a folder").count(), 2);
    let text = directory.path().join("notes.txt");
    fs::write(&text, "notes").expect("written");
    let notes = text.to_str().expect("a plain path");
    for (arguments, words) in [
        (
            vec!["--claim", "p", "--claim", "p", "--show", name],
            "a picture shows the counterexamples to one claim",
        ),
        (vec!["--claim", "p", "--show", notes], "a file that is not a picture exists at this path"),
        (
            vec!["--claim", "p", "--show", "claim.jpg"],
            "give a name that ends with .png, .svg or .pdf",
        ),
        (vec!["--claim", "p", "--show", name, "--plane", "z=3"], "there is no such heap"),
        (vec!["--claim", "p", "--plane", "z=3"], "required"),
        (vec!["--claim", "p", "--show", "-"], "give the path of a picture"),
        (vec!["--claim", "p", "--show", "/no/such/folder/c.png"], "there is no folder"),
    ] {
        assert_refused(&path, &arguments, words);
    }
}
