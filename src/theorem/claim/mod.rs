//! Claims: users' statements as texts, which are read at run time.
//!
//! A claim is an expression of Rust's grammar, which the crate `syn` reads, restricted to integers
//! and truth values. The kind of every part is known once the claim is read, so that a claim that
//! compares a number with a truth value is not false but refused.

mod expression;
mod parse;

use super::statement::{PositionView, Statement, Verdict};
use expression::Truth;

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

impl Claim {
    /// Reads a claim about the positions of a job. `partner` is whether there is a second table.
    ///
    /// # Errors
    /// When the text cannot be read, when it names something that is not defined for the job, and
    /// when it is not true or false.
    ///
    /// ```
    /// use grundytab::Plan;
    /// use grundytab::theorem::Claim;
    /// let plan = Plan::parse("nim", "9x9", "grundy")?;
    /// assert!(Claim::parse("g == x ^ y", plan.job(), false).is_ok());
    /// assert!(Claim::parse("p == 1", plan.job(), false).is_err());
    /// # Ok::<(), grundytab::InvalidInput>(())
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
