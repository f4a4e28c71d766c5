//! Constraints on numbers, each followed digit by digit.
//!
//! A [`Constraint`] is a condition on the numbers that some tracks read: the sign of a linear combination,
//! say. Its machine remembers what has to be remembered of the digits that have been read. All of it follows from
//! the definition of the value of a word alone.

use std::cell::Cell;
use std::hash::Hash;

use super::fibonacci_odd::Alternation;
use super::limits::{CheckError, CheckLimits};
use super::moore_machine::MooreMachine;
use super::words::{Words, digit};

/// What a linear combination is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Zero,
    NotZero,
    Positive,
    NotNegative,
}

/// What the digits of some tracks have to do with one another, at each place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    /// Those of the second track are those of the first one, and a 0 behind them.
    Shifted,
    /// Those of the third track are 1 where both others are.
    And,
    /// Those of the third track are 1 where one of the others is, or both.
    Or,
    /// Those of the third track are 1 where the others differ.
    Xor,
}

/// A condition on the numbers of some tracks.
#[derive(Debug, Clone)]
pub(super) enum Constraint {
    /// The sum of coefficients times the numbers of tracks, and of a constant, has this sign.
    Linear(Vec<(i64, usize)>, i64, Sign),
    /// The tracks have these numbers, all of them.
    Are(Vec<(usize, u64)>),
    /// The tracks do not have these numbers, or not all of them.
    AreNot(Vec<(usize, u64)>),
    /// The number of the track is no multiple of this one.
    NoMultiple(usize, u64),
    /// The numbers of two tracks differ.
    Differ(usize, usize),
    /// The number of the track is in the infinite subtraction set.
    IsFibonacciOdd(usize),
    /// The digits of these tracks are so. Those of `And`, `Or` and `Xor` are binary.
    Digits(Digits, Vec<usize>),
}

/// Numbers that are remembered are smaller: in numerations in which addition is automatic they stay far below.
const LARGEST: i64 = 1 << 50;

impl Constraint {
    /// Returns the machine that reads letters of all tracks and has the output 1 where valid words satisfy the constraint.
    ///
    /// # Errors
    /// When a number that it names has no valid word, and when what is remembered grows too large.
    pub(super) fn machine(
        &self,
        words: &Words,
        letters: usize,
        limits: &CheckLimits,
    ) -> Result<MooreMachine, CheckError> {
        let digit = |letter: usize, track: usize| digit(words.digits, letter, track);
        // What is followed has no meaning once a number has grown beyond the largest one.
        let has_overflowed = Cell::new(false);
        let appended = |so_far: &[i64], digit: i64| {
            let after = appended(words, so_far, digit);
            has_overflowed.set(has_overflowed.get() || after.is_none());
            after
        };
        let machine = match self {
            Constraint::Linear(terms, constant, sign) => {
                let linear = Linear { words, terms, constant: *constant, sign: *sign };
                let step = |sum: &Sum, letter| {
                    let Sum::Open(so_far) = sum else { return Some(sum.clone()) };
                    let read = terms.iter().map(|&(c, track)| c * digit(letter, track) as i64);
                    linear.still_possible(appended(so_far, read.sum())?)
                };
                let first = Sum::Open(vec![0; words.recurrence.len()]);
                followed(letters, first, step, |sum| linear.is_satisfied(sum), limits)
            }
            Constraint::Are(numbers) | Constraint::AreNot(numbers) => {
                let mut named = Vec::new();
                for &(track, number) in numbers {
                    let word = words.word_of(number).ok_or_else(|| {
                        CheckError::NotCovered("a number of the game has no valid word".into())
                    })?;
                    named.push((track, word));
                }
                let is_wanted = matches!(self, Constraint::Are(_));
                // How many digits of the word of each number have been read; `None` for another word.
                let step = |read: &Vec<Option<usize>>, letter| {
                    let pairs = read.iter().zip(&named);
                    let after = pairs.map(|(read, (track, word))| match *read {
                        Some(0) if digit(letter, *track) == 0 => Some(0),
                        Some(read) if word.get(read) == Some(&digit(letter, *track)) => {
                            Some(read + 1)
                        }
                        Some(_) | None => None,
                    });
                    let after: Vec<_> = after.collect();
                    (!is_wanted || !after.contains(&None)).then_some(after)
                };
                let is_read = |read: &Vec<Option<usize>>| {
                    let mut pairs = read.iter().zip(&named);
                    pairs.all(|(read, (_, word))| *read == Some(word.len())) == is_wanted
                };
                followed(letters, vec![Some(0); named.len()], step, is_read, limits)
            }
            &Constraint::NoMultiple(track, modulus) => {
                // The value so far as in `Sum::Open`, of one track and modulo the number, which also is times the first weight.
                let modulus = modulus as i64 * words.weights[0];
                let step = |so_far: &Vec<i64>, letter| {
                    let after = appended(so_far, digit(letter, track) as i64)?;
                    Some(after.iter().map(|s| s.rem_euclid(modulus)).collect())
                };
                let first = vec![0; words.recurrence.len()];
                let is_none = |s: &Vec<i64>| scaled_value(words, s).rem_euclid(modulus) != 0;
                followed(letters, first, step, is_none, limits)
            }
            &Constraint::Differ(one, two) => {
                let step = |&differed: &bool, letter| {
                    Some(differed || digit(letter, one) != digit(letter, two))
                };
                followed(letters, false, step, |&differed| differed, limits)
            }
            &Constraint::IsFibonacciOdd(track) => {
                let step = |so_far: &Alternation, letter| so_far.after(digit(letter, track));
                followed(letters, Alternation::Zeros, step, |end| end.is_in_set(), limits)
            }
            Constraint::Digits(relation, tracks) => match (relation, &tracks[..]) {
                (Digits::Shifted, &[from, to]) => {
                    // The first track reads now what the second one has read before.
                    let step = |&expected: &usize, letter| {
                        (digit(letter, from) == expected).then(|| digit(letter, to))
                    };
                    followed(letters, 0, step, |&expected| expected == 0, limits)
                }
                (Digits::And | Digits::Or | Digits::Xor, &[one, two, of]) => {
                    let step = |(): &(), letter| {
                        let (one, two) = (digit(letter, one), digit(letter, two));
                        let wanted = match relation {
                            Digits::And => one & two,
                            Digits::Or => one | two,
                            Digits::Xor | Digits::Shifted => one ^ two,
                        };
                        (digit(letter, of) == wanted).then_some(())
                    };
                    followed(letters, (), step, |()| true, limits)
                }
                _ => followed(letters, (), |(), _| None, |()| false, limits),
            },
        }?;
        match has_overflowed.get() {
            true => Err(CheckError::NotCovered(
                "the numbers that are carried from digit to digit grow beyond 2^50".into(),
            )),
            false => Ok(machine),
        }
    }
}

/// Returns the machine that remembers what `step` makes of it, letter by letter, until the constraint cannot be satisfied any
/// more.
fn followed<S: Clone + Eq + Hash>(
    letters: usize,
    first: S,
    step: impl Fn(&S, usize) -> Option<S>,
    is_satisfied: impl Fn(&S) -> bool,
    limits: &CheckLimits,
) -> Result<MooreMachine, CheckError> {
    MooreMachine::explore(
        letters,
        Some(first),
        |state, letter| step(state.as_ref()?, letter),
        |state| u32::from(state.as_ref().is_some_and(&is_satisfied)),
        limits,
    )
}

/// Appends a digit: since w(i + 1) = r(0) w(i) + r(1) w(i - 1) + ..., the sum s(0) w(i + 1) + s(1) w(i) + ... is
/// (s(0) r(0) + s(1)) w(i) + (s(0) r(1) + s(2)) w(i - 1) + ..., and the digit adds to the first. `None` if a number grows too
/// large.
fn appended(words: &Words, so_far: &[i64], digit: i64) -> Option<Vec<i64>> {
    let terms = words.recurrence.iter().enumerate();
    let mut appended: Vec<i64> =
        terms.map(|(j, r)| so_far[0] * r + so_far.get(j + 1).unwrap_or(&0)).collect();
    appended[0] += digit;
    appended.iter().all(|s| s.abs() <= LARGEST).then_some(appended)
}

/// Returns the value of a sum if the words end here, times the first weight.
fn scaled_value(words: &Words, so_far: &[i64]) -> i64 {
    so_far.iter().zip(&words.weights).map(|(s, w)| s * w).sum()
}

/// What is remembered of a linear combination.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Sum {
    /// So far it is s(0) w(i) + s(1) w(i - 1) + ..., where i is the place of the last digit.
    Open(Vec<i64>),
    /// It will be positive, whatever follows.
    Above,
    /// It will be negative, whatever follows.
    Below,
}

/// A linear combination, and the sign that it is to have.
struct Linear<'a> {
    words: &'a Words,
    terms: &'a [(i64, usize)],
    constant: i64,
    sign: Sign,
}

impl Linear<'_> {
    /// Returns what is remembered of a sum; `None` if it will not have the sign, whatever follows.
    fn still_possible(&self, so_far: Vec<i64>) -> Option<Sum> {
        let sum = self.decided(so_far);
        (matches!(sum, Sum::Open(_)) || self.is_satisfied(&sum)).then_some(sum)
    }

    /// Let t be the reach of a letter and the size of the constant together. If all s are at least t, the combination is at
    /// least t in the end, and larger than the constant, whatever follows. For then all s are so after another letter, too:
    /// the first is at least r(0) s(0) + s(1) - reach >= s(0), or r(0) s(0) - reach >= s(0) if it is the only one, where
    /// r(0) >= 2; the others are at least the next one, the last one at least s(0), since r(last) >= 1. In the end the
    /// value is s(0) w(0) + s(1) w(-1) + ..., and these weights are not negative, w(0) = 1. If all s are at
    /// most -t, it is at most -t for the same reason.
    ///
    /// For the terms a and -b with a >= b + 2, where the value in the end is s(0), the same holds if s(0) is at least t
    /// and s(0) + s(1) >= 0. For the next s(0) is a s(0) + s(1) - reach >= (a - 1) s(0) - reach >= s(0) or more, and the
    /// next sum is at least a s(0) + s(1) - reach - b s(0) >= (a - 1 - b) s(0) - reach >= 0.
    fn decided(&self, so_far: Vec<i64>) -> Sum {
        let reach = self.terms.iter().map(|(c, _)| c.abs()).sum::<i64>();
        let far = (reach * (self.words.digits as i64 - 1)).max(1) + self.constant.abs();
        let is_far = |sign: i64| match (so_far.as_slice(), self.words.recurrence.last()) {
            (&[s0, s1], Some(..0)) => sign * s0 >= far && sign * (s0 + s1) >= 0,
            (all, _) => all.iter().all(|&s| sign * s >= far),
        };
        if is_far(1) {
            Sum::Above
        } else if is_far(-1) {
            Sum::Below
        } else {
            Sum::Open(so_far)
        }
    }

    /// Whether it has the sign if the words end here.
    fn is_satisfied(&self, sum: &Sum) -> bool {
        let value = match sum {
            Sum::Open(so_far) => {
                scaled_value(self.words, so_far) / self.words.weights[0] + self.constant
            }
            Sum::Above => 1,
            Sum::Below => -1,
        };
        match self.sign {
            Sign::Zero => value == 0,
            Sign::NotZero => value != 0,
            Sign::Positive => value > 0,
            Sign::NotNegative => value >= 0,
        }
    }
}
