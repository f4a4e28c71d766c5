//! The values of the canonical positions of a layer, from which symmetry gives all others.

use std::ops::Range;

use crate::domain::Coordinates;
use crate::engine::digraph_games::symmetry::{Segment, Symmetry};
use crate::values::Value;

/// The values of the canonical positions of one layer, in rows.
///
/// The value of (x, y, grade - x - y) is at x * pitch + y. Entries of other positions mean nothing.
pub(super) struct CanonicalValues<T> {
    /// Token sum of the layer.
    pub(super) grade: u32,
    /// Distance of neighbouring rows, in values.
    pitch: usize,
    values: Vec<T>,
}

/// Returns the distance of neighbouring rows: an odd number of cache lines (for values of 16 bits),
/// so that the cells of a column spread over all sets of a cache.
fn pitch(sides: Coordinates) -> usize {
    ((sides[2] as usize).div_ceil(32) | 1) * 32
}

/// Returns the number of values that are kept for a layer, filled or not.
pub(super) fn length(symmetry: &Symmetry, sides: Coordinates) -> usize {
    symmetry.rows(sides) * pitch(sides)
}

impl<T: Value> CanonicalValues<T> {
    /// Makes room for the values of any layer of a domain with these sides.
    pub(super) fn new(symmetry: &Symmetry, sides: Coordinates) -> Self {
        let values = vec![T::from_u32(0); length(symmetry, sides)];
        CanonicalValues { grade: 0, pitch: pitch(sides), values }
    }

    /// Begins the layer with this token sum. Returns its rows of canonical positions: the tokens on
    /// the first axis, the range of tokens on the second axis, and the values to be filled in.
    pub(super) fn rows(
        &mut self,
        symmetry: &Symmetry,
        grade: u32,
    ) -> impl Iterator<Item = (u32, Range<u32>, &mut [T])> {
        self.grade = grade;
        let rows = (0..=grade).zip(self.values.chunks_exact_mut(self.pitch));
        let rows = rows.map(move |(x, row)| (x, symmetry.columns(grade, x), row));
        let filled = rows.take_while(|(_, columns, _)| !columns.is_empty());
        filled.map(|(x, columns, row)| {
            let values = &mut row[columns.start as usize..columns.end as usize];
            (x, columns, values)
        })
    }

    /// Calls `each` for the positions of a segment, in order, with the tokens on the axis along which
    /// the section is ordered, and the value.
    #[inline]
    pub(super) fn for_each_in(&self, segment: &Segment, mut each: impl FnMut(u32, T)) {
        let (first, last) = segment.tokens;
        let (offset, step) = self.offsets(segment);
        let tokens = first..last + 1;
        strided(&self.values, offset, step, tokens.len(), |i, value| each(first + i, value));
    }

    /// Returns the offset of a segment's first value, and the distance of successive ones.
    #[inline]
    fn offsets(&self, segment: &Segment) -> (usize, isize) {
        let [_, x, y, _] = segment.first.map(|tokens| tokens as usize);
        let [_, dx, dy, _] = segment.step.map(|step| step as isize);
        (x * self.pitch + y, dx * self.pitch as isize + dy)
    }

    /// Returns the values of positions with x tokens on the first axis and these numbers of tokens on
    /// the second axis.
    pub(super) fn columns(&self, x: u32, columns: Range<usize>) -> &[T] {
        &self.values[x as usize * self.pitch..][columns]
    }
}

/// Calls `each` with the numbers 0, 1, ... and the `count` values at `first`, `first + step`, ...
#[inline(always)]
pub(super) fn strided<T: Copy>(
    values: &[T],
    first: usize,
    step: isize,
    count: usize,
    mut each: impl FnMut(u32, T),
) {
    if count == 0 {
        return;
    }
    // A single value may come with a step of 0.
    let distance = step.unsigned_abs().max(1);
    let length = (count - 1) * distance;
    // With the slice cut to its length, the loop checks nothing but its end.
    if step >= 0 {
        let values = values[first..=first + length].iter().step_by(distance);
        values.zip(0..).for_each(|(value, i)| each(i, *value));
    } else {
        let values = values[first - length..=first].iter().rev().step_by(distance);
        values.zip(0..).for_each(|(value, i)| each(i, *value));
    }
}
