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

fn of_cells<V: Value>(job: &Job, block: &Block, cells: &[V]) -> Statistics {
    let mut totals = Statistics::default();
    for run in block.runs() {
        let cells = &cells[run.offset..][..run.length];
        totals.positions += run.length as u64;
        totals.sum += cells.iter().map(|&value| u64::from(value.to_u32())).sum::<u64>();
        let p_positions = cells.iter().filter(|&&value| job.is_p_position(value.to_u32()));
        totals.p_positions += p_positions.count() as u64;
        let maximum = cells.iter().map(|&value| value.to_u32()).max();
        totals.maximum = totals.maximum.max(maximum.unwrap_or(0));
    }
    totals
}
