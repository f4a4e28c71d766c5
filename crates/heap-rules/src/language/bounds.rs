//! Interval arithmetic: between which numbers an operation or a function lies when its operands lie between given ones.
//!
//! All bounds are sound: where they say that there is a value between two ends, there is one for all operands, without
//! an overflow of 64 bits. They need not be the best ones. Of single numbers they are exact.

use super::fold::Fold;
use super::functions::{Function, OfNatural, of_natural};

/// The least and the largest number that something may be.
pub type Bounds = (i64, i64);

/// The values that an operation has for numbers between bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Values {
    /// Sound bounds of them. Where there is no value at all they are 0.
    pub bounds: Bounds,
    /// Whether there is a value everywhere.
    pub are_total: bool,
}

const NONE: Values = Values { bounds: (0, 0), are_total: false };

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
        | OfNatural::ZeckendorfShift
        | OfNatural::LastOne => Some((at(low)?, at(high)?)),
        _ if low < function.least_argument() => None,
        OfNatural::FibonacciWord => Some((0, 1)),
        // A number below 2^d has d digits.
        OfNatural::CountOnes => {
            Some((i64::from(low > 0), i64::from((high.unsigned_abs() + 1).ilog2())))
        }
        OfNatural::FirstOne => Some((0, i64::from(high.ilog2()))),
        OfNatural::ZeckendorfPart => Some((1, high)),
        // With z digits 0 at the end, n is at least the number with the index z of 1, 2, 3, 5, ..., which for z >= 1 is at
        // least 2^((z + 1) / 2), since two steps more than double it. So z <= 2 log n - 1, less than 2 floor(log n) + 1.
        OfNatural::ZeckendorfZeros => Some((0, 2 * i64::from(high.ilog2()))),
    }
}

/// Returns what the numbers of a list are whose places lie between bounds, which may reach beyond its ends.
pub fn entry_values(list: &[i64], (low, high): Bounds) -> Values {
    let index = |place: i64| usize::try_from(place.max(0)).unwrap_or(usize::MAX).min(list.len());
    let found = &list[index(low)..index(high.saturating_add(1)).max(index(low))];
    let (Some(&least), Some(&largest)) = (found.iter().min(), found.iter().max()) else {
        return NONE;
    };
    let are_total = low >= 0 && found.len() as u64 > high.abs_diff(low);
    Values { bounds: (least, largest), are_total }
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
