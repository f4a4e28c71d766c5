//! The conditions that define the sets of a game, as formulas about options.

use std::sync::Arc;

use super::definition::{Definition, SetName};
use super::options::some_options;
use super::symbols::{Symbols, infinite_set};
use crate::automata::{Automaton, Formula, FreshVariables, Variable};
use crate::quantity::{Convention, Mover};
use crate::ruleset::Ruleset;

impl Definition {
    /// Returns the condition for a position to be in a set, where the automata are those of the sets, in
    /// order. The heaps of the position are the variables 0, 1, ...
    pub fn condition(&self, set: SetName, automata: &[Arc<Automaton>]) -> Formula {
        Conditions::new(self, automata, &[]).condition(set)
    }
}

/// What the conditions of a definition are about.
pub(super) struct Conditions<'a> {
    definition: &'a Definition,
    /// The automata of the first sets, in order.
    automata: &'a [Arc<Automaton>],
    /// The automata of the positions that have an option of Grundy value 0, 1, ..., as far as they are
    /// known.
    reaching: &'a [Arc<Automaton>],
    /// The heaps of the position.
    at: Vec<Variable>,
    symbols: Symbols,
    /// Whether the moves are described in the numeration of the automata.
    is_described: bool,
}

impl<'a> Conditions<'a> {
    pub(super) fn new(
        definition: &'a Definition,
        automata: &'a [Arc<Automaton>],
        reaching: &'a [Arc<Automaton>],
    ) -> Self {
        let heaps = definition.ruleset().heaps();
        let numeration = automata.first().map(|automaton| automaton.numeration());
        let needs_set = definition.has_infinite_set();
        let infinite_set = numeration.filter(|_| needs_set).and_then(infinite_set);
        let is_described = !needs_set || infinite_set.is_some();
        let at = (0..heaps as Variable).collect();
        let symbols = Symbols { fresh: FreshVariables::after(heaps), infinite_set };
        Conditions { definition, automata, reaching, at, symbols, is_described }
    }

    /// Returns the condition for a position to be in a set.
    pub(super) fn condition(&self, set: SetName) -> Formula {
        if !self.is_described {
            // No automata satisfy this, so that nothing is proved of moves that are not described.
            return Formula::not(self.is_in(set, &self.at));
        }
        let ruleset = self.definition.ruleset();
        let convention = self.definition.convention();
        match set {
            SetName::P => {
                let count = ruleset.blocking_number() + 1;
                let wins = self.some(ruleset, count, &|option| self.is_in(SetName::P, option));
                match convention {
                    Convention::Normal => Formula::not(wins),
                    Convention::Misere => {
                        Formula::All(vec![self.any_option(ruleset), Formula::not(wins)])
                    }
                }
            }
            SetName::Value(value) => {
                let excluded = (0..value).map(|smaller| self.reaches(smaller));
                Formula::All(excluded.chain([Formula::not(self.reaches(value))]).collect())
            }
            SetName::LeftWinsFirst | SetName::RightWinsFirst => {
                let (own, other) = self.players(set);
                let wins = self.some(&own, 1, &|option| Formula::not(self.is_in(other, option)));
                match convention {
                    Convention::Normal => wins,
                    Convention::Misere => {
                        Formula::Any(vec![Formula::not(self.any_option(&own)), wins])
                    }
                }
            }
        }
    }

    /// Says that the position has an option of this Grundy value.
    pub(super) fn reaches(&self, value: u32) -> Formula {
        match self.reaching.get(value as usize) {
            Some(known) => Formula::Accepts(Arc::clone(known), self.at.clone()),
            None => {
                let has_value = |option: &[Variable]| self.is_in(SetName::Value(value), option);
                self.some(self.definition.ruleset(), 1, &has_value)
            }
        }
    }

    fn is_in(&self, set: SetName, position: &[Variable]) -> Formula {
        let index = self.definition.sets().iter().position(|&other| other == set).unwrap_or(0);
        Formula::Accepts(Arc::clone(&self.automata[index]), position.to_vec())
    }

    fn some(&self, game: &Ruleset, count: u32, target: &dyn Fn(&[Variable]) -> Formula) -> Formula {
        some_options(game, &self.at, count, target, &self.symbols)
    }

    fn any_option(&self, game: &Ruleset) -> Formula {
        self.some(game, 1, &|_| Formula::All(Vec::new()))
    }

    /// Returns the moves of the player of a set, and the set of the other player. In a game that is not
    /// partizan both players have the same moves.
    fn players(&self, set: SetName) -> (Ruleset, SetName) {
        let ruleset = self.definition.ruleset();
        match set {
            SetName::LeftWinsFirst => (ruleset.moves_of(Mover::Left), SetName::RightWinsFirst),
            SetName::RightWinsFirst => (ruleset.moves_of(Mover::Right), SetName::LeftWinsFirst),
            SetName::P | SetName::Value(_) => (ruleset.clone(), set),
        }
    }
}
