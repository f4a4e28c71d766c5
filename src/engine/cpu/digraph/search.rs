//! The search for Grundy values, by vectors.
//!
//! A cell has a row of thresholds per edge. A value is *open* in a row if its threshold is at most the
//! tokens on the vertex that the edge leads to. The cell's Grundy value is the first one that is open
//! in all rows and that no Nim heap excludes. A bucket can hold it only if the bucket's minimum is open
//! in all rows. So most values are found by two passes of the same kind over all cells: one finds the
//! first open bucket of each cell, the other the first open value of that bucket. Cells whose bucket
//! has no open value go on to their next open buckets.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};

use super::bucket::{BUCKET, Bucket, Threshold, open_entries};
use super::nim::NimCursor;

/// Rows of at most this many buckets are searched by the minima of their first `BUCKET` buckets, since
/// few values lie beyond. In longer rows twice as many minima are compared.
const BUCKETS_OF_SHORT_ROWS: usize = BUCKET + BUCKET / 8;

/// Cells that are searched together.
pub(super) const BATCH: usize = 512;

/// Where the threshold rows of one edge are, for the consecutive cells of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EdgeCursor {
    /// Index of the first bucket of the first cell's row; the minima come first.
    pub(super) row: usize,
    /// What the next cell adds to that index.
    pub(super) row_step: isize,
    /// Tokens of the first cell on the vertex that the edge leads to.
    pub(super) tokens: u32,
    /// What the next cell adds to these tokens.
    pub(super) tokens_step: i32,
}

impl EdgeCursor {
    #[inline]
    fn row_at(&self, cell: usize) -> usize {
        self.row.wrapping_add_signed(self.row_step * cell as isize)
    }

    #[inline]
    fn tokens_at(&self, cell: usize) -> u32 {
        self.tokens.wrapping_add_signed(self.tokens_step * cell as i32)
    }
}

/// All rows of thresholds.
#[derive(Clone, Copy)]
pub(super) struct ThresholdRows<'a, T> {
    pub(super) buckets: &'a [Bucket<T>],
    /// Buckets of minima at the beginning of each row.
    pub(super) minima_buckets: usize,
    /// Buckets of thresholds that follow them.
    pub(super) buckets_per_row: usize,
}

/// A type of thresholds in which values can be searched for.
pub(super) trait SearchedThreshold: Threshold {
    /// Fills `values` with the Grundy values of the consecutive cells of a batch, at most [`BATCH`] of
    /// them. Digraph games have at least one edge between two vertices, or else they are Nim.
    fn search(
        level: Level,
        rows: ThresholdRows<Self>,
        edges: &[EdgeCursor],
        nim: &[NimCursor],
        values: &mut [Self],
    );
}

impl SearchedThreshold for u16 {
    fn search(
        level: Level,
        rows: ThresholdRows<u16>,
        edges: &[EdgeCursor],
        nim: &[NimCursor],
        values: &mut [u16],
    ) {
        let is_short = rows.buckets_per_row <= BUCKETS_OF_SHORT_ROWS;
        match (edges.len(), is_short) {
            (..=2, true) => search_edges::<u16, 2, 1>(level, rows, edges, nim, values),
            (..=2, false) => search_edges::<u16, 2, 2>(level, rows, edges, nim, values),
            (3, true) => search_edges::<u16, 3, 1>(level, rows, edges, nim, values),
            (3, false) => search_edges::<u16, 3, 2>(level, rows, edges, nim, values),
            (4, true) => search_edges::<u16, 4, 1>(level, rows, edges, nim, values),
            (4, false) => search_edges::<u16, 4, 2>(level, rows, edges, nim, values),
            (_, true) => search_edges::<u16, 6, 1>(level, rows, edges, nim, values),
            (_, false) => search_edges::<u16, 6, 2>(level, rows, edges, nim, values),
        }
    }
}

impl SearchedThreshold for u32 {
    /// Thresholds of 32 bits come with rows of more than 2048 buckets, of which only games on two heaps
    /// fit into a memory: they have two edges. So few variants are compiled.
    fn search(
        level: Level,
        rows: ThresholdRows<u32>,
        edges: &[EdgeCursor],
        nim: &[NimCursor],
        values: &mut [u32],
    ) {
        if edges.len() <= 2 {
            search_edges::<u32, 2, 2>(level, rows, edges, nim, values);
        } else {
            search_edges::<u32, 6, 2>(level, rows, edges, nim, values);
        }
    }
}

/// Searches with room for this many edges. The minima of the first `MINIMA_BUCKETS * BUCKET` buckets are
/// compared ahead; rows have at least that many buckets of minima.
fn search_edges<T: Threshold, const EDGES: usize, const MINIMA_BUCKETS: usize>(
    level: Level,
    rows: ThresholdRows<T>,
    edges: &[EdgeCursor],
    nim: &[NimCursor],
    values: &mut [T],
) {
    let Some(last) = edges.len().checked_sub(1) else { return };
    // A row that is compared twice excludes no more than once.
    let edges = std::array::from_fn(|i| edges[i.min(last)]);
    dispatch!(level, simd => Search::<_, T, EDGES> { simd, rows, edges, nim }.fill::<MINIMA_BUCKETS>(values));
}

/// The search in one batch of cells.
#[derive(Clone, Copy)]
struct Search<'a, S, T, const EDGES: usize> {
    simd: S,
    rows: ThresholdRows<'a, T>,
    edges: [EdgeCursor; EDGES],
    nim: &'a [NimCursor<'a>],
}

/// The rows and the tokens of one cell, for each edge.
#[derive(Clone, Copy)]
struct SearchedCell<S: Simd, T: Threshold, const EDGES: usize> {
    row: [usize; EDGES],
    tokens: [T::Native<S>; EDGES],
}

impl<S: Simd, T: Threshold, const EDGES: usize> Search<'_, S, T, EDGES> {
    /// Fills in the values of all cells.
    #[inline(always)]
    fn fill<const MINIMA_BUCKETS: usize>(self, values: &mut [T]) {
        let count = values.len().min(BATCH);
        let mut open_buckets = [0u64; BATCH];
        self.find_open_buckets::<MINIMA_BUCKETS>(&mut open_buckets[..count]);
        let mut missed = [0u16; BATCH];
        let mut misses = 0;
        let mut cell = self.cell(0);
        let tokens_step = self.tokens_step();
        for (number, value) in values[..count].iter_mut().enumerate() {
            // If no bucket is open, the last one is searched in vain, which makes the cell a miss.
            let open_buckets = open_buckets[number] | 1 << (MINIMA_BUCKETS * BUCKET - 1);
            let bucket = open_buckets.trailing_zeros() as usize;
            let free = self.free_in(bucket, number, cell);
            *value = first_of(bucket, free);
            // Without a branch, because it cannot be predicted which cells miss.
            missed[misses] = number as u16;
            misses += usize::from(free == 0);
            self.advance(&mut cell, tokens_step);
        }
        self.search_on::<MINIMA_BUCKETS>(&mut missed[..misses], &mut open_buckets, values);
    }

    /// Notes for each cell which of the first `MINIMA_BUCKETS * BUCKET` buckets are open, in a loop of
    /// its own, so that no load waits for a comparison.
    #[inline(always)]
    fn find_open_buckets<const MINIMA_BUCKETS: usize>(&self, open_buckets: &mut [u64]) {
        let mut cell = self.cell(0);
        let tokens_step = self.tokens_step();
        for open_buckets in open_buckets {
            for i in 0..MINIMA_BUCKETS {
                let minima = cell.row.map(|row| &self.rows.buckets[row + i]);
                let open = open_entries(self.simd, minima, cell.tokens);
                *open_buckets |= u64::from(open) << (i * BUCKET);
            }
            self.advance(&mut cell, tokens_step);
        }
    }

    /// Searches the next open bucket of each cell that was missed, until none is left.
    #[inline(always)]
    fn search_on<const MINIMA_BUCKETS: usize>(
        &self,
        mut missed: &mut [u16],
        open_buckets: &mut [u64; BATCH],
        values: &mut [T],
    ) {
        while !missed.is_empty() {
            let mut misses_again = 0;
            for i in 0..missed.len() {
                let number = usize::from(missed[i]);
                let cell = self.cell(number);
                let open_buckets = &mut open_buckets[number];
                *open_buckets &= open_buckets.wrapping_sub(1);
                if *open_buckets == 0 {
                    let minima = MINIMA_BUCKETS..self.rows.minima_buckets;
                    values[number] = self.first_value(minima, number, cell);
                    continue;
                }
                let bucket = open_buckets.trailing_zeros() as usize;
                let free = self.free_in(bucket, number, cell);
                values[number] = first_of(bucket, free);
                missed[misses_again] = number as u16;
                misses_again += usize::from(free == 0);
            }
            missed = &mut missed[..misses_again];
        }
    }

    #[inline(always)]
    fn cell(&self, number: usize) -> SearchedCell<S, T, EDGES> {
        SearchedCell {
            row: self.edges.map(|edge| edge.row_at(number)),
            tokens: self.edges.map(|edge| splat::<S, T>(self.simd, edge.tokens_at(number))),
        }
    }

    /// Goes on to the next cell.
    #[inline(always)]
    fn advance(&self, cell: &mut SearchedCell<S, T, EDGES>, tokens_step: [T::Native<S>; EDGES]) {
        for (row, edge) in cell.row.iter_mut().zip(&self.edges) {
            *row = row.wrapping_add_signed(edge.row_step);
        }
        for (tokens, step) in cell.tokens.iter_mut().zip(tokens_step) {
            *tokens += step;
        }
    }

    #[inline(always)]
    fn tokens_step(&self) -> [T::Native<S>; EDGES] {
        self.edges.map(|edge| splat::<S, T>(self.simd, edge.tokens_step as u32))
    }

    /// Returns which values of a bucket are open in all rows and excluded by no Nim heap: bit i stands
    /// for the i-th.
    #[inline(always)]
    fn free_in(&self, bucket: usize, number: usize, cell: SearchedCell<S, T, EDGES>) -> u32 {
        let offset = self.rows.minima_buckets + bucket;
        let thresholds = cell.row.map(|row| &self.rows.buckets[row + offset]);
        let seen = self.nim.iter().fold(0, |seen, lines| seen | lines.seen(number, bucket));
        open_entries(self.simd, thresholds, cell.tokens) & !seen
    }

    /// Returns the first free value in the buckets with these minima, which are numbered by buckets.
    #[inline(always)]
    fn first_value(
        &self,
        minima: Range<usize>,
        number: usize,
        cell: SearchedCell<S, T, EDGES>,
    ) -> T {
        for minima in minima {
            let of_rows = cell.row.map(|row| &self.rows.buckets[row + minima]);
            let mut open_buckets = open_entries(self.simd, of_rows, cell.tokens);
            while open_buckets != 0 {
                let bucket = minima * BUCKET + open_buckets.trailing_zeros() as usize;
                let free = self.free_in(bucket, number, cell);
                if free != 0 {
                    return first_of(bucket, free);
                }
                open_buckets &= open_buckets - 1;
            }
        }
        // No edge excludes the token sum, so this is never reached.
        first_of(self.rows.buckets_per_row, 0)
    }
}

#[inline(always)]
fn splat<S: Simd, T: Threshold>(simd: S, tokens: u32) -> T::Native<S> {
    T::Native::<S>::splat(simd, T::from_u32(tokens))
}

/// Returns the first of the values of a bucket that are free.
#[inline(always)]
fn first_of<T: Threshold>(bucket: usize, free: u32) -> T {
    T::from_u32((bucket * BUCKET) as u32 + free.trailing_zeros())
}
