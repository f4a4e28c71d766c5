//! Variables that are not used yet, and multiples of a variable: the parts of formulas about options.

use std::cell::Cell;
use std::sync::Arc;

use crate::automata::{Automaton, Formula, Variable};

/// A statement about a position, whose heaps stand for these variables.
pub(super) type Target<'a> = &'a dyn Fn(&[Variable]) -> Formula;

/// What a condition is written with: variables that are not used otherwise, and the subtraction set of the
/// game if that is infinite.
pub(super) struct Symbols {
    unused: Cell<Variable>,
    infinite_set: Option<Arc<Automaton>>,
}

impl Symbols {
    /// Leaves the first `used` variables to the heaps of the position.
    pub(super) fn after(used: usize, infinite_set: Option<Arc<Automaton>>) -> Self {
        Symbols { unused: Cell::new(used as Variable), infinite_set }
    }

    pub(super) fn variable(&self) -> Variable {
        self.unused.replace(self.unused.get() + 1)
    }

    pub(super) fn infinite_set(&self) -> Option<&Arc<Automaton>> {
        self.infinite_set.as_ref()
    }
}

/// Says that `factor` times x is y, by doubling and adding.
pub(super) fn times(factor: u32, x: Variable, y: Variable, symbols: &Symbols) -> Formula {
    match factor {
        0 => Formula::Is(y, 0),
        1 => Formula::Equal(x, y),
        _ => {
            let part = symbols.variable();
            let (smaller, sum) = match factor % 2 {
                0 => (factor / 2, Formula::Sum([part, part, y])),
                _ => (factor - 1, Formula::Sum([part, x, y])),
            };
            Formula::exists(part, [times(smaller, x, part, symbols), sum])
        }
    }
}
