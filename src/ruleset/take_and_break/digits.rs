//! The rules of take-and-break games, as data.

use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// The most tokens that a move takes.
const MOST_TAKEN: usize = 64;

/// A game on one heap. A move takes some tokens from it, and leaves the rest as so many heaps that are not empty as the
/// digit of this number of tokens allows (Guy and Smith, The G-values of various games, 1956; Berlekamp, Conway and Guy,
/// Winning Ways, chapter 4).
///
/// The digit of k tokens is the sum of 1 if the rest may be nothing, 2 if it may be one heap, 4 if two heaps and 8 if three.
/// The code of a game, as in 0.77 for Kayles, has the digits of 0, 1, 2, ... tokens. It is octal if no digit is above 7.
///
/// ```
/// use grundytab::TakeAndBreakGame;
/// let kayles = TakeAndBreakGame::new(&[0, 7, 7])?;
/// assert_eq!(kayles.code(), "0.77");
/// assert!(kayles.may_leave(2, 1));
/// assert!(!kayles.may_leave(3, 1));
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeAndBreakGame {
    /// The digits of 0, 1, 2, ... tokens. The last one is not 0.
    digits: Vec<u8>,
    /// Whether two heaps that a move leaves must differ in size.
    is_unequal: bool,
}

impl TakeAndBreakGame {
    /// Returns the game with these digits of 0, 1, 2, ... tokens. Zeros at the end do not matter.
    ///
    /// # Errors
    /// When a digit is above 15, when a move may take nothing and leave at most one heap, when there is no move, and when
    /// there are digits of more than 64 tokens.
    pub fn new(digits: &[u8]) -> Result<Self, InvalidInput> {
        let invalid = |kind: InvalidInputKind, problem: &str, hint: &str| {
            Err(InvalidInput::new(kind, written(digits), problem, hint))
        };
        let mut digits = digits.to_vec();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        match *digits.as_slice() {
            [] => invalid(
                InvalidInputKind::Empty,
                "every digit is 0, so that there is no move",
                "give the digit 1, 2, 4 or a sum of them to a number of tokens, as in 0.77",
            ),
            [nothing, ..] if nothing & 3 != 0 => invalid(
                InvalidInputKind::ZeroVector,
                "the digit before the point lets a move take nothing and leave at most one heap",
                "there stands 0, as in 0.7, or for moves that only split the heap 4, 8 or C, as in 4.07",
            ),
            _ if digits.iter().any(|&digit| digit > 15) => invalid(
                InvalidInputKind::OutOfRange,
                "a digit is above 15",
                "a digit is a sum of 1, 2, 4 and 8",
            ),
            _ if digits.len() > MOST_TAKEN + 1 => invalid(
                InvalidInputKind::OutOfRange,
                "moves take more than 64 tokens",
                "give at most 64 digits behind the point, or write rules, in which a move may take any number",
            ),
            _ => Ok(TakeAndBreakGame { digits, is_unequal: false }),
        }
    }

    /// Returns Grundy's game: a move splits a heap into two that differ in size (Grundy 1939).
    pub fn grundys_game() -> Self {
        TakeAndBreakGame { digits: vec![4], is_unequal: true }
    }

    /// Returns the digits of 0, 1, 2, ... tokens, of which the last one is not 0.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns whether two heaps that a move leaves must differ in size.
    pub fn is_unequal(&self) -> bool {
        self.is_unequal
    }

    /// Returns the code of the game, as in 0.77; that of a game where heaps must differ does not say so.
    pub fn code(&self) -> String {
        written(&self.digits)
    }

    /// Returns the most tokens that a move takes.
    pub fn most_taken(&self) -> u32 {
        (self.digits.len() - 1) as u32
    }

    /// Returns whether a move that takes this number of tokens may leave this number of heaps, none of them empty.
    pub fn may_leave(&self, taken: u32, heaps: u32) -> bool {
        let digit = self.digits.get(taken as usize).copied().unwrap_or(0);
        heaps < 4 && digit >> heaps & 1 == 1
    }

    /// Returns the most heaps that a move leaves, at least 1.
    pub fn most_heaps_left(&self) -> u32 {
        let largest = self.digits.iter().copied().max().unwrap_or(0);
        largest.checked_ilog2().unwrap_or(0).max(1)
    }

    /// Returns how many Grundy values, those of the heaps below this number, prove that they repeat with a period from a
    /// heap on for ever, if they do so as far as they go. `None` if heaps must differ: there no number is known.
    ///
    /// **Claim.** Let moves take at most t tokens and leave at most q heaps, q >= 1. Let n0 >= 1, and g(n + p) = g(n) for
    /// n0 <= n < q n0 + (q - 1) p + t. Then g(n + p) = g(n) for all n >= n0.
    ///
    /// **Proof.** By induction, let n >= q n0 + (q - 1) p + t, and g(m + p) = g(m) for n0 <= m < n. A move from n + p that
    /// takes k tokens leaves n + p - k >= q n0 + q p tokens. They are more than none, so that there is a largest heap b that
    /// is left, and b >= n0 + p as there are at most q heaps. If b - p is left instead, that is a move from n: it takes as
    /// many tokens and leaves as many heaps, and b - p >= n0 >= 1 is not empty. The two options have the same value, since
    /// g(b) = g(b - p): b - p < n, as b <= n + p - k, and if k = 0 there is another heap besides. Likewise a move from n leaves a
    /// largest heap b with n0 <= b < n, and to leave b + p instead is a move from n + p to an option of the same value. So the
    /// options of n and of n + p have the same values, and the mex is the same. ∎
    ///
    /// Where heaps must differ, the heap that takes the place of b may be as large as another one.
    ///
    /// **Source.** Guy and Smith 1956, for q = 2.
    pub fn needed_length(&self, preperiod: u64, period: u64) -> Option<u64> {
        let repeated = preperiod.max(1).saturating_add(period);
        let heaps = u64::from(self.most_heaps_left());
        let needed = repeated.saturating_mul(heaps).saturating_add(self.most_taken().into());
        (!self.is_unequal).then_some(needed)
    }
}

/// Writes digits as a code.
fn written(digits: &[u8]) -> String {
    let digit = |&digit: &u8| format!("{digit:X}");
    let (first, others) = digits.split_first().unwrap_or((&0, &[]));
    let others: String =
        if others.is_empty() { "0".into() } else { others.iter().map(digit).collect() };
    format!("{}.{others}", digit(first))
}
