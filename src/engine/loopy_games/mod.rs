//! Games in which play may go on for ever: what engines, tables and verification share, and the reference engine for them.

pub(super) mod reference;
mod sets;

pub use sets::{InfiniteSets, infinity};
