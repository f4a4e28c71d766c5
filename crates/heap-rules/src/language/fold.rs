//! Operations on two numbers.

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
    /// The first times 2 to the power of the second, which is not negative.
    ShiftLeft,
    /// The first divided by 2 to the power of the second, which is not negative, rounded down.
    ShiftRight,
    /// The binary digits that both have. Negative numbers have digits 1 without end before them, as in two's complement.
    BitAnd,
    /// The sum without carries, of binary digits.
    Xor,
    /// The binary digits that one of both has.
    BitOr,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// The greatest common divisor, of numbers that are not negative.
    GreatestCommonDivisor,
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
            Fold::ShiftLeft => shifted_left(a, b),
            Fold::ShiftRight => (b >= 0).then(|| a >> b.min(63)),
            Fold::BitAnd => Some(a & b),
            Fold::Xor => Some(a ^ b),
            Fold::BitOr => Some(a | b),
            Fold::Min => Some(a.min(b)),
            Fold::Max => Some(a.max(b)),
            Fold::GreatestCommonDivisor => greatest_common_divisor(a, b),
        }
    }
}

/// Computes a times 2 to the power of b. No value where b is negative or the product has more than 64 bits.
fn shifted_left(a: i64, b: i64) -> Option<i64> {
    let places = u32::try_from(b.min(63)).ok()?;
    let shifted = i128::from(a) << places;
    // 0 is not changed by any shift, and no other number may be shifted by more than 63 places.
    i64::try_from(shifted).ok().filter(|_| b <= 63 || a == 0)
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

    /// Shifts by products and quotients, up to those that have no value.
    #[test]
    fn shifts_are_products_with_powers_of_2() {
        for a in [0, 1, -1, 5, -5, 1 << 40, i64::MAX, i64::MIN] {
            for b in [0, 1, 2, 7, 22, 23, 62, 63, 64, 100, i64::MAX] {
                let power = u32::try_from(b).ok().and_then(|b| 2i128.checked_pow(b));
                let product = power.and_then(|power| power.checked_mul(a.into()));
                let product = product.and_then(|of| i64::try_from(of).ok());
                let expected = if a == 0 { Some(0) } else { product };
                assert_eq!(Fold::ShiftLeft.of(a, b), expected, "{a} << {b}");
                let quotient = power.map_or(-i128::from(a < 0), |of| i128::from(a).div_euclid(of));
                let shifted = Fold::ShiftRight.of(a, b).map(i128::from);
                assert_eq!(shifted, Some(quotient), "{a} >> {b}");
            }
            assert_eq!((Fold::ShiftLeft.of(a, -1), Fold::ShiftRight.of(a, -1)), (None, None));
        }
    }

    #[test]
    fn divisors_are_those_of_arithmetic() {
        let gcd = greatest_common_divisor;
        assert_eq!([gcd(12, 18), gcd(0, 5), gcd(7, 0), gcd(0, 0)], [6, 5, 7, 0].map(Some));
        assert_eq!((gcd(-2, 4), gcd(i64::MAX, i64::MAX)), (None, Some(i64::MAX)));
    }
}
