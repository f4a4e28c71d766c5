//! Sets of numbers for many heaps at once, as bits.
//!
//! Plane p has a word for each heap, whose bits say which of the numbers 64 p, ..., 64 p + 63 are in the set of the heap. The
//! words of heaps that follow one another lie side by side, so that an instruction for a whole vector unites the sets of
//! some heaps with those of others.
//!
//! A sum with a fixed part of the value v has the numbers x ^ v, for the numbers x of the other part. These are the same bits
//! in another order: the bits of v above the lowest six exchange planes, each of the lowest six exchanges neighbouring
//! blocks of bits in all words. So the sets of all fixed parts with the same lowest bits are united first. Then they go up a binary
//! tree whose leaves are the 64 patterns of these bits, and are exchanged where they come from the side of a one:
//! in one pass for all parts below, instead of one for each.

use fearless_simd::{Level, dispatch};

use super::fixed::{FixedPart, FixedParts};

/// So many heaps that follow one another are united with others in one go.
pub(super) const TILE: usize = 256;

/// The sets of some heaps that follow one another.
pub(super) struct Planes {
    words: Vec<u64>,
    count: usize,
    /// The heaps that there is room for.
    room: usize,
    /// The heap of the first word, and the one after the last.
    first: usize,
    end: usize,
    /// The heaps that are kept when there is no room left.
    kept: usize,
}

impl Planes {
    /// Returns the sets of no heaps yet, of which `first` will be the first.
    pub(super) fn new(count: usize, first: usize, kept: usize, room: usize) -> Self {
        Planes { words: vec![0; count * room], count, room, first, end: first, kept }
    }

    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Adds planes, whose sets are empty, until there are this many.
    pub(super) fn add_planes(&mut self, count: usize) {
        self.words.resize(count * self.room, 0);
        self.count = count;
    }

    /// Appends the set of the next heap, which has one number or none.
    pub(super) fn push(&mut self, number: Option<u32>) {
        let at = self.append();
        if let Some(number) = number {
            self.words[number as usize / 64 * self.room + at] = 1 << (number % 64);
        }
    }

    /// Appends the set of the next heap, of which a word of each plane is given.
    pub(super) fn push_set(&mut self, set: &[u64]) {
        let at = self.append();
        for (plane, &word) in set.iter().enumerate() {
            self.words[plane * self.room + at] = word;
        }
    }

    /// Returns the place of one more heap.
    fn append(&mut self) -> usize {
        if self.end - self.first == self.room {
            let forgotten = self.room - self.kept;
            for plane in self.words.chunks_mut(self.room) {
                plane.copy_within(forgotten.., 0);
                plane[self.kept..].fill(0);
            }
            self.first += forgotten;
        }
        self.end += 1;
        self.end - 1 - self.first
    }

    /// Unites a set, of which there is a word of each plane, with the sums of a heap and a fixed part.
    pub(super) fn unite_one(&self, set: &mut [u64], heap: usize, number: u32) {
        for (plane, word) in set.iter_mut().enumerate() {
            let source = plane ^ (number / 64) as usize;
            if source < self.count {
                let mut from = self.words[source * self.room + heap - self.first];
                for level in (0..6).filter(|level| number >> level & 1 == 1) {
                    from = exchanged(from, level);
                }
                *word |= from;
            }
        }
    }

    #[inline(always)]
    fn words_of(&self, plane: usize, heap: usize, length: usize) -> &[u64] {
        &self.words[plane * self.room + heap - self.first..][..length]
    }
}

/// Heaps of a tile that follow one another, by the place of the first and their number, and the size of the first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    pub(super) place: usize,
    pub(super) length: usize,
    pub(super) heap: usize,
}

/// Unites the sets of a stretch of heaps with their sums of two parts, of which one is a fixed part, and the other is the
/// rest of the heap and has the set in `planes`. `tile` has `TILE` words of each plane.
pub(super) fn unite(
    level: Level,
    tile: &mut [u64],
    stretch: Stretch,
    planes: &Planes,
    fixed: &FixedParts,
) {
    if !fixed.is_empty() {
        dispatch!(level, _ => unite_by_tree(tile, stretch, planes, fixed));
    }
}

#[inline(always)]
fn unite_by_tree(tile: &mut [u64], stretch: Stretch, planes: &Planes, fixed: &FixedParts) {
    let Stretch { place, length, .. } = stretch;
    // What has come to the latest node on the side of a one, at each level.
    let mut nodes = [[0u64; TILE]; 6];
    for plane in 0..planes.count {
        let root = &mut tile[plane * TILE + place..][..length];
        let mut in_use = [false; 6];
        for low in 0..64usize {
            let leaf = fixed.with_low_bits(low);
            if !leaf.is_empty() {
                let node = node(low, root, &mut nodes, &mut in_use);
                unite_leaf(node, plane, stretch.heap, planes, leaf);
            }
            // The nodes of which this is the last leaf.
            for level in 0..(low + 1).trailing_zeros().min(6) as usize {
                if in_use[level] {
                    in_use[level] = false;
                    let (below, above) = nodes.split_at_mut(level + 1);
                    let others = &mut in_use[level + 1..];
                    let up = low >> (level + 1);
                    let node = node(up, root, above, others);
                    for (word, &from) in node.iter_mut().zip(&below[level]) {
                        *word |= exchanged(from, level);
                    }
                }
            }
        }
    }
}

/// Returns the node on the side of a one whose first leaf has these bits, from the level of the first of `nodes` on: the
/// level is that of the lowest one. Without a one it is the root.
#[inline(always)]
fn node<'a>(
    bits: usize,
    root: &'a mut [u64],
    nodes: &'a mut [[u64; TILE]],
    in_use: &mut [bool],
) -> &'a mut [u64] {
    if bits == 0 {
        return root;
    }
    let level = bits.trailing_zeros() as usize;
    let node = &mut nodes[level][..root.len()];
    if !in_use[level] {
        node.fill(0);
        in_use[level] = true;
    }
    node
}

#[inline(always)]
fn unite_leaf(node: &mut [u64], plane: usize, heap: usize, planes: &Planes, leaf: &[FixedPart]) {
    let length = node.len();
    for parts in leaf.chunk_by(|one, other| one.plane == other.plane) {
        let source = plane ^ parts[0].plane as usize;
        if source >= planes.count {
            continue;
        }
        let at = |part: &FixedPart| planes.words_of(source, heap - part.heap as usize, length);
        let (fours, rest) = parts.as_chunks::<4>();
        for [a, b, c, d] in fours {
            let (a, b, c, d) = (at(a), at(b), at(c), at(d));
            for index in 0..length {
                node[index] |= a[index] | b[index] | (c[index] | d[index]);
            }
        }
        for part in rest {
            node.iter_mut().zip(at(part)).for_each(|(word, from)| *word |= from);
        }
    }
}

/// The lower block of each pair of blocks that a level exchanges.
const LOWER_BLOCKS: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// NumbersTaken the bit of each number x to x ^ 2^level.
#[inline(always)]
fn exchanged(word: u64, level: usize) -> u64 {
    let lower = LOWER_BLOCKS[level];
    (word & lower) << (1 << level) | word >> (1 << level) & lower
}

/// Adds a number to a set, of which there is a word of each plane.
pub(super) fn mark(set: &mut [u64], number: u32) {
    if let Some(word) = set.get_mut(number as usize / 64) {
        *word |= 1 << (number % 64);
    }
}

/// Returns the least number from `from` on that is not in a set.
pub(super) fn least_missing(set: &[u64], from: u32) -> u32 {
    let mut below = (1 << (from % 64)) - 1;
    for (plane, word) in set.iter().enumerate().skip(from as usize / 64) {
        let filled = word | below;
        if filled != u64::MAX {
            return 64 * plane as u32 + filled.trailing_ones();
        }
        below = 0;
    }
    from.max(64 * set.len() as u32)
}
