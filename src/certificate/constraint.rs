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
    Positive,
    NotNegative,
}

/// A condition on the numbers of some tracks.
#[derive(Debug, Clone)]
pub(super) enum Constraint {
    /// The sum of coefficients times the numbers of tracks has this sign.
    Linear(Vec<(i64, usize)>, Sign),
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
}

/// A constraint together with the words of the numbers that it names.
pub(super) struct Follower<'a> {
    words: &'a Words,
    constraint: &'a Constraint,
    /// The words of the numbers of `Are` and `AreNot`, with their tracks.
    named: Vec<(usize, Vec<usize>)>,
    /// The most by which a letter can lower, or raise, the linear combination.
    reach: i64,
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
            | Constraint::IsFibonacciOdd(_) => Vec::new(),
        };
        let reach = match constraint {
            Constraint::Linear(terms, _) => {
                terms.iter().map(|(c, _)| c.abs()).sum::<i64>() * (words.digits as i64 - 1)
            }
            _ => 0,
        };
        let overflowed = Cell::new(false);
        Some(Follower { words, constraint, named, reach: reach.max(1), overflowed })
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
        }
    }

    /// Returns what is remembered after another letter; `None` if the constraint cannot be satisfied any
    /// more.
    pub(super) fn after(&self, trace: &Trace, letter: usize) -> Option<Trace> {
        let digit = |track: usize| digit(self.words.digits, letter, track);
        let after = match (trace, self.constraint) {
            (Trace::Open(so_far), Constraint::Linear(terms, _)) => {
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
            (decided, _) => decided.clone(),
        };
        let is_lost = match (&after, self.constraint) {
            (Trace::Above, Constraint::Linear(_, sign)) => *sign == Sign::Zero,
            (Trace::Below, Constraint::Linear(..)) => true,
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

    /// If all s are at least the reach of a letter, which is at least 1, the combination is positive,
    /// whatever follows. For then all s are so after another letter, too: the first is at least
    /// r(0) s(0) + s(1) - reach >= s(0), or r(0) s(0) - reach >= s(0) if it is the only one, where r(0) >= 2;
    /// the others are at least the next one, the last one at least s(0), since r(last) >= 1. In the end the
    /// value is s(0) w(0) + s(1) w(-1) + ..., and these weights are not negative, w(0) = 1. If all s are at
    /// most minus the reach, it is negative for the same reason.
    ///
    /// For the terms a and -b with a >= b + 2, where the value in the end is s(0), the same holds if s(0) is at least the
    /// reach and s(0) + s(1) >= 0. For the next s(0) is a s(0) + s(1) - reach >= (a - 1) s(0) - reach >= s(0) or more, and the
    /// next sum is at least a s(0) + s(1) - reach - b s(0) >= (a - 1 - b) s(0) - reach >= 0.
    fn decided(&self, so_far: Vec<i64>) -> Trace {
        let is_far = |sign: i64| match (so_far.as_slice(), self.words.recurrence.last()) {
            (&[s0, s1], Some(..0)) => sign * s0 >= self.reach && sign * (s0 + s1) >= 0,
            (all, _) => all.iter().all(|&s| sign * s >= self.reach),
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
            (Trace::Open(so_far), Constraint::Linear(_, sign)) => match sign {
                Sign::Zero => value(so_far) == 0,
                Sign::Positive => value(so_far) > 0,
                Sign::NotNegative => value(so_far) >= 0,
            },
            (Trace::Above, Constraint::Linear(_, sign)) => *sign != Sign::Zero,
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
