//! Remoteness: one more than the least even one of an option, or else than the largest odd one.

use super::{NoValues, Options, Rule, Stored, gather};
use crate::engine::cpu::clauses::cell_type::{Cell, for_each_in_run};
use crate::engine::cpu::clauses::tally::{Noticed, Run, Tally};

/// The rule of remoteness up to a bound.
pub(in crate::engine::cpu::clauses) struct Remoteness {
    pub(in crate::engine::cpu::clauses) largest: u32,
}

struct Extremes<'a, T> {
    table: &'a [T],
    least_even: u32,
    largest_odd: u32,
}

impl<T: Cell> Extremes<'_, T> {
    #[inline(always)]
    fn take(&mut self, number: u32) {
        let is_odd = number & 1;
        // An odd number is not less than anything, and an even one not larger than anything.
        self.least_even = self.least_even.min(number | is_odd.wrapping_neg());
        self.largest_odd = self.largest_odd.max(number & is_odd.wrapping_neg());
    }
}

impl<T: Cell> Tally for Extremes<'_, T> {
    fn run(&mut self, run: Run) {
        let table = self.table;
        for_each_in_run(table, run, |number: T| self.take(number.to_u32()));
    }

    fn each(&mut self, indices: &[usize], _: &[i64]) {
        indices.iter().for_each(|&index| self.take(self.table[index].to_u32()));
    }
}

impl<T: Cell> Rule<T, 1> for Remoteness {
    type Scratch = ();

    /// What is no position is larger than all values and even, so that it is the least only where there is none. What
    /// is not computed yet is larger and odd, so that it is the largest if it is there.
    fn no_values(&self) -> NoValues {
        let empty = (self.largest + 1).next_multiple_of(2);
        NoValues { empty, pending: empty + 1 }
    }

    fn scratch(&self) {}

    fn numbers(
        &self,
        [table]: &[Vec<T>; 1],
        (): &mut (),
        options: &mut dyn Options,
    ) -> Result<[u32; 1], Noticed> {
        let NoValues { empty, pending } = Rule::<T, 1>::no_values(self);
        let mut extremes = Extremes { table, least_even: empty, largest_odd: 0 };
        gather(options, 0, &mut extremes)?;
        match (extremes.least_even, extremes.largest_odd) {
            (_, odd) if odd == pending => Err(Noticed),
            (even, 0) if even == empty => Ok([0]),
            (even, odd) => Ok([1 + if even == empty { odd } else { even }]),
        }
    }

    fn stored(&self) -> Stored {
        Stored::AS_IT_IS
    }
}
