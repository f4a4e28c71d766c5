//! Filters: which positions of a table count.

use super::column::{Column, Faults, Truths, Wanted};
use super::{Condition, NoValue, Part};
use crate::domain::Coordinates;
use crate::domain::tiling::TileRegion;
use crate::table::{Block, OtherTables, TableError, TileScan};

/// Which positions of a table count: those that satisfy a condition, those in a part of it, or all.
///
/// ```
/// use grundytab::Plan;
/// use grundytab::expression::{Condition, Filter, Part};
/// use grundytab::table::OtherTables;
/// let plan = Plan::parse("wythoff", "20x30", "grundy")?;
/// let condition = Condition::parse("p and x <= y", plan.job(), &OtherTables::default())?;
/// let part = Part::of_domain(plan.job().domain(), None)?;
/// let filter = Filter::of(condition).within(part);
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
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

    /// Whether a tile may have positions that count.
    pub(crate) fn meets(&self, tile: &TileRegion) -> bool {
        self.part.as_ref().is_none_or(|part| part.meets(tile))
    }

    /// Whether it looks at other positions of the table.
    pub(crate) fn looks_around(&self) -> bool {
        self.condition.as_ref().is_some_and(Condition::looks_around)
    }

    /// Finds out which positions of a block count.
    pub(crate) fn on(&self, block: &Block) -> Counted {
        let in_part = self.part.as_ref().and_then(|part| part.lanes(block));
        let Some(condition) = &self.condition else {
            let truths = |lanes| Truths { lanes, faults: Faults::default() };
            return Counted(in_part.map(truths));
        };
        let mut truths = condition.0.on(block, in_part.as_deref());
        if let Some(in_part) = in_part {
            truths.lanes.iter_mut().zip(&in_part).for_each(|(truth, is_in)| *truth &= *is_in);
            truths.faults = truths.faults.among(&in_part);
        }
        Counted(Some(truths))
    }

    /// Calls `visit` with the positions of a tile that count, and their values, in row-major order.
    pub(crate) fn visit(
        &self,
        tile: &TileScan,
        others: &OtherTables,
        mut visit: impl FnMut(Coordinates, u32),
    ) -> Result<(), TableError> {
        tile.visit_blocks(others, self.looks_around(), |block| {
            let counted = self.on(block);
            if counted.are_none() {
                return;
            }
            for lane in (0..block.length()).filter(|&lane| counted.at(lane) == Ok(true)) {
                visit(block.at(lane), block.values[lane]);
            }
        })
    }
}

/// Which positions of a block count; `None` if all do.
pub(crate) struct Counted(Option<Truths>);

impl Counted {
    /// Whether a position counts, or why that is not known.
    pub(crate) fn at(&self, lane: usize) -> Result<bool, NoValue> {
        self.0.as_ref().map_or(Ok(true), |truths| truths.at(lane))
    }

    /// Whether all positions count.
    pub(super) fn are_all(&self) -> bool {
        self.0.is_none()
    }

    /// Whether it is known of all positions that they do not count.
    pub(super) fn are_none(&self) -> bool {
        let truths = self.0.as_ref();
        truths.is_some_and(|truths| truths.faults.are_none() && !truths.lanes.contains(&true))
    }

    /// Returns the number of a column at a position that counts; `None` if it does not.
    pub(super) fn number(&self, column: &Column, lane: usize) -> Result<Option<i64>, NoValue> {
        match self.at(lane)? {
            true => column.at(lane).map(Some),
            false => Ok(None),
        }
    }

    /// Returns the lanes that are to be looked at: those that count, and perhaps some of which it is not known.
    pub(super) fn wanted(&self) -> Wanted<'_> {
        self.0.as_ref().map(|truths| truths.lanes.as_slice())
    }
}
