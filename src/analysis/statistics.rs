//! What a table adds up to: sum, number of P-positions, maximum.

use fearless_simd::{Level, dispatch};
use serde::{Deserialize, Serialize};

use crate::domain::tiling::TileRegion;
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
    pub fn of_tile(job: &Job, block: &TileRegion, values: &Values) -> Self {
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

fn of_cells<V: Value>(job: &Job, block: &TileRegion, cells: &[V]) -> Statistics {
    if block.is_whole() {
        return of_run(job, cells);
    }
    let runs = block.runs().map(|run| of_run(job, &cells[run.offset..][..run.length]));
    runs.fold(Statistics::default(), Statistics::merge)
}

/// The totals of cells side by side.
fn of_run<V: Value>(job: &Job, cells: &[V]) -> Statistics {
    let (first, last) = job.p_values();
    let (first, last) = (V::saturating_from(first), V::saturating_from(last));
    let positions = cells.len() as u64;
    let totals = dispatch!(Level::new(), _ => sum_up(cells, first, last));
    Statistics { positions, ..totals }
}

/// The sum, the number of values from `first` to `last`, and the maximum. Inlined where the widest
/// vectors of the machine are to be used.
#[inline(always)]
fn sum_up<V: Value>(cells: &[V], first: V, last: V) -> Statistics {
    /// Cells whose sum, of the narrow types, 32 bits hold, and their number 16.
    const PIECE: usize = 1 << 12;
    let mut totals = Statistics::default();
    for piece in cells.chunks(PIECE) {
        let (mut p_positions, mut maximum) = (0u16, V::from_u32(0));
        for &value in piece {
            p_positions += u16::from(first <= value) & u16::from(value <= last);
            maximum = maximum.max(value);
        }
        totals.sum += V::sum(piece);
        totals.p_positions += u64::from(p_positions);
        totals.maximum = totals.maximum.max(maximum.to_u32());
    }
    totals
}
