//! Layers: the positions of one token sum, which are computed in parallel.
//!
//! A layer of rank n is laid out by its first two coordinates: the position (x, y, n - x - y)
//! has slot (x - x0) * columns + (y - y0). The engines that sweep layer by layer, on the CPU and
//! on the GPU, all write their values in this order. Slots whose last coordinate would fall
//! outside the box belong to no position.

use std::ops::RangeInclusive;

use crate::domain::Coordinates;

/// The positions of one rank in a box, or in a simplex, whose layers are those of its bounding
/// box up to the largest token sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layer {
    /// Token sum of the positions.
    pub rank: u32,
    /// Least first coordinate.
    pub first_row: u32,
    /// Number of values of the first coordinate.
    pub rows: u32,
    /// Least second coordinate.
    pub first_column: u32,
    /// Number of values of the second coordinate.
    pub columns: u32,
    sides: Coordinates,
}

impl Layer {
    /// The layer of rank `rank` in the box with these sides.
    pub fn new(sides: Coordinates, rank: u32) -> Self {
        let [last_x, last_y, last_z] = sides.map(|side| side - 1);
        let first_row = rank.saturating_sub(last_y + last_z);
        let last_row = last_x.min(rank);
        let first_column = (rank - last_row).saturating_sub(last_z);
        let last_column = last_y.min(rank - first_row);
        Layer {
            rank,
            first_row,
            rows: last_row - first_row + 1,
            first_column,
            columns: last_column - first_column + 1,
            sides,
        }
    }

    /// Length of a buffer with a slot for every position.
    pub fn slots(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Slot of the position (x, y, rank - x - y).
    #[inline]
    pub fn slot(&self, x: u32, y: u32) -> usize {
        (x - self.first_row) as usize * self.columns as usize + (y - self.first_column) as usize
    }

    /// Slot of the position with these coordinates, whose sum is the rank.
    #[cfg(test)]
    pub fn slot_of(&self, at: Coordinates) -> usize {
        self.slot(at[0], at[1])
    }

    /// The values of the second coordinate in the row `x` of the layer.
    #[inline]
    pub fn columns_of_row(&self, x: u32) -> RangeInclusive<u32> {
        let rest = self.rank - x;
        rest.saturating_sub(self.sides[2] - 1)..=(self.sides[1] - 1).min(rest)
    }

    /// The positions, in lexicographic order.
    #[cfg(test)]
    pub fn positions(&self) -> impl Iterator<Item = Coordinates> + '_ {
        (self.first_row..self.first_row + self.rows)
            .flat_map(move |x| self.columns_of_row(x).map(move |y| [x, y, self.rank - x - y]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a layer that misses a position, repeats one, or gives two the same slot.
    #[test]
    fn layers_partition_a_box() {
        for sides in [[1, 1, 1], [1, 1, 9], [1, 7, 3], [4, 5, 2], [3, 1, 6]] {
            let mut seen = Vec::new();
            for rank in 0..=sides.iter().map(|side| side - 1).sum() {
                let layer = Layer::new(sides, rank);
                let mut slots = Vec::new();
                for at in layer.positions() {
                    assert_eq!(at.iter().sum::<u32>(), rank);
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
