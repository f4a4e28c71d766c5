//! Statements: what is true or false of each position of a table.

use crate::table::{Block, PositionView};

/// A statement about the positions of a table, as a function of the position: a theorem, a user's
/// [`Claim`](super::Claim), or a conjecture that is given as a closure.
pub struct Statement(Test);

/// What is said of each position of a block.
type OnBlocks = Box<dyn Fn(&Block) -> Vec<Verdict> + Send + Sync>;

/// How a statement is tested: by a function of each position, or as an expression on blocks of them.
enum Test {
    Function(Box<dyn Fn(&PositionView) -> Verdict + Send + Sync>),
    Blocks { test: OnBlocks, looks_around: bool },
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

    /// Makes a statement of a function that returns what it says of each position of a block. `looks_around` is
    /// whether it looks at other positions of the table.
    pub(super) fn on_blocks(
        looks_around: bool,
        test: impl Fn(&Block) -> Vec<Verdict> + Send + Sync + 'static,
    ) -> Self {
        Statement(Test::Blocks { test: Box::new(test), looks_around })
    }

    /// Whether it may look at other positions of the table.
    pub(super) fn looks_around(&self) -> bool {
        match &self.0 {
            Test::Function(_) => true,
            Test::Blocks { looks_around, .. } => *looks_around,
        }
    }

    /// Returns what the statement says of the positions of a block.
    pub(super) fn verdicts(&self, block: &Block) -> Vec<Verdict> {
        match &self.0 {
            Test::Function(test) => block.views().map(|position| test(&position)).collect(),
            Test::Blocks { test, .. } => test(block),
        }
    }
}
