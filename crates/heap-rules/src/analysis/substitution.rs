//! Substitution: other numbers in the place of the leaves of an expression.

use crate::language::Sign;
use crate::language::tree::{Number, Truth};
use crate::rules::{Clause, OfRules, Range};

impl Number<OfRules> {
    /// Returns the expression with each leaf replaced by what `with` says of its place.
    #[must_use]
    pub(crate) fn substituted(&self, with: &dyn Fn(usize) -> Number<OfRules>) -> Self {
        let boxed = |of: &Number<OfRules>| Box::new(of.substituted(with));
        match self {
            Number::Constant(constant) => Number::Constant(*constant),
            Number::Leaf(place) => with(*place),
            Number::Function(function, of) => Number::Function(*function, boxed(of)),
            Number::OfNatural(function, of) => Number::OfNatural(*function, boxed(of)),
            Number::Entry(list, of) => Number::Entry(list.clone(), boxed(of)),
            Number::Fold(fold, of) => {
                Number::Fold(*fold, of.iter().map(|of| of.substituted(with)).collect())
            }
            Number::Indicator(of) => Number::Indicator(Box::new(of.substituted(with))),
            Number::If(condition, of) => {
                let of = of.each_ref().map(|of| of.substituted(with));
                Number::If(Box::new(condition.substituted(with)), Box::new(of))
            }
        }
    }
}

impl Truth<OfRules> {
    /// Returns the condition with each leaf replaced by what `with` says of its place.
    #[must_use]
    pub(crate) fn substituted(&self, with: &dyn Fn(usize) -> Number<OfRules>) -> Self {
        match self {
            Truth::Constant(truth) => Truth::Constant(*truth),
            Truth::Leaf(leaf) => match *leaf {},
            Truth::Not(of) => Truth::Not(Box::new(of.substituted(with))),
            Truth::Connected(connective, of) => Truth::Connected(
                *connective,
                Box::new(of.each_ref().map(|of| of.substituted(with))),
            ),
            Truth::Comparison(sign, of) => {
                Truth::Comparison(*sign, Box::new(of.each_ref().map(|of| of.substituted(with))))
            }
            Truth::Predicate(predicate, of) => {
                Truth::Predicate(*predicate, Box::new(of.substituted(with)))
            }
            Truth::If(of) => Truth::If(Box::new(of.each_ref().map(|of| of.substituted(with)))),
        }
    }

    /// Whether the condition names such a place of the environment.
    pub(crate) fn names(&self, place: &dyn Fn(usize) -> bool) -> bool {
        self.any_leaf(&|leaf| place(*leaf), &|leaf| match *leaf {})
    }
}

/// Returns what stands for the leaves of an expression in which a number takes the place of one of them.
pub(crate) fn instead(place: usize, number: Number<OfRules>) -> impl Fn(usize) -> Number<OfRules> {
    move |leaf| if leaf == place { number.clone() } else { Number::Leaf(leaf) }
}

impl Clause {
    /// Returns all that is said of the variables of a clause in a game on this number of heaps.
    pub(crate) fn conditions(&self, heaps: usize) -> Vec<Truth<OfRules>> {
        let ranges = (heaps..).zip(&self.ranges);
        let of_ranges = ranges.flat_map(|(place, range)| range.conditions(place));
        of_ranges.chain(self.condition.clone()).collect()
    }
}

impl Range {
    /// Returns what a range says of the variable at a place, as conditions: that it lies between its bounds, or between
    /// the ends of its set.
    pub fn conditions(&self, place: usize) -> Vec<Truth<OfRules>> {
        let at_most = |one: &Number<OfRules>, two: &Number<OfRules>| {
            Truth::Comparison(Sign::AtMost, Box::new([one.clone(), two.clone()]))
        };
        let variable = Number::Leaf(place);
        match self {
            Range::Between(ends) => {
                vec![at_most(&ends[0], &variable), at_most(&variable, &ends[1])]
            }
            Range::Set(numbers) => match (numbers.first(), numbers.last()) {
                (Some(first), Some(last)) => vec![
                    at_most(&Number::Constant(*first), &variable),
                    at_most(&variable, &Number::Constant(*last)),
                ],
                _ => vec![Truth::Constant(false)],
            },
        }
    }
}
