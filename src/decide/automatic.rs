//! Relations that are automatic, although no linear comparison says them: functions of numeration, xor, the moves
//! and the sets of games.

use std::sync::Arc;

use serde::Serialize;

use crate::automata::{
    Arithmetic, AutomataError, Automaton, Formula, FreshVariables, Limits, evaluate,
};
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
    /// (x, y, z): z has the binary digits that both have.
    BitAnd,
    /// (x, y, z): z has the binary digits that one of both has.
    BitOr,
    /// (n, floor(n sqrt d)) for one of the [`ROOTS`].
    TimesRoot(u32),
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
            Automatic::Xor | Automatic::BitAnd | Automatic::BitOr => Some("base:2"),
            Automatic::TimesRoot(radicand) => numeration_of_root(*radicand),
            Automatic::Moves(game) => check_moves(game).ok().flatten(),
            Automatic::Set(..) => None,
        }
    }

    /// Returns what it is called where it is said that no numeration has all of a sentence.
    pub(super) fn name(&self) -> String {
        match self {
            Automatic::FloorPhi => "floor_phi".into(),
            Automatic::Shift => "zeckendorf_shift".into(),
            Automatic::SmallestPart => "zeckendorf_part".into(),
            Automatic::Zeros { .. } => "zeckendorf_zeros".into(),
            Automatic::LetterOne => "fibonacci_word".into(),
            Automatic::Xor => "xor".into(),
            Automatic::BitAnd => "&".into(),
            Automatic::BitOr => "|".into(),
            Automatic::TimesRoot(radicand) => format!("floor with sqrt({radicand})"),
            Automatic::Moves(game) => format!("move of {}", game.shown()),
            Automatic::Set(game, _) => game.ruleset.shown(),
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
        let (n, m, one) = (0, 1, 2);
        let is_successor =
            || Formula::exists(one, [Formula::Is(one, 1), Formula::Sum([m, one, n])]);
        Ok(Some(match self {
            Automatic::FloorPhi => {
                arithmetic.beatty(limits)?.ok_or(AutomataError::NotProved("phi is the base"))?
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
            Automatic::BitAnd => Automaton::digit_by_digit(numeration, |a, b| a & b, limits)?,
            Automatic::BitOr => Automaton::digit_by_digit(numeration, |a, b| a | b, limits)?,
            Automatic::TimesRoot(radicand) => times_root(*radicand, arithmetic, limits)?,
            Automatic::Moves(game) => moves(game, arithmetic, limits)?,
            Automatic::Set(..) => return Ok(None),
        }))
    }
}

/// The square roots whose multiples are automatic, rounded down, each with a numeration whose base is in their field: the base is
/// (a + sqrt D) / 2, and D is a square times the number under the root. The base must have an integer as its inverse, or the
/// opposite of one, in this field (see `numeration-automata`).
pub(super) const ROOTS: [(u32, &str); 13] = [
    (2, "pell"),
    (3, "quadratic:4,1"),
    (5, "fibonacci"),
    (6, "quadratic:10,1"),
    (10, "ostrowski:6"),
    (13, "ostrowski:3"),
    (15, "quadratic:8,1"),
    (17, "ostrowski:8"),
    (21, "quadratic:5,1"),
    (29, "ostrowski:5"),
    (53, "ostrowski:7"),
    (77, "quadratic:9,1"),
    (85, "ostrowski:9"),
];

/// Returns the numeration in which the multiples of a square root are automatic.
pub(super) fn numeration_of_root(radicand: u32) -> Option<&'static str> {
    ROOTS.iter().find(|(of, _)| *of == radicand).map(|(_, numeration)| *numeration)
}

/// Returns the automaton of the pairs (n, floor(n sqrt d)). With the base b = (a + sqrt D) / 2 and sqrt D = t sqrt d, n sqrt d is
/// (2 n b - a n) / t; since a n and t are integers, 2 n b may be rounded down first.
fn times_root(
    radicand: u32,
    arithmetic: &Arithmetic,
    limits: &Limits,
) -> Result<Automaton, AutomataError> {
    const NO_BASE: AutomataError = AutomataError::NotProved("the root is in the field of the base");
    let beatty = Arc::new(arithmetic.beatty(limits)?.ok_or(NO_BASE)?);
    let &[a, s] = arithmetic.numeration().recurrence() else { return Err(NO_BASE) };
    let radicand = i64::from(radicand);
    let discriminant = a * a + 4 * s;
    let times = (discriminant / radicand).isqrt();
    if times * times * radicand != discriminant {
        return Err(NO_BASE);
    }
    let (n, value, twice, floor, of_n, all, part, rest) = (0, 1, 2, 3, 4, 5, 6, 7);
    let fresh = FreshVariables::after(8);
    let rests = (0..times.unsigned_abs()).map(|number| Formula::Is(rest, number));
    let formulas = [
        Formula::Sum([n, n, twice]),
        Formula::Accepts(beatty, vec![twice, floor]),
        Formula::multiple(a.unsigned_abs(), n, of_n, &fresh),
        Formula::Sum([of_n, all, floor]),
        Formula::multiple(times.unsigned_abs(), value, part, &fresh),
        Formula::Sum([part, rest, all]),
        Formula::Any(rests.collect()),
    ];
    let formula = [twice, floor, of_n, all, part, rest]
        .into_iter()
        .fold(Formula::All(formulas.into()), |formula, variable| {
            Formula::exists(variable, [formula])
        });
    over(2, &formula, arithmetic, limits)
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
