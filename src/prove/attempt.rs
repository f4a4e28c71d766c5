//! Attempts: guesses that were wrong, and the progress of a search.

use super::definition::SetName;
use crate::automata::AutomataError;
use crate::domain::Domain;

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuessFailure {
    /// A position of the table contradicts the guess.
    DisagreesWithTable(SetName, Vec<u64>),
    /// A position contradicts the guess by the definition.
    Refuted(SetName, Vec<u64>),
    /// The automata of the decision grew too large.
    TooLarge(AutomataError),
}

/// What a search is about to do, or has found.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    /// A table of this domain is filled, or read.
    Table(&'a Domain),
    /// Automata are guessed at this depth.
    Guess(u32),
    /// Automata with these numbers of states are compared with the table.
    Comparison(&'a [usize]),
    /// Automata with these numbers of states agree with the table, and it is decided whether they are right.
    Decision(&'a [usize]),
    /// A guess was not the right one.
    Failed(&'a Attempt),
    /// This set is proved, by an automaton with this number of states.
    Proved(SetName, usize),
}
