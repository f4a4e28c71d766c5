//! The thresholds of all edges, and the minima of their buckets.
//!
//! There is a row of thresholds for each edge up to symmetry and each number of tokens on its
//! spectator heap:
//!
//! ```text
//! entries:  rows of 0 spectator tokens | rows of 1 spectator token | ...
//! of each:  row of the first edge | row of the second edge | ...
//! row:      minimum of each bucket, padded to whole buckets | thresholds by value
//! ```
//!
//! A minimum is a lower bound on the thresholds of its bucket.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};

use super::bucket::{BUCKET, Bucket, Threshold};
use crate::domain::Coordinates;
use crate::engine::digraph_games::edges::{EdgeAxes, edge_axes};
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::ruleset::DigraphGame;

/// Vectors of every machine are loaded fastest from multiples of this many bytes.
const ALIGNMENT: usize = 64;

/// How the rows lie in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ThresholdLayout {
    /// The edges that have thresholds of their own: a representative of each orbit.
    pub(super) edges: Vec<EdgeAxes>,
    /// Buckets of thresholds in a row.
    pub(super) buckets: usize,
    /// Buckets of minima at the beginning of a row.
    pub(super) minima_buckets: usize,
    /// Numbers of tokens that a spectator heap can have, from 0 on.
    spectator_sizes: usize,
}

impl ThresholdLayout {
    /// Plans rows for all values up to the token sum.
    pub(super) fn new(game: &DigraphGame, symmetry: &Symmetry, sides: Coordinates) -> Self {
        let mut edges: Vec<_> = edge_axes(game).map(|edge| symmetry.representative(edge)).collect();
        edges.sort_unstable();
        edges.dedup();
        let sizes = edges.iter().map(|&[_, _, spectator]| sides[spectator] as usize);
        let spectator_sizes = sizes.max().unwrap_or(1);
        // Misère play needs the value 1 even without tokens: every bucket holds 1.
        let buckets = (sides[3] as usize).div_ceil(BUCKET);
        let minima_buckets = buckets.div_ceil(BUCKET);
        ThresholdLayout { edges, buckets, minima_buckets, spectator_sizes }
    }

    /// Returns the number of buckets in a row.
    fn row_buckets(&self) -> usize {
        self.minima_buckets + self.buckets
    }

    /// Returns the index of the first bucket of a row: that of `edges[edge]` with this many tokens on
    /// the spectator heap.
    #[inline]
    pub(super) fn row(&self, edge: usize, spectator_tokens: u32) -> usize {
        spectator_tokens as usize * self.spectator_buckets() + edge * self.row_buckets()
    }

    /// Returns the number of buckets in the rows of one number of spectator tokens.
    #[inline]
    pub(super) fn spectator_buckets(&self) -> usize {
        self.edges.len() * self.row_buckets()
    }

    /// Returns the number of entries of all rows.
    pub(super) fn entries(&self) -> usize {
        self.spectator_sizes * self.spectator_buckets() * BUCKET
    }
}

/// The thresholds of all edges.
pub(super) struct Thresholds<T> {
    pub(super) layout: ThresholdLayout,
    entries: Vec<T>,
    /// Number of entries before the first aligned one.
    unaligned: usize,
}

impl<T: Threshold> Thresholds<T> {
    /// Begins with thresholds of 0, which exclude nothing.
    pub(super) fn new(layout: ThresholdLayout) -> Self {
        let entries = vec![T::from_u32(0); layout.entries() + ALIGNMENT];
        let unaligned = entries.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        Thresholds { layout, entries, unaligned }
    }

    /// Returns all rows, as buckets.
    pub(super) fn buckets(&self) -> &[Bucket<T>] {
        self.entries[self.unaligned..].as_chunks().0
    }

    /// Returns the rows by number of spectator tokens, from 0 on.
    pub(super) fn by_spectator(&mut self) -> impl Iterator<Item = SpectatorRows<'_, T>> {
        let ThresholdLayout { minima_buckets, spectator_sizes, .. } = self.layout;
        let length = self.layout.spectator_buckets() * BUCKET;
        let row = self.layout.row_buckets() * BUCKET;
        let groups = self.entries[self.unaligned..].chunks_exact_mut(length).take(spectator_sizes);
        groups.map(move |rows| SpectatorRows { rows, row, minima: minima_buckets * BUCKET })
    }
}

/// The rows of one number of spectator tokens.
pub(super) struct SpectatorRows<'a, T> {
    rows: &'a mut [T],
    /// Entries of a row.
    row: usize,
    /// Entries at the beginning of a row that are kept for minima.
    minima: usize,
}

impl<T: Threshold> SpectatorRows<'_, T> {
    /// Returns the thresholds of each edge.
    pub(super) fn thresholds(&mut self) -> impl Iterator<Item = &mut [T]> {
        let minima = self.minima;
        self.rows.chunks_exact_mut(self.row).map(move |row| &mut row[minima..])
    }

    /// Recomputes the bucket minima of all values up to `largest`.
    pub(super) fn renew_minima(&mut self, level: Level, largest: u32) {
        let buckets = largest as usize / BUCKET + 1;
        for row in self.rows.chunks_exact_mut(self.row) {
            let (minima, thresholds) = row.split_at_mut(self.minima);
            let thresholds = &thresholds.as_chunks().0[..buckets];
            dispatch!(level, simd => write_minima(simd, thresholds, minima));
        }
    }
}

#[inline(always)]
fn write_minima<S: Simd, T: Threshold>(simd: S, buckets: &[Bucket<T>], minima: &mut [T]) {
    for (bucket, minimum) in buckets.iter().zip(minima) {
        let vectors = bucket.chunks_exact(T::Native::<S>::LEN);
        let vectors = vectors.map(|lanes| T::Native::<S>::from_slice(simd, lanes));
        if let Some(all) = vectors.reduce(|a, b| a.min(b)) {
            *minimum = all.reduce_min();
        }
    }
}
