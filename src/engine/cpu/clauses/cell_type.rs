//! What the table holds for a cell: a value, or that there is none.
//!
//! A value is held as a number that is not negative: scores are raised by the bound on them. Beside the values there
//! are two more numbers, EMPTY for a cell that is no position and PENDING for a position that is not computed yet. Both
//! are gathered as values are, so that no option needs a question of its own: a cell that is no position gives a number
//! that nobody looks for, and a position that is not computed yet is found afterwards in what was gathered.

use super::tally::Run;

/// The type of the numbers in a table.
pub(super) trait Cell: Copy + Ord + Send + Sync + 'static {
    /// A mark for each number.
    type Marks: Marks<Self> + Send;

    /// Returns a number, which fits.
    fn from_u32(number: u32) -> Self;

    /// Returns the number.
    fn to_u32(self) -> u32;
}

/// A mark for each number that a table may hold.
pub(super) trait Marks<T> {
    /// Returns marks that are all 0, for this many numbers at least.
    fn new(numbers: usize) -> Box<Self>;

    /// Gives a number a mark.
    fn set(&mut self, number: T, mark: u32);

    /// Returns the marks of the numbers.
    fn all(&self) -> &[u32];

    /// Takes all marks away.
    fn clear(&mut self);
}

macro_rules! cell {
    ($($integer:ty, marked in $marks:ty);*) => {$(
        impl Cell for $integer {
            type Marks = $marks;

            #[inline(always)]
            fn from_u32(number: u32) -> Self {
                number as $integer
            }

            #[inline(always)]
            fn to_u32(self) -> u32 {
                self.into()
            }
        }
    )*};
}
cell!(u8, marked in [u32; 1 << 8]; u16, marked in [u32; 1 << 16]; u32, marked in Vec<u32>);

macro_rules! marks_of_all_numbers {
    ($($integer:ty, $numbers:expr);*) => {$(
        impl Marks<$integer> for [u32; $numbers] {
            fn new(_: usize) -> Box<Self> {
                Box::new([0; $numbers])
            }

            // Every number of the type has its place, so that no bound is checked.
            #[inline(always)]
            fn set(&mut self, number: $integer, mark: u32) {
                self[usize::from(number)] = mark;
            }

            fn all(&self) -> &[u32] {
                self
            }

            fn clear(&mut self) {
                self.fill(0);
            }
        }
    )*};
}
marks_of_all_numbers!(u8, 1 << 8; u16, 1 << 16);

impl Marks<u32> for Vec<u32> {
    fn new(numbers: usize) -> Box<Self> {
        Box::new(vec![0; numbers])
    }

    #[inline(always)]
    fn set(&mut self, number: u32, mark: u32) {
        self[number as usize] = mark;
    }

    fn all(&self) -> &[u32] {
        self
    }

    fn clear(&mut self) {
        self.fill(0);
    }
}

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
