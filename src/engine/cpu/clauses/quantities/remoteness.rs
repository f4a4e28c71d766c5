//! Remoteness: one more than the least even one of an option, or else than the largest odd one.

use super::{NoValues, Options, Rule, gather};
use crate::engine::cpu::clauses::runs::for_each_in_run;
use crate::engine::cpu::clauses::tally::{Noticed, Run, Tally};
use crate::values::Value;

/// The rule of remoteness up to a bound.
pub(in crate::engine::cpu::clauses) struct Remoteness {
    pub(in crate::engine::cpu::clauses) largest: u32,
}

struct Extremes<'a, T> {
    table: &'a [T],
    /// The least even number and the largest odd one.
    extremes: [u32; 2],
}

/// Returns the least even and the largest odd number of two so far and another one.
#[inline(always)]
fn with([least_even, largest_odd]: [u32; 2], number: u32) -> [u32; 2] {
    let odd = (number & 1).wrapping_neg();
    // An odd number is not less than anything, and an even one not larger than anything.
    [least_even.min(number | odd), largest_odd.max(number & odd)]
}

impl<T: Value> Tally for Extremes<'_, T> {
    fn run(&mut self, run: Run) {
        let mut extremes = self.extremes;
        for_each_in_run(self.table, run, |number| extremes = with(extremes, number.to_u32()));
        self.extremes = extremes;
    }

    fn each(&mut self, indices: &[usize], _: &[i64]) {
        for &index in indices {
            self.extremes = with(self.extremes, self.table[index].to_u32());
        }
    }
}

impl Rule<1> for Remoteness {
    type Scratch = ();

    /// What is no position is larger than all values and even, so that it is the least only where there is none. What
    /// is not computed yet is larger and odd, so that it is the largest if it is there.
    fn no_values(&self) -> NoValues {
        let empty = (self.largest + 1).next_multiple_of(2);
        NoValues { empty, pending: empty + 1 }
    }

    fn numbers<T: Value>(
        &self,
        [table]: &[Vec<T>; 1],
        (): &mut (),
        options: &mut dyn Options,
    ) -> Result<[u32; 1], Noticed> {
        let NoValues { empty, pending } = self.no_values();
        let mut extremes = Extremes { table, extremes: [empty, 0] };
        gather(options, 0, &mut extremes)?;
        match extremes.extremes {
            [_, odd] if odd == pending => Err(Noticed),
            [even, 0] if even == empty => Ok([0]),
            [even, odd] => Ok([1 + if even == empty { odd } else { even }]),
        }
    }
}
