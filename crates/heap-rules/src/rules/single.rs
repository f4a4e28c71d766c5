//! What an expression is at a single place: the meaning of the trees of rules, part by part.
//!
//! [`evaluation`](crate::evaluation) computes the same for many lanes at once, with vectors that it allocates, and is compared
//! with this file by a test. Bounds of variables and conditions on a position are needed in one lane, which takes a few
//! nanoseconds here.

use super::OfRules;
use crate::language::tree::{Number, Truth, entry};
use crate::language::{Connective, of_natural};

impl Number<OfRules> {
    /// Returns the number where the heaps and the variables have these values; `None` where it has none.
    pub fn at(&self, environment: &[i64]) -> Option<i64> {
        match self {
            Number::Constant(number) => Some(*number),
            Number::Leaf(place) => environment.get(*place).copied(),
            Number::Function(function, of) => function.of(of.at(environment)?),
            Number::OfNatural(function, of) => of_natural(*function, of.at(environment)?),
            Number::Entry(list, of) => entry(list, of.at(environment)?),
            Number::Fold(fold, of) => {
                let (first, rest) = of.split_first()?;
                let first = first.at(environment)?;
                rest.iter().try_fold(first, |folded, of| fold.of(folded, of.at(environment)?))
            }
            Number::Indicator(of) => of.at(environment).map(i64::from),
            Number::If(condition, of) => {
                let [one, two] = &**of;
                if condition.at(environment)? { one.at(environment) } else { two.at(environment) }
            }
        }
    }
}

impl Truth<OfRules> {
    /// Returns whether it is true where the heaps and the variables have these values; `None` where that is undefined.
    pub fn at(&self, environment: &[i64]) -> Option<bool> {
        match self {
            Truth::Constant(truth) => Some(*truth),
            Truth::Leaf(none) => match *none {},
            Truth::Not(of) => of.at(environment).map(|truth| !truth),
            Truth::Connected(connective, of) => {
                let [one, two] = &**of;
                let first = one.at(environment)?;
                match (connective.decided_by(first), connective) {
                    (Some(decided), _) => Some(decided),
                    (None, Connective::Iff) => two.at(environment).map(|other| other == first),
                    (None, _) => two.at(environment),
                }
            }
            Truth::Comparison(sign, of) => {
                let [one, two] = &**of;
                Some(sign.test()(&one.at(environment)?, &two.at(environment)?))
            }
            Truth::Predicate(predicate, of) => {
                of.at(environment).map(|number| predicate.of(number))
            }
            Truth::If(of) => {
                let [condition, one, two] = &**of;
                if condition.at(environment)? { one.at(environment) } else { two.at(environment) }
            }
        }
    }
}
