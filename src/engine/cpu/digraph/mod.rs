//! Digraph games on the CPU, by thresholds. Twin of `shaders/digraph.wgsl`, hosted by
//! `engine/gpu/digraph.rs`.
//!
//! Fix an edge S -> T and the heap w beside it. A move along the edge leads from (s, t) to the
//! (s', t') with t' >= t and s' + t' < s + t: any position of an earlier layer with at least as
//! many tokens on T. So one number per Grundy value is all that must be remembered of those
//! layers: the edge excludes the value v at (s, t) iff
//!
//! ```text
//! t < threshold[w][v] = 1 + max { t' : v is the value of some (s', t', w) of an earlier layer }
//! ```
//!
//! and a computed cell raises one threshold per edge. A cell's value is the least v that no edge
//! excludes. Values never exceed the token sum, for every move lowers that.
//!
//! A vertex whose only edge is a loop is a Nim heap: a bitset per line takes the place of the
//! thresholds. A loop beside another edge out of the same vertex adds no option and is dropped.
//!
//! The idea of a threshold per value is due to the nesting of the option sets along a layer; the
//! form above, by the receiving heap, needs no shift from layer to layer.
//!
//! # What makes it fast
//!
//! Gains are of the Triangle Game with 1024 tokens, on one thread with AVX-512.
//!
//! 1. *Symmetry* (`symmetry`, `least`). Rotations of the triangle leave values as they are: a third
//!    of the cells is computed, and one table of thresholds serves all edges.
//! 2. *Floors instead of marks* (`search`, `thresholds`). The sets that edges exclude are full of
//!    long runs that one edge excludes alone. The least threshold of each 32 values, its
//!    floor, tells those 32 at a time: from 0 on, 1.3 of the 21 blocks before a value need to be
//!    looked into. A low-water mark per edge, kept up to date, left 3.4 blocks and took time
//!    itself: the search is 1.4 times as fast.
//! 3. *Passes over a row* (`search`). First the floors of all its cells are compared, then the
//!    first open block of each, so that no load waits for a comparison: as fast while a core has
//!    its cache for itself, a tenth faster where it shares. In 87 of 100 cells that block holds the
//!    value. The others cannot be predicted, so they are only noted, without a branch, and make
//!    the next pass, until none is left. Blocks of 32 values: 64 take 1.1 times as long, and 1.5
//!    with AVX2.
//! 4. *Raising by plain stores* (`grundy`). No edge excludes the value of a cell, so a threshold
//!    never exceeds the tokens at which it is raised: in ascending order of these nothing is
//!    compared, and no store waits for another. 3.5 times as fast as a maximum.
//! 5. *Tiles in one go* (`recent`). The layers a tile spans are kept in its blocks, and fetched
//!    before it is filled, together with all tiles mapped to it: half the time of a copy layer by
//!    layer, which waits for memory at every cell.
//! 6. *Tiles by transposition* (`transpose`). Values side by side in a layer are apart in a tile,
//!    and those of a tile apart in its images: squares of 8 x 8 are turned over in vectors. Nine
//!    tenths of the tiles are filled so, in a quarter of the time; those that ties cross are not.
//! 7. *Outcomes by P-positions* (`outcome`). They are few: tables are blank but for them.
//!
//! Two passes over a layer, one after the other, are the only barriers between threads; layers of a
//! few thousand cells are left to one. What limits: the search has half of the time, some 20 cycles
//! per cell for six loads of 64 bytes and what is made of them, a seventh goes into raising, a
//! sixth into moving values to tiles.
//!
//! Tried, and no faster: patches of rows instead of rows, which keep thresholds in the nearest
//! cache; starting the search at a mark per patch; wider blocks at unaligned places.

mod grundy;
mod nim;
mod outcome;
mod search;
#[cfg(test)]
mod tests;
mod thresholds;

use fearless_simd::Level;

use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::DigraphGame;

pub(super) fn run(plan: &Plan, game: &DigraphGame, sink: &dyn Sink) -> Result<(), EngineError> {
    run_at(plan, game, sink, Level::new())
}

/// Runs with the vectors of a level, which the machine has.
pub(super) fn run_at(
    plan: &Plan,
    game: &DigraphGame,
    sink: &dyn Sink,
    level: Level,
) -> Result<(), EngineError> {
    // Within the thread pool, so that no layer has to be handed to it.
    rayon::scope(|_| match plan.job().quantity() {
        Quantity::Outcome => outcome::run(plan, game, sink, level),
        _ if fits_16_bits(plan) => grundy::run::<u16>(plan, game, sink, level),
        _ => grundy::run::<u32>(plan, game, sink, level),
    })
}

/// Whether thresholds, which are at most 1 + the token sum, and values do.
fn fits_16_bits(plan: &Plan) -> bool {
    plan.job().domain().largest_token_sum() < u32::from(u16::MAX)
}

/// Bytes of everything but the tile that a thread builds.
pub(super) fn memory_bytes(plan: &Plan, game: &DigraphGame) -> u64 {
    match plan.job().quantity() {
        Quantity::Outcome => outcome::memory_bytes(plan, game),
        _ if fits_16_bits(plan) => grundy::memory_bytes::<u16>(plan, game),
        _ => grundy::memory_bytes::<u32>(plan, game),
    }
}
