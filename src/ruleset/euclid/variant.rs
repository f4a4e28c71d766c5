//! The variants of Euclid, as data.

/// Two heaps; a move takes a positive multiple of the smaller heap from the larger one. A position
/// with an empty heap has no moves (Cole and Davie).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EuclidGame {
    /// Whether both heaps stay positive (Larsson, CombinArtorial games): equal heaps have no moves. Else a heap may
    /// reach 0.
    pub is_positive: bool,
}
