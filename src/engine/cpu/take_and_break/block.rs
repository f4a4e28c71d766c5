//! The sets of pairs of a block of heaps: what fixed parts give to many heaps at once.
//!
//! A pair of m is a sum of two heaps that are not empty, of m tokens together. The pairs (d, m - d) with the same fixed part d
//! for all m of a tile are united at once, which needs the values of the heaps m - d. So
//!
//! 1. for a block, fixed parts at least as large as a block are taken for all its tiles, by all threads;
//! 2. for a tile, those that are at least as large as a tile;
//! 3. for a piece of it, those that are at least as large as a piece;
//! 4. for each heap in turn the others (`heap.rs`).
//!
//! A fixed part that is found to be rare in the block itself has other parts among the first heaps, which are known: they
//! are taken by the next tile, piece or heap.
//!
//! Each heap has a second set, in the same way. If moves leave three heaps, it is that of their numbers, made of a fixed part,
//! which need not be larger than the others, and of the set of pairs of the rest. In the sparse way it has rare
//! numbers: of as many pairs of two common heaps as find nearly all of them.

use std::ops::Range;

use rayon::prelude::*;

use super::fixed::FixedParts;
use super::planes::{Planes, Stretch, TILE, unite};
use super::sets::{BLOCK, Sets};
use super::way::Way;

/// Heaps of a piece.
pub(super) const PIECE: usize = 16;

/// Why a block was left.
pub(super) enum Left<E> {
    /// A value needs more planes.
    Outgrown,
    Stopped(E),
}

impl Sets {
    /// Finds the values from the next heap up to that of `end`, exclusively.
    pub(super) fn find_block<E: Send>(
        &mut self,
        end: usize,
        ask: &(impl Fn() -> Result<(), E> + Sync),
    ) -> Result<(), Left<E>> {
        let begin = self.next;
        let both_sets = 2 * TILE * self.planes;
        let mut sets = vec![0; both_sets * (end - begin).div_ceil(TILE)];
        self.unite_far(&mut sets, begin, end, ask).map_err(Left::Stopped)?;
        let (mut of_tile, mut of_piece) = (
            self.fixed_parts(TILE..BLOCK.min(begin), end),
            self.fixed_parts(PIECE..TILE.min(begin), end),
        );
        for (tile, sets) in (begin..end).step_by(TILE).zip(sets.chunks_mut(both_sets)) {
            ask().map_err(Left::Stopped)?;
            let tile = tile..end.min(tile + TILE);
            if begin < BLOCK {
                of_tile = self.fixed_parts(TILE..BLOCK.min(tile.start), tile.end);
            }
            self.unite_near(sets, 0, tile.clone(), &of_tile, BLOCK.max(begin));
            for piece in tile.clone().step_by(PIECE) {
                let heaps = piece..tile.end.min(piece + PIECE);
                if begin < TILE {
                    of_piece = self.fixed_parts(PIECE..TILE.min(piece), heaps.end);
                }
                let place = piece - tile.start;
                self.unite_near(sets, place, heaps.clone(), &of_piece, TILE.max(tile.start));
                for heap in heaps {
                    self.find(sets, heap - tile.start, heap, piece).map_err(|_| Left::Outgrown)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the fixed parts of both sets among some heaps, for heaps below `end`.
    fn fixed_parts(&self, heaps: Range<usize>, end: usize) -> [FixedParts; 2] {
        [self.fixed_parts_of_pairs(heaps.clone(), end), self.fixed_parts_of_second(heaps, end)]
    }

    fn fixed_parts_of_pairs(&self, heaps: Range<usize>, end: usize) -> FixedParts {
        match self.way {
            // The smaller part of each pair.
            Way::Plain => self.all_parts(heaps.start..heaps.end.min(end.div_ceil(2))),
            Way::Sparse(_) => {
                let [first, last] = [heaps.start, heaps.end]
                    .map(|heap| self.rare.partition_point(|&rare| (rare as usize) < heap));
                let rare = self.rare[first..last.max(first)].iter().map(|&heap| heap as usize);
                FixedParts::new(rare.map(|heap| (heap, self.number(heap))))
            }
        }
    }

    fn fixed_parts_of_second(&self, heaps: Range<usize>, end: usize) -> FixedParts {
        if self.moves.leave_three() {
            // The smallest part.
            return self.all_parts(heaps.start..heaps.end.min(end.div_ceil(3)));
        }
        if self.way == Way::Plain || heaps.start < TILE || heaps.start < BLOCK && self.is_far() {
            return FixedParts::none();
        }
        // The sums are larger than twice the fixed part, so that its pairs have no equal heaps.
        let heaps = heaps.start..heaps.end.min(self.next / 2);
        let common = heaps.filter_map(|heap| Some((heap, self.other_number(heap)?)));
        FixedParts::new(common.take(self.sample()))
    }

    fn all_parts(&self, heaps: Range<usize>) -> FixedParts {
        FixedParts::new(heaps.map(|heap| (heap, self.number(heap))))
    }

    /// Returns whether enough heaps are known that the sample of rare numbers has fixed parts that all threads take.
    fn is_far(&self) -> bool {
        self.next >= 4 * BLOCK
    }

    /// Returns the sets that the fixed parts of second sets are united with.
    fn beside_second(&self) -> &Planes {
        if self.moves.leave_three() { &self.pairs } else { &self.recent }
    }

    /// Unites what fixed parts give that are at least as large as a block.
    fn unite_far<E: Send>(
        &self,
        sets: &mut [u64],
        begin: usize,
        end: usize,
        ask: &(impl Fn() -> Result<(), E> + Sync),
    ) -> Result<(), E> {
        let set = TILE * self.planes;
        let unite_all = |sets: &mut [u64], which: usize, planes: &Planes, fixed: &FixedParts| {
            if fixed.is_empty() {
                return Ok(());
            }
            sets.par_chunks_mut(2 * set).enumerate().try_for_each(|(tile, sets)| {
                ask()?;
                let heap = begin + TILE * tile;
                let stretch = Stretch { place: 0, length: TILE.min(end - heap), heap };
                unite(self.level, &mut sets[which * set..][..set], stretch, planes, fixed);
                Ok(())
            })
        };
        // Up to this size other parts have sets.
        let kept = self.kept();
        let near = BLOCK..begin.min(kept);
        unite_all(sets, 0, &self.recent, &self.fixed_parts_of_pairs(near.clone(), end))?;
        unite_all(sets, 1, self.beside_second(), &self.fixed_parts_of_second(near, end))?;
        for first in (kept..begin).step_by(kept) {
            let heaps = first..begin.min(first + kept);
            if self.moves.leave_three() {
                let fixed = self.fixed_parts_of_second(heaps.clone(), end);
                unite_all(sets, 1, &self.pairs, &fixed)?;
            }
            let fixed = self.fixed_parts_of_pairs(heaps.clone(), end);
            if !fixed.is_empty() {
                let (least, after) = ((begin + 1).saturating_sub(heaps.end).max(1), end - first);
                let mut others = Planes::new(self.planes, least, 0, after - least);
                (least..after).for_each(|heap| others.push(self.other_number(heap)));
                unite_all(sets, 0, &others, &fixed)?;
            }
        }
        Ok(())
    }

    /// Unites what fixed parts give to the heaps of a tile or of a piece of it, which begins at a place: the given ones, and
    /// those from `found_from` on that have been found since.
    fn unite_near(
        &self,
        sets: &mut [u64],
        place: usize,
        heaps: Range<usize>,
        [of_pairs, of_second]: &[FixedParts; 2],
        found_from: usize,
    ) {
        let (pairs, second) = sets.split_at_mut(TILE * self.planes);
        let stretch = Stretch { place, length: heaps.len(), heap: heaps.start };
        unite(self.level, pairs, stretch, &self.recent, of_pairs);
        unite(self.level, second, stretch, self.beside_second(), of_second);
        let found = self.fixed_parts_of_pairs(found_from..heaps.start, heaps.end);
        unite(self.level, pairs, stretch, &self.origin, &found);
    }
}
