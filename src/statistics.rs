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
    if block.is_whole() {
        return of_run(job, cells);
    }
    let runs = block.runs().map(|run| of_run(job, &cells[run.offset..][..run.length]));
    runs.fold(Statistics::default(), Statistics::merge)
}

/// The totals of cells side by side, piece by piece: within a piece 32 bits hold the sum of the
/// narrow types, which the compiler makes vector instructions of.
fn of_run<V: Value>(job: &Job, cells: &[V]) -> Statistics {
    const PIECE: usize = 1 << 12;
    let (first, last) = job.p_values();
    let (first, last) = (V::saturating_from(first), V::saturating_from(last));
    let mut totals = Statistics { positions: cells.len() as u64, ..Statistics::default() };
    for piece in cells.chunks(PIECE) {
        totals.sum += V::sum(piece);
        let is_p_position = |&value: &V| u16::from(first <= value && value <= last);
        totals.p_positions += u64::from(piece.iter().map(is_p_position).sum::<u16>());
        let maximum = piece.iter().fold(V::from_u32(0), |maximum, &value| maximum.max(value));
        totals.maximum = totals.maximum.max(maximum.to_u32());
    }
    totals
}
