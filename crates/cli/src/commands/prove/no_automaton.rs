//! `prove` of games of which it is known that no automaton accepts their P-positions.

use crate::proofs::prove::{Definition, Divisibility};
use grundytab::{Convention, Domain, Ruleset};
use serde::Serialize;

use crate::commands::failure::Failure;

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

/// A game of which no automaton accepts the P-positions, so that nothing is tried. This is known from a theorem whose
/// premise is true of a table.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct NoAutomatonReport<'a> {
    /// The canonical text of the game.
    ruleset: &'a Ruleset,
    /// Who wins when no move is left.
    convention: Convention,
    /// Always false.
    proved: bool,
    /// Why there is none.
    no_automaton: NoAutomaton<'a>,
}

/// Why no automaton accepts the P-positions.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct NoAutomaton<'a> {
    /// The reason, in words.
    reason: String,
    /// The numbers of the heaps, from 0 on, that are x, y and z in: |y - z| = x and x + 1 divides min(y, z).
    heaps: [usize; 3],
    /// The table at whose positions this was found true.
    domain: &'a Domain,
}
