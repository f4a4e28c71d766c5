//! What the names of an expression are at the positions of a block of a table.

use std::borrow::Cow;

use heap_rules::column::{Column, Faults, Lanes, NoValue, Truths, Wanted};
use heap_rules::evaluation;

use super::elsewhere;
use super::leaves::{NumberLeaf, OfTable, Place};
use grundytab::domain::MAX_HEAPS;
use grundytab::table::{Block, Source};

impl Place {
    /// Returns the stored values there; nothing but faults if the table is not at hand.
    fn stored<'a>(
        &self,
        block: &Block<'a>,
        wanted: Wanted,
    ) -> Result<(&'a Source<'a>, Cow<'a, [u32]>, Faults), Faults> {
        let absent = || Faults::everywhere(NoValue::Undefined, evaluation::Block::length(block));
        let source = block.source(self.table).ok_or_else(absent)?;
        let (values, faults) = elsewhere::stored(self, source, block, wanted);
        Ok((source, values, faults))
    }
}

impl evaluation::Block<OfTable> for Block<'_> {
    fn length(&self) -> usize {
        self.length()
    }

    fn number(&self, leaf: &NumberLeaf, wanted: Wanted) -> Column {
        match leaf {
            NumberLeaf::Heap(heap) => {
                let axis = MAX_HEAPS - self.job().domain().heaps() + heap;
                Column::linear(self.first[axis].into(), i64::from(axis == MAX_HEAPS - 1))
            }
            NumberLeaf::TokenSum => Column::linear(self.first.sum().into(), 1),
            NumberLeaf::Value(place) => match place.stored(self, wanted) {
                Ok((source, values, faults)) => {
                    let quantity = source.job.quantity();
                    let numbers = values.iter().map(|&value| quantity.number(value)).collect();
                    Column::each(numbers, source.value_type.bounds(), faults)
                }
                Err(faults) => Column { lanes: Lanes::Linear { first: 0, step: 0 }, faults },
            },
        }
    }

    fn truth(&self, place: &Place, wanted: Wanted) -> Truths {
        match place.stored(self, wanted) {
            Ok((source, values, faults)) => {
                let p_values = source.job.p_values();
                let lanes = values.iter().map(|&value| p_values.contains(value)).collect();
                Truths { lanes, faults }
            }
            Err(faults) => Truths { faults, ..Truths::constant(false, self.length()) },
        }
    }
}
