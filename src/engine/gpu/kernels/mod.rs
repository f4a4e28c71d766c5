//! The kernels: for each method the host half of its shader, of the same name, and what the kernels
//! of vector games share.

pub(super) mod alterations;
pub(super) mod digraph;
mod digraph_text;
mod line_states;
pub(super) mod lines;
pub(super) mod rules;
pub(super) mod scores;
mod vector;
pub(super) mod vector_grundy;
pub(super) mod vector_palaces;
