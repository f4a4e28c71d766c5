//! What formulas about options are written with.

use std::sync::Arc;

use crate::automata::{Automaton, Formula, FreshVariables, Variable};

/// A statement about a position, whose heaps stand for these variables.
pub(super) type Target<'a> = &'a dyn Fn(&[Variable]) -> Formula;

/// What a condition is written with: variables that are not used otherwise, and the subtraction set of the
/// game if that is infinite.
pub(super) struct Symbols {
    fresh: FreshVariables,
    infinite_set: Option<Arc<Automaton>>,
}

impl Symbols {
    /// Leaves the first `used` variables to the heaps of the position.
    pub(super) fn after(used: usize, infinite_set: Option<Arc<Automaton>>) -> Self {
        Symbols { fresh: FreshVariables::after(used), infinite_set }
    }

    pub(super) fn variable(&self) -> Variable {
        self.fresh.variable()
    }

    /// Says that `factor` times x is y.
    pub(super) fn multiple(&self, factor: u32, x: Variable, y: Variable) -> Formula {
        Formula::multiple(factor.into(), x, y, &self.fresh)
    }

    pub(super) fn infinite_set(&self) -> Option<&Arc<Automaton>> {
        self.infinite_set.as_ref()
    }
}
