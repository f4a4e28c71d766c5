//! Summaries: between which bounds a number expression lies on a table, and its mean.

use std::sync::Mutex;

use super::{NoValue, NumberExpression};
use crate::control::Control;
use crate::domain::{Coordinates, Grading, Position};
use crate::sync::{into_inner, lock};
use crate::table::{PositionView, TableError, TableReader};

/// What the values of a number expression on a table are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The number of positions at which the expression has a value.
    pub positions: u64,
    /// The number of positions at which it has none, see [`NoValue::Undefined`].
    pub undefined_on: u64,
    /// The number of positions at which it refers to others that are not in the table.
    pub outside_on: u64,
    /// The sum of its values.
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
    let job = table.plan().job();
    let all: Vec<Mutex<Partial>> = expressions.iter().map(|_| Mutex::default()).collect();
    table.scan_tiles(control, |tile| {
        let mut of_tile = vec![Partial::default(); expressions.len()];
        tile.visit_views(partner, |position| {
            for (expression, partial) in expressions.iter().zip(&mut of_tile) {
                partial.add(&Partial::of(expression, position, job.grading()));
            }
        })?;
        for (all, partial) in all.iter().zip(&of_tile) {
            lock(all).add(partial);
        }
        Ok(())
    })?;
    let position = |at| job.domain().position(at);
    Ok(all.into_iter().map(|partial| into_inner(partial).into_summary(position)).collect())
}

/// What is known after some of the positions.
#[derive(Debug, Clone, Default)]
struct Partial {
    positions: u64,
    undefined_on: u64,
    outside_on: u64,
    sum: i128,
    minimum: Option<Found>,
    maximum: Option<Found>,
}

/// An extreme value, and where it is found first: by rank, then by coordinates.
#[derive(Debug, Clone, Copy)]
struct Found {
    value: i64,
    first: (u32, Coordinates),
    positions: u64,
}

impl Partial {
    /// Returns what is known after one position.
    fn of(expression: &NumberExpression, position: &PositionView, grading: Grading) -> Self {
        let none = Partial::default();
        match expression.at(position) {
            Ok(value) => {
                let first = (grading.rank(position.at), position.at);
                let found = Some(Found { value, first, positions: 1 });
                let sum = value.into();
                Partial { positions: 1, sum, minimum: found, maximum: found, ..none }
            }
            Err(NoValue::Undefined) => Partial { undefined_on: 1, ..none },
            Err(NoValue::OutsideTable) => Partial { outside_on: 1, ..none },
        }
    }

    fn add(&mut self, other: &Partial) {
        self.positions += other.positions;
        self.undefined_on += other.undefined_on;
        self.outside_on += other.outside_on;
        self.sum += other.sum;
        self.minimum = more_extreme(self.minimum, other.minimum, |a, b| a < b);
        self.maximum = more_extreme(self.maximum, other.maximum, |a, b| a > b);
    }

    fn into_summary(self, position: impl Fn(Coordinates) -> Position) -> Summary {
        let extremum = |found: Found| Extremum {
            value: found.value,
            position: position(found.first.1),
            positions: found.positions,
        };
        Summary {
            positions: self.positions,
            undefined_on: self.undefined_on,
            outside_on: self.outside_on,
            sum: self.sum,
            minimum: self.minimum.map(extremum),
            maximum: self.maximum.map(extremum),
        }
    }
}

/// Returns the more extreme of two findings; of equal values the earlier position, and all of them.
fn more_extreme(
    known: Option<Found>,
    found: Option<Found>,
    is_beyond: fn(i64, i64) -> bool,
) -> Option<Found> {
    let (Some(one), Some(other)) = (known, found) else { return known.or(found) };
    if one.value == other.value {
        let first = one.first.min(other.first);
        return Some(Found { first, positions: one.positions + other.positions, ..one });
    }
    Some(if is_beyond(one.value, other.value) { one } else { other })
}
