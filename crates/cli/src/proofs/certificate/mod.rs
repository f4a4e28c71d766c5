//! Certificates: proofs of sets of positions as documents, and a check of them that knows nothing of how
//! they were found.
//!
//! A [`Certificate`] names a game and holds an automaton for its P-positions, say. It is true if the
//! automaton satisfies the condition that defines them at every position, and [`Certificate::check`] decides
//! that anew. This room shares no code with the search for proofs and with its automata: its errors are
//! others. It is written to be compared with the definitions, and not to be fast.
//!
//! The way of a check, each step of which is a file:
//!
//! 1. `document`: the text is read, strictly.
//! 2. `check`: the numeration has exactly one word for every number, and the automata accept nothing but words.
//! 3. `definition`: membership is a condition on how many options lie in which sets.
//! 4. `game`: the positions of the game and its options, which are choices of hidden numbers that satisfy constraints:
//!    `family_moves` has them for most families of games, `take_and_break` for octal games, and `rules` reads what a user wrote,
//!    which must say of every position what its options are. The numbers of an infinite subtraction set are recognised by their
//!    digits, `fibonacci_odd`; `zeckendorf` tells whether words are Zeckendorf representations.
//! 5. `constraint`: constraints are followed digit by digit, from the definition of the value of a word.
//! 6. `choice`: the choices are counted by guessing the hidden digits.
//! 7. `moore_machine`: complete automata, their least ones, and the shortest word on which they contradict, which
//!    `refutation` tells.
//!
//! Two things are done otherwise than in the search for proofs: there is no automaton of addition, as linear
//! combinations are followed directly, and there are no formulas, as all hidden numbers of a move are
//! guessed at once.

mod check;
mod choice;
mod constraint;
mod definition;
mod document;
mod family_moves;
mod fibonacci_odd;
mod game;
mod limits;
mod members;
mod moore_machine;
mod refutation;
mod rules;
mod take_and_break;
mod words;
mod zeckendorf;

#[cfg(test)]
mod tests;

pub use check::Verdict;
pub use definition::SetName;
pub use limits::{CheckError, CheckLimits};
#[cfg(test)]
pub use refutation::Refutation;

use grundytab::invalid_input::InvalidInput;
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;
pub(crate) use members::Members;
use moore_machine::MooreMachine;
use words::Words;

/// A claim about all positions of a game: its sets of positions, and automata that accept their words.
#[derive(Debug, Clone)]
pub struct Certificate {
    ruleset: Ruleset,
    convention: Convention,
    words: Words,
    /// Each set with the number of states that the document gives, and its automaton.
    sets: Vec<(SetName, usize, MooreMachine)>,
}

impl Certificate {
    /// Reads a certificate from the text of its document.
    ///
    /// # Errors
    /// When the text is no certificate of a version that is known, or something in it is missing, unknown or
    /// out of range.
    pub fn parse(text: &str) -> Result<Self, InvalidInput> {
        document::read(text)
    }

    /// Decides whether the certificate is true: for all positions.
    ///
    /// # Errors
    /// When the check does not cover the game, when automata grow too large, and when it is interrupted.
    pub fn check(&self, limits: &CheckLimits) -> Result<Verdict, CheckError> {
        check::check(self, limits)
    }

    /// Returns the game.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Returns the play convention.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Returns the name of the numeration. The check reads the definition of the numeration alone; `numeration_of` in the
    /// room `prove` compares it with what the name says.
    pub fn numeration(&self) -> &str {
        &self.words.name
    }

    /// Returns the number of digits.
    pub(crate) fn digits(&self) -> u32 {
        self.words.digits as u32
    }

    /// Returns the terms of the recurrence of the weights.
    pub(crate) fn recurrence(&self) -> &[i64] {
        &self.words.recurrence
    }

    /// Returns the first weights.
    pub(crate) fn first_weights(&self) -> &[i64] {
        &self.words.weights
    }

    /// Returns the state of the automaton of valid words after one that reads a digit. It begins in state 0.
    pub(crate) fn valid_after(&self, state: u32, digit: u32) -> u32 {
        self.words.valid.after(state, digit as usize)
    }

    /// Returns whether a valid word may end in a state.
    pub(crate) fn valid_end(&self, state: u32) -> bool {
        self.words.valid.output(state) != 0
    }

    /// Returns the sets, with the numbers of states of their automata.
    pub fn sets(&self) -> impl Iterator<Item = (SetName, usize)> {
        self.sets.iter().map(|&(set, states, _)| (set, states))
    }

    /// Returns the state of the automaton of a set after one that reads these digits; `None` where there is no set with
    /// this number, or no such digit. It begins in state 0.
    pub(crate) fn after(&self, set: usize, state: u32, digits: &[u32]) -> Option<u32> {
        let (_, _, machine) = self.sets.get(set)?;
        let base = self.words.digits;
        let is_digit = |&digit: &u32| (digit as usize) < base;
        let letter = digits.iter().rev().fold(0, |letter, &digit| letter * base + digit as usize);
        digits.iter().all(is_digit).then(|| machine.after(state, letter))
    }

    /// Returns whether the automaton of a set accepts words that end in a state.
    pub(crate) fn accepts_in(&self, set: usize, state: u32) -> bool {
        self.sets.get(set).is_some_and(|(_, _, machine)| machine.output(state) != 0)
    }

    /// Returns the positions that the automaton of a set accepts, prepared for heaps below `side`; `None`
    /// if there is no set with this number.
    pub(crate) fn members(&self, set: usize, side: u32) -> Option<Members> {
        self.sets.get(set).map(|(_, _, machine)| Members::new(&self.words, machine, side))
    }
}
