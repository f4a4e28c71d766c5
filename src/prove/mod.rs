//! From a table to a theorem: an automaton is guessed from a table, and proved for all heap sizes.
//!
//! The sets of positions that a game defines - its P-positions, say - satisfy a defining condition: p is in
//! the set exactly if some condition on the options of p holds. Every move lowers a rank, so by induction
//! there is only one such family of sets. For most games the condition is a formula about heaps (see
//! `options`), and formulas about automata are decided (see [`automata`](crate::automata)). So an
//! automaton that satisfies the condition *is* the set, for all positions. The table and the guess were
//! evidence; the decision is a proof.

mod definition;
mod options;
mod search;
mod shown;
mod values;

#[cfg(test)]
mod tests;

pub use definition::{Definition, SetName};
pub use search::{Attempt, Caps, Failure, ProveError, Theorem, prove};
