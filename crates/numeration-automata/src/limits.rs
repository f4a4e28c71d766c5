//! Limits of a computation with automata, and what it says when it meets one.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What ends a computation from outside: a flag, or something of the caller's own, such as a deadline.
pub trait Interrupt: fmt::Debug + Sync {
    /// Returns whether the computation is to end soon. It is asked often, from any thread.
    fn is_interrupted(&self) -> bool;
}

impl Interrupt for AtomicBool {
    fn is_interrupted(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// How large automata may grow, and whether to go on.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The most states of an automaton, minimal or not.
    pub states: usize,
    /// Ends the computation from outside.
    pub interrupt: Option<&'a dyn Interrupt>,
    /// Holds the number of states of the automaton that is being computed, for others to watch it grow.
    pub states_so_far: Option<&'a AtomicUsize>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { states: 1_000_000, interrupt: None, states_so_far: None }
    }
}

/// The most memory that an automaton may take while it is computed: a GB.
const MOST_BYTES: usize = 1 << 30;

/// Why an automaton was not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AutomataError {
    /// It would have more states than [`Limits::states`].
    #[error("an automaton grew beyond {states} state{s}", states = .0, s = if *.0 == 1 { "" } else { "s" })]
    TooManyStates(usize),
    /// Its states and transitions would take too much memory.
    #[error("an automaton grew beyond {:.2} GB", MOST_BYTES as f64 / 1e9)]
    TooMuchMemory,
    /// Arithmetic in a numeration is not what it should be.
    #[error("the numeration is not proved to satisfy: {0}")]
    NotProved(&'static str),
    /// Too many numbers are read at once: letters are tuples of digits, and there would be too many.
    #[error("{0} numbers would be read at once, which are too many")]
    TooManyTracks(usize),
    /// Two automata differ, first at numbers of more than 64 bits.
    #[error("two sets differ, but first at numbers of more than 64 bits")]
    LargeNumbers,
    /// The computation was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl Limits<'_> {
    /// Checks that an automaton with this many states and letters is within the limits and fits into memory,
    /// and that nobody asks to end.
    pub(super) fn check_table(&self, states: usize, letters: usize) -> Result<(), AutomataError> {
        self.check_memory(states, states.saturating_mul(letters).saturating_mul(size_of::<u32>()))
    }

    /// Checks that an automaton with this many states, which takes this much memory, is within the limits,
    /// and that nobody asks to end.
    pub(super) fn check_memory(&self, states: usize, bytes: usize) -> Result<(), AutomataError> {
        match bytes > MOST_BYTES {
            true => Err(AutomataError::TooMuchMemory),
            false => self.check(states),
        }
    }

    /// Checks that an automaton with this many states is within the limits, and that nobody asks to end.
    ///
    /// # Errors
    /// When one of the two is not so.
    pub fn check(&self, states: usize) -> Result<(), AutomataError> {
        if let Some(states_so_far) = self.states_so_far {
            states_so_far.store(states, Ordering::Relaxed);
        }
        if states > self.states {
            return Err(AutomataError::TooManyStates(self.states));
        }
        match self.is_interrupted() {
            true => Err(AutomataError::Interrupted),
            false => Ok(()),
        }
    }

    /// Returns whether somebody asks to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(Interrupt::is_interrupted)
    }
}
