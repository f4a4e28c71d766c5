//! Subtraction games on one heap on the CPU. A GPU plays them as vector games
//! (`engine/gpu/kernels/vector_grundy.rs` and `vector_palaces.rs`).
//!
//! The options of a heap of n are the heaps n - s for the numbers s of the set. Heap sizes are computed
//! in order, a strip at a time; of the sizes before the strip as many are kept as the largest number of
//! the set reaches back. Of the values of a strip,
//!
//! - where they repeat what came before, they are copied (`period.rs`);
//! - where numbers are dense, each value in turn marks the heap sizes that it is excluded from
//!   (`marking.rs`);
//! - else the options of many neighbouring heap sizes are looked up at once, some values in each pass
//!   (`passes.rs`).
//!
//! A position without moves is computed like all others in normal play. Terminal positions, and in
//! misère play those without moves, are given their values beforehand, and so are the tiles that an
//! earlier run has finished: a strip begins with what is known of it.

mod marking;
mod passes;
mod period;
mod set;
mod strips;

pub(super) use set::bytes_of_heap_size;

use self::set::Set;
use self::strips::Strips;
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;
use crate::ruleset::VectorGame;
use crate::values::ValueType;

/// Tabulates a plan.
pub(super) fn run(plan: &Plan, game: &VectorGame, sink: &dyn Sink) -> Result<(), EngineError> {
    let set = Set::new(plan, game);
    let strip = strips::strip_sizes(plan, &set);
    Ok(run_by_strips(plan, game, set, strip, sink)?)
}

/// Does the same with a given set, by strips of this number of heap sizes.
fn run_by_strips(
    plan: &Plan,
    game: &VectorGame,
    set: Set,
    strip: usize,
    sink: &dyn Sink,
) -> Result<(), Stop> {
    match plan.value_type() {
        ValueType::Bool | ValueType::U8 => Strips::<u8>::new(plan, game, set, strip).run(sink),
        ValueType::U16 => Strips::<u16>::new(plan, game, set, strip).run(sink),
        // Scores, which have a sign, are computed by another method.
        ValueType::U32 | ValueType::I8 | ValueType::I16 | ValueType::I32 => {
            Strips::<u32>::new(plan, game, set, strip).run(sink)
        }
    }
}

/// Returns the bytes of a run: the values of a strip and of what lies before it, with what a pass knows
/// of each, and the tile that is handed over.
pub(super) fn memory_bytes(plan: &Plan, game: &VectorGame) -> u64 {
    let set = Set::new(plan, game);
    let sizes = (set.reach() + strips::strip_sizes(plan, &set)) as u64;
    // Values, lanes of at most 64 bits, and positions in the order of their values.
    let of_size = plan.value_type().bytes() as u64 + set.lane_bytes() + 4;
    let period = period::bytes(sizes, plan.value_type().bytes() as u64);
    (sizes + set::BLOCK as u64) * of_size + period + 2 * plan.tile_bytes()
}

#[cfg(test)]
mod tests;
