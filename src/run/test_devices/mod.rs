//! What tests of the program put in the place of real things: a GPU that fails, a selftest that does not end as it should,
//! software that is taken for hardware.
//!
//! Builds with debug assertions alone have these devices, which `cargo test` makes and a release is not, and there only if
//! a variable of the environment is set. A Cargo feature would be compiled in by `--all-features`, and the program that is
//! tested would have to be built a second time.

pub(super) mod injected_fault;
#[cfg(feature = "gpu")]
pub(super) mod stand_in;
