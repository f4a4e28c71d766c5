//! What formulas about options are written with.

use std::sync::Arc;

use crate::automata::{Automaton, Formula, FreshVariables, Limits, Numeration, Variable};

/// A statement about a position, whose heaps stand for these variables.
pub(super) type Target<'a> = &'a dyn Fn(&[Variable]) -> Formula;

/// What a condition is written with: variables that are not used otherwise, and the subtraction set of the
/// game if that is infinite.
pub(super) struct Symbols {
    pub(super) fresh: FreshVariables,
    pub(super) infinite_set: Option<Arc<Automaton>>,
}

/// Returns the automaton of the only infinite subtraction set, where there is one.
pub(super) fn infinite_set(numeration: &Arc<Numeration>) -> Option<Arc<Automaton>> {
    let is_fibonacci = **numeration == Numeration::fibonacci();
    let automaton =
        is_fibonacci.then(|| Automaton::alternating_ones(numeration, &Limits::default()));
    Some(Arc::new(automaton?.ok()?))
}
