//! Tiles of digraph games, assembled from layers of which only the canonical positions are computed.

pub(crate) mod canonical;
pub(crate) mod transpose;
pub(crate) mod window;
