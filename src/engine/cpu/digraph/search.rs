//! The search for values, by vectors.
//!
//! A cell has a row of thresholds per edge. Its value is the first one that is open in all of
//! them: with thresholds at most the tokens on the edge's receiving vertex. A block of values can
//! hold it only if the floor of the block is open in all rows. Two steps of the same kind find
//! most values: the first block that is open, the first value of it that is.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};

use super::nim::NimLines;
use super::thresholds::Threshold;

/// Values of a block: 64 bytes of 16-bit thresholds.
pub(super) const BLOCK: usize = 32;

/// The thresholds of consecutive values, or the floors of consecutive blocks.
pub(super) type Block<T> = [T; BLOCK];

/// Rows of up to so many blocks are searched by the floors of the first `BLOCK` ones, and few
/// values are missed; in longer ones twice as many floors are looked at.
const BLOCKS_OF_NARROW_ROWS: usize = BLOCK + BLOCK / 8;

/// Cells that are searched as one.
pub(super) const SEGMENT: usize = 512;

/// An edge, as seen from cells side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Walk {
    /// First block of the row of the first cell, floors included.
    pub(super) row: usize,
    /// How many blocks further the row of the next cell is.
    pub(super) row_step: isize,
    /// Tokens of the first cell on the receiving vertex.
    pub(super) tokens: u32,
    /// What the next cell has more.
    pub(super) tokens_step: i32,
}

impl Walk {
    #[inline]
    fn row_at(&self, cell: usize) -> usize {
        self.row.wrapping_add_signed(self.row_step * cell as isize)
    }

    #[inline]
    fn tokens_at(&self, cell: usize) -> u32 {
        self.tokens.wrapping_add_signed(self.tokens_step * cell as i32)
    }
}

/// All rows of thresholds, and how many blocks of floors each begins with.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, T> {
    pub(super) blocks: &'a [Block<T>],
    pub(super) floor_blocks: usize,
    pub(super) blocks_per_row: usize,
}

/// Fills `values` with the values of cells side by side, at most [`SEGMENT`] of them.
pub(super) fn search<T: Threshold>(
    level: Level,
    rows: Rows<T>,
    walks: &[Walk],
    nim: &[NimLines],
    values: &mut [T],
) {
    // An edge more than once does no harm.
    let walk = |i: usize| walks[i.min(walks.len() - 1)];
    match walks.len() {
        0 => {}
        1 | 2 => search_edges::<T, 2>(level, rows, &std::array::from_fn(walk), nim, values),
        3 => search_edges::<T, 3>(level, rows, &std::array::from_fn(walk), nim, values),
        4 => search_edges::<T, 4>(level, rows, &std::array::from_fn(walk), nim, values),
        _ => search_edges::<T, 6>(level, rows, &std::array::from_fn(walk), nim, values),
    }
}

fn search_edges<T: Threshold, const ARCS: usize>(
    level: Level,
    rows: Rows<T>,
    walks: &[Walk; ARCS],
    nim: &[NimLines],
    values: &mut [T],
) {
    match rows.blocks_per_row <= BLOCKS_OF_NARROW_ROWS {
        true => {
            dispatch!(level, simd => search_cells::<_, T, ARCS, 1>(simd, rows, walks, nim, values))
        }
        false => {
            dispatch!(level, simd => search_cells::<_, T, ARCS, 2>(simd, rows, walks, nim, values))
        }
    }
}

#[inline(always)]
fn search_cells<S: Simd, T: Threshold, const ARCS: usize, const FLOOR_BLOCKS: usize>(
    simd: S,
    rows: Rows<T>,
    walks: &[Walk; ARCS],
    nim: &[NimLines],
    values: &mut [T],
) {
    let splat = |tokens: u32| T::Native::<S>::splat(simd, T::from_u32(tokens));
    let mut row = walks.map(|walk| walk.row);
    let mut tokens = walks.map(|walk| splat(walk.tokens));
    let step = walks.map(|walk| splat(walk.tokens_step as u32));
    let mut missed = [0u16; SEGMENT];
    let mut misses = 0;
    for (cell, value) in values.iter_mut().enumerate().take(SEGMENT) {
        let mut open_blocks = 0;
        for i in 0..FLOOR_BLOCKS {
            open_blocks |=
                u64::from(open(simd, row.map(|row| &rows.blocks[row + i]), tokens)) << (i * BLOCK);
        }
        // If there are none, one that is not open gives no value.
        let block = (open_blocks | 1 << (FLOOR_BLOCKS * BLOCK - 1)).trailing_zeros() as usize;
        let thresholds = row.map(|row| &rows.blocks[row + rows.floor_blocks + block]);
        let taken = nim.iter().fold(0, |taken, lines| taken | lines.taken(cell, block));
        let free = open(simd, thresholds, tokens) & !taken;
        *value = T::from_u32((block * BLOCK) as u32 + free.trailing_zeros());
        // Without a branch: which cells miss cannot be predicted. Theirs is now the next block.
        missed[misses] = cell as u16;
        misses += usize::from(free == 0);
        for i in 0..ARCS {
            row[i] = row[i].wrapping_add_signed(walks[i].row_step);
            tokens[i] += step[i];
        }
    }
    for &cell in &missed[..misses] {
        let cell = usize::from(cell);
        let row = walks.map(|walk| walk.row_at(cell));
        let tokens = walks.map(|walk| splat(walk.tokens_at(cell)));
        let taken =
            |block: usize| nim.iter().fold(0, |taken, lines| taken | lines.taken(cell, block));
        let next_block = values[cell].to_u32() as usize / BLOCK;
        values[cell] = T::from_u32(first_value(simd, rows, row, tokens, next_block, taken));
    }
}

/// The first value from a block on that is open in all rows and not taken.
#[inline(always)]
fn first_value<S: Simd, T: Threshold, const ARCS: usize>(
    simd: S,
    rows: Rows<T>,
    row: [usize; ARCS],
    tokens: [T::Native<S>; ARCS],
    first_block: usize,
    taken: impl Fn(usize) -> u32,
) -> u32 {
    let mut passed = first_block % BLOCK;
    for floors in first_block / BLOCK..rows.floor_blocks {
        let mut open_blocks = open(simd, row.map(|row| &rows.blocks[row + floors]), tokens);
        open_blocks &= u32::MAX << passed;
        passed = 0;
        while open_blocks != 0 {
            let block = floors * BLOCK + open_blocks.trailing_zeros() as usize;
            let thresholds = row.map(|row| &rows.blocks[row + rows.floor_blocks + block]);
            let free = open(simd, thresholds, tokens) & !taken(block);
            if free != 0 {
                return (block * BLOCK) as u32 + free.trailing_zeros();
            }
            open_blocks &= open_blocks - 1;
        }
    }
    // No edge excludes the token sum, so this is never reached.
    (rows.blocks_per_row * BLOCK) as u32
}

/// Which entries are at most the tokens, in all blocks: a bit each.
#[inline(always)]
pub(super) fn open<S: Simd, T: Threshold, const ARCS: usize>(
    simd: S,
    blocks: [&Block<T>; ARCS],
    tokens: [T::Native<S>; ARCS],
) -> u32 {
    let lanes = T::Native::<S>::LEN;
    let zero = T::Native::<S>::splat(simd, T::from_u32(0));
    let mut open = 0;
    for at in (0..BLOCK).step_by(lanes) {
        let mut excess = zero;
        for i in 0..ARCS {
            let entries = T::Native::<S>::from_slice(simd, &blocks[i][at..at + lanes]);
            excess |= entries.saturating_sub(tokens[i]);
        }
        open |= (excess.simd_eq(zero).to_bitmask() as u32) << at;
    }
    open
}
