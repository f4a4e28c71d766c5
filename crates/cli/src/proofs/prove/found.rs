//! What a search has found, and where its time went.

use std::time::Duration;

use super::attempt::Attempt;
use super::classes::Classes;
use super::end::End;
use super::proof::Proof;

/// What a search has found in one numeration.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// The sets that are proved, the first ones of the definition; `None` if none is.
    pub theorem: Option<Proof>,
    /// Why the other sets are not proved; `None` if all are.
    pub end: Option<End>,
    /// The guesses from tables that were wrong, or not decided.
    pub failed: Vec<Attempt>,
    /// Into how many classes the words of the P-positions fall, or of the first value that is not proved, as far as these are
    /// known; `None` if they are proved, and for other sets.
    pub classes: Option<Classes>,
    /// Where the time went.
    pub times: Times,
}

impl Search {
    /// Takes what a later search with larger caps in the same numeration has found. What it had no time for stays as
    /// it was.
    pub(super) fn continue_with(&mut self, later: Search) {
        let earlier = std::mem::replace(self, later);
        if self.end == Some(End::Time) {
            self.theorem = self.theorem.take().or(earlier.theorem);
            self.classes = self.classes.take().or(earlier.classes);
            if self.failed.is_empty() {
                self.failed = earlier.failed;
            }
        }
    }

    /// Returns the number of states below which it seems that no automaton in the numeration is right, so that a search that
    /// goes further is vain; `None` if it does not seem so.
    pub fn seems_vain_below(&self) -> Option<usize> {
        match &self.end {
            Some(End::Classes(classes)) => Some(classes.least_states()),
            _ => None,
        }
    }
}

/// How long the parts of a search took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Times {
    /// To fill tables, or to read one.
    pub tables: Duration,
    /// To guess automata, and to compare them with the tables.
    pub guesses: Duration,
    /// To decide whether they are right.
    pub decisions: Duration,
}
