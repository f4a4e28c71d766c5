//! Interval arithmetic: between which numbers an expression lies when its leaves lie between given ones.
//!
//! All bounds are sound: where they say that a number has a value between two ends, it has one at all places of the
//! environment, without an overflow of 64 bits on the way. They need not be the best ones. At a single place they are
//! exact, so that they also evaluate.

pub use crate::language::bounds::{Bounds, hull, of_function};
use crate::language::bounds::{entry_values, fold_bounds, function_bounds};
use crate::language::tree::{Number, Truth};
use crate::language::{Connective, Sign};
use crate::rules::OfRules;

/// Which truth values a condition may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Possible {
    /// Whether it may be true.
    pub truth: bool,
    /// Whether it may be false.
    pub falsity: bool,
}

impl Possible {
    fn swapped(self) -> Self {
        Possible { truth: self.falsity, falsity: self.truth }
    }

    fn hull(self, other: Self) -> Self {
        Possible { truth: self.truth || other.truth, falsity: self.falsity || other.falsity }
    }

    fn only(truth: bool) -> Self {
        Possible { truth, falsity: !truth }
    }
}

/// Returns bounds of a number whose leaves lie between the bounds of the environment. `None` if it may be undefined or
/// pass 64 bits somewhere.
pub fn bounds(number: &Number<OfRules>, environment: &[Bounds]) -> Option<Bounds> {
    match number {
        Number::Constant(constant) => Some((*constant, *constant)),
        Number::Leaf(place) => environment.get(*place).copied(),
        Number::Function(function, of) => of_function(*function, bounds(of, environment)?),
        Number::OfNatural(function, of) => function_bounds(*function, bounds(of, environment)?),
        Number::Entry(list, of) => {
            let values = entry_values(list, bounds(of, environment)?);
            values.are_total.then_some(values.bounds)
        }
        Number::Fold(fold, of) => {
            let Some((first, rest)) = of.split_first() else { return Some((0, 0)) };
            rest.iter().try_fold(bounds(first, environment)?, |folded, number| {
                fold_bounds(*fold, folded, bounds(number, environment)?)
            })
        }
        Number::Indicator(truth) => {
            let Possible { truth, falsity } = possible(truth, environment)?;
            Some((i64::from(!falsity), i64::from(truth)))
        }
        Number::If(condition, of) => {
            let ends = in_branches(condition, environment, |branch, environment| {
                bounds(&of[usize::from(!branch)], environment)
            })?;
            ends.into_iter().flatten().reduce(hull)
        }
    }
}

/// Returns which truth values a condition may have. `None` if it may be undefined somewhere.
pub fn possible(truth: &Truth<OfRules>, environment: &[Bounds]) -> Option<Possible> {
    match truth {
        Truth::Constant(truth) => Some(Possible::only(*truth)),
        Truth::Leaf(leaf) => match *leaf {},
        Truth::Not(of) => possible(of, environment).map(Possible::swapped),
        Truth::Connected(Connective::Iff, of) => {
            let (a, b) = (possible(&of[0], environment)?, possible(&of[1], environment)?);
            Some(Possible {
                truth: a.truth && b.truth || a.falsity && b.falsity,
                falsity: a.truth && b.falsity || a.falsity && b.truth,
            })
        }
        Truth::Connected(connective, of) => {
            let found = in_branches(&of[0], environment, |first, environment| {
                let decided = connective.decided_by(first).map(Possible::only);
                decided.map_or_else(|| possible(&of[1], environment), Some)
            })?;
            found.into_iter().flatten().reduce(Possible::hull)
        }
        Truth::Comparison(sign, of) => {
            let (a, b) = (bounds(&of[0], environment)?, bounds(&of[1], environment)?);
            Some(compared(*sign, a, b))
        }
        Truth::Predicate(predicate, of) => Some(match bounds(of, environment)? {
            (low, high) if low == high => Possible::only(predicate.of(low)),
            (_, high) if high < 0 => Possible::only(false),
            _ => Possible { truth: true, falsity: true },
        }),
        Truth::If(of) => {
            let [condition, one, two] = &**of;
            let found = in_branches(condition, environment, |branch, environment| {
                possible(if branch { one } else { two }, environment)
            })?;
            found.into_iter().flatten().reduce(Possible::hull)
        }
    }
}

/// Evaluates the part that matters where a condition is true, and the one where it is false, each within the places that
/// the condition leaves. A branch that is not taken anywhere is `None` inside.
fn in_branches<T>(
    condition: &Truth<OfRules>,
    environment: &[Bounds],
    part: impl Fn(bool, &[Bounds]) -> Option<T>,
) -> Option<[Option<T>; 2]> {
    let found = possible(condition, environment)?;
    let branch = |branch: bool, is_possible: bool| {
        let narrowed = narrowed(condition, branch, environment).filter(|_| is_possible);
        narrowed.map(|environment| part(branch, &environment))
    };
    let sides = [branch(true, found.truth), branch(false, found.falsity)];
    match sides {
        // Only in an empty environment is neither branch taken; nothing is claimed of it.
        [None, None] | [Some(None), _] | [_, Some(None)] => None,
        [one, two] => Some([one.flatten(), two.flatten()]),
    }
}

/// Returns bounds of the places of an environment at which a condition is `holds`: sound ones, read off comparisons of
/// a leaf with something else. `None` if there are no such places.
pub fn narrowed(
    condition: &Truth<OfRules>,
    holds: bool,
    environment: &[Bounds],
) -> Option<Vec<Bounds>> {
    match (condition, holds) {
        (Truth::Constant(truth), _) if *truth != holds => None,
        (Truth::Not(of), _) => narrowed(of, !holds, environment),
        (Truth::Connected(connective @ (Connective::And | Connective::Or), of), _)
            if holds == (*connective == Connective::And) =>
        {
            let [one, two] = &**of;
            narrowed(two, holds, &narrowed(one, holds, environment)?)
        }
        (Truth::Connected(Connective::Implies, of), false) => {
            narrowed(&of[1], false, &narrowed(&of[0], true, environment)?)
        }
        (Truth::Comparison(sign, of), _) => {
            let sign = sign.when(holds);
            let mut narrow = environment.to_vec();
            for (sign, leaf, other) in [(sign, &of[0], &of[1]), (sign.mirrored(), &of[1], &of[0])] {
                if let Number::Leaf(place) = leaf
                    && let (Some(other), Some(of_leaf)) =
                        (bounds(other, environment), narrow.get_mut(*place))
                {
                    *of_leaf = limited(*of_leaf, sign, other)?;
                }
            }
            Some(narrow)
        }
        _ => Some(environment.to_vec()),
    }
}

/// Returns bounds of those numbers between `(low, high)` for which the sign may stand before a number between the others.
fn limited((low, high): Bounds, sign: Sign, (least, most): Bounds) -> Option<Bounds> {
    let (low, high) = match sign {
        Sign::Equal => (low.max(least), high.min(most)),
        Sign::NotEqual if least == most => {
            // A single number is cut off at either end.
            let low = if low == least { low.checked_add(1)? } else { low };
            (low, if high == least { high.checked_sub(1)? } else { high })
        }
        Sign::NotEqual => (low, high),
        Sign::Less => (low, high.min(most.checked_sub(1)?)),
        Sign::AtMost => (low, high.min(most)),
        Sign::Greater => (low.max(least.checked_add(1)?), high),
        Sign::AtLeast => (low.max(least), high),
    };
    (low <= high).then_some((low, high))
}

fn compared(sign: Sign, a: Bounds, b: Bounds) -> Possible {
    let (below, above) = (a.0 < b.1, a.1 > b.0);
    let equal = a.0 <= b.1 && b.0 <= a.1;
    let both_are_one = a.0 == a.1 && a == b;
    match sign {
        Sign::Equal => Possible { truth: equal, falsity: !both_are_one },
        Sign::NotEqual => Possible { truth: !both_are_one, falsity: equal },
        Sign::Less => Possible { truth: below, falsity: above || equal },
        Sign::AtMost => Possible { truth: below || equal, falsity: above },
        Sign::Greater => Possible { truth: above, falsity: below || equal },
        Sign::AtLeast => Possible { truth: above || equal, falsity: below },
    }
}
