//! Verification: is a stored table true?
//!
//! [`verify`] trusts nothing but the definition: every chunk is there and has its checksum, cells
//! outside the domain are empty, and the stored value of a position is what the definition makes
//! of the stored values of its options - for a random sample, or for all positions, which by
//! induction over the rank proves the table. Then the recorded totals must be those of the cells.
//! [`verify_with_engine`] recomputes the table and compares every cell.

mod first;
mod integrity;
mod recompute;
mod rule;
mod sweep;

use std::fmt;

pub use recompute::{verify_with_engine, verify_with_prepared};

pub(crate) use first::First;
pub(crate) use sweep::Sweep;

use crate::analysis::Statistics;
use crate::control::Control;
use crate::domain::{Domain, Position};
use crate::engine::EngineError;
use crate::plan::Plan;
use crate::table::{StoredValues, TableError, TableReader};

/// On which positions the definition is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// On this many positions drawn at random and those near the origin, or on all if there are
    /// no more than that.
    Sample(u64),
    /// On every position.
    Full,
}

impl Extent {
    /// A sample that is checked in seconds: 1000 positions, fewer where they have very many options.
    pub fn default_sample(plan: &Plan) -> Self {
        let options = plan.job().options_of_largest_position().max(1);
        Extent::Sample((DEFAULT_LOOKUPS / options).clamp(10, 1000))
    }
}

/// Options that a default sample looks at, about.
const DEFAULT_LOOKUPS: u64 = 1 << 31;

/// What was found true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// Chunks read, each with the right checksum.
    pub chunks: u64,
    /// Totals of the stored values.
    pub totals: Statistics,
    /// Positions whose value was checked.
    pub positions_checked: u64,
}

/// A way in which a table is not true, although every chunk decodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A wrong value. Of those found, the first in rank order; after [`Extent::Full`] or a
    /// recomputation that is the first in the table.
    Value {
        /// Where.
        position: Position,
        /// The value in the table.
        stored: u32,
        /// The right value.
        expected: u32,
    },
    /// A cell outside the domain holds something.
    Outside {
        /// Where.
        position: Position,
        /// The value in the table.
        stored: u32,
    },
    /// A recorded total is not that of the cells.
    Total {
        /// Which.
        name: &'static str,
        /// The recorded one.
        recorded: u64,
        /// That of the stored values.
        found: u64,
    },
}

impl Fault {
    /// The first wrong value, stored and expected, as an error.
    fn wrong_value(domain: &Domain, first: First<(u32, u32)>) -> Result<(), VerifyError> {
        match first.into_inner() {
            None => Ok(()),
            Some((at, (stored, expected))) => {
                let position = domain.position(at);
                Err(VerifyError::False(Fault::Value { position, stored, expected }))
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Value { position, stored, expected } => {
                write!(f, "wrong value at {position}: stored {stored}, expected {expected}")
            }
            Fault::Outside { position, stored } => {
                write!(f, "the cell {position} lies outside the domain but holds {stored}")
            }
            Fault::Total { name, recorded, found } => write!(
                f,
                "the recorded {name} is {recorded}, that of the stored values {found}; \
                 if a value is wrong, `verify --full` finds it"
            ),
        }
    }
}

/// Why a table was not verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It is not true.
    #[error("{0}")]
    False(Fault),
    /// It is incomplete or damaged, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The engine that recomputes it failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine has prepared another plan than that of the table.
    #[error("the engine has prepared another plan than that of the table")]
    OtherPlan,
    /// The caller's flag was raised.
    #[error("interrupted")]
    Interrupted,
}

/// Checks a table against the definition. `control` is informed of the positions checked.
///
/// # Errors
/// The first fault, a damaged chunk, or an interruption.
pub fn verify(
    table: &TableReader,
    extent: Extent,
    control: &Control,
) -> Result<Verified, VerifyError> {
    table.require_complete()?;
    let stored = StoredValues::new(table);
    let integrity = integrity::check(table, &|index| stored.tile(index), control)?;
    let positions_checked = rule::check(&Sweep { stored: &stored, control }, extent)?;
    integrity::check_totals(table, integrity.totals)?;
    Ok(Verified { positions_checked, ..integrity })
}
