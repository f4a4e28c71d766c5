//! What formulas about options are written with.

use std::sync::Arc;

use crate::automata::{Automaton, Formula, FreshVariables, Variable};

/// A statement about a position, whose heaps stand for these variables.
pub(super) type Target<'a> = &'a dyn Fn(&[Variable]) -> Formula;

/// What a condition is written with: variables that are not used otherwise, and the subtraction set of the
/// game if that is infinite.
pub(super) struct Symbols {
    pub(super) fresh: FreshVariables,
    pub(super) infinite_set: Option<Arc<Automaton>>,
}
