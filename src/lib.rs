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
#![cfg_attr(
    not(all(feature = "cli", feature = "gpu")),
    allow(
        dead_code,
        unused_imports,
        reason = "the program and the GPU engine use them, one of which is not built"
    )
)]

// The program, and the tests, name the library as its users do.
#[cfg(any(feature = "cli", test))]
extern crate self as grundytab;

#[cfg(feature = "cli")]
mod analyze;
#[cfg(feature = "cli")]
mod batch;
mod bound;
#[cfg(feature = "cli")]
mod certificate;
// Public for `src/main.rs` and for the Python package alone: it changes without notice.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod control;
#[cfg(feature = "cli")]
mod decide;
#[cfg(feature = "cli")]
mod diff;
mod domain;
#[cfg(feature = "cli")]
mod drawing;
pub mod engine;
mod error;
#[cfg(feature = "cli")]
mod export;
#[cfg(feature = "cli")]
mod expression;
#[cfg(feature = "cli")]
mod formula;
mod invalid_input;
mod job;
mod memory;
mod mex;
mod number;
#[cfg(feature = "cli")]
mod picture;
mod plan;
#[cfg(feature = "cli")]
mod play;
#[cfg(feature = "cli")]
mod prove;
mod quantity;
mod ruleset;
#[cfg(feature = "cli")]
mod run;
#[cfg(feature = "cli")]
mod star;
mod sync;
pub mod table;
mod tabulate;
#[cfg(test)]
mod tests;
#[cfg(feature = "cli")]
mod theorem;
mod totals;
mod values;
pub mod verify;
mod version;
#[cfg(feature = "cli")]
mod view;
mod wording;

/// Automata that read numbers, and formulas about numbers: the crate `numeration-automata`.
#[cfg(feature = "cli")]
pub(crate) use numeration_automata as automata;

/// What other crates of this repository call: the page of theorems (`scripts/theorems`), and tests in `tests/`. All of this
/// changes without notice.
#[doc(hidden)]
pub mod internal {
    #[cfg(feature = "cli")]
    pub use crate::certificate::{Certificate, CheckLimits, Verdict};
    #[cfg(feature = "cli")]
    pub use crate::prove::{
        Caps, Classes, Definition, End, Numerations, Origin, Search, divisibility,
        parse_numeration, prove, prove_in_turn,
    };
    #[cfg(feature = "cli")]
    pub use crate::theorem::{ProofStatus, Subject, all as all_theorems};
    pub use crate::totals::checksum_of_tile;
    #[cfg(feature = "cli")]
    pub use crate::wording::counted;
    #[cfg(feature = "cli")]
    pub use numeration_automata as automata;
}

pub use bound::Bound;
pub use control::{Control, Interrupted, Phase};
pub use domain::{Coordinates, Domain, MAX_HEAPS, Position, Sum, tiling};
pub use error::{Category, Error, Fitting, JobFailure, RankFailure, Space, TooLittle, WrongValue};
pub use invalid_input::{InvalidInput, InvalidInputKind};
pub use job::Job;
pub use plan::Plan;
pub use quantity::{Convention, Mover, Quantity, ValueKind};
pub use ruleset::{
    DigraphGame, Edge, EuclidGame, GameFile, GameNotes, PartizanGame, PlaceholderValue, Ruleset,
    TakeAndBreakGame, VectorGame, WrittenRuleset, catalogue,
};
pub use table::in_memory::{Difference, InMemoryTable};
pub use tabulate::{Report, needs_values, tabulate, tabulate_array, tabulate_prepared};
pub use totals::{Period, PeriodProof, Statistics, UnprovedPeriod};
pub use values::{ValueType, Values};

pub(crate) use invalid_input::shortened;
pub(crate) use memory::{available_memory_bytes, process_memory_limit_bytes};
pub(crate) use number::parse_number;
pub(crate) use wording::{
    all_counted, bytes_text, counted, counted_as, did_you_mean, joined, needed_bytes_text,
    percent_text,
};
