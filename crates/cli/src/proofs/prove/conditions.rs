//! The conditions that define the sets of a game, as formulas about options.

use std::sync::Arc;

use super::definition::{Definition, SetName};
use super::options::some_options;
use super::rules::{is_position, rules_of, some_sums};
use super::symbols::{Symbols, Target};
use crate::automata::{Automaton, Formula, Variable};
use grundytab::quantity::{Convention, Mover};
use grundytab::ruleset::{Ruleset, WrittenRuleset};

impl Definition {
    /// Returns the condition for a position to be in a set, where the automata are those of the sets, in
    /// order. The heaps of the position are the variables 0, 1, ...
    pub fn condition(&self, set: SetName, automata: &[Arc<Automaton>]) -> Formula {
        Conditions::new(self, automata, &[]).condition(set)
    }

    /// Says that a cell is a position; its heaps are the variables 0, 1, ... The automata are those of the sets.
    pub(super) fn is_position(&self, automata: &[Arc<Automaton>]) -> Formula {
        Conditions::new(self, automata, &[]).is_position()
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
    /// The rules whose clauses describe the moves, if these are not described otherwise.
    rules: Option<WrittenRuleset>,
}

impl<'a> Conditions<'a> {
    pub(super) fn new(
        definition: &'a Definition,
        automata: &'a [Arc<Automaton>],
        reaching: &'a [Arc<Automaton>],
    ) -> Self {
        let ruleset = definition.ruleset();
        let heaps = ruleset.heaps();
        let numeration = automata.first().map(|automaton| automaton.numeration());
        let symbols = numeration.and_then(|numeration| Symbols::of(ruleset, numeration, heaps));
        let is_described = symbols.is_some();
        let symbols = symbols.unwrap_or_else(|| Symbols::without_automata(heaps));
        let (at, rules) = ((0..heaps as Variable).collect(), rules_of(ruleset));
        Conditions { definition, automata, reaching, at, symbols, is_described, rules }
    }

    /// Returns the condition for a position to be in a set.
    pub(super) fn condition(&self, set: SetName) -> Formula {
        if !self.is_described {
            // No automata satisfy this, so that nothing is proved of moves that are not described.
            return Formula::not(self.is_in(set, &self.at));
        }
        let condition = self.of_position(set);
        match &self.rules {
            Some(_) => Formula::All(vec![self.is_position(), condition]),
            None => condition,
        }
    }

    /// Says that the rules call the cell a position.
    pub(super) fn is_position(&self) -> Formula {
        let Some(game) = &self.rules else { return Formula::All(Vec::new()) };
        self.symbols.with_functions(|functions| is_position(game, &self.at, functions))
    }

    /// Returns the condition for a cell that is a position.
    fn of_position(&self, set: SetName) -> Formula {
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
            None => match self.rules.as_ref().filter(|game| game.has_sums()) {
                Some(game) => {
                    let has_value = |option: &[&[Variable]]| self.sum_has_value(option, value);
                    self.symbols.with_functions(|functions| {
                        some_sums(game, &self.at, &has_value, functions)
                    })
                }
                None => {
                    let has_value = |option: &[Variable]| self.is_in(SetName::Value(value), option);
                    self.some(self.definition.ruleset(), 1, &has_value)
                }
            },
        }
    }

    /// Says that a sum of positions has this Grundy value: the values of the positions have it as their xor (Sprague 1935,
    /// Grundy 1939). Every position has one of the values that are proved.
    fn sum_has_value(&self, positions: &[&[Variable]], value: u32) -> Formula {
        let has_value = |position: &[Variable], value| self.is_in(SetName::Value(value), position);
        let largest = self.definition.sets().len() as u32;
        match positions {
            [] if value == 0 => Formula::All(Vec::new()),
            [] => Formula::Any(Vec::new()),
            [position] if value < largest => has_value(position, value),
            [_] => Formula::Any(Vec::new()),
            [first, rest @ ..] => {
                let ways = (0..largest).map(|own| {
                    Formula::All(vec![has_value(first, own), self.sum_has_value(rest, own ^ value)])
                });
                Formula::Any(ways.collect())
            }
        }
    }

    fn is_in(&self, set: SetName, position: &[Variable]) -> Formula {
        let index = self.definition.sets().iter().position(|&other| other == set).unwrap_or(0);
        Formula::Accepts(Arc::clone(&self.automata[index]), position.to_vec())
    }

    fn some(&self, game: &Ruleset, count: u32, target: &dyn Fn(&[Variable]) -> Formula) -> Formula {
        some_options(game, &self.at, count, Target { says: target, symbols: &self.symbols })
    }

    /// Returns formulas each of which contradicts the condition of a set where it is true of a member: a move leads from the
    /// position to another member. None are returned where members may have such moves.
    pub(super) fn moves_within(&self, set: SetName) -> Vec<Formula> {
        let moves = match set {
            _ if !self.is_described || self.definition.ruleset().blocking_number() > 0 => None,
            SetName::P => {
                Some(self.some(self.definition.ruleset(), 1, &|option| self.is_in(set, option)))
            }
            SetName::Value(value) => Some(self.reaches(value)),
            SetName::LeftWinsFirst | SetName::RightWinsFirst => None,
        };
        match moves {
            Some(Formula::Any(kinds)) => kinds,
            moves => moves.into_iter().collect(),
        }
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
