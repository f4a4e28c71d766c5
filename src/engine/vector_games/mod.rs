//! What the CPU and the GPU engine share for vector games and partizan games: the lines of rays, the
//! map of the lines that cross a tile or a block, altered vectors, steps of scoring
//! games, and mirror symmetry.

pub(crate) mod alterations;
pub(crate) mod line_map;
pub(crate) mod line_numbering;
pub(crate) mod mirror;
pub(crate) mod steps;
