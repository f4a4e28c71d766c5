//! Numerations: how numbers are written as words of digits.

use std::fmt;

/// A numeration system: every natural number has exactly one valid word of digits without leading zeros,
/// most significant digit first, and its value is the sum of the digits times the weights of their places.
///
/// The weights w(0) = 1, w(1), ... satisfy a linear recurrence w(i + 1) = r(0) w(i) + r(1) w(i - 1) + ..., where w(-1), ... are
/// given, too, which may be fractions. All roots of the recurrence but the greatest are less than 1 in size (it is a Pisot number), so that addition
/// is automatic (Frougny, Representations of numbers and finite automata, 1992).
///
/// ```
/// use numeration_automata::Numeration;
/// let fibonacci = Numeration::parse("fibonacci")?;
/// assert_eq!(fibonacci.digits_of(11), [1, 0, 1, 0, 0]); // 8 + 3
/// assert_eq!(Numeration::base(2)?.digits_of(11), [1, 0, 1, 1]);
/// # Ok::<(), numeration_automata::NumerationError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numeration {
    name: String,
    /// The number of digits: 0, 1, ..., base - 1.
    base: u32,
    /// r(0), r(1), ...
    recurrence: Vec<i64>,
    /// w(0), w(-1), ..., as many as the recurrence has terms, all times the first of these numbers: w(0) is 1.
    weights: Vec<i64>,
    /// The successors of each state of the automaton of valid words, by digit. It begins in state 0, to
    /// which the digit 0 leads from there.
    valid: Vec<Vec<Option<u32>>>,
    /// The states in which a valid word may end.
    valid_ends: Vec<bool>,
}

/// Why there is no such numeration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumerationError {
    /// No numeration has this name.
    #[error("there is no numeration {name:?}: they are {names}", name = .0, names = Numeration::USAGE)]
    UnknownName(String),
    /// The base is not from 2 to 10.
    #[error("the base {base} is not from 2 to {most}", base = .0, most = Numeration::LARGEST_BASE)]
    Base(u32),
    /// There is no such quadratic numeration.
    #[error("quadratic:{a},{b} is not a numeration: A must be 3 to {most}, and B must be 1 to A - 2", a = .0, b = .1, most = Numeration::LARGEST_BASE)]
    Quadratic(u32, u32),
    /// There is no such numeration of a recurrence.
    #[error("recurrence:{a},{b} is not a numeration: A must be 2 to {most}, and B must be 2 to A", a = .0, b = .1, most = Numeration::LARGEST_BASE - 1)]
    Recurrence(u32, u32),
    /// There is no such numeration of Fraenkel.
    #[error("fraenkel:{s},{t} is not a numeration: S and T must be at least 1, and S + T at most {most}", s = .0, t = .1, most = Numeration::LARGEST_BASE)]
    Fraenkel(u32, u32),
    /// The partial quotient is not from 1 to 9.
    #[error("the partial quotient {quotient} is not from 1 to {most}", quotient = .0, most = Numeration::LARGEST_BASE - 1)]
    PartialQuotient(u32),
}

impl Numeration {
    /// The largest base: letters of several tracks are powers of it.
    pub const LARGEST_BASE: u32 = 10;

    /// The names that [`Numeration::parse`] reads, up to the colon of those with an argument.
    pub const NAMES: [&str; 8] = [
        "fibonacci",
        "pell",
        "tribonacci",
        "base",
        "ostrowski",
        "quadratic",
        "recurrence",
        "fraenkel",
    ];

    /// The same with their arguments, for messages.
    pub const USAGE: &str = "fibonacci, pell, tribonacci, base:K as in base:2, ostrowski:K as in ostrowski:3, \
         quadratic:A,B as in quadratic:4,1, recurrence:A,B as in recurrence:2,2, and fraenkel:S,T as in fraenkel:2,1";

    /// Returns the numeration in base `base`.
    ///
    /// # Errors
    /// When the base is not from 2 to 10.
    pub fn base(base: u32) -> Result<Self, NumerationError> {
        if !(2..=Numeration::LARGEST_BASE).contains(&base) {
            return Err(NumerationError::Base(base));
        }
        Ok(Numeration {
            name: format!("base:{base}"),
            base,
            recurrence: vec![base.into()],
            weights: vec![1],
            valid: vec![vec![Some(0); base as usize]],
            valid_ends: vec![true],
        })
    }

    /// Returns the numeration by Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of which are neighbours
    /// (Zeckendorf).
    pub fn fibonacci() -> Self {
        Numeration {
            name: "fibonacci".into(),
            base: 2,
            recurrence: vec![1, 1],
            weights: vec![1, 1],
            // The state is the last digit.
            valid: vec![vec![Some(0), Some(1)], vec![Some(0), None]],
            valid_ends: vec![true, true],
        }
    }

    /// Returns the numeration by Pell numbers 1, 2, 5, 12, 29, ...: digits 0, 1 and 2, where a 2 is followed
    /// by a 0 (Ostrowski numeration of the square root of 2).
    pub fn pell() -> Self {
        Numeration { name: "pell".into(), ..Numeration::with_partial_quotient(2) }
    }

    /// Returns the Ostrowski numeration of the continued fraction all of whose partial quotients are
    /// `quotient` (Ostrowski 1922): of the golden ratio for 1, which is `fibonacci`, of 1 + sqrt(2) for 2,
    /// which is `pell`, of (3 + sqrt(13))/2 for 3.
    ///
    /// # Errors
    /// When the quotient is not from 1 to 9.
    pub fn ostrowski(quotient: u32) -> Result<Self, NumerationError> {
        match quotient {
            1 => Ok(Numeration::fibonacci()),
            2 => Ok(Numeration::pell()),
            3..Numeration::LARGEST_BASE => Ok(Numeration::with_partial_quotient(quotient)),
            _ => Err(NumerationError::PartialQuotient(quotient)),
        }
    }

    /// A quotient of 1 would begin with the weights 1, 1: the last digit of all words would be 0.
    fn with_partial_quotient(quotient: u32) -> Self {
        let name = format!("ostrowski:{quotient}");
        Numeration { name, ..Numeration::with_recurrence(quotient, 1) }
    }

    /// Returns the numeration of the greater root of x^2 = a x + b: weights 1, a, a^2 + b, ...; digits up to a, where an a is
    /// followed by a digit less than b and is not the last digit. It is 1 + sqrt(3) for 2 and 2, (3 + sqrt(17))/2 for 3 and 2. With b = 1 it would be
    /// [`Numeration::ostrowski`].
    ///
    /// The numbers of one digit are 0, 1, ..., a - 1. A word of n + 1 digits is a digit less than a before a word of n
    /// digits, or an a and a digit less than b before one of n - 1. So there are as many as the weight says of each length,
    /// and in the order of numbers if they are ordered as in a dictionary.
    ///
    /// # Errors
    /// When `a` is not from 2 to 9 or `b` not from 2 to `a`.
    pub fn recurrence_of(a: u32, b: u32) -> Result<Self, NumerationError> {
        if !(2..Numeration::LARGEST_BASE).contains(&a) || !(2..=a).contains(&b) {
            return Err(NumerationError::Recurrence(a, b));
        }
        Ok(Numeration::with_recurrence(a, b))
    }

    fn with_recurrence(a: u32, b: u32) -> Self {
        let after_other = |digit: u32| Some(u32::from(digit == a));
        let after_largest = |digit: u32| (digit < b).then_some(0);
        Numeration {
            name: format!("recurrence:{a},{b}"),
            base: a + 1,
            recurrence: vec![a.into(), b.into()],
            weights: vec![1, 0],
            // State 1 is that after the largest digit, which cannot be the last one.
            valid: vec![(0..=a).map(after_other).collect(), (0..=a).map(after_largest).collect()],
            valid_ends: vec![true, false],
        }
    }

    /// Returns the numeration of the (s, t)-Wythoff game, in which k > 0 tokens are taken from one heap and from the other at least as
    /// many, but less than s k + t: weights 1, s + t, (s + t - 1) (s + t) + s, ..., each s + t - 1 times the last one and s times
    /// the one before, which is 1/s before the first; digits up to s + t - 1, where such a digit is followed by one less than s
    /// (Fraenkel, Heap games, numeration systems and sequences, 1998). The heaps of a P-position are a number and the same with
    /// a digit 0 appended.
    ///
    /// It differs from [`Numeration::recurrence_of`] in the last digit, which may be the largest one: so there are s + t words of
    /// one digit, and as many of each length as the weight says.
    ///
    /// # Errors
    /// When `s` or `t` is 0, or their sum greater than 10.
    pub fn fraenkel(s: u32, t: u32) -> Result<Self, NumerationError> {
        if s == 0 || t == 0 || s.saturating_add(t) > Numeration::LARGEST_BASE {
            return Err(NumerationError::Fraenkel(s, t));
        }
        if (s, t) == (1, 1) {
            return Ok(Numeration::fibonacci());
        }
        Ok(Numeration {
            name: format!("fraenkel:{s},{t}"),
            weights: vec![s.into(), 1],
            valid_ends: vec![true; 2],
            ..Numeration::with_recurrence(s + t - 1, s)
        })
    }

    /// Returns the numeration of the greater root of x^2 = a x - b: weights 1, a, a^2 - b, ...; digits up to a - 1, where
    /// after an a - 1, and any number of digits a - b - 1, no digit is larger than a - b - 1 (Parry, On the beta-expansions of
    /// real numbers, 1960). It is 2 + sqrt(3) for 4 and 1, (5 + sqrt(17))/2 for 5 and 2.
    ///
    /// # Errors
    /// When `a` is not from 3 to 10 or `b` not from 1 to a - 2.
    pub fn quadratic(a: u32, b: u32) -> Result<Self, NumerationError> {
        if !(3..=Numeration::LARGEST_BASE).contains(&a) || !(1..=a - 2).contains(&b) {
            return Err(NumerationError::Quadratic(a, b));
        }
        let largest_after = a - b - 1;
        let after = |largest: u32| {
            let next = |digit: u32| (digit <= largest).then_some(u32::from(digit == largest));
            (0..a).map(next).collect()
        };
        Ok(Numeration {
            name: format!("quadratic:{a},{b}"),
            base: a,
            recurrence: vec![a.into(), -i64::from(b)],
            weights: vec![1, 0],
            valid: vec![after(a - 1), after(largest_after)],
            valid_ends: vec![true, true],
        })
    }

    /// Returns the numeration by Tribonacci numbers 1, 2, 4, 7, 13, ..., of which no three in a row occur.
    pub fn tribonacci() -> Self {
        Numeration {
            name: "tribonacci".into(),
            base: 2,
            recurrence: vec![1, 1, 1],
            weights: vec![1, 1, 0],
            // The state is the number of ones at the end, of which there are two at most.
            valid: vec![vec![Some(0), Some(1)], vec![Some(0), Some(2)], vec![Some(0), None]],
            valid_ends: vec![true; 3],
        }
    }

    /// Reads the name of a numeration: `fibonacci`, `pell`, `tribonacci`, `base:K`, `ostrowski:K`, `quadratic:A,B`,
    /// `recurrence:A,B` or `fraenkel:S,T`.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn parse(text: &str) -> Result<Self, NumerationError> {
        let unknown = || NumerationError::UnknownName(text.to_owned());
        let (name, arguments) = text.split_once(':').unwrap_or((text, ""));
        let one = || arguments.parse().map_err(|_| unknown());
        let two = || {
            let (a, b) = arguments.split_once(',').ok_or_else(unknown)?;
            Ok((a.parse().map_err(|_| unknown())?, b.parse().map_err(|_| unknown())?))
        };
        let of_two = |numeration: fn(u32, u32) -> Result<Self, NumerationError>| {
            two().and_then(|(a, b)| numeration(a, b))
        };
        match name {
            "base" => Numeration::base(one()?),
            "ostrowski" => Numeration::ostrowski(one()?),
            "quadratic" => of_two(Numeration::quadratic),
            "recurrence" => of_two(Numeration::recurrence_of),
            "fraenkel" => of_two(Numeration::fraenkel),
            _ => match text {
                "fibonacci" => Ok(Numeration::fibonacci()),
                "pell" => Ok(Numeration::pell()),
                "tribonacci" => Ok(Numeration::tribonacci()),
                _ => Err(unknown()),
            },
        }
    }

    /// Returns the number of digits, of which 0 is one.
    pub fn digit_count(&self) -> u32 {
        self.base
    }

    /// Returns w(0), w(-1), ..., from which the recurrence gives the other weights, all times the first of these numbers: w(0) is 1.
    pub fn first_weights(&self) -> &[i64] {
        &self.weights
    }

    /// Returns the number of states of the automaton of valid words, which begins in state 0.
    pub fn valid_states(&self) -> u32 {
        self.valid.len() as u32
    }

    /// Returns the state of the automaton of valid words after a digit, if the word is still valid.
    ///
    /// # Panics
    /// When there is no such state or digit.
    pub fn valid_after(&self, state: u32, digit: u32) -> Option<u32> {
        self.valid[state as usize][digit as usize]
    }

    /// Returns whether a valid word may end in a state of the automaton of valid words.
    ///
    /// # Panics
    /// When there is no such state.
    pub fn valid_end(&self, state: u32) -> bool {
        self.valid_ends[state as usize]
    }

    /// Returns the terms of the recurrence.
    pub fn recurrence(&self) -> &[i64] {
        &self.recurrence
    }

    /// Returns the value of a word so far, if it ends here.
    pub(super) fn value(&self, prefix: &Prefix) -> i64 {
        let value: i64 = prefix.0.iter().zip(&self.weights).map(|(s, w)| s * w).sum();
        value / self.weights[0]
    }

    /// Returns the weights of the places, from the last one on, as far as they are below 2^127.
    pub(super) fn weights(&self) -> impl Iterator<Item = u128> {
        let wide = |numbers: &[i64]| -> Vec<i128> { numbers.iter().map(|&n| n.into()).collect() };
        let recurrence = wide(&self.recurrence);
        // From w(i), w(i - 1), ... to w(i + 1), w(i), ...
        let next = move |latest: &Vec<i128>| {
            let terms = recurrence.iter().zip(latest).map(|(r, weight)| r.checked_mul(*weight));
            let next = terms.reduce(|a, b| a?.checked_add(b?)).flatten()?;
            Some([&[next], &latest[..latest.len() - 1]].concat())
        };
        let unit = i128::from(self.weights[0]);
        // They are not negative.
        std::iter::successors(Some(wide(&self.weights)), next)
            .map(move |latest| (latest[0] / unit) as u128)
    }

    /// Returns the empty word.
    pub(super) fn empty(&self) -> Prefix {
        Prefix(vec![0; self.recurrence.len()])
    }

    /// Returns the word with another digit, which may be a sum or a difference of digits.
    pub(super) fn append(&self, prefix: &Prefix, digit: i64) -> Prefix {
        let first = prefix.0[0];
        let next = |j: usize| first * self.recurrence[j] + prefix.0.get(j + 1).unwrap_or(&0);
        let mut appended: Vec<i64> = (0..self.recurrence.len()).map(next).collect();
        appended[0] += digit;
        Prefix(appended)
    }

    /// Returns the least number with this many digits, at least one, if it has 32 bits.
    pub fn least_of(&self, digits: usize) -> Option<u32> {
        self.weights().nth(digits.checked_sub(1)?).and_then(|weight| u32::try_from(weight).ok())
    }

    /// Returns the digits of a number, most significant first; none for 0.
    pub fn digits_of(&self, number: u64) -> Vec<u32> {
        let mut rest = u128::from(number);
        let weights: Vec<u128> = self.weights().take_while(|&weight| weight <= rest).collect();
        let greedy = weights.iter().rev().map(|&weight| {
            let digit = rest / weight;
            rest %= weight;
            digit as u32
        });
        greedy.collect()
    }
}

#[cfg(test)]
impl Numeration {
    /// Returns what is no numeration, for want of one thing each.
    pub(super) fn wrong_ones() -> Vec<Self> {
        let (fibonacci, pell) = (Numeration::fibonacci(), Numeration::pell());
        let base2 = Numeration::base(2).expect("a base");
        let quadratic = Numeration::quadratic(4, 1).expect("a quadratic numeration");
        let recurrent = Numeration::recurrence_of(3, 2).expect("a numeration of a recurrence");
        let fraenkel = Numeration::fraenkel(2, 1).expect("a numeration of Fraenkel");
        vec![
            // Neighbours are allowed: 3 is written 100 and 11.
            Numeration { valid: vec![vec![Some(0), Some(0)]; 2], ..fibonacci.clone() },
            // Two zeros after a 1: 4 has no word.
            Numeration {
                valid: vec![vec![Some(0), Some(1)], vec![Some(2), None], vec![Some(0), None]],
                valid_ends: vec![true; 3],
                ..fibonacci.clone()
            },
            // Weights of another recurrence, and other first weights.
            Numeration { recurrence: vec![2, 1], ..fibonacci.clone() },
            Numeration { weights: vec![1, 2], ..fibonacci },
            // A 2 may end a word: 2 is written 2 and 10.
            Numeration { valid_ends: vec![true, true], ..pell.clone() },
            Numeration { weights: vec![1, 1], ..pell },
            // A digit 2 in base 2, and no digit 2 in base 3.
            Numeration { base: 3, valid: vec![vec![Some(0); 3]], ..base2.clone() },
            Numeration { recurrence: vec![3], ..base2 },
            // After a 3 a 3 is allowed: 15 is written 33 and 100. After a 3 no 2 is allowed: 14 has no word.
            Numeration { valid: vec![vec![Some(0); 4]; 2], ..quadratic.clone() },
            Numeration {
                valid: vec![quadratic.valid[0].clone(), vec![Some(0), Some(1), None, None]],
                ..quadratic
            },
            // After a 3 a 2 is allowed: 11 is written 32 and 100. After a 3 no 1 is allowed: 10 has no word. A 3 may end a
            // word: 3 is written 3 and 10.
            Numeration {
                valid: vec![recurrent.valid[0].clone(), vec![Some(0), Some(0), Some(0), None]],
                ..recurrent.clone()
            },
            Numeration {
                valid: vec![recurrent.valid[0].clone(), vec![Some(0), None, None, None]],
                ..recurrent.clone()
            },
            Numeration { valid_ends: vec![true, true], ..recurrent },
            // A 2 may not end a word: 2 has no word. After a 2 a 2 is allowed: 8 is written 22 and 100.
            Numeration { valid_ends: vec![true, false], ..fraenkel.clone() },
            Numeration { valid: vec![fraenkel.valid[0].clone(); 2], ..fraenkel.clone() },
            // The weights 1, 2, 6, ... of recurrence:2,2, and the weights 1, 4, 10, ...
            Numeration { weights: vec![1, 0], ..fraenkel.clone() },
            Numeration { weights: vec![1, 1], ..fraenkel },
        ]
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The value of a word of digits that may be continued: s(0), s(1), ..., such that it is
/// s(0) w(i) + s(1) w(i - 1) + ... where i is the place of its last digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Prefix(pub(super) Vec<i64>);
