//! Rectangles of rows and columns: how the cells of equal coordinate sum are laid out in an output
//! buffer.

use std::ops::Range;

use crate::domain::Coordinates;

/// Rows and columns, of which each pair has a slot. Slots are numbered row by row.
///
/// The cell of row x and column y is (x, y, sum - x - y). Slots whose last coordinate would fall
/// outside the box belong to no cell. `shaders/dispatch.wgsl` has the same struct.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct LayerRectangle {
    pub(super) first_row: u32,
    pub(super) rows: u32,
    pub(super) first_column: u32,
    pub(super) columns: u32,
}

impl LayerRectangle {
    /// Returns the rectangle with these rows and columns.
    pub(super) fn new(rows: Range<u32>, columns: Range<u32>) -> Self {
        LayerRectangle {
            first_row: rows.start,
            rows: rows.end - rows.start,
            first_column: columns.start,
            columns: columns.end - columns.start,
        }
    }

    /// Returns the smallest rectangle that holds x and y of all cells of a box
    /// whose coordinates have this sum. There must be such cells.
    pub(super) fn of_sum(sides: Coordinates, sum: u32) -> Self {
        let [_, last_x, last_y, last_z] = sides.map(|side| side - 1);
        let first_row = sum.saturating_sub(last_y + last_z);
        let last_row = last_x.min(sum);
        let first_column = (sum - last_row).saturating_sub(last_z);
        let last_column = last_y.min(sum - first_row);
        LayerRectangle::new(first_row..last_row + 1, first_column..last_column + 1)
    }

    /// Returns the number of slots.
    pub(super) fn slots(&self) -> usize {
        self.rows as usize * self.columns as usize
    }
}

#[cfg(test)]
impl LayerRectangle {
    /// Returns the rows.
    pub(super) fn rows(&self) -> Range<u32> {
        self.first_row..self.first_row + self.rows
    }

    /// Returns the columns.
    pub(super) fn columns(&self) -> Range<u32> {
        self.first_column..self.first_column + self.columns
    }

    /// Returns the slot of a row and a column.
    fn slot(&self, row: u32, column: u32) -> usize {
        (row - self.first_row) as usize * self.columns as usize
            + (column - self.first_column) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Catches a rectangle that misses a cell, gives two the same slot, or has a row or a column
    /// without any cell.
    #[test]
    fn rectangles_hold_the_cells_of_a_sum() {
        for sides in [[1, 1, 1], [1, 1, 9], [1, 7, 3], [4, 5, 2], [3, 1, 6]]
            .map(|sides| Coordinates::padded(&sides, 1))
        {
            for sum in 0..=sides.map(|side| side - 1).iter().sum() {
                let rectangle = LayerRectangle::of_sum(sides, sum);
                let cells = || Coordinates::cells_of_box(sides).filter(|cell| cell.sum() == sum);
                let slots: Vec<usize> =
                    cells().map(|cell| rectangle.slot(cell[1], cell[2])).collect();
                assert!(slots.is_sorted_by(|a, b| a < b), "{sides:?}");
                assert!(slots.last().is_some_and(|&last| last < rectangle.slots()));
                let axis = |axis: usize| cells().map(move |cell| cell[axis]).collect();
                let (rows, columns): (BTreeSet<u32>, BTreeSet<u32>) = (axis(1), axis(2));
                assert!(rows.into_iter().eq(rectangle.rows()), "{sides:?}");
                assert!(columns.into_iter().eq(rectangle.columns()), "{sides:?}");
            }
        }
    }
}
