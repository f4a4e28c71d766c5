//! Operations on two numbers.

use super::syntax::Operation;

/// An operation that takes in a number after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// The sum.
    Plus,
    /// The first less the second.
    Minus,
    /// The product.
    Times,
    /// The quotient, rounded so that the remainder is not negative.
    Quotient,
    /// The remainder, which is never negative.
    Remainder,
    /// The sum without carries, of binary digits.
    Xor,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// The greatest common divisor, of numbers that are not negative.
    GreatestCommonDivisor,
}

impl From<Operation> for Fold {
    fn from(operation: Operation) -> Self {
        match operation {
            Operation::Plus => Fold::Plus,
            Operation::Minus => Fold::Minus,
            Operation::Times => Fold::Times,
            Operation::Quotient => Fold::Quotient,
            Operation::Remainder => Fold::Remainder,
            Operation::Xor => Fold::Xor,
        }
    }
}

impl Fold {
    /// Returns its value at two numbers; `None` where it has none.
    #[inline(always)]
    pub fn of(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Fold::Plus => a.checked_add(b),
            Fold::Minus => a.checked_sub(b),
            Fold::Times => a.checked_mul(b),
            Fold::Quotient => a.checked_div_euclid(b),
            Fold::Remainder => a.checked_rem_euclid(b),
            Fold::Xor => Some(a ^ b),
            Fold::Min => Some(a.min(b)),
            Fold::Max => Some(a.max(b)),
            Fold::GreatestCommonDivisor => greatest_common_divisor(a, b),
        }
    }
}

/// Computes the greatest common divisor, by Euclid; gcd(a, 0) = a. No value at negative numbers.
fn greatest_common_divisor(a: i64, b: i64) -> Option<i64> {
    let (mut a, mut b) = (u64::try_from(a).ok()?, u64::try_from(b).ok()?);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_those_of_arithmetic() {
        let gcd = greatest_common_divisor;
        assert_eq!([gcd(12, 18), gcd(0, 5), gcd(7, 0), gcd(0, 0)], [6, 5, 7, 0].map(Some));
        assert_eq!((gcd(-2, 4), gcd(i64::MAX, i64::MAX)), (None, Some(i64::MAX)));
    }
}
