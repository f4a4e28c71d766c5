//! Substitution: other numbers in the place of the leaves of an expression.

use super::intervals::Bounds;
use crate::language::Sign;
use crate::language::tree::{Number, Truth};
use crate::rules::{Clause, OfRules, Range};

/// The most values of a variable for which numbers are listed.
const MOST_LISTED: i64 = 1 << 12;

impl Number<OfRules> {
    /// Returns the same operation on other parts: what `number` and `truth` make of those that it has.
    fn of_parts(
        &self,
        number: impl Fn(&Number<OfRules>) -> Number<OfRules>,
        truth: impl Fn(&Truth<OfRules>) -> Truth<OfRules>,
    ) -> Self {
        match self {
            Number::Constant(_) | Number::Leaf(_) => self.clone(),
            Number::Function(function, of) => Number::Function(*function, Box::new(number(of))),
            Number::OfNatural(function, of) => Number::OfNatural(*function, Box::new(number(of))),
            Number::Entry(list, of) => Number::Entry(list.clone(), Box::new(number(of))),
            Number::Fold(fold, of) => Number::Fold(*fold, of.iter().map(number).collect()),
            Number::Indicator(of) => Number::Indicator(Box::new(truth(of))),
            Number::If(condition, of) => {
                Number::If(Box::new(truth(condition)), Box::new(of.each_ref().map(number)))
            }
        }
    }

    /// Returns the expression with each leaf replaced by what `with` says of its place.
    #[must_use]
    pub(crate) fn substituted(&self, with: &dyn Fn(usize) -> Number<OfRules>) -> Self {
        match self {
            Number::Leaf(place) => with(*place),
            number => number.of_parts(|of| of.substituted(with), |of| of.substituted(with)),
        }
    }

    /// Returns the same number, in which the parts that name one variable alone are looked up in lists, as far as they have a value
    /// wherever the variable lies between these bounds.
    #[must_use]
    pub fn with_lists(&self, place: usize, (low, high): Bounds) -> Self {
        let names =
            |of: &dyn Fn(usize) -> bool| self.any_leaf(&|&leaf| of(leaf), &|none| match *none {});
        let is_short = matches!(self, Number::Constant(_) | Number::Leaf(_))
            || matches!(self, Number::Entry(_, of) if matches!(**of, Number::Leaf(_)));
        if is_short || !names(&|leaf| leaf == place) || low < 0 || high >= MOST_LISTED {
            return self.clone();
        }
        if !names(&|leaf| leaf != place) {
            let mut at = vec![0; place + 1];
            let value = |number: i64| {
                at[place] = number;
                // Below the least number nobody asks.
                if number < low { Some(0) } else { self.at(&at) }
            };
            if let Some(list) = (0..=high).map(value).collect::<Option<_>>() {
                return Number::Entry(list, Box::new(Number::Leaf(place)));
            }
        }
        self.of_parts(|of| of.with_lists(place, (low, high)), Clone::clone)
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
