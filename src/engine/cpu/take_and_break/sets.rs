//! The values so far, and the sets that are kept of them.

use fearless_simd::Level;

use super::numbers_taken::NumbersTaken;
use super::planes::{Planes, TILE};
use super::values::Values;
use super::way::{Demands, Way};

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

/// The values so far, and the sets that are made of them.
pub(super) struct Sets {
    pub(super) moves: NumbersTaken,
    pub(super) level: Level,
    pub(super) demands: Demands,
    /// How many heaps there will be.
    pub(super) heaps: usize,
    pub(super) values: Values,
    /// Counts the heaps of even and of odd size with each value.
    pub(super) counts: Vec<[u32; 2]>,
    pub(super) way: Way,
    /// The next heap of the blocks. If its value is known, its sets are found again.
    pub(super) next: usize,
    /// The planes of all sets.
    pub(super) planes: usize,
    /// The numbers of heaps as other parts of pairs: of the first heaps, and of the last ones.
    pub(super) origin: Planes,
    pub(super) recent: Planes,
    /// The sets of pairs of all heaps, if moves leave three heaps.
    pub(super) pairs: Planes,
    /// The rare heaps that are not empty.
    pub(super) rare: Vec<u32>,
    /// The two sets of the last heaps, as many as moves reach back.
    pub(super) past: Vec<u64>,
    /// Room for the numbers of the options of one heap.
    pub(super) options: Vec<u64>,
}

impl Sets {
    /// Begins with the empty heap.
    pub(super) fn new(moves: NumbersTaken, heaps: usize, level: Level, demands: Demands) -> Self {
        let nothing = || Planes::new(1, 0, 0, 0);
        let mut new = Sets {
            moves,
            level,
            demands,
            heaps,
            values: Values::new(heaps),
            counts: Vec::new(),
            way: demands.way.unwrap_or(Way::Plain),
            next: 1,
            planes: 1,
            origin: nothing(),
            recent: nothing(),
            pairs: nothing(),
            rare: Vec::new(),
            past: Vec::new(),
            options: Vec::new(),
        };
        new.append(0);
        if new.moves.leave_three() {
            new.pairs = Planes::new(1, 0, heaps, heaps);
            new.pairs.push(None);
        }
        new
    }

    /// Appends a value.
    pub(super) fn append(&mut self, value: u16) {
        let heap = self.values.len();
        self.values.push(value);
        let value = usize::from(value);
        if self.counts.len() <= value {
            self.counts.resize(value + 1, [0, 0]);
        }
        self.counts[value][heap % 2] += 1;
    }

    /// Makes the sets of the heaps so far, as far as they are needed. Those of pairs, as far as moves reach back, are found
    /// again by the next blocks.
    pub(super) fn restart(&mut self) {
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

/// Returns how many heaps have sets, if these have this number of planes.
pub(super) fn kept(planes: usize) -> usize {
    (MOST_WORDS_KEPT / planes).clamp(2 * BLOCK, MOST_KEPT)
}

/// Returns how many planes there may be.
pub(super) fn most_planes(moves: &NumbersTaken, heaps: usize) -> usize {
    match moves.leave_three() {
        true => (WORDS_OF_PAIRS / heaps).clamp(16, MOST_PLANES_OF_PAIRS),
        false => MOST_PLANES,
    }
}
