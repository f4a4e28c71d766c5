//! Layers: the positions of one rank, which are computed in parallel.
//!
//! A layer is laid out by two coordinates, a row and a column: the position has slot
//! (row - first row) * columns + (column - first column). Where the rank is the token sum, these
//! are the first two coordinates and the last one follows, (x, y, rank - x - y); slots whose last
//! coordinate would fall outside the box belong to no position. Where the rank is the heap, the
//! position is (0, rank, column). The engines that sweep layer by layer, on the CPU and on the GPU,
//! all write their values in this order.

use std::ops::RangeInclusive;

use crate::domain::{Coordinates, Grading};

/// The positions of one rank in a box, or in a simplex, whose layers are those of its bounding
/// box up to the largest token sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layer {
    /// Rank of the positions.
    pub rank: u32,
    /// Least row.
    pub first_row: u32,
    /// Number of rows.
    pub rows: u32,
    /// Least column.
    pub first_column: u32,
    /// Number of columns.
    pub columns: u32,
    /// What the rank is.
    pub grading: Grading,
    sides: Coordinates,
}

impl Layer {
    /// The layer of rank `rank` in the box with these sides.
    pub fn new(sides: Coordinates, grading: Grading, rank: u32) -> Self {
        let [last_x, last_y, last_z] = sides.map(|side| side - 1);
        let (rows, columns) = match grading {
            Grading::Heap => (0..=0, 0..=last_z),
            Grading::TokenSum => {
                let first_row = rank.saturating_sub(last_y + last_z);
                let last_row = last_x.min(rank);
                let first_column = (rank - last_row).saturating_sub(last_z);
                (first_row..=last_row, first_column..=last_y.min(rank - first_row))
            }
        };
        Layer {
            rank,
            first_row: *rows.start(),
            rows: rows.end() - rows.start() + 1,
            first_column: *columns.start(),
            columns: columns.end() - columns.start() + 1,
            grading,
            sides,
        }
    }

    /// Length of a buffer with a slot for every position.
    pub fn slots(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Slot of the position in this row and column.
    #[inline]
    pub fn slot(&self, row: u32, column: u32) -> usize {
        (row - self.first_row) as usize * self.columns as usize
            + (column - self.first_column) as usize
    }

    /// Slot of the position with these coordinates, whose rank is that of the layer.
    #[cfg(test)]
    pub fn slot_of(&self, at: Coordinates) -> usize {
        match self.grading {
            Grading::TokenSum => self.slot(at[0], at[1]),
            Grading::Heap => self.slot(0, at[2]),
        }
    }

    /// The columns that hold positions in a row of the layer.
    #[inline]
    pub fn columns_of_row(&self, row: u32) -> RangeInclusive<u32> {
        match self.grading {
            Grading::TokenSum => {
                let rest = self.rank - row;
                rest.saturating_sub(self.sides[2] - 1)..=(self.sides[1] - 1).min(rest)
            }
            Grading::Heap => 0..=self.columns - 1,
        }
    }

    /// The position in this row and column.
    #[inline]
    pub fn position(&self, row: u32, column: u32) -> Coordinates {
        match self.grading {
            Grading::TokenSum => Coordinates([row, column, self.rank - row - column]),
            Grading::Heap => Coordinates([row, self.rank, column]),
        }
    }

    /// The positions, in lexicographic order.
    #[cfg(test)]
    pub fn positions(&self) -> impl Iterator<Item = Coordinates> + '_ {
        (self.first_row..self.first_row + self.rows)
            .flat_map(move |row| self.columns_of_row(row).map(move |y| self.position(row, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a layer that misses a position, repeats one, or gives two the same slot.
    #[test]
    fn layers_partition_a_box() {
        let boxes = [[1, 1, 1], [1, 1, 9], [1, 7, 3], [4, 5, 2], [3, 1, 6]];
        let cases = boxes.map(|sides| (sides, Grading::TokenSum));
        for (sides, grading) in cases.into_iter().chain([([1, 5, 9], Grading::Heap)]) {
            let mut seen = Vec::new();
            let last = sides.map(|side| side - 1);
            for rank in 0..=grading.rank(Coordinates(last)) {
                let layer = Layer::new(Coordinates(sides), grading, rank);
                let mut slots = Vec::new();
                for at in layer.positions() {
                    assert_eq!(grading.rank(at), rank);
                    assert!((0..3).all(|axis| at[axis] < sides[axis]), "{at:?}");
                    slots.push(layer.slot_of(at));
                    seen.push(at);
                }
                assert!(slots.is_sorted_by(|a, b| a < b));
                assert!(*slots.last().expect("a layer is not empty") < layer.slots());
            }
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len() as u32, sides.iter().product::<u32>(), "{sides:?}");
        }
    }
}
