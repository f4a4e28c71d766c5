//! The tree of an expression: numbers and truth values, which are evaluated at a position.

use super::NoValue;
use super::meaning;
use super::syntax::Connective;
use crate::domain::Coordinates;
use crate::table::PositionView;

/// A function of one number; `None` on overflow and where it has no value.
pub(super) type Function = fn(i64) -> Option<i64>;

/// A function of a natural number; `None` where it has no value.
pub(crate) type OfNatural = fn(u64) -> Option<u128>;

/// A function of two numbers; `None` where it has no value.
pub(crate) type Fold = fn(i64, i64) -> Option<i64>;

/// A part of an expression, of either kind.
pub(super) type Term = meaning::Term<Number, Truth>;

/// A part of an expression that is a number.
#[derive(Debug, Clone)]
pub(super) enum Number {
    Constant(i64),
    /// The size of this heap, counted from 0.
    Heap(usize),
    TokenSum,
    /// The value of the position.
    Value,
    /// The value in the second table.
    Other,
    /// The value of the position with these heaps.
    ValueAt(Box<[Number]>),
    /// The value of the position with these heaps in the second table.
    OtherAt(Box<[Number]>),
    Function(Function, Box<Number>),
    OfNatural(OfNatural, Box<Number>),
    /// A function of two numbers or more, which takes in one after the other.
    Fold(Fold, Box<[Number]>),
}

/// A part of an expression that is true or false.
#[derive(Debug, Clone)]
pub(super) enum Truth {
    Constant(bool),
    IsP,
    /// Whether the position with these heaps is a P-position.
    IsPAt(Box<[Number]>),
    Not(Box<Truth>),
    Connected(Connective, Box<[Truth; 2]>),
    Comparison(fn(&i64, &i64) -> bool, Box<[Number; 2]>),
}

impl Number {
    /// Returns the number at a position.
    pub(super) fn at(&self, position: &PositionView) -> Result<i64, NoValue> {
        let defined = |number: Option<i64>| number.ok_or(NoValue::Undefined);
        Ok(match self {
            Number::Constant(number) => *number,
            Number::Heap(heap) => defined(position.heaps().get(*heap).map(|&heap| heap.into()))?,
            Number::TokenSum => position.heaps().iter().map(|&heap| i64::from(heap)).sum(),
            Number::Value => position.number(position.value()),
            Number::Other => defined(position.other_value().map(|value| position.number(value)))?,
            Number::ValueAt(heaps) => position.number(position.value_of(cell(heaps, position)?)),
            Number::OtherAt(heaps) => {
                let other = position.other_value_of(cell(heaps, position)?);
                defined(other.map(|value| position.number(value)))?
            }
            Number::Function(function, number) => defined(function(number.at(position)?))?,
            Number::OfNatural(function, number) => {
                let natural = u64::try_from(number.at(position)?).ok();
                defined(natural.and_then(function).and_then(|value| value.try_into().ok()))?
            }
            Number::Fold(fold, numbers) => {
                let mut all = numbers.iter().map(|number| number.at(position));
                let first = all.next().ok_or(NoValue::Undefined)??;
                all.try_fold(first, |folded, number| defined(fold(folded, number?)))?
            }
        })
    }
}

/// Returns the position with these heaps, if it is in the table.
fn cell(heaps: &[Number], position: &PositionView) -> Result<Coordinates, NoValue> {
    let mut sizes = Coordinates::ZERO;
    // Coordinates are padded on the left.
    let first = sizes.iter().len() - heaps.len();
    for (axis, heap) in heaps.iter().enumerate() {
        let size = u32::try_from(heap.at(position)?);
        sizes[first + axis] = size.map_err(|_| NoValue::OutsideTable)?;
    }
    if position.has(sizes) { Ok(sizes) } else { Err(NoValue::OutsideTable) }
}

impl Truth {
    /// Returns whether it is true at a position. What does not matter is not looked at.
    pub(super) fn at(&self, position: &PositionView) -> Result<bool, NoValue> {
        Ok(match self {
            Truth::Constant(truth) => *truth,
            Truth::IsP => position.is_p(),
            Truth::IsPAt(heaps) => position.is_p_of(cell(heaps, position)?),
            Truth::Not(truth) => !truth.at(position)?,
            Truth::Connected(connective, of) => {
                let first = of[0].at(position)?;
                match connective {
                    Connective::And => first && of[1].at(position)?,
                    Connective::Or => first || of[1].at(position)?,
                    Connective::Implies => !first || of[1].at(position)?,
                    Connective::Iff => first == of[1].at(position)?,
                }
            }
            Truth::Comparison(compare, of) => compare(&of[0].at(position)?, &of[1].at(position)?),
        })
    }

    /// Takes an implication apart: what is to be true, and under which premise. An implication whose
    /// conclusion is an implication has both premises.
    pub(super) fn premise_and_conclusion(self) -> (Option<Truth>, Truth) {
        let (mut premise, mut conclusion) = (None, self);
        while let Truth::Connected(Connective::Implies, of) = conclusion {
            let [from, to] = *of;
            premise = Some(match premise {
                None => from,
                Some(before) => Truth::Connected(Connective::And, Box::new([before, from])),
            });
            conclusion = to;
        }
        (premise, conclusion)
    }
}
