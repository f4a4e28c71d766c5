//! The functions of the language, by name.

use super::fold::Fold;
use super::golden_ratio::{
    Zeckendorf, fibonacci_word, floor_phi, floor_phi_squared, zeckendorf_shift,
};
use super::quadratic::{FLOOR, times_root};
use super::wording::did_you_mean;

/// A function of one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function {
    /// The number without its sign.
    Abs,
    /// The number times the square root of this one, which is no square, rounded down.
    TimesRoot(u32),
}

impl Function {
    /// Returns its value at a number; `None` on overflow.
    pub fn of(self, number: i64) -> Option<i64> {
        match self {
            Function::Abs => number.checked_abs(),
            Function::TimesRoot(radicand) => times_root(number, radicand),
        }
    }
}

/// A function of one natural number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfNatural {
    /// The square root, rounded down.
    FloorSqrt,
    /// The number times phi, rounded down.
    FloorPhi,
    /// The number times the square of phi, rounded down.
    FloorPhiSquared,
    /// The letter of the Fibonacci word with this index.
    FibonacciWord,
    /// The smallest Fibonacci number of the Zeckendorf representation.
    ZeckendorfPart,
    /// The digits 0 at the end of the Zeckendorf representation.
    ZeckendorfZeros,
    /// The number whose Zeckendorf representation has a 0 appended.
    ZeckendorfShift,
    /// How many binary digits are 1.
    CountOnes,
    /// The place of the last binary digit that is 1: that of the units is 0.
    FirstOne,
    /// The place of the first binary digit.
    LastOne,
}

impl OfNatural {
    /// Returns its value at a number; `None` where it has no value.
    #[inline]
    pub fn of(self, n: u64) -> Option<u128> {
        match self {
            OfNatural::FloorSqrt => Some(n.isqrt().into()),
            OfNatural::FloorPhi => Some(floor_phi(n)),
            OfNatural::FloorPhiSquared => Some(floor_phi_squared(n)),
            OfNatural::FibonacciWord => fibonacci_word(n).map(u128::from),
            OfNatural::ZeckendorfPart => Zeckendorf::of(n).smallest_part(),
            OfNatural::ZeckendorfZeros => Zeckendorf::of(n).trailing_zeros().map(u128::from),
            OfNatural::ZeckendorfShift => Some(zeckendorf_shift(n)),
            OfNatural::CountOnes => Some(n.count_ones().into()),
            OfNatural::FirstOne => (n > 0).then(|| n.trailing_zeros().into()),
            OfNatural::LastOne => n.checked_ilog2().map(u128::from),
        }
    }

    /// Returns the least number at which it has a value.
    pub fn least_argument(self) -> i64 {
        match self {
            OfNatural::FloorSqrt
            | OfNatural::FloorPhi
            | OfNatural::FloorPhiSquared
            | OfNatural::ZeckendorfShift
            | OfNatural::CountOnes => 0,
            OfNatural::FibonacciWord
            | OfNatural::ZeckendorfPart
            | OfNatural::ZeckendorfZeros
            | OfNatural::FirstOne
            | OfNatural::LastOne => 1,
        }
    }
}

/// What is asked of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Predicate {
    /// Whether it is 0, 1, 4, 9, ...
    IsSquare,
    /// Whether it is prime.
    IsPrime,
}

impl Predicate {
    /// Returns the answer for a number.
    #[inline]
    pub fn of(self, number: i64) -> bool {
        match self {
            Predicate::IsSquare => is_square(number),
            Predicate::IsPrime => is_prime(number),
        }
    }
}

/// The functions of one natural number.
pub const OF_NATURAL: [(&str, OfNatural); 10] = [
    ("floor_sqrt", OfNatural::FloorSqrt),
    ("floor_phi", OfNatural::FloorPhi),
    ("floor_phi2", OfNatural::FloorPhiSquared),
    ("fibonacci_word", OfNatural::FibonacciWord),
    ("zeckendorf_part", OfNatural::ZeckendorfPart),
    ("zeckendorf_zeros", OfNatural::ZeckendorfZeros),
    ("zeckendorf_shift", OfNatural::ZeckendorfShift),
    ("popcount", OfNatural::CountOnes),
    ("first_one", OfNatural::FirstOne),
    ("last_one", OfNatural::LastOne),
];

/// The functions of two numbers or more.
pub const FOLDS: [(&str, Fold); 5] = [
    ("min", Fold::Min),
    ("max", Fold::Max),
    ("sum", Fold::Plus),
    ("xor", Fold::Xor),
    ("gcd", Fold::GreatestCommonDivisor),
];

/// What can be asked of one number.
pub const PREDICATES: [(&str, Predicate); 2] =
    [("is_square", Predicate::IsSquare), ("is_prime", Predicate::IsPrime)];

/// The question whether the first of two numbers divides the second.
pub const DIVIDES: &str = "divides";

/// The question whether the binary digit of a number at a place is 1.
pub(crate) const BIT: &str = "bit";
/// The digit of a number at a place, in a base.
pub(crate) const DIGIT: &str = "digit";
/// The power of a base.
pub(crate) const POWER: &str = "power";

/// Returns the names of all functions that have numbers as their arguments.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    let folds = FOLDS.map(|(name, _)| name).into_iter();
    let of_natural = OF_NATURAL.map(|(name, _)| name);
    let predicates = PREDICATES.map(|(name, _)| name);
    folds
        .chain(["abs", FLOOR])
        .chain(of_natural)
        .chain(predicates)
        .chain([DIVIDES, BIT, DIGIT, POWER, "if"])
}

/// Words of other languages for functions of this one.
const OTHER_WORDS: [(&str, &str); 5] = [
    ("isqrt", "floor_sqrt"),
    ("int", FLOOR),
    ("bit_count", "popcount"),
    ("first", "first_one"),
    ("last", "last_one"),
];

/// Asks whether another function was meant, if one is nearly what was given or goes by that name elsewhere.
pub fn function_meant(given: &str, names: impl IntoIterator<Item = &'static str>) -> String {
    match OTHER_WORDS.iter().find(|(word, _)| *word == given) {
        Some((_, here)) => format!("did you mean {here}? "),
        None => did_you_mean(given, names),
    }
}

/// Returns what a function is at some numbers; `None` where it has no value.
pub fn function_at(name: &str, numbers: &[i64]) -> Option<i64> {
    if let Some((_, fold)) = FOLDS.iter().find(|(known, _)| *known == name) {
        let (first, rest) = numbers.split_first()?;
        return rest.iter().try_fold(*first, |folded, &number| fold.of(folded, number));
    }
    let &[of] = numbers else { return None };
    match OF_NATURAL.iter().find(|(known, _)| *known == name) {
        Some((_, function)) => of_natural(*function, of),
        None => (name == "abs").then(|| Function::Abs.of(of)).flatten(),
    }
}

/// Returns a function of a natural number at a number; `None` where it has no value.
pub fn of_natural(function: OfNatural, number: i64) -> Option<i64> {
    function.of(u64::try_from(number).ok()?)?.try_into().ok()
}

/// Whether a number is 0, 1, 4, 9, ...
fn is_square(number: i64) -> bool {
    u64::try_from(number).is_ok_and(|number| number.isqrt().pow(2) == number)
}

/// The first primes. For numbers of 64 bits they are enough witnesses (Sorenson, Webster: Strong pseudoprimes to
/// twelve prime bases, 2017).
const WITNESSES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Whether a number is prime, by the test of Miller and Rabin.
fn is_prime(number: i64) -> bool {
    let Ok(n) = u64::try_from(number) else { return false };
    if n < 2 {
        return false;
    }
    if let Some(&divisor) = WITNESSES.iter().find(|&&prime| n % prime == 0) {
        return n == divisor;
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    WITNESSES.iter().all(|&witness| {
        let (mut power, mut base, mut exponent) = (1, witness, (n - 1) >> twos);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = times(power, base);
            }
            base = times(base, base);
            exponent /= 2;
        }
        let mut squares = (0..twos).map(|step| {
            power = if step == 0 { power } else { times(power, power) };
            power
        });
        // Either the odd power is 1, or one of its squares is -1.
        squares.next().is_some_and(|first| first == 1 || first == n - 1)
            || squares.any(|square| square == n - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches numbers that are taken for primes or squares, or the other way round.
    #[test]
    fn primes_and_squares_are_those_of_arithmetic() {
        let divides = |n: i64, d: i64| n % d == 0;
        for n in -5..20_000 {
            let prime = n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !divides(n, d));
            assert_eq!(is_prime(n), prime, "{n}");
            assert_eq!(is_square(n), (0..150).any(|root| root * root == n), "{n}");
        }
        // Pseudoprimes to the first bases, the largest prime below 2^63, and squares near the end.
        for (n, prime) in [
            (3_215_031_751, false),
            (3_825_123_056_546_413_051, false),
            (9_223_372_036_854_775_783, true),
            (i64::MAX, false),
        ] {
            assert_eq!(is_prime(n), prime, "{n}");
        }
        assert!(is_square(3_037_000_499 * 3_037_000_499) && !is_square(i64::MAX));
    }
}
