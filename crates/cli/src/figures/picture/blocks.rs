//! Blocks of cells: how many positions of a set each holds, of sets with more positions than are marked one by one.

use std::collections::BTreeMap;

use super::sets::{PositionSet, Subject, part_of};
use crate::analyses::expression::{Filter, NumberExpression, Resolution, points_at};
use crate::analyses::theorem::mask;
use grundytab::control::Control;
use grundytab::domain::{Plane, Rectangle};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::table::{OtherTables, TableReader};

/// The most blocks in which positions are counted at a time: more than a screen shows.
const MOST_BLOCKS: u64 = 1 << 17;

impl PositionSet {
    /// Counts the positions in blocks of some cells of a plane of a table: the number of the block's columns and that of its
    /// rows, counted from the first ones of the plane, and the number of positions. `control` is informed of those that are
    /// visited.
    ///
    /// # Errors
    /// When a table is incomplete or damaged, when there are too many blocks, and when the control interrupts.
    pub fn blocks_in_plane(
        &self,
        table: &TableReader,
        others: &OtherTables,
        (plane, cells): (&Plane, &Rectangle),
        block: u32,
        control: &Control,
    ) -> Result<Vec<[u32; 3]>, Error> {
        let block = block.max(1);
        let [width, height] = cells.sides().map(|side| side / block + 2);
        if u64::from(width) * u64::from(height) > MOST_BLOCKS {
            let (kind, problem) = (InvalidInputKind::TooLarge, "these are too many blocks");
            let hint = "ask for larger blocks or fewer cells";
            return Err(InvalidInput::new(kind, format!("blocks of {block}"), problem, hint).into());
        }
        let of = self.scanned(table);
        match &self.subject {
            Subject::PPositions(condition) | Subject::List(condition) => {
                let job = of.plan().job();
                let Some(part) = part_of(job.domain(), plane, cells)? else {
                    return Ok(Vec::new());
                };
                let [x, y] = plane.axis_names();
                let number =
                    |name| NumberExpression::parse(&format!("{name} / {block}"), job, others);
                let filter = Filter::of(condition.clone()).within(part);
                let each = Resolution { points: 0, cells: [width, height] };
                let found =
                    points_at(of, others, &[number(x)?, number(y)?], &filter, each, control)?;
                let of_cell = |([column, row], count): ([i64; 2], u64)| {
                    [column as u32, row as u32, u32::try_from(count).unwrap_or(u32::MAX)]
                };
                Ok(found.cells.into_iter().map(of_cell).collect())
            }
            Subject::Counterexamples(statement) => {
                let mask = mask(table, others, statement, plane, cells, control)?;
                let mut counts = BTreeMap::new();
                for (column, row) in mask.counterexamples() {
                    *counts.entry((row / block, column / block)).or_insert(0) += 1;
                }
                Ok(counts.into_iter().map(|((row, column), count)| [column, row, count]).collect())
            }
        }
    }
}
