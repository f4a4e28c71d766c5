//! Certificates in which one thing is changed, whatever the document holds: no command takes them for true, unless the change
//! means nothing.

use std::collections::BTreeMap;

use crate::proofs::prove::Definition;
use grundytab::{Convention, Ruleset};
use serde_json::Value;

use super::{prove_small, search};
use crate::tests::answers::{Answer, answers, mutants};
use crate::tests::common::random;

/// What may be changed without a change of what is claimed: where the certificate comes from; how many states are said to be
/// there, of which some may have no transitions; the name of the numeration by another one of the same; the name of the set
/// where the P-positions are the positions of the Grundy value 0; and the sets by fewer Grundy values.
const HARMLESS: &[&str] = &[
    "program: other",
    "evidence removed",
    "evidence with another key",
    "evidence.depth",
    "evidence.depth removed",
    "evidence.domain: other",
    "evidence.domain removed",
    "numeration.name: ostrowski:1",
    "numeration.valid.states",
    "sets",
    "sets[].automaton.states",
    "sets[].set: value:0",
];

/// A certificate of one game may be one of another game, too, as that of Nim is one of `digraph:XY/YX`. What passes has been
/// compared with the definition of the game that it names.
const OF_OTHER_GAMES: &str = "ruleset: ";

/// How many changes of each part of a certificate are looked at in each run: what a part means is seen at any of them.
const OF_A_PART: usize = 1;

/// Returns how many mutants of a certificate there are, and which parts were changed in those that passed, of a sample of each
/// part.
fn passing(text: &str) -> (usize, BTreeMap<String, usize>) {
    let document: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(answers(text), [Answer::Passed; 3], "{text}");
    let mut by_part: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mutants = mutants(&document);
    let count = mutants.len();
    for (part, mutant) in mutants {
        by_part.entry(part).or_default().push(mutant);
    }
    let passes = |mutant: &Value| answers(&mutant.to_string()).contains(&Answer::Passed);
    let passing = by_part.into_iter().map(|(part, mutants)| {
        (part, random::sample(mutants, OF_A_PART).iter().filter(|mutant| passes(mutant)).count())
    });
    (count, passing.filter(|(_, count)| *count > 0).collect())
}

/// Catches a command that passes over something that a certificate says, takes for true what another one refuses, or what
/// the definition contradicts: in numerations of each kind, which look at other keys.
#[test]
fn no_change_of_a_certificate_is_passed_over() {
    let (normal, misere) = (Convention::Normal, Convention::Misere);
    for (game, convention, numeration) in [
        ("nim", normal, "base:2"),
        ("nim", normal, "base:3"),
        ("nim", misere, "fibonacci"),
        ("nim:1", normal, "pell"),
        ("nim:1", misere, "tribonacci"),
        ("nim:1", normal, "ostrowski:3"),
        ("nim:1", misere, "quadratic:4,1"),
        ("nim:1", normal, "recurrence:3,2"),
        ("wythoff", normal, "fibonacci"),
        ("subtraction:2,5", normal, "base:2"),
        ("subtraction:fibonacci-odd", normal, "fibonacci"),
        ("fibonacci", normal, "fibonacci"),
        ("nim+block=1", normal, "base:2"),
        ("digraph:XY/YX", normal, "base:2"),
        ("partizan:1:2", normal, "base:2"),
        ("partizan:1:2", misere, "base:2"),
    ] {
        let proof = search(game, convention, numeration).expect(game);
        check(&proof.certificate(), &format!("{game}, {convention}, {numeration}"));
    }
    let ruleset = Ruleset::parse("nim").expect("a game");
    let definition = Definition::of_values(&ruleset, 1).expect("it has values");
    check(&prove_small(&definition, "base:2").expect("automatic").certificate(), "values of nim");
}

fn check(text: &str, name: &str) {
    let (count, passing) = passing(text);
    assert!(count >= 80, "{name}: {count}");
    for part in passing.keys() {
        let is_harmless = HARMLESS.contains(&part.as_str()) || part.starts_with(OF_OTHER_GAMES);
        assert!(is_harmless, "{name}: {passing:?}");
    }
}
