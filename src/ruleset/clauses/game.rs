//! The type of games whose rules the user writes.

use std::fmt;
use std::sync::Arc;

use heap_rules::rules::Rules;

/// A game whose rules are written as clauses, each of which says to which positions a move leads. Two games are equal
/// exactly when their canonical texts are.
#[derive(Clone)]
pub struct ClauseGame(Arc<Parts>);

struct Parts {
    /// The canonical text of the rules, without modifiers.
    text: String,
    rules: Rules,
    blocking_number: u32,
}

impl ClauseGame {
    /// Returns the rules, with the trees of their expressions.
    pub(crate) fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// Returns how many options the opponent may block before each move.
    pub fn blocking_number(&self) -> u32 {
        self.0.blocking_number
    }
}

impl PartialEq for ClauseGame {
    fn eq(&self, other: &Self) -> bool {
        (&self.0.text, self.0.blocking_number) == (&other.0.text, other.0.blocking_number)
    }
}

impl Eq for ClauseGame {}

impl fmt::Debug for ClauseGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}
