//! Between which numbers an expression lies where it has a value.
//!
//! `intervals` proves that a whole expression has a value. Whoever evaluates with a check where one may be missing needs
//! bounds of the values that there are.

use super::intervals::bounds;
use crate::language::bounds::{Bounds, hull, of_function};
pub use crate::language::bounds::{Values, entry_values, fold_values, function_values};
use crate::language::tree::Number;
use crate::rules::OfRules;

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
        Number::Entry(list, of) => Some(entry_values(list, of_value(of)?).bounds),
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
