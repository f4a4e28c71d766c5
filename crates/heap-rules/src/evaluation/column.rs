//! Columns: what expressions are at the positions of a block, one lane for each.
//!
//! A lane of a column that lies outside of the block is a mistake of the caller.

use crate::language::Fold;

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
        /// What they lie between.
        bounds: Bounds,
    },
}

/// The least and the largest number that may be in a lane. They tell which operations cannot overflow, without
/// a look at any lane.
pub type Bounds = (i64, i64);

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
        let quick = |bounds, operation: fn(Lanes, Lanes, usize) -> Vec<i64>| (operation, bounds);
        let known = match fold {
            Fold::Plus => sum_bounds(a, b)
                .map(|bounds| quick(bounds, |a, b, n| zip(a, b, n, i64::wrapping_add))),
            Fold::Minus => difference_bounds(a, b)
                .map(|bounds| quick(bounds, |a, b, n| zip(a, b, n, i64::wrapping_sub))),
            Fold::Times => product_bounds(a, b)
                .map(|bounds| quick(bounds, |a, b, n| zip(a, b, n, i64::wrapping_mul))),
            Fold::Xor => {
                Some(quick(xor_bounds(a, b), |a, b, n| zip(a, b, n, std::ops::BitXor::bitxor)))
            }
            Fold::BitAnd => {
                Some(quick(and_bounds(a, b), |a, b, n| zip(a, b, n, std::ops::BitAnd::bitand)))
            }
            Fold::BitOr => {
                Some(quick(or_bounds(a, b), |a, b, n| zip(a, b, n, std::ops::BitOr::bitor)))
            }
            Fold::Min => {
                Some(quick((a.0.min(b.0), a.1.min(b.1)), |a, b, n| zip(a, b, n, i64::min)))
            }
            Fold::Max => {
                Some(quick((a.0.max(b.0), a.1.max(b.1)), |a, b, n| zip(a, b, n, i64::max)))
            }
            Fold::Quotient
            | Fold::Remainder
            | Fold::ShiftLeft
            | Fold::ShiftRight
            | Fold::GreatestCommonDivisor => None,
        };
        if let Some((operation, bounds)) = known {
            return Column::each(operation(one, two, length), bounds, faults);
        }
        if let (0.., Lanes::Linear { first: divisor @ 1.., step: 0 }) = (a.0, &two)
            && let (Ok(_), Ok(divisor)) = (u32::try_from(a.1), u32::try_from(*divisor))
            && matches!(fold, Fold::Quotient | Fold::Remainder)
        {
            let bounds = match fold {
                Fold::Quotient => (0, a.1),
                _ => (0, i64::from(divisor) - 1),
            };
            return Column::each(divided(fold, one.into_vec(length), divisor), bounds, faults);
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

fn sum_bounds(a: Bounds, b: Bounds) -> Option<Bounds> {
    Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
}

fn difference_bounds(a: Bounds, b: Bounds) -> Option<Bounds> {
    Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?))
}

fn product_bounds(a: Bounds, b: Bounds) -> Option<Bounds> {
    let products = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
    let products = products.map(|(a, b)| a.checked_mul(b));
    let [Some(p), Some(q), Some(r), Some(s)] = products else { return None };
    Some((p.min(q).min(r).min(s), p.max(q).max(r).max(s)))
}

/// The xor of numbers that are not negative has no digit before their first.
fn xor_bounds(a: Bounds, b: Bounds) -> Bounds {
    if a.0 < 0 || b.0 < 0 {
        return (i64::MIN, i64::MAX);
    }
    let digits = (a.1 | b.1).checked_ilog2().map_or(0, |digits| digits + 1);
    (0, ((1u64 << digits) - 1) as i64)
}

/// What numbers that are not negative have in common is no larger than either.
fn and_bounds(a: Bounds, b: Bounds) -> Bounds {
    match (a.0 >= 0, b.0 >= 0) {
        (true, true) => (0, a.1.min(b.1)),
        (true, false) => (0, a.1),
        (false, true) => (0, b.1),
        (false, false) => (i64::MIN, i64::MAX),
    }
}

/// With the digits of another number a number grows by these at most, and has no digit before the first of both.
fn or_bounds(a: Bounds, b: Bounds) -> Bounds {
    let (low, high) = xor_bounds(a, b);
    if low < 0 { (low, high) } else { (a.0.max(b.0), high) }
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
