//! Proofs that a search has found.

use std::sync::Arc;

use super::definition::{Definition, SetName};
use crate::automata::{Arithmetic, AutomataError, Automaton, Limits};
use grundytab::domain::Domain;

/// Sets of positions that are proved, for all heap sizes.
#[derive(Debug, Clone)]
pub struct Proof {
    /// What defines the sets.
    pub definition: Definition,
    /// The automata of the sets, in the same order.
    pub automata: Vec<Arc<Automaton>>,
    /// Where they come from.
    pub origin: Origin,
    /// The table with every position of which they agree, and from which they were guessed if it was a table.
    pub domain: Domain,
    /// The depth of the last guess from a table; the digits of the list from which they were guessed; 0 if they were
    /// given or stored.
    pub depth: u32,
}

/// Where automata come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// They were guessed from a table; of several sets the last one.
    Table,
    /// They were guessed from a list of P-positions, or of positions of a value; of several sets the last one.
    List,
    /// They were given.
    Given,
    /// They are those of a proof that the program holds, decided anew.
    Stored,
}

impl Proof {
    /// Returns how many sets there are without those of the last Grundy values that no position has. Then none has a larger
    /// value, either: it would have an option of each smaller one, and where options are sums, every position has one of the
    /// values that are proved.
    pub fn sets_with_positions(&self) -> usize {
        let is_empty = |(set, automaton): &(&SetName, &Arc<Automaton>)| {
            matches!(set, SetName::Value(_))
                && !(0..automaton.states()).any(|state| automaton.is_accepting(state))
        };
        let sets = self.definition.sets().iter().zip(&self.automata);
        self.automata.len() - sets.rev().take_while(is_empty).count()
    }

    /// Returns a position that is in none of the sets, written with as few digits as possible; `None` if
    /// every position is in one. If the sets are those of the Grundy values 0, 1, ..., V, no position
    /// has a larger value then.
    ///
    /// # Errors
    /// When an automaton grows beyond the limits.
    pub fn position_in_no_set(&self, limits: &Limits) -> Result<Option<Vec<u64>>, AutomataError> {
        let Some(numeration) = self.automata.first().map(|automaton| automaton.numeration()) else {
            return Ok(None);
        };
        let arithmetic = Arithmetic::of(numeration, limits)?;
        self.definition.position_in_none(&self.automata, &arithmetic, limits)
    }
}
