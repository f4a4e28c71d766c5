//! The sets that are kept of the heaps so far, and what they take.

use super::moves::Moves;
use super::planes::{Planes, TILE};
use super::tabulation::{Tabulation, longest_search};
use super::way::Way;
use crate::ruleset::TakeAndBreakGame;

/// Heaps of a block.
pub(super) const BLOCK: usize = 1 << 12;
/// The most heaps whose sets are kept, and the most words of all planes of these sets, which should stay in a near cache.
const MOST_KEPT: usize = 1 << 15;
const MOST_WORDS_KEPT: usize = 1 << 17;
/// The most planes: larger values are found by marks.
const MOST_PLANES: usize = 64;
/// The same if there are sets of pairs for all heaps: at least 16, and more if they take 64 MiB at most.
const WORDS_OF_PAIRS: usize = 1 << 23;
const MOST_PLANES_OF_PAIRS: usize = 512;

impl Tabulation {
    /// Makes the sets of the heaps so far, as far as they are needed. Those of pairs, as far as moves reach back, are found
    /// again by the next blocks.
    pub(super) fn restart(&mut self) {
        self.is_stale = false;
        let values = self.counts.len() as u32;
        let largest = (0..values).map(|value| self.number_of_value(value)).max().unwrap_or(0);
        self.planes = self.planes.max(largest as usize / 64 + 1);
        if self.moves.leave_three() {
            // Sets of pairs are to have all numbers, of which the largest has as many bits as the largest value.
            self.planes = self.planes.next_power_of_two();
        }
        if self.planes > self.most_planes() {
            return;
        }
        if self.moves.leave_three() {
            self.pairs.add_planes(self.planes);
        }
        let known = self.values.len();
        let reached = known.saturating_sub(self.moves.most_taken).max(1);
        self.next = if self.moves.leave_three() { self.pairs.end().min(reached) } else { reached };
        self.past = vec![0; 2 * self.planes * (self.moves.most_taken + 1)];
        self.rare.clear();
        if let Way::Sparse(split) = self.way {
            let heaps = self.values.all().iter().enumerate().skip(1);
            let rare = heaps.filter(|&(heap, &value)| !split.is_common(heap, value.into()));
            self.rare.extend(rare.map(|(heap, _)| heap as u32));
        }
        let first = self.next.saturating_sub(self.kept());
        let room = (2 * self.kept()).min(self.heaps - first);
        self.recent = Planes::new(self.planes, first, self.kept().min(room), room);
        self.origin = Planes::new(self.planes, 0, 0, self.heaps_of_origin());
        (0..self.next).for_each(|heap| self.remember(heap));
    }

    /// Keeps the number of a heap where it is the next one.
    pub(super) fn remember(&mut self, heap: usize) {
        let number = self.other_number(heap);
        if heap == self.recent.end() {
            self.recent.push(number);
        }
        if heap == self.origin.end() && heap < self.heaps_of_origin() {
            self.origin.push(number);
        }
    }

    fn heaps_of_origin(&self) -> usize {
        (BLOCK + TILE).min(self.heaps)
    }

    /// Returns how many heaps have sets at least. A larger fixed part finds its other parts by their values.
    pub(super) fn kept(&self) -> usize {
        kept(self.planes)
    }

    /// Returns how many pairs of common heaps with the same sum give the rare numbers that are not looked for one by one.
    pub(super) fn sample(&self) -> usize {
        self.demands.sample.unwrap_or((512 * self.planes).min(BLOCK))
    }

    pub(super) fn most_planes(&self) -> usize {
        self.demands.most_planes.unwrap_or(most_planes(&self.moves, self.heaps))
    }

    /// Returns the number that stands for a value.
    pub(super) fn number_of_value(&self, value: u32) -> u32 {
        match self.way {
            Way::Plain => value,
            Way::Sparse(split) => split.number(value),
        }
    }

    /// Returns the number of a heap as a fixed part.
    pub(super) fn number(&self, heap: usize) -> u32 {
        self.number_of_value(self.values.all()[heap].into())
    }

    /// Returns the number of a heap as the other part of pairs, beside a fixed one, if it may be that.
    #[inline(always)]
    pub(super) fn other_number(&self, heap: usize) -> Option<u32> {
        let value = self.values.all()[heap].into();
        match self.way {
            _ if heap == 0 => None,
            Way::Plain => Some(value),
            Way::Sparse(split) => split.is_common(heap, value).then(|| split.number(value)),
        }
    }
}

fn kept(planes: usize) -> usize {
    (MOST_WORDS_KEPT / planes).clamp(2 * BLOCK, MOST_KEPT)
}

fn most_planes(moves: &Moves, heaps: usize) -> usize {
    match moves.leave_three() {
        true => (WORDS_OF_PAIRS / heaps).clamp(16, MOST_PLANES_OF_PAIRS),
        false => MOST_PLANES,
    }
}

/// Returns the bytes that so many heaps with values up to `largest` may take.
pub(super) fn bytes(game: &TakeAndBreakGame, heaps: u64, largest: u64) -> u64 {
    let moves = Moves::new(game);
    let most_planes = most_planes(&moves, heaps as usize) as u64;
    let mut planes = (largest / 64 + 1).min(most_planes);
    // A search for a period takes four bytes for each heap.
    let searched = if game.is_unequal() { 0 } else { longest_search(heaps) };
    // Values twice; and rare heaps, which are seldom more than a quarter.
    let of_heaps = (2 * 2 * heaps).max((2 * 2 + 4) * searched) + heaps;
    if moves.leave_three() {
        planes = planes.next_power_of_two();
    }
    let pairs = if moves.leave_three() { heaps } else { 0 };
    let kept = (kept(planes as usize) as u64).min(heaps);
    let block = (BLOCK as u64).min(heaps);
    // The last heaps, what is made for larger fixed parts, the first ones, and the sets of a block and of what moves reach.
    let sets =
        2 * kept + (kept + block) + (block + TILE as u64) + 2 * (block + moves.most_taken as u64);
    let marks = if largest >= 64 * most_planes { 4 * heaps + 4 * largest } else { 0 };
    of_heaps + 8 * planes * (sets + pairs) + marks
}
