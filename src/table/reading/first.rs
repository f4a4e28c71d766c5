//! The first of the findings that many threads report.

use std::sync::Mutex;

use crate::domain::{Coordinates, Grading};
use crate::sync::{into_inner, lock};

/// Keeps the finding at the first position in rank order: the least rank, then the least coordinates.
///
/// A wrong value makes values that depend on it look wrong too; the first one in rank order is the
/// cause.
pub(crate) struct FirstFinding<T> {
    grading: Grading,
    first: Mutex<Option<(Coordinates, T)>>,
}

impl<T> FirstFinding<T> {
    pub(crate) fn new(grading: Grading) -> Self {
        FirstFinding { grading, first: Mutex::new(None) }
    }

    /// Takes a finding, and keeps it if it is the first so far.
    pub(crate) fn report(&self, at: Coordinates, finding: T) {
        let key = |at: Coordinates| (self.grading.rank(at), at);
        let mut first = lock(&self.first);
        if first.as_ref().is_none_or(|(other, _)| key(at) < key(*other)) {
            *first = Some((at, finding));
        }
    }

    /// Returns whether there is a finding at a rank below this one.
    pub(crate) fn is_below(&self, rank: u32) -> bool {
        lock(&self.first).as_ref().is_some_and(|&(at, _)| self.grading.rank(at) < rank)
    }

    /// Returns the first finding and its position.
    pub(crate) fn into_inner(self) -> Option<(Coordinates, T)> {
        into_inner(self.first)
    }
}
