//! Cells at equal distances, one in each lane, on which conditions and numbers are evaluated.

use super::{NoTruth, OfRules};
use crate::evaluation::Block;
use crate::evaluation::column::{Column, Truths, Wanted};

/// Cells at equal distances, on which expressions of the heaps are evaluated. Both lists have a number for each heap; the
/// growth over all lanes must not overflow.
#[derive(Debug, Clone)]
pub struct Neighbours<H> {
    /// The heap sizes of the first cell.
    pub first: H,
    /// By how much each heap grows from one cell to the next.
    pub growth: H,
    /// How many cells there are.
    pub length: usize,
}

impl<H: AsRef<[i64]>> Block<OfRules> for Neighbours<H> {
    fn length(&self) -> usize {
        self.length
    }

    fn number(&self, &heap: &usize, _: Wanted) -> Column {
        Column::linear(self.first.as_ref()[heap], self.growth.as_ref()[heap])
    }

    fn truth(&self, none: &NoTruth, _: Wanted) -> Truths {
        match *none {}
    }
}
