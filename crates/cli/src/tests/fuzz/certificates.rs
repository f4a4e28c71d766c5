//! Certificates in which a few things are changed: `prove --check`, `prove --guess` and `decide --certificate` say the same of
//! them, and none says yes to what the definition of the game contradicts at a small position.
//!
//! An hour of it:
//!
//! ```text
//! GRUNDYTAB_SEED=$RANDOM GRUNDYTAB_FUZZ_SECONDS=3600 cargo test --release --lib tests::fuzz::certificates -- --nocapture
//! ```

use std::sync::Arc;

use crate::automata::Numeration;
use crate::proofs::prove::{Caps, Definition, prove};
use fastrand::Rng;
use grundytab::{Convention, Ruleset};
use serde_json::Value;

use crate::tests::answers::{Answer, answers, mutants};
use crate::tests::common::mutation::{any, fuzz_by};

/// Games that are proved in a numeration at once.
const GAMES: &[(&str, Convention, &str)] = &[
    ("nim", Convention::Normal, "base:2"),
    ("nim", Convention::Misere, "base:3"),
    ("nim", Convention::Normal, "fibonacci"),
    ("nim:1", Convention::Normal, "tribonacci"),
    ("nim:1", Convention::Misere, "ostrowski:3"),
    ("nim:1", Convention::Normal, "quadratic:4,1"),
    ("nim:3", Convention::Normal, "base:2"),
    ("nim+block=1", Convention::Normal, "base:2"),
    ("wythoff", Convention::Normal, "fibonacci"),
    ("wythoff", Convention::Misere, "fibonacci"),
    ("wythoff+terminal=0,1", Convention::Normal, "fibonacci"),
    ("subtraction:2,5", Convention::Normal, "base:2"),
    ("subtraction:1,3+heaps=2", Convention::Normal, "base:2"),
    ("subtraction:fibonacci-odd", Convention::Normal, "fibonacci"),
    ("fibonacci", Convention::Normal, "fibonacci"),
    ("digraph:XY/YX", Convention::Normal, "base:2"),
    ("partizan:1:2", Convention::Normal, "base:2"),
    ("partizan:1:2", Convention::Misere, "base:2"),
];

fn certificate((game, convention, numeration): (&str, Convention, &str)) -> Value {
    let ruleset = Ruleset::parse(game).expect(game);
    let definition = Definition::of_outcomes(&ruleset, convention).expect(game);
    let numeration = Arc::new(Numeration::parse(numeration).expect(numeration));
    let search = prove(&definition, &numeration, &Caps::default(), &mut |_| ()).expect(game);
    serde_json::from_str(&search.theorem.expect(game).certificate()).expect("JSON")
}

/// Changes a certificate in one place or a few, or puts parts of another one into it.
fn mutated(rng: &mut Rng, seeds: &[Value]) -> Vec<u8> {
    let mut document = any(rng, seeds).clone();
    for _ in 0..rng.usize(1..=3) {
        let key = *any(rng, &["numeration", "sets", "ruleset", "convention"]);
        match rng.u8(0..5) {
            0 => document[key] = any(rng, seeds)[key].clone(),
            _ => {
                let mutants = mutants(&document);
                document = any(rng, &mutants).1.clone();
            }
        }
        if !document.is_object() {
            break;
        }
    }
    document.to_string().into_bytes()
}

/// Catches a command that takes for true what another one refuses, or what is false.
#[test]
fn certificates() {
    let seeds: Vec<Value> = GAMES.iter().map(|&game| certificate(game)).collect();
    let texts: Vec<Vec<u8>> = seeds.iter().map(|seed| seed.to_string().into_bytes()).collect();
    let mut passed = 0;
    fuzz_by(
        "certificates",
        &texts,
        |rng| mutated(rng, &seeds),
        |bytes| {
            let answers = answers(&String::from_utf8_lossy(bytes));
            passed += u32::from(answers == [Answer::Passed; 3]);
        },
    );
    // The seeds at least.
    assert!(passed as usize >= seeds.len(), "{passed}");
}
