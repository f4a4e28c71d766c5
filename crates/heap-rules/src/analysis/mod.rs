//! What is certain of rules without a look at their positions: between which numbers expressions lie, whether a grade falls and
//! options stay in a box, which clauses are lines of options, and which rules are those of a known family of games.
//!
//! Every claim is sound: `None`, or `false`, says that nothing was proved.

pub mod budget;
mod cases;
mod elimination;
pub mod extents;
pub mod family;
mod growth;
pub mod intervals;
pub mod inversion;
pub mod linear;
pub mod option_lines;
pub mod partial;
pub mod proof;
pub mod recurrence;
mod splitting;
mod substitution;
pub mod symmetry;
mod take_and_break;
mod window_ends;

#[cfg(test)]
pub(crate) mod tests;
