//! Constraints on numbers, each followed digit by digit.
//!
//! A [`Constraint`] is a condition on the numbers that some tracks read: the sign of a linear combination,
//! say. What has to be remembered of the digits that have been read is its [`Trace`]. All of it follows from
//! the definition of the value of a word alone.

use std::cell::Cell;

use super::fibonacci_odd::Alternation;
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

/// What is remembered of the digits that have been read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Trace {
    /// The linear combination so far is s(0) w(i) + s(1) w(i - 1) + ..., where i is the place of the last
    /// digit.
    Open(Vec<i64>),
    /// The linear combination will be positive, whatever follows.
    Above,
    /// It will be negative, whatever follows.
    Below,
    /// How many digits of the word of each number have been read; `None` for another word.
    Read(Vec<Option<usize>>),
    /// The value so far as in `Open`, of one track and modulo the number.
    Residue(Vec<i64>),
    /// Whether the digits have differed somewhere.
    Differed(bool),
    /// Whether the digits are those of numbers of the infinite set.
    Alternating(Alternation),
    /// The digit that the first track reads next if the second one is to be it, shifted.
    Expected(usize),
    /// All digits so far are as they should be.
    Agreed,
}

/// A constraint together with the words of the numbers that it names.
pub(super) struct Follower<'a> {
    words: &'a Words,
    constraint: &'a Constraint,
    /// The words of the numbers of `Are` and `AreNot`, with their tracks.
    named: Vec<(usize, Vec<usize>)>,
    /// The most by which a letter can lower, or raise, the linear combination, at least 1.
    reach: i64,
    /// The constant that is added to the linear combination.
    constant: i64,
    /// Whether a number has grown beyond [`LARGEST`]: then what is followed has no meaning.
    overflowed: Cell<bool>,
}

/// Numbers of a trace are smaller: in numerations in which addition is automatic they stay far below.
const LARGEST: i64 = 1 << 50;

impl<'a> Follower<'a> {
    /// Prepares to follow a constraint; `None` if a number that it names has no valid word.
    pub(super) fn new(words: &'a Words, constraint: &'a Constraint) -> Option<Self> {
        let named = match constraint {
            Constraint::Are(numbers) | Constraint::AreNot(numbers) => numbers
                .iter()
                .map(|&(track, number)| Some((track, words.word_of(number)?)))
                .collect::<Option<Vec<_>>>()?,
            Constraint::Linear(..)
            | Constraint::NoMultiple(..)
            | Constraint::Differ(..)
            | Constraint::Digits(..)
            | Constraint::IsFibonacciOdd(_) => Vec::new(),
        };
        let reach = match constraint {
            Constraint::Linear(terms, ..) => {
                terms.iter().map(|(c, _)| c.abs()).sum::<i64>() * (words.digits as i64 - 1)
            }
            _ => 0,
        };
        let overflowed = Cell::new(false);
        let constant = match constraint {
            Constraint::Linear(_, constant, _) => *constant,
            _ => 0,
        };
        Some(Follower { words, constraint, named, reach: reach.max(1), constant, overflowed })
    }

    /// Whether something was too large to be followed.
    pub(super) fn has_overflowed(&self) -> bool {
        self.overflowed.get()
    }

    /// Returns what is remembered before any digit.
    pub(super) fn first(&self) -> Trace {
        match self.constraint {
            Constraint::Linear(..) => Trace::Open(vec![0; self.words.recurrence.len()]),
            Constraint::NoMultiple(..) => Trace::Residue(vec![0; self.words.recurrence.len()]),
            Constraint::Are(_) | Constraint::AreNot(_) => {
                Trace::Read(vec![Some(0); self.named.len()])
            }
            Constraint::Differ(..) => Trace::Differed(false),
            Constraint::IsFibonacciOdd(_) => Trace::Alternating(Alternation::Zeros),
            Constraint::Digits(Digits::Shifted, _) => Trace::Expected(0),
            Constraint::Digits(..) => Trace::Agreed,
        }
    }

    /// Returns what is remembered after another letter; `None` if the constraint cannot be satisfied any
    /// more.
    pub(super) fn after(&self, trace: &Trace, letter: usize) -> Option<Trace> {
        let digit = |track: usize| digit(self.words.digits, letter, track);
        let after = match (trace, self.constraint) {
            (Trace::Open(so_far), Constraint::Linear(terms, ..)) => {
                let added = terms.iter().map(|&(c, track)| c * digit(track) as i64).sum();
                self.decided(self.appended(so_far, added))
            }
            (Trace::Residue(so_far), &Constraint::NoMultiple(track, modulus)) => {
                let appended = self.appended(so_far, digit(track) as i64);
                Trace::Residue(appended.iter().map(|s| s.rem_euclid(modulus as i64)).collect())
            }
            (Trace::Read(read), Constraint::Are(_) | Constraint::AreNot(_)) => {
                let after =
                    |(read, (track, word)): (&Option<usize>, &(usize, Vec<usize>))| match *read {
                        Some(0) if digit(*track) == 0 => Some(0),
                        Some(read) if word.get(read) == Some(&digit(*track)) => Some(read + 1),
                        Some(_) | None => None,
                    };
                Trace::Read(read.iter().zip(&self.named).map(after).collect())
            }
            (&Trace::Differed(differed), &Constraint::Differ(one, two)) => {
                Trace::Differed(differed || digit(one) != digit(two))
            }
            (Trace::Alternating(so_far), &Constraint::IsFibonacciOdd(track)) => {
                Trace::Alternating(so_far.after(digit(track))?)
            }
            // The first track reads now what the second one has read before.
            (&Trace::Expected(expected), Constraint::Digits(_, tracks)) => match tracks[..] {
                [from, to] if digit(from) == expected => Trace::Expected(digit(to)),
                _ => return None,
            },
            (Trace::Agreed, Constraint::Digits(relation, tracks)) => {
                let &[one, two, of] = &tracks[..] else { return None };
                let (one, two) = (digit(one), digit(two));
                let wanted = match relation {
                    Digits::And => one & two,
                    Digits::Or => one | two,
                    Digits::Xor | Digits::Shifted => one ^ two,
                };
                (digit(of) == wanted).then_some(Trace::Agreed)?
            }
            (decided, _) => decided.clone(),
        };
        let is_lost = match (&after, self.constraint) {
            (Trace::Above, Constraint::Linear(.., sign)) => *sign == Sign::Zero,
            (Trace::Below, Constraint::Linear(.., sign)) => *sign != Sign::NotZero,
            (Trace::Read(read), Constraint::Are(_)) => read.contains(&None),
            _ => false,
        };
        (!is_lost).then_some(after)
    }

    /// Appends a digit: since w(i + 1) = r(0) w(i) + r(1) w(i - 1) + ..., the sum s(0) w(i + 1) + s(1) w(i)
    /// + ... is (s(0) r(0) + s(1)) w(i) + (s(0) r(1) + s(2)) w(i - 1) + ..., and the digit adds to the first.
    fn appended(&self, so_far: &[i64], digit: i64) -> Vec<i64> {
        let terms = self.words.recurrence.iter().enumerate();
        let mut appended: Vec<i64> =
            terms.map(|(j, r)| so_far[0] * r + so_far.get(j + 1).unwrap_or(&0)).collect();
        appended[0] += digit;
        if appended.iter().any(|s| s.abs() > LARGEST) {
            self.overflowed.set(true);
            appended.fill(0);
        }
        appended
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
    fn decided(&self, so_far: Vec<i64>) -> Trace {
        let far = self.reach + self.constant.abs();
        let is_far = |sign: i64| match (so_far.as_slice(), self.words.recurrence.last()) {
            (&[s0, s1], Some(..0)) => sign * s0 >= far && sign * (s0 + s1) >= 0,
            (all, _) => all.iter().all(|&s| sign * s >= far),
        };
        if is_far(1) {
            Trace::Above
        } else if is_far(-1) {
            Trace::Below
        } else {
            Trace::Open(so_far)
        }
    }

    /// Whether the constraint is satisfied if the word ends here.
    pub(super) fn is_satisfied(&self, trace: &Trace) -> bool {
        let value = |so_far: &[i64]| -> i64 {
            so_far.iter().zip(&self.words.weights).map(|(s, w)| s * w).sum()
        };
        match (trace, self.constraint) {
            (Trace::Open(so_far), Constraint::Linear(_, constant, sign)) => {
                let value = value(so_far) + constant;
                match sign {
                    Sign::Zero => value == 0,
                    Sign::NotZero => value != 0,
                    Sign::Positive => value > 0,
                    Sign::NotNegative => value >= 0,
                }
            }
            (Trace::Above, Constraint::Linear(.., sign)) => *sign != Sign::Zero,
            (Trace::Below, Constraint::Linear(.., sign)) => *sign == Sign::NotZero,
            (Trace::Expected(expected), Constraint::Digits(..)) => *expected == 0,
            (Trace::Agreed, Constraint::Digits(..)) => true,
            (Trace::Residue(so_far), &Constraint::NoMultiple(_, modulus)) => {
                value(so_far).rem_euclid(modulus as i64) != 0
            }
            (Trace::Read(read), Constraint::Are(_)) => self.is_read(read),
            (Trace::Read(read), Constraint::AreNot(_)) => !self.is_read(read),
            (Trace::Differed(differed), Constraint::Differ(..)) => *differed,
            (Trace::Alternating(so_far), Constraint::IsFibonacciOdd(_)) => so_far.is_in_set(),
            _ => false,
        }
    }

    fn is_read(&self, read: &[Option<usize>]) -> bool {
        read.iter().zip(&self.named).all(|(read, (_, word))| *read == Some(word.len()))
    }
}
