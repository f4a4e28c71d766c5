//! What `prove` tells: theorems, and what was tried in vain.

use std::time::Instant;

use grundytab::Convention;
use grundytab::automata::Numeration;
use grundytab::prove::{Attempt, Theorem};
use serde_json::{Value, json};

use super::args::ProveArgs;
use crate::cli::failure::Result;
use crate::cli::game;
use crate::cli::output::{print, print_json, seconds};
use crate::cli::written_file::write_file;

/// Returns the attempts in one numeration, as an object.
pub(super) fn tried_json(numeration: &Numeration, attempts: &[Attempt]) -> Value {
    let attempts: Vec<Value> = attempts
        .iter()
        .map(|attempt| {
            json!({
                "domain": attempt.domain.to_string(),
                "depth": attempt.depth,
                "states": attempt.states,
                "failure": attempt.failure.to_string(),
            })
        })
        .collect();
    json!({ "numeration": numeration.to_string(), "attempts": attempts })
}

/// Prints a theorem.
pub(super) fn report(
    args: &ProveArgs,
    theorem: &Theorem,
    numeration: &Numeration,
    began: Instant,
) -> Result<()> {
    if let Some(path) = &args.graph {
        let graph = theorem.graph();
        write_file(path, |file| file.write_all(graph.as_bytes()))?;
    }
    let sets = theorem.definition.sets().iter().zip(&theorem.automata);
    if args.json {
        let sets: Vec<Value> = sets
            .map(|(set, automaton)| json!({ "set": set.to_string(), "states": automaton.states() }))
            .collect();
        print_json(&json!({
            "ruleset": theorem.definition.ruleset().to_string(),
            "convention": theorem.definition.convention(),
            "proved": true,
            "numeration": numeration.to_string(),
            "sets": sets,
            "domain": theorem.domain.to_string(),
            "depth": theorem.depth,
            "seconds": began.elapsed().as_secs_f64(),
        }));
        return Ok(());
    }
    let misere = match theorem.definition.convention() {
        Convention::Normal => "",
        Convention::Misere => " in misère play",
    };
    let game = game::shown(theorem.definition.ruleset());
    print(format!(
        "Theorem. In {game}{misere}, for all heap sizes, written in numeration {numeration}:"
    ));
    for (set, automaton) in sets {
        let states = automaton.states();
        print(format!("  the {set} are those that an automaton of {states} states accepts"));
    }
    print(format!(
        "guessed from the table of {}, then proved from the definition; {} in all",
        theorem.domain,
        seconds(began.elapsed())
    ));
    Ok(())
}
