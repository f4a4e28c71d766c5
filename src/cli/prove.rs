//! `grundytab prove`

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use grundytab::automata::{Limits, Numeration};
use grundytab::prove::{self, Attempt, Caps, Definition, Theorem};
use grundytab::{Control, Convention};
use serde_json::{Value, json};

use super::failure::{Failure, Result};
use super::output::{note, print, print_json, seconds};
use super::written_file::write_file;
use super::{game, interrupt_flag, values};

#[derive(Args)]
pub struct ProveArgs {
    /// The game, as in wythoff+block=1 (see `grundytab games`), or a path ending in .toml.
    pub game: String,
    /// How heaps are written: fibonacci, pell, or base:K. May be given several times; by default
    /// fibonacci, base:2, base:3 and pell are tried in turn.
    #[arg(long, value_name = "NAME", value_parser = Numeration::parse)]
    pub numeration: Vec<Numeration>,
    /// The player who cannot move wins.
    #[arg(long)]
    pub misere: bool,
    /// Prove the positions of each Grundy value from 0 to V, instead of the P-positions.
    #[arg(long, value_name = "V", value_parser = values::largest_value, conflicts_with = "misere")]
    pub values: Option<u32>,
    /// The most positions of a table from which automata are guessed.
    #[arg(long, value_name = "N", default_value_t = Caps::default().positions)]
    pub positions: u64,
    /// The most states of an automaton on the way to a proof.
    #[arg(long, value_name = "N", default_value_t = Limits::default().states)]
    pub states: usize,
    /// Write the automata as a Graphviz graph.
    #[arg(long, value_name = "FILE.dot")]
    pub graph: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Print no notes on the way.
    #[arg(long)]
    pub quiet: bool,
}

pub fn run(args: &ProveArgs) -> Result<()> {
    let ruleset = game::read(&args.game)?;
    let convention = if args.misere { Convention::Misere } else { Convention::Normal };
    let definition = match args.values {
        Some(largest) => Definition::of_values(&ruleset, largest)?,
        None => Definition::of_outcomes(&ruleset, convention)?,
    };
    let interrupt = interrupt_flag()?;
    let control = Control::default().interrupted_by(&interrupt);
    let limits = Limits { states: args.states, control };
    let caps = Caps { limits, positions: args.positions, ..Caps::default() };
    let began = Instant::now();
    let mut tried = Vec::new();
    for numeration in numerations(args)? {
        let numeration = Arc::new(numeration);
        let mut attempts = Vec::new();
        let mut tell = |attempt: &Attempt| {
            note(args.quiet || args.json, format!("{numeration}, {attempt}"));
            attempts.push(attempt.clone());
        };
        match prove::prove(&definition, &numeration, &caps, &mut tell)? {
            Some(theorem) => return report(args, &theorem, &numeration, began),
            None => tried.push(tried_json(&numeration, &attempts)),
        }
    }
    Err(Failure::check(format!(
        "{}: no automaton of at most {} states was found and proved from tables of at most {} positions; \
         the set may not be automatic in these numerations",
        game::shown(&ruleset),
        args.states,
        args.positions
    ))
    .having_found(json!({ "ruleset": ruleset.to_string(), "proved": false, "tried": tried })))
}

/// Returns the numerations that are tried, in turn.
fn numerations(args: &ProveArgs) -> Result<Vec<Numeration>> {
    if !args.numeration.is_empty() {
        return Ok(args.numeration.clone());
    }
    let bases = [Numeration::base(2)?, Numeration::base(3)?];
    Ok([vec![Numeration::fibonacci()], bases.to_vec(), vec![Numeration::pell()]].concat())
}

fn tried_json(numeration: &Numeration, attempts: &[Attempt]) -> Value {
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
fn report(
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
