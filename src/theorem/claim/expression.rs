//! The expression of a claim: a tree of numbers and truth values, which is evaluated at a position.

use crate::theorem::statement::PositionView;

/// A part of a claim that is a number.
#[derive(Debug)]
pub(super) enum Number {
    Constant(i64),
    /// The size of this heap, counted from 0.
    Heap(usize),
    /// The value of the position.
    Value,
    /// The value in the second table.
    Other,
    Negative(Box<Number>),
    Operation(Operation, Box<[Number; 2]>),
    /// A function of one number.
    Function(fn(i64) -> Option<i64>, Box<Number>),
}

/// A function of two numbers; `None` on overflow and where it has no value.
pub(super) type Operation = fn(i64, i64) -> Option<i64>;

/// A part of a claim that is true or false.
#[derive(Debug)]
pub(super) enum Truth {
    Constant(bool),
    IsP,
    Not(Box<Truth>),
    And(Box<[Truth; 2]>),
    Or(Box<[Truth; 2]>),
    Implies(Box<[Truth; 2]>),
    Same(Box<[Truth; 2]>),
    Comparison(fn(&i64, &i64) -> bool, Box<[Number; 2]>),
}

impl Number {
    /// Returns the number at a position; `None` on overflow, on division by 0, and where a function
    /// has no value.
    fn at(&self, position: &PositionView) -> Option<i64> {
        Some(match self {
            Number::Constant(number) => *number,
            Number::Heap(heap) => (*position.heaps().get(*heap)?).into(),
            Number::Value => position.value().into(),
            Number::Other => position.other_value()?.into(),
            Number::Negative(number) => number.at(position)?.checked_neg()?,
            Number::Operation(operation, of) => {
                operation(of[0].at(position)?, of[1].at(position)?)?
            }
            Number::Function(function, number) => function(number.at(position)?)?,
        })
    }
}

impl Truth {
    /// Returns whether it is true at a position; `None` where a number that matters has no value.
    pub(super) fn holds_at(&self, position: &PositionView) -> Option<bool> {
        Some(match self {
            Truth::Constant(truth) => *truth,
            Truth::IsP => position.is_p(),
            Truth::Not(truth) => !truth.holds_at(position)?,
            Truth::And(of) => of[0].holds_at(position)? && of[1].holds_at(position)?,
            Truth::Or(of) => of[0].holds_at(position)? || of[1].holds_at(position)?,
            Truth::Implies(of) => !of[0].holds_at(position)? || of[1].holds_at(position)?,
            Truth::Same(of) => of[0].holds_at(position)? == of[1].holds_at(position)?,
            Truth::Comparison(compare, of) => compare(&of[0].at(position)?, &of[1].at(position)?),
        })
    }
}
