//! Fibonacci Nim on the CPU, by limits. Twin of `shaders/fibonacci.wgsl`, hosted by
//! `engine/gpu/fibonacci.rs`.
//!
//! The options of (x, r) are the first r of the options of (x, x): take m = 1, 2, ..., r. So a
//! row, which is the positions with one heap x, is known by the least m that leads to each value:
//!
//! ```text
//! first_x[v] = least m such that v = g(x - m, min(2m, x - m))
//! g(x, r)    = least v such that first_x[v] > r
//! ```
//!
//! and so it can be looked up by later rows. A row has few values (36 up to a heap of 16073), so
//! all rows together take little memory and a look-up is a short search. The m of a row are
//! independent: threads take portions of them, and the least is kept.
//!
//! In misère play a position without moves (an empty heap, or a limit of 0) has value 1. For
//! outcomes only the value 0 is kept.

use rayon::prelude::*;

use crate::domain::Coordinates;
use crate::domain::tiling::{Tile, TileIndex, TileRegion};
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::values::Value;

/// Numbers m that a thread takes at a time.
const PORTION: usize = 1 << 10;
/// No m leads to the value.
const NEVER: u32 = u32::MAX;

/// The rows computed so far.
struct Rows {
    /// Per heap: the least number to take that leads to each value.
    first: Vec<Vec<u32>>,
    /// 1 in misère play, else 0.
    terminal_value: u32,
    /// Values 0..tracked are told apart.
    tracked: usize,
}

impl Rows {
    /// The value at (heap, limit); `tracked` when it is not among those told apart.
    #[inline]
    fn value(&self, heap: u32, limit: u32) -> u32 {
        if heap == 0 || limit == 0 {
            return self.terminal_value;
        }
        least_beyond(&self.first[heap as usize], limit)
    }

    /// The next row, for limits up to `largest`.
    fn next(&self, largest: u32) -> Vec<u32> {
        let heap = self.first.len() as u32;
        let portion = |moves: std::ops::Range<u32>| {
            let mut first = Vec::new();
            for m in moves {
                let rest = heap - m;
                note(&mut first, self.value(rest, (2 * m).min(rest)) as usize, m, self.tracked);
            }
            first
        };
        let end = largest.min(heap) + 1;
        let portions = (1..end).into_par_iter().step_by(PORTION);
        portions.map(|m| portion(m..end.min(m + PORTION as u32))).reduce(Vec::new, |mut a, b| {
            for (value, m) in b.into_iter().enumerate() {
                note(&mut a, value, m, self.tracked);
            }
            a
        })
    }
}

/// Notes that taking m leads to a value.
fn note(first: &mut Vec<u32>, value: usize, m: u32, tracked: usize) {
    if value >= tracked {
        return;
    }
    if value >= first.len() {
        first.resize(value + 1, NEVER);
    }
    first[value] = first[value].min(m);
}

/// The least value that takes more than `limit` to lead to.
#[inline]
fn least_beyond(first: &[u32], limit: u32) -> u32 {
    first.iter().position(|&m| m > limit).unwrap_or(first.len()) as u32
}

pub(super) fn run<V: Value>(plan: &Plan, sink: &dyn Sink) -> Result<(), EngineError> {
    let job = plan.job();
    let Coordinates([_, _, limits]) = job.domain().sides();
    let is_outcome = job.quantity() == Quantity::Outcome;
    let mut rows = Rows {
        first: Vec::new(),
        terminal_value: u32::from(job.convention() == Convention::Misere),
        tracked: if is_outcome { 1 } else { plan.grundy_values() },
    };
    // Tiles that lie side by side are filled together, row by row.
    let mut strip: Vec<TileIndex> = Vec::new();
    for index in plan.tiling().tiles() {
        if strip.first().is_some_and(|first| first[1] != index[1]) {
            fill::<V>(plan, &strip, &mut rows, limits, is_outcome, sink)?;
            strip.clear();
        }
        strip.push(index);
    }
    fill::<V>(plan, &strip, &mut rows, limits, is_outcome, sink)
}

/// Computes the rows of a strip of tiles, then fills the tiles.
fn fill<V: Value>(
    plan: &Plan,
    strip: &[TileIndex],
    rows: &mut Rows,
    limits: u32,
    is_outcome: bool,
    sink: &dyn Sink,
) -> Result<(), EngineError> {
    let Some(&first) = strip.first() else {
        return Ok(());
    };
    for _ in 0..plan.tiling().region(first).extent[1] {
        sink.proceed()?;
        let row = rows.next(limits - 1);
        rows.first.push(row);
    }
    let rows = &*rows;
    let tile = |&index: &TileIndex| {
        let block = plan.tiling().region(index);
        let values = fill_tile::<V>(plan, &block, rows, is_outcome);
        sink.tile(Tile { index, values: V::wrap(values) })
    };
    Ok(strip.par_iter().with_max_len(1).try_for_each(tile)?)
}

fn fill_tile<V: Value>(plan: &Plan, block: &TileRegion, rows: &Rows, is_outcome: bool) -> Vec<V> {
    let mut values = vec![V::from_u32(plan.value_type().fill()); block.cells()];
    for run in block.runs() {
        let Coordinates([_, heap, first]) = run.at;
        for (limit, cell) in (first..).zip(&mut values[run.offset..][..run.length]) {
            let value = rows.value(heap, limit);
            *cell = V::from_u32(if is_outcome { u32::from(value == 0) } else { value });
        }
    }
    values
}

/// Values of a row are not expected to exceed this; memory is estimated from it.
const EXPECTED_VALUES: u64 = 64;

/// Bytes of the rows and of a strip's tiles in work.
pub(super) fn memory_bytes(plan: &Plan) -> u64 {
    let [_, heaps, _] = plan.job().domain().sides().map(u64::from);
    let tracked = match plan.job().quantity() {
        Quantity::Outcome => 1,
        _ => (plan.grundy_values() as u64).min(EXPECTED_VALUES),
    };
    let tiles = (rayon::current_num_threads() as u64).saturating_mul(plan.tile_bytes());
    heaps.saturating_mul(24 + 4 * tracked).saturating_add(tiles)
}
