//! `prove`: theorems, what stays open, and what is refused.

use std::fs;

use serde_json::Value;

use crate::{refused, run, temporary};

/// Catches a theorem that is not said, or said of another game.
#[test]
fn wythoff_nim_is_proved() {
    let (_directory, graph) = temporary();
    let (code, stdout, stderr) = run("prove wythoff --graph {}", &graph);
    assert_eq!(code, 0, "{stderr}");
    let theorem = "Theorem. In wythoff, for all heap sizes, written in numeration fibonacci:";
    assert_eq!(stdout.lines().next(), Some(theorem));
    assert!(stdout.contains("the P-positions are those that an automaton of 7 states accepts"));
    let graph = fs::read_to_string(graph).expect("the graph");
    assert_eq!(graph.matches("shape = ").count(), 7, "{graph}");
    let line = "prove wythoff+block=2 --numeration base:2 --json";
    let (code, stdout, stderr) = run(line, "unused".as_ref());
    assert_eq!((code, stderr.as_str()), (0, ""));
    let object: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(object["proved"], true);
    assert_eq!(object["sets"][0]["set"], "P-positions");
}

/// Catches a proof of what is not automatic: the P-positions of Wythoff Nim in base 2.
#[test]
fn what_is_not_proved_is_said() {
    let line = "prove wythoff --numeration base:2 --positions 20000 --json";
    let (code, stdout, stderr) = run(line, "unused".as_ref());
    assert_eq!(code, 1);
    assert!(stderr.contains("no automaton of at most"), "{stderr}");
    let object: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(object["proved"], false);
    assert_eq!(object["tried"][0]["numeration"], "base:2");
}

#[test]
fn what_cannot_be_proved_is_refused() {
    for (line, words) in [
        ("prove euclid", "its moves multiply heaps"),
        ("prove wythoff --numeration roman", "there is no such numeration"),
        ("prove wythoff --numeration base:1", "it is from 2 to 10"),
        ("prove partizan:1,0/0,1:1,1 --values 2", "the game has no Grundy values"),
        ("prove wythoff --misere --values 2", "cannot be used with"),
    ] {
        refused(line, words);
    }
}
