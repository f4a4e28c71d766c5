#![doc = include_str!("../docs/library.md")]
//!
//! # Cargo features
//!
//! Both are on by default. The library builds, and its tests pass, with either alone and without
//! both.
//!
//! **`gpu`** is the GPU engine, `engine::gpu`, and what it depends on, `wgpu` above all. It finds
//! adapters through Vulkan, Metal or Direct3D 12 when it runs; nothing of these is needed to build.
//! Without it the program computes on the CPU, and says so where a GPU is asked for. Values do not
//! depend on the engine, so that tables are the same.
//!
//! **`cli`** is the program `grundytab`, with what the library itself does not need: the command
//! line (`clap`), ctrl-C (`ctrlc`) and the progress bar (`indicatif`). Libraries that depend on this
//! one turn it off: `default-features = false, features = ["gpu"]`.
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

pub mod analysis;
mod bound;
mod control;
pub mod domain;
pub mod engine;
mod invalid_input;
mod job;
mod machine;
mod mex;
mod number;
pub mod numeration;
mod plan;
pub mod play;
mod quantity;
pub mod ruleset;
mod sync;
pub mod table;
mod tabulate;
pub mod theorem;
pub mod values;
pub mod verify;

pub use analysis::{Period, Statistics};
pub use bound::Bound;
pub use control::Control;
pub use domain::{Coordinates, Domain, MAX_HEAPS, Position};
pub use invalid_input::{InvalidInput, InvalidInputKind};
pub use job::Job;
pub use machine::available_memory_bytes;
pub use mex::mex;
pub use plan::Plan;
pub use quantity::{Convention, Quantity};
pub use ruleset::Ruleset;
pub use table::{Difference, InMemoryTable};
pub use tabulate::{Report, TabulateError, tabulate, tabulate_prepared};
pub use values::ValueType;
