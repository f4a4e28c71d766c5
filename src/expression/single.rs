//! The evaluation of expressions at single positions, for those who have them in an order of their own.

use super::{Filter, NumberExpression};
use crate::domain::Position;
use crate::table::{OtherTables, TableError, TableReader, Views};

/// Evaluates expressions at one position of a table after the other. Scans, as [`summarize`](super::summarize), are
/// quicker where all positions are looked at.
pub struct AtPositions<'a>(Views<'a>);

impl<'a> AtPositions<'a> {
    /// Begins. The tables must be complete.
    pub fn of(table: &'a TableReader, others: &OtherTables<'a>) -> Self {
        AtPositions(table.views(others))
    }

    /// Whether a position of the table, which has this stored value, counts by a filter. It does not where the
    /// condition has no value.
    pub fn counts(&self, filter: &Filter, position: Position, value: u32) -> bool {
        let view = self.0.view(position.coordinates(), value);
        filter.on(&view.as_block()).at(0) == Ok(true)
    }

    /// Returns what an expression is at a position of the table, which has this stored value; `None` where it has
    /// no value.
    pub fn number(&self, of: &NumberExpression, position: Position, value: u32) -> Option<i64> {
        of.at(&self.0.view(position.coordinates(), value)).ok()
    }

    /// Ends.
    ///
    /// # Errors
    /// When a value of another position could not be read.
    pub fn finish(self) -> Result<(), TableError> {
        self.0.finish()
    }
}
