#![doc = include_str!("../docs/library.md")]
#![warn(missing_docs)]
// The library never panics on input and never prints; its tests may.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used,
    )
)]

pub mod domain;
pub mod engine;
mod job;
pub mod machine;
pub mod nimber;
mod number;
pub mod numeration;
mod period;
mod plan;
pub mod play;
mod quantity;
mod refusal;
pub mod ruleset;
pub mod statistics;
mod sync;
pub mod table;
mod tabulate;
pub mod theorem;
pub mod values;
pub mod verify;
mod whole;

pub use domain::{Coordinates, Domain, Grading, MAX_HEAPS, Position};
pub use job::{Bound, Job, Method};
pub use number::parse_number;
pub use period::Period;
pub use plan::{Memory, Plan};
pub use quantity::{Convention, OUTCOME_CLASSES, Quantity};
pub use refusal::{Refusal, one_line};
pub use ruleset::Ruleset;
pub use statistics::Statistics;
pub use tabulate::{Report, TabulateError, tabulate};
pub use values::ValueType;
pub use whole::{Difference, WholeTable};
