//! Digraph games on the CPU, by thresholds. Counterpart of `shaders/digraph.wgsl`, whose host half is
//! `engine/gpu/kernels/digraph.rs`: the idea is the same, the search is not.
//!
//! Fix an edge S -> T and the number w of tokens on its spectator heap. A move along the edge leads
//! from (s, t) to the (s', t') with t' >= t and s' + t' < s + t: to any position of an earlier layer
//! with at least as many tokens on T. So one number per Grundy value is all that must be remembered of
//! those layers. The edge excludes the value v at (s, t) iff
//!
//! ```text
//! t < threshold[w][v] = 1 + max { t' : v is the value of some (s', t', w) of an earlier layer }
//! ```
//!
//! and a computed cell raises one threshold per edge. A cell's value is the least v that no edge
//! excludes. Values never exceed the token sum, for every move lowers it.
//!
//! A vertex whose only edge is a loop is a Nim heap: it has a bitset per line instead of thresholds
//! (`nim`). If a vertex has another outgoing edge, its loop adds no option and is dropped.
//!
//! That one threshold per value suffices is due to the nesting of the option sets along a layer. The
//! form above, by the heap that receives tokens, needs no shift from layer to layer.
//!
//! # What makes it fast
//!
//! Gains are of the Triangle Game with 1024 tokens, on one thread with AVX-512.
//!
//! 1. *Symmetry* (`engine/digraph_games/symmetry.rs`, `canonical.rs`). Rotations of the triangle leave
//!    values as they are: a third of the cells is computed, and one table of thresholds serves all
//!    edges.
//! 2. *Bucket minima instead of marks* (`search`, `thresholds`). The sets that edges exclude are full
//!    of long runs that one edge excludes alone. The minimum of the 32 thresholds of a bucket excludes
//!    all its values at once: of the 21 buckets before the one with the value, 1.3 need to be searched.
//!    A low-water mark per edge, kept up to date, left 3.4 of them and took time itself: the search is
//!    1.4 times as fast.
//! 3. *Passes over a row* (`search`). First the bucket minima of all its cells are compared, then the
//!    first open bucket of each, so that no load waits for a comparison: as fast while a core has its
//!    cache for itself, a tenth faster where it shares. In 87 of 100 cells that bucket holds the value.
//!    The others cannot be predicted, so they are only noted, without a branch, and make the next pass,
//!    until none is left. Buckets have 32 values: with 64 the search takes 1.1 times as long, and 1.5
//!    times with AVX2.
//! 4. *Raising by plain stores* (`grundy`). No edge excludes the value of a cell, so a threshold never
//!    exceeds the tokens at which it is raised: in ascending order of these nothing is compared, and no
//!    store waits for another. 3.5 times as fast as a maximum.
//! 5. *Tiles in one pass* (`window`). The layers that a tile spans are kept, and prefetched
//!    before it is filled, together with all tiles of its orbit: half the time of a copy layer by layer,
//!    which waits for memory at every cell.
//! 6. *Tiles by transposition* (`transpose`). Neighbours in a layer are apart in a tile, and
//!    those in a tile are apart in its images: squares of 8 x 8 are transposed in vectors. Nine tenths
//!    of the tiles are filled so, in a quarter of the time. The others hold positions with equal heaps.
//! 7. *Outcomes by P-positions* (`outcome`). They are few: all other cells are filled in at once.
//!
//! Two passes over a layer, one after the other, are the only barriers between threads; layers of a few
//! thousand cells are left to one thread. The search takes half of the time, some 20 cycles per cell
//! for six loads of 64 bytes and what is made of them. Raising thresholds takes a seventh, moving
//! values to tiles a sixth.
//!
//! Tried, and no faster: patches of rows instead of rows, which keep thresholds in the nearest cache;
//! starting the search at a mark per patch; wider buckets at unaligned offsets.

pub(super) mod bucket;
mod canonical;
mod grundy;
mod nim;
mod outcome;
pub(super) mod replay;
mod search;
#[cfg(test)]
mod tests;
mod thresholds;
mod transpose;
pub(super) mod waiting;
pub(super) mod window;

use fearless_simd::Level;

use crate::engine::{EngineError, Sink, Traffic};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::DigraphGame;

/// Tabulates a plan with the vectors of a SIMD level, which the machine must have.
pub(super) fn run(
    plan: &Plan,
    game: &DigraphGame,
    sink: &dyn Sink,
    level: Level,
) -> Result<Traffic, EngineError> {
    // A scope moves the whole run to a thread of the pool, so that layers need not be handed to it.
    rayon::scope(|_| {
        if plan.job().quantity() == Quantity::Outcome {
            outcome::run(plan, game, sink, level).map(|()| Traffic::default())
        } else if fits_16_bits(plan) {
            grundy::run::<u16>(plan, game, sink, level)
        } else {
            grundy::run::<u32>(plan, game, sink, level)
        }
    })
}

/// Returns whether values fit in 16 bits, and thresholds, which are at most 1 + the token sum.
fn fits_16_bits(plan: &Plan) -> bool {
    plan.job().domain().largest_token_sum() < u32::from(u16::MAX)
}

/// Returns the bytes of everything but the tiles that threads hand over.
pub(super) fn memory_bytes(plan: &Plan, game: &DigraphGame) -> u64 {
    if plan.job().quantity() == Quantity::Outcome {
        outcome::memory_bytes(plan, game)
    } else if fits_16_bits(plan) {
        grundy::memory_bytes::<u16>(plan, game)
    } else {
        grundy::memory_bytes::<u32>(plan, game)
    }
}
