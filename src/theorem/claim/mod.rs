//! Claims: a user's own statements, as expressions that are read at run time.
//!
//! The text is an expression of Rust's grammar, which the crate `syn` reads; of what it can say, a
//! claim is allowed numbers and truths. Which of the two every part is, is known once it has been
//! read: a claim that compares a number with a truth is refused, not false.

mod parse;

use super::{PositionView, Statement, Verdict};
use crate::domain::MAX_HEAPS;
use crate::invalid_input::InvalidInput;
use crate::job::Job;

/// An expression over the heap sizes and the value of a position, true or false at each.
///
/// | | |
/// |---|---|
/// | `x`, `y`, `z` | heap sizes, as many as the game has |
/// | `g` | the value in the table, a number: 0 or 1 of an outcome, 0 to 3 of an outcome class |
/// | `other` | the value in a second table |
/// | `p` | whether the position is a P-position |
/// | `==`, `!=`, `<`, `<=`, `>`, `>=` | comparisons of two numbers; the first two also of two truths |
/// | `&&`, `\|\|`, `!` | logic |
/// | `A implies B` | weakest, and only outside parentheses; `implies(A, B)` anywhere |
/// | `+`, `-`, `*`, `^` | integers of 64 bits; `^` is xor and binds stronger than comparisons |
/// | `/`, `%` | quotient and remainder, the remainder not negative |
/// | `min(a, b)`, `max(a, b)`, `abs(a)` | |
/// | `floor_phi(n)`, `floor_phi2(n)` | floor(n phi) and floor(n phi^2), exactly, for n >= 0 |
///
/// A second operand of `&&`, `||` and `implies` is looked at only where it matters, so that
/// `x > 0 implies y / x > 1` has no division by 0.
#[derive(Debug)]
pub struct Claim {
    truth: Truth,
}

/// A part that is a number.
#[derive(Debug)]
enum Number {
    Constant(i64),
    /// A heap size, by its axis.
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

/// What makes one number of two; none on overflow, or where there is no result.
type Operation = fn(i64, i64) -> Option<i64>;

/// A part that is true or false.
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
    /// Reads an expression about the positions of a job; `partner` says whether there is a second
    /// table.
    ///
    /// # Errors
    /// When it cannot be read, or speaks of what is not there, or is no truth.
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

    /// As a statement about every position.
    pub fn into_statement(self) -> Statement {
        Statement::new(move |position: &PositionView| {
            self.truth.holds_at(position).map_or(Verdict::Undefined, Verdict::from)
        })
    }
}

impl Number {
    /// `None` on overflow, division by 0, and where a function has no value.
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
    /// `None` where a number that matters has no value.
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

/// The axis of a heap in padded coordinates.
fn axis_of(heap: usize, heaps: usize) -> usize {
    MAX_HEAPS - heaps + heap
}
