//! Values that are known, do not exist, or are not known; and what operations make of them.

use crate::expression::{OF_NATURAL, Operation};

/// A value, unless it is missing.
pub(super) type Knowledge<T> = Result<T, Missing>;

/// Why there is no value of a part of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// It refers to a value that does not exist.
    Nonexistent,
    /// It lies outside the tables, is too large to be computed, or depends on more numbers than are looked at.
    Unknown,
}

/// Returns whether all are true: not if one is false, whatever the others are.
pub(super) fn all(truths: Vec<Knowledge<bool>>) -> Knowledge<bool> {
    let has = |truth: Knowledge<bool>| truths.contains(&truth);
    match (has(Err(Missing::Unknown)), has(Err(Missing::Nonexistent))) {
        _ if has(Ok(false)) => Ok(false),
        (true, _) => Err(Missing::Unknown),
        (false, true) => Err(Missing::Nonexistent),
        (false, false) => Ok(true),
    }
}

/// Returns what an operation makes of two numbers; divisors are not 0.
pub(super) fn result(operation: Operation, one: i128, two: i128) -> Knowledge<i128> {
    let computed = match operation {
        Operation::Plus => one.checked_add(two),
        Operation::Minus => one.checked_sub(two),
        Operation::Times => one.checked_mul(two),
        Operation::Quotient => one.checked_div_euclid(two),
        Operation::Remainder => one.checked_rem_euclid(two),
        Operation::Xor if one < 0 || two < 0 => return Err(Missing::Nonexistent),
        Operation::Xor => Some(one ^ two),
    };
    computed.ok_or(Missing::Unknown)
}

/// Returns what a function makes of numbers.
pub(super) fn function(name: &str, numbers: &[i128]) -> Knowledge<i128> {
    let fold = |next: fn(i128, i128) -> Knowledge<i128>| {
        let numbers = numbers.iter().map(|&number| Ok(number));
        numbers.reduce(|so_far, number| next(so_far?, number?)).unwrap_or(Err(Missing::Unknown))
    };
    match (name, numbers) {
        ("min", _) => fold(|one, two| Ok(one.min(two))),
        ("max", _) => fold(|one, two| Ok(one.max(two))),
        ("sum", _) => fold(|one, two| result(Operation::Plus, one, two)),
        ("xor", _) => fold(|one, two| result(Operation::Xor, one, two)),
        ("abs", &[of]) => of.checked_abs().ok_or(Missing::Unknown),
        (_, &[..0]) => Err(Missing::Nonexistent),
        (_, &[of]) => {
            let n = u64::try_from(of).map_err(|_| Missing::Unknown)?;
            let function = OF_NATURAL.iter().find(|(known, _)| *known == name);
            let (_, function) = function.ok_or(Missing::Unknown)?;
            let value = function(n).ok_or(Missing::Nonexistent)?;
            value.try_into().map_err(|_| Missing::Unknown)
        }
        _ => Err(Missing::Unknown),
    }
}
