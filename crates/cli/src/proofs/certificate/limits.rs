//! Limits on the cost of a check, and the error when they are reached.

use grundytab::control::Control;

/// Why a certificate was neither confirmed nor refuted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The check covers no such certificate.
    #[error("the check does not cover this: {0}")]
    NotCovered(String),
    /// An automaton grew beyond [`CheckLimits::states`] on the way, or its table beyond the entries that this
    /// allows.
    #[error(
        "the check is not decided: an automaton grew beyond {states} states or {entries} entries"
    )]
    TooLarge {
        /// The most states.
        states: usize,
        /// The most entries.
        entries: usize,
    },
    /// The check was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// How large the automata of a check may grow, and whether to go on.
#[derive(Debug, Clone, Copy)]
pub struct CheckLimits<'a> {
    /// The most states of an automaton. Its table, and what its states are made of, may have 128 times as many
    /// entries, of at most 12 bytes.
    pub states: usize,
    /// Ends the check from outside.
    pub control: Control<'a>,
}

impl Default for CheckLimits<'_> {
    /// Half a million states: tables of at most half a GB.
    fn default() -> Self {
        CheckLimits { states: 1 << 19, control: Control::default() }
    }
}

/// The most entries for each state that is allowed.
const ENTRIES_FOR_A_STATE: usize = 128;

impl CheckLimits<'_> {
    /// Checks that a number of states, with this number of entries each, is not too large.
    pub(super) fn allow(&self, states: usize, entries_each: usize) -> Result<(), CheckError> {
        if self.control.is_interrupted() {
            return Err(CheckError::Interrupted);
        }
        let entries = self.states.saturating_mul(ENTRIES_FOR_A_STATE);
        match states > self.states || states.saturating_mul(entries_each) > entries {
            true => Err(CheckError::TooLarge { states: self.states, entries }),
            false => Ok(()),
        }
    }
}
