//! Statements: what is true or false of each position of a table. Claims are those that are written as texts, which are
//! read at run time.

use crate::analyses::expression::{Condition, NoValue};
use grundytab::invalid_input::InvalidInput;
use grundytab::job::Job;
use grundytab::table::{Block, OtherTables, PositionView};

/// A statement about the positions of a table, as a function of the position: a theorem, a user's
/// [`Claim`], or a conjecture that is given as a closure.
pub struct Statement(Test);

/// How a statement is tested: by a function of each position, or as an expression on blocks of them.
enum Test {
    Function(Box<dyn Fn(&PositionView) -> Verdict + Send + Sync>),
    Claim(Claim),
}

/// What a statement says of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is true of the position.
    Holds,
    /// It is false of the position.
    Fails,
    /// It says nothing of the position.
    Silent,
    /// It says nothing of the position because it refers to another one that is not in the table.
    OutsideTable,
    /// It should be true or false of the position, but has no value there: a number of it overflows,
    /// or is divided by 0.
    Undefined,
}

impl Verdict {
    /// All verdicts, in their order.
    pub(super) const ALL: [Verdict; 5] = [
        Verdict::Holds,
        Verdict::Fails,
        Verdict::Silent,
        Verdict::OutsideTable,
        Verdict::Undefined,
    ];
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }
}

impl From<Option<bool>> for Verdict {
    /// Takes `None` for a statement that says nothing.
    fn from(holds: Option<bool>) -> Self {
        holds.map_or(Verdict::Silent, Verdict::from)
    }
}

impl Statement {
    /// Makes a statement of a function that returns, for each position, a [`Verdict`], a `bool`, or
    /// an `Option<bool>` that is `None` where the statement says nothing. The function is called by
    /// several threads.
    pub fn new<V: Into<Verdict>>(
        test: impl Fn(&PositionView) -> V + Send + Sync + 'static,
    ) -> Self {
        Statement(Test::Function(Box::new(move |position| test(position).into())))
    }

    /// Whether it may look at other positions of the table.
    pub(super) fn looks_around(&self) -> bool {
        match &self.0 {
            Test::Function(_) => true,
            Test::Claim(claim) => claim.looks_around(),
        }
    }

    /// Returns what the statement says of the positions of a block.
    pub(super) fn verdicts(&self, block: &Block) -> Vec<Verdict> {
        match &self.0 {
            Test::Function(test) => block.views().map(|position| test(&position)).collect(),
            Test::Claim(claim) => claim.verdicts(block),
        }
    }
}

/// A condition that is said to be true at every position, in the language of
/// [`expression`](crate::analyses::expression).
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
        Statement(Test::Claim(self))
    }

    /// Whether it looks at other positions of the table.
    fn looks_around(&self) -> bool {
        let mut parts = self.premise.iter().chain([&self.conclusion]);
        parts.any(Condition::looks_around)
    }

    /// Returns the verdicts of the claim on the positions of a block.
    fn verdicts(&self, block: &Block) -> Vec<Verdict> {
        let said = self.conclusion.under(self.premise.as_ref(), block);
        if let Some(truths) = said.everywhere() {
            return truths.iter().map(|&truth| truth.into()).collect();
        }
        let of_lane = |lane| match said.at(lane) {
            Ok(holds) => holds.into(),
            Err(NoValue::Undefined) => Verdict::Undefined,
            Err(NoValue::OutsideTable) => Verdict::OutsideTable,
        };
        (0..block.length()).map(of_lane).collect()
    }
}
