//! Tests of several methods of the CPU engine, and what tests of one share.

mod ranks;
pub(crate) mod simd_levels;
