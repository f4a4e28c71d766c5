//! The rules of Euclid, as data.

/// Two heaps; a move takes a positive multiple of the smaller heap from the larger one. A position
/// with an empty heap has no moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EuclidGame {
    positive: bool,
}

impl EuclidGame {
    /// Returns the game of Cole and Davie, in which a heap may reach 0.
    pub fn new() -> Self {
        EuclidGame { positive: false }
    }

    /// Returns the game in which both heaps stay positive (Larsson, CombinArtorial games): equal
    /// heaps have no moves.
    pub fn positive() -> Self {
        EuclidGame { positive: true }
    }

    /// Returns whether heaps stay positive.
    pub fn is_positive(&self) -> bool {
        self.positive
    }
}

impl Default for EuclidGame {
    fn default() -> Self {
        EuclidGame::new()
    }
}
