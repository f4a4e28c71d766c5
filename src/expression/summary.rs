//! Summaries: between which bounds a number expression lies on a table, and its mean.

use std::sync::Mutex;

use super::column::Lanes;
use super::filter::Counted;
use super::{Filter, NumberExpression, WithoutValue};
use crate::control::Control;
use crate::domain::{Grading, Position};
use crate::sync::{into_inner, lock};
use crate::table::{Block, OtherTables, TableError, TableReader, TileScan};

/// What the values of a number expression on a table are.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Summary {
    /// The number of positions at which the expression has a value.
    pub positions: u64,
    /// At how many positions it has none, or it is not known whether they count, since the condition has none.
    #[serde(flatten)]
    pub without_value: WithoutValue,
    /// The sum of its values. It may not fit the numbers of JSON.
    #[serde(skip)]
    pub sum: i128,
    /// Its least value; `None` if it has no value anywhere.
    pub minimum: Option<Extremum>,
    /// Its largest value.
    pub maximum: Option<Extremum>,
}

/// The least or the largest value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

    /// Returns the summary of the positions of a block that count. An extremum that is none of the table, by what is
    /// known of it, is left out. Ranks do not fall along a row, so that of equal values the first lane has the first
    /// position.
    fn of_block(
        expression: &NumberExpression,
        block: &Block,
        counted: &Counted,
        known: &Summary,
    ) -> Self {
        let mut summary = Summary::default();
        let column = expression.0.on(block, counted.wanted());
        let mut kept = Vec::new();
        let numbers = match &column.lanes {
            Lanes::Each { numbers, .. } if counted.are_all() && column.faults.are_none() => numbers,
            _ => {
                for lane in 0..block.length() {
                    match counted.number(&column, lane) {
                        Ok(number) => kept.extend(number),
                        Err(why) => summary.without_value.add(why),
                    }
                }
                &kept
            }
        };
        let (Some(&least), Some(&largest)) = (numbers.iter().min(), numbers.iter().max()) else {
            return summary;
        };
        summary.positions = numbers.len() as u64;
        summary.sum = sum(numbers, least, largest);
        let extremum = |value: i64| {
            let is_extreme = |number: &&i64| **number == value;
            let place = numbers.iter().position(|number| *number == value)?;
            // Lanes that do not count have no number.
            let has_number = |lane: &usize| matches!(counted.number(&column, *lane), Ok(Some(_)));
            let lane = (0..block.length()).filter(has_number).nth(place)?;
            let position = block.job().domain().position(block.at(lane));
            let positions = numbers.iter().filter(is_extreme).count() as u64;
            Some(Extremum { value, position, positions })
        };
        if known.minimum.is_none_or(|known| least <= known.value) {
            summary.minimum = extremum(least);
        }
        if known.maximum.is_none_or(|known| largest >= known.value) {
            summary.maximum = extremum(largest);
        }
        summary
    }

    /// Adds what was found on other positions.
    fn add(&mut self, other: &Summary, grading: Grading) {
        self.positions += other.positions;
        self.without_value += other.without_value;
        self.sum += other.sum;
        self.minimum = more_extreme(self.minimum, other.minimum, |a, b| a < b, grading);
        self.maximum = more_extreme(self.maximum, other.maximum, |a, b| a > b, grading);
    }
}

/// Evaluates number expressions at the positions of a table that count by a filter. `control` is informed of the
/// positions that are visited. Returns a summary for each expression, in their order.
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
/// use grundytab::expression::{Filter, NumberExpression, summarize};
/// use grundytab::table::OtherTables;
/// let (table, others) = (TableReader::open(&path)?, OtherTables::default());
/// let below = NumberExpression::parse("g - tokens", table.plan().job(), &others)?;
/// let found = summarize(&table, &others, &[below], &Filter::default(), &Control::default())?;
/// let largest = found[0].maximum.ok_or("an empty table")?;
/// assert_eq!((largest.value, largest.position.heaps()), (0, &[0, 0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn summarize(
    table: &TableReader,
    others: &OtherTables,
    expressions: &[NumberExpression],
    filter: &Filter,
    control: &Control,
) -> Result<Vec<Summary>, TableError> {
    table.require_readable()?;
    others.require_complete()?;
    let grading = table.plan().job().grading();
    let all: Vec<Mutex<Summary>> = expressions.iter().map(|_| Mutex::default()).collect();
    let keeps = filter.looks_around() || expressions.iter().any(|of| of.0.looks_around());
    let scan = |tile: &TileScan, all: &Vec<Mutex<Summary>>| {
        if !filter.meets(&tile.region) {
            control.report(tile.region.runs().map(|run| run.length as u64).sum());
            return Ok(());
        }
        let mut of_tile = vec![Summary::default(); expressions.len()];
        tile.visit_blocks(others, keeps, |block| {
            let counted = filter.on(block);
            if counted.are_none() {
                return;
            }
            for (expression, summary) in expressions.iter().zip(&mut of_tile) {
                let of_block = Summary::of_block(expression, block, &counted, summary);
                summary.add(&of_block, grading);
            }
        })?;
        for (all, summary) in all.iter().zip(&of_tile) {
            lock(all).add(summary, grading);
        }
        Ok(())
    };
    // A sum is no part of a summary that is written.
    let found = |all: Vec<Mutex<Summary>>| {
        let summaries = all.into_iter().map(into_inner);
        summaries.map(|summary| (summary.sum, summary)).collect::<Vec<_>>()
    };
    let mut summaries = vec![Summary::default(); expressions.len()];
    for found in table.scan_by_ranks(control, all, scan, found)? {
        for (all, (sum, summary)) in summaries.iter_mut().zip(found) {
            all.add(&Summary { sum, ..summary }, grading);
        }
    }
    Ok(summaries)
}

/// Adds up the numbers of a block, which lie between these two.
fn sum(numbers: &[i64], least: i64, largest: i64) -> i128 {
    const SMALL: i64 = 1 << 48;
    match -SMALL < least && largest < SMALL {
        true => numbers.iter().sum::<i64>().into(),
        false => numbers.iter().map(|&number| i128::from(number)).sum(),
    }
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
