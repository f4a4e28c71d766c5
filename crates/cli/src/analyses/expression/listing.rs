//! Listings: the positions of a table that satisfy a condition, in grade order.
//!
//! Tiles are scanned on all threads, so that positions come in no order. The first ones are kept, up to a
//! number. To list them all in bounded memory, the table is scanned several times: each time for the next
//! ones after those that have been listed, and only in the tiles that can hold them.

use super::Filter;
use grundytab::control::Control;
use grundytab::domain::tiling::TileRegion;
use grundytab::domain::{Coordinates, Position};
use grundytab::job::Job;
use grundytab::table::{
    Block, FirstFindings, OtherTables, Pass, Selection, TableError, TableReader, WithoutValue,
};

/// The first positions that count, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Listing {
    /// The first positions in grade order, with their values.
    pub positions: Vec<(Position, u32)>,
    /// The number of all positions that count.
    pub matches: u64,
    /// At how many positions the condition has no value.
    pub without_value: WithoutValue,
}

/// Finds the positions of a table that count by a filter, and lists the first `most` of them in grade order. `control`
/// is informed of the positions that are visited.
///
/// # Errors
/// When a table is incomplete or damaged, or when the scan is interrupted.
pub fn list_positions(
    table: &TableReader,
    others: &OtherTables,
    filter: &Filter,
    most: usize,
    control: &Control,
) -> Result<Listing, TableError> {
    let (job, findings) =
        (table.plan().job(), FirstFindings::new(table.plan().job().grading(), most));
    let search = Search { job, filter, after: None, counts: true, findings };
    search.run(table, others, control)
}

/// Calls `visit` with all positions of a table that count by a filter, and their values, in grade order, until it
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
    let (job, mut after) = (table.plan().job(), None);
    loop {
        let findings = FirstFindings::new(job.grading(), batch.max(1));
        let search = Search { job, filter, after, counts: false, findings };
        let found = search.run(table, others, control)?;
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

/// A pass that looks for positions.
struct Search<'a> {
    job: &'a Job,
    filter: &'a Filter,
    /// Positions up to this one are left out.
    after: Option<Coordinates>,
    /// Whether all positions are counted: else those behind the ones that are listed are not looked at.
    counts: bool,
    findings: FirstFindings<u32>,
}

/// The first positions that count, with their values; how many there are, and of how many that is not known.
type Matches = (Vec<(Coordinates, u32)>, u64, WithoutValue);

impl Search<'_> {
    fn key(&self, at: Coordinates) -> (u32, Coordinates) {
        (self.job.grading().grade(at), at)
    }

    /// Finds the first `most` positions.
    fn run(
        self,
        table: &TableReader,
        others: &OtherTables,
        control: &Control,
    ) -> Result<Listing, TableError> {
        let domain = self.job.domain();
        let (positions, matches, without_value) = table.pass(others, self, control)?;
        let position = |(at, value)| (domain.position(at), value);
        let positions = positions.into_iter().map(position).collect();
        Ok(Listing { positions, matches, without_value })
    }

    /// Whether no position from this grade on matters any more.
    fn is_behind(&self, grade: u32) -> bool {
        !self.counts && self.findings.are_below(grade)
    }
}

impl Pass for Search<'_> {
    type State = Matches;

    fn begin(&self) -> Matches {
        Matches::default()
    }

    fn visit_block(&self, (_, matches, without_value): &mut Matches, block: &Block) {
        if self.is_behind(self.job.grading().least_from(block.first)) {
            return;
        }
        *without_value += block.counted.without_value;
        let after = self.after.map(|after| self.key(after));
        for lane in block.lanes() {
            let at = block.at(lane);
            if after.is_none_or(|after| self.key(at) > after) {
                *matches += 1;
                self.findings.report(at, || block.values[lane]);
            }
        }
    }

    fn merge(&self, state: &mut Matches, (positions, matches, without_value): Matches) {
        state.0.extend(positions);
        self.findings.keep_first(&mut state.0);
        state.1 += matches;
        state.2 += without_value;
    }

    fn close(&self, state: &mut Matches) {
        state.0 = self.findings.take();
    }

    fn selection(&self) -> Option<&dyn Selection> {
        self.filter.selection()
    }

    fn wants(&self, tile: &TileRegion) -> bool {
        let grading = self.job.grading();
        let is_before = self.after.is_some_and(|at| tile.last_grade(&grading) < self.key(at).0);
        !is_before && !self.is_behind(tile.first_grade(&grading))
    }

    fn keeps_tiles(&self) -> bool {
        !self.counts
    }
}
