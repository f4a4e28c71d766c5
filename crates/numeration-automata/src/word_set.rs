//! Sets of numbers that are described by their words.

use std::sync::Arc;

use super::automaton::Automaton;
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;

impl Automaton {
    /// Returns the automaton of the numbers F(2n + 1) - 1 for n >= 1, where F(1) = F(2) = 1, in Fibonacci
    /// numeration: 1, 4, 12, 33, ... are written 1, 101, 10101, 1010101, ..., since
    /// F(2n + 1) - 1 = F(2n) + F(2n - 2) + ... + F(2).
    ///
    /// # Errors
    /// When the limits do not allow three states.
    pub fn alternating_ones(
        numeration: &Arc<Numeration>,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        // State 0 is that of leading zeros, state 1 that after a 1, and state 2 that after its 0.
        let step = |&state: &u32, digits: &[u32]| match (state, digits[0]) {
            (0, 0) => Some(0),
            (0 | 2, 1) => Some(1),
            (1, 0) => Some(2),
            (_, _) => None,
        };
        Automaton::of_words(numeration, 1, 0, step, |&state| state == 1, limits)
    }
}
