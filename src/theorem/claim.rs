//! Claims: users' statements as texts, which are read at run time.

use super::statement::{Statement, Verdict};
use crate::expression::{Condition, NoValue};
use crate::invalid_input::InvalidInput;
use crate::job::Job;

/// A condition that is said to be true at every position, in the language of
/// [`expression`](crate::expression).
#[derive(Debug)]
pub struct Claim {
    condition: Condition,
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
        Condition::parse(text, job, partner).map(|condition| Claim { condition })
    }

    /// Makes a statement of the claim. It is undefined where a number that matters has no value, and
    /// silent where it refers to positions that are not in the table.
    pub fn into_statement(self) -> Statement {
        Statement::new(move |position| match self.condition.at(position) {
            Ok(holds) => Verdict::from(holds),
            Err(NoValue::Undefined) => Verdict::Undefined,
            Err(NoValue::OutsideTable) => Verdict::Silent,
        })
    }
}
