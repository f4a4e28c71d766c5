//! Claims: users' statements as texts, which are read at run time.
//!
//! A claim is an expression of Rust's grammar, which the crate `syn` reads, restricted to integers
//! and truth values. The kind of every part is known once the claim is read, so that a claim that
//! compares a number with a truth value is not false but refused.

mod parse;

use super::{PositionView, Statement, Verdict};
use crate::domain::MAX_HEAPS;
use crate::invalid_input::InvalidInput;
use crate::job::Job;

/// An expression in the heap sizes and the value of a position that is true or false at each
/// position.
///
/// | | |
/// |---|---|
/// | `x`, `y`, `z` | the heap sizes, of which a game of two heaps has the first two |
/// | `g` | the value in the table as a number: outcomes are 0 or 1, outcome classes 0 to 3 |
/// | `other` | the value of the position in a second table |
/// | `p` | whether the position is a P-position |
/// | `==`, `!=`, `<`, `<=`, `>`, `>=` | comparisons of numbers; the first two also of truth values |
/// | `&&`, `\|\|`, `!` | logic |
/// | `A implies B` | binds weakest and cannot stand in parentheses; `implies(A, B)` can |
/// | `+`, `-`, `*`, `^` | operations on integers of 64 bits; `^` is xor and binds stronger than comparisons |
/// | `/`, `%` | quotient and remainder; the remainder is not negative |
/// | `min(a, b)`, `max(a, b)`, `abs(a)` | minimum, maximum, absolute value |
/// | `floor_phi(n)`, `floor_phi2(n)` | floor(n phi) and floor(n phi^2), exactly, for n >= 0 |
///
/// The second operand of `&&`, `||` and `implies` is evaluated only if the first one does not decide,
/// so that `x > 0 implies y / x > 1` never divides by 0.
#[derive(Debug)]
pub struct Claim {
    truth: Truth,
}

/// A part of a claim that is a number.
#[derive(Debug)]
enum Number {
    Constant(i64),
    /// The heap size of this axis.
    Heap(usize),
    /// The value of the position.
    Value,
    /// The value in the second table.
    Other,
    Negative(Box<Number>),
    Operation(Operation, Box<[Number; 2]>),
    /// A function of one number.
    Function(fn(i64) -> Option<i64>, Box<Number>),
}

/// A function of two numbers; `None` on overflow and where it has no value.
type Operation = fn(i64, i64) -> Option<i64>;

/// A part of a claim that is true or false.
#[derive(Debug)]
enum Truth {
    Constant(bool),
    IsP,
    Not(Box<Truth>),
    And(Box<[Truth; 2]>),
    Or(Box<[Truth; 2]>),
    Implies(Box<[Truth; 2]>),
    Same(Box<[Truth; 2]>),
    Comparison(fn(&i64, &i64) -> bool, Box<[Number; 2]>),
}

impl Claim {
    /// Reads a claim about the positions of a job. `partner` is whether there is a second table.
    ///
    /// # Errors
    /// When the text cannot be read, when it names something that is not defined for the job, and
    /// when it is not true or false.
    ///
    /// ```
    /// # use grundytab::{Convention, Domain, Job, Quantity, InvalidInput, Ruleset};
    /// use grundytab::theorem::Claim;
    /// # let domain = Domain::boxed(&[9, 9])?;
    /// # let game = Ruleset::parse("nim")?;
    /// # let job = Job::new(game, domain, Quantity::Grundy, Convention::Normal)?;
    /// assert!(Claim::parse("g == x ^ y", &job, false).is_ok());
    /// assert!(Claim::parse("p == 1", &job, false).is_err());
    /// # Ok::<(), InvalidInput>(())
    /// ```
    pub fn parse(text: &str, job: &Job, partner: bool) -> Result<Self, InvalidInput> {
        let names = parse::Names { heaps: job.domain().heaps(), partner };
        names.read(text).map(|truth| Claim { truth })
    }

    /// Makes a statement of the claim. It is undefined where a number that matters has no value.
    pub fn into_statement(self) -> Statement {
        Statement::new(move |position: &PositionView| {
            self.truth.holds_at(position).map_or(Verdict::Undefined, Verdict::from)
        })
    }
}

impl Number {
    /// Returns the number at a position; `None` on overflow, on division by 0, and where a function
    /// has no value.
    fn at(&self, position: &PositionView) -> Option<i64> {
        Some(match self {
            Number::Constant(number) => *number,
            Number::Heap(axis) => position.at[*axis].into(),
            Number::Value => position.value.into(),
            Number::Other => position.other_value()?.into(),
            Number::Negative(number) => number.at(position)?.checked_neg()?,
            Number::Operation(operation, of) => {
                operation(of[0].at(position)?, of[1].at(position)?)?
            }
            Number::Function(function, number) => function(number.at(position)?)?,
        })
    }
}

impl Truth {
    /// Returns whether it is true at a position; `None` where a number that matters has no value.
    fn holds_at(&self, position: &PositionView) -> Option<bool> {
        Some(match self {
            Truth::Constant(truth) => *truth,
            Truth::IsP => position.is_p,
            Truth::Not(truth) => !truth.holds_at(position)?,
            Truth::And(of) => of[0].holds_at(position)? && of[1].holds_at(position)?,
            Truth::Or(of) => of[0].holds_at(position)? || of[1].holds_at(position)?,
            Truth::Implies(of) => !of[0].holds_at(position)? || of[1].holds_at(position)?,
            Truth::Same(of) => of[0].holds_at(position)? == of[1].holds_at(position)?,
            Truth::Comparison(compare, of) => compare(&of[0].at(position)?, &of[1].at(position)?),
        })
    }
}

/// Returns the axis of a heap in padded coordinates.
fn axis_of(heap: usize, heaps: usize) -> usize {
    MAX_HEAPS - heaps + heap
}
