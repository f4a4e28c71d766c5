//! How many positions count by a filter.

use crate::analyses::expression::{Filter, WithoutValue};
use grundytab::table::{Block, Pass, Selection};

/// The pass that counts the positions that count by a filter, and those of which that is not known.
pub(crate) struct Matches<'a>(pub(crate) &'a Filter);

impl Pass for Matches<'_> {
    type State = (u64, WithoutValue);

    fn begin(&self) -> Self::State {
        Default::default()
    }

    fn visit_block(&self, (positions, without_value): &mut Self::State, block: &Block) {
        *positions += block.lanes().count() as u64;
        *without_value += block.counted.without_value;
    }

    fn merge(&self, state: &mut Self::State, (positions, without_value): Self::State) {
        state.0 += positions;
        state.1 += without_value;
    }

    fn selection(&self) -> Option<&dyn Selection> {
        self.0.selection()
    }
}
