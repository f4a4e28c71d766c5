//! Verification: whether a stored table is true.
//!
//! [`verify()`] trusts nothing but the definition. It checks that every chunk is there and has its
//! checksum; that cells outside the domain hold the fill value; that the stored value of a position
//! is what the definition makes of the stored values of its options, for a random sample or for all
//! positions, which by induction over the rank proves the table; and that the recorded totals are
//! those of the stored values. [`verify_with_engine`] recomputes the table instead and compares every
//! value.

mod answers;
mod extent;
mod integrity;
mod outcome;
mod recompute;
mod rule;

pub use crate::error::Fault;
pub use extent::Extent;
pub use outcome::Verified;
pub use recompute::{verify_with_engine, verify_with_prepared};

use integrity::Integrity;

use crate::control::Control;
use crate::error::Error;
use crate::table::TableReader;

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
