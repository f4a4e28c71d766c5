//! What `decide` tells.

use std::time::Instant;

use grundytab::automata::Numeration;
use grundytab::decide::{Answer, Assignment, Decision, Game, Proved, Sentence};
use grundytab::{counted, shortened};
use serde_json::{Map, Value, json};

use super::args::DecideArgs;
use crate::cli::failure::{Failure, Result};
use crate::cli::game;
use crate::cli::output::{print, print_json, seconds};

/// Characters of a sentence that are shown.
const LONGEST_SENTENCE: usize = 1000;

/// Returns a game and its play convention.
pub(super) fn game_text(game: &Game) -> String {
    format!("{}{}", game::shown(&game.ruleset), game::convention_suffix(game.convention))
}

/// Returns what was proved of a game before the sentence was decided.
pub(super) fn proved_text(proof: &Proved, numeration: &Numeration) -> String {
    let sets =
        proof.sets.iter().map(|(set, states)| format!("the {set}: {}", counted(states, "state")));
    let sets: Vec<String> = sets.collect();
    format!("proved first: {}, {numeration}, {}", game_text(&proof.game), sets.join(", "))
}

/// Prints what was decided.
///
/// # Errors
/// When the sentence is false, or not true for all numbers.
pub(super) fn report(
    args: &DecideArgs,
    sentence: &Sentence,
    decision: &Decision,
    numeration: &Numeration,
    proofs: &[Proved],
    began: Instant,
) -> Result<()> {
    let failure = match decision.answer {
        Answer::True(_) => None,
        Answer::False(_) => Some(Failure::check("the sentence is false")),
        Answer::Set { .. } => Some(Failure::check("the sentence is not true for all numbers")),
    };
    if args.json {
        let object = object(sentence, decision, numeration, proofs, began);
        return match failure {
            None => {
                print_json(&object);
                Ok(())
            }
            Some(failure) => Err(failure.having_found(object)),
        };
    }
    print(shortened(sentence.text(), LONGEST_SENTENCE));
    print(format!("  {}", answer_text(sentence, &decision.answer)));
    if let Some(silent) = &decision.silent_at {
        let at = if silent.is_empty() { String::new() } else { format!(" at {}", text(silent)) };
        print(format!("  it says nothing{at}, where a value in it does not exist"));
    }
    print(format!(
        "decided in numeration {numeration} for numbers of any size, {}",
        seconds(began.elapsed())
    ));
    failure.map_or(Ok(()), Err)
}

fn answer_text(sentence: &Sentence, answer: &Answer) -> String {
    match answer {
        Answer::True(Some(example)) => format!("is true, for example at {}", text(example)),
        Answer::True(None) => match sentence.game() {
            Some(game) => format!("is true at all positions of {}", game_text(game)),
            None if sentence.has_free_variables() => "is true for all numbers".into(),
            None => "is true".into(),
        },
        Answer::False(Some(counterexample)) => {
            format!("is false, first at {}", text(counterexample))
        }
        Answer::False(None) => "is false".into(),
        Answer::Set { solutions, is_all, states, .. } => {
            let listed: Vec<String> = solutions.iter().map(text).collect();
            let listed = listed.join("; ");
            match (solutions.is_empty(), is_all) {
                (true, _) => "is true for no numbers".into(),
                (false, true) => format!("is true for these numbers alone: {listed}"),
                (false, false) => format!(
                    "is true for numbers that an automaton of {} accepts: {listed}; ...",
                    counted(states, "state")
                ),
            }
        }
    }
}

/// Returns the numbers of some variables.
fn text(assignment: &Assignment) -> String {
    let numbers = assignment.iter().map(|(name, number)| match number {
        Some(number) => format!("{name} = {number}"),
        None => format!("a number {name} above 2^128"),
    });
    numbers.collect::<Vec<_>>().join(", ")
}

fn object(
    sentence: &Sentence,
    decision: &Decision,
    numeration: &Numeration,
    proofs: &[Proved],
    began: Instant,
) -> Value {
    let games: Vec<Value> = proofs
        .iter()
        .map(|proof| {
            let sets = proof.sets.iter();
            let sets =
                sets.map(|(set, states)| json!({ "set": set.to_string(), "states": states }));
            json!({
                "ruleset": proof.game.ruleset.to_string(),
                "convention": proof.game.convention,
                "sets": sets.collect::<Vec<_>>(),
            })
        })
        .collect();
    let mut object = json!({
        "sentence": sentence.text(),
        "decided": true,
        "true": decision.answer.is_true(),
        "numeration": numeration.to_string(),
        "games": games,
        "says_nothing_at": decision.silent_at.as_ref().map(numbers),
        "seconds": began.elapsed().as_secs_f64(),
    });
    match &decision.answer {
        Answer::True(example) => object["example"] = json!(example.as_ref().map(numbers)),
        Answer::False(counterexample) => {
            object["counterexample"] = json!(counterexample.as_ref().map(numbers));
        }
        Answer::Set { solutions, is_all, counterexample, states } => {
            object["counterexample"] = json!(counterexample.as_ref().map(numbers));
            object["solutions"] = solutions.iter().map(numbers).collect();
            object["no_other_solutions"] = json!(is_all);
            object["states"] = json!(states);
        }
    }
    object
}

/// Returns the numbers of some variables as an object; numbers that do not fit 64 bits as texts, and null for
/// those of 2^128 and more.
fn numbers(assignment: &Assignment) -> Value {
    let entry = |(name, number): &(String, Option<u128>)| {
        let number = match number {
            None => Value::Null,
            Some(number) => match u64::try_from(*number) {
                Ok(number) => json!(number),
                Err(_) => json!(number.to_string()),
            },
        };
        (name.clone(), number)
    };
    Value::Object(assignment.iter().map(entry).collect::<Map<_, _>>())
}
