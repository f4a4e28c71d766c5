//! `prove` of games of which it is known that no automaton accepts their P-positions.

use grundytab::prove::{Definition, Divisibility};
use grundytab::{Convention, Domain, Ruleset};
use serde::Serialize;

use crate::cli::failure::Failure;

/// Returns the failure that no automaton can be found.
pub(super) fn failure(definition: &Definition, found: &Divisibility) -> Failure {
    let reason = found.to_string();
    let message = format!("{}: no automaton: {reason}", definition.ruleset().shown());
    Failure::undecided(message).having_found(&NoAutomatonReport {
        ruleset: definition.ruleset(),
        convention: definition.convention(),
        proved: false,
        no_automaton: NoAutomaton { reason, heaps: found.heaps(), domain: found.checked() },
    })
}

/// What `--json` prints.
#[derive(Serialize)]
struct NoAutomatonReport<'a> {
    ruleset: &'a Ruleset,
    convention: Convention,
    proved: bool,
    no_automaton: NoAutomaton<'a>,
}

#[derive(Serialize)]
struct NoAutomaton<'a> {
    reason: String,
    heaps: [usize; 3],
    domain: &'a Domain,
}
