//! Linear forms: numbers c + a₁ e₁ + a₂ e₂ + ... of the heaps and variables eᵢ.

use heap_rules::Fold;
use heap_rules::rules::OfRules;
use heap_rules::tree::Number;

use super::environment::{Environment, PLACES};

/// No factor of a form is larger, and no number of an environment in which a form is evaluated is larger than
/// [`LARGEST_NUMBER`]: nine products of the two fit in 64 bits, so that no form overflows. Whatever is larger is
/// computed with checks (`scalar.rs`, `careful.rs`).
const LARGEST_FACTOR: i64 = 1 << 18;

/// The largest absolute value of a variable and of the constant of a form.
pub(super) const LARGEST_NUMBER: i64 = 1 << 40;

/// A linear form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) constant: i64,
    pub(super) factors: Environment,
    /// The places whose factors are not 0: those up to the last one, without gaps where it is possible.
    places: Vec<u8>,
}

impl Form {
    fn new(constant: i64, factors: Environment) -> Option<Self> {
        let is_small = constant.abs() <= LARGEST_NUMBER
            && factors.iter().all(|factor| factor.abs() <= LARGEST_FACTOR);
        let places = (0..PLACES as u8).filter(|&place| factors[usize::from(place)] != 0).collect();
        is_small.then_some(Form { constant, factors, places })
    }

    /// Returns the form that is a constant.
    pub(super) fn constant(constant: i64) -> Option<Self> {
        Form::new(constant, [0; PLACES])
    }

    /// Returns the form that an expression is, if it is one.
    pub(super) fn of(number: &Number<OfRules>) -> Option<Self> {
        match number {
            Number::Constant(number) => Form::constant(*number),
            Number::Leaf(place) => {
                let mut factors = [0; PLACES];
                *factors.get_mut(*place)? = 1;
                Form::new(0, factors)
            }
            Number::Fold(fold, of) => {
                let (first, rest) = of.split_first()?;
                let first = Form::of(first)?;
                rest.iter().try_fold(first, |folded, next| folded.fold(*fold, &Form::of(next)?))
            }
            _ => None,
        }
    }

    /// Returns what an operation makes of two forms, if that is a form.
    fn fold(&self, fold: Fold, other: &Form) -> Option<Self> {
        match fold {
            Fold::Plus => self.plus(other, 1),
            Fold::Minus => self.plus(other, -1),
            Fold::Times if other.is_constant() => self.times(other.constant),
            Fold::Times if self.is_constant() => other.times(self.constant),
            _ if self.is_constant() && other.is_constant() => {
                Form::constant(fold.of(self.constant, other.constant)?)
            }
            _ => None,
        }
    }

    fn is_constant(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns this form and `times` another one.
    pub(super) fn plus(&self, other: &Form, times: i64) -> Option<Self> {
        let mut factors = self.factors;
        for (factor, of_other) in factors.iter_mut().zip(other.factors) {
            *factor = factor.checked_add(of_other.checked_mul(times)?)?;
        }
        Form::new(self.constant.checked_add(other.constant.checked_mul(times)?)?, factors)
    }

    fn times(&self, by: i64) -> Option<Self> {
        let mut factors = self.factors;
        for factor in &mut factors {
            *factor = factor.checked_mul(by)?;
        }
        Form::new(self.constant.checked_mul(by)?, factors)
    }

    /// Returns its value, where no number is larger than [`LARGEST_NUMBER`].
    #[inline]
    pub(super) fn at(&self, at: &Environment) -> i64 {
        let products = self.places.iter().map(|&place| {
            let place = usize::from(place) % PLACES;
            self.factors[place] * at[place]
        });
        self.constant + products.sum::<i64>()
    }

    /// Returns the largest place that it depends on, if there is one.
    pub(super) fn last_place(&self) -> Option<usize> {
        self.places.last().map(|&place| usize::from(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a product that is taken for a sum, and what is no linear form.
    #[test]
    fn forms_are_found_in_expressions() {
        let leaf = |place| Number::<OfRules>::Leaf(place);
        let number = Number::<OfRules>::Constant;
        let fold = |fold, of: Vec<Number<OfRules>>| Number::Fold(fold, of.into());
        // 3 * (x - k) - 7 + 8 / 3 - y
        let form = fold(
            Fold::Minus,
            vec![
                fold(Fold::Times, vec![number(3), fold(Fold::Minus, vec![leaf(0), leaf(2)])]),
                number(7),
                fold(Fold::Minus, vec![leaf(1), fold(Fold::Quotient, vec![number(8), number(3)])]),
            ],
        );
        let form = Form::of(&form).expect("a form");
        assert_eq!((form.constant, form.last_place()), (-5, Some(2)));
        assert_eq!(form.factors, [3, -1, -3, 0, 0, 0, 0, 0]);
        assert_eq!(form.at(&[10, 4, 2, 9, 9, 9, 9, 9]), 30 - 4 - 6 - 5);
        assert_eq!(Form::of(&fold(Fold::Times, vec![leaf(0), leaf(1)])), None);
        assert_eq!(Form::of(&fold(Fold::Min, vec![leaf(0), number(1)])), None);
        assert_eq!(Form::of(&fold(Fold::Times, vec![leaf(0), number(1 << 20)])), None);
    }
}
