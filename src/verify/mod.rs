//! Verification: whether a stored table is true.
//!
//! [`verify()`] trusts nothing but the definition. It checks that every chunk is there and has its
//! checksum; that cells outside the domain hold the fill value; that the stored value of a position
//! is what the definition makes of the stored values of its options, for a random sample or for all
//! positions, which by induction over the rank proves the table (where values follow from lines, along
//! these); and that the recorded totals are those of the stored values. [`verify_with_engine`] recomputes the table instead and compares every
//! value.

mod answers;
mod integrity;
mod lines;
mod recompute;
mod rule;

pub use crate::error::Fault;
pub use recompute::{verify_with_engine, verify_with_prepared};

use integrity::Integrity;

use std::time::Duration;

use crate::control::Control;
use crate::domain::Coordinates;
use crate::error::Error;
use crate::plan::Plan;
use crate::table::{FirstFindings, TableReader};
use crate::totals::Statistics;

/// On which positions the definition is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// On this many positions drawn at random and those near the origin, or on all if there are
    /// no more than that.
    Sample(u64),
    /// On every position, along lines where values follow from them and memory holds these.
    Full,
}

/// How every position of a table is checked, and how long that takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FullCheck {
    /// Whether lines are walked; else every option of every position is looked up.
    pub is_by_lines: bool,
    /// The time that all threads are expected to take, on this machine.
    pub expected: Duration,
}

impl FullCheck {
    /// Finds out how every position of a table is checked, and how long that is expected to take. Where options are
    /// looked up one by one, some are, for a fraction of a second. All ranks that share the table call it.
    ///
    /// # Errors
    /// When the table is incomplete or damaged.
    pub fn of(table: &TableReader) -> Result<Self, Error> {
        table.require_complete()?;
        Ok(rule::full_check(table)?)
    }
}

impl Extent {
    /// Returns a sample that is checked in seconds: 1000 positions, or fewer, at least 10, if they
    /// have very many options.
    pub fn default_sample(plan: &Plan) -> Self {
        let options = plan.job().most_lookups().max(1);
        Extent::Sample((DEFAULT_LOOKUPS / options).clamp(10, 1000))
    }
}

/// About the number of options that are looked up for a default sample.
const DEFAULT_LOOKUPS: u64 = 1 << 31;

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

/// Checks that a table is whole and that its values are those of the definition. `control` is informed of
/// the positions whose values are checked.
///
/// # Errors
/// The first fault, a damaged chunk, or an interruption.
pub fn verify(table: &TableReader, extent: Extent, control: &Control) -> Result<Verified, Error> {
    let Integrity { verified, beyond_bound } = read_all(table, control)?;
    let positions_checked = rule::check(table, extent, beyond_bound, control)?;
    integrity::check_totals(table, verified.totals)?;
    Ok(Verified { positions_checked, ..verified })
}

/// Checks that a table is whole: every chunk is there with its checksum, cells outside the domain hold the
/// fill value, no value is above the proven bound, and the totals are as recorded. Whether the values are
/// right is not checked.
///
/// # Errors
/// The first fault, a damaged chunk, or an interruption.
pub fn verify_integrity(table: &TableReader, control: &Control) -> Result<Verified, Error> {
    let Integrity { verified, beyond_bound } = read_all(table, control)?;
    if let Some(beyond_bound) = beyond_bound {
        return Err(Fault::beyond_bound(table.plan(), beyond_bound));
    }
    integrity::check_totals(table, verified.totals)?;
    Ok(verified)
}

/// Checks that the stored values are what the definition makes of those of their options, and nothing
/// else; returns on how many positions. `control` is informed of these.
///
/// # Errors
/// The first fault, a damaged chunk, or an interruption.
pub fn verify_definition(
    table: &TableReader,
    extent: Extent,
    control: &Control,
) -> Result<u64, Error> {
    table.require_complete()?;
    rule::check(table, extent, None, control)
}

fn read_all(table: &TableReader, control: &Control) -> Result<Integrity, Error> {
    table.require_complete()?;
    integrity::check(table, &|index| table.cached_tile(index), control)
}

impl Fault {
    /// Makes an error of the first wrong value, given as the stored and the expected one.
    fn wrong_value(plan: &Plan, first: FirstFindings<(u32, u32)>) -> Result<(), Error> {
        let Some((at, (stored, expected))) = first.into_inner().next() else { return Ok(()) };
        let position = plan.job().domain().position(at);
        let [stored, expected] = [stored, expected].map(|value| plan.value_type().number(value));
        Err(Error::False(Fault::Value { position, stored, expected }))
    }

    /// Makes an error of a position whose value is above the bound, and of this value.
    fn beyond_bound(plan: &Plan, (at, stored): (Coordinates, u32)) -> Error {
        let position = plan.job().domain().position(at);
        let (stored, bound) = (plan.value_type().number(stored), plan.bound().largest_value);
        Error::False(Fault::BeyondBound { position, stored, bound })
    }
}
