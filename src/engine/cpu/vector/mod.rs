//! What the CPU kernels of vector games share: tiles filled along a wavefront, the state that lines
//! carry from tile to tile, and tables that are symmetric under swapping the last two heaps.

mod history;
mod mirror;
pub(super) mod rows;
pub(super) mod seen;
pub(super) mod wavefront;
