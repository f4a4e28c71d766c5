//! Proofs, and their refutations: a mutated automaton must not be proved.

use std::sync::Arc;
use std::time::Instant;

use super::search::refutation;
use super::{Caps, Definition, Outcome, Theorem, prove};
use crate::automata::{Limits, Numeration};
use crate::quantity::Convention;
use crate::ruleset::Ruleset;

fn proved(game: &str, convention: Convention, numeration: &str) -> Option<Theorem> {
    let ruleset = Ruleset::parse(game).expect("a game");
    let definition = Definition::of_outcomes(&ruleset, convention).expect("it has formulas");
    let numeration = Arc::new(Numeration::parse(numeration).expect("a numeration"));
    let began = Instant::now();
    let caps = Caps { positions: 3_000_000, depth: 6, ..Caps::default() };
    let tell = &mut |attempt: &super::Attempt| println!("  {attempt:?}");
    let outcome = prove(&definition, &numeration, &caps, tell).expect("no engine fails");
    match outcome {
        Outcome::Proved(theorem) => {
            let states: Vec<usize> = theorem.automata.iter().map(|a| a.states()).collect();
            println!("{game} {convention:?} {numeration}: {states:?}, {:?}", began.elapsed());
            Some(theorem)
        }
        Outcome::Open => None,
    }
}

#[test]
fn games_are_proved() {
    for (game, numeration) in [
        ("nim", "base:2"),
        ("wythoff", "fibonacci"),
        ("triangle", "fibonacci"),
        ("nim:3", "base:2"),
        ("subtraction:2,5,8", "base:2"),
        ("fibonacci", "fibonacci"),
        ("wythoff+block=1", "fibonacci"),
        ("wythoff+block=2", "base:2"),
        ("partizan:1,0/0,1:1,1/2,1", "base:2"),
    ] {
        for convention in [Convention::Normal, Convention::Misere] {
            if game.contains("block") && convention == Convention::Misere {
                continue;
            }
            let theorem = proved(game, convention, numeration);
            println!("{game}: {}", theorem.is_some());
        }
    }
}
