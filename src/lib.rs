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

// The program, and the tests, name the library as its users do.
#[cfg(any(feature = "cli", test))]
extern crate self as grundytab;

pub mod analyze;
pub mod batch;
mod bound;
pub mod certificate;
#[cfg(feature = "cli")]
pub mod cli;
mod control;
pub mod decide;
pub mod diff;
pub mod domain;
#[cfg(feature = "pictures")]
pub mod drawing;
pub mod engine;
mod error;
pub mod export;
pub mod expression;
pub mod golden_ratio;
mod invalid_input;
mod job;
mod memory;
mod mex;
mod number;
#[cfg(feature = "pictures")]
pub mod picture;
mod plan;
pub mod play;
pub mod prove;
mod quantity;
pub mod ruleset;
pub mod run;
pub mod star;
mod sync;
pub mod table;
mod tabulate;
#[cfg(test)]
mod tests;
pub mod theorem;
pub mod totals;
pub mod values;
pub mod verify;
pub mod version;
#[cfg(feature = "cli")]
mod view;
mod wording;

/// Automata that read numbers, and formulas about numbers: the crate `numeration-automata`.
pub use numeration_automata as automata;

pub use bound::Bound;
pub use control::{Control, Interrupted, Phase};
pub use domain::{Coordinates, Domain, MAX_HEAPS, Position};
pub use error::{Category, Error, Fitting, RankFailure, Space, TooLittle, WrongValue};
pub use invalid_input::{InvalidInput, InvalidInputKind, shortened};
pub use job::Job;
pub use memory::{available_memory_bytes, process_memory_limit_bytes};
pub use mex::mex;
pub use number::parse_number;
pub use plan::Plan;
pub use quantity::{Convention, Mover, Quantity, ValueKind};
pub use ruleset::Ruleset;
pub use table::{Difference, InMemoryTable};
pub use tabulate::{
    Report, begin_table, needs_values, tabulate, tabulate_array, tabulate_prepared,
    totals_memory_bytes,
};
pub use totals::{Period, Statistics};
pub use values::ValueType;
pub use wording::{
    all_counted, bytes_text, counted, counted_as, did_you_mean, joined, needed_bytes_text,
    percent_text,
};
