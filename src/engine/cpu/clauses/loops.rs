//! The loops of a clause, and the parts of its condition that become bounds of them.

use heap_rules::rules::{OfRules, Range};
use heap_rules::tree::{Number, Truth};
use heap_rules::{Function, Sign};

use super::environment::Environment;
use super::form::{Form, LARGEST_NUMBER};
use super::scalar::Scalar;
use super::tally::Halt;

/// A loop along a variable.
pub(super) struct Loop {
    /// The place of the variable in the environment.
    pub(super) place: usize,
    pub(super) range: LoopRange,
    /// Forms that are not negative.
    pub(super) clamps: Vec<Form>,
    /// Forms that are not 0, of the innermost variable.
    pub(super) holes: Vec<Form>,
}

/// The numbers that a variable takes, before the clamps.
pub(super) enum LoopRange {
    Between([Scalar; 2]),
    Set(Vec<i64>),
}

/// Numbers that a variable takes.
#[derive(Clone, Copy)]
pub(super) enum Numbers<'a> {
    /// From the first to the second, both included; there is one.
    Between(i64, i64),
    /// In rising order.
    Set(&'a [i64]),
}

/// The definition tries no more values of a variable at a position.
const MOST_NUMBERS: i64 = 1 << 30;

impl LoopRange {
    pub(super) fn new(range: &Range) -> Self {
        match range {
            Range::Between(bounds) => LoopRange::Between([&bounds[0], &bounds[1]].map(Scalar::new)),
            Range::Set(numbers) => LoopRange::Set(numbers.clone()),
        }
    }
}

/// Returns the forms that are not negative exactly where a comparison is true, if each of them tells a bound of the
/// variable with this place.
pub(super) fn clamps(truth: &Truth<OfRules>, place: usize) -> Option<Vec<Form>> {
    let Truth::Comparison(sign, of) = truth else { return None };
    let one_more = Form::constant(-1)?;
    let two = Form::of(&of[1])?;
    if let Number::Function(Function::Abs, of) = &of[0] {
        let of = Form::of(of)?;
        let room = match sign {
            Sign::Less => two.plus(&one_more, 1)?,
            Sign::AtMost => two,
            _ => return None,
        };
        let both = vec![room.plus(&of, 1)?, room.plus(&of, -1)?];
        return both.iter().all(|form| form.factors[place] != 0).then_some(both);
    }
    let one = Form::of(&of[0])?;
    let (up, down) = (one.plus(&two, -1)?, two.plus(&one, -1)?);
    if up.factors[place] == 0 {
        return None;
    }
    Some(match sign {
        Sign::Equal => vec![up, down],
        Sign::NotEqual => return None,
        Sign::Less => vec![down.plus(&one_more, 1)?],
        Sign::AtMost => vec![down],
        Sign::Greater => vec![up.plus(&one_more, 1)?],
        Sign::AtLeast => vec![up],
    })
}

/// Returns the form that is not 0 exactly where a condition is true, if that leaves out one number at most of the variable
/// of a loop.
pub(super) fn hole(truth: &Truth<OfRules>, of_loop: &Loop) -> Option<Form> {
    let Truth::Comparison(Sign::NotEqual, of) = truth else { return None };
    let form = Form::of(&of[0])?.plus(&Form::of(&of[1])?, -1)?;
    let is_range = matches!(of_loop.range, LoopRange::Between(_));
    (is_range && form.factors[of_loop.place] != 0).then_some(form)
}

impl Loop {
    /// Returns the numbers that a variable takes, if there are any, where the variables before it are known.
    #[inline]
    pub(super) fn numbers(&self, at: &mut Environment) -> Result<Option<Numbers<'_>>, Halt> {
        match &self.range {
            LoopRange::Between([low, high]) => {
                let bounds = [low.at(at).ok_or(Halt::Noticed)?, high.at(at).ok_or(Halt::Noticed)?];
                if bounds[1].saturating_sub(bounds[0]) >= MOST_NUMBERS {
                    return Err(Halt::Noticed);
                }
                let [low, high] = self.clamped(bounds, at);
                if low > high {
                    return Ok(None);
                }
                match low < -LARGEST_NUMBER || high > LARGEST_NUMBER {
                    true => Err(Halt::Noticed),
                    false => Ok(Some(Numbers::Between(low, high))),
                }
            }
            LoopRange::Set(numbers) => {
                let [low, high] = self.clamped([-LARGEST_NUMBER, LARGEST_NUMBER], at);
                if numbers.first().is_some_and(|&first| first < -LARGEST_NUMBER)
                    || numbers.last().is_some_and(|&last| last > LARGEST_NUMBER)
                {
                    return Err(Halt::Noticed);
                }
                let from = numbers.partition_point(|&number| number < low);
                let to = numbers.partition_point(|&number| number <= high);
                Ok(numbers.get(from..to).filter(|some| !some.is_empty()).map(Numbers::Set))
            }
        }
    }

    /// Returns the least number from `low` on that is left out, or the one behind `high`.
    #[inline]
    pub(super) fn next_hole(&self, [low, high]: [i64; 2], at: &mut Environment) -> i64 {
        let mut next = high + 1;
        for hole in &self.holes {
            at[self.place] = 0;
            let (rest, factor) = (hole.at(at), hole.factors[self.place]);
            // factor * v + rest == 0
            let number = quotient(-rest * factor.signum(), factor.abs());
            if factor * number + rest == 0 && (low..next).contains(&number) {
                next = number;
            }
        }
        next
    }

    /// Returns the bounds that the clamps leave of two bounds, where the environment has all other variables that they
    /// name.
    #[inline]
    pub(super) fn clamped(&self, [mut low, mut high]: [i64; 2], at: &mut Environment) -> [i64; 2] {
        for clamp in &self.clamps {
            at[self.place] = 0;
            let (rest, factor) = (clamp.at(at), clamp.factors[self.place]);
            // factor * v + rest >= 0
            if factor > 0 {
                low = low.max(-quotient(rest, factor));
            } else {
                high = high.min(quotient(rest, -factor));
            }
        }
        [low, high]
    }
}

/// Divides by a positive number, and rounds down. Most factors are 1, and a division takes long.
#[inline]
fn quotient(number: i64, divisor: i64) -> i64 {
    if divisor == 1 { number } else { number.div_euclid(divisor) }
}
