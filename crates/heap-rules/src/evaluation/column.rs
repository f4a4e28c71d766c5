//! Columns: what expressions are at the positions of a block, one lane for each.
//!
//! A lane of a column that lies outside of the block is a mistake of the caller.

use std::ops::{BitAnd, BitOr, BitXor};

use crate::language::Fold;
use crate::language::bounds::{Bounds, fold_bounds};

/// Why an expression has no value at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoValue {
    /// A number of it overflows, is divided by 0, or is one at which a function is not defined.
    Undefined,
    /// It refers to a position that is not in the table.
    OutsideTable,
}

/// The lanes of a block that matter; `None` for all.
pub type Wanted<'a> = Option<&'a [bool]>;

/// Whether a lane matters.
pub fn is_wanted(wanted: Wanted, lane: usize) -> bool {
    wanted.is_none_or(|wanted| wanted[lane])
}

/// Numbers, one in each lane.
pub struct Column {
    /// The numbers.
    pub lanes: Lanes,
    /// Which lanes have none.
    pub faults: Faults,
}

/// The numbers in the lanes; anything in those that have none.
pub enum Lanes {
    /// `first`, `first + step`, `first + 2 step`, ... without an overflow: heap sizes and constants.
    Linear {
        /// The number in the first lane.
        first: i64,
        /// The difference of neighbours.
        step: i64,
    },
    /// Any numbers, all of which lie between two bounds.
    Each {
        /// The number in each lane.
        numbers: Vec<i64>,
        /// What they lie between. They tell which operations cannot overflow, without a look at any lane.
        bounds: Bounds,
    },
}

/// Truth values, one in each lane.
pub struct Truths {
    /// The truth values; anything in lanes that have none.
    pub lanes: Vec<bool>,
    /// Which lanes have none.
    pub faults: Faults,
}

/// Why lanes have no value; `None` if all have one.
#[derive(Default)]
pub struct Faults(Option<Vec<Option<NoValue>>>);

impl Faults {
    /// Says the same of all lanes.
    pub fn everywhere(fault: NoValue, length: usize) -> Self {
        Faults(Some(vec![Some(fault); length]))
    }

    /// Returns why a lane has no value; `None` if it has one.
    pub fn get(&self, lane: usize) -> Option<NoValue> {
        self.0.as_ref().and_then(|faults| faults[lane])
    }

    /// Whether all lanes have values.
    pub fn are_none(&self) -> bool {
        self.0.is_none()
    }

    /// Says that a lane has no value, unless that is known of it for a reason that came first.
    pub fn add(&mut self, lane: usize, fault: NoValue, length: usize) {
        self.0.get_or_insert_with(|| vec![None; length])[lane].get_or_insert(fault);
    }

    /// Adds the faults that were found next.
    pub fn then(self, next: Faults) -> Self {
        match (self.0, next.0) {
            (Some(mut first), Some(next)) => {
                first.iter_mut().zip(next).for_each(|(first, next)| *first = first.or(next));
                Faults(Some(first))
            }
            (first, next) => Faults(first.or(next)),
        }
    }

    /// Keeps the faults of these lanes alone.
    pub fn among(self, lanes: &[bool]) -> Self {
        let keep = |(fault, &is_kept): (Option<NoValue>, &bool)| fault.filter(|_| is_kept);
        Faults(self.0.map(|faults| faults.into_iter().zip(lanes).map(keep).collect()))
    }
}

impl Truths {
    /// Returns the same truth value in each lane.
    pub fn constant(truth: bool, length: usize) -> Self {
        Truths { lanes: vec![truth; length], faults: Faults::default() }
    }

    /// Returns the truth value in a lane.
    ///
    /// # Errors
    /// Why there is none.
    pub fn at(&self, lane: usize) -> Result<bool, NoValue> {
        self.faults.get(lane).map_or(Ok(self.lanes[lane]), Err)
    }
}

impl Column {
    /// Returns the same number in each lane.
    pub fn constant(number: i64) -> Self {
        Column::linear(number, 0)
    }

    /// Returns `first`, `first + step`, `first + 2 step`, ... The step must not lead to an overflow.
    pub fn linear(first: i64, step: i64) -> Self {
        Column { lanes: Lanes::Linear { first, step }, faults: Faults::default() }
    }

    /// Returns any numbers that lie between bounds.
    pub fn each(numbers: Vec<i64>, bounds: Bounds, faults: Faults) -> Self {
        Column { lanes: Lanes::Each { numbers, bounds }, faults }
    }

    /// Returns any numbers, between bounds that are looked up.
    pub fn of_numbers(numbers: Vec<i64>, faults: Faults) -> Self {
        let (least, largest) = numbers
            .iter()
            .fold((i64::MAX, i64::MIN), |(least, largest), &n| (least.min(n), largest.max(n)));
        Column::each(numbers, (least, largest), faults)
    }

    /// Returns the number in a lane.
    ///
    /// # Errors
    /// Why there is none.
    pub fn at(&self, lane: usize) -> Result<i64, NoValue> {
        self.faults.get(lane).map_or(Ok(self.lanes.at(lane)), Err)
    }

    /// Returns the column in which an operation takes in another one.
    pub fn fold(self, fold: Fold, other: Column, length: usize) -> Column {
        let mut faults = self.faults.then(other.faults);
        let (one, two) = (self.lanes, other.lanes);
        if let (Lanes::Linear { first, step }, Lanes::Linear { first: of, step: by }) = (&one, &two)
            && let Some((first, step)) = linear(fold, (*first, *step), (*of, *by), length)
        {
            return Column { lanes: Lanes::Linear { first, step }, faults };
        }
        let (a, b) = (one.bounds(length), two.bounds(length));
        // Where it has a value for all numbers between the bounds, no lane needs a check.
        if let Some(bounds) = fold_bounds(fold, a, b) {
            let divisor = small_divisor(fold, a, &two);
            let numbers = match fold {
                Fold::Plus => zip(one, two, length, i64::wrapping_add),
                Fold::Minus => zip(one, two, length, i64::wrapping_sub),
                Fold::Times => zip(one, two, length, i64::wrapping_mul),
                Fold::Xor => zip(one, two, length, BitXor::bitxor),
                Fold::BitAnd => zip(one, two, length, BitAnd::bitand),
                Fold::BitOr => zip(one, two, length, BitOr::bitor),
                Fold::Min => zip(one, two, length, i64::min),
                Fold::Max => zip(one, two, length, i64::max),
                fold => match divisor {
                    Some(divisor) => divided(fold, one.into_vec(length), divisor),
                    None => zip(one, two, length, |a, b| fold.of(a, b).unwrap_or(0)),
                },
            };
            return Column::each(numbers, bounds, faults);
        }
        let mut numbers = one.into_vec(length);
        for (lane, number) in numbers.iter_mut().enumerate() {
            *number = fold.of(*number, two.at(lane)).unwrap_or_else(|| {
                faults.add(lane, NoValue::Undefined, length);
                0
            });
        }
        Column::of_numbers(numbers, faults)
    }
}

impl Lanes {
    /// Returns the number in a lane, whatever it is if there is a fault.
    #[inline]
    pub fn at(&self, lane: usize) -> i64 {
        match self {
            Lanes::Linear { first, step } => first + step * lane as i64,
            Lanes::Each { numbers, .. } => numbers[lane],
        }
    }

    /// Returns bounds of the numbers in this many lanes.
    pub fn bounds(&self, length: usize) -> Bounds {
        match self {
            Lanes::Linear { .. } => {
                let ends = [self.at(0), self.at(length.saturating_sub(1))];
                (ends[0].min(ends[1]), ends[0].max(ends[1]))
            }
            Lanes::Each { bounds, .. } => *bounds,
        }
    }

    /// Returns the numbers in this many lanes.
    pub fn into_vec(self, length: usize) -> Vec<i64> {
        match self {
            Lanes::Linear { first, step } => steps(first, step).take(length).collect(),
            Lanes::Each { numbers, .. } => numbers,
        }
    }
}

/// Counts from `first` on.
fn steps(first: i64, step: i64) -> impl Iterator<Item = i64> {
    (0..).map(move |lane: i64| first.wrapping_add(step.wrapping_mul(lane)))
}

/// Returns what an operation makes of two linear columns, if that is linear and does not overflow.
fn linear(fold: Fold, one: (i64, i64), two: (i64, i64), length: usize) -> Option<(i64, i64)> {
    if one.1 == 0 && two.1 == 0 {
        return Some((fold.of(one.0, two.0)?, 0));
    }
    let (first, step) = match fold {
        Fold::Plus | Fold::Minus => (fold.of(one.0, two.0)?, fold.of(one.1, two.1)?),
        Fold::Times if two.1 == 0 => (fold.of(one.0, two.0)?, fold.of(one.1, two.0)?),
        Fold::Times if one.1 == 0 => (fold.of(one.0, two.0)?, fold.of(one.0, two.1)?),
        _ => return None,
    };
    let last = i64::try_from(length).ok()?.checked_sub(1)?;
    first.checked_add(step.checked_mul(last)?)?;
    Some((first, step))
}

/// Returns the divisor of a quotient or a remainder, if it is the same in all lanes and it and the numbers between
/// the bounds are natural ones of 32 bits.
fn small_divisor(fold: Fold, (low, high): Bounds, divisor: &Lanes) -> Option<u32> {
    let Lanes::Linear { first, step: 0 } = *divisor else { return None };
    let is_division = matches!(fold, Fold::Quotient | Fold::Remainder);
    let is_small = is_division && low >= 0 && u32::try_from(high).is_ok();
    u32::try_from(first).ok().filter(|&divisor| is_small && divisor > 0)
}

/// Divides numbers from 0 to 2^32 - 1 by a constant, by a multiplication with its inverse (Lemire, Kaser, Kurz:
/// Faster remainder by direct computation, 2019): for n and d of 32 bits the quotient is n ceil(2^64 / d) / 2^64,
/// rounded down.
fn divided(fold: Fold, mut numbers: Vec<i64>, divisor: u32) -> Vec<i64> {
    if divisor == 1 {
        if fold == Fold::Remainder {
            numbers.fill(0);
        }
        return numbers;
    }
    let inverse = u128::from(u64::MAX / u64::from(divisor) + 1);
    let quotient = |number: i64| ((inverse * u128::from(number as u64)) >> 64) as i64;
    let divisor = i64::from(divisor);
    if fold == Fold::Quotient {
        numbers.iter_mut().for_each(|number| *number = quotient(*number));
    } else {
        numbers.iter_mut().for_each(|number| *number -= quotient(*number) * divisor);
    }
    numbers
}

/// Returns what an operation that has a value everywhere makes of two columns.
#[inline(always)]
fn zip(one: Lanes, two: Lanes, length: usize, operation: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    match (one, two) {
        (Lanes::Linear { first, step }, Lanes::Each { mut numbers, .. }) => {
            let before = steps(first, step);
            numbers.iter_mut().zip(before).for_each(|(b, a)| *b = operation(a, *b));
            numbers
        }
        (one, Lanes::Linear { first, step }) => {
            let mut numbers = one.into_vec(length);
            numbers.iter_mut().zip(steps(first, step)).for_each(|(a, b)| *a = operation(*a, b));
            numbers
        }
        (Lanes::Each { mut numbers, .. }, Lanes::Each { numbers: others, .. }) => {
            numbers.iter_mut().zip(&others).for_each(|(a, b)| *a = operation(*a, *b));
            numbers
        }
    }
}

/// Returns what a comparison says of two columns.
#[inline(always)]
pub(crate) fn compared(
    one: &Lanes,
    two: &Lanes,
    length: usize,
    test: impl Fn(&i64, &i64) -> bool,
) -> Vec<bool> {
    match (one, two) {
        (Lanes::Each { numbers, .. }, Lanes::Each { numbers: others, .. }) => {
            numbers.iter().zip(others).map(|(a, b)| test(a, b)).collect()
        }
        (Lanes::Each { numbers, .. }, Lanes::Linear { first, step }) => {
            numbers.iter().zip(steps(*first, *step)).map(|(a, b)| test(a, &b)).collect()
        }
        (Lanes::Linear { first, step }, Lanes::Each { numbers, .. }) => {
            numbers.iter().zip(steps(*first, *step)).map(|(b, a)| test(&a, b)).collect()
        }
        (Lanes::Linear { first, step }, Lanes::Linear { first: of, step: by }) => {
            let both = steps(*first, *step).zip(steps(*of, *by));
            both.take(length).map(|(a, b)| test(&a, &b)).collect()
        }
    }
}
