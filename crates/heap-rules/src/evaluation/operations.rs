//! How much work it is to evaluate an expression: the operations of its tree, where a function counts as the additions that take as
//! long.

use crate::language::tree::{Leaves, Number, Truth};
use crate::language::{Fold, Function, OfNatural, Predicate};

/// Something that decides which lanes matter further on.
const BRANCH: u64 = 3;

impl<L: Leaves> Number<L> {
    /// Returns how many additions take as long as this number where all its parts are evaluated.
    pub fn operations(&self) -> u64 {
        match self {
            Number::Constant(_) | Number::Leaf(_) => 0,
            Number::Function(Function::Abs, of) => 1 + of.operations(),
            Number::Function(Function::TimesRoot(_), of) => 10 + of.operations(),
            Number::OfNatural(function, of) => of_natural(*function) + of.operations(),
            Number::Fold(fold, of) => {
                let each = if *fold == Fold::GreatestCommonDivisor { 35 } else { 1 };
                let operands: u64 = of.iter().map(Number::operations).sum();
                operands + each * (of.len() as u64).saturating_sub(1)
            }
            Number::Indicator(of) => 1 + of.operations(),
            Number::If(condition, of) => {
                let sides: u64 = of.iter().map(Number::operations).sum();
                BRANCH + condition.operations() + sides
            }
        }
    }
}

impl<L: Leaves> Truth<L> {
    /// Returns how many additions take as long as this condition where all its parts are evaluated.
    pub fn operations(&self) -> u64 {
        match self {
            Truth::Constant(_) | Truth::Leaf(_) => 0,
            Truth::Not(of) => 1 + of.operations(),
            Truth::Connected(_, of) => BRANCH + of.iter().map(Truth::operations).sum::<u64>(),
            Truth::Comparison(_, of) => 1 + of.iter().map(Number::operations).sum::<u64>(),
            Truth::Predicate(Predicate::IsSquare, of) => 5 + of.operations(),
            Truth::Predicate(Predicate::IsPrime, of) => 100 + of.operations(),
            Truth::If(of) => BRANCH + of.iter().map(Truth::operations).sum::<u64>(),
        }
    }
}

fn of_natural(function: OfNatural) -> u64 {
    match function {
        OfNatural::FloorSqrt => 6,
        OfNatural::FloorPhi | OfNatural::FloorPhiSquared | OfNatural::ZeckendorfShift => 4,
        OfNatural::FibonacciWord | OfNatural::ZeckendorfPart | OfNatural::ZeckendorfZeros => 50,
    }
}
