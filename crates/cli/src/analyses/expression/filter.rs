//! Filters: which positions of a table count.

use super::{Condition, NoValue, Part};
use grundytab::domain::tiling::TileRegion;
use grundytab::table::{Block, Counted, PositionView, Selection, WithoutValue};
use heap_rules::column::{Truths, is_wanted};

/// Which positions of a table count: those that satisfy a condition, those in a part of it, or all.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    condition: Option<Condition>,
    part: Option<Part>,
}

impl Filter {
    /// Returns the filter of the positions that satisfy a condition.
    pub fn of(condition: Condition) -> Self {
        Filter { condition: Some(condition), part: None }
    }

    /// Leaves out the positions outside a part of the table.
    #[must_use]
    pub fn within(self, part: Part) -> Self {
        Filter { part: Some(part), ..self }
    }

    /// Whether all positions count.
    pub fn counts_all(&self) -> bool {
        self.condition.is_none() && self.part.is_none()
    }

    /// Returns the positions that count; `None` if all do.
    pub(crate) fn selection(&self) -> Option<&dyn Selection> {
        (!self.counts_all()).then_some(self)
    }

    /// Returns whether a position counts, or why that is not known.
    pub(super) fn at(&self, position: &PositionView) -> Result<bool, NoValue> {
        let block = position.as_block();
        let in_part = self.part.as_ref().is_none_or(|part| part.has(position.at));
        match &self.condition {
            Some(condition) if in_part => condition.0.on(&block, None).at(0),
            _ => Ok(in_part),
        }
    }
}

impl Selection for Filter {
    fn meets(&self, tile: &TileRegion) -> bool {
        self.part.as_ref().is_none_or(|part| part.meets(tile))
    }

    fn looks_around(&self) -> bool {
        self.condition.as_ref().is_some_and(Condition::looks_around)
    }

    fn on(&self, block: &Block) -> Counted {
        let in_part = self.part.as_ref().and_then(|part| part.lanes(block));
        let Some(condition) = &self.condition else {
            return Counted { lanes: in_part, ..Counted::ALL };
        };
        let Truths { mut lanes, faults } = condition.0.on(block, in_part.as_deref());
        let mut without_value = WithoutValue::default();
        for (lane, counts) in lanes.iter_mut().enumerate() {
            let fault = faults.get(lane);
            *counts &= fault.is_none() && is_wanted(in_part.as_deref(), lane);
            if let Some(fault) = fault.filter(|_| is_wanted(in_part.as_deref(), lane)) {
                without_value.add(fault);
            }
        }
        Counted { lanes: Some(lanes), without_value }
    }
}
