//! The infinite subtraction set of Larsson and Fox (An aperiodic subtraction game of nim-dimension two, 2015): the numbers
//! F(2n+1) - 1, n >= 1, where F(1) = F(2) = 1.
//!
//! F(2) + F(4) + ... + F(2n) = F(2n+1) - 1, by induction: F(2n+1) - 1 + F(2n+2) = F(2n+3) - 1. Where the weights are
//! w(i) = F(i + 2), these numbers have the words 1, 101, 10101, ..., with ones at the places 0, 2, ..., 2n - 2. So a number
//! of the set is recognized by its digits, in a numeration whose words are these.

use super::limits::{CheckError, CheckLimits};
use super::moore_machine::{MooreMachine, shortest_word};
use super::words::Words;
use grundytab::ruleset::{Ruleset, is_fibonacci_odd};

/// What the digits of a word are that have been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Alternation {
    /// Zeros, or nothing.
    Zeros,
    /// Zeros and then 1, 101, 10101, ...
    EndsInOne,
    /// The same, and another 0.
    EndsInZero,
}

impl Alternation {
    /// Returns what the digits are with another one; `None` if it does not continue such a word.
    pub(super) fn after(self, digit: usize) -> Option<Self> {
        match (self, digit) {
            (Alternation::Zeros, 0) => Some(Alternation::Zeros),
            (Alternation::Zeros | Alternation::EndsInZero, 1) => Some(Alternation::EndsInOne),
            (Alternation::EndsInOne, 0) => Some(Alternation::EndsInZero),
            _ => None,
        }
    }

    /// Whether the word is that of a number of the set.
    pub(super) fn is_in_set(self) -> bool {
        self == Alternation::EndsInOne
    }
}

/// Checks that the moves of a game, if they are this set, are those that the digits tell.
///
/// # Errors
/// When the weights are no Fibonacci numbers, or a word with these digits is none of the numeration.
pub(super) fn check_moves(
    ruleset: &Ruleset,
    words: &Words,
    limits: &CheckLimits,
) -> Result<(), CheckError> {
    let is_infinite = matches!(ruleset, Ruleset::Vector(game) if is_fibonacci_odd(game));
    if !is_infinite {
        return Ok(());
    }
    let has_fibonacci_weights = words.recurrence == [1, 1] && words.weights == [1, 1];
    if has_fibonacci_weights && other_word(words, limits)?.is_none() {
        return Ok(());
    }
    Err(CheckError::NotCovered(
        "its moves are an infinite set, and words of digits tell its numbers in the numeration by Fibonacci numbers alone"
            .into(),
    ))
}

/// Returns a word of the digits of the set that the numeration does not allow.
fn other_word(words: &Words, limits: &CheckLimits) -> Result<Option<Vec<usize>>, CheckError> {
    let alternating = MooreMachine::explore(
        words.digits,
        Some(Alternation::Zeros),
        |so_far, digit| so_far.and_then(|so_far| so_far.after(digit)),
        |so_far| u32::from(so_far.is_some_and(Alternation::is_in_set)),
        limits,
    )?;
    shortest_word(&[&alternating, &words.valid], |outputs| outputs == [1, 0], limits)
}
