//! What `decide` tells.

use std::time::Instant;

use grundytab::automata::Numeration;
use grundytab::decide::{
    Answer, AnswerFromTables, Assignment, Decision, Game, ProvedGame, Sentence, Silence,
};
use grundytab::{Domain, counted, shortened};
use serde_json::{Map, Value, json};

use crate::cli::command::Flags;
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
pub(super) fn proved_text(proof: &ProvedGame, numeration: &Numeration) -> String {
    let sets =
        proof.sets.iter().map(|(set, states)| format!("the {set}: {}", counted(states, "state")));
    let sets: Vec<String> = sets.collect();
    format!("proved first: {}, {numeration}, {}", game_text(&proof.game), sets.join(", "))
}

/// Prints what was decided.
///
/// # Errors
/// When the sentence is not true, or not true for all numbers.
pub(super) fn report(
    flags: &Flags,
    sentence: &Sentence,
    decision: &Decision,
    numeration: &Numeration,
    proofs: &[ProvedGame],
    began: Instant,
) -> Result<()> {
    if flags.json {
        let mut object = object(sentence, &decision.answer, began);
        object["numeration"] = json!(numeration.to_string());
        object["games"] = proofs.iter().map(proof_json).collect();
        let silence = decision.silence.as_ref();
        let first = silence.and_then(|silence| silence.first.first());
        object["says_nothing_at"] = json!(first.map(numbers));
        object["says_nothing"] = json!(silence.map(silence_json));
        return conclude_in_json(&decision.answer, object);
    }
    print(shortened(sentence.text(), LONGEST_SENTENCE));
    print(format!("  {}", answer_text(sentence, &decision.answer)));
    if let (Some(silence), false) = (&decision.silence, decision.answer == Answer::Silent) {
        print(format!("  {}", silence_text(silence)));
    }
    print(format!(
        "decided in numeration {numeration} for numbers of any size, {}",
        seconds(began.elapsed())
    ));
    failure(&decision.answer).map_or(Ok(()), Err)
}

/// Prints what small numbers tell.
///
/// # Errors
/// When the sentence is false.
pub(super) fn report_seen(
    flags: &Flags,
    sentence: &Sentence,
    seen: &AnswerFromTables,
    began: Instant,
) -> Result<()> {
    if flags.json {
        let mut object = object(sentence, &seen.answer, began);
        let table = |(game, domain): &(Game, Domain)| {
            json!({
                "ruleset": game.ruleset.to_string(),
                "convention": game.convention,
                "domain": domain.to_string(),
            })
        };
        object["tables"] = seen.tables.iter().map(table).collect();
        return conclude_in_json(&seen.answer, object);
    }
    let table = |(game, domain): &(Game, Domain)| format!("{}, {domain}", game_text(game));
    let tables: Vec<String> = seen.tables.iter().map(table).collect();
    print(shortened(sentence.text(), LONGEST_SENTENCE));
    print(format!("  {}", answer_text(sentence, &seen.answer)));
    let tables = match tables.is_empty() {
        true => String::new(),
        false => format!(" and tables ({})", tables.join("; ")),
    };
    print(format!(
        "seen by small numbers{tables}, which take no proof; {}",
        seconds(began.elapsed())
    ));
    failure(&seen.answer).map_or(Ok(()), Err)
}

/// Returns what an answer makes of the exit code.
fn failure(answer: &Answer) -> Option<Failure> {
    match answer {
        Answer::True(_) => None,
        Answer::False(_) => Some(Failure::check("the sentence is false")),
        Answer::Silent => {
            Some(Failure::undecided("the sentence says nothing: it is neither true nor false"))
        }
        Answer::Set { .. } => Some(Failure::check("the sentence is not true for all numbers")),
    }
}

fn conclude_in_json(answer: &Answer, object: Value) -> Result<()> {
    match failure(answer) {
        None => {
            print_json(&object);
            Ok(())
        }
        Some(failure) => Err(failure.having_found(object)),
    }
}

/// Says where a sentence says nothing.
fn silence_text(silence: &Silence) -> String {
    let listed: Vec<String> = silence.first.iter().map(text).collect();
    let listed = listed.join("; ");
    let others = match (silence.is_all, silence.is_finite, silence.first.len()) {
        (true, _, 1) => ", the only number",
        (true, ..) => ", the only numbers",
        (false, true, _) => " and at finitely many other numbers",
        (false, false, _) => " and at infinitely many other numbers",
    };
    format!("it says nothing at {listed}{others} where a value in it does not exist")
}

fn silence_json(silence: &Silence) -> Value {
    json!({
        "first": silence.first.iter().map(numbers).collect::<Vec<_>>(),
        "no_others": silence.is_all,
        "finitely_many": silence.is_finite,
    })
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
        Answer::Silent => {
            "says nothing: there are no numbers for which all values in it exist".into()
        }
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

fn proof_json(proof: &ProvedGame) -> Value {
    let sets = proof.sets.iter();
    let sets = sets.map(|(set, states)| json!({ "set": set.to_string(), "states": states }));
    json!({
        "ruleset": proof.game.ruleset.to_string(),
        "convention": proof.game.convention,
        "sets": sets.collect::<Vec<_>>(),
    })
}

fn object(sentence: &Sentence, answer: &Answer, began: Instant) -> Value {
    let mut object = json!({
        "sentence": sentence.text(),
        "decided": true,
        "verdict": verdict(answer),
        "true": answer.is_true(),
        "numeration": null,
        "games": [],
        "tables": [],
        "says_nothing_at": null,
        "says_nothing": null,
        "seconds": began.elapsed().as_secs_f64(),
    });
    match answer {
        Answer::True(example) => object["example"] = json!(example.as_ref().map(numbers)),
        Answer::False(counterexample) => {
            object["counterexample"] = json!(counterexample.as_ref().map(numbers));
        }
        Answer::Silent => {}
        Answer::Set { solutions, is_all, counterexample, states } => {
            object["counterexample"] = json!(counterexample.as_ref().map(numbers));
            object["solutions"] = solutions.iter().map(numbers).collect();
            object["no_other_solutions"] = json!(is_all);
            object["states"] = json!(states);
        }
    }
    object
}

/// Returns the name of an answer for programs.
fn verdict(answer: &Answer) -> &'static str {
    match answer {
        Answer::True(_) => "true",
        Answer::False(_) => "false",
        Answer::Silent => "says_nothing",
        Answer::Set { solutions, .. } if solutions.is_empty() => "false",
        Answer::Set { .. } => "true_for_some",
    }
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
