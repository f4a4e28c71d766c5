//! Take-and-break games on the CPU, heap by heap.
//!
//! The value of a heap is the least number that no option has; the number of an option is the xor of the values of the heaps
//! that are left. With two heaps these are as many options as the heap has tokens, so that n values take a time of n^2 in the
//! plain way. In the sparse way (`rare.rs`) those suffice of which one heap is rare, where few heaps are; both ways find
//! the same values, and the one that is expected to take less time is chosen again and again, as values become known.
//!
//! - `tabulation.rs`: what is known so far, and the period of the values, which are copied from then on.
//! - `choice.rs`: the choice of the way.
//! - `sets.rs`: the sets of numbers that are kept (`planes.rs`).
//! - `block.rs`: the options of many heaps at once, by parts that stay the same (`fixed.rs`).
//! - `heap.rs`: the value of a heap.
//! - `marks.rs`: values that are too large for such sets.
//!
//! A stored outcome does not tell the value that larger heaps need, so that a resumed table of outcomes computes those of
//! its finished tiles again, and compares the outcomes.

mod block;
mod choice;
mod fixed;
mod heap;
mod marks;
mod memory;
mod numbers_taken;
mod planes;
mod rare;
mod sets;
mod tabulation;
#[cfg(test)]
mod tests;
mod values;
mod way;

use fearless_simd::Level;

use self::sets::BLOCK;
use self::tabulation::Tabulation;
use self::way::Demands;
use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::{EngineError, Sink, is_wanted, recomputed};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{GameDefinition, TakeAndBreakGame};
use crate::values::Values;

/// Tabulates the Grundy values or the outcomes of a plan.
pub(super) fn run(
    plan: &Plan,
    game: &TakeAndBreakGame,
    sink: &dyn Sink,
    level: Level,
) -> Result<(), EngineError> {
    run_as_demanded(plan, game, sink, level, Demands::default())
}

fn run_as_demanded(
    plan: &Plan,
    game: &TakeAndBreakGame,
    sink: &dyn Sink,
    level: Level,
    demands: Demands,
) -> Result<(), EngineError> {
    let heaps = heaps(plan);
    let edge = plan.tiling().edges()[MAX_HEAPS - 1] as usize;
    let is_outcome = plan.job().quantity() == Quantity::Outcome;
    let is_given = |tile: usize| !is_outcome && sink.is_finished(index(tile));
    let tiles = plan.tiling().count() as usize;
    // If there are several ranks, the first one has all tiles.
    let Some(last) = (0..tiles).rev().find(|&tile| is_wanted(sink, index(tile))) else {
        return Ok(());
    };
    // Finished outcomes are compared to the end; values behind the last wanted tile are not needed.
    let last = if is_outcome { tiles - 1 } else { last };
    let mut tabulation = Tabulation::new(game, heaps, level, demands);
    for tile in 0..=last {
        let (first, end) = (tile * edge, heaps.min((tile + 1) * edge));
        if is_given(tile) {
            sink.proceed()?;
            let stored = sink.finished_tile(index(tile))?;
            (tabulation.len()..end).for_each(|heap| tabulation.give(stored.get(heap - first)));
            continue;
        }
        if !sink.is_finished(index(tile)) {
            sink.computes();
        }
        // Whole blocks, if all of their tiles are computed.
        let given = (tile..tiles.min(tile + BLOCK / edge + 2)).find(|&tile| is_given(tile));
        let most = given.map_or(heaps, |tile| tile * edge);
        tabulation.run(end.next_multiple_of(BLOCK).min(most), &|| sink.proceed())?;
        let value = |heap| match tabulation.value(heap) {
            value if is_outcome => u32::from(value == 0),
            value => value,
        };
        let fill = std::iter::repeat_n(plan.value_type().fill(), first + edge - end);
        let values = Values::from_u32(plan.value_type(), (first..end).map(value).chain(fill));
        recomputed::hand_over_or_compare(plan, sink, index(tile), values)?;
    }
    Ok(())
}

/// Returns the index of the tile with this number.
fn index(tile: usize) -> TileIndex {
    Coordinates::ZERO.with_last(tile as u32)
}

/// Returns how many heaps there are.
fn heaps(plan: &Plan) -> usize {
    plan.job().domain().sides()[MAX_HEAPS - 1] as usize
}

/// Returns the bytes of a run: of the values and what is made of them, and of a tile that is handed over.
pub(super) fn memory_bytes(plan: &Plan, game: &TakeAndBreakGame) -> u64 {
    let domain = plan.job().domain();
    let largest = game.longest_play(domain).0.min(game.most_options(domain));
    memory::bytes(game, heaps(plan) as u64, largest) + 2 * plan.tile_bytes()
}

/// Returns about how many fixed parts are united with the sets of a heap. In the sparse way, which most games of many heaps
/// have, there are at most [`MOST_FIXED`]. Where moves leave three heaps values grow as heaps do, and so do the words of a set,
/// for each of which a fixed part counts.
pub(super) fn fixed_parts_of_heap(plan: &Plan, game: &TakeAndBreakGame) -> f64 {
    let heaps = heaps(plan) as f64;
    let leaves = |count| (0..=game.most_taken()).any(|taken| game.may_leave(taken, count));
    match (leaves(2), leaves(3)) {
        (_, true) => (heaps / 2.0 + heaps / 3.0) * (heaps / 128.0).max(1.0),
        (true, false) => (heaps / 4.0).min(MOST_FIXED),
        (false, false) => 0.0,
    }
}

/// This number of fixed parts, and as many of the sample of rare numbers, take about the time of a heap of games in which rare heaps
/// have died out.
const MOST_FIXED: f64 = 16_384.0;
