//! Euclid on the CPU, by quotients. A GPU looks up all options, by the written rules of the catalogue.
//!
//! The options of (x, y), x <= y, are the positions (x, y - x), (x, y - 2x), ... down to the first one
//! whose second heap is below x (or equal to x, if heaps stay positive and x divides y). Call that one
//! the start, and let c be its value and k the number of moves of x tokens that lead to it. The
//! positions in between have no other options than one another and the start, so their values are the
//! numbers 0, 1, 2, ... with c left out, and
//!
//! ```text
//! g(x, y) = k - 1 if c > k - 1, else k
//! ```
//!
//! The start is a position of the same kind, with a quotient k' and a start of value c' of its own. So
//! whether c <= k - 1 is known at once unless k' = k; then it is true iff c' <= k - 1 is false. A cell
//! compares the quotients of the Euclidean algorithm for as long as they are equal. It needs no other
//! cell, so all cells can be computed in parallel. In misère play only the values of terminal positions
//! differ.

use rayon::prelude::*;

use crate::domain::Coordinates;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::{EngineError, Sink, Stop, is_wanted};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::EuclidGame;

/// The rules of a game of Euclid.
struct Quotients {
    /// Whether heaps stay positive.
    positive: bool,
    /// 1 in misère play, else 0.
    terminal_value: u32,
}

/// How a position leads to its start.
struct Descent {
    /// Moves to the start.
    quotient: u32,
    start: [u32; 2],
}

impl Quotients {
    /// Returns how a position leads to its start, or `None` if it is terminal.
    fn descent(&self, [x, y]: [u32; 2]) -> Option<Descent> {
        let (small, large) = (x.min(y), x.max(y));
        if small == 0 || (self.positive && small == large) {
            return None;
        }
        let (quotient, rest) = (large / small, large % small);
        Some(if rest == 0 && self.positive {
            Descent { quotient: quotient - 1, start: [small, small] }
        } else {
            Descent { quotient, start: [small, rest] }
        })
    }

    /// Returns the Grundy value of a position.
    fn grundy(&self, position: [u32; 2]) -> u32 {
        let Some(Descent { quotient, start }) = self.descent(position) else {
            return self.terminal_value;
        };
        quotient - 1 + u32::from(self.is_below(start, quotient))
    }

    /// Returns whether the value of a position is less than `quotient`.
    fn is_below(&self, mut position: [u32; 2], quotient: u32) -> bool {
        let mut answer = true;
        loop {
            match self.descent(position) {
                None => return (self.terminal_value < quotient) == answer,
                // Its value is one of k' - 1 and k'.
                Some(next) if next.quotient != quotient => {
                    return (next.quotient < quotient) == answer;
                }
                // It is k' - 1 = k - 1, iff its own start's value is not below k.
                Some(next) => (position, answer) = (next.start, !answer),
            }
        }
    }
}

/// Tabulates the Grundy values or the outcomes of a plan.
pub(super) fn run(plan: &Plan, game: EuclidGame, sink: &dyn Sink) -> Result<(), EngineError> {
    let job = plan.job();
    let quotients = Quotients {
        positive: game.is_positive,
        terminal_value: u32::from(job.convention() == Convention::Misere),
    };
    let is_outcome = job.quantity() == Quantity::Outcome;
    sink.computes();
    // Front by front: the order in which shards of tiles are whole soonest.
    let tiles = plan.tiling().fronts().into_iter().flatten();
    let tiles: Vec<TileIndex> = tiles.filter(|&index| is_wanted(sink, index)).collect();
    let tile = |index| -> Result<(), Stop> {
        let region = plan.tiling().region(index);
        let mut values = plan.blank_tile();
        let mut row = Vec::new();
        for run in region.runs() {
            sink.proceed()?;
            let Coordinates([.., x, first]) = run.at;
            row.clear();
            row.extend((first..).take(run.length).map(|y| {
                let value = quotients.grundy([x, y]);
                if is_outcome { u32::from(value == 0) } else { value }
            }));
            values.write(run.offset, &row);
        }
        sink.tile(Tile { index, values })
    };
    Ok(tiles.into_iter().par_bridge().try_for_each(tile)?)
}

/// Returns the bytes of the unfinished tiles: one per thread.
pub(super) fn memory_bytes(plan: &Plan) -> u64 {
    (rayon::current_num_threads() as u64).saturating_mul(plan.tile_bytes())
}
