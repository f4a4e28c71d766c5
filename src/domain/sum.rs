//! Disjunctive sums of positions.

use std::fmt;

use serde::{Serialize, Serializer};
use smallvec::{SmallVec, smallvec};

use super::Position;

/// What a move leads to: positions that are played together, as their disjunctive sum. In nearly all games it is one; a move
/// that splits a heap leads to a sum, and one after which nothing is left to the empty sum.
///
/// The positions are in order, so that equal sums are equal. For programs a sum is the list of its positions, and a sum of one
/// position that position.
///
/// ```
/// use grundytab::{Position, Sum};
/// let heap = |size| Position::new(&[size]);
/// let sum = Sum::new([heap(5), heap(2)]);
/// assert_eq!(sum.to_string(), "(2) + (5)");
/// assert_eq!(sum, Sum::new([heap(2), heap(5)]));
/// assert_eq!(sum.single(), None);
/// assert_eq!(Sum::from(heap(3)).single(), Some(heap(3)));
/// assert_eq!(Sum::<Position>::new([]).to_string(), "()");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(with = "SumOrPosition", inline))]
#[cfg_attr(
    feature = "json-schema",
    schemars(description = "A position, or the list of the positions of a sum.")
)]
pub struct Sum<P>(SmallVec<[P; 2]>);

impl<P: Copy + Ord> Sum<P> {
    /// Returns the sum of these positions.
    pub fn new(parts: impl IntoIterator<Item = P>) -> Self {
        let mut parts: SmallVec<[P; 2]> = parts.into_iter().collect();
        parts.sort_unstable();
        Sum(parts)
    }

    /// Returns the positions, in their order.
    pub fn parts(&self) -> &[P] {
        &self.0
    }

    /// Returns the positions, in their order, and nothing else.
    pub fn into_parts(self) -> impl Iterator<Item = P> {
        self.0.into_iter()
    }

    /// Returns the position, if it is a single one.
    pub fn single(&self) -> Option<P> {
        match *self.parts() {
            [position] => Some(position),
            _ => None,
        }
    }

    /// Returns the sum of what a function makes of the positions.
    pub fn map<Q: Copy + Ord>(&self, of: impl FnMut(P) -> Q) -> Sum<Q> {
        Sum::new(self.parts().iter().copied().map(of))
    }

    /// Returns the Grundy value in normal play: the xor of those of the positions (Sprague 1935, Grundy 1939).
    pub fn value(&self, value: impl Fn(P) -> u32) -> u32 {
        match *self.parts() {
            [position] => value(position),
            ref parts => parts.iter().fold(0, |sum, &position| sum ^ value(position)),
        }
    }
}

impl<P: Copy + Ord> From<P> for Sum<P> {
    fn from(position: P) -> Self {
        // As fast as can be: nearly all options are made here.
        Sum(smallvec![position])
    }
}

impl Serialize for Sum<Position> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.single() {
            Some(position) => position.serialize(serializer),
            None => serializer.collect_seq(self.parts()),
        }
    }
}

/// What programs read.
#[cfg(feature = "json-schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged, inline)]
#[expect(dead_code, reason = "the schema alone is used")]
enum SumOrPosition {
    Position(Position),
    Sum(Vec<Position>),
}

impl fmt::Display for Sum<Position> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            [] => f.write_str("()"),
            parts => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                f.write_str(&parts.join(" + "))
            }
        }
    }
}
