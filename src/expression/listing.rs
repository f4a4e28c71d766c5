//! Listings: the positions of a table that satisfy a condition, in rank order.
//!
//! Tiles are scanned on all threads, so that positions come in no order. The first ones are kept, up to a
//! number. To list them all in bounded memory, the table is scanned several times: each time for the next
//! ones after those that have been listed, and only in the tiles that can hold them.

use std::sync::Mutex;

use super::{Filter, WithoutValue};
use crate::control::Control;
use crate::domain::{Coordinates, Position};
use crate::sync::{into_inner, lock};
use crate::table::{FirstFindings, OtherTables, TableError, TableReader};

/// The first positions that count, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Listing {
    /// The first positions in rank order, with their values.
    pub positions: Vec<(Position, u32)>,
    /// The number of all positions that count.
    pub matches: u64,
    /// At how many positions the condition has no value.
    pub without_value: WithoutValue,
}

/// Finds the positions of a table that count by a filter, and lists the first `most` of them in rank order. `control`
/// is informed of the positions that are visited.
///
/// # Errors
/// When a table is incomplete or damaged, or when the scan is interrupted.
///
/// ```
/// # use grundytab::{Control, Plan, tabulate};
/// # use grundytab::engine::cpu::CpuEngine;
/// # use grundytab::table::{TableReader, TableWriter};
/// # let plan = Plan::parse("wythoff", "20x30", "grundy")?;
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("table.zarr");
/// # let writer = TableWriter::options(&plan).create(&path)?;
/// # tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
/// use grundytab::expression::{Condition, Filter, list_positions};
/// use grundytab::table::OtherTables;
/// let (table, others) = (TableReader::open(&path)?, OtherTables::default());
/// let pairs = Filter::of(Condition::parse("p and x <= y", table.plan().job(), &others)?);
/// let found = list_positions(&table, &others, &pairs, 3, &Control::default())?;
/// assert_eq!(found.matches, 12);
/// let first: Vec<String> = found.positions.iter().map(|(at, _)| at.to_string()).collect();
/// assert_eq!(first, ["(0, 0)", "(1, 2)", "(3, 5)"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list_positions(
    table: &TableReader,
    others: &OtherTables,
    filter: &Filter,
    most: usize,
    control: &Control,
) -> Result<Listing, TableError> {
    let search = Search { table, others, filter, after: None, counts: true };
    search.run(most, control)
}

/// Calls `visit` with all positions of a table that count by a filter, and their values, in rank order, until it
/// returns false. Memory is bounded, whatever their number is: `batch` positions are found in a scan, at least one.
/// Returns at how many positions the condition has no value; `None` if `visit` has returned false.
///
/// # Errors
/// When a table is incomplete or damaged, or when a scan is interrupted.
pub fn visit_positions(
    table: &TableReader,
    others: &OtherTables,
    filter: &Filter,
    batch: usize,
    control: &Control,
    mut visit: impl FnMut(Position, u32) -> bool,
) -> Result<Option<WithoutValue>, TableError> {
    let mut after = None;
    loop {
        let search = Search { table, others, filter, after, counts: false };
        let found = search.run(batch.max(1), control)?;
        for &(position, value) in &found.positions {
            if !visit(position, value) {
                return Ok(None);
            }
        }
        match found.positions.last() {
            Some((last, _)) if found.positions.len() >= batch.max(1) => {
                after = Some(last.coordinates());
            }
            // One scan has looked at all positions; several have looked at some of them more than once.
            _ if after.is_none() => return Ok(Some(found.without_value)),
            _ => {
                let counted = list_positions(table, others, filter, 0, control)?;
                return Ok(Some(counted.without_value));
            }
        }
    }
}

/// A scan for positions.
struct Search<'a> {
    table: &'a TableReader,
    others: &'a OtherTables<'a>,
    filter: &'a Filter,
    /// Positions up to this one are left out.
    after: Option<Coordinates>,
    /// Whether all positions are counted: else those behind the ones that are listed are not looked at.
    counts: bool,
}

impl Search<'_> {
    fn run(&self, most: usize, control: &Control) -> Result<Listing, TableError> {
        self.table.require_readable()?;
        self.others.require_complete()?;
        let job = self.table.plan().job();
        let grading = job.grading();
        let key = |at: Coordinates| (grading.rank(at), at);
        let after = self.after.map(key);
        let findings = FirstFindings::new(grading, most);
        let counted = Mutex::new(Listing::default());
        self.table.scan_tiles(control, |tile| {
            let region = &tile.region;
            let is_before = after.is_some_and(|(rank, _)| region.last_rank(grading) < rank);
            let is_behind = !self.counts && findings.are_below(region.first_rank(grading));
            if is_before || is_behind || !self.filter.meets(region) {
                return Ok(());
            }
            let mut of_tile = Listing::default();
            let keeps = !self.counts || self.filter.looks_around();
            tile.visit_blocks(self.others, keeps, |block| {
                if !self.counts && findings.are_below(grading.rank(block.first)) {
                    return;
                }
                let counted = self.filter.on(block);
                if counted.are_none() {
                    return;
                }
                for (lane, &value) in block.values.iter().enumerate() {
                    match counted.at(lane) {
                        Ok(false) => {}
                        Ok(true) => {
                            let at = block.at(lane);
                            if after.is_none_or(|after| key(at) > after) {
                                of_tile.matches += 1;
                                findings.report(at, || value);
                            }
                        }
                        Err(why) => of_tile.without_value.add(why),
                    }
                }
            })?;
            let mut counted = lock(&counted);
            counted.matches += of_tile.matches;
            counted.without_value += of_tile.without_value;
            Ok(())
        })?;
        let positions = findings.into_inner().map(|(at, value)| (job.domain().position(at), value));
        Ok(Listing { positions: positions.collect(), ..into_inner(counted) })
    }
}
