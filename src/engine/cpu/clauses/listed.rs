//! The numbers of a variable, listed: those of a set, or those that are left by conditions that name the variable alone.
//!
//! `is_prime(k)` says the same of k at all positions. So it is evaluated once for each number that k may be, and a position looks
//! at the primes between the bounds of k alone, as if they were a set that is written.

use heap_rules::intervals::Bounds;
use heap_rules::linear::LARGEST_LEAF;
use heap_rules::rules::{OfRules, Range};
use heap_rules::tree::Truth;

use super::scalar::Environment;
use super::tally::Halt;

/// The most operations that are spent on listing the numbers of all variables of a game. It takes a fraction of a second.
pub(super) const MOST_OPERATIONS: u64 = 1 << 24;
/// The most numbers of a variable that are listed, where they are not those of a set.
const MOST_LISTED: u64 = 1 << 20;

/// Numbers that a variable takes.
#[derive(Clone, Copy)]
pub(super) enum Numbers<'a> {
    /// From the first to the second, both included; there is one.
    Between(i64, i64),
    /// In rising order.
    Set(&'a [i64]),
}

impl Numbers<'_> {
    /// Returns how many there are.
    pub(super) fn count(&self) -> usize {
        match self {
            Numbers::Between(low, high) => (high - low) as usize + 1,
            Numbers::Set(numbers) => numbers.len(),
        }
    }

    /// Does something with each number, in rising order.
    pub(super) fn try_for_each(
        self,
        mut each: impl FnMut(i64) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        match self {
            Numbers::Between(low, high) => (low..=high).try_for_each(each),
            Numbers::Set(numbers) => numbers.iter().try_for_each(|&number| each(number)),
        }
    }

    /// Returns the number with this place in rising order.
    pub(super) fn at(&self, place: usize) -> i64 {
        match self {
            Numbers::Between(low, _) => low + place as i64,
            Numbers::Set(numbers) => numbers[place],
        }
    }
}

/// Places of binary digits, once they are asked for.
#[derive(Default)]
pub(super) struct Places(Option<[i64; 64]>);

impl Places {
    /// Lists the places from the first to the second bound at which a number has binary digits 1, if there are any. A negative
    /// number has digits without end.
    #[inline]
    pub(super) fn of(
        &mut self,
        number: i64,
        [low, high]: [i64; 2],
    ) -> Result<Option<Numbers<'_>>, Halt> {
        let mut digits = u64::try_from(number).map_err(|_| Halt::Noticed)?;
        let places = self.0.insert([0; 64]);
        let mut count = 0;
        while digits != 0 {
            let place = i64::from(digits.trailing_zeros());
            digits &= digits - 1;
            if (low..=high).contains(&place) {
                places[count] = place;
                count += 1;
            }
        }
        Ok((count > 0).then(|| Numbers::Set(&places[..count])))
    }
}

/// Numbers of a variable, in rising order.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    numbers: Vec<i64>,
    /// Those at which a condition has no value.
    faulty: Vec<i64>,
}

impl Listed {
    /// Lists the numbers of a set.
    pub(super) fn of_set(numbers: &[i64]) -> Self {
        Listed { numbers: numbers.to_vec(), faulty: Vec::new() }
    }

    /// Lists the numbers of a variable whose numbers lie between these bounds, wherever it is asked for them; `None` if they are
    /// too many.
    pub(super) fn of_range(range: &Range, (low, high): Bounds) -> Option<Self> {
        match range {
            Range::Set(numbers) => Some(Listed::of_set(numbers)),
            Range::Between(_) => (low <= high && low.abs_diff(high) < MOST_LISTED)
                .then(|| Listed { numbers: (low..=high).collect(), faulty: Vec::new() }),
        }
    }

    /// Returns the numbers at which a condition is true that names the variable with this place alone, and takes its work out of
    /// what is left of the operations; `None` if that is too little.
    pub(super) fn where_true(
        &self,
        truth: &Truth<OfRules>,
        place: usize,
        operations: &mut u64,
    ) -> Option<Self> {
        let work = (self.numbers.len() as u64).saturating_mul(1 + truth.operations());
        *operations = operations.checked_sub(work)?;
        let mut at = Environment::default();
        let mut left = Listed { numbers: Vec::new(), faulty: self.faulty.clone() };
        for &number in &self.numbers {
            at[place] = number;
            match truth.at(&at) {
                Some(true) => left.numbers.push(number),
                Some(false) => {}
                None => left.faulty.push(number),
            }
        }
        left.faulty.sort_unstable();
        Some(left)
    }

    /// Returns whether a number is among them.
    pub(super) fn has(&self, number: i64) -> bool {
        self.numbers.binary_search(&number).is_ok()
    }

    /// Returns the numbers where it is known that conditions have a value at each that matters.
    pub(super) fn of_faultless(self) -> Self {
        Listed { faulty: Vec::new(), ..self }
    }

    /// Returns whether conditions have a value at all the numbers.
    pub(super) fn are_total(&self) -> bool {
        self.faulty.is_empty()
    }

    /// Returns the bytes of the numbers.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.numbers[..]) as u64
    }

    /// Returns the numbers between two others, both included, if there are any.
    #[inline]
    pub(super) fn between(&self, low: i64, high: i64) -> Result<Option<Numbers<'_>>, Halt> {
        let is_large = |number: Option<&i64>| number.is_some_and(|of| of.abs() > LARGEST_LEAF);
        let within = |numbers: &[i64]| {
            let from = numbers.partition_point(|&number| number < low);
            from..numbers.partition_point(|&number| number <= high).max(from)
        };
        if is_large(self.numbers.first())
            || is_large(self.numbers.last())
            || !within(&self.faulty).is_empty()
        {
            return Err(Halt::Noticed);
        }
        let some = self.numbers.get(within(&self.numbers)).filter(|some| !some.is_empty());
        Ok(some.map(Numbers::Set))
    }
}
