//! What came of an attempt, in words: the lines that `prove` shows while it searches.

use crate::wording::counted;
use std::fmt;

use super::attempt::{Attempt, GuessFailure};

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Attempt { domain, depth, sets: _, states, failure } = self;
        let states: Vec<String> = states.iter().map(usize::to_string).collect();
        let states = states.join(", ");
        let depth = counted(depth, "digit");
        write!(f, "table of {domain}, continuations of {depth}, {states} states: {failure}")
    }
}

impl fmt::Display for GuessFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = |heaps: &[u64]| {
            let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
            format!("({})", heaps.join(", "))
        };
        match self {
            GuessFailure::DisagreesWithTable(set, heaps) => {
                write!(f, "not yet the {set}, at {} the table has another value", position(heaps))
            }
            GuessFailure::Refuted(set, heaps) => {
                write!(
                    f,
                    "as the table, but not yet the {set}, by the moves from {}",
                    position(heaps)
                )
            }
            GuessFailure::TooLarge(error) => error.fmt(f),
        }
    }
}
