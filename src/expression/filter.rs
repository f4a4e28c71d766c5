//! Filters: which positions of a table count.

use super::column::{Column, Truths};
use super::evaluation::Wanted;
use super::{Condition, NoValue, Part};
use crate::domain::tiling::TileRegion;
use crate::table::Block;

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

    /// Finds out which positions of a block count.
    pub(crate) fn on(&self, block: &Block) -> Counted {
        let lanes = self.part.as_ref().and_then(|part| part.lanes(block));
        match &self.condition {
            Some(condition) => {
                let truths = condition.0.on(block, lanes.as_deref());
                Counted { lanes, truths: Some(truths) }
            }
            None => Counted { lanes, truths: None },
        }
    }
}

/// Which positions of a block count.
pub(crate) struct Counted {
    /// Those in the part of the table; `None` for all.
    lanes: Option<Vec<bool>>,
    /// Whether they satisfy the condition.
    truths: Option<Truths>,
}

impl Counted {
    /// Whether a position counts, or why that is not known.
    pub(crate) fn at(&self, lane: usize) -> Result<bool, NoValue> {
        match (&self.lanes, &self.truths) {
            (Some(lanes), _) if !lanes[lane] => Ok(false),
            (_, Some(truths)) => truths.at(lane),
            (_, None) => Ok(true),
        }
    }

    /// Whether all positions count.
    pub(super) fn are_all(&self) -> bool {
        self.lanes.is_none() && self.truths.is_none()
    }

    /// Returns the number of a column at a position that counts; `None` if it does not.
    pub(super) fn number(&self, column: &Column, lane: usize) -> Result<Option<i64>, NoValue> {
        match self.at(lane)? {
            true => column.at(lane).map(Some),
            false => Ok(None),
        }
    }

    /// Whether it is known of all positions whether they count.
    pub(super) fn is_known(&self) -> bool {
        self.truths.as_ref().is_none_or(|truths| truths.faults.are_none())
    }

    /// Returns the lanes that are to be looked at: those that count, and some that do not.
    pub(super) fn wanted(&self) -> Wanted<'_> {
        self.truths.as_ref().map(|truths| truths.lanes.as_slice()).or(self.lanes.as_deref())
    }
}
