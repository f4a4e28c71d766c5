//! Functions of numbers that are automatic, although no linear comparison says them: those of numerations, xor, multiples of
//! square roots.

use std::sync::Arc;

use crate::automata::{
    Arithmetic, AutomataError, Automaton, Formula, FreshVariables, Limits, evaluate,
};

/// A relation of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AutomaticFunction {
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
}

impl AutomaticFunction {
    /// Returns the only numeration in which it is automatic.
    pub(crate) fn numeration(self) -> Option<&'static str> {
        match self {
            AutomaticFunction::FloorPhi
            | AutomaticFunction::Shift
            | AutomaticFunction::SmallestPart
            | AutomaticFunction::Zeros { .. }
            | AutomaticFunction::LetterOne => Some("fibonacci"),
            AutomaticFunction::Xor | AutomaticFunction::BitAnd | AutomaticFunction::BitOr => {
                Some("base:2")
            }
            AutomaticFunction::TimesRoot(radicand) => numeration_of_root(radicand),
        }
    }

    /// Returns what it is called where it is said that no numeration has all of an expression.
    pub(crate) fn name(self) -> String {
        match self {
            AutomaticFunction::FloorPhi => "floor_phi".into(),
            AutomaticFunction::Shift => "zeckendorf_shift".into(),
            AutomaticFunction::SmallestPart => "zeckendorf_part".into(),
            AutomaticFunction::Zeros { .. } => "zeckendorf_zeros".into(),
            AutomaticFunction::LetterOne => "fibonacci_word".into(),
            AutomaticFunction::Xor => "xor".into(),
            AutomaticFunction::BitAnd => "&".into(),
            AutomaticFunction::BitOr => "|".into(),
            AutomaticFunction::TimesRoot(radicand) => format!("floor with sqrt({radicand})"),
        }
    }

    /// Returns its automaton in the numeration of an arithmetic.
    pub(crate) fn automaton(
        self,
        arithmetic: &Arithmetic,
        limits: &Limits,
    ) -> Result<Automaton, AutomataError> {
        let numeration = arithmetic.numeration();
        // For the numbers n - 1: m + 1 = n.
        let (n, m, one) = (0, 1, 2);
        let is_successor =
            || Formula::exists(one, [Formula::Is(one, 1), Formula::Sum([m, one, n])]);
        match self {
            AutomaticFunction::FloorPhi => {
                arithmetic.beatty(limits)?.ok_or(AutomataError::NotProved("phi is the base"))
            }
            AutomaticFunction::Shift => Automaton::shift(numeration, limits),
            AutomaticFunction::SmallestPart => Automaton::smallest_part(numeration, limits),
            AutomaticFunction::Zeros { modulus, remainder } => {
                Automaton::trailing_zeros(numeration, modulus, remainder, limits)
            }
            AutomaticFunction::LetterOne => {
                // The n-th letter is the last digit of n - 1.
                let last = Arc::new(Automaton::last_digit(numeration, 1, limits)?);
                let formula = Formula::exists(m, [is_successor(), Formula::Accepts(last, vec![m])]);
                over(1, &formula, arithmetic, limits)
            }
            AutomaticFunction::Xor => Automaton::sum_without_carry(numeration, limits),
            AutomaticFunction::BitAnd => {
                Automaton::digit_by_digit(numeration, |a, b| a & b, limits)
            }
            AutomaticFunction::BitOr => Automaton::digit_by_digit(numeration, |a, b| a | b, limits),
            AutomaticFunction::TimesRoot(radicand) => times_root(radicand, arithmetic, limits),
        }
    }
}

/// Says that no numeration has all of some relations, each given by its name and the only numeration in which it is automatic,
/// if that is so.
pub(crate) fn without_common_numeration(
    bound: impl IntoIterator<Item = (String, &'static str)>,
) -> Option<String> {
    let mut bound = bound.into_iter();
    let (one, of_one) = bound.next()?;
    let (two, of_two) = bound.find(|(_, other)| *other != of_one)?;
    Some(format!(
        "{one} is automatic in numeration {of_one} alone, and {two} in numeration {of_two} alone, so that no \
         numeration has both"
    ))
}

/// The square roots whose multiples are automatic, rounded down, each with a numeration whose base is in their field: the base is
/// (a + sqrt D) / 2, and D is a square times the number under the root. The base must have an integer as its inverse, or the
/// opposite of one, in this field (see `numeration-automata`).
pub(crate) const ROOTS: [(u32, &str); 13] = [
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
pub(crate) fn numeration_of_root(radicand: u32) -> Option<&'static str> {
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
