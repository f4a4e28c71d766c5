//! Mutants: rules in which a sign, a bound, a name or a clause is another one are refuted, unless the theorem is true of them
//! too.

use super::super::Verdict;
use super::learned::{BruteForce, cube, verdict};
use super::theorems::{THEOREMS, numerations};
use crate::tests::common::random;
use grundytab::quantity::Convention;
use grundytab::ruleset::WrittenRuleset;

/// What becomes what.
const CHANGES: [(&str, &str); 14] = [
    ("<=", "<"),
    ("<", "<="),
    (">=", ">"),
    (">", ">="),
    ("==", "!="),
    ("+", "-"),
    ("-", "+"),
    ("x", "y"),
    ("y", "x"),
    ("k", "(k + 1)"),
    ("0", "1"),
    ("1", "2"),
    ("2", "1"),
    ("and", "or"),
];

/// Returns each text with one token changed, or a clause left out.
pub(super) fn mutants(rules: &str) -> Vec<String> {
    let tokens = tokens(rules);
    let mut mutants = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        for (_, to) in CHANGES.iter().filter(|(from, _)| from == token) {
            let mut changed = tokens.clone();
            changed[place] = to;
            mutants.push(changed.concat());
        }
    }
    let clauses: Vec<&str> = rules.split("; ").collect();
    for place in 0..clauses.len() {
        let mut fewer = clauses.clone();
        fewer.remove(place);
        mutants.push(fewer.join("; "));
    }
    mutants
}

/// Divides a text into words, numbers, signs and spaces.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        'a'..='z' | '0'..='9' => 0,
        '<' | '>' | '=' | '!' => 1,
        _ => 2,
    };
    let mut tokens = Vec::new();
    let mut begin = 0;
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    for pair in characters.windows(2) {
        if kind(pair[0].1) != kind(pair[1].1) || kind(pair[0].1) == 2 {
            tokens.push(&text[begin..pair[1].0]);
            begin = pair[1].0;
        }
    }
    tokens.push(&text[begin..]);
    tokens
}

/// Whether the P-positions of the game with small heaps are those of a theorem; false if the rules have a fault there.
fn agrees(game: &WrittenRuleset, side: u32, is_p: fn(&[u64]) -> bool) -> bool {
    let mut outcomes = BruteForce::of(game, Convention::Normal);
    cube(game.heaps(), side).into_iter().all(|at| {
        let sizes: Vec<u64> = at.iter().map(|&heap| heap.into()).collect();
        match outcomes.wins(0, &at) {
            Ok(Some(wins)) => wins != is_p(&sizes),
            // A cell that is no position is in no set.
            Ok(None) => !is_p(&sizes),
            Err(_) => false,
        }
    })
}

/// Catches a part of rules that the check does not read, or reads as something else: the theorem would be proved of other
/// rules.
#[test]
fn mutated_rules_are_refuted() {
    let known = numerations();
    let (mut wrong, mut proved) = (0, 0);
    for theorem in &THEOREMS {
        let side = if theorem.heaps == 3 { 7 } else { 14 };
        assert!(agrees(&WrittenRuleset::new(theorem.rules).expect("rules"), side, theorem.is_p));
        let automaton = theorem.automaton(&known);
        for rules in random::sample(mutants(theorem.rules), 6) {
            let Ok(game) = WrittenRuleset::new(&rules) else { continue };
            if game.heaps() != theorem.heaps {
                continue;
            }
            let agrees = agrees(&game, side, theorem.is_p);
            let verdict = verdict(&theorem.certificate(&rules, automaton.clone(), &known));
            match verdict {
                Ok(Verdict::Proved) => {
                    assert!(agrees, "proved: {rules}");
                    proved += 1;
                }
                Ok(Verdict::Refuted(refutation)) => {
                    assert!(!agrees, "{refutation}: {rules}");
                    wrong += 1;
                }
                Err(error) => panic!("{error}: {rules}"),
            }
        }
    }
    assert!(wrong > 2 * THEOREMS.len() && proved > 0, "{wrong}, {proved}");
}
