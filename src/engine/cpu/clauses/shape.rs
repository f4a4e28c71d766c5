//! Numbers that are linear in the innermost variable of a clause, piece by piece.
//!
//! The heap sizes of an option are mostly linear in it, as x - k is, so that the options lie in the table at equal
//! distances. Where they are minima and maxima of such numbers, as min(y, k) in Chomp, the range of the variable falls
//! into a few pieces, in each of which they are linear.

use heap_rules::rules::OfRules;
use heap_rules::tree::Number;
use heap_rules::{Fold, Function};

use super::environment::Environment;
use super::form::{Form, LARGEST_NUMBER};
use super::scalar::Scalar;

/// A number that is linear in a variable, piece by piece.
pub(super) enum Shape {
    /// A linear form.
    Form(Form),
    /// A number that does not depend on the variable.
    Fixed(Scalar),
    /// The least of several, or the largest.
    Extreme(Extreme, Vec<Shape>),
    /// The first and a multiple of the second.
    Sum(Box<[Shape; 2]>, i64),
    /// A multiple.
    Multiple(Box<Shape>, i64),
}

/// Which of several numbers is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extreme {
    Least,
    Largest,
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
        if let Some(form) = Form::of(number) {
            return Some(Shape::Form(form));
        }
        if !number.any_leaf(&|&place| place == variable, &|_| false) {
            return Some(Shape::Fixed(Scalar::Tree(number.clone())));
        }
        if let Number::Function(Function::Abs, of) = number {
            let [one, other] = [Shape::of(of, variable)?, Shape::of(of, variable)?];
            let other = Shape::Multiple(Box::new(other), -1);
            return Some(Shape::Extreme(Extreme::Largest, vec![one, other]));
        }
        let Number::Fold(fold, of) = number else { return None };
        let mut shapes =
            of.iter().map(|part| Shape::of(part, variable)).collect::<Option<Vec<_>>>()?;
        let extreme = match fold {
            Fold::Min => Extreme::Least,
            Fold::Max => Extreme::Largest,
            Fold::Plus | Fold::Minus => {
                let times = if *fold == Fold::Plus { 1 } else { -1 };
                let mut parts = shapes.into_iter();
                let first = parts.next()?;
                let sum = |sum, next| Shape::Sum(Box::new([sum, next]), times);
                return Some(parts.fold(first, sum));
            }
            Fold::Times => {
                let (two, one) = (shapes.pop()?, shapes.pop()?);
                return match (one, two) {
                    _ if !shapes.is_empty() => None,
                    (Shape::Form(by), of) | (of, Shape::Form(by)) if by.last_place().is_none() => {
                        Some(Shape::Multiple(Box::new(of), by.constant))
                    }
                    _ => None,
                };
            }
            _ => return None,
        };
        Some(Shape::Extreme(extreme, shapes))
    }

    /// Returns the piece that begins where the environment is, where this variable has its value; `None` where there is
    /// no number, or too large a one.
    #[inline]
    pub(super) fn piece(&self, at: &Environment, variable: usize) -> Option<Piece> {
        match self {
            Shape::Form(form) => {
                Some(Piece { value: form.at(at), slope: form.factors[variable], last: i64::MAX })
            }
            _ => self.other_piece(at, variable),
        }
    }

    fn other_piece(&self, at: &Environment, variable: usize) -> Option<Piece> {
        match self {
            Shape::Form(_) => self.piece(at, variable),
            Shape::Fixed(scalar) => {
                let value = scalar.at(at).filter(|value| value.abs() <= LARGEST_NUMBER)?;
                Some(Piece { value, slope: 0, last: i64::MAX })
            }
            Shape::Extreme(Extreme::Least, of) => {
                let (first, rest) = of.split_first()?;
                rest.iter().try_fold(first.piece(at, variable)?, |least, next| {
                    Some(least.least(next.piece(at, variable)?, at[variable]))
                })
            }
            Shape::Extreme(Extreme::Largest, of) => {
                let (first, rest) = of.split_first()?;
                let negative =
                    rest.iter().try_fold(first.piece(at, variable)?.times(-1)?, |least, next| {
                        Some(least.least(next.piece(at, variable)?.times(-1)?, at[variable]))
                    });
                negative?.times(-1)
            }
            Shape::Sum(of, times) => {
                let [one, two] = &**of;
                let (one, two) =
                    (one.piece(at, variable)?, two.piece(at, variable)?.times(*times)?);
                Some(Piece {
                    value: one.value.checked_add(two.value)?,
                    slope: one.slope.checked_add(two.slope)?,
                    last: one.last.min(two.last),
                })
            }
            Shape::Multiple(of, times) => of.piece(at, variable)?.times(*times),
        }
    }
}

impl Piece {
    fn times(self, by: i64) -> Option<Self> {
        let (value, slope) = (self.value.checked_mul(by)?, self.slope.checked_mul(by)?);
        Some(Piece { value, slope, ..self })
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
    use crate::engine::cpu::clauses::scalar::number_at;

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
                    let expected = number_at(&expression, &at);
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
