//! The pairs from which single moves lead to a set of pairs that an automaton accepts.

use std::sync::Arc;

use crate::arithmetic::Arithmetic;
use crate::automaton::Automaton;
use crate::evaluation::evaluate;
use crate::formula::{Formula, FreshVariables};
use crate::limits::{AutomataError, Limits};

impl Automaton {
    /// Returns the automaton of all pairs p such that p - offset is in this set of pairs for one of the offsets.
    ///
    /// # Errors
    /// When an automaton grows beyond the limits.
    pub fn moved(
        self: &Arc<Self>,
        offsets: &[[u32; 2]],
        arithmetic: &Arithmetic,
        limits: &Limits,
    ) -> Result<Automaton, AutomataError> {
        let fresh = FreshVariables::after(4);
        let mut moved = Vec::new();
        for offset in offsets {
            // (x, y) = (u, v) + offset.
            let [x_is, y_is] = [0, 1].map(|axis| {
                let add = fresh.variable();
                let is = Formula::Is(add, offset[axis].into());
                Formula::exists(add, [is, Formula::Sum([2 + axis as u32, add, axis as u32])])
            });
            let accepts = Formula::Accepts(Arc::clone(self), vec![2, 3]);
            let of_offset = Formula::exists(2, [Formula::exists(3, [x_is, y_is, accepts])]);
            let of_offset = evaluate(&of_offset, arithmetic, limits)?.over(2, limits)?;
            moved.push(Formula::Accepts(Arc::new(of_offset), vec![0, 1]));
        }
        evaluate(&Formula::Any(moved), arithmetic, limits)?.over(2, limits)
    }
}
