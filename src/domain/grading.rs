//! What the grade of a position is.

use std::fmt;
use std::sync::Arc;

use crate::domain::{Coordinates, MAX_HEAPS};

/// How a game's positions are graded, so that every option of a position has a smaller grade.
#[derive(Debug, Clone)]
pub enum Grading {
    /// By the token sum.
    TokenSum,
    /// By the first coordinate, in Fibonacci Nim, whose second coordinate is no heap but a limit.
    Heap,
    /// By a function that the rules state. It may fall where a coordinate grows, so that the corners of a tile tell
    /// nothing of the grades in it.
    Function(Arc<dyn GradeFunction>),
}

/// A function that grades positions.
pub trait GradeFunction: fmt::Debug + Send + Sync {
    /// Returns the grade of the position with these padded coordinates. Only positions are asked for, which the domain
    /// of the game holds.
    fn grade(&self, at: Coordinates) -> u32;
}

impl Grading {
    /// Returns what the grade is.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Grading::TokenSum => "token sum",
            Grading::Heap => "heap",
            Grading::Function(_) => "grade",
        }
    }

    /// Returns the grade of the position with these padded coordinates.
    #[inline]
    pub fn grade(&self, at: Coordinates) -> u32 {
        match self {
            Grading::TokenSum => at.sum(),
            Grading::Heap => at[MAX_HEAPS - 2],
            Grading::Function(function) => function.grade(at),
        }
    }

    /// Returns a lower bound of the grades of the positions none of whose coordinates is less than that of this cell, which
    /// need be no position itself.
    #[inline]
    pub fn least_from(&self, at: Coordinates) -> u32 {
        match self {
            // These never fall where a coordinate grows.
            Grading::TokenSum | Grading::Heap => self.grade(at),
            Grading::Function(_) => 0,
        }
    }

    /// Returns an upper bound of the grades of the positions none of whose coordinates is larger than that of this cell,
    /// which need be no position itself.
    #[inline]
    pub(crate) fn most_up_to(&self, at: Coordinates) -> u32 {
        match self {
            Grading::TokenSum | Grading::Heap => self.grade(at),
            Grading::Function(_) => u32::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_are_token_sums_or_heaps() {
        let at = Coordinates([0, 0, 13, 5]);
        assert_eq!(Grading::TokenSum.grade(at), 18);
        assert_eq!(Grading::Heap.grade(at), 13);
    }

    /// Catches bounds that are grades of a corner where the grade may fall where a coordinate grows.
    #[test]
    fn a_function_is_asked_for_grades_but_not_for_bounds() {
        #[derive(Debug)]
        struct Difference;

        impl GradeFunction for Difference {
            fn grade(&self, at: Coordinates) -> u32 {
                at[2].checked_sub(at[3]).expect("a position")
            }
        }

        let function = Grading::Function(Arc::new(Difference));
        assert_eq!(function.clone().grade(Coordinates([0, 0, 13, 5])), 8);
        let no_position = Coordinates([0, 0, 5, 13]);
        assert_eq!(
            (function.least_from(no_position), function.most_up_to(no_position)),
            (0, u32::MAX)
        );
        let at = Coordinates([0, 0, 4, 6]);
        for grading in [Grading::TokenSum, Grading::Heap] {
            let bounds = (grading.least_from(at), grading.most_up_to(at));
            assert_eq!(bounds, (grading.grade(at), grading.grade(at)));
        }
    }
}
