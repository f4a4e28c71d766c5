//! The pairs from which lines lead to a set of pairs that an automaton accepts.

use std::sync::Arc;

use crate::arithmetic::Arithmetic;
use crate::automaton::Automaton;
use crate::evaluation::evaluate;
use crate::formula::{Formula, FreshVariables};
use crate::limits::{AutomataError, Limits};

impl Automaton {
    /// Returns the automaton of all pairs p such that p - offset - m ray is in this set of pairs, for one of the offsets and a
    /// number m; if there is no ray, for m = 0.
    ///
    /// # Errors
    /// When an automaton grows beyond the limits.
    pub fn led_to(
        self: &Arc<Self>,
        offsets: &[[u32; 2]],
        ray: Option<[u32; 2]>,
        arithmetic: &Arithmetic,
        limits: &Limits,
    ) -> Result<Automaton, AutomataError> {
        let (x, y, u, v) = (0, 1, 2, 3);
        let fresh = FreshVariables::after(4);
        let mut moved = Vec::new();
        for offset in offsets {
            let sums = [0, 1].map(|axis| {
                let add = fresh.variable();
                let is = Formula::Is(add, offset[axis].into());
                Formula::exists(add, [is, Formula::Sum([u + axis as u32, add, x + axis as u32])])
            });
            let accepts = Formula::Accepts(Arc::clone(self), vec![u, v]);
            let [one, other] = sums;
            let of_offset = Formula::exists(u, [Formula::exists(v, [one, other, accepts])]);
            let of_offset = evaluate(&of_offset, arithmetic, limits)?.over(2, limits)?;
            moved.push(Formula::Accepts(Arc::new(of_offset), vec![x, y]));
        }
        let moved = evaluate(&Formula::Any(moved), arithmetic, limits)?.over(2, limits)?;
        let Some(ray) = ray else { return Ok(moved) };
        let m = fresh.variable();
        let sums = [0, 1].map(|axis| {
            let add = fresh.variable();
            let multiple = Formula::multiple(ray[axis].into(), m, add, &fresh);
            Formula::exists(add, [multiple, Formula::Sum([u + axis as u32, add, x + axis as u32])])
        });
        let accepts = Formula::Accepts(Arc::new(moved), vec![u, v]);
        let [one, other] = sums;
        let all = Formula::exists(u, [Formula::exists(v, [one, other, accepts])]);
        evaluate(&Formula::exists(m, [all]), arithmetic, limits)?.over(2, limits)
    }
}
