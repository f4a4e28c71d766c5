//! Fibonacci Nim on the CPU, by the least moves that lead to each value. A GPU looks up all options, by the written rules
//! of the catalogue.
//!
//! The options of (x, r) are the first r options of (x, x): take m = 1, 2, ..., r. So the values of a
//! row, which are the positions with x tokens on the heap, follow from the least m that leads to each
//! value:
//!
//! ```text
//! first_x[v] = least m such that v = g(x - m, min(2m, x - m))
//! g(x, r)    = least v such that first_x[v] > r
//! ```
//!
//! Later rows look values up in the same way. A row has few values (36 up to a heap of 16073), so all
//! rows together take little memory and a look-up is a short search. The m of a row are independent:
//! each thread takes a range of them, and the least m are kept.
//!
//! In misère play a position without moves (an empty heap, or a limit of 0) has value 1. For outcomes
//! only the value 0 is kept.

use std::ops::Range;

use rayon::prelude::*;

use crate::domain::Coordinates;
use crate::domain::tiling::{Tile, TileIndex, TileRegion};
use crate::engine::{EngineError, Sink, Stop, is_wanted};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::values::Values;

/// How many numbers m a thread takes at a time.
const MOVES_PER_TASK: usize = 1 << 10;
/// The least m where no m leads to the value.
const NEVER: u32 = u32::MAX;

/// A run: the rows of the heaps computed so far.
struct HeapRows<'a> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// For each heap, the least number of tokens to take that leads to each value.
    first: Vec<Vec<u32>>,
    /// The value of a position without moves: 1 in misère play, else 0.
    terminal_value: u32,
    /// Only the values below this one are kept.
    tracked: usize,
    is_outcome: bool,
}

impl HeapRows<'_> {
    /// Returns the value at (heap, limit), or `tracked` if it is not among the values that are kept.
    #[inline]
    fn value(&self, heap: u32, limit: u32) -> u32 {
        if heap == 0 || limit == 0 {
            return self.terminal_value;
        }
        least_beyond(&self.first[heap as usize], limit)
    }

    /// Computes the row of the next heap, for limits up to `largest`.
    fn next_row(&self, largest: u32) -> Vec<u32> {
        let heap = self.first.len() as u32;
        let of_moves = |moves: Range<u32>| {
            let mut first = Vec::new();
            for m in moves {
                let rest = heap - m;
                let value = self.value(rest, (2 * m).min(rest));
                lower(&mut first, value as usize, m, self.tracked);
            }
            first
        };
        let end = largest.min(heap) + 1;
        let tasks = (1..end).into_par_iter().step_by(MOVES_PER_TASK);
        let rows = tasks.map(|m| of_moves(m..end.min(m + MOVES_PER_TASK as u32)));
        rows.reduce(Vec::new, |mut a, b| {
            for (value, m) in b.into_iter().enumerate() {
                lower(&mut a, value, m, self.tracked);
            }
            a
        })
    }
    /// Computes the rows of tiles with the same heaps, then fills these tiles.
    fn fill_tiles(&mut self, tiles: &[TileIndex]) -> Result<(), EngineError> {
        if tiles.iter().all(|&index| self.sink.is_finished(index)) {
            return self.replay_tiles(tiles);
        }
        self.sink.computes();
        let Coordinates([.., limits]) = self.plan.job().domain().sides();
        for _ in 0..self.plan.tiling().region(tiles[0]).extent[2] {
            self.sink.proceed()?;
            let row = self.next_row(limits - 1);
            self.first.push(row);
        }
        let tile = |&index: &TileIndex| {
            if !is_wanted(self.sink, index) {
                return Ok(());
            }
            self.sink.tile(Tile { index, values: self.tile(index) })
        };
        Ok(tiles.par_iter().with_max_len(1).try_for_each(tile)?)
    }

    /// Restores the rows of tiles with the same heaps, all of which an earlier run has finished.
    fn replay_tiles(&mut self, tiles: &[TileIndex]) -> Result<(), EngineError> {
        let tiling = self.plan.tiling();
        let read = |&index: &TileIndex| Ok((tiling.region(index), self.sink.finished_tile(index)?));
        let finished: Vec<(TileRegion, Values)> =
            tiles.iter().map(read).collect::<Result<_, Stop>>()?;
        for heap in 0..tiling.region(tiles[0]).extent[2] as usize {
            let cells = finished.iter().flat_map(|(region, values)| {
                let from = heap * region.edges[3] as usize;
                (from..from + region.extent[3] as usize).map(|cell| values.get(cell))
            });
            // Positions with limit 0 have no moves, and their values tell nothing of the row.
            let values = cells.skip(1).map(|value| if self.is_outcome { 1 - value } else { value });
            let row = if self.first.is_empty() { Vec::new() } else { row_of_values(values) };
            self.first.push(row);
        }
        Ok(())
    }

    /// Returns the values of a tile whose rows are computed.
    fn tile(&self, index: TileIndex) -> Values {
        self.plan.tile_of_runs(index, |run| {
            let Coordinates([.., heap, first]) = run.at;
            (first..).take(run.length).map(move |limit| {
                let value = self.value(heap, limit);
                if self.is_outcome { u32::from(value == 0) } else { value }
            })
        })
    }
}

/// Returns a row that gives these values at the limits 1, 2, 3, ...: as values rise with the limit, the
/// least limit beyond which the value exceeds v serves as well as the least m that leads to v.
fn row_of_values(values: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut first = Vec::new();
    for (limit, value) in (1..).zip(values) {
        while (first.len() as u32) < value {
            first.push(limit);
        }
    }
    first
}

/// Lowers the least number to take that leads to a value to `m`, if it is larger.
fn lower(first: &mut Vec<u32>, value: usize, m: u32, tracked: usize) {
    if value >= tracked {
        return;
    }
    if value >= first.len() {
        first.resize(value + 1, NEVER);
    }
    first[value] = first[value].min(m);
}

/// Returns the least value that no number of tokens up to `limit` leads to.
#[inline]
fn least_beyond(first: &[u32], limit: u32) -> u32 {
    first.iter().position(|&m| m > limit).unwrap_or(first.len()) as u32
}

/// Tabulates the Grundy values or the outcomes of a plan.
pub(super) fn run(plan: &Plan, sink: &dyn Sink) -> Result<(), EngineError> {
    let job = plan.job();
    let mut rows = HeapRows {
        plan,
        sink,
        first: Vec::new(),
        terminal_value: u32::from(job.convention() == Convention::Misere),
        tracked: plan.tracked_values(),
        is_outcome: job.quantity() == Quantity::Outcome,
    };
    // Tiles with the same heaps are filled together, row by row.
    let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
    tiles.chunk_by(|one, next| one[2] == next[2]).try_for_each(|tiles| rows.fill_tiles(tiles))
}

/// The values of a row are not expected to be more; memory is estimated from this.
const EXPECTED_VALUES: u64 = 64;

/// Returns the bytes of the rows and of the unfinished tiles.
pub(super) fn memory_bytes(plan: &Plan) -> u64 {
    let [.., heaps, _] = plan.job().domain().sides().map(u64::from);
    let tracked = (plan.tracked_values() as u64).min(EXPECTED_VALUES);
    let tiles = (rayon::current_num_threads() as u64).saturating_mul(plan.tile_bytes());
    heaps.saturating_mul(24 + 4 * tracked).saturating_add(tiles)
}
