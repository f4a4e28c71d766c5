//! Limits of a computation with automata, and what it says when it meets one.

use crate::control::Control;

/// How large automata may grow, and whether to go on.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The most states of an automaton, minimal or not.
    pub states: usize,
    /// Ends the computation from outside.
    pub control: Control<'a>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { states: 1_000_000, control: Control::default() }
    }
}

/// The most entries of a table of states times letters: a GB.
const MOST_TRANSITIONS: usize = 1 << 28;

/// Why an automaton was not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AutomataError {
    /// It would have more states than [`Limits::states`].
    #[error("an automaton grew beyond {0} states")]
    TooManyStates(usize),
    /// The table of its states times its letters would be too large.
    #[error("an automaton grew beyond {MOST_TRANSITIONS} transitions")]
    TooManyTransitions,
    /// Too many numbers are read at once: letters are tuples of digits, and there would be too many.
    #[error("{0} numbers would be read at once, which are too many")]
    TooManyTracks(usize),
    /// The computation was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl Limits<'_> {
    /// Checks that an automaton with this many states and letters is within the limits and fits into memory,
    /// and that nobody asks to end.
    pub(super) fn check_table(&self, states: usize, letters: usize) -> Result<(), AutomataError> {
        if states.saturating_mul(letters) > MOST_TRANSITIONS {
            return Err(AutomataError::TooManyTransitions);
        }
        self.check(states)
    }

    /// Checks that an automaton with this many states is within the limits, and that nobody asks to end.
    pub(crate) fn check(&self, states: usize) -> Result<(), AutomataError> {
        if states > self.states {
            return Err(AutomataError::TooManyStates(self.states));
        }
        match self.control.is_interrupted() {
            true => Err(AutomataError::Interrupted),
            false => Ok(()),
        }
    }
}
