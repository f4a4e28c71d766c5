//! How much work it is to evaluate an expression: the operations of its tree, where a function counts as the additions that take as
//! long.

use crate::language::tree::{Leaves, Number, Part, Truth};
use crate::language::{Fold, Function, OfNatural, Predicate};

/// Something that decides which lanes matter further on.
const BRANCH: u64 = 3;

impl<L: Leaves> Number<L> {
    /// Returns how many additions take as long as this number where all its parts are evaluated.
    pub fn operations(&self) -> u64 {
        operations(Part::Number(self))
    }
}

impl<L: Leaves> Truth<L> {
    /// Returns how many additions take as long as this condition where all its parts are evaluated.
    pub fn operations(&self) -> u64 {
        operations(Part::Truth(self))
    }
}

fn operations<L: Leaves>(part: Part<L>) -> u64 {
    let own = match part {
        Part::Number(number) => match number {
            Number::Constant(_) | Number::Leaf(_) => 0,
            Number::Function(Function::Abs, _) | Number::Indicator(_) | Number::Entry(..) => 1,
            Number::Function(Function::TimesRoot(_), _) => 10,
            Number::OfNatural(function, _) => of_natural(*function),
            Number::Fold(Fold::GreatestCommonDivisor, of) => {
                35 * (of.len() as u64).saturating_sub(1)
            }
            Number::Fold(_, of) => (of.len() as u64).saturating_sub(1),
            Number::If(..) => BRANCH,
        },
        Part::Truth(truth) => match truth {
            Truth::Constant(_) | Truth::Leaf(_) => 0,
            Truth::Not(_) | Truth::Comparison(..) => 1,
            Truth::Connected(..) | Truth::If(_) => BRANCH,
            Truth::Predicate(Predicate::IsSquare, _) => 5,
            Truth::Predicate(Predicate::IsPrime, _) => 100,
        },
    };
    own + part.parts().into_iter().map(operations).sum::<u64>()
}

fn of_natural(function: OfNatural) -> u64 {
    match function {
        OfNatural::CountOnes | OfNatural::FirstOne | OfNatural::LastOne => 1,
        OfNatural::FloorSqrt => 6,
        OfNatural::FloorPhi | OfNatural::FloorPhiSquared | OfNatural::ZeckendorfShift => 4,
        OfNatural::FibonacciWord | OfNatural::ZeckendorfPart | OfNatural::ZeckendorfZeros => 50,
    }
}
