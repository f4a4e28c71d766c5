//! Replacements that tests of the program use: a GPU that fails, a selftest with a given outcome, a software adapter
//! that counts as hardware.
//!
//! Only builds with debug assertions contain these devices: `cargo test` makes such builds, a release is none. An
//! environment variable switches each device on. A Cargo feature would be enabled by `--all-features`, and would
//! require a second build of the tested program.

pub(super) mod injected_fault;
#[cfg(feature = "gpu")]
pub(super) mod stand_in;
