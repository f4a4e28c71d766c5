//! Texts of any length are quoted by their beginning.

use std::fs;

use crate::{ended, grundytab, table};

/// Runs words, of which one may be as long as the system allows.
fn run_words(words: &[&str]) -> (i32, String, String) {
    ended(&grundytab("").args(words).output().expect("the program runs"))
}

/// Catches an error that repeats all of what was typed, or read.
#[test]
fn errors_quote_a_bounded_text() {
    let (directory, path) = table("nim --box 16");
    let table = path.to_str().expect("a plain path");
    let long = "9".repeat(100_000);
    let game = format!("vector:{long}");
    let toml = directory.path().join("game.toml");
    fs::write(&toml, format!("game = \"{}\"\n", "chess".repeat(1_400_000))).expect("written");
    let set = directory.path().join("set.txt");
    fs::write(&set, "7".repeat(7_000_000)).expect("written");
    let toml = toml.to_str().expect("a plain path");
    let set = format!("subtraction:@{}", set.display());
    let claim = format!("g == {long}");
    let false_claim = format!("g == 1{}", " + 1".repeat(20_000));
    let position = format!("{long},1");
    for words in [
        vec!["tabulate", &game, "--box", "9", "--discard"],
        vec!["tabulate", &long, "--box", "9", "--discard"],
        vec!["tabulate", "wythoff", "--box", &long, "--discard"],
        vec!["tabulate", "wythoff", "--box", "9", "--quantity", &long, "--discard"],
        vec!["tabulate", "wythoff", "--box", "9", "--out", &long],
        vec!["tabulate", toml, "--box", "9", "--discard"],
        vec!["tabulate", &set, "--box", "9", "--discard"],
        vec!["verify", table, "--claim", &claim],
        vec!["verify", table, "--claim", &long],
        vec!["verify", table, "--claim", &false_claim],
        vec!["verify", &long],
        vec!["info", &long],
        vec!["query", table, &position],
        vec!["sum", &long],
        vec![&long],
    ] {
        for json in [false, true] {
            let mut words = words.clone();
            words.extend(json.then_some("--json"));
            let (code, stdout, stderr) = run_words(&words);
            let what = words.iter().map(|word| &word[..word.len().min(20)]).collect::<Vec<_>>();
            assert!(code > 0, "{what:?}");
            let printed = stdout.len() + stderr.len();
            assert!(printed < 6000, "{what:?}: {printed} bytes");
            assert!(stderr.contains(" characters)"), "{what:?}: {stderr}");
        }
    }
}

/// What a long path is wrong about stands behind it, and is not cut off.
#[test]
fn the_reason_is_not_cut_off() {
    let (code, _, stderr) = run_words(&["info", &"x".repeat(100_000)]);
    assert_eq!(code, 4);
    assert!(stderr.contains("xxx... (1"), "{stderr}");
    assert!(stderr.contains("File name too long"), "{stderr}");
}
