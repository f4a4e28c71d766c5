//! Positions: one to four heap sizes.

use std::cmp::Ordering;
use std::fmt;

use super::{Coordinates, MAX_HEAPS};

/// The names of the heaps in texts, and of the axes of stored tables. A game of two heaps has the
/// first two.
pub const HEAP_NAMES: [&str; MAX_HEAPS] = ["x", "y", "z", "w"];

/// Heap sizes, in the heap order of the ruleset.
///
/// Positions are ordered by token sum and then lexicographically. In games that are graded by the token sum the options
/// of a position come before it in this order; in Fibonacci Nim, and where rules state a grade of their own, they need
/// not.
///
/// ```
/// use grundytab::Position;
/// let position = Position::new(&[3, 5]);
/// assert_eq!(position.to_string(), "(3, 5)");
/// assert_eq!(position.token_sum(), 8);
/// assert!(position < Position::new(&[9, 0]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(with = "Vec<u32>"))]
pub struct Position {
    coordinates: Coordinates,
    heaps: usize,
}

impl Position {
    /// A position from its heap sizes.
    ///
    /// # Panics
    /// When there are more than [`MAX_HEAPS`] of them.
    pub fn new(heaps: &[u32]) -> Self {
        Position::from_coordinates(Coordinates::padded(heaps, 0), heaps.len())
    }

    /// A position of `heaps` heaps from its padded coordinates.
    pub(crate) fn from_coordinates(coordinates: Coordinates, heaps: usize) -> Self {
        Position { coordinates, heaps }
    }

    /// The heap sizes.
    pub fn heaps(&self) -> &[u32] {
        self.coordinates.unpadded(self.heaps)
    }

    /// The heap sizes, padded on the left to four.
    pub fn coordinates(&self) -> Coordinates {
        self.coordinates
    }

    /// The sum of the heap sizes.
    pub fn token_sum(&self) -> u64 {
        self.coordinates.tokens()
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.token_sum(), self.coordinates).cmp(&(other.token_sum(), other.coordinates))
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A position is its heap sizes for programs.
impl serde::Serialize for Position {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.heaps())
    }
}

impl<'de> serde::Deserialize<'de> for Position {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let heaps = Vec::<u32>::deserialize(deserializer)?;
        match heaps.len() {
            1..=MAX_HEAPS => Ok(Position::new(&heaps)),
            length => Err(serde::de::Error::invalid_length(length, &"one to four heap sizes")),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.heaps().iter().map(u32::to_string).collect();
        write!(f, "({})", heaps.join(", "))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
