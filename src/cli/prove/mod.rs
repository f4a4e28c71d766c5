//! `grundytab prove`

mod args;
mod report;

use std::sync::Arc;
use std::time::Instant;

use grundytab::automata::{Limits, Numeration};
use grundytab::prove::{self, Attempt, Caps, Definition};
use grundytab::{Control, Convention};
use serde_json::json;

pub use self::args::ProveArgs;
use self::report::{report, tried_json};
use super::failure::{Failure, Result};
use super::output::note;
use super::{game, interrupt_flag};

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
