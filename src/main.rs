//! The command line program: parses, runs, maps the outcome to an exit code.
#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "the program prints; the library does not"
)]
#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::panic,
        clippy::unwrap_used,
        reason = "tests fail by panicking"
    )
)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::conclude(cli::parse().and_then(|arguments| cli::run(&arguments)))
}
