//! Numeration with Fibonacci numbers, in exact integers. Theorems about games whose P-positions involve
//! the golden ratio are stated in it.
//!
//! Every n >= 0 is in exactly one way a sum of distinct Fibonacci numbers 1, 2, 3, 5, 8, ... no
//! two of which are neighbours (Zeckendorf, Ostrowski, Lekkerkerker). Written as digits, the 1
//! last, such a representation can be shifted to the left, which takes each Fibonacci number to
//! the next one: multiplication by phi = (1 + sqrt 5) / 2, rounded.

/// Digits of a 64-bit number: the largest Fibonacci number below 2^64 is the 92nd of 1, 2, 3, ...
const DIGITS: usize = 92;

/// The Fibonacci numbers 1, 2, 3, 5, ...: one for each digit, and one more for the shift.
const FIBONACCI: [u128; DIGITS + 1] = {
    let mut numbers = [1; DIGITS + 1];
    numbers[1] = 2;
    let mut index = 2;
    while index <= DIGITS {
        numbers[index] = numbers[index - 1] + numbers[index - 2];
        index += 1;
    }
    numbers
};

/// The Zeckendorf representation of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zeckendorf {
    /// Bit i stands for the i-th of the Fibonacci numbers 1, 2, 3, 5, ...
    digits: u128,
}

impl Zeckendorf {
    /// Returns the representation of `n`.
    pub fn of(n: u64) -> Self {
        let (mut rest, mut digits) = (u128::from(n), 0);
        // A number of b binary digits is less than the Fibonacci number of index 3b/2 + 1, rounded down: phi^3 > 2^2.
        let most = ((u64::BITS - n.leading_zeros()) as usize * 3 / 2 + 1).min(DIGITS);
        // Greedily from the largest: what remains is less than the neighbour below.
        for index in (0..most).rev() {
            if FIBONACCI[index] <= rest {
                rest -= FIBONACCI[index];
                digits |= 1 << index;
            }
        }
        Zeckendorf { digits }
    }

    /// Reads digits, as they are printed: 0 and 1, no two 1s next to each other, at most 92 of them. Leading
    /// zeros are accepted. `None` for any other text.
    pub fn from_digits(text: &str) -> Option<Self> {
        let of_digit = |digits: u128, digit: u8| match digit {
            b'0' => Some(digits << 1),
            b'1' if digits & 1 == 0 => Some(digits << 1 | 1),
            _ => None,
        };
        let fits = (1..=DIGITS).contains(&text.len());
        let digits = fits.then(|| text.bytes().try_fold(0, of_digit)).flatten()?;
        Some(Zeckendorf { digits })
    }

    /// Returns the number that it represents.
    pub fn value(self) -> u128 {
        self.parts().map(|index| FIBONACCI[index]).sum()
    }

    /// Returns the number whose digits are these with a 0 appended: each Fibonacci number of the sum is
    /// replaced by the next one.
    pub fn shifted(self) -> u128 {
        self.parts().map(|index| FIBONACCI[index + 1]).sum()
    }

    /// Returns the smallest Fibonacci number of the sum, or `None` for 0.
    pub fn smallest_part(self) -> Option<u128> {
        self.parts().next().map(|index| FIBONACCI[index])
    }

    /// Counts the digits 0 at the end. `None` for 0, which has no digits.
    pub fn trailing_zeros(self) -> Option<u32> {
        (self.digits != 0).then_some(self.digits.trailing_zeros())
    }

    fn parts(self) -> impl Iterator<Item = usize> {
        let mut digits = self.digits;
        std::iter::from_fn(move || {
            let index = digits.trailing_zeros() as usize;
            digits = digits & digits.checked_sub(1)?;
            Some(index)
        })
    }
}

/// The digits, without leading zeros; `0` for 0.
impl std::fmt::Display for Zeckendorf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:b}", self.digits)
    }
}

/// Computes floor(n phi): 0, 1, 3, 4, 6, 8, 9, ... (OEIS A000201, the lower Wythoff sequence, from n = 1).
///
/// Below 2^31 it is n + n f div 2^64 for f = floor((phi - 1) 2^64): the product is too small by less than n / 2^64, which is
/// less than 2^-33, and for n > 0 no integer m is that close below n phi, since |m^2 - mn - n^2| >= 1 is the product of
/// |n phi - m| and a number of at most n sqrt 5 + 1. Above it is (n + isqrt(5 n^2)) div 2: since
/// n phi = (n + sqrt(5 n^2)) / 2 and n is an integer, the root may be rounded down before it is halved. Where 5 n^2 has
/// more than 128 bits, the left shift of n - 1 is taken instead, which is 1 less.
pub fn floor_phi(n: u64) -> u128 {
    const FRACTION: u128 = 0x9E37_79B9_7F4A_7C15;
    let wide = u128::from(n);
    if n < 1 << 31 {
        return wide + ((wide * FRACTION) >> 64);
    }
    match (5 * wide).checked_mul(wide) {
        Some(square) => (wide + square.isqrt()) / 2,
        None => floor_phi_by_digits(n),
    }
}

/// Computes floor(n phi) from the representation of n - 1.
fn floor_phi_by_digits(n: u64) -> u128 {
    n.checked_sub(1).map_or(0, |before| Zeckendorf::of(before).shifted() + 1)
}

/// Computes the number whose Zeckendorf representation is that of n with a 0 appended. It is floor((n + 1) phi) - 1, which
/// is quicker than the digits.
pub fn zeckendorf_shift(n: u64) -> u128 {
    match n.checked_add(1) {
        Some(next) => floor_phi(next) - 1,
        None => Zeckendorf::of(n).shifted(),
    }
}

/// Computes floor(n phi^2) = floor(n phi) + n: 0, 2, 5, 7, 10, ... (OEIS A001950, the upper sequence).
pub fn floor_phi_squared(n: u64) -> u128 {
    floor_phi(n) + u128::from(n)
}

/// Returns the letter with the index `index` >= 1 of the Fibonacci word 0100101001001..., the fixed
/// point of 0 -> 01, 1 -> 0. `None` for the index 0.
///
/// The i-th letter is 0 exactly if i is floor(n phi) for some n, that is, if the representation of i - 1
/// ends in the digit 0.
pub fn fibonacci_word(index: u64) -> Option<u8> {
    let before = index.checked_sub(1)?;
    Some((Zeckendorf::of(before).digits & 1) as u8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn representations_are_sums_without_neighbours(n: u64) {
            let representation = Zeckendorf::of(n);
            prop_assert_eq!(representation.value(), u128::from(n));
            prop_assert_eq!(Zeckendorf::from_digits(&representation.to_string()), Some(representation));
            prop_assert_eq!(representation.digits & representation.digits >> 1, 0);
            prop_assert_eq!(representation.shifted(), zeckendorf_shift(n));
            let small = n >> 40;
            prop_assert_eq!(Zeckendorf::of(small).shifted(), zeckendorf_shift(small));
        }

        /// Square roots against digits, on numbers of all lengths.
        #[test]
        fn floors_agree_with_digits(n: u64, shift in 0u32..64) {
            let n = n >> shift;
            prop_assert_eq!(floor_phi(n), floor_phi_by_digits(n));
            prop_assert_eq!(floor_phi_squared(n), floor_phi_by_digits(n) + u128::from(n));
        }
    }

    /// Catches a wrong floor where the way to it changes: at 2^31, and where 5 n^2 no longer has 128 bits; and one next to
    /// an integer, as at Fibonacci numbers.
    #[test]
    fn floors_agree_where_the_way_to_them_changes() {
        let last = u64::try_from((u128::MAX / 5).isqrt()).expect("64 bits");
        let changes = [1 << 31, last].into_iter().flat_map(|n| n - 200..n + 200);
        let fibonacci = FIBONACCI.iter().filter_map(|&n| u64::try_from(n).ok());
        for n in (0..200).chain(changes).chain(fibonacci) {
            assert_eq!(floor_phi(n), floor_phi_by_digits(n), "{n}");
        }
    }

    /// The largest 64-bit number, by exact inequalities: a <= n phi < a + 1 iff
    /// a^2 - a n - n^2 <= 0 < (a + 1)^2 - (a + 1) n - n^2, here with b = a - n.
    #[test]
    fn the_floor_is_exact_at_the_end() {
        let n = i128::from(u64::MAX);
        let b = i128::try_from(floor_phi(u64::MAX)).expect("65 bits") - n;
        // a^2 - a n - n^2 = b (b + n) - n^2, and b < 0.62 n keeps the products in range.
        let sign = |b: i128| (b * b).cmp(&(n * (n - b)));
        assert_eq!(sign(b), std::cmp::Ordering::Less);
        assert_eq!(sign(b + 1), std::cmp::Ordering::Greater);
    }

    /// The definition: the morphism, applied until the word is long enough.
    #[test]
    fn the_fibonacci_word_is_the_fixed_point() {
        let mut word = vec![0u8];
        while word.len() < 2000 {
            word = word.iter().flat_map(|&c| if c == 0 { vec![0, 1] } else { vec![0] }).collect();
        }
        for (index, &letter) in word.iter().enumerate() {
            assert_eq!(fibonacci_word(index as u64 + 1), Some(letter));
        }
        assert_eq!(fibonacci_word(0), None);
    }

    #[test]
    fn other_digits_are_no_representation() {
        let too_long = "10".repeat(47);
        for text in ["", "11", "1011", "2", "-1", "1 0", " 1", &too_long] {
            assert_eq!(Zeckendorf::from_digits(text), None, "{text:?}");
        }
        assert_eq!(Zeckendorf::from_digits("00101").map(Zeckendorf::value), Some(4));
        assert_eq!(Zeckendorf::from_digits("0"), Some(Zeckendorf::of(0)));
    }

    #[test]
    fn zero_has_no_digits() {
        let zero = Zeckendorf::of(0);
        assert_eq!((zero.value(), zero.shifted(), zero.smallest_part()), (0, 0, None));
        assert_eq!((zero.trailing_zeros(), zero.to_string().as_str()), (None, "0"));
    }

    /// The ZOL characterization of Wythoff's pairs: a_n is the n-th number whose representation
    /// ends in an even number of 0s, b_n its left shift (Larsson, CombinArtorial games).
    #[test]
    fn wythoff_pairs_by_trailing_zeros() {
        let even =
            (1..).filter(|&n| Zeckendorf::of(n).trailing_zeros().is_some_and(|z| z % 2 == 0));
        for (n, a) in (1..1000).zip(even) {
            assert_eq!(u128::from(a), floor_phi(n));
            assert_eq!(Zeckendorf::of(a).shifted(), floor_phi_squared(n));
        }
    }
}
