//! Relations that are automatic: functions of numbers, the moves and the sets of games.

use serde::Serialize;

use crate::automata::{Arithmetic, AutomataError, Automaton, Limits};
use crate::proofs::formula::AutomaticFunction;
use crate::proofs::prove::{SetName, check_moves, moves, needed_numeration, positions};
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;

/// A game in a play convention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Game {
    /// The canonical text of the game.
    pub ruleset: Ruleset,
    /// The play convention.
    pub convention: Convention,
}

/// A relation of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Automatic {
    /// A function.
    Function(AutomaticFunction),
    /// The pairs of positions of a game of which the second is an option of the first.
    Moves(Box<Ruleset>),
    /// The cells that the rules of a game call positions.
    Positions(Box<Ruleset>),
    /// The positions of a set of a game.
    Set(Box<Game>, SetName),
}

impl Automatic {
    /// Returns the only numeration in which it is automatic; sets of games may be in any.
    pub(super) fn numeration(&self) -> Option<&'static str> {
        match self {
            Automatic::Function(function) => function.numeration(),
            Automatic::Moves(game) => check_moves(game).ok().flatten(),
            Automatic::Positions(game) => needed_numeration(game),
            Automatic::Set(..) => None,
        }
    }

    /// Returns what it is called where it is said that no numeration has all of a sentence.
    pub(super) fn name(&self) -> String {
        match self {
            Automatic::Function(function) => function.name(),
            Automatic::Moves(game) => format!("move of {}", game.shown()),
            Automatic::Positions(game) => game.shown(),
            Automatic::Set(game, _) => game.ruleset.shown(),
        }
    }

    /// Returns its automaton, unless it is a set of a game, which must be proved first.
    pub(super) fn automaton(
        &self,
        arithmetic: &Arithmetic,
        limits: &Limits,
    ) -> Result<Option<Automaton>, AutomataError> {
        match self {
            Automatic::Function(function) => function.automaton(arithmetic, limits).map(Some),
            Automatic::Moves(game) => moves(game, arithmetic, limits).map(Some),
            Automatic::Positions(game) => positions(game, arithmetic, limits).map(Some),
            Automatic::Set(..) => Ok(None),
        }
    }
}
