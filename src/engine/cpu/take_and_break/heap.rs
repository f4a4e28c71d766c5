//! The value of one heap, when its sets have what fixed parts gave to many heaps at once.

use super::block::PIECE;
use super::planes::{TILE, least_missing, mark};
use super::sets::Sets;
use super::way::Way;

/// A value needs more planes.
pub(super) struct Outgrown;

impl Sets {
    /// Finds the value of the next heap, which has a place in a tile with these sets.
    pub(super) fn find(
        &mut self,
        sets: &[u64],
        place: usize,
        heap: usize,
        piece: usize,
    ) -> Result<(), Outgrown> {
        let mut past = std::mem::take(&mut self.past);
        let planes = self.planes;
        let own = &mut past[2 * planes * (heap % (self.moves.most_taken + 1))..][..2 * planes];
        for (plane, word) in own.iter_mut().enumerate() {
            *word = sets[plane * TILE + place];
        }
        self.join_small_parts(own, heap, piece);
        if self.moves.leave_three() && self.pairs.end() == heap {
            self.pairs.push_set(&own[..planes]);
        }
        self.past = past;
        if heap == self.values.len() {
            let value = self.find_value(heap)?;
            let Ok(value) = u16::try_from(value) else { return Err(Outgrown) };
            self.append(value);
            if let Way::Sparse(split) = self.way
                && !split.is_common(heap, value.into())
            {
                self.rare.push(heap as u32);
            }
        }
        self.remember(heap);
        self.next = heap + 1;
        Ok(())
    }

    /// Adds to the sets of a heap what fixed parts give that are smaller than a piece, or have been found in this one.
    fn join_small_parts(&self, own: &mut [u64], heap: usize, piece: usize) {
        let (pairs, second) = own.split_at_mut(self.planes);
        let mut join = |part: usize| {
            if let Some(number) = self.other_number(heap - part) {
                mark(pairs, number ^ self.number(part));
            }
        };
        let small = 1..PIECE.min(heap);
        match self.way {
            Way::Plain => small.clone().for_each(join),
            Way::Sparse(_) => {
                let rare = || self.rare.iter().map(|&rare| rare as usize);
                rare().take_while(|rare| small.contains(rare)).for_each(&mut join);
                let found = rare().rev().skip_while(|&rare| rare >= heap);
                found.take_while(|&rare| rare >= piece).for_each(join);
            }
        }
        if self.moves.leave_three() {
            for part in small {
                self.pairs.unite_one(second, heap - part, self.number(part));
            }
        }
    }

    /// Returns the value of a heap whose sets are complete.
    fn find_value(&mut self, heap: usize) -> Result<u32, Outgrown> {
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        options.resize(2 * self.planes, 0);
        let (numbers, rare) = options.split_at_mut(self.planes);
        let value = match self.way {
            Way::Plain => self.find_among_all(heap, numbers),
            Way::Sparse(_) => self.find_among_common(heap, numbers, rare),
        };
        self.options = options;
        value
    }

    fn find_among_all(&self, heap: usize, numbers: &mut [u64]) -> Result<u32, Outgrown> {
        self.moves.leaving(2, heap).for_each(|left| self.join_set(numbers, left, 0));
        if self.moves.is_unequal {
            // The sets have pairs of equal heaps too, whose number is 0.
            numbers[0] &= !1;
            if self.has_pair(heap, 0) {
                mark(numbers, 0);
            }
        }
        self.moves.leaving(3, heap).for_each(|left| self.join_set(numbers, left, 1));
        self.single_values(heap).for_each(|value| mark(numbers, value));
        self.least_number(numbers)
    }

    fn find_among_common(
        &self,
        heap: usize,
        common: &mut [u64],
        rare: &mut [u64],
    ) -> Result<u32, Outgrown> {
        let Way::Sparse(split) = self.way else { return Err(Outgrown) };
        for left in self.moves.leaving(2, heap) {
            self.join_set(common, left, 0);
            self.join_set(rare, left, 1);
        }
        for value in self.single_values(heap) {
            let numbers = if split.is_common(heap, value) { &mut *common } else { &mut *rare };
            mark(numbers, split.number(value));
        }
        let number = self.least_number(common)?;
        let below = split.rare_below(heap, number);
        let mut missing = least_missing(rare, 0);
        while missing < below {
            if missing as usize >= 64 * self.planes {
                return Err(Outgrown);
            }
            let value = split.value(heap, missing, false);
            if !self.has_pair(heap, value) {
                return Ok(value);
            }
            missing = least_missing(rare, missing + 1);
        }
        Ok(split.value(heap, number, true))
    }

    /// Adds the first or the second set of a heap.
    fn join_set(&self, numbers: &mut [u64], left: usize, which: usize) {
        let place = 2 * (left % (self.moves.most_taken + 1)) + which;
        let set = &self.past[place * self.planes..][..self.planes];
        numbers.iter_mut().zip(set).for_each(|(word, from)| *word |= from);
    }

    /// Returns the values of the options that leave one heap or none.
    fn single_values(&self, heap: usize) -> impl Iterator<Item = u32> {
        let none = self.moves.leaving(0, heap).map(|_| 0);
        let one = self.moves.leaving(1, heap).map(|left| self.values.all()[left].into());
        none.chain(one)
    }

    /// Returns the least number that is not in a set.
    fn least_number(&self, numbers: &[u64]) -> Result<u32, Outgrown> {
        let number = least_missing(numbers, 0);
        if (number as usize) < 64 * self.planes { Ok(number) } else { Err(Outgrown) }
    }

    /// Returns whether a move leaves two heaps whose values have this xor.
    fn has_pair(&self, heap: usize, xor: u32) -> bool {
        let Ok(xor) = u16::try_from(xor) else { return false };
        let (level, unequal) = (self.level, self.moves.is_unequal);
        let mut left = self.moves.leaving(2, heap);
        left.any(|left| self.values.have_pair(level, left, xor, unequal))
    }
}
