//! The tree of an expression: numbers and truth values, which are evaluated at a position.

use super::NoValue;
use crate::table::PositionView;

/// A part of an expression that is a number.
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

/// A part of an expression that is true or false.
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
    /// Returns the number at a position.
    pub(super) fn at(&self, position: &PositionView) -> Result<i64, NoValue> {
        let defined = |number: Option<i64>| number.ok_or(NoValue::Undefined);
        Ok(match self {
            Number::Constant(number) => *number,
            Number::Heap(heap) => defined(position.heaps().get(*heap).map(|&heap| heap.into()))?,
            Number::Value => position.value().into(),
            Number::Other => defined(position.other_value().map(i64::from))?,
            Number::Negative(number) => defined(number.at(position)?.checked_neg())?,
            Number::Operation(operation, of) => {
                defined(operation(of[0].at(position)?, of[1].at(position)?))?
            }
            Number::Function(function, number) => defined(function(number.at(position)?))?,
        })
    }
}

impl Truth {
    /// Returns whether it is true at a position. What does not matter is not looked at.
    pub(super) fn at(&self, position: &PositionView) -> Result<bool, NoValue> {
        Ok(match self {
            Truth::Constant(truth) => *truth,
            Truth::IsP => position.is_p(),
            Truth::Not(truth) => !truth.at(position)?,
            Truth::And(of) => of[0].at(position)? && of[1].at(position)?,
            Truth::Or(of) => of[0].at(position)? || of[1].at(position)?,
            Truth::Implies(of) => !of[0].at(position)? || of[1].at(position)?,
            Truth::Same(of) => of[0].at(position)? == of[1].at(position)?,
            Truth::Comparison(compare, of) => compare(&of[0].at(position)?, &of[1].at(position)?),
        })
    }
}
