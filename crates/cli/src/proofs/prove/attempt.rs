//! Attempts: guesses that were wrong, and the progress of a search.

use std::fmt;

use super::definition::SetName;
use crate::automata::{AutomataError, Making};
use grundytab::domain::Domain;
use grundytab::wording::{counted, joined};

/// A guess that was not the right one, or was not decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The table.
    pub domain: Domain,
    /// The depth of the guess: the most digits of the continuations by which states are distinguished.
    pub depth: u32,
    /// The sets that were guessed.
    pub sets: Vec<SetName>,
    /// The states of their automata.
    pub states: Vec<usize>,
    /// Why the guess is no proof.
    pub failure: GuessFailure,
}

/// Why a guess is no proof.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GuessFailure {
    /// A position of the table contradicts the guess.
    #[error("not the {0}: the table disagrees at {at}", at = position(.1))]
    DisagreesWithTable(SetName, Vec<u64>),
    /// A position contradicts the guess by the definition.
    #[error("agrees with the table, but the moves from {at} refute it as the {0}", at = position(.1))]
    Refuted(SetName, Vec<u64>),
    /// The automata of the decision grew too large.
    #[error(transparent)]
    TooLarge(AutomataError),
}

impl GuessFailure {
    /// Returns why the guess was not decided, if it may be right.
    pub(super) fn undecided(&self) -> Option<AutomataError> {
        match self {
            GuessFailure::TooLarge(error) => Some(*error),
            GuessFailure::DisagreesWithTable(..) | GuessFailure::Refuted(..) => None,
        }
    }
}

fn position(heaps: &[u64]) -> String {
    format!("({})", joined(heaps, ", "))
}

/// The line that `prove` shows while it searches.
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Attempt { domain, depth, sets: _, states, failure } = self;
        let (depth, states) = (counted(depth, "digit"), joined(states, ", "));
        write!(f, "table of {domain}, continuations of {depth}, {states} states: {failure}")
    }
}

/// What a search is about to do, or has found.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    /// A table of this domain is filled, or read.
    Table(&'a Domain),
    /// All positions of this set of this many digits are listed, and an automaton is guessed from the list.
    List(SetName, usize),
    /// Automata are guessed at this depth.
    Guess(u32),
    /// Automata with these numbers of states are compared with the table.
    Comparison(&'a [usize]),
    /// Automata with these numbers of states agree with the table, and it is decided whether they are right.
    Decision(&'a [usize]),
    /// Automata were decided about, and this was the largest one on the way so far.
    Decided(Making),
    /// A guess was not the right one.
    Failed(&'a Attempt),
    /// This set is proved, by an automaton with this number of states.
    Proved(SetName, usize),
}
