//! What an expression is for one choice of the heaps and the variables: one number or one truth value.
//!
//! `heap_rules::evaluation` computes the same for many lanes at once, with vectors that it allocates. Bounds of
//! variables and conditions that no innermost variable changes are needed for one lane, which takes a few nanoseconds
//! here.

use heap_rules::rules::OfRules;
use heap_rules::tree::{Number, Truth};
use heap_rules::{Connective, Sign, of_natural};

use super::environment::Environment;
use super::form::Form;

/// A number, prepared to be evaluated again and again.
pub(super) enum Scalar {
    /// A linear form, which most bounds are.
    Form(Form),
    /// Any other number.
    Tree(Number<OfRules>),
}

impl Scalar {
    /// Prepares an expression.
    pub(super) fn new(number: &Number<OfRules>) -> Self {
        Form::of(number).map_or_else(|| Scalar::Tree(number.clone()), Scalar::Form)
    }

    /// Returns whether it names the heap or the variable with this place.
    pub(super) fn names(&self, place: usize) -> bool {
        match self {
            Scalar::Form(form) => form.factors[place] != 0,
            Scalar::Tree(tree) => tree.any_leaf(&|&leaf| leaf == place, &|none| match *none {}),
        }
    }

    /// Returns its value; `None` where it has none.
    #[inline]
    pub(super) fn at(&self, at: &Environment) -> Option<i64> {
        match self {
            Scalar::Form(form) => Some(form.at(at)),
            Scalar::Tree(tree) => number_at(tree, at),
        }
    }
}

/// Returns the value of a number; `None` where it has none.
pub(super) fn number_at(number: &Number<OfRules>, at: &Environment) -> Option<i64> {
    match number {
        Number::Constant(number) => Some(*number),
        Number::Leaf(place) => at.get(*place).copied(),
        Number::Function(function, of) => function.of(number_at(of, at)?),
        Number::OfNatural(function, of) => of_natural(*function, number_at(of, at)?),
        Number::Fold(fold, of) => {
            let (first, rest) = of.split_first()?;
            let first = number_at(first, at)?;
            rest.iter().try_fold(first, |folded, next| fold.of(folded, number_at(next, at)?))
        }
        Number::Indicator(of) => truth_at(of, at).map(i64::from),
        Number::If(condition, of) => {
            let [then, otherwise] = &**of;
            number_at(if truth_at(condition, at)? { then } else { otherwise }, at)
        }
    }
}

/// Returns whether a condition is true; `None` where it has no value.
pub(super) fn truth_at(truth: &Truth<OfRules>, at: &Environment) -> Option<bool> {
    match truth {
        Truth::Constant(truth) => Some(*truth),
        Truth::Leaf(none) => match *none {},
        Truth::Not(of) => truth_at(of, at).map(|truth| !truth),
        Truth::Connected(connective, of) => {
            let [one, two] = &**of;
            let first = truth_at(one, at)?;
            match (connective, first) {
                (Connective::And, false) => Some(false),
                (Connective::Or, true) | (Connective::Implies, false) => Some(true),
                (Connective::And | Connective::Or | Connective::Implies, _) => truth_at(two, at),
                (Connective::Iff, _) => truth_at(two, at).map(|second| first == second),
            }
        }
        Truth::Comparison(sign, of) => {
            let [one, two] = &**of;
            let (one, two) = (number_at(one, at)?, number_at(two, at)?);
            Some(match sign {
                Sign::Equal => one == two,
                Sign::NotEqual => one != two,
                Sign::Less => one < two,
                Sign::AtMost => one <= two,
                Sign::Greater => one > two,
                Sign::AtLeast => one >= two,
            })
        }
        Truth::Predicate(predicate, of) => number_at(of, at).map(|of| predicate.of(of)),
        Truth::If(of) => {
            let [condition, then, otherwise] = &**of;
            truth_at(if truth_at(condition, at)? { then } else { otherwise }, at)
        }
    }
}
