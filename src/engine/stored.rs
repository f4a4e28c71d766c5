//! Finished tiles that are computed again, because what the engine needs does not follow from the stored values: the states
//! of lines of scores, and the Grundy values of which outcomes are made where moves lead to sums.

use super::EngineError;
use crate::domain::Coordinates;
use crate::domain::tiling::{Run, TileIndex};
use crate::plan::Plan;
use crate::values::Values;

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
