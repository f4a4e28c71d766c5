//! The evaluation of expressions at single positions, for those who have them in an order of their own.

use std::cell::Cell;

use super::{Filter, NoValue, NumberExpression};
use grundytab::domain::Position;
use grundytab::table::{OtherTables, TableError, TableReader, Views, WithoutValue};

/// Evaluates expressions at one position of a table after the other. Passes, as
/// [`Summaries`](super::Summaries), are quicker where all positions are looked at.
pub struct AtPositions<'a> {
    views: Views<'a>,
    without_value: Cell<WithoutValue>,
}

impl<'a> AtPositions<'a> {
    /// Begins. The tables must be complete.
    pub fn of(table: &'a TableReader, others: &OtherTables<'a>) -> Self {
        AtPositions { views: table.views(others), without_value: Cell::default() }
    }

    /// Whether a position of the table, which has this stored value, counts by a filter. It does not where the
    /// condition has no value; [`finish`](Self::finish) tells how many of these were asked for.
    pub fn counts(&self, filter: &Filter, position: Position, value: u32) -> bool {
        self.is_counted(filter, position, value).unwrap_or_else(|why| {
            let mut without_value = self.without_value.get();
            without_value.add(why);
            self.without_value.set(without_value);
            false
        })
    }

    /// Whether a position of the table, which has this stored value, counts by a filter, or why that is not known.
    pub(crate) fn is_counted(
        &self,
        filter: &Filter,
        position: Position,
        value: u32,
    ) -> Result<bool, NoValue> {
        let view = self.views.view(position.coordinates(), value);
        filter.at(&view)
    }

    /// Returns what an expression is at a position of the table, which has this stored value; `None` where it has
    /// no value.
    pub fn number(&self, of: &NumberExpression, position: Position, value: u32) -> Option<i64> {
        of.at(&self.views.view(position.coordinates(), value)).ok()
    }

    /// Ends. Returns at how many positions it was not known whether they count.
    ///
    /// # Errors
    /// When a value of another position could not be read.
    pub fn finish(self) -> Result<WithoutValue, TableError> {
        self.views.finish()?;
        Ok(self.without_value.get())
    }
}
