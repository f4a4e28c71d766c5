//! Coordinates: what every engine computes with, whatever the number of heaps.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Div, Index, IndexMut, Mul, Rem, Sub};

/// The largest number of heaps a game can have here.
///
/// Four coordinates fill a vector of 128 bits, and cost games of fewer heaps nothing that could be measured
/// (`docs/four-heaps.md`). A fifth would double it. What is stored for the lines of a ray, or for an edge
/// of a digraph game and its spectator heaps, grows with every heap by a factor of the token sum.
pub const MAX_HEAPS: usize = 4;

/// A position, a move, the sides of a box or the index of a tile: one number per axis, padded on the
/// left for games of fewer heaps.
///
/// The position (3, 5) has the coordinates `[0, 0, 3, 5]`, a 20 x 30 box the sides `[1, 1, 20, 30]`: every
/// engine sees four heaps, of which the first ones may be empty for ever.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[repr(transparent)]
pub struct Coordinates(pub [u32; MAX_HEAPS]);

impl Coordinates {
    /// The origin: no tokens on any heap.
    pub const ZERO: Coordinates = Coordinates([0; MAX_HEAPS]);

    /// Coordinates with `value(axis)` on each axis.
    #[inline(always)]
    pub fn from_fn(mut value: impl FnMut(usize) -> u32) -> Self {
        // Written out, as in `map`: where little is optimized, the functions of arrays take a quarter of the time in
        // which the definition computes a table.
        Coordinates([value(0), value(1), value(2), value(3)])
    }

    /// Coordinates of fewer axes, filled up on the left with `padding`: 0 for positions and moves, 1
    /// for sides.
    ///
    /// # Panics
    /// When there are more than [`MAX_HEAPS`] of them.
    pub fn padded(unpadded: &[u32], padding: u32) -> Self {
        let mut coordinates = [padding; MAX_HEAPS];
        coordinates[MAX_HEAPS - unpadded.len()..].copy_from_slice(unpadded);
        Coordinates(coordinates)
    }

    /// The last `heaps` coordinates, which are those that are no padding.
    #[inline]
    pub fn unpadded(&self, heaps: usize) -> &[u32] {
        &self.0[MAX_HEAPS - heaps..]
    }

    /// The last three coordinates: all those of a game of at most three heaps.
    #[cfg(feature = "gpu")]
    pub(crate) fn last_three(self) -> [u32; 3] {
        let [_, x, y, z] = self.0;
        [x, y, z]
    }

    /// These coordinates with another one along the last axis.
    #[inline(always)]
    pub fn with_last(mut self, last: u32) -> Self {
        self.0[MAX_HEAPS - 1] = last;
        self
    }

    /// The cell this many steps further along the last axis: in the same row.
    #[inline(always)]
    pub(crate) fn along_row(self, steps: u32) -> Self {
        self.with_last(self.0[MAX_HEAPS - 1] + steps)
    }

    /// The coordinates in order.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, u32> {
        self.0.iter()
    }

    /// The array of `f` of each coordinate.
    #[inline(always)]
    pub fn map<T>(self, mut f: impl FnMut(u32) -> T) -> [T; MAX_HEAPS] {
        let [w, x, y, z] = self.0;
        [f(w), f(x), f(y), f(z)]
    }

    /// Whether no coordinate is less than that of `other`.
    #[inline(always)]
    pub fn dominates(self, other: Self) -> bool {
        (0..MAX_HEAPS).all(|axis| self.0[axis] >= other.0[axis])
    }

    /// Whether every coordinate is less than the side along its axis.
    #[inline(always)]
    pub fn is_inside(self, sides: Self) -> bool {
        (0..MAX_HEAPS).all(|axis| self.0[axis] < sides.0[axis])
    }

    /// The differences along each axis, unless one is negative: where a move leads to.
    #[inline(always)]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.dominates(other).then(|| self - other)
    }

    /// The differences along each axis, or 0 where one would be negative.
    #[inline]
    pub fn saturating_sub(self, other: Self) -> Self {
        Coordinates::from_fn(|axis| self.0[axis].saturating_sub(other.0[axis]))
    }

    /// The quotients along each axis, rounded up: how many tiles of these edges cover a box.
    #[inline]
    pub(crate) fn div_ceil(self, edges: Self) -> Self {
        Coordinates::from_fn(|axis| self.0[axis].div_ceil(edges.0[axis]))
    }

    /// The larger coordinate along each axis.
    #[inline]
    pub fn componentwise_max(self, other: Self) -> Self {
        Coordinates::from_fn(|axis| self.0[axis].max(other.0[axis]))
    }

    /// `factor` times these coordinates, or `u32::MAX` along an axis where that is larger.
    #[inline]
    pub fn saturating_multiple(self, factor: u32) -> Self {
        Coordinates(self.map(|coordinate| coordinate.saturating_mul(factor)))
    }

    /// The m with which these coordinates are m times those of `other`, if there is one and `other` is not zero.
    pub fn multiple_of(self, other: Self) -> Option<u32> {
        let axis = (0..MAX_HEAPS).find(|&axis| other[axis] > 0)?;
        let m = self[axis] / other[axis];
        (other.map(|c| c.checked_mul(m)) == self.map(Some)).then_some(m)
    }

    /// The sum of the coordinates, which must fit in 32 bits. Those of positions of a domain do.
    #[inline(always)]
    pub fn sum(self) -> u32 {
        self.0.iter().sum()
    }

    /// The sum of any coordinates.
    #[inline]
    pub(crate) fn tokens(self) -> u64 {
        self.0.iter().map(|&heap| u64::from(heap)).sum()
    }

    /// The largest coordinate.
    #[inline]
    pub fn largest(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.max(b).max(c).max(d)
    }

    /// The greatest common divisor of the coordinates, 0 if all are 0.
    pub fn common_divisor(self) -> u32 {
        fn of_two(a: u32, b: u32) -> u32 {
            if b == 0 { a } else { of_two(b, a % b) }
        }
        self.0.into_iter().fold(0, of_two)
    }

    /// The product of the coordinates: cells of a box with these sides.
    #[inline]
    pub fn cells(self) -> usize {
        self.0.iter().map(|&side| side as usize).product()
    }

    /// The index of a cell in the row-major order of a box.
    #[inline(always)]
    pub fn row_major_index(self, sides: Self) -> usize {
        let [w, x, y, z] = self.map(|coordinate| coordinate as usize);
        let [_, b, c, d] = sides.map(|side| side as usize);
        ((w * b + x) * c + y) * d + z
    }

    /// The cell with this index in the row-major order of a box.
    #[inline]
    pub(crate) fn from_row_major_index(index: usize, sides: Self) -> Self {
        let [_, b, c, d] = sides.map(|side| side as usize);
        let coordinates = [index / (b * c * d), index / (c * d) % b, index / d % c, index % d];
        Coordinates::from_fn(|axis| coordinates[axis] as u32)
    }

    /// All cells of a box, in row-major order.
    pub fn cells_of_box(sides: Self) -> impl Iterator<Item = Self> {
        let [a, b, c, d] = sides.0;
        let planes = (0..a).flat_map(move |w| (0..b).map(move |x| [w, x]));
        planes.flat_map(move |[w, x]| {
            (0..c).flat_map(move |y| (0..d).map(move |z| Coordinates([w, x, y, z])))
        })
    }
}

impl Index<usize> for Coordinates {
    type Output = u32;

    #[inline(always)]
    fn index(&self, axis: usize) -> &u32 {
        &self.0[axis]
    }
}

impl IndexMut<usize> for Coordinates {
    #[inline(always)]
    fn index_mut(&mut self, axis: usize) -> &mut u32 {
        &mut self.0[axis]
    }
}

/// Arithmetic axis by axis, as on numbers: a difference that would be negative is a bug.
macro_rules! axis_by_axis {
    ($($operator:ident, $function:ident, $symbol:tt;)*) => {$(
        impl $operator for Coordinates {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Coordinates::from_fn(|axis| self.0[axis] $symbol other.0[axis])
            }
        }
    )*};
}
axis_by_axis! {
    Add, add, +;
    Sub, sub, -;
    Mul, mul, *;
    Div, div, /;
    Rem, rem, %;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches indices that are wrong on more than two heaps only: sides are different primes.
    #[test]
    fn indices_count_the_cells_of_a_box() {
        let sides = Coordinates([2, 3, 5, 7]);
        let cells: Vec<Coordinates> = Coordinates::cells_of_box(sides).collect();
        assert!(cells.len() == 2 * 3 * 5 * 7 && cells.len() == sides.cells());
        assert!(cells.is_sorted_by(|one, other| one < other));
        for (index, at) in cells.into_iter().enumerate() {
            assert!(at.is_inside(sides));
            assert_eq!(at.row_major_index(sides), index, "{at:?}");
            assert_eq!(Coordinates::from_row_major_index(index, sides), at);
        }
    }

    /// Catches arithmetic on a wrong axis, and bounds that are off by one.
    #[test]
    fn arithmetic_goes_axis_by_axis() {
        let (at, other) = (Coordinates([9, 8, 7, 12]), Coordinates([2, 3, 7, 5]));
        assert_eq!(at + other, Coordinates([11, 11, 14, 17]));
        assert_eq!(at - other, Coordinates([7, 5, 0, 7]));
        assert_eq!(at * other, Coordinates([18, 24, 49, 60]));
        assert_eq!(at / other, Coordinates([4, 2, 1, 2]));
        assert_eq!(at % other, Coordinates([1, 2, 0, 2]));
        assert_eq!(at.div_ceil(other), Coordinates([5, 3, 1, 3]));
        assert_eq!(at.checked_sub(other), Some(at - other));
        assert_eq!(other.saturating_sub(at.with_last(1)), Coordinates([0, 0, 0, 4]));
        assert_eq!(other.componentwise_max(at.with_last(1)), Coordinates([9, 8, 7, 5]));
        assert_eq!(at.along_row(3), Coordinates([9, 8, 7, 15]));
        assert_eq!(other.saturating_multiple(3), Coordinates([6, 9, 21, 15]));
        let [even, most] = [u32::MAX - 1, u32::MAX];
        assert_eq!(other.saturating_multiple(most / 2), Coordinates([even, most, most, most]));
        let multiple_of_other = |at| Coordinates(at).multiple_of(other);
        assert_eq!(multiple_of_other([6, 9, 21, 15]), Some(3));
        assert_eq!(multiple_of_other([6, 9, 21, 14]), None);
        assert_eq!(other.multiple_of(Coordinates::ZERO), None);
        assert_eq!((at.sum(), at.common_divisor()), (36, 1));
        assert_eq!((at.largest(), Coordinates([1, 5, 2, 0]).largest()), (12, 5));
        assert_eq!(Coordinates([12, 0, 18, 24]).common_divisor(), 6);
        assert_eq!(Coordinates::padded(&[4, 6], 1), Coordinates([1, 1, 4, 6]));
        assert_eq!(at.unpadded(3), [8, 7, 12]);
        for axis in 0..MAX_HEAPS {
            let mut larger = at;
            larger[axis] += 1;
            assert!(larger.dominates(at) && !at.dominates(larger) && at.dominates(at));
            assert_eq!(at.checked_sub(larger), None);
            assert!(!at.is_inside(at) && at.is_inside(at + Coordinates([1; MAX_HEAPS])));
            let mut sides = at + Coordinates([1; MAX_HEAPS]);
            sides[axis] = at[axis];
            assert!(!at.is_inside(sides));
        }
    }
}
