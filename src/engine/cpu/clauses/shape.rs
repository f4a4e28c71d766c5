//! Numbers that are linear in the innermost variable of a clause, piece by piece.
//!
//! The heap sizes of an option are mostly linear in it, as x - k is, so that the options lie in the table at equal
//! distances. Where they are minima and maxima of such numbers, as min(y, k) in Chomp, the range of the variable falls
//! into a few pieces, in each of which they are linear.

use heap_rules::linear::{Form, LARGEST_LEAF};
use heap_rules::rules::OfRules;
use heap_rules::tree::Number;
use heap_rules::{Fold, Function};

use super::scalar::{Environment, names};

/// The largest absolute values of a piece and of its slope: with variables up to [`LARGEST_LEAF`] all numbers, and sums of
/// two of them, have 64 bits.
const LARGEST_VALUE: i64 = 1 << 60;
const LARGEST_SLOPE: i64 = 1 << 20;

/// A number that is linear in a variable, piece by piece.
pub(super) enum Shape {
    /// A linear form.
    Form(Form),
    /// A number made of pieces by sums, differences, products with constants, minima and maxima.
    Pieces(Number<OfRules>),
}

/// A piece: a number from one value of the variable on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// The number there.
    pub(super) value: i64,
    /// By how much it grows with the variable.
    pub(super) slope: i64,
    /// The last value of the variable up to which it grows like that.
    pub(super) last: i64,
}

impl Shape {
    /// Returns the shape of an expression in a variable, whose place in the environment is the last that it may
    /// name; `None` if it is not linear, piece by piece.
    pub(super) fn of(number: &Number<OfRules>, variable: usize) -> Option<Self> {
        let pieces = || has_pieces(number, variable).then(|| Shape::Pieces(number.clone()));
        Form::everywhere(number).map(Shape::Form).or_else(pieces)
    }

    /// Returns the piece that begins where the environment is, where this variable has its value; `None` where there is
    /// no number, or too large a one.
    #[inline]
    pub(super) fn piece(&self, at: &Environment, variable: usize) -> Option<Piece> {
        match self {
            Shape::Form(form) => Some(Piece::new(form.value(at), form.at(variable))),
            Shape::Pieces(number) => piece(number, at, variable),
        }
    }
}

/// Returns whether a number consists of pieces.
fn has_pieces(number: &Number<OfRules>, variable: usize) -> bool {
    match number {
        Number::Leaf(_) => true,
        number if !names(number, variable) => true,
        Number::Function(Function::Abs, of) => has_pieces(of, variable),
        Number::Fold(fold, of) => {
            let has_factor = |of: &Number<OfRules>| matches!(of, Number::Constant(_));
            let is_linear = match fold {
                Fold::Plus | Fold::Minus | Fold::Min | Fold::Max => true,
                Fold::Times => of.len() == 2 && of.iter().any(has_factor),
                _ => false,
            };
            is_linear && of.iter().all(|part| has_pieces(part, variable))
        }
        _ => false,
    }
}

/// Returns the piece of a number that begins where the environment is.
fn piece(number: &Number<OfRules>, at: &Environment, variable: usize) -> Option<Piece> {
    match number {
        Number::Leaf(place) => Some(Piece::new(at[*place], i64::from(*place == variable))),
        Number::Function(Function::Abs, of) => {
            let of = piece(of, at, variable)?;
            of.least(of.times(-1)?, at[variable]).times(-1)
        }
        Number::Fold(
            fold @ (Fold::Plus | Fold::Minus | Fold::Times | Fold::Min | Fold::Max),
            of,
        ) => {
            let (first, rest) = of.split_first()?;
            rest.iter().try_fold(piece(first, at, variable)?, |all, next| {
                let next = piece(next, at, variable)?;
                match fold {
                    Fold::Plus => all.plus(next),
                    Fold::Minus => all.plus(next.times(-1)?),
                    Fold::Times if all.slope == 0 => next.times(all.value),
                    Fold::Times => all.times(next.value),
                    Fold::Min => Some(all.least(next, at[variable])),
                    _ => all.times(-1)?.least(next.times(-1)?, at[variable]).times(-1),
                }
            })
        }
        // It does not depend on the variable.
        number => {
            let value = number.at(at).filter(|value| value.abs() <= LARGEST_LEAF)?;
            Some(Piece::new(value, 0))
        }
    }
}

impl Piece {
    /// Returns a number that is linear everywhere.
    #[inline]
    fn new(value: i64, slope: i64) -> Self {
        Piece { value, slope, last: i64::MAX }
    }

    /// Returns the number if it is so small that it has 64 bits wherever the variable is as small as it may be.
    fn small(self) -> Option<Self> {
        let is_small = self.value.abs() <= LARGEST_VALUE && self.slope.abs() <= LARGEST_SLOPE;
        is_small.then_some(self)
    }

    fn plus(self, other: Self) -> Option<Self> {
        let (value, slope) = (self.value + other.value, self.slope + other.slope);
        Piece { value, slope, last: self.last.min(other.last) }.small()
    }

    fn times(self, by: i64) -> Option<Self> {
        let (value, slope) = (self.value.checked_mul(by)?, self.slope.checked_mul(by)?);
        Piece { value, slope, ..self }.small()
    }

    /// Returns the lesser of two numbers, from this value of the variable on.
    fn least(self, other: Self, from: i64) -> Self {
        let (less, more) = match (self.value, self.slope) <= (other.value, other.slope) {
            true => (self, other),
            false => (other, self),
        };
        let last = less.last.min(more.last);
        // The larger number, if it grows more slowly, is the smaller one after this many steps. The difference is not
        // negative, because it is the larger one now.
        let difference = more.value.saturating_sub(less.value);
        let steps = match less.slope.saturating_sub(more.slope) {
            // A division takes as long as all the rest.
            1 => difference,
            closer @ 2.. => difference / closer,
            _ => i64::MAX,
        };
        Piece { last: last.min(from.saturating_add(steps)), ..less }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a piece that goes on beyond a crossing, and a value beside it.
    #[test]
    fn pieces_follow_one_another() {
        let leaf = |place| Number::<OfRules>::Leaf(place);
        let number = Number::<OfRules>::Constant;
        let fold = |fold, of: Vec<Number<OfRules>>| Number::Fold(fold, of.into());
        let twice = fold(Fold::Times, vec![number(2), leaf(2)]);
        let least = fold(Fold::Min, vec![leaf(0), twice.clone(), leaf(1)]);
        let largest = fold(Fold::Max, vec![fold(Fold::Minus, vec![leaf(0), leaf(2)]), number(3)]);
        let fixed = fold(Fold::Times, vec![leaf(0), leaf(1)]);
        let quotient = fold(Fold::Quotient, vec![leaf(2), number(2)]);
        assert!(Shape::of(&quotient, 2).is_none());
        assert!(Shape::of(&quotient, 3).is_some());
        for (expression, pieces) in [
            (twice, 1),
            (least.clone(), 3),
            (largest.clone(), 2),
            (fold(Fold::Minus, vec![least.clone(), largest.clone()]), 4),
            (fold(Fold::Plus, vec![fold(Fold::Times, vec![largest, number(-3)]), fixed]), 2),
        ] {
            let shape = Shape::of(&expression, 2).expect("a shape");
            let mut at = [9, 7, 0, 0, 0, 0, 0, 0];
            let mut found = 0;
            while at[2] <= 20 {
                let piece = shape.piece(&at, 2).expect("a piece");
                found += 1;
                let from = at[2];
                while at[2] <= piece.last.min(20) {
                    let expected = expression.at(&at);
                    assert_eq!(
                        Some(piece.value + piece.slope * (at[2] - from)),
                        expected,
                        "{expression:?}, {at:?}"
                    );
                    at[2] += 1;
                }
            }
            assert!(found <= pieces, "{expression:?}: {found} pieces");
        }
    }
}
