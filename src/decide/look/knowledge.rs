//! Values that are known, do not exist, or are not known; and what operations make of them.

pub(super) use Knowledge::{Known, Nothing, Unknown};

use crate::expression::Operation;
use crate::golden_ratio::{Zeckendorf, fibonacci_word, floor_phi, floor_phi_squared};

/// What a part of a sentence is, or that it is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Knowledge<T> {
    Known(T),
    /// It refers to a value that does not exist.
    Nothing,
    Unknown,
}

impl<T> Knowledge<T> {
    pub(super) fn and_then<U>(self, next: impl FnOnce(T) -> Knowledge<U>) -> Knowledge<U> {
        match self {
            Known(value) => next(value),
            Nothing => Nothing,
            Unknown => Unknown,
        }
    }

    pub(super) fn map<U>(self, next: impl FnOnce(T) -> U) -> Knowledge<U> {
        self.and_then(|value| Known(next(value)))
    }

    /// A value that is too large to be computed is not known.
    pub(super) fn computed(value: Option<T>) -> Self {
        value.map_or(Unknown, Known)
    }
}

/// Returns whether all are true: not if one is false, whatever the others are.
pub(super) fn all(truths: Vec<Knowledge<bool>>) -> Knowledge<bool> {
    if truths.contains(&Known(false)) {
        return Known(false);
    }
    match (truths.contains(&Unknown), truths.contains(&Nothing)) {
        (true, _) => Unknown,
        (false, true) => Nothing,
        (false, false) => Known(true),
    }
}

/// Returns what an operation makes of two numbers; divisors are not 0.
pub(super) fn result(operation: Operation, one: i128, two: i128) -> Knowledge<i128> {
    match operation {
        Operation::Plus => Knowledge::computed(one.checked_add(two)),
        Operation::Minus => Knowledge::computed(one.checked_sub(two)),
        Operation::Times => Knowledge::computed(one.checked_mul(two)),
        Operation::Quotient => Knowledge::computed(one.checked_div_euclid(two)),
        Operation::Remainder => Knowledge::computed(one.checked_rem_euclid(two)),
        Operation::Xor if one < 0 || two < 0 => Nothing,
        Operation::Xor => Known(one ^ two),
    }
}

/// Returns what a function makes of numbers.
pub(super) fn function(name: &str, numbers: &[i128]) -> Knowledge<i128> {
    let fold = |next: &dyn Fn(i128, i128) -> Knowledge<i128>| {
        let mut rest = numbers.iter();
        let first = rest.next().map_or(Unknown, |&first| Known(first));
        rest.fold(first, |so_far, &number| so_far.and_then(|so_far| next(so_far, number)))
    };
    match name {
        "min" => return fold(&|one, two| Known(one.min(two))),
        "max" => return fold(&|one, two| Known(one.max(two))),
        "sum" => return fold(&|one, two| result(Operation::Plus, one, two)),
        "xor" => return fold(&|one, two| result(Operation::Xor, one, two)),
        _ => {}
    }
    let &[of] = numbers else { return Unknown };
    if name == "abs" {
        return Knowledge::computed(of.checked_abs());
    }
    if of < 0 {
        return Nothing;
    }
    let Ok(n) = u64::try_from(of) else { return Unknown };
    let exists = |value: Option<i128>| value.map_or(Nothing, Known);
    let natural = |value: u128| Knowledge::computed(i128::try_from(value).ok());
    match name {
        "floor_phi" => natural(floor_phi(n)),
        "floor_phi2" => natural(floor_phi_squared(n)),
        "fibonacci_word" => exists(fibonacci_word(n).map(i128::from)),
        "zeckendorf_shift" => natural(Zeckendorf::of(n).shifted()),
        "zeckendorf_part" => Zeckendorf::of(n).smallest_part().map_or(Nothing, natural),
        "zeckendorf_zeros" => exists(Zeckendorf::of(n).trailing_zeros().map(i128::from)),
        _ => Unknown,
    }
}
