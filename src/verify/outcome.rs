//! Outcomes: what a verification has found, true or false.

use crate::domain::Coordinates;
use crate::error::{Error, Fault};
use crate::plan::Plan;
use crate::table::FirstFindings;
use crate::totals::Statistics;

/// What a verification has found to be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// Number of chunks, each of which has the right checksum.
    pub chunks: u64,
    /// Totals of the stored values.
    pub totals: Statistics,
    /// Number of positions whose values were checked.
    pub positions_checked: u64,
}

impl Fault {
    /// Makes an error of the first wrong value, given as the stored and the expected one.
    pub(super) fn wrong_value(plan: &Plan, first: FirstFindings<(u32, u32)>) -> Result<(), Error> {
        let Some((at, (stored, expected))) = first.into_inner().next() else { return Ok(()) };
        let position = plan.job().domain().position(at);
        let [stored, expected] = [stored, expected].map(|value| plan.value_type().number(value));
        Err(Error::False(Fault::Value { position, stored, expected }))
    }

    /// Makes an error of a position whose value is above the bound, and of this value.
    pub(super) fn beyond_bound(plan: &Plan, (at, stored): (Coordinates, u32)) -> Error {
        let position = plan.job().domain().position(at);
        let (stored, bound) = (plan.value_type().number(stored), plan.bound().largest_value);
        Error::False(Fault::BeyondBound { position, stored, bound })
    }
}
