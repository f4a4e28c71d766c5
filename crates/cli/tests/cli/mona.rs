//! MONA, an independent program, repeats proofs of this one, and refutes automata that were changed.
//!
//! `scripts/test` installs MONA; without it these tests fail, unless `GRUNDYTAB_NO_MONA_TESTS=1` is set.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin_cmd;
use tempfile::TempDir;

fn tests_are_off() -> bool {
    let is_off = std::env::var_os("GRUNDYTAB_NO_MONA_TESTS").is_some_and(|value| value == "1");
    if is_off {
        eprintln!("NOT RUN: proofs repeated by MONA, because GRUNDYTAB_NO_MONA_TESTS=1 is set");
    }
    is_off
}

/// Proves a game, which may stand in quotation marks, and writes the proof for MONA.
fn exported(line: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a directory");
    let mut command = cargo_bin_cmd!("grundytab");
    for (number, part) in line.split('\'').enumerate() {
        match number % 2 {
            0 => command.args(part.split_whitespace()),
            _ => command.arg(part),
        };
    }
    command.arg("--quiet").arg("--mona").arg(folder.path());
    command.assert().success();
    folder
}

/// Returns what MONA says of a program.
fn mona(folder: &Path, program: &str) -> String {
    let mut command = Command::new("mona");
    let output = command.args(["-q", program]).current_dir(folder).output();
    let output = output.expect("MONA runs: scripts/test installs it");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn programs(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("a folder");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let mut programs: Vec<String> = names.filter(|name| name.ends_with(".mona")).collect();
    programs.sort();
    programs
}

/// Catches a sentence that says something else than the definition, an automaton that is exported wrong, and
/// a theorem that is none: in numerations of one bit a digit and of several, with one set and with several.
#[test]
fn mona_finds_the_sentences_valid() {
    if tests_are_off() {
        return;
    }
    for (line, sets) in [
        ("prove wythoff --numeration fibonacci", "p"),
        ("prove nim --numeration base:2", "p"),
        ("prove wythoff --numeration fibonacci --misere", "p"),
        ("prove wythoff+to-zero=1,2 --numeration fibonacci", "p"),
        ("prove fibonacci --numeration fibonacci", "p"),
        ("prove subtraction:2,5,8 --numeration base:3", "p"),
        ("prove digraph:XY/YX --numeration fibonacci", "p"),
        ("prove nim --numeration base:2 --values 1", "g0 g1"),
        ("prove subtraction:fibonacci-odd --numeration fibonacci", "p"),
        ("prove partizan:1,0/0,1:1,1/2,1 --numeration base:2", "left right"),
        ("prove 'rules: (x - 1) if x > 0; (x / 2) if x > 0' --numeration base:2", "p"),
        (
            "prove 'rules: positions y <= x / 2; (k, min(y, k / 2)) for 0 <= k < x; (x, k) for 0 <= k < y' --numeration base:2",
            "p",
        ),
        ("prove 'rules: (x / 2) + ((x - 1) / 2) if x > 0' --values 1 --numeration base:2", "g0 g1"),
    ] {
        let folder = exported(line);
        let mut expected: Vec<String> = format!("addition files {sets}")
            .split(' ')
            .map(|name| format!("{name}.mona"))
            .collect();
        expected.sort();
        let programs = programs(folder.path());
        assert_eq!(programs, expected, "{line}");
        for program in programs {
            let answer = mona(folder.path(), &program);
            assert!(answer.contains("Formula is valid"), "{line}, {program}: {answer}");
        }
    }
}

/// Changes, one after another, whether words may end in each state of an automaton, and asks MONA.
fn refuted_mutants(folder: &Path, file: &str, program: &str) -> usize {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("an automaton");
    let (before, rest) = text.split_once("final: ").expect("the accepting states");
    let (states, after) = rest.split_once('\n').expect("the end of the line");
    let states: Vec<&str> = states.split(' ').collect();
    let count = states.len() - 2;
    // The first state reads the letter for variables that are no sets; the last one that of no digits.
    for changed in 1..states.len() - 1 {
        let mut states = states.clone();
        states[changed] = if states[changed] == "1" { "-1" } else { "1" };
        let mutant = format!("{before}final: {}\n{after}", states.join(" "));
        fs::write(&path, mutant).expect("written");
        let answer = mona(folder, program);
        let is_refuted = answer.contains("A counter-example") && !answer.contains("is valid");
        assert!(is_refuted, "{file}, state {changed}: {answer}");
    }
    fs::write(&path, &text).expect("written");
    count
}

/// Catches a sentence that is valid whatever the automata accept.
#[test]
fn mona_refutes_changed_automata() {
    if tests_are_off() {
        return;
    }
    for (line, sum) in [
        ("prove wythoff --numeration fibonacci", "sum-cba.dfa"),
        ("prove nim --numeration base:2", "sum-cba.dfa"),
    ] {
        let folder = exported(line);
        assert!(refuted_mutants(folder.path(), "p-ab.dfa", "p.mona") >= 2, "{line}");
        assert!(refuted_mutants(folder.path(), "p-ba.dfa", "files.mona") >= 2, "{line}");
        assert!(refuted_mutants(folder.path(), sum, "files.mona") > 2, "{line}");
    }
}
