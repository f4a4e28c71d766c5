//! Grundy values: the least number that no option has.
//!
//! Each number that an option has is marked. The mark is that of the position, so that those of earlier positions need
//! not be taken away.

use super::{NoValues, Options, Rule, Stored, gather};
use crate::engine::cpu::clauses::runs::for_each_in_run;
use crate::engine::cpu::clauses::tally::{Line, Noticed, Run, Tally};
use crate::quantity::Convention;
use crate::values::Value;

/// The rule of Grundy values up to a bound.
pub(in crate::engine::cpu::clauses) struct Grundy {
    pub(in crate::engine::cpu::clauses) largest: u32,
    pub(in crate::engine::cpu::clauses) convention: Convention,
    /// Whether it is only stored which values are 0.
    pub(in crate::engine::cpu::clauses) are_outcomes: bool,
}

/// A mark for each number, and that of the last position.
#[derive(Default)]
pub(in crate::engine::cpu::clauses) struct Marked {
    marks: Vec<u32>,
    last: u32,
}

/// Gives the values of options a mark.
pub(in crate::engine::cpu::clauses) struct Marking<'a, T: Value> {
    pub(in crate::engine::cpu::clauses) table: &'a [T],
    pub(in crate::engine::cpu::clauses) marks: &'a mut [u32],
    pub(in crate::engine::cpu::clauses) mark: u32,
    pub(in crate::engine::cpu::clauses) no_values: NoValues,
}

/// Gives a number a mark.
#[inline(always)]
fn set(marks: &mut [u32], number: u32, mark: u32) {
    if let Some(of_number) = marks.get_mut(number as usize) {
        *of_number = mark;
    }
}

impl<T: Value> Tally for Marking<'_, T> {
    fn run(&mut self, run: Run) {
        let (marks, mark) = (&mut *self.marks, self.mark);
        for_each_in_run(self.table, run, |number| set(marks, number.to_u32(), mark));
    }

    fn each(&mut self, indices: &[usize], _: &[i64]) {
        let numbers = indices.iter().map(|&index| self.table[index].to_u32());
        numbers.for_each(|number| set(self.marks, number, self.mark));
    }

    fn sums(&mut self, lines: &[Line], count: usize) {
        let NoValues { empty, pending } = self.no_values;
        let index = |line: &Line, number: usize| {
            line.first.wrapping_add_signed(line.step.wrapping_mul(number as isize))
        };
        for number in 0..count {
            let numbers = lines.iter().map(|line| self.table[index(line, number)].to_u32());
            let (value, largest) =
                numbers.fold((0, 0), |(value, largest), of| (value ^ of, largest.max(of)));
            // A sum may have a value that no position has, which excludes none. A sum with a cell that is no position is
            // no option.
            if value.max(largest) < empty {
                set(self.marks, value, self.mark);
            } else if lines.iter().any(|line| self.table[index(line, number)].to_u32() == pending) {
                set(self.marks, pending, self.mark);
            }
        }
    }
}

impl Rule<1> for Grundy {
    type Scratch = Marked;

    fn convention_of_mex(&self) -> Option<Convention> {
        Some(self.convention)
    }

    fn no_values(&self) -> NoValues {
        NoValues { empty: self.largest + 1, pending: self.largest + 2 }
    }

    fn stored(&self) -> Stored {
        Stored { is_outcome: self.are_outcomes, ..Stored::AS_IT_IS }
    }

    fn numbers<T: Value>(
        &self,
        [table]: &[Vec<T>; 1],
        scratch: &mut Marked,
        options: &mut dyn Options,
    ) -> Result<[u32; 1], Noticed> {
        if scratch.last == u32::MAX {
            scratch.marks.fill(0);
            scratch.last = 0;
        }
        scratch.last += 1;
        let mark = scratch.last;
        let no_values = self.no_values();
        scratch.marks.resize(no_values.pending as usize + 1, 0);
        gather(options, 0, &mut Marking { table, marks: &mut scratch.marks, mark, no_values })?;
        let NoValues { empty, pending } = no_values;
        let marks = &scratch.marks;
        if marks[pending as usize] == mark {
            return Err(Noticed);
        }
        let values = &marks[..empty as usize];
        let is_terminal = || values.iter().all(|&other| other != mark);
        match values.iter().position(|&other| other != mark) {
            Some(0) if self.convention == Convention::Misere && is_terminal() => Ok([1]),
            Some(mex) => Ok([mex as u32]),
            // The bound is proven, so that no position has all values among its options.
            None => Err(Noticed),
        }
    }
}
