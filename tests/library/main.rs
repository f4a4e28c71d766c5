//! The public library as its users meet it: games, plans, engines, tables on disk, and their checks.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests fail by panicking, and say what was not run"
)]

mod checker;
#[path = "../common/mod.rs"]
mod common;
mod engines;
mod four_heaps;
mod loopy_games;
mod notation;
mod octal_periods;
mod periods_of_rules;
mod published;
mod python_brute_force;
mod rewritten_chunks;
mod rules_on_gpu;
mod spot_checks;
mod table_faults;
mod written_rules;
