//! What the CPU and the GPU engine share for digraph games: the edges as axes, the automorphisms of
//! the digraph, and the tiles, which are assembled from layers of canonical positions.

pub(crate) mod canonical;
pub(crate) mod edges;
pub(crate) mod symmetry;
pub(crate) mod transpose;
pub(crate) mod window;
