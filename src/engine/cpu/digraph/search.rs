//! The search for values, by vectors.
//!
//! A cell has a row of thresholds per edge. Its value is the first one that is open in all of
//! them: with thresholds at most the tokens on the edge's receiving vertex. A block of values can
//! hold it only if the floor of the block is open in all rows. Two passes of the same kind find
//! most values: the first block that is open, the first value of it that is. What they miss, the
//! next open blocks hold.

use std::ops::Range;

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
    let step = walks.map(|walk| splat(walk.tokens_step as u32));
    let count = values.len().min(SEGMENT);
    let mut row = walks.map(|walk| walk.row);
    let mut tokens = walks.map(|walk| splat(walk.tokens));
    // In a loop of their own, so that no load waits for a comparison.
    let mut open_blocks = [0u64; SEGMENT];
    for open_blocks in &mut open_blocks[..count] {
        for i in 0..FLOOR_BLOCKS {
            let floors = row.map(|row| &rows.blocks[row + i]);
            *open_blocks |= u64::from(open(simd, floors, tokens)) << (i * BLOCK);
        }
        for i in 0..ARCS {
            row[i] = row[i].wrapping_add_signed(walks[i].row_step);
            tokens[i] += step[i];
        }
    }
    let mut row = walks.map(|walk| walk.row);
    let mut tokens = walks.map(|walk| splat(walk.tokens));
    let mut missed = [0u16; SEGMENT];
    let mut misses = 0;
    for (cell, (value, open_blocks)) in values.iter_mut().zip(&open_blocks[..count]).enumerate() {
        // If there are none, one that is not open gives no value.
        let block = (open_blocks | 1 << (FLOOR_BLOCKS * BLOCK - 1)).trailing_zeros() as usize;
        let free = free_in(simd, rows, block, row, tokens) & !taken(nim, cell, block);
        *value = value_of(block, free);
        // Without a branch: which cells miss cannot be predicted.
        missed[misses] = cell as u16;
        misses += usize::from(free == 0);
        for i in 0..ARCS {
            row[i] = row[i].wrapping_add_signed(walks[i].row_step);
            tokens[i] += step[i];
        }
    }
    while misses > 0 {
        let mut misses_again = 0;
        for i in 0..misses {
            let cell = usize::from(missed[i]);
            let row = walks.map(|walk| walk.row_at(cell));
            let tokens = walks.map(|walk| splat(walk.tokens_at(cell)));
            let open_blocks = &mut open_blocks[cell];
            *open_blocks &= open_blocks.wrapping_sub(1);
            if *open_blocks == 0 {
                let floors = FLOOR_BLOCKS..rows.floor_blocks;
                values[cell] = first_value(simd, rows, floors, row, tokens, nim, cell);
                continue;
            }
            let block = open_blocks.trailing_zeros() as usize;
            let free = free_in(simd, rows, block, row, tokens) & !taken(nim, cell, block);
            values[cell] = value_of(block, free);
            missed[misses_again] = cell as u16;
            misses_again += usize::from(free == 0);
        }
        misses = misses_again;
    }
}

/// The first value that is open in all rows and not taken, in blocks with these floors.
#[inline(always)]
fn first_value<S: Simd, T: Threshold, const ARCS: usize>(
    simd: S,
    rows: Rows<T>,
    floors: Range<usize>,
    row: [usize; ARCS],
    tokens: [T::Native<S>; ARCS],
    nim: &[NimLines],
    cell: usize,
) -> T {
    for floors in floors {
        let mut open_blocks = open(simd, row.map(|row| &rows.blocks[row + floors]), tokens);
        while open_blocks != 0 {
            let block = floors * BLOCK + open_blocks.trailing_zeros() as usize;
            let free = free_in(simd, rows, block, row, tokens) & !taken(nim, cell, block);
            if free != 0 {
                return value_of(block, free);
            }
            open_blocks &= open_blocks - 1;
        }
    }
    // No edge excludes the token sum, so this is never reached.
    value_of(rows.blocks_per_row, 0)
}

/// The first of the values of a block that are free.
#[inline(always)]
fn value_of<T: Threshold>(block: usize, free: u32) -> T {
    T::from_u32((block * BLOCK) as u32 + free.trailing_zeros())
}

/// Which values of a block are open in all rows: a bit each.
#[inline(always)]
fn free_in<S: Simd, T: Threshold, const ARCS: usize>(
    simd: S,
    rows: Rows<T>,
    block: usize,
    row: [usize; ARCS],
    tokens: [T::Native<S>; ARCS],
) -> u32 {
    open(simd, row.map(|row| &rows.blocks[row + rows.floor_blocks + block]), tokens)
}

/// Which values of a block Nim heaps take.
#[inline(always)]
fn taken(nim: &[NimLines], cell: usize, block: usize) -> u32 {
    nim.iter().fold(0, |taken, lines| taken | lines.taken(cell, block))
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
