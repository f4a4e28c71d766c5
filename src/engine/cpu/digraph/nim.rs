//! Nim heaps: vertices whose only outgoing edge is a loop. A move changes that heap alone, so the
//! values it excludes are those seen on a line along its axis. Each line keeps them as a bitset, where
//! other edges keep thresholds.

use rayon::prelude::*;

use super::bucket::{BUCKET, Threshold};
use super::canonical::CanonicalValues;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::digraph_games::edges::{nim_axes, other_axes};
use crate::engine::digraph_games::symmetry::{Section, Symmetry};
use crate::ruleset::DigraphGame;

/// The values seen on all lines along the axis of one Nim heap.
///
/// Word `(a * lines_per_row + b) * words_per_line + k` holds a bit for each value of bucket k, on the
/// line where the two other heaps have a and b tokens.
pub(super) struct NimBitsets {
    /// The two other axes.
    other_axes: [usize; 2],
    words_per_line: usize,
    lines_per_row: usize,
    words: Vec<u32>,
}

/// The lines of consecutive cells, along one axis.
#[derive(Clone, Copy)]
pub(super) struct NimCursor<'a> {
    words: &'a [u32],
    /// Index of the first word of the first cell's line.
    first: usize,
    /// What the next cell adds to that index.
    step: isize,
}

impl NimCursor<'_> {
    /// Returns the values of a bucket that were seen on the line of a cell: bit i stands for the i-th.
    #[inline]
    pub(super) fn seen(&self, cell: usize, bucket: usize) -> u32 {
        let line = self.first.wrapping_add_signed(self.step * cell as isize);
        self.words[line + bucket]
    }
}

/// Makes the empty bitsets of each Nim heap of a game, for the values of this many buckets.
pub(super) fn nim_bitsets(
    game: &DigraphGame,
    sides: Coordinates,
    buckets: usize,
) -> Vec<NimBitsets> {
    let of_heap = |axis: usize| {
        let other_axes = other_axes(axis);
        let [rows, lines] = other_axes.map(|axis| sides[axis] as usize);
        let words = vec![0; rows * lines * buckets];
        NimBitsets { other_axes, words_per_line: buckets, lines_per_row: lines, words }
    };
    nim_axes(game).map(of_heap).collect()
}

/// Returns the bytes of the bitsets of a game.
pub(super) fn memory_bytes(game: &DigraphGame, sides: Coordinates, buckets: usize) -> u64 {
    let lines =
        |axis: usize| other_axes(axis).iter().map(|&axis| u64::from(sides[axis])).product::<u64>();
    let word = size_of::<u32>() as u64;
    nim_axes(game).map(|axis| lines(axis).saturating_mul(buckets as u64 * word)).sum()
}

impl NimBitsets {
    /// Returns the lines of the cell `at` and of the next ones along the second axis, in a layer.
    pub(super) fn cursor(&self, at: Coordinates) -> NimCursor<'_> {
        let [row, line] = self.other_axes;
        let first_word = |at: [i64; MAX_HEAPS]| {
            (at[row] * self.lines_per_row as i64 + at[line]) * self.words_per_line as i64
        };
        NimCursor {
            words: &self.words,
            first: first_word(at.map(i64::from)) as usize,
            step: first_word([0, 0, 1, -1]) as isize,
        }
    }

    /// Records the values of a layer on their lines.
    pub(super) fn record<T: Threshold>(
        &mut self,
        symmetry: &Symmetry,
        values: &CanonicalValues<T>,
    ) {
        let words_per_line = self.words_per_line;
        let [fixed_axis, along] = self.other_axes;
        let rows = self.words.par_chunks_mut(self.lines_per_row * words_per_line);
        rows.take(values.grade as usize + 1).enumerate().for_each(|(fixed, row)| {
            let fixed_tokens = fixed as u32;
            let shared_tokens = values.grade - fixed_tokens;
            let section = Section { fixed_axis, fixed_tokens, along, shared_tokens };
            for segment in symmetry.segments(&section) {
                values.for_each_in(&segment, |tokens, value| {
                    let value = value.to_u32() as usize;
                    row[tokens as usize * words_per_line + value / BUCKET] |= 1 << (value % BUCKET);
                });
            }
        });
    }
}
