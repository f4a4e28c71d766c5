//! Between which numbers an operation lies where it has a value, and whether it has one everywhere.
//!
//! `intervals` proves that a whole expression has a value. Whoever evaluates with a check where one may be missing needs
//! bounds of the values that there are.

use super::intervals::{Bounds, bounds, fold_bounds, function_bounds, hull, of_function};
use crate::language::tree::Number;
use crate::language::{Fold, OfNatural};
use crate::rules::OfRules;

/// The values that an operation has for numbers between bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Values {
    /// Sound bounds of them. Where there is no value at all they are 0.
    pub bounds: Bounds,
    /// Whether there is a value everywhere.
    pub are_total: bool,
}

const NONE: Values = Values { bounds: (0, 0), are_total: false };

/// Returns bounds of the values that a number has, where it has one, if the heaps and variables lie between bounds. `None` if
/// a value may pass 64 bits.
pub fn value_bounds(number: &Number<OfRules>, environment: &[Bounds]) -> Option<Bounds> {
    let of_value = |of| value_bounds(of, environment);
    if let Some(bounds) = bounds(number, environment) {
        return Some(bounds);
    }
    match number {
        Number::Constant(constant) => Some((*constant, *constant)),
        Number::Leaf(place) => environment.get(*place).copied(),
        Number::Function(function, of) => of_function(*function, of_value(of)?),
        Number::OfNatural(function, of) => Some(function_values(*function, of_value(of)?)?.bounds),
        Number::Fold(fold, of) => {
            let (first, rest) = of.split_first()?;
            rest.iter().try_fold(of_value(first)?, |folded, next| {
                Some(fold_values(*fold, folded, of_value(next)?)?.bounds)
            })
        }
        Number::Indicator(_) => Some((0, 1)),
        Number::If(_, of) => Some(hull(of_value(&of[0])?, of_value(&of[1])?)),
    }
}

/// Returns what an operation makes of numbers between bounds. `None` if a value may pass 64 bits.
pub fn fold_values(fold: Fold, a: Bounds, b: Bounds) -> Option<Values> {
    match fold {
        // There is no value for the divisor 0 alone.
        Fold::Quotient | Fold::Remainder if b.0 <= 0 && b.1 >= 0 => {
            let sides = [(b.0, -1), (1, b.1)].into_iter().filter(|(low, high)| low <= high);
            let mut all = None;
            for side in sides {
                let found = fold_bounds(fold, a, side)?;
                all = Some(all.map_or(found, |all| hull(all, found)));
            }
            Some(all.map_or(NONE, |bounds| Values { bounds, are_total: false }))
        }
        // There is no shift by negative numbers.
        Fold::ShiftLeft | Fold::ShiftRight if b.0 < 0 => {
            if b.1 < 0 {
                return Some(NONE);
            }
            let bounds = fold_bounds(fold, a, (0, b.1))?;
            Some(Values { bounds, are_total: false })
        }
        Fold::GreatestCommonDivisor if a.0 < 0 || b.0 < 0 => {
            if a.1 < 0 || b.1 < 0 {
                return Some(NONE);
            }
            let bounds = fold_bounds(fold, (a.0.max(0), a.1), (b.0.max(0), b.1))?;
            Some(Values { bounds, are_total: false })
        }
        _ => fold_bounds(fold, a, b).map(|bounds| Values { bounds, are_total: true }),
    }
}

/// Returns what a function makes of natural numbers between bounds, which may reach below. `None` if a value may pass
/// 64 bits.
pub fn function_values(function: OfNatural, (low, high): Bounds) -> Option<Values> {
    let least = function.least_argument();
    if high < least {
        return Some(NONE);
    }
    let bounds = function_bounds(function, (low.max(least), high))?;
    Some(Values { bounds, are_total: low >= least })
}
