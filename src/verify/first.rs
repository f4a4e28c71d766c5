//! The first of the faults that many threads find.
//!
//! A wrong value makes the values that follow from it look wrong too; the first one in rank order
//! is the cause.

use std::sync::Mutex;

use crate::domain::{Coordinates, Grading};
use crate::sync::{into_inner, lock};

/// Keeps the fault at the first position: the least rank, then the least coordinates.
pub(crate) struct First<T> {
    grading: Grading,
    first: Mutex<Option<(Coordinates, T)>>,
}

impl<T> First<T> {
    pub(crate) fn new(grading: Grading) -> Self {
        First { grading, first: Mutex::new(None) }
    }

    /// Reports a fault.
    pub(crate) fn report(&self, at: Coordinates, fault: T) {
        let key = |at: Coordinates| (self.grading.rank(at), at);
        let mut first = lock(&self.first);
        if first.as_ref().is_none_or(|(other, _)| key(at) < key(*other)) {
            *first = Some((at, fault));
        }
    }

    /// Whether a fault is known at a rank below this one.
    pub(crate) fn is_below(&self, rank: u32) -> bool {
        lock(&self.first).as_ref().is_some_and(|&(at, _)| self.grading.rank(at) < rank)
    }

    /// The first fault and where it is.
    pub(crate) fn into_inner(self) -> Option<(Coordinates, T)> {
        into_inner(self.first)
    }
}
