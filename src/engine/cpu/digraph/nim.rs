//! Vertices whose only edge is a loop: Nim heaps. A bitset per line takes the place of the
//! thresholds.

use super::search::BLOCK;
use super::thresholds::Threshold;
use crate::domain::Coordinates;
use crate::engine::assemble::canonical::CanonicalValues;
use crate::engine::digraph_edges::{nim_axes, other_axes};
use crate::engine::symmetry::{Line, Symmetry};
use crate::ruleset::DigraphGame;
use rayon::prelude::*;

/// The values seen on the lines along one axis.
pub(super) struct NimHeap {
    /// The two other axes.
    beside: [usize; 2],
    /// Bits for a block of values each.
    words_per_line: usize,
    /// Lines with equal tokens on the first axis beside.
    lines_per_row: usize,
    words: Vec<u32>,
}

/// The lines of cells side by side.
#[derive(Clone, Copy)]
pub(super) struct NimLines<'a> {
    words: &'a [u32],
    first: usize,
    step: isize,
}

impl NimLines<'_> {
    /// The values of a block that were seen on the line of a cell: a bit each.
    #[inline]
    pub(super) fn taken(&self, cell: usize, block: usize) -> u32 {
        let line = self.first.wrapping_add_signed(self.step * cell as isize);
        self.words[line + block]
    }
}

/// The Nim heaps of a game, for values of so many blocks.
pub(super) fn nim_heaps(game: &DigraphGame, sides: Coordinates, blocks: usize) -> Vec<NimHeap> {
    let heap = |axis: usize| {
        let beside = other_axes(axis);
        let [rows, lines] = beside.map(|axis| sides[axis] as usize);
        let words = vec![0; rows * lines * blocks];
        NimHeap { beside, words_per_line: blocks, lines_per_row: lines, words }
    };
    nim_axes(game).map(heap).collect()
}

/// Bytes of the bitsets of a game.
pub(super) fn memory_bytes(game: &DigraphGame, sides: Coordinates, blocks: usize) -> u64 {
    let lines =
        |axis: usize| other_axes(axis).iter().map(|&axis| u64::from(sides[axis])).product::<u64>();
    let word = size_of::<u32>() as u64;
    nim_axes(game).map(|axis| lines(axis).saturating_mul(blocks as u64 * word)).sum()
}

impl NimHeap {
    /// The lines of the cell `at` and of those beside it along the second axis.
    pub(super) fn lines(&self, at: Coordinates) -> NimLines<'_> {
        let [row, line] = self.beside;
        let place = |at: [i64; 3]| {
            (at[row] * self.lines_per_row as i64 + at[line]) * self.words_per_line as i64
        };
        NimLines {
            words: &self.words,
            first: place(at.map(i64::from)) as usize,
            step: place([0, 1, -1]) as isize,
        }
    }

    /// Remembers the values of a layer.
    pub(super) fn remember<T: Threshold>(
        &mut self,
        symmetry: &Symmetry,
        values: &CanonicalValues<T>,
    ) {
        let words_per_line = self.words_per_line;
        let [beside, to] = self.beside;
        let rows = self.words.par_chunks_mut(self.lines_per_row * words_per_line);
        rows.take(values.rank as usize + 1).enumerate().for_each(|(fixed, row)| {
            let line = Line { beside, fixed: fixed as u32, to, shared: values.rank - fixed as u32 };
            for piece in symmetry.pieces(&line) {
                values.along(&piece, |tokens, value| {
                    let value = value.to_u32() as usize;
                    row[tokens as usize * words_per_line + value / BLOCK] |= 1 << (value % BLOCK);
                });
            }
        });
    }
}
