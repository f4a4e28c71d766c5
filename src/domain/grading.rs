//! What the rank of a position is.

use crate::domain::{Coordinates, MAX_HEAPS};

/// How a game's positions are ranked, so that every option of a position has a smaller rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grading {
    /// By the token sum.
    TokenSum,
    /// By the heap, in a game on one heap whose second coordinate is no heap but a limit.
    Heap,
}

impl Grading {
    /// The rank of the position with these padded coordinates. It never falls when a coordinate
    /// grows.
    ///
    /// ```
    /// use grundytab::Grading;
    /// assert_eq!(Grading::TokenSum.rank([0, 13, 5]), 18);
    /// assert_eq!(Grading::Heap.rank([0, 13, 5]), 13);
    /// ```
    #[inline]
    pub fn rank(self, at: Coordinates) -> u32 {
        match self {
            Grading::TokenSum => at.iter().sum(),
            Grading::Heap => at[MAX_HEAPS - 2],
        }
    }
}
