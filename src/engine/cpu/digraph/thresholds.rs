//! The thresholds of all edges, with the floors of their blocks.
//!
//! A row belongs to an edge and a number of tokens beside it. It holds a threshold per value, in
//! blocks, and before them a floor per block: a lower bound on the thresholds in it. Rows of equal
//! tokens make a group, with a row for each edge that no symmetry maps to another.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};

use super::search::{BLOCK, Block};
use crate::domain::Coordinates;
use crate::engine::digraph_edges::edge_axes;
use crate::engine::symmetry::Symmetry;
use crate::ruleset::DigraphGame;
use crate::values::Value;

/// An integer for thresholds and values.
pub(super) trait Threshold: Value + SimdIntElement {}
impl Threshold for u16 {}
impl Threshold for u32 {}

/// Vectors of every machine are loaded fastest from multiples of this many bytes.
const ALIGNMENT: usize = 64;

/// How the rows lie in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// The edges with thresholds of their own, as axes [from, to, beside].
    pub(super) arcs: Vec<[usize; 3]>,
    /// Blocks of a row.
    pub(super) blocks: usize,
    /// Blocks of floors before them.
    pub(super) floor_blocks: usize,
    /// There are fewer tokens than this beside an edge.
    groups: usize,
}

impl Layout {
    /// Rows for all values up to the token sum.
    pub(super) fn new(game: &DigraphGame, symmetry: &Symmetry, sides: Coordinates) -> Self {
        let mut arcs: Vec<_> = edge_axes(game).map(|arc| symmetry.representative(arc)).collect();
        arcs.sort_unstable();
        arcs.dedup();
        let groups = arcs.iter().map(|arc| sides[arc[2]] as usize).max().unwrap_or(1);
        // Misère play needs the value 1 even without tokens: a block has it.
        let blocks = (sides[2] as usize).div_ceil(BLOCK);
        Layout { arcs, blocks, floor_blocks: blocks.div_ceil(BLOCK), groups }
    }

    fn row_blocks(&self) -> usize {
        self.floor_blocks + self.blocks
    }

    /// The first block of a row.
    #[inline]
    pub(super) fn row(&self, arc: usize, beside: u32) -> usize {
        beside as usize * self.group_blocks() + arc * self.row_blocks()
    }

    /// Blocks of the rows with equal tokens.
    #[inline]
    pub(super) fn group_blocks(&self) -> usize {
        self.arcs.len() * self.row_blocks()
    }

    /// Bytes of all rows, if an entry has so many.
    pub(super) fn bytes(&self, entry: u64) -> u64 {
        (self.groups * self.group_blocks() * BLOCK) as u64 * entry
    }
}

/// The thresholds of all edges.
pub(super) struct Thresholds<T> {
    pub(super) layout: Layout,
    entries: Vec<T>,
    /// Entries before the first aligned one.
    unaligned: usize,
}

impl<T: Threshold> Thresholds<T> {
    pub(super) fn new(layout: Layout) -> Self {
        let length = layout.groups * layout.group_blocks() * BLOCK;
        let entries = vec![T::from_u32(0); length + ALIGNMENT];
        let unaligned = entries.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        Thresholds { layout, entries, unaligned }
    }

    /// All rows, as blocks.
    pub(super) fn blocks(&self) -> &[Block<T>] {
        self.entries[self.unaligned..].as_chunks().0
    }

    /// The rows with equal tokens, in order of these tokens.
    pub(super) fn groups(&mut self) -> impl Iterator<Item = Group<'_, T>> {
        let Layout { floor_blocks, groups, .. } = self.layout;
        let (length, row) = (self.layout.group_blocks() * BLOCK, self.layout.row_blocks() * BLOCK);
        let groups = self.entries[self.unaligned..].chunks_exact_mut(length).take(groups);
        groups.map(move |rows| Group { rows, row, floors: floor_blocks * BLOCK })
    }
}

/// The rows with equal tokens.
pub(super) struct Group<'a, T> {
    rows: &'a mut [T],
    /// Entries of a row.
    row: usize,
    /// Entries for floors.
    floors: usize,
}

impl<T: Threshold> Group<'_, T> {
    /// The thresholds of each edge.
    pub(super) fn rows(&mut self) -> impl Iterator<Item = &mut [T]> {
        let floors = self.floors;
        self.rows.chunks_exact_mut(self.row).map(move |row| &mut row[floors..])
    }

    /// Brings the floors of the values up to `largest` to the least threshold of each block.
    pub(super) fn renew_floors(&mut self, level: Level, largest: u32) {
        let blocks = largest as usize / BLOCK + 1;
        for row in self.rows.chunks_exact_mut(self.row) {
            let (floors, thresholds) = row.split_at_mut(self.floors);
            let thresholds = &thresholds.as_chunks().0[..blocks];
            dispatch!(level, simd => least_of_blocks(simd, thresholds, floors));
        }
    }
}

#[inline(always)]
fn least_of_blocks<S: Simd, T: Threshold>(simd: S, blocks: &[Block<T>], least: &mut [T]) {
    for (block, least) in blocks.iter().zip(least) {
        let vectors = block.chunks_exact(T::Native::<S>::LEN);
        let vectors = vectors.map(|lanes| T::Native::<S>::from_slice(simd, lanes));
        if let Some(all) = vectors.reduce(|a, b| a.min(b)) {
            *least = all.reduce_min();
        }
    }
}
