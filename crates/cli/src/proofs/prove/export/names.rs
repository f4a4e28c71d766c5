//! The names of automata in the files of other programs.

use std::sync::Arc;

use crate::automata::Automaton;
use crate::proofs::prove::{Proof, SetName};

/// Returns the name of a set: letters and digits alone.
pub(super) fn name_of(set: SetName) -> String {
    match set {
        SetName::P => "p".into(),
        SetName::Value(value) => format!("g{value}"),
        SetName::LeftWinsFirst => "left".into(),
        SetName::RightWinsFirst => "right".into(),
    }
}

/// Names the automata of the formulas of a theorem.
pub(super) struct Names {
    sets: Vec<(String, Arc<Automaton>)>,
    /// Automata that are no sets of the theorem: the multiples of a vector that are moves.
    moves: Vec<(String, Arc<Automaton>)>,
}

impl Names {
    pub(super) fn of(theorem: &Proof) -> Self {
        let sets = theorem.definition.sets().iter().zip(&theorem.automata);
        let sets = sets.map(|(&set, automaton)| (name_of(set), Arc::clone(automaton))).collect();
        Names { sets, moves: Vec::new() }
    }

    /// Returns the name of an automaton, which is new if it has not been met before.
    pub(super) fn name(&mut self, automaton: &Arc<Automaton>) -> String {
        let is_it = |(_, other): &&(String, Arc<Automaton>)| Arc::ptr_eq(automaton, other);
        // Each formula may have a copy of its own of what describes the moves.
        let is_equal = |(_, other): &&(String, Arc<Automaton>)| automaton == other;
        let known = self.sets.iter().find(is_it).or_else(|| self.moves.iter().find(is_equal));
        if let Some((name, _)) = known {
            return name.clone();
        }
        let name = format!("moves{}", self.moves.len());
        self.moves.push((name.clone(), Arc::clone(automaton)));
        name
    }

    /// Returns the automata that have been named and are no sets of the theorem.
    pub(super) fn moves(&self) -> &[(String, Arc<Automaton>)] {
        &self.moves
    }
}
