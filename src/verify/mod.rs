//! Verification: whether a stored table is true.
//!
//! [`verify`] trusts nothing but the definition. It checks that every chunk is there and has its
//! checksum; that cells outside the domain hold the fill value; that the stored value of a position
//! is what the definition makes of the stored values of its options, for a random sample or for all
//! positions, which by induction over the rank proves the table; and that the recorded totals are
//! those of the stored values. [`verify_with_engine`] recomputes the table instead and compares every
//! value.

mod extent;
mod integrity;
mod outcome;
mod recompute;
mod rule;

pub use extent::Extent;
pub use outcome::{Fault, Verified, VerifyError};
pub use recompute::{verify_with_engine, verify_with_prepared};

use integrity::Integrity;

use crate::control::Control;
use crate::table::TableReader;

/// Checks a table against the definition. `control` is informed of the positions that are checked.
///
/// # Errors
/// The first fault, a damaged chunk, or an interruption.
pub fn verify(
    table: &TableReader,
    extent: Extent,
    control: &Control,
) -> Result<Verified, VerifyError> {
    table.require_complete()?;
    let Integrity { verified, beyond_bound } =
        integrity::check(table, &|index| table.cached_tile(index), control)?;
    let positions_checked = rule::check(table, extent, beyond_bound, control)?;
    integrity::check_totals(table, verified.totals)?;
    Ok(Verified { positions_checked, ..verified })
}
