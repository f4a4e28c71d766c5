//! The first of the findings that many threads report.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::domain::{Coordinates, Grading};
use crate::sync::lock;

/// Keeps the findings at the first positions in grade order, the least grade and then the least coordinates, up to
/// a number; there may be very many.
///
/// A wrong value makes values that depend on it look wrong too; the first one in grade order is the
/// cause.
pub struct FirstFindings<T> {
    grading: Grading,
    most: usize,
    first: Mutex<BTreeMap<(u32, Coordinates), T>>,
    /// The grade of the last finding that is kept once there are as many as are to be kept, else the
    /// largest number. Most findings that come too late are told by it, without the lock.
    last_grade: AtomicU32,
}

impl<T> FirstFindings<T> {
    /// Keeps at most this number of findings.
    pub fn new(grading: Grading, most: usize) -> Self {
        let last_grade = AtomicU32::new(if most == 0 { 0 } else { u32::MAX });
        FirstFindings { grading, most, first: Mutex::default(), last_grade }
    }

    /// Takes a finding, and keeps it if it is among the first so far.
    pub fn report(&self, at: Coordinates, finding: impl FnOnce() -> T) {
        let grade = self.grading.grade(at);
        if grade > self.last_grade.load(Ordering::Relaxed) || self.most == 0 {
            return;
        }
        let mut first = lock(&self.first);
        if first.len() == self.most
            && first.last_key_value().is_some_and(|(&last, _)| last < (grade, at))
        {
            return;
        }
        first.insert((grade, at), finding());
        if first.len() > self.most {
            first.pop_last();
        }
        if first.len() == self.most
            && let Some(((grade, _), _)) = first.last_key_value()
        {
            self.last_grade.store(*grade, Ordering::Relaxed);
        }
    }

    /// Returns whether all findings that are to be kept have been found at grades below this one.
    pub fn are_below(&self, grade: u32) -> bool {
        self.last_grade.load(Ordering::Relaxed) < grade
    }

    /// Takes the findings out, with their positions, in grade order.
    pub fn take(&self) -> Vec<(Coordinates, T)> {
        let first = std::mem::take(&mut *lock(&self.first));
        first.into_iter().map(|((_, at), finding)| (at, finding)).collect()
    }

    /// Keeps the first of the findings of several ranks.
    pub fn keep_first(&self, found: &mut Vec<(Coordinates, T)>) {
        found.sort_by_key(|&(at, _)| (self.grading.grade(at), at));
        found.truncate(self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches findings that are kept in the order in which they come, or lost where grades are equal.
    #[test]
    fn the_first_in_grade_order_are_kept() {
        let mut cells: Vec<Coordinates> =
            Coordinates::cells_of_box(Coordinates([1, 1, 7, 9])).collect();
        fastrand::Rng::with_seed(5).shuffle(&mut cells);
        let mut sorted = cells.clone();
        sorted.sort_by_key(|at| (at.sum(), *at));
        for most in [0, 1, 2, 10, 62, 63, 100] {
            let findings = FirstFindings::new(Grading::TokenSum, most);
            for &at in &cells {
                findings.report(at, || at.sum());
            }
            assert_eq!(findings.are_below(u32::MAX), most <= 63, "{most}");
            let found: Vec<_> = findings.take().into_iter().map(|(at, _)| at).collect();
            assert_eq!(found, sorted[..most.min(63)], "{most}");
        }
    }
}
