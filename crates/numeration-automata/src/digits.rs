//! Sets of numbers that are simple in their words: shifts, last digits, patterns of digits, and digits that are
//! combined one by one.

use std::sync::Arc;

use super::automaton::Automaton;
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;

impl Automaton {
    /// Returns the automaton of the pairs (x, y) where y is x with a digit 0 appended.
    ///
    /// # Errors
    /// When it grows beyond the limits.
    pub fn shift(numeration: &Arc<Numeration>, limits: &Limits) -> Result<Self, AutomataError> {
        // A digit of y is the one that x has at the next place; the state remembers it.
        let step = |&next: &u32, digits: &[u32]| (digits[0] == next).then_some(digits[1]);
        Automaton::of_words(numeration, 2, 0, step, |&next| next == 0, limits)?.minimized(limits)
    }

    /// Returns the automaton of the pairs (x, y) where x is not 0 and y is x with all digits replaced by 0 but
    /// the last one that is not 0.
    ///
    /// # Errors
    /// When it grows beyond the limits.
    pub fn smallest_part(
        numeration: &Arc<Numeration>,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let step = |&is_found: &bool, digits: &[u32]| match (is_found, digits) {
            (false, [_, 0]) => Some(false),
            (false, [x, y]) if x == y => Some(true),
            (true, [0, 0]) => Some(true),
            _ => None,
        };
        let accepts = |&is_found: &bool| is_found;
        Automaton::of_words(numeration, 2, false, step, accepts, limits)?.minimized(limits)
    }

    /// Returns the automaton of the numbers x > 0 the number of whose last digits 0 is `remainder` modulo
    /// `modulus`.
    ///
    /// # Errors
    /// When it grows beyond the limits.
    pub fn trailing_zeros(
        numeration: &Arc<Numeration>,
        modulus: u32,
        remainder: u32,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        // The zeros since the last other digit.
        let step = |&zeros: &Option<u32>, digits: &[u32]| {
            Some(match (digits[0], zeros) {
                (0, None) => None,
                (0, Some(zeros)) => Some((zeros + 1) % modulus),
                _ => Some(0),
            })
        };
        let accepts = |&zeros: &Option<u32>| zeros == Some(remainder);
        Automaton::of_words(numeration, 1, None, step, accepts, limits)?.minimized(limits)
    }

    /// Returns the automaton of the numbers whose last digit is this one.
    ///
    /// # Errors
    /// When it grows beyond the limits.
    pub fn last_digit(
        numeration: &Arc<Numeration>,
        digit: u32,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let step = |_: &u32, digits: &[u32]| Some(digits[0]);
        Automaton::of_words(numeration, 1, 0, step, |&last| last == digit, limits)?
            .minimized(limits)
    }

    /// Returns the automaton of the triples (x, y, z) where each digit of z is the sum of those of x and y,
    /// without carry: in base 2 the xor of x and y.
    ///
    /// # Errors
    /// When it grows beyond the limits.
    pub fn sum_without_carry(
        numeration: &Arc<Numeration>,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let base = numeration.digit_count();
        Automaton::digit_by_digit(numeration, |one, two| (one + two) % base, limits)
    }

    /// Returns the automaton of the triples (x, y, z) where each digit of z is what `combined` makes of those of x and y: in
    /// base 2 the digits that both have, or one of both. Of two digits 0 it must make 0.
    ///
    /// # Errors
    /// When it grows beyond the limits.
    pub fn digit_by_digit(
        numeration: &Arc<Numeration>,
        combined: impl Fn(u32, u32) -> u32,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let step =
            |(): &(), digits: &[u32]| (combined(digits[0], digits[1]) == digits[2]).then_some(());
        Automaton::of_words(numeration, 3, (), step, |()| true, limits)?.minimized(limits)
    }

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
