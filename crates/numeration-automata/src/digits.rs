//! Sets of numbers that are simple in their words: shifts, last digits, and digits that are combined one by one.

use std::sync::Arc;

use super::automaton::Automaton;
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;

/// Returns the states of valid words after another digit on each track.
fn valid_after<const N: usize>(
    numeration: &Numeration,
    valid: &[u32; N],
    digits: &[u32],
) -> Option<[u32; N]> {
    let mut after = *valid;
    for (state, &digit) in after.iter_mut().zip(digits) {
        *state = numeration.valid_after(*state, digit)?;
    }
    Some(after)
}

impl Automaton {
    /// Returns the automaton of the pairs (x, y) where y is x with a digit 0 appended.
    ///
    /// # Errors
    /// When it grows beyond the limits.
    pub fn shift(numeration: &Arc<Numeration>, limits: &Limits) -> Result<Self, AutomataError> {
        // A digit of y is the one that x has at the next place; the state remembers it.
        let step = |(next, valid): &(u32, [u32; 2]), digits: &[u32]| {
            let after = valid_after(numeration, valid, digits)?;
            (digits[0] == *next).then_some((digits[1], after))
        };
        let accepts = |(next, valid): &(u32, [u32; 2])| {
            *next == 0 && valid.iter().all(|&state| numeration.valid_end(state))
        };
        Automaton::explore(numeration, 2, (0, [0; 2]), step, accepts, limits)?.minimized(limits)
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
        let step = |(is_found, valid): &(bool, [u32; 2]), digits: &[u32]| {
            let after = valid_after(numeration, valid, digits)?;
            match (is_found, digits) {
                (false, [_, 0]) => Some((false, after)),
                (false, [x, y]) if x == y => Some((true, after)),
                (true, [0, 0]) => Some((true, after)),
                _ => None,
            }
        };
        let accepts = |(is_found, valid): &(bool, [u32; 2])| {
            *is_found && valid.iter().all(|&state| numeration.valid_end(state))
        };
        Automaton::explore(numeration, 2, (false, [0; 2]), step, accepts, limits)?.minimized(limits)
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
        let step = |(zeros, valid): &(Option<u32>, [u32; 1]), digits: &[u32]| {
            let after = valid_after(numeration, valid, digits)?;
            let zeros = match (digits[0], zeros) {
                (0, None) => None,
                (0, Some(zeros)) => Some((zeros + 1) % modulus),
                _ => Some(0),
            };
            Some((zeros, after))
        };
        let accepts = |(zeros, valid): &(Option<u32>, [u32; 1])| {
            *zeros == Some(remainder) && numeration.valid_end(valid[0])
        };
        Automaton::explore(numeration, 1, (None, [0]), step, accepts, limits)?.minimized(limits)
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
        let step = |(_, valid): &(u32, [u32; 1]), digits: &[u32]| {
            Some((digits[0], valid_after(numeration, valid, digits)?))
        };
        let accepts =
            |(last, valid): &(u32, [u32; 1])| *last == digit && numeration.valid_end(valid[0]);
        Automaton::explore(numeration, 1, (0, [0]), step, accepts, limits)?.minimized(limits)
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
        let step = |valid: &[u32; 3], digits: &[u32]| {
            let after = valid_after(numeration, valid, digits)?;
            ((digits[0] + digits[1]) % base == digits[2]).then_some(after)
        };
        let accepts = |valid: &[u32; 3]| valid.iter().all(|&state| numeration.valid_end(state));
        Automaton::explore(numeration, 3, [0; 3], step, accepts, limits)?.minimized(limits)
    }
}
