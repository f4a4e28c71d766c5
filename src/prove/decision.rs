//! The decision: do automata satisfy the conditions that define their sets?

use std::sync::Arc;

use super::conditions::Conditions;
use super::definition::{Definition, SetName};
use crate::automata::{
    Arithmetic, AutomataError, Automaton, Formula, Limits, evaluate, shortest_difference,
};

/// Decides about the sets of a definition, one stage after the other.
pub(super) struct Decider<'a> {
    definition: &'a Definition,
    arithmetic: &'a Arithmetic,
    limits: &'a Limits<'a>,
    /// The positions that have an option of Grundy value 0, 1, ..., as far as these are proved. Every
    /// larger value asks for them.
    reaching: Vec<Arc<Automaton>>,
}

impl<'a> Decider<'a> {
    pub(super) fn new(
        definition: &'a Definition,
        arithmetic: &'a Arithmetic,
        limits: &'a Limits<'a>,
    ) -> Self {
        Decider { definition, arithmetic, limits, reaching: Vec::new() }
    }

    /// Decides whether automata satisfy their conditions: those of the first sets, of which the ones before
    /// the index `first` are known to. Returns a position that contradicts a condition, or `None`: then
    /// they are the sets, for all positions.
    pub(super) fn refutation(
        &mut self,
        first: usize,
        automata: &[Arc<Automaton>],
    ) -> Result<Option<(SetName, Vec<u64>)>, AutomataError> {
        for index in self.reaching.len()..first {
            if let SetName::Value(value) = self.definition.sets()[index] {
                let reaches = Conditions::new(self.definition, automata, &[]).reaches(value);
                self.reaching.push(Arc::new(self.evaluated(&reaches)?));
            }
        }
        for (&set, automaton) in self.definition.sets().iter().zip(automata).skip(first) {
            if !automaton.ignores_leading_zeros() {
                // It is no set of positions: the first one has two words of different fate.
                return Ok(Some((set, vec![0; self.definition.ruleset().heaps()])));
            }
            let conditions = Conditions::new(self.definition, automata, &self.reaching);
            let defined = self.evaluated(&conditions.condition(set))?;
            if let Some(position) = shortest_difference(automaton, &defined, self.limits)? {
                return Ok(Some((set, position)));
            }
        }
        Ok(None)
    }

    /// Returns the positions that satisfy a formula. A heap that does not matter is free: the formula is one
    /// about all heaps.
    fn evaluated(&self, formula: &Formula) -> Result<Automaton, AutomataError> {
        let relation = evaluate(formula, self.arithmetic, self.limits)?;
        relation.over(self.definition.ruleset().heaps(), self.limits)
    }
}
