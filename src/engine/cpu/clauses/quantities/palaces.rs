//! Palace numbers and outcomes where the opponent may block options: the number of distinct options that are
//! P-positions.

use super::{NoValues, Options, Rule, gather};
use crate::engine::cpu::clauses::runs::for_each_with_index;
use crate::engine::cpu::clauses::tally::{Noticed, Run, Tally};
use crate::values::Value;

/// The rule of blocking games. A position is a P-position if no more of its options are P-positions than
/// the opponent may block.
pub(in crate::engine::cpu::clauses) struct Palaces {
    pub(in crate::engine::cpu::clauses) blocking_number: u32,
    /// The largest value.
    pub(in crate::engine::cpu::clauses) largest: u32,
    /// Whether outcomes are wanted, and not the numbers themselves.
    pub(in crate::engine::cpu::clauses) are_outcomes: bool,
}

/// The options that are P-positions, whose numbers lie between two.
struct PPositions<'a, T> {
    table: &'a [T],
    numbers: [T; 2],
    pending: T,
    has_pending: bool,
    found: &'a mut Vec<usize>,
}

impl<T: Value> PPositions<'_, T> {
    #[inline(always)]
    fn take(&mut self, index: usize, number: T) {
        self.has_pending |= number == self.pending;
        if self.numbers[0] <= number && number <= self.numbers[1] {
            self.found.push(index);
        }
    }
}

impl<T: Value> Tally for PPositions<'_, T> {
    fn run(&mut self, run: Run) {
        for_each_with_index(self.table, run, |index, number| self.take(index, number));
    }

    fn each(&mut self, indices: &[usize], _: &[i64]) {
        indices.iter().for_each(|&index| self.take(index, self.table[index]));
    }
}

impl Rule<1> for Palaces {
    type Scratch = Vec<usize>;

    fn no_values(&self) -> NoValues {
        NoValues { empty: self.largest + 1, pending: self.largest + 2 }
    }

    fn numbers<T: Value>(
        &self,
        [table]: &[Vec<T>; 1],
        found: &mut Vec<usize>,
        options: &mut dyn Options,
    ) -> Result<[u32; 1], Noticed> {
        found.clear();
        let numbers = match self.are_outcomes {
            true => [1, 1],
            false => [0, self.blocking_number.min(self.largest)],
        };
        let pending = T::from_u32(self.no_values().pending);
        let numbers = numbers.map(T::from_u32);
        let mut tally = PPositions { table, numbers, pending, has_pending: false, found };
        gather(options, 0, &mut tally)?;
        if tally.has_pending {
            return Err(Noticed);
        }
        // Several moves may lead to one option.
        found.sort_unstable();
        found.dedup();
        let palaces = found.len() as u32;
        match self.are_outcomes {
            true => Ok([u32::from(palaces <= self.blocking_number)]),
            false if palaces > self.largest => Err(Noticed),
            false => Ok([palaces]),
        }
    }
}
