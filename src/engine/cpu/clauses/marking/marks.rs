//! Cells that are marked.

use super::way_back::Cells;
use crate::values::Value;

/// What a thread uses from option to option where marks are counted.
pub(super) struct Seen {
    /// A bit for each cell of the table.
    bits: Vec<u64>,
    /// The cells whose bits are set.
    cells: Vec<usize>,
}

impl Seen {
    /// Returns an empty set for a table of this number of cells.
    pub(super) fn of(cells: usize) -> Self {
        Seen { bits: vec![0; cells.div_ceil(64)], cells: Vec::new() }
    }

    /// Notes a cell, and returns whether it is a new one.
    #[inline]
    fn insert(&mut self, cell: usize) -> bool {
        let (word, bit) = (cell / 64, 1 << (cell % 64));
        let is_new = self.bits[word] & bit == 0;
        if is_new {
            self.bits[word] |= bit;
            self.cells.push(cell);
        }
        is_new
    }

    /// Forgets all cells.
    pub(super) fn clear(&mut self) {
        for cell in self.cells.drain(..) {
            self.bits[cell / 64] = 0;
        }
    }
}

/// The marks of cells that lie behind one another. Cells that are no positions hold the largest number, and a mark more or
/// less does not matter there.
pub(super) struct Marks<'a, T, const COUNTED: bool> {
    pub(super) cells: &'a mut [T],
    /// The index of the first cell.
    pub(super) first: usize,
    /// The cells that an option has marked already: several moves from a position to an option are one.
    pub(super) seen: &'a mut Seen,
}

impl<T: Value, const COUNTED: bool> Cells for Marks<'_, T, COUNTED> {
    #[inline]
    fn run(&mut self, first: usize, step: usize, count: usize) {
        let from = first - self.first;
        if COUNTED {
            return (0..count).for_each(|number| self.one(first + number * step));
        }
        let mark = T::from_u32(1);
        match step {
            1 => self.cells[from..from + count].fill(mark),
            // The unknown may leave the position as it is.
            _ if count == 1 => self.cells[from] = mark,
            _ => {
                let cells = &mut self.cells[from..from + (count - 1) * step + 1];
                cells.iter_mut().step_by(step).for_each(|cell| *cell = mark);
            }
        }
    }

    #[inline]
    fn one(&mut self, cell: usize) {
        if !COUNTED {
            self.cells[cell - self.first] = T::from_u32(1);
        } else if self.seen.insert(cell) {
            let cell = &mut self.cells[cell - self.first];
            *cell = T::saturating_from(cell.to_u32().saturating_add(1));
        }
    }
}
