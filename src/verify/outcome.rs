//! Outcomes: what a verification has found, true or false.

use std::fmt;

use crate::domain::{Coordinates, Position};
use crate::engine::EngineError;
use crate::plan::Plan;
use crate::table::{FirstFinding, ScanError, TableError, TableReader};
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

/// A way in which a table is not true although every chunk decodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A wrong value: the first in rank order of those that were found. After [`Extent::Full`](super::Extent::Full) or a
    /// recomputation it is the first wrong value of the table.
    Value {
        /// The position.
        position: Position,
        /// The number in the table.
        stored: i64,
        /// The right number.
        expected: i64,
    },
    /// A value that no position of the table can have, which was not compared with those of the options,
    /// or agrees with these, which cannot all be right then.
    BeyondBound {
        /// The position.
        position: Position,
        /// The number in the table.
        stored: i64,
        /// The largest value that the definition admits; the largest absolute value, of scores.
        bound: u64,
    },
    /// A cell outside the domain does not hold the fill value.
    Outside {
        /// The position.
        position: Position,
        /// The number in the table.
        stored: i64,
    },
    /// A recorded total is not that of the cells.
    Total {
        /// What is added up or counted.
        name: &'static str,
        /// The recorded total.
        recorded: i128,
        /// The total of the stored values.
        found: i128,
    },
}

impl Fault {
    /// Makes an error of the first wrong value, given as the stored and the expected one.
    pub(super) fn wrong_value(
        plan: &Plan,
        first: FirstFinding<(u32, u32)>,
    ) -> Result<(), VerifyError> {
        match first.into_inner() {
            None => Ok(()),
            Some((at, (stored, expected))) => {
                let position = plan.job().domain().position(at);
                let [stored, expected] =
                    [stored, expected].map(|value| plan.value_type().number(value));
                Err(VerifyError::False(Fault::Value { position, stored, expected }))
            }
        }
    }
}

impl Fault {
    /// Makes an error of a position whose value is above the bound, and of this value.
    pub(super) fn beyond_bound(
        table: &TableReader,
        (at, stored): (Coordinates, u32),
    ) -> VerifyError {
        let plan = table.plan();
        let (position, stored) =
            (plan.job().domain().position(at), plan.value_type().number(stored));
        let bound = plan.bound().largest_value;
        VerifyError::False(Fault::BeyondBound { position, stored, bound })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Value { position, stored, expected } => {
                write!(f, "wrong value at {position}: stored {stored}, expected {expected}")
            }
            Fault::BeyondBound { position, stored, bound } => {
                let beyond =
                    if *stored < 0 { format!("below -{bound}") } else { format!("above {bound}") };
                write!(f, "wrong value at {position}: stored {stored}, but none is {beyond}")
            }
            Fault::Outside { position, stored } => {
                write!(f, "the cell {position} lies outside the domain but holds {stored}")
            }
            Fault::Total { name, recorded, found } => {
                write!(f, "the recorded {name} is {recorded}, that of the stored values {found}")
            }
        }
    }
}

/// Why a table was not verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The table is not true.
    #[error("{0}")]
    False(Fault),
    /// The table is incomplete or damaged, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The engine that recomputes the table failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine has prepared another plan than that of the table.
    #[error("the engine has prepared another plan than that of the table")]
    OtherPlan,
    /// The verification was interrupted through its [`Control`](crate::Control).
    #[error("interrupted")]
    Interrupted,
}

impl From<ScanError> for VerifyError {
    fn from(error: ScanError) -> Self {
        match error {
            ScanError::Table(error) => VerifyError::Table(error),
            ScanError::Interrupted => VerifyError::Interrupted,
        }
    }
}
