//! The loops of a clause, and the parts of its condition that become bounds of them.

use heap_rules::Sign;
use heap_rules::linear::{Form, LARGEST_LEAF};
use heap_rules::rules::{OfRules, Range, last_place};
use heap_rules::tree::{Number, Truth};

use super::listed::{Listed, Numbers, Places};
use super::scalar::{Environment, Scalar, names};
use super::tally::Halt;

/// A loop along a variable.
pub(super) struct Loop {
    /// The place of the variable in the environment.
    pub(super) place: usize,
    /// The bounds of the numbers, before the clamps; a set has none.
    pub(super) bounds: Option<[Scalar; 2]>,
    /// The numbers, where they are those of a set, or where a condition names the variable alone.
    pub(super) listed: Option<Listed>,
    /// The number of whose binary digits 1 the variable takes the places, if it goes through those.
    pub(super) ones: Option<Scalar>,
    /// Forms that are not negative.
    pub(super) clamps: Vec<Form>,
    /// Forms that are not 0, of the innermost variable. There are none where numbers are listed.
    pub(super) holes: Vec<Form>,
}

/// The definition tries no more values of a variable at a position.
const MOST_NUMBERS: i64 = 1 << 30;

/// Returns the forms that are not negative exactly where a condition is true, if each of them tells a bound of the
/// variable with this place.
pub(super) fn clamps(truth: &Truth<OfRules>, place: usize) -> Option<Vec<Form>> {
    let forms = Form::inequalities_everywhere(truth)?;
    forms.iter().all(|form| form.at(place) != 0).then_some(forms)
}

/// Returns the form that is not 0 exactly where a condition is true, if that leaves out one number at most of the variable
/// of a loop.
pub(super) fn hole(truth: &Truth<OfRules>, of_loop: &Loop) -> Option<Form> {
    let Truth::Comparison(Sign::NotEqual, of) = truth else { return None };
    let form = Form::everywhere(&of[0])?.minus(&Form::everywhere(&of[1])?)?;
    (of_loop.listed.is_none() && form.at(of_loop.place) != 0).then_some(form)
}

impl Loop {
    /// Returns the loop along a variable with this place.
    pub(super) fn new(place: usize, range: &Range) -> Self {
        let (bounds, listed) = match range {
            Range::Between(of) => (Some(of.each_ref().map(Scalar::new)), None),
            Range::Set(numbers) => (None, Some(Listed::of_set(numbers))),
        };
        Loop { place, bounds, listed, ones: None, clamps: Vec::new(), holes: Vec::new() }
    }

    /// Lets the variable go through the places of the binary digits 1 of a number, if that is what a condition says. Its bounds say
    /// no more where they are the place of the first digit.
    pub(super) fn goes_through(&mut self, truth: &Truth<OfRules>, range: &Range) -> bool {
        let Some([number, Number::Leaf(place)]) = truth.as_bit() else { return false };
        let is_known = self.ones.is_some() || self.listed.is_some();
        if *place != self.place || is_known || names(number, *place) {
            return false;
        }
        self.ones = Some(Scalar::new(number));
        let all = Range::Between(Box::new([Number::Constant(0), last_place(number.clone())]));
        if format!("{range:?}") == format!("{all:?}") {
            self.bounds = None;
        }
        true
    }

    /// Returns the numbers that a variable takes, if there are any, where the variables before it are known. Places of binary digits
    /// are listed in `places`.
    #[inline]
    pub(super) fn numbers<'n>(
        &'n self,
        at: &mut Environment,
        places: &'n mut Places,
    ) -> Result<Option<Numbers<'n>>, Halt> {
        let mut bounds = [-LARGEST_LEAF, LARGEST_LEAF];
        if let Some([low, high]) = &self.bounds {
            bounds = [low.at(at).ok_or(Halt::Noticed)?, high.at(at).ok_or(Halt::Noticed)?];
            if bounds[1].saturating_sub(bounds[0]) >= MOST_NUMBERS {
                return Err(Halt::Noticed);
            }
        }
        let [low, high] = self.clamped(bounds, at);
        if let Some(ones) = &self.ones {
            return places.of(ones.at(at).ok_or(Halt::Noticed)?, [low, high]);
        }
        match &self.listed {
            Some(listed) => listed.between(low, high),
            None if low > high => Ok(None),
            None if low < -LARGEST_LEAF || high > LARGEST_LEAF => Err(Halt::Noticed),
            None => Ok(Some(Numbers::Between(low, high))),
        }
    }

    /// Returns the least number from `low` on that is left out, or the one behind `high`.
    #[inline]
    pub(super) fn next_hole(&self, [low, high]: [i64; 2], at: &mut Environment) -> i64 {
        let mut next = high + 1;
        for hole in &self.holes {
            at[self.place] = 0;
            let (rest, factor) = (hole.value(at), hole.at(self.place));
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
            let (rest, factor) = (clamp.value(at), clamp.at(self.place));
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
