//! The tree of an expression: numbers and truth values, of whose names it is known what they stand for. `evaluation`
//! evaluates it for many positions at once.

use std::fmt;
use std::sync::Arc;

use super::fold::Fold;
use super::functions::{Function, OfNatural, Predicate};
use super::meaning;
use super::syntax::{Connective, Sign};

/// What the names in an expression stand for: the leaves of its tree.
pub trait Leaves: Clone + fmt::Debug {
    /// What is a number, as a heap size.
    type Number: Clone + fmt::Debug;
    /// What is true or false, as whether a position is a P-position.
    type Truth: Clone + fmt::Debug;
}

/// A part of an expression, of either kind.
pub type Term<L> = meaning::Term<Number<L>, Truth<L>>;

/// A part of an expression that is a number.
#[derive(Debug, Clone)]
pub enum Number<L: Leaves> {
    /// A number that is written.
    Constant(i64),
    /// What a name stands for.
    Leaf(L::Number),
    /// A function of a number.
    Function(Function, Box<Number<L>>),
    /// A function of a natural number.
    OfNatural(OfNatural, Box<Number<L>>),
    /// The number of a list that has this place, counted from 0. Elsewhere it has no value.
    Entry(Arc<[i64]>, Box<Number<L>>),
    /// A function of two numbers or more, which it takes in one after the other.
    Fold(Fold, Box<[Number<L>]>),
    /// 1 where it is true, else 0.
    Indicator(Box<Truth<L>>),
    /// The first number where it is true, else the second one.
    If(Box<Truth<L>>, Box<[Number<L>; 2]>),
}

/// A part of an expression that is true or false.
#[derive(Debug, Clone)]
pub enum Truth<L: Leaves> {
    /// `true` or `false`.
    Constant(bool),
    /// What a name stands for.
    Leaf(L::Truth),
    /// True where the part is false.
    Not(Box<Truth<L>>),
    /// Two truth values; the second one matters only where the first does not decide.
    Connected(Connective, Box<[Truth<L>; 2]>),
    /// A comparison of two numbers.
    Comparison(Sign, Box<[Number<L>; 2]>),
    /// What is asked of a number.
    Predicate(Predicate, Box<Number<L>>),
    /// The second where the first is true, else the third.
    If(Box<[Truth<L>; 3]>),
}

/// Returns the number of a list that has a place, counted from 0.
#[inline]
pub(crate) fn entry(list: &[i64], place: i64) -> Option<i64> {
    usize::try_from(place).ok().and_then(|place| list.get(place).copied())
}

/// Returns the condition that the binary digit of a number at a place is 1.
pub(crate) fn bit<L: Leaves>([number, place]: [Number<L>; 2]) -> Truth<L> {
    let shifted = Number::Fold(Fold::ShiftRight, Box::new([number, place]));
    let digit = Number::Fold(Fold::BitAnd, Box::new([shifted, Number::Constant(1)]));
    Truth::Comparison(Sign::Equal, Box::new([digit, Number::Constant(1)]))
}

impl<L: Leaves> Truth<L> {
    /// Returns the number and the place of which this says that the binary digit is 1, if it says so.
    pub fn as_bit(&self) -> Option<[&Number<L>; 2]> {
        let Truth::Comparison(Sign::Equal, of) = self else { return None };
        let [Number::Fold(Fold::BitAnd, digit), Number::Constant(1)] = &**of else { return None };
        let [Number::Fold(Fold::ShiftRight, of), Number::Constant(1)] = &**digit else {
            return None;
        };
        let [number, place] = &**of else { return None };
        Some([number, place])
    }
}

/// Returns the power of a base that is a written number.
pub(crate) fn power<L: Leaves>(base: i64, exponent: Number<L>) -> Number<L> {
    let powers = std::iter::successors(Some(1i64), |power| {
        power.checked_mul(base).filter(|next| next.abs() > power.abs())
    });
    Number::Entry(powers.collect(), Box::new(exponent))
}

/// Returns the digit of a number at a place, in a base that is a written number.
pub(crate) fn digit<L: Leaves>(number: Number<L>, place: Number<L>, base: i64) -> Number<L> {
    let shifted = Number::Fold(Fold::Quotient, Box::new([number, power(base, place)]));
    Number::Fold(Fold::Remainder, Box::new([shifted, Number::Constant(base)]))
}

/// Returns the condition that the first of two numbers divides the second: 0 divides 0 alone.
pub(crate) fn divides<L: Leaves>([divisor, of]: [Number<L>; 2]) -> Truth<L> {
    let is_zero = |number: &Number<L>| {
        Truth::Comparison(Sign::Equal, Box::new([number.clone(), Number::Constant(0)]))
    };
    let remainder = Number::Fold(Fold::Remainder, Box::new([of.clone(), divisor.clone()]));
    Truth::If(Box::new([is_zero(&divisor), is_zero(&of), is_zero(&remainder)]))
}

/// A part of an expression, where it stands.
pub(crate) type Part<'a, L> = meaning::Term<&'a Number<L>, &'a Truth<L>>;

impl<'a, L: Leaves> Part<'a, L> {
    /// Returns the parts that it consists of.
    pub(crate) fn parts(&self) -> Vec<Part<'a, L>> {
        let numbers = |of: &'a [Number<L>]| of.iter().map(Part::Number).collect();
        let truths = |of: &'a [Truth<L>]| of.iter().map(Part::Truth).collect();
        match *self {
            Part::Number(number) => match number {
                Number::Constant(_) | Number::Leaf(_) => Vec::new(),
                Number::Function(_, of) | Number::OfNatural(_, of) | Number::Entry(_, of) => {
                    vec![Part::Number(of)]
                }
                Number::Fold(_, of) => numbers(of),
                Number::Indicator(of) => vec![Part::Truth(of)],
                Number::If(condition, of) => {
                    let [one, two] = &**of;
                    vec![Part::Truth(condition), Part::Number(one), Part::Number(two)]
                }
            },
            Part::Truth(truth) => match truth {
                Truth::Constant(_) | Truth::Leaf(_) => Vec::new(),
                Truth::Not(of) => vec![Part::Truth(of)],
                Truth::Connected(_, of) => truths(&**of),
                Truth::Comparison(_, of) => numbers(&**of),
                Truth::Predicate(_, of) => vec![Part::Number(of)],
                Truth::If(of) => truths(&**of),
            },
        }
    }

    /// Returns whether one of its leaves is such a number or such a truth value.
    fn any_leaf(
        &self,
        number: &dyn Fn(&L::Number) -> bool,
        truth: &dyn Fn(&L::Truth) -> bool,
    ) -> bool {
        match self {
            Part::Number(Number::Leaf(leaf)) => number(leaf),
            Part::Truth(Truth::Leaf(leaf)) => truth(leaf),
            part => part.parts().iter().any(|part| part.any_leaf(number, truth)),
        }
    }
}

impl<L: Leaves> Number<L> {
    /// Returns whether one of its leaves is such a number or such a truth value.
    pub fn any_leaf(
        &self,
        number: &dyn Fn(&L::Number) -> bool,
        truth: &dyn Fn(&L::Truth) -> bool,
    ) -> bool {
        Part::Number(self).any_leaf(number, truth)
    }
}

impl<L: Leaves> Truth<L> {
    /// Returns whether one of its leaves is such a number or such a truth value.
    pub fn any_leaf(
        &self,
        number: &dyn Fn(&L::Number) -> bool,
        truth: &dyn Fn(&L::Truth) -> bool,
    ) -> bool {
        Part::Truth(self).any_leaf(number, truth)
    }

    /// Takes an implication apart: what is to be true, and under which premise. An implication whose
    /// conclusion is an implication has both premises.
    pub fn premise_and_conclusion(self) -> (Option<Truth<L>>, Truth<L>) {
        let (mut premise, mut conclusion) = (None::<Truth<L>>, self);
        while let Truth::Connected(Connective::Implies, of) = conclusion {
            let [from, to] = *of;
            premise = Some(match premise {
                None => from,
                Some(before) => before.and(from),
            });
            conclusion = to;
        }
        (premise, conclusion)
    }

    /// Returns the condition that it is true, or that it is false.
    #[must_use]
    pub(crate) fn when(&self, holds: bool) -> Self {
        if holds { self.clone() } else { Truth::Not(Box::new(self.clone())) }
    }

    /// Returns the parts that `and` connects.
    pub fn conjoined(&self) -> Vec<&Self> {
        match self {
            Truth::Connected(Connective::And, of) => of.iter().flat_map(Truth::conjoined).collect(),
            truth => vec![truth],
        }
    }

    /// Connects two conditions.
    #[must_use]
    pub fn and(self, other: Truth<L>) -> Self {
        Truth::Connected(Connective::And, Box::new([self, other]))
    }
}
