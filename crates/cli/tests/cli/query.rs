//! Positions that are looked up: all options, and positions as they are printed.

use serde_json::json;

use crate::{done, ended, grundytab, json_of, table};

/// Catches options that are missing or counted twice, and winning moves that are not marked: the options of
/// (1, 2) and (2, 2) in Wythoff Nim.
#[test]
fn all_options_are_listed_with_their_values() {
    let (_directory, path) = table("wythoff --box 20");
    let report = json_of(0, "query {} 2,2 --options --json", &path);
    let option = |x: u32, y: u32, value: u32, winning: bool| {
        let outcome = if value == 0 { "P" } else { "N" };
        json!({"position": [x, y], "value": value, "outcome": outcome, "winning": winning})
    };
    let options = json!([
        option(0, 0, 0, true),
        option(0, 2, 2, false),
        option(1, 1, 2, false),
        option(2, 0, 2, false),
        option(1, 2, 0, true),
        option(2, 1, 0, true),
    ]);
    assert_eq!(report["answers"][0]["options"], options);
    assert_eq!(report["answers"][0]["option_count"], 6);
    let stdout = done("query {} 2,2 --options --limit 1", &path);
    let first = "  take 2 from x and 2 from y -> (0, 0): Grundy value 0, P-position, wins\n";
    assert!(stdout.contains(&format!("  options: 6\n{first}  and 5 more (--limit 6 ")), "{stdout}");
    // A P-position has options, of which none wins.
    let stdout = done("query {} 1,2 --options", &path);
    assert!(stdout.contains("  options: 4\n") && !stdout.contains("wins"), "{stdout}");
}

/// Catches a position that the program prints and does not read.
#[test]
fn positions_are_read_as_they_are_printed() {
    let (_directory, path) = table("wythoff --box 20");
    let table = path.to_str().expect("a plain path");
    for position in ["(3, 5)", "(3,5)", "3,5", "3, 5", " ( 3 , 5 ) "] {
        for arguments in
            [vec!["query", table, position], vec!["sum", &format!("{table}@{position}")]]
        {
            let output = grundytab("").args(&arguments).output().expect("runs");
            let (code, stdout, _) = ended(&output);
            assert_eq!(code, 0, "{arguments:?}");
            assert!(stdout.contains("(3, 5): ") && stdout.contains("P-position"), "{stdout}");
        }
    }
    for position in ["(3, 5", "3, 5)", "()", "((3, 5))", "(3; 5)", "(3, 5, )"] {
        let output = grundytab("query").args([table, position]).output().expect("runs");
        let (code, _, stderr) = ended(&output);
        assert_eq!(code, 2, "{position}");
        assert!(stderr.contains("as in 3,5 or (3, 5)"), "{stderr}");
    }
}
