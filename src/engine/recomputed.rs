//! Finished tiles that are computed again, because what the engine needs does not follow from the stored values: the states
//! of lines of scores, and the Grundy values of which outcomes are made where moves lead to sums.

use rayon::prelude::*;

use super::{EngineError, Sink, hand_over};
use crate::domain::Coordinates;
use crate::domain::tiling::{Run, TileIndex};
use crate::plan::Plan;
use crate::values::Values;

/// Hands a tile over, if it is wanted. One that an earlier run has finished is compared with what that has stored.
///
/// # Errors
/// If the values of a position differ, and when the sink stops the run.
pub(super) fn hand_over_or_compare(
    plan: &Plan,
    sink: &dyn Sink,
    tile: TileIndex,
    values: Values,
) -> Result<(), EngineError> {
    match sink.is_finished(tile) {
        true => compare(plan, tile, &values, &sink.finished_tile(tile)?),
        false => Ok(hand_over(sink, tile, values)?),
    }
}

/// Hands over several tiles, on all threads, and compares those that an earlier run has finished.
///
/// # Errors
/// As [`hand_over_or_compare`].
pub(super) fn hand_over_or_compare_all(
    plan: &Plan,
    sink: &dyn Sink,
    tiles: &[TileIndex],
    values: impl Fn(TileIndex) -> Values + Sync,
) -> Result<(), EngineError> {
    let tile = |&index: &TileIndex| {
        sink.proceed()?;
        hand_over_or_compare(plan, sink, index, values(index))
    };
    match tiles {
        [] => Ok(()),
        [only] => tile(only),
        tiles => tiles.par_iter().with_max_len(1).try_for_each(tile),
    }
}

/// Compares the computed values of a tile with the stored ones.
///
/// # Errors
/// If the values of a position differ.
pub(super) fn compare(
    plan: &Plan,
    tile: TileIndex,
    computed: &Values,
    stored: &Values,
) -> Result<(), EngineError> {
    let job = plan.job();
    let differs = |&(_, cell): &(Coordinates, usize)| computed.get(cell) != stored.get(cell);
    match plan.tiling().region(tile).runs().flat_map(Run::cells).find(differs) {
        None => Ok(()),
        Some((at, cell)) => Err(EngineError::OtherStoredValue {
            tile,
            position: job.domain().position(at),
            stored: job.quantity().number(stored.get(cell)),
            computed: job.quantity().number(computed.get(cell)),
        }),
    }
}
