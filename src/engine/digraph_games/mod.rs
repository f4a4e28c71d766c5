//! What the CPU and the GPU engine share for digraph games: the edges as axes, and the automorphisms of
//! the digraph.

pub(crate) mod edges;
pub(crate) mod symmetry;
