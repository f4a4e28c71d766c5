//! What the grade of a position is.

use serde::{Deserialize, Serialize};

use crate::domain::{Coordinates, MAX_HEAPS};

/// How a game's positions are graded, so that every option of a position has a smaller grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Grading {
    /// By the token sum.
    TokenSum,
    /// By the first coordinate, in Fibonacci Nim, whose second coordinate is no heap but a limit.
    Heap,
}

impl Grading {
    /// Returns what the grade is.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Grading::TokenSum => "token sum",
            Grading::Heap => "heap",
        }
    }

    /// Returns the grade of the position with these padded coordinates. It never falls when a
    /// coordinate grows.
    #[inline]
    pub(crate) fn grade(self, at: Coordinates) -> u32 {
        match self {
            Grading::TokenSum => at.sum(),
            Grading::Heap => at[MAX_HEAPS - 2],
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
}
