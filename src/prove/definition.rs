//! What defines the sets of positions of a game: conditions on the options, and the table that shows them.

use std::fmt;
use std::sync::Arc;

use super::options::{Fresh, obstacle, some_options};
use crate::automata::{Automaton, Formula, Variable};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Quantity, is_won_by_left, is_won_by_right};
use crate::ruleset::Ruleset;

/// A set of positions that a game defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetName {
    /// The P-positions.
    P,
    /// The positions of this Grundy value.
    Value(u32),
    /// The positions that Left wins moving first.
    LeftWinsFirst,
    /// The positions that Right wins moving first.
    RightWinsFirst,
}

impl fmt::Display for SetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetName::P => f.write_str("P-positions"),
            SetName::Value(value) => write!(f, "positions of Grundy value {value}"),
            SetName::LeftWinsFirst => f.write_str("positions that Left wins moving first"),
            SetName::RightWinsFirst => f.write_str("positions that Right wins moving first"),
        }
    }
}

/// The largest Grundy value whose positions are proved: each value has an automaton of its own.
const LARGEST_VALUE: u32 = 254;

/// The sets that are to be proved, and the conditions that define them.
#[derive(Debug, Clone)]
pub struct Definition {
    ruleset: Ruleset,
    convention: Convention,
    sets: Vec<SetName>,
}

impl Definition {
    /// Returns the definition of the P-positions of a game; of a partizan game that of the positions that
    /// each player wins moving first.
    ///
    /// # Errors
    /// When no formula describes the moves of the game.
    pub fn of_outcomes(ruleset: &Ruleset, convention: Convention) -> Result<Self, InvalidInput> {
        let sets = match ruleset {
            Ruleset::Partizan(_) => vec![SetName::LeftWinsFirst, SetName::RightWinsFirst],
            Ruleset::Vector(_) | Ruleset::Digraph(_) | Ruleset::Euclid(_) | Ruleset::Fibonacci => {
                vec![SetName::P]
            }
        };
        Definition::of(ruleset, convention, sets)
    }

    /// Returns the definition of the positions of the Grundy values 0, 1, ..., `largest`, in normal play.
    ///
    /// # Errors
    /// When no formula describes the moves of the game, when it has no Grundy values, and when `largest` is
    /// above 254: so many sets are proved nowhere.
    pub fn of_values(ruleset: &Ruleset, largest: u32) -> Result<Self, InvalidInput> {
        if largest > LARGEST_VALUE {
            return Err(InvalidInput::new(
                InvalidInputKind::OutOfRange,
                largest,
                "the value is out of range",
                format!("it is from 0 to {LARGEST_VALUE}"),
            ));
        }
        if matches!(ruleset, Ruleset::Partizan(_)) || ruleset.blocking_number() > 0 {
            return Err(InvalidInput::new(
                InvalidInputKind::NoFormula,
                ruleset,
                "the game has no Grundy values",
                "its outcomes can be proved",
            ));
        }
        let sets = (0..=largest).map(SetName::Value).collect();
        Definition::of(ruleset, Convention::Normal, sets)
    }

    fn of(
        ruleset: &Ruleset,
        convention: Convention,
        sets: Vec<SetName>,
    ) -> Result<Self, InvalidInput> {
        match obstacle(ruleset) {
            Some(obstacle) => Err(obstacle),
            None => Ok(Definition { ruleset: ruleset.clone(), convention, sets }),
        }
    }

    /// Returns the game.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Returns the play convention.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Returns the sets.
    pub fn sets(&self) -> &[SetName] {
        &self.sets
    }

    /// Returns the quantity of the tables that show the sets.
    pub(super) fn quantity(&self) -> Quantity {
        match self.sets.first() {
            Some(SetName::Value(_)) => Quantity::Grundy,
            Some(SetName::LeftWinsFirst | SetName::RightWinsFirst) => Quantity::OutcomeClass,
            Some(SetName::P) | None => Quantity::Outcome,
        }
    }

    /// Whether a position with this value in such a table is in a set.
    pub(super) fn is_member(&self, set: SetName, value: u32) -> bool {
        match set {
            SetName::P => self.quantity().is_p_position(value, self.ruleset.blocking_number()),
            SetName::Value(v) => value == v,
            // Left wins moving first exactly if Right, who has just moved, does not win.
            SetName::LeftWinsFirst => !is_won_by_right(value),
            SetName::RightWinsFirst => !is_won_by_left(value),
        }
    }

    /// Returns the condition for a position to be in a set, where the automata are those of the sets. The
    /// heaps of the position are the variables 0, 1, ...
    pub fn condition(&self, set: SetName, automata: &[Arc<Automaton>]) -> Formula {
        let heaps = self.ruleset.heaps();
        let at: Vec<Variable> = (0..heaps as Variable).collect();
        let fresh = Fresh::after(heaps);
        let is_in = |set: SetName, option: &[Variable]| {
            let index = self.sets.iter().position(|other| *other == set).unwrap_or(0);
            Formula::Accepts(Arc::clone(&automata[index]), option.to_vec())
        };
        let some = |ruleset: &Ruleset, count, target: &dyn Fn(&[Variable]) -> Formula| {
            some_options(ruleset, &at, count, target, &fresh)
        };
        let any_option = |ruleset: &Ruleset| some(ruleset, 1, &|_| Formula::All(Vec::new()));
        match set {
            SetName::P => {
                let count = self.ruleset.blocking_number() + 1;
                let no_winning_move =
                    Formula::not(some(&self.ruleset, count, &|option| is_in(SetName::P, option)));
                match self.convention {
                    Convention::Normal => no_winning_move,
                    Convention::Misere => {
                        Formula::All(vec![any_option(&self.ruleset), no_winning_move])
                    }
                }
            }
            SetName::Value(value) => {
                let reaches =
                    |v| some(&self.ruleset, 1, &|option| is_in(SetName::Value(v), option));
                let excluded = (0..value).map(reaches).collect::<Vec<_>>();
                Formula::All([excluded, vec![Formula::not(reaches(value))]].concat())
            }
            SetName::LeftWinsFirst | SetName::RightWinsFirst => {
                let (own, other) = self.players(set);
                let wins = some(&own, 1, &|option| Formula::not(is_in(other, option)));
                match self.convention {
                    Convention::Normal => wins,
                    Convention::Misere => Formula::Any(vec![Formula::not(any_option(&own)), wins]),
                }
            }
        }
    }

    /// Returns the moves of the player of a set, and the set of the other player. In a game that is not
    /// partizan both players have the same moves.
    fn players(&self, set: SetName) -> (Ruleset, SetName) {
        let game = |left: bool| match &self.ruleset {
            Ruleset::Partizan(game) if left => Ruleset::Vector(game.left().clone()),
            Ruleset::Partizan(game) => Ruleset::Vector(game.right().clone()),
            Ruleset::Vector(_) | Ruleset::Digraph(_) | Ruleset::Euclid(_) | Ruleset::Fibonacci => {
                self.ruleset.clone()
            }
        };
        match set {
            SetName::LeftWinsFirst => (game(true), SetName::RightWinsFirst),
            SetName::RightWinsFirst => (game(false), SetName::LeftWinsFirst),
            SetName::P | SetName::Value(_) => (self.ruleset.clone(), set),
        }
    }
}
