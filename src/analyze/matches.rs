//! How many positions count by a filter.

use crate::expression::{Filter, WithoutValue};
use crate::table::{Block, Counted, Pass, Selection, TableError};

/// The pass that counts the positions that count by a filter, and those of which that is not known.
pub(crate) struct Matches<'a>(pub(crate) &'a Filter);

impl Pass for Matches<'_> {
    type State = (u64, WithoutValue);
    type Found = (u64, WithoutValue);

    fn begin(&self) -> Self::State {
        Default::default()
    }

    fn visit_block(
        &self,
        (positions, without_value): &mut Self::State,
        block: &Block,
        counted: &Counted,
    ) -> Result<(), TableError> {
        *positions += counted.among(block.length()).count() as u64;
        *without_value += counted.without_value;
        Ok(())
    }

    fn merge(&self, state: &mut Self::State, (positions, without_value): Self::State) {
        state.0 += positions;
        state.1 += without_value;
    }

    fn end(&self, state: Self::State) -> Self::Found {
        state
    }

    fn selection(&self) -> Option<&dyn Selection> {
        self.0.selection()
    }
}
