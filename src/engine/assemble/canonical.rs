//! The values of the least positions of a layer, by which symmetry tells all others.

use std::ops::Range;

use crate::domain::Coordinates;
use crate::engine::symmetry::{Piece, Symmetry};
use crate::values::Value;

/// The values of one layer: a row per number of tokens on the first axis, of which the least
/// positions are filled.
pub(crate) struct CanonicalValues<T> {
    /// Token sum of the layer.
    pub(crate) rank: u32,
    pitch: usize,
    values: Vec<T>,
}

/// Rows so far apart, in values: an odd number of cache lines, so that columns use all of a cache.
fn pitch(sides: Coordinates) -> usize {
    ((sides[1] as usize).div_ceil(32) | 1) * 32
}

/// Values of a layer, filled or not.
pub(crate) fn length(symmetry: &Symmetry, sides: Coordinates) -> usize {
    symmetry.rows(sides) * pitch(sides)
}

impl<T: Value> CanonicalValues<T> {
    pub(crate) fn new(symmetry: &Symmetry, sides: Coordinates) -> Self {
        let values = vec![T::from_u32(0); length(symmetry, sides)];
        CanonicalValues { rank: 0, pitch: pitch(sides), values }
    }

    /// The rows of the least positions of a layer: first axis, columns, and room for the values.
    pub(crate) fn rows(
        &mut self,
        symmetry: &Symmetry,
        rank: u32,
    ) -> impl Iterator<Item = (u32, Range<u32>, &mut [T])> {
        self.rank = rank;
        let rows = (0..=rank).zip(self.values.chunks_exact_mut(self.pitch));
        let rows = rows.map(move |(x, row)| (x, symmetry.columns(rank, x), row));
        let filled = rows.take_while(|(_, columns, _)| !columns.is_empty());
        filled.map(|(x, columns, row)| {
            let values = &mut row[columns.start as usize..columns.end as usize];
            (x, columns, values)
        })
    }

    /// Calls back with the tokens on the line's `to` and the value there, in ascending order.
    #[inline]
    pub(crate) fn along(&self, piece: &Piece, mut each: impl FnMut(u32, T)) {
        let (first, last) = piece.tokens;
        let (slot, step) = self.slots(piece);
        let tokens = first..last + 1;
        strided(&self.values, slot, step, tokens.len(), |i, value| each(first + i, value));
    }

    /// Where a piece begins, and how far apart its values are.
    #[inline]
    fn slots(&self, piece: &Piece) -> (usize, isize) {
        let [x, y, _] = piece.first.map(|tokens| tokens as usize);
        let [dx, dy, _] = piece.step.map(|step| step as isize);
        (x * self.pitch + y, dx * self.pitch as isize + dy)
    }

    /// The values of neighbours along the second axis, with x tokens on the first.
    pub(crate) fn columns(&self, x: u32, columns: Range<usize>) -> &[T] {
        &self.values[x as usize * self.pitch..][columns]
    }
}

/// Calls back with each of `count` values that lie `step` apart, and its number from 0 on.
#[inline(always)]
pub(crate) fn strided<T: Copy>(
    values: &[T],
    first: usize,
    step: isize,
    count: usize,
    mut each: impl FnMut(u32, T),
) {
    if count == 0 {
        return;
    }
    // A block of one cell has no step.
    let distance = step.unsigned_abs().max(1);
    let length = (count - 1) * distance;
    // With the slice cut to its length, the loop checks nothing but its end.
    match step {
        0.. => {
            let values = values[first..=first + length].iter().step_by(distance);
            values.zip(0..).for_each(|(value, i)| each(i, *value));
        }
        _ => {
            let values = values[first - length..=first].iter().rev().step_by(distance);
            values.zip(0..).for_each(|(value, i)| each(i, *value));
        }
    }
}
