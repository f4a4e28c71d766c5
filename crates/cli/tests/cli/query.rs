//! Positions that are looked up: all options, the game graph, and positions as they are printed.

use serde_json::json;

use crate::{done, ended, ends, fails, grundytab, json_of, table};

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

/// Catches text that Graphviz does not read: each line is a node or an edge between nodes that are there.
#[test]
fn game_graphs_are_in_the_dot_language() {
    let (_directory, path) = table("wythoff --box 60");
    let (stdout, stderr) = ends(0, "query {} 3,4 --graph 2", &path);
    assert_eq!(stderr, "");
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines[0], "digraph \"wythoff from (3, 4)\" {");
    assert_eq!(lines.last(), Some(&"}"));
    let name = |text: &str| text.strip_prefix('n').and_then(|text| text.parse::<usize>().ok());
    let (mut nodes, mut edges) = (0, 0);
    for line in &lines[2..lines.len() - 1] {
        let line = line.strip_prefix("  ").and_then(|line| line.strip_suffix(';')).expect("a line");
        if let Some((from, to)) = line.split_once(" -> ") {
            let ends = [from, to].map(|end| name(end).expect("a node"));
            assert!(ends.iter().all(|&end| end < nodes), "{line}");
            edges += 1;
        } else {
            let (node, attributes) = line.split_once(' ').expect("attributes");
            assert_eq!(name(node), Some(nodes), "{line}");
            assert!(attributes.starts_with("[label=\"(") && attributes.ends_with(']'), "{line}");
            nodes += 1;
        }
    }
    // Two moves reach every position below (3, 4) but itself: 20 with it.
    assert_eq!(nodes, 20);
    assert!(edges > nodes, "{edges}");
    for (line, words) in [
        ("query {} 59,59 --graph 9", "the game graph has more than 2000 positions"),
        ("query {} 3,4 --graph x", "--graph x: not a number"),
        ("query {} 3,4 --graph 2 --json", "cannot be used with"),
        ("query {} 60,4 --graph 2", "is not in the table"),
    ] {
        fails(2, line, &path, words);
    }
}
