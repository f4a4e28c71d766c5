//! Zeckendorf representations: sums of Fibonacci numbers 1, 2, 3, 5, ..., no two of which are neighbours.

use super::limits::{CheckError, CheckLimits};
use super::moore_machine::{MooreMachine, shortest_word};
use super::words::Words;

/// Whether the valid words are the Zeckendorf representations: the weights are the Fibonacci numbers, the digits 0 and 1,
/// and no two digits 1 are neighbours.
pub(super) fn is_zeckendorf(words: &Words, limits: &CheckLimits) -> Result<bool, CheckError> {
    if words.digits != 2 || words.recurrence != [1, 1] || words.weights != [1, 1] {
        return Ok(false);
    }
    // Whether the last digit was 1; nothing after two of them.
    let without_neighbours = MooreMachine::explore(
        2,
        Some(false),
        |last, digit| match (*last, digit) {
            (None, _) | (Some(true), 1) => None,
            (_, digit) => Some(digit == 1),
        },
        |last| u32::from(last.is_some()),
        limits,
    )?;
    let machines = [&without_neighbours, &words.valid];
    Ok(shortest_word(&machines, |outputs| outputs[0] != outputs[1], limits)?.is_none())
}
