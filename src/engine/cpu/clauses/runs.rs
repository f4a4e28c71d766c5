//! What the table holds for a cell: a value, or that there is none.
//!
//! A value is held as a number that is not negative: scores are raised by the bound on them. Beside the values there
//! are two more numbers, EMPTY for a cell that is no position and PENDING for a position that is not computed yet. Both
//! are gathered as values are, so that no option needs a question of its own: a cell that is no position gives a number
//! that nobody looks for, and a position that is not computed yet is found afterwards in what was gathered.

use super::tally::Run;

/// Lists the numbers in the cells of a run, in the order of the run or backwards: see [`Run::upwards`].
#[inline(always)]
pub(super) fn for_each_in_run<T: Copy>(table: &[T], run: Run, mut take: impl FnMut(T)) {
    for_each_with_index(table, run, |_, number| take(number));
}

/// Does the same, with the indices of the cells.
#[inline(always)]
pub(super) fn for_each_with_index<T: Copy>(table: &[T], run: Run, mut take: impl FnMut(usize, T)) {
    let Run { first, step, count, .. } = run.upwards();
    if step == 1 {
        let numbers = table[first..first + count].iter();
        (first..).zip(numbers).for_each(|(index, &number)| take(index, number));
        return;
    }
    let (mut index, step) = (first, step as usize);
    for _ in 0..count {
        take(index, table[index]);
        index += step;
    }
}
