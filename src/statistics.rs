//! What a table adds up to: sum, number of P-positions, maximum.

use serde::{Deserialize, Serialize};

use crate::domain::tiling::Block;
use crate::job::Job;
use crate::values::{Value, Values, on_values};

/// Totals over positions. Totals of disjoint sets of positions can be merged in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// Number of positions.
    pub positions: u64,
    /// Sum of the values; true counts 1.
    pub sum: u64,
    /// Number of P-positions.
    pub p_positions: u64,
    /// Largest value.
    pub maximum: u32,
}

impl Statistics {
    /// The totals of one tile's positions. Cells outside the domain do not count.
    pub fn of_tile(job: &Job, block: &Block, values: &Values) -> Self {
        on_values!(values, cells => of_cells(job, block, cells))
    }

    /// The totals of both.
    pub fn merge(self, other: Self) -> Self {
        Statistics {
            positions: self.positions + other.positions,
            sum: self.sum + other.sum,
            p_positions: self.p_positions + other.p_positions,
            maximum: self.maximum.max(other.maximum),
        }
    }
}

/// So many halves of 16 bits add up to less than 2^32.
const MOST_CELLS_OF_HALVES: usize = 1 << 16;

fn of_cells<V: Value>(job: &Job, block: &Block, cells: &[V]) -> Statistics {
    let mut totals = Statistics::default();
    for run in block.runs() {
        totals.positions += run.length as u64;
        for cells in cells[run.offset..][..run.length].chunks(MOST_CELLS_OF_HALVES) {
            // Halves of 16 bits add up in 32 bits: far more of them fit into a vector than of 64.
            let (mut low, mut high, mut p_positions, mut maximum) = (0, 0, 0, 0);
            for value in cells.iter().map(|value| value.to_u32()) {
                low += value & 0xffff;
                high += value >> 16;
                p_positions += u32::from(job.is_p_position(value));
                maximum = value.max(maximum);
            }
            totals.sum += (u64::from(high) << 16) + u64::from(low);
            totals.p_positions += u64::from(p_positions);
            totals.maximum = totals.maximum.max(maximum);
        }
    }
    totals
}
