//! Relations: automata whose tracks have names.

use std::sync::Arc;

use super::automaton::{Automaton, letters};
use super::formula::Variable;
use super::limits::{AutomataError, Limits, Operation};
use super::numeration::Numeration;
use super::order::StateOrder;
use super::product::letter_map;

/// A set of tuples of numbers: an automaton, and the variables that its tracks stand for, in increasing
/// order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// Its automaton, which is the least one.
    pub automaton: Automaton,
    /// The free variables of the formula, one for each track.
    pub variables: Vec<Variable>,
}

impl Relation {
    /// Returns the automaton over the variables 0, 1, ..., `variables` - 1, of which the relation need not
    /// say something about all.
    ///
    /// # Errors
    /// When it grows beyond the limits.
    pub fn over(&self, variables: usize, limits: &Limits) -> Result<Automaton, AutomataError> {
        let every: Vec<Variable> = (0..variables as Variable).collect();
        self.in_order(&every, limits)
    }

    /// Returns the automaton whose tracks stand for these variables in this order: all that are free in the
    /// relation, and perhaps others.
    ///
    /// # Errors
    /// When it grows beyond the limits.
    pub fn in_order(
        &self,
        variables: &[Variable],
        limits: &Limits,
    ) -> Result<Automaton, AutomataError> {
        let all = Automaton::all(self.automaton.numeration(), variables.len(), limits)?;
        let track = |v: &Variable| variables.iter().position(|other| other == v).unwrap_or(0);
        let tracks: Vec<usize> = self.variables.iter().map(track).collect();
        let every: Vec<usize> = (0..variables.len()).collect();
        self.automaton.and(&tracks, &all, &every, variables.len(), limits)?.minimized(limits)
    }

    /// Whether a relation without free variables is true.
    pub fn is_true(&self) -> bool {
        self.variables.is_empty() && self.automaton.accepts(&[])
    }

    /// Returns the relation of all tuples of numbers.
    pub(super) fn everything(
        numeration: &Arc<Numeration>,
        variables: Vec<Variable>,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let automaton = Automaton::all(numeration, variables.len(), limits)?.minimized(limits)?;
        Ok(Relation { automaton, variables })
    }

    /// Returns the relation of an automaton whose tracks stand for these variables, in any order, some of
    /// them perhaps several times.
    pub(super) fn named(
        automaton: &Automaton,
        names: &[Variable],
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let numeration = automaton.numeration();
        let variables = union(names, &[]);
        let map = letter_map(numeration, variables.len(), &tracks_of(names, &variables))?;
        debug_assert_eq!(map.len(), letters(numeration, variables.len())?);
        let next = (0..automaton.states() as u32)
            .flat_map(|state| map.iter().map(move |&letter| automaton.after(state, letter)))
            .collect();
        let renamed = Automaton {
            numeration: Arc::clone(numeration),
            tracks: variables.len(),
            next,
            accepting: automaton.accepting.clone(),
        };
        Ok(Relation { automaton: renamed.minimized(limits)?, variables })
    }

    /// Returns the relation of the tuples of all these variables, among them those of this relation.
    pub(super) fn widened(
        &self,
        variables: &[Variable],
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        if self.variables == variables {
            return Ok(self.clone());
        }
        let numeration = self.automaton.numeration();
        self.and(&Relation::everything(numeration, variables.to_vec(), limits)?, limits)
    }

    /// Returns the relation of what both say.
    pub(super) fn and(&self, other: &Relation, limits: &Limits) -> Result<Self, AutomataError> {
        let variables = union(&self.variables, &other.variables);
        let (own, others) =
            (tracks_of(&self.variables, &variables), tracks_of(&other.variables, &variables));
        let both = self.automaton.and(&own, &other.automaton, &others, variables.len(), limits);
        let both = limits.noted(Operation::And, variables.len(), both, Automaton::states)?;
        Ok(Relation { automaton: both.minimized(limits)?, variables })
    }

    /// Returns the relation of what one of several says, about all their variables.
    pub(super) fn any(
        numeration: &Arc<Numeration>,
        relations: &[Relation],
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let variables =
            relations.iter().fold(Vec::new(), |all, relation| union(&all, &relation.variables));
        let widened = relations.iter().map(|relation| relation.widened(&variables, limits));
        let mut widened = widened.collect::<Result<Vec<_>, _>>()?.into_iter();
        let Some(first) = widened.next() else {
            return Relation::everything(numeration, variables, limits)?.complement(limits);
        };
        widened.try_fold(first, |any, relation| {
            let either = any.automaton.or(&relation.automaton, limits);
            let either =
                limits.noted(Operation::Or, any.variables.len(), either, Automaton::states)?;
            let automaton = either.minimized(limits)?;
            Ok(Relation { automaton, variables: any.variables })
        })
    }

    /// Returns the relation of what this one does not say.
    pub(super) fn complement(&self, limits: &Limits) -> Result<Self, AutomataError> {
        let complement = self.automaton.complement(limits);
        let complement =
            limits.noted(Operation::Not, self.variables.len(), complement, Automaton::states)?;
        let automaton = complement.minimized(limits)?;
        Ok(Relation { automaton, variables: self.variables.clone() })
    }

    /// Returns the relation that there is a number for this variable.
    pub(super) fn exists(
        &self,
        variable: Variable,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        self.exist(&[variable], &StateOrder::default(), limits)
    }

    /// Returns the relation that there are numbers for these variables. The order is one of its states.
    pub(super) fn exist(
        &self,
        bound: &[Variable],
        order: &StateOrder,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let (tracks, variables): (Vec<_>, Vec<_>) =
            (0..).zip(self.variables.iter().copied()).partition(|(_, v)| bound.contains(v));
        if tracks.is_empty() {
            return Ok(self.clone());
        }
        let tracks: Vec<usize> = tracks.into_iter().map(|(track, _)| track).collect();
        let projected = self.automaton.without_tracks(&tracks, order, limits);
        let projected =
            limits.noted(Operation::Exists, self.variables.len(), projected, Automaton::states)?;
        let automaton = projected.minimized(limits)?;
        Ok(Relation { automaton, variables: variables.into_iter().map(|(_, v)| v).collect() })
    }
}

/// Returns the variables of both, in increasing order.
pub(super) fn union(one: &[Variable], other: &[Variable]) -> Vec<Variable> {
    let mut variables = [one, other].concat();
    variables.sort_unstable();
    variables.dedup();
    variables
}

/// Returns which of the variables each name is.
pub(super) fn tracks_of(names: &[Variable], variables: &[Variable]) -> Vec<usize> {
    names.iter().map(|name| variables.binary_search(name).unwrap_or(0)).collect()
}
