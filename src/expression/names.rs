//! Names and functions: what the words of an expression stand for in a job.

use super::meaning::Problem;
use super::tree::{Fold, Function, Number, OfNatural, Term, Truth};
use crate::domain::HEAP_NAMES;
use crate::golden_ratio::{Zeckendorf, fibonacci_word, floor_phi, floor_phi_squared};
use crate::job::Job;
use crate::quantity::{OUTCOME_CLASSES, ValueKind};
use crate::wording::{counted, did_you_mean};

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
    /// A function of one natural number.
    OfNatural(OfNatural),
    /// A function of two numbers or more, which takes in one after the other.
    Fold(Fold),
    /// What is asked of another position.
    At(fn(Box<[Number]>) -> Term),
}

/// The names besides those of heaps and outcome classes.
pub(super) const NAMES: [&str; 6] = ["tokens", "g", "p", "other", "true", "false"];

/// The functions of one natural number; `None` where there is no value.
pub(crate) const OF_NATURAL: [(&str, OfNatural); 6] = [
    ("floor_phi", |n| Some(floor_phi(n))),
    ("floor_phi2", |n| Some(floor_phi_squared(n))),
    ("fibonacci_word", |n| fibonacci_word(n).map(u128::from)),
    ("zeckendorf_part", |n| Zeckendorf::of(n).smallest_part()),
    ("zeckendorf_zeros", |n| Zeckendorf::of(n).trailing_zeros().map(u128::from)),
    ("zeckendorf_shift", |n| Some(Zeckendorf::of(n).shifted())),
];

/// The functions of two numbers or more.
pub(crate) const FOLDS: [(&str, Fold); 5] = [
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
    pub(super) fn named(&self, name: &str) -> Result<Term, Problem> {
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
    pub(super) fn called(&self, name: &str) -> Result<FunctionWord, Problem> {
        let of_natural = OF_NATURAL.iter().find(|(known, _)| *known == name);
        let fold = FOLDS.iter().find(|(known, _)| *known == name);
        Ok(match (name, of_natural, fold) {
            (_, Some((_, function)), _) => FunctionWord::OfNatural(*function),
            (_, _, Some((_, fold))) => FunctionWord::Fold(*fold),
            ("abs", ..) => FunctionWord::Function(i64::checked_abs),
            ("g", ..) => FunctionWord::At(|heaps| Term::Number(Number::ValueAt(heaps))),
            ("other", ..) => FunctionWord::At(|heaps| Term::Number(Number::OtherAt(heaps))),
            ("p", ..) if self.p_positions => {
                FunctionWord::At(|heaps| Term::Truth(Truth::IsPAt(heaps)))
            }
            ("p", ..) => return Err(NO_P_POSITIONS.into()),
            _ => return Err(unknown_function(name)),
        })
    }

    fn unknown(&self, name: &str) -> String {
        if functions().any(|known| known == name) {
            return format!("{name} is a function and needs its arguments in brackets");
        }
        let heaps = HEAP_NAMES[..self.heaps].iter();
        let names: Vec<&str> = heaps.chain(&NAMES).copied().collect();
        let meant = did_you_mean(name, names.iter().copied());
        format!("there is no name {name}; {meant}the names are {}", names.join(", "))
    }
}

/// Returns the names of the functions.
fn functions() -> impl Iterator<Item = &'static str> {
    FOLDS.map(|(name, _)| name).into_iter().chain(["abs"]).chain(OF_NATURAL.map(|(name, _)| name))
}

fn unknown_function(name: &str) -> Problem {
    let meant = did_you_mean(name, functions().chain(["implies"]));
    let names: Vec<&str> = functions().collect();
    format!(
        "there is no function {name}; {meant}the functions are {}, implies, and g, p and other of \
         a position",
        names.join(", ")
    )
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
        let all = NAMES.into_iter().chain(functions()).chain(HEAP_NAMES).chain(OUTCOME_CLASSES);
        for name in all.chain(["implies", "iff", "and", "or", "not"]) {
            assert!(words.contains(&name), "{name}");
        }
    }

    #[test]
    fn divisors_are_those_of_arithmetic() {
        let gcd = greatest_common_divisor;
        assert_eq!([gcd(12, 18), gcd(0, 5), gcd(7, 0), gcd(0, 0)], [6, 5, 7, 0].map(Some));
        assert_eq!((gcd(-2, 4), gcd(i64::MAX, i64::MAX)), (None, Some(i64::MAX)));
    }
}
