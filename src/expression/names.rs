//! Names and functions: what the words of an expression stand for in a job.

use super::tree::{Fold, Function, Number, Truth};
use crate::domain::HEAP_NAMES;
use crate::golden_ratio::{Zeckendorf, fibonacci_word, floor_phi, floor_phi_squared};
use crate::job::Job;
use crate::quantity::{OUTCOME_CLASSES, ValueKind};
use crate::wording::{counted, did_you_mean};

/// A part of an expression, of either kind.
#[derive(Clone)]
pub(super) enum Term {
    Number(Number),
    Truth(Truth),
}

/// What the words in an expression can mean.
pub(super) struct Names {
    /// The number of heaps of the game.
    pub(super) heaps: usize,
    /// Whether there is a second table.
    pub(super) partner: bool,
    /// Whether the table holds outcome classes.
    classes: bool,
    /// Whether the values tell which positions are P-positions.
    p_positions: bool,
}

/// A word that is followed by arguments in brackets.
pub(super) enum FunctionWord {
    /// A function of one number.
    Function(Function),
    /// A function of two numbers or more, which takes in one after the other.
    Fold(Fold),
    /// The value of another position.
    ValueAt,
    /// The value of another position in the second table.
    OtherAt,
    /// Whether another position is a P-position.
    IsPAt,
    /// Implication, as a function of two truth values.
    Implies,
}

/// The names besides those of heaps and outcome classes.
pub(super) const NAMES: [&str; 6] = ["tokens", "g", "p", "other", "true", "false"];

/// The functions of one number.
pub(super) const FUNCTIONS: [(&str, Function); 7] = [
    ("abs", i64::checked_abs),
    ("floor_phi", |n| natural(n, floor_phi)),
    ("floor_phi2", |n| natural(n, floor_phi_squared)),
    ("fibonacci_word", |n| fibonacci_word(n.try_into().ok()?).map(i64::from)),
    ("zeckendorf_part", |n| number(Zeckendorf::of(n.try_into().ok()?).smallest_part()?)),
    ("zeckendorf_zeros", |n| number(Zeckendorf::of(n.try_into().ok()?).trailing_zeros()?.into())),
    ("zeckendorf_shift", |n| natural(n, |n| Zeckendorf::of(n).shifted())),
];

/// The functions of two numbers or more.
pub(super) const FOLDS: [(&str, Fold); 5] = [
    ("min", |a, b| Some(a.min(b))),
    ("max", |a, b| Some(a.max(b))),
    ("sum", i64::checked_add),
    ("xor", |a, b| Some(a ^ b)),
    ("gcd", greatest_common_divisor),
];

/// Why a table of scores knows nothing of `p`.
const NO_P_POSITIONS: &str =
    "p is true at P-positions, and scores do not determine these; g is the score";

impl Names {
    /// Returns what words mean in a job. `partner` is whether there is a second table.
    pub(super) fn of(job: &Job, partner: bool) -> Self {
        let classes = job.quantity().kind() == ValueKind::Class;
        let p_positions = job.quantity().has_p_positions();
        Names { heaps: job.domain().heaps(), partner, classes, p_positions }
    }

    /// Returns what a name means.
    ///
    /// # Errors
    /// When it means nothing in the job.
    pub(super) fn named(&self, name: &str) -> Result<Term, String> {
        let heap = HEAP_NAMES.iter().position(|heap| *heap == name);
        let class = OUTCOME_CLASSES.iter().position(|class| *class == name);
        Ok(match (name, heap, class) {
            (_, Some(heap), _) if heap < self.heaps => Term::Number(Number::Heap(heap)),
            (_, Some(_), _) => {
                return Err(format!(
                    "the game has {} and no heap {name}",
                    counted(self.heaps, "heap")
                ));
            }
            (_, _, Some(class)) if self.classes => Term::Number(Number::Constant(class as i64)),
            (_, _, Some(_)) => {
                return Err(format!(
                    "{name} is an outcome class, and the table does not hold those; p is true at \
                     P-positions"
                ));
            }
            ("tokens", ..) => Term::Number(Number::TokenSum),
            ("g", ..) => Term::Number(Number::Value),
            ("p", ..) if self.p_positions => Term::Truth(Truth::IsP),
            ("p", ..) => return Err(NO_P_POSITIONS.into()),
            ("other", ..) if self.partner => Term::Number(Number::Other),
            ("other", ..) => return Err("there is no second table".into()),
            ("true", ..) => Term::Truth(Truth::Constant(true)),
            ("false", ..) => Term::Truth(Truth::Constant(false)),
            _ => return Err(self.unknown(name)),
        })
    }

    /// Returns what a word before brackets means.
    ///
    /// # Errors
    /// When there is no such function.
    pub(super) fn called(&self, name: &str) -> Result<FunctionWord, String> {
        let function = FUNCTIONS.iter().find(|(known, _)| *known == name);
        let fold = FOLDS.iter().find(|(known, _)| *known == name);
        Ok(match (name, function, fold) {
            (_, Some((_, function)), _) => FunctionWord::Function(*function),
            (_, _, Some((_, fold))) => FunctionWord::Fold(*fold),
            ("g", ..) => FunctionWord::ValueAt,
            ("other", ..) => FunctionWord::OtherAt,
            ("p", ..) if self.p_positions => FunctionWord::IsPAt,
            ("p", ..) => return Err(NO_P_POSITIONS.into()),
            ("implies", ..) => FunctionWord::Implies,
            _ => return Err(self.unknown_function(name)),
        })
    }

    fn unknown(&self, name: &str) -> String {
        if FUNCTIONS.iter().any(|(known, _)| *known == name)
            || FOLDS.iter().any(|(known, _)| *known == name)
        {
            return format!("{name} is a function and needs its arguments in brackets");
        }
        let heaps = HEAP_NAMES[..self.heaps].iter();
        let names: Vec<&str> = heaps.chain(&NAMES).copied().collect();
        let meant = did_you_mean(name, names.iter().copied());
        format!("there is no name {name}; {meant}the names are {}", names.join(", "))
    }

    fn unknown_function(&self, name: &str) -> String {
        let functions = FUNCTIONS.iter().map(|(name, _)| *name);
        let names: Vec<&str> = FOLDS.iter().map(|(name, _)| *name).chain(functions).collect();
        let meant = did_you_mean(name, names.iter().copied().chain(["implies"]));
        format!(
            "there is no function {name}; {meant}the functions are {}, implies, and g, p and other of \
             a position",
            names.join(", ")
        )
    }
}

/// Applies a function of numeration, which has no value at negative numbers.
fn natural(n: i64, function: fn(u64) -> u128) -> Option<i64> {
    number(function(n.try_into().ok()?))
}

fn number(wide: u128) -> Option<i64> {
    wide.try_into().ok()
}

/// Computes the greatest common divisor, by Euclid; gcd(a, 0) = a. No value at negative numbers.
fn greatest_common_divisor(a: i64, b: i64) -> Option<i64> {
    let (mut a, mut b) = (u64::try_from(a).ok()?, u64::try_from(b).ok()?);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a name or a function that the description of the language leaves out.
    #[test]
    fn the_language_lists_every_word() {
        let words: Vec<&str> =
            super::super::LANGUAGE.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let functions = FUNCTIONS.iter().map(|(name, _)| name);
        let folds = FOLDS.iter().map(|(name, _)| name);
        let all = NAMES.iter().chain(functions).chain(folds).chain(&HEAP_NAMES);
        for name in all.chain(&OUTCOME_CLASSES).chain(&["implies", "iff", "and", "or", "not"]) {
            assert!(words.contains(name), "{name}");
        }
    }

    #[test]
    fn divisors_are_those_of_arithmetic() {
        let gcd = greatest_common_divisor;
        assert_eq!([gcd(12, 18), gcd(0, 5), gcd(7, 0), gcd(0, 0)], [6, 5, 7, 0].map(Some));
        assert_eq!((gcd(-2, 4), gcd(i64::MAX, i64::MAX)), (None, Some(i64::MAX)));
    }
}
