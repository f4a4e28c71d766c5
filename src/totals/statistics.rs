//! Totals of values: their sum, the number of P-positions, the maximum.

use std::fmt;

use fearless_simd::{Level, dispatch};
use serde::{Deserialize, Serialize};

use crate::domain::tiling::TileRegion;
use crate::job::Job;
use crate::values::{Value, Values, on_values};

/// Totals over positions. Totals of disjoint sets of positions can be merged in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// The number of positions.
    pub positions: u64,
    /// The sum of the values; an outcome counts 1 at P-positions.
    pub sum: u64,
    /// The number of P-positions.
    pub p_positions: u64,
    /// The largest value.
    pub maximum: u32,
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { positions, sum, p_positions, maximum } = self;
        write!(f, "{positions} positions, sum {sum}, {p_positions} P-positions, maximum {maximum}")
    }
}

impl Statistics {
    /// Adds up the values of a tile. Cells outside the domain do not count.
    pub fn of_tile(job: &Job, region: &TileRegion, values: &Values) -> Self {
        on_values!(values, cells => of_cells(job, region, cells))
    }

    /// Returns the totals of both sets of positions together.
    pub fn merge(self, other: Self) -> Self {
        Statistics {
            positions: self.positions + other.positions,
            sum: self.sum + other.sum,
            p_positions: self.p_positions + other.p_positions,
            maximum: self.maximum.max(other.maximum),
        }
    }
}

/// Adds up the cells of a tile that are in the domain.
fn of_cells<V: Value>(job: &Job, region: &TileRegion, cells: &[V]) -> Statistics {
    if region.is_whole() {
        return of_run(job, cells);
    }
    let runs = region.runs().map(|run| of_run(job, &cells[run.offset..][..run.length]));
    runs.fold(Statistics::default(), Statistics::merge)
}

/// Adds up neighbouring cells.
fn of_run<V: Value>(job: &Job, cells: &[V]) -> Statistics {
    let (first, last) = job.p_values();
    let (first, last) = (V::saturating_from(first), V::saturating_from(last));
    let positions = cells.len() as u64;
    let totals = dispatch!(Level::new(), _ => sum_up(cells, first, last));
    Statistics { positions, ..totals }
}

/// Computes the sum, the number of values from `first` to `last`, and the maximum. It is inlined into
/// a copy for each SIMD level, of which the widest of the machine is used.
#[inline(always)]
fn sum_up<V: Value>(cells: &[V], first: V, last: V) -> Statistics {
    /// Cells that are counted with 16 bits and, of the narrow types, summed with 32.
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
