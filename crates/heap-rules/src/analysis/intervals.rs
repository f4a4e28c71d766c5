//! Interval arithmetic: between which numbers an expression lies when its leaves lie between given ones.
//!
//! All bounds are sound: where they say that a number has a value between two ends, it has one at all places of the
//! environment, without an overflow of 64 bits on the way. They need not be the best ones. At a single place they are
//! exact, so that they also evaluate.

use crate::language::tree::{Number, Truth};
use crate::language::{Connective, Fold, Function, OfNatural, Sign, of_natural};
use crate::rules::OfRules;

/// The least and the largest number that something may be.
pub type Bounds = (i64, i64);

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
            // What the condition is where the second part does not matter, for the first part true and false.
            let decided = |first: bool| match (connective, first) {
                (Connective::And, false) => Some(false),
                (Connective::Or, true) | (Connective::Implies, false) => Some(true),
                _ => None,
            };
            let found = in_branches(&of[0], environment, |first, environment| {
                decided(first)
                    .map_or_else(|| possible(&of[1], environment), |all| Some(Possible::only(all)))
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
            let sign = if holds { *sign } else { sign.opposite() };
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

/// Returns bounds of the numbers between either of two bounds.
pub fn hull(one: Bounds, two: Bounds) -> Bounds {
    (one.0.min(two.0), one.1.max(two.1))
}

/// Returns the least and the largest of some numbers, if they have 64 bits.
pub(crate) fn ends(numbers: &[i128]) -> Option<Bounds> {
    let (low, high) = (numbers.iter().min()?, numbers.iter().max()?);
    Some((i64::try_from(*low).ok()?, i64::try_from(*high).ok()?))
}

/// Returns bounds of what a function makes of numbers between bounds. `None` if it may pass 64 bits.
pub fn of_function(function: Function, (low, high): Bounds) -> Option<Bounds> {
    match function {
        Function::Abs => absolute((low, high)),
        // It never falls.
        Function::TimesRoot(_) => Some((function.of(low)?, function.of(high)?)),
    }
}

/// Returns bounds of the absolute values of numbers between bounds. `None` if one may pass 64 bits.
fn absolute((low, high): Bounds) -> Option<Bounds> {
    let (a, b) = (i128::from(low).abs(), i128::from(high).abs());
    if low <= 0 && high >= 0 { ends(&[0, a, b]) } else { ends(&[a, b]) }
}

/// Returns bounds of what an operation makes of numbers between bounds.
pub(crate) fn fold_bounds(fold: Fold, a: Bounds, b: Bounds) -> Option<Bounds> {
    let [(p, q), (r, s)] = [a, b].map(|(low, high)| (i128::from(low), i128::from(high)));
    if a.0 == a.1 && b.0 == b.1 {
        return fold.of(a.0, b.0).map(|value| (value, value));
    }
    match fold {
        Fold::Plus => ends(&[p + r, q + s]),
        Fold::Minus => ends(&[p - s, q - r]),
        // A product is linear in either factor, so that it is extreme at corners.
        Fold::Times => ends(&[p * r, p * s, q * r, q * s]),
        Fold::Min => Some((a.0.min(b.0), a.1.min(b.1))),
        Fold::Max => Some((a.0.max(b.0), a.1.max(b.1))),
        Fold::BitAnd => Some(and_bounds(a, b)),
        Fold::Xor => Some(xor_bounds(a, b)),
        Fold::BitOr => Some(or_bounds(a, b)),
        Fold::ShiftLeft | Fold::ShiftRight if b.0 < 0 => None,
        // A shift is monotone in the number, and in the places for numbers of one sign, so that it is extreme at corners.
        Fold::ShiftLeft => {
            let at = |a: i64, b: i64| fold.of(a, b).map(i128::from);
            ends(&[at(a.0, b.0)?, at(a.0, b.1)?, at(a.1, b.0)?, at(a.1, b.1)?])
        }
        Fold::ShiftRight => {
            let at = |a: i128, b: i128| a >> b.min(63);
            ends(&[at(p, r), at(p, s), at(q, r), at(q, s)])
        }
        Fold::Quotient | Fold::Remainder if b.0 <= 0 && b.1 >= 0 => None,
        // By a divisor of one sign the quotient is monotone in the dividend, and in the divisor for a dividend of one
        // sign, so that it is extreme at corners too.
        Fold::Quotient => {
            let at = |a: i128, b: i128| a.div_euclid(b);
            ends(&[at(p, r), at(p, s), at(q, r), at(q, s)])
        }
        Fold::Remainder => remainder_bounds(a, b),
        Fold::GreatestCommonDivisor => {
            if a.0 < 0 || b.0 < 0 {
                return None;
            }
            // It divides both numbers, and all numbers divide 0.
            let high = match (a.0 > 0, b.0 > 0) {
                (true, true) => a.1.min(b.1),
                (true, false) => a.1,
                (false, true) => b.1,
                (false, false) => a.1.max(b.1),
            };
            Some((i64::from(a.0 > 0 || b.0 > 0), high))
        }
    }
}

/// Returns the largest number of as many binary digits behind the sign as some numbers have.
fn largest_of_digits(numbers: &[i64]) -> i64 {
    // With `digits` digits behind the sign, a number is from -2^digits to 2^digits - 1.
    let digits = |n: &i64| 64 - (if *n < 0 { !n } else { *n }).leading_zeros();
    let all = numbers.iter().map(digits).max().unwrap_or(63).min(63);
    ((1u64 << all) - 1) as i64
}

/// What numbers have in common is no larger than either that is not negative, and negative only if both are.
fn and_bounds(a: Bounds, b: Bounds) -> Bounds {
    let most = largest_of_digits(&[a.0, a.1, b.0, b.1]);
    let low = if a.0 < 0 && b.0 < 0 { -most - 1 } else { 0 };
    let high = match (a.0 >= 0, b.0 >= 0) {
        (true, true) => a.1.min(b.1),
        (true, false) => a.1,
        (false, true) => b.1,
        (false, false) if a.1 < 0 && b.1 < 0 => -1,
        (false, false) => a.1.max(b.1),
    };
    (low, high)
}

/// Digits of another number make a number no smaller, unless that one is negative; then the result is, and no smaller
/// than that one.
fn or_bounds(a: Bounds, b: Bounds) -> Bounds {
    let most = largest_of_digits(&[a.0, a.1, b.0, b.1]);
    let low = if a.0 >= 0 && b.0 >= 0 { a.0.max(b.0) } else { a.0.min(b.0) };
    // The largest are of numbers that are not negative, if there are two.
    let high = if a.1 < 0 || b.1 < 0 { -1 } else { most.min(a.1.saturating_add(b.1)) };
    (low, high)
}

/// For numbers that are not negative, |a - b| <= a ^ b <= a + b, and no digit stands before their first. In general, all
/// digits of the result from some place on are the sign if those of both numbers are.
fn xor_bounds(a: Bounds, b: Bounds) -> Bounds {
    let most = largest_of_digits(&[a.0, a.1, b.0, b.1]);
    if a.0 >= 0 && b.0 >= 0 {
        let low = a.0.saturating_sub(b.1).max(b.0.saturating_sub(a.1)).max(0);
        return (low, most.min(a.1.saturating_add(b.1)));
    }
    let is_positive = a.1 < 0 && b.1 < 0;
    let is_negative = a.0 >= 0 && b.1 < 0 || a.1 < 0 && b.0 >= 0;
    (if is_positive { 0 } else { -most - 1 }, if is_negative { -1 } else { most })
}

fn remainder_bounds(a: Bounds, b: Bounds) -> Option<Bounds> {
    // The one remainder that passes 64 bits on the way.
    if a.0 == i64::MIN && b.0 <= -1 && b.1 >= -1 {
        return None;
    }
    let sizes = [b.0.unsigned_abs(), b.1.unsigned_abs()];
    let (least, most) = (sizes[0].min(sizes[1]), sizes[0].max(sizes[1]));
    if a.0 >= 0 && a.1.unsigned_abs() < least {
        return Some(a);
    }
    if b.0 == b.1 && a.0.checked_div_euclid(b.0)? == a.1.checked_div_euclid(b.0)? {
        return Some((a.0.checked_rem_euclid(b.0)?, a.1.checked_rem_euclid(b.0)?));
    }
    let high = i64::try_from(most - 1).ok()?;
    Some((0, if a.0 >= 0 { high.min(a.1) } else { high }))
}

pub(crate) fn function_bounds(function: OfNatural, (low, high): Bounds) -> Option<Bounds> {
    let at = |n: i64| of_natural(function, n);
    if low == high {
        return at(low).map(|value| (value, value));
    }
    match function {
        // They never fall.
        OfNatural::FloorSqrt
        | OfNatural::FloorPhi
        | OfNatural::FloorPhiSquared
        | OfNatural::ZeckendorfShift => Some((at(low)?, at(high)?)),
        _ if low < function.least_argument() => None,
        OfNatural::FibonacciWord => Some((0, 1)),
        OfNatural::ZeckendorfPart => Some((1, high)),
        // With z digits 0 at the end, n is at least the number with the index z of 1, 2, 3, 5, ..., which for z >= 1 is at
        // least 2^((z + 1) / 2), since two steps more than double it. So z <= 2 log n - 1, less than 2 floor(log n) + 1.
        OfNatural::ZeckendorfZeros => Some((0, 2 * i64::from(high.ilog2()))),
    }
}
