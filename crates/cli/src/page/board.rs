//! The part of a table that is on the board of the page.

use std::ops::Range;

use grundytab::Coordinates;
use grundytab::domain::{MAX_HEAPS, Plane, Rectangle};

/// The part of a table that is on the board.
pub enum Board {
    /// Cells of a plane.
    Cells(Plane, Rectangle),
    /// Heap sizes of a table of one heap.
    Heaps(Range<u32>),
}

impl Board {
    /// Returns the column and the row of a position, wherever the board ends; on one heap the row is 0.
    pub fn cell(&self, at: Coordinates) -> Option<(u32, u32)> {
        match self {
            Board::Cells(plane, _) => plane.cell(at),
            Board::Heaps(_) => Some((at[MAX_HEAPS - 1], 0)),
        }
    }

    /// Returns the column and the row of a position that is on the board.
    pub fn cell_shown(&self, at: Coordinates) -> Option<(u32, u32)> {
        let cell = self.cell(at)?;
        let is_shown = match self {
            Board::Cells(_, cells) => cells.contains(cell.0, cell.1),
            Board::Heaps(heaps) => heaps.contains(&cell.0),
        };
        is_shown.then_some(cell)
    }
}
