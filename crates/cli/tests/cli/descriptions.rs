//! `prove --describe`: what automata are like, compared with tables.

use std::fs;

use serde_json::{Value, json};

use crate::{done, json_of, tabulate, temporary};

/// Catches a description of another automaton: counts and examples against those of a table, of three games and of a
/// certificate.
#[test]
fn automata_are_described() {
    let (directory, certificate) = temporary();
    for (game, numeration, side) in
        [("wythoff", "fibonacci", 144), ("nim", "base:2", 64), ("wythoff+block=1", "fibonacci", 89)]
    {
        let line =
            format!("prove {game} --numeration {numeration} --certificate {{}} --describe --json");
        let object = json_of(0, &line, &certificate);
        let described = &object["descriptions"][0];
        let table = directory.path().join("table.zarr");
        tabulate(&format!("{game} --box {side} --quantity outcome"), &table);
        let positions = json_of(0, "list {} p --limit 100000 --json", &table);
        let positions = positions["positions"].as_array().expect("positions");
        let weights: Vec<u64> = match numeration {
            "fibonacci" => vec![1, 2, 3, 5, 8, 13, 21, 34, 55, 89],
            _ => (0..6).map(|place| 1 << place).collect(),
        };
        let digits_of = |heap: u64| weights.iter().filter(|&&weight| weight <= heap).count();
        let mut counts = Vec::new();
        let mut all = Vec::new();
        for position in positions {
            let heaps = position["position"].as_array().expect("heaps");
            let heaps: Vec<u64> = heaps.iter().map(|heap| heap.as_u64().expect("a heap")).collect();
            let digits = heaps.iter().map(|&heap| digits_of(heap)).max().expect("two");
            counts.resize(counts.len().max(digits + 1), 0u64);
            counts[digits] += 1;
            all.push(heaps);
        }
        // The side is a weight, so that all positions of these digits are in the table.
        let found = described["counts"].as_array().expect("counts");
        let found: Vec<u64> = found.iter().map(|count| count.as_u64().expect("a count")).collect();
        assert_eq!(found[..counts.len()], counts, "{game}");
        let first = described["first"].as_array().expect("positions");
        for heaps in first {
            let heaps: Vec<u64> =
                heaps.as_array().expect("heaps").iter().filter_map(Value::as_u64).collect();
            assert!(all.contains(&heaps), "{game}: {heaps:?}");
        }
        assert_eq!((first.len(), &described["exchangeable"]), (8, &json!([[0, 1]])), "{game}");
        assert_eq!(described["states"], object["sets"][0]["states"]);
        let components = described["components"].as_array().expect("components");
        let states: u64 =
            components.iter().filter_map(|component| component["states"].as_u64()).sum();
        assert_eq!(described["states"], states, "{game}");
        let checked = json_of(0, "prove --check {} --describe --json", &certificate);
        assert_eq!(checked["descriptions"], object["descriptions"], "{game}");
        fs::remove_file(&certificate).expect("removed");
    }
    let stdout = done("prove wythoff --describe", "unused".as_ref());
    let description = stdout.split_once("\n\n").expect("a description").1;
    let page = include_str!("../../../../docs/proofs.md");
    let shown =
        page.split("adds to the theorem\n\n```text\n").nth(1).and_then(|of| of.split("```").next());
    assert_eq!(Some(description), shown);
    // A finite set, of which all positions are named; and an odd one.
    let stdout = done("prove subtraction:1 --describe --numeration base:2", "unused".as_ref());
    assert!(stdout.contains("  one heap\n"), "{stdout}");
    assert!(stdout.contains("digits: 1, 0, 1, 2, 4, 8, "), "{stdout}");
    let stdout = done("prove nim --values 1 --describe --numeration base:2", "unused".as_ref());
    assert_eq!(
        stdout.matches("the automaton of the positions of Grundy value").count(),
        2,
        "{stdout}"
    );
}
