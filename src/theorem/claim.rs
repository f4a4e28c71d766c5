//! Claims: users' statements as texts, which are read at run time.

use super::statement::{Statement, Verdict};
use crate::expression::{Condition, NoValue};
use crate::invalid_input::InvalidInput;
use crate::job::Job;
use crate::table::{Block, OtherTables};

/// A condition that is said to be true at every position, in the language of
/// [`expression`](crate::expression).
///
/// A claim `A implies B` says something of the positions where A is true alone, so that it can be
/// seen on how many it has been tried: if there are none, it is true of every position and yet no
/// evidence of anything.
#[derive(Debug)]
pub struct Claim {
    premise: Option<Condition>,
    conclusion: Condition,
}

impl Claim {
    /// Reads a claim about the positions of a job. It may refer to other tables, which have to be the same ones
    /// where it is checked.
    ///
    /// # Errors
    /// When the text cannot be read, when it names something that is not defined for the job, and
    /// when it is not true or false.
    pub fn parse(text: &str, job: &Job, others: &OtherTables) -> Result<Self, InvalidInput> {
        let condition = Condition::parse(text, job, others)?;
        let (premise, conclusion) = condition.premise_and_conclusion();
        Ok(Claim { premise, conclusion })
    }

    /// Makes a statement of the claim. It is silent where its premise is false, and where it refers
    /// to positions that are not in the table; it is undefined where a number that matters has no
    /// value.
    pub fn into_statement(self) -> Statement {
        Statement::on_blocks(self.looks_around(), move |block| self.verdicts(block))
    }

    /// Whether it looks at other positions of the table.
    fn looks_around(&self) -> bool {
        let mut parts = self.premise.iter().chain([&self.conclusion]);
        parts.any(Condition::looks_around)
    }

    /// Returns what it says of the positions of a block.
    fn verdicts(&self, block: &Block) -> Vec<Verdict> {
        let holds = self.conclusion.under(self.premise.as_ref(), block);
        let of_lane = |lane| match holds(lane) {
            Ok(holds) => holds.into(),
            Err(NoValue::Undefined) => Verdict::Undefined,
            Err(NoValue::OutsideTable) => Verdict::OutsideTable,
        };
        (0..block.length()).map(of_lane).collect()
    }
}
