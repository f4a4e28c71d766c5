//! Summaries: between which bounds a number expression lies on a table, and its mean.

use std::sync::Mutex;

use super::{NoValue, NumberExpression};
use crate::control::Control;
use crate::domain::{Grading, Position};
use crate::sync::{into_inner, lock};
use crate::table::{PositionView, TableError, TableReader};

/// What the values of a number expression on a table are.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// The number of positions at which the expression has a value.
    pub positions: u64,
    /// The number of positions at which it has none, see [`NoValue::Undefined`].
    pub undefined_on: u64,
    /// The number of positions at which it refers to others that are not in the table.
    pub outside_on: u64,
    /// The sum of its values. It may not fit the numbers of JSON.
    #[serde(skip)]
    pub sum: i128,
    /// Its least value; `None` if it has no value anywhere.
    pub minimum: Option<Extremum>,
    /// Its largest value.
    pub maximum: Option<Extremum>,
}

/// The least or the largest value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Extremum {
    /// The value.
    pub value: i64,
    /// The first position in rank order at which the expression has it.
    pub position: Position,
    /// The number of such positions.
    pub positions: u64,
}

impl Summary {
    /// Returns the mean of the values.
    pub fn mean(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.sum as f64 / self.positions as f64)
    }

    /// Returns the summary of one position.
    fn of(expression: &NumberExpression, position: &PositionView) -> Self {
        match expression.at(position) {
            Ok(value) => {
                let extremum =
                    Some(Extremum { value, position: position.position(), positions: 1 });
                let (minimum, maximum) = (extremum, extremum);
                Summary { positions: 1, sum: value.into(), minimum, maximum, ..Summary::default() }
            }
            Err(NoValue::Undefined) => Summary { undefined_on: 1, ..Summary::default() },
            Err(NoValue::OutsideTable) => Summary { outside_on: 1, ..Summary::default() },
        }
    }

    /// Adds what was found on other positions.
    fn add(&mut self, other: &Summary, grading: Grading) {
        self.positions += other.positions;
        self.undefined_on += other.undefined_on;
        self.outside_on += other.outside_on;
        self.sum += other.sum;
        self.minimum = more_extreme(self.minimum, other.minimum, |a, b| a < b, grading);
        self.maximum = more_extreme(self.maximum, other.maximum, |a, b| a > b, grading);
    }
}

/// Evaluates number expressions at all positions of a table. `partner` is a second table of the same
/// positions. `control` is informed of the positions that are visited. Returns a summary for each
/// expression, in their order.
///
/// # Errors
/// When a table is incomplete or damaged, or when the scan is interrupted.
///
/// ```
/// # use grundytab::{Control, Plan, tabulate};
/// # use grundytab::engine::cpu::CpuEngine;
/// # use grundytab::table::{TableReader, TableWriter};
/// # let plan = Plan::parse("wythoff", "9x9", "grundy")?;
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("table.zarr");
/// # let writer = TableWriter::options(&plan).create(&path)?;
/// # tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
/// use grundytab::expression::{NumberExpression, summarize};
/// let table = TableReader::open(&path)?;
/// let below = NumberExpression::parse("g - tokens", table.plan().job(), false)?;
/// let found = summarize(&table, None, &[below], &Control::default())?;
/// let largest = found[0].maximum.ok_or("an empty table")?;
/// assert_eq!((largest.value, largest.position.heaps()), (0, &[0, 0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn summarize(
    table: &TableReader,
    partner: Option<&TableReader>,
    expressions: &[NumberExpression],
    control: &Control,
) -> Result<Vec<Summary>, TableError> {
    table.require_complete()?;
    if let Some(partner) = partner {
        partner.require_complete()?;
    }
    let grading = table.plan().job().grading();
    let all: Vec<Mutex<Summary>> = expressions.iter().map(|_| Mutex::default()).collect();
    table.scan_tiles(control, |tile| {
        let mut of_tile = vec![Summary::default(); expressions.len()];
        tile.visit_views(partner, |position| {
            for (expression, summary) in expressions.iter().zip(&mut of_tile) {
                summary.add(&Summary::of(expression, position), grading);
            }
        })?;
        for (all, summary) in all.iter().zip(&of_tile) {
            lock(all).add(summary, grading);
        }
        Ok(())
    })?;
    Ok(all.into_iter().map(into_inner).collect())
}

/// Returns the more extreme of two findings; of equal values the earlier position by rank, then by coordinates, and
/// the number of both.
fn more_extreme(
    known: Option<Extremum>,
    found: Option<Extremum>,
    is_beyond: fn(i64, i64) -> bool,
    grading: Grading,
) -> Option<Extremum> {
    let (Some(one), Some(other)) = (known, found) else { return known.or(found) };
    if one.value == other.value {
        let order = |extremum: &Extremum| {
            let at = extremum.position.coordinates();
            (grading.rank(at), at)
        };
        let positions = one.positions + other.positions;
        return [one, other]
            .into_iter()
            .min_by_key(order)
            .map(|first| Extremum { positions, ..first });
    }
    Some(if is_beyond(one.value, other.value) { one } else { other })
}
