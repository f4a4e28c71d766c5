#![doc = include_str!("../docs/library.md")]
#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used,
        reason = "tests fail by panicking, and print what they ran on"
    )
)]

// Tests name the library as its users do.
#[cfg(test)]
extern crate self as grundytab;

pub mod engine;
pub mod table;
pub mod verify;

// The program (`crates/cli`) is built of the rooms themselves, which change without notice. What everybody may use is named
// below.
#[doc(hidden)]
pub mod control;
#[doc(hidden)]
pub mod domain;
#[doc(hidden)]
pub mod error;
#[doc(hidden)]
pub mod invalid_input;
#[doc(hidden)]
pub mod job;
#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod number;
#[doc(hidden)]
pub mod plan;
#[doc(hidden)]
pub mod quantity;
#[doc(hidden)]
pub mod ruleset;
#[doc(hidden)]
pub mod sync;
#[doc(hidden)]
pub mod tabulate;
#[doc(hidden)]
pub mod totals;
#[doc(hidden)]
pub mod values;
#[doc(hidden)]
pub mod version;
#[doc(hidden)]
pub mod wording;

mod bound;
mod mex;
#[cfg(test)]
mod tests;

pub use bound::Bound;
pub use control::{Control, Interrupted, Phase};
pub use domain::{Coordinates, Domain, MAX_HEAPS, Position, Sum, tiling};
pub use error::{Category, Error, Fitting, JobFailure, RankFailure, Space, TooLittle, WrongValue};
pub use invalid_input::{InvalidInput, InvalidInputKind};
pub use job::Job;
pub use plan::Plan;
pub use quantity::{Convention, Mover, Quantity, ValueKind};
pub use ruleset::{
    ClauseGame, DigraphGame, Edge, EuclidGame, GameFile, GameNotes, PartizanGame, PlaceholderValue,
    Ruleset, TakeAndBreakGame, VectorGame, catalogue,
};
pub use table::in_memory::{Difference, InMemoryTable};
pub use tabulate::{Report, needs_values, tabulate, tabulate_array, tabulate_prepared};
pub use totals::{Period, PeriodProof, Statistics, UnprovedPeriod};
pub use values::{ValueType, Values};
