//! The tree of an expression: numbers and truth values at positions, which `evaluation` evaluates.

use super::fold::Fold;
use super::meaning;
use super::syntax::{Connective, Sign};

/// A function of one number; `None` on overflow and where it has no value.
pub(super) type Function = fn(i64) -> Option<i64>;

/// A function of a natural number; `None` where it has no value.
pub(crate) type OfNatural = fn(u64) -> Option<u128>;

/// A part of an expression, of either kind.
pub(super) type Term = meaning::Term<Number, Truth>;

/// A part of an expression that is a number.
#[derive(Debug, Clone)]
pub(super) enum Number {
    Constant(i64),
    /// The size of this heap, counted from 0.
    Heap(usize),
    TokenSum,
    /// The value of a position.
    Value(Place),
    Function(Function, Box<Number>),
    OfNatural(OfNatural, Box<Number>),
    /// A function of two numbers or more, which it takes in one after the other.
    Fold(Fold, Box<[Number]>),
    /// 1 where it is true, else 0.
    Indicator(Box<Truth>),
    /// The first number where it is true, else the second one.
    If(Box<Truth>, Box<[Number; 2]>),
}

/// A part of an expression that is true or false.
#[derive(Debug, Clone)]
pub(super) enum Truth {
    Constant(bool),
    /// Whether a position is a P-position.
    IsP(Place),
    Not(Box<Truth>),
    Connected(Connective, Box<[Truth; 2]>),
    Comparison(Sign, Box<[Number; 2]>),
    /// The second where the first is true, else the third.
    If(Box<[Truth; 3]>),
}

/// Which position is asked for, and in which table.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The place of the table among the others; `None` for the table itself.
    pub(super) table: Option<usize>,
    /// The heaps; `None` for those of the position itself.
    pub(super) heaps: Option<Box<[Number]>>,
}

impl Place {
    /// Whether it is another position of the table itself.
    fn looks_around(&self) -> bool {
        let mut heaps = self.heaps.iter().flatten();
        self.table.is_none() && self.heaps.is_some() || heaps.any(Number::looks_around)
    }
}

impl Number {
    /// Whether a part of it looks at another position of the table.
    pub(super) fn looks_around(&self) -> bool {
        match self {
            Number::Constant(_) | Number::Heap(_) | Number::TokenSum => false,
            Number::Value(place) => place.looks_around(),
            Number::Function(_, of) | Number::OfNatural(_, of) => of.looks_around(),
            Number::Fold(_, of) => of.iter().any(Number::looks_around),
            Number::Indicator(truth) => truth.looks_around(),
            Number::If(truth, of) => truth.looks_around() || of.iter().any(Number::looks_around),
        }
    }
}

impl Truth {
    /// Whether a part of it looks at another position of the table.
    pub(super) fn looks_around(&self) -> bool {
        match self {
            Truth::Constant(_) => false,
            Truth::IsP(place) => place.looks_around(),
            Truth::Not(of) => of.looks_around(),
            Truth::Connected(_, of) => of.iter().any(Truth::looks_around),
            Truth::Comparison(_, of) => of.iter().any(Number::looks_around),
            Truth::If(of) => of.iter().any(Truth::looks_around),
        }
    }

    /// Takes an implication apart: what is to be true, and under which premise. An implication whose
    /// conclusion is an implication has both premises.
    pub(super) fn premise_and_conclusion(self) -> (Option<Truth>, Truth) {
        let (mut premise, mut conclusion) = (None::<Truth>, self);
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

    /// Connects two conditions.
    pub(super) fn and(self, other: Truth) -> Truth {
        Truth::Connected(Connective::And, Box::new([self, other]))
    }
}
