//! Relations that are automatic, although no linear comparison says them: functions of numeration, xor, the moves
//! and the sets of games.

use std::sync::Arc;

use serde::Serialize;

use crate::automata::{Arithmetic, AutomataError, Automaton, Formula, Limits, evaluate};
use crate::prove::{SetName, check_moves, moves};
use crate::quantity::Convention;
use crate::ruleset::Ruleset;

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
    /// (n, floor(n phi))
    FloorPhi,
    /// (n, m): each Fibonacci number in the representation of n replaced by the next one.
    Shift,
    /// (n, m): m is the smallest Fibonacci number in the representation of n > 0.
    SmallestPart,
    /// n > 0 whose representation ends in this number of zeros modulo `modulus`.
    Zeros { modulus: u32, remainder: u32 },
    /// The indices n > 0 of the letter 1 in the Fibonacci word.
    LetterOne,
    /// (x, y, x xor y)
    Xor,
    /// The pairs of positions of a game of which the second is an option of the first.
    Moves(Box<Ruleset>),
    /// The positions of a set of a game.
    Set(Box<Game>, SetName),
}

impl Automatic {
    /// Returns the only numeration in which it is automatic; sets of games may be in any.
    pub(super) fn numeration(&self) -> Option<&'static str> {
        match self {
            Automatic::FloorPhi
            | Automatic::Shift
            | Automatic::SmallestPart
            | Automatic::Zeros { .. }
            | Automatic::LetterOne => Some("fibonacci"),
            Automatic::Xor => Some("base:2"),
            Automatic::Moves(game) => check_moves(game).ok().flatten(),
            Automatic::Set(..) => None,
        }
    }

    /// Returns its automaton, unless it is a set of a game, which must be proved first.
    pub(super) fn automaton(
        &self,
        arithmetic: &Arithmetic,
        limits: &Limits,
    ) -> Result<Option<Automaton>, AutomataError> {
        let numeration = arithmetic.numeration();
        // For the numbers n - 1: m + 1 = n.
        let (n, value, m, one) = (0, 1, 2, 3);
        let is_successor =
            || Formula::exists(one, [Formula::Is(one, 1), Formula::Sum([m, one, n])]);
        Ok(Some(match self {
            Automatic::FloorPhi => {
                // floor(n phi) is 1 more than the left shift of n - 1, and 0 at 0.
                let shift = Arc::new(Automaton::shift(numeration, limits)?);
                let shifted = 4;
                let is_next = Formula::exists(
                    one,
                    [Formula::Is(one, 1), Formula::Sum([shifted, one, value])],
                );
                let from_shift =
                    Formula::exists(shifted, [Formula::Accepts(shift, vec![m, shifted]), is_next]);
                let positive = Formula::exists(m, [is_successor(), from_shift]);
                let zero = Formula::All(vec![Formula::Is(n, 0), Formula::Is(value, 0)]);
                over(2, &Formula::Any(vec![zero, positive]), arithmetic, limits)?
            }
            Automatic::Shift => Automaton::shift(numeration, limits)?,
            Automatic::SmallestPart => Automaton::smallest_part(numeration, limits)?,
            Automatic::Zeros { modulus, remainder } => {
                Automaton::trailing_zeros(numeration, *modulus, *remainder, limits)?
            }
            Automatic::LetterOne => {
                // The n-th letter is the last digit of n - 1.
                let last = Arc::new(Automaton::last_digit(numeration, 1, limits)?);
                let formula = Formula::exists(m, [is_successor(), Formula::Accepts(last, vec![m])]);
                over(1, &formula, arithmetic, limits)?
            }
            Automatic::Xor => Automaton::sum_without_carry(numeration, limits)?,
            Automatic::Moves(game) => moves(game, arithmetic, limits)?,
            Automatic::Set(..) => return Ok(None),
        }))
    }
}

/// Returns the automaton of a formula about the variables 0, 1, ...
fn over(
    variables: usize,
    formula: &Formula,
    arithmetic: &Arithmetic,
    limits: &Limits,
) -> Result<Automaton, AutomataError> {
    evaluate(formula, arithmetic, limits)?.over(variables, limits)
}
