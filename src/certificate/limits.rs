//! How much a check may cost, and what it says when that is not enough.

use crate::control::Control;

/// Why a certificate was neither confirmed nor refuted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The check covers no such certificate.
    #[error("the check does not cover this: {0}")]
    NotCovered(String),
    /// An automaton grew too large on the way.
    #[error(
        "the check is not decided: an automaton grew beyond {MOST_STATES} states or {MOST_ENTRIES} entries"
    )]
    TooLarge,
    /// The check was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// The most states of an automaton.
const MOST_STATES: usize = 1 << 19;

/// The most entries of the table of an automaton, or of its states: half a GB.
const MOST_ENTRIES: usize = 1 << 26;

/// What watches over the size of automata, and asks whether to go on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort<'a> {
    pub(super) control: Control<'a>,
}

impl Effort<'_> {
    /// Checks that a number of states, with this number of entries each, is not too large.
    pub(super) fn allow(&self, states: usize, entries_each: usize) -> Result<(), CheckError> {
        if self.control.is_interrupted() {
            return Err(CheckError::Interrupted);
        }
        match states > MOST_STATES || states.saturating_mul(entries_each) > MOST_ENTRIES {
            true => Err(CheckError::TooLarge),
            false => Ok(()),
        }
    }
}
