//! Periods of written rules on a long heap and others that are smaller: the values of all rows along the long heap are a
//! sequence of columns, of which `heap_rules::recurrence` says how many prove that they repeat for ever.

use std::collections::HashMap;

use heap_rules::recurrence::{Recurrence, recurrence};

use super::repetition::repetition;
use super::{Period, PeriodProof, UnprovedPeriod, exceptions};
use crate::domain::tiling::{Run, TileRegion};
use crate::domain::{Coordinates, HEAP_NAMES};
use crate::job::Job;
use crate::quantity::{Convention, Quantity};
use crate::values::Values;

/// The most cells of a table in which a period is looked for, which take 8 bytes each.
const MOST_CELLS: u64 = 1 << 24;
/// What stands in cells that are no positions.
const NO_POSITION: u32 = u32::MAX;

/// The rows of a job along its long heap.
#[derive(Debug, Clone)]
pub struct Rows {
    sides: Coordinates,
    /// The numbers of cells along the heaps before the long one, along that one, and along those behind it.
    extents: [usize; 3],
    /// The place of the long heap among those of the game.
    long: usize,
    recurrence: Recurrence,
    positions: u64,
}

impl Rows {
    /// Returns the rows of a job whose values can prove a period: along its longest heap for which that is so. Sums of positions
    /// have values that are numbers in normal play.
    pub fn of(job: &Job) -> Option<Self> {
        let (game, domain) = (job.ruleset().written_ruleset()?, job.domain());
        let shape = domain.shape();
        let cells = shape.iter().try_fold(1u64, |cells, &side| cells.checked_mul(side.into()))?;
        let is_small = domain.is_box() && cells <= MOST_CELLS;
        (is_small && game.blocking_number() == 0).then_some(())?;
        let (of_sums, of_others) = match job.quantity() {
            Quantity::Grundy => (job.convention() == Convention::Normal, true),
            Quantity::Outcome => (false, true),
            _ => (false, false),
        };
        let mut heaps: Vec<usize> = (0..shape.len()).collect();
        heaps.sort_by_key(|&heap| std::cmp::Reverse(shape[heap]));
        let (long, recurrence) = heaps.into_iter().find_map(|heap| {
            let found = recurrence(game.rules(), heap, shape)?;
            let decides = if found.has_sums { of_sums } else { of_others };
            let is_long = found.needed_length(0, 1)? <= u64::from(shape[heap]);
            (decides && is_long).then_some((heap, found))
        })?;
        let product = |sides: &[u32]| sides.iter().map(|&side| side as usize).product();
        let extents = [product(&shape[..long]), shape[long] as usize, product(&shape[long + 1..])];
        let positions = domain.positions();
        Some(Rows { sides: domain.sides(), extents, long, recurrence, positions })
    }

    /// Returns the place of the long heap among those of the game.
    pub fn long(&self) -> usize {
        self.long
    }

    /// Returns the name of the long heap, where there are others.
    pub fn heap(&self) -> Option<&'static str> {
        let [before, _, behind] = self.extents;
        (before * behind > 1).then(|| HEAP_NAMES[self.long])
    }

    pub(super) fn proof(&self) -> PeriodProof {
        match self.recurrence.is_split() {
            true => PeriodProof::GuySmith,
            false => PeriodProof::RepeatedWindow,
        }
    }

    pub(super) fn needed_length(&self, from: u64, period: u64) -> Option<u64> {
        self.recurrence.needed_length(from, period)
    }

    /// Returns the bytes that the search takes: values twice, and for each column its number, a place in a table of columns, and
    /// how far it repeats.
    pub(super) fn bytes(&self) -> u64 {
        let [before, columns, behind] = self.extents.map(|extent| extent as u64);
        before * columns * behind * 8 + columns * 96
    }
}

/// The values of rows.
#[derive(Debug)]
pub struct RowsFinder {
    rows: Rows,
    values: Vec<u32>,
    seen: u64,
}

impl RowsFinder {
    /// Begins without values.
    pub fn new(rows: Rows) -> Self {
        RowsFinder { rows, values: Vec::new(), seen: 0 }
    }

    /// Takes the values of a tile, which comes once.
    pub fn put(&mut self, region: &TileRegion, values: &Values) {
        if self.values.is_empty() {
            self.values = vec![NO_POSITION; self.rows.extents.iter().product()];
        }
        for (at, cell) in region.runs().flat_map(Run::cells) {
            self.values[at.row_major_index(self.rows.sides)] = values.get(cell);
            self.seen += 1;
        }
    }

    /// Returns the period that the values prove, or that they show; `None` if some are missing.
    pub fn finish(self) -> Option<Result<Period, UnprovedPeriod>> {
        let RowsFinder { rows, values, seen } = self;
        let [before, count, behind] = rows.extents;
        (seen == rows.positions && !values.is_empty()).then_some(())?;
        let column = |x: usize| {
            let values = &values;
            (0..before).flat_map(move |of| {
                let start = (of * count + x) * behind;
                values[start..start + behind].iter().copied()
            })
        };
        let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
        let columns: Vec<u32> = (0..count)
            .map(|x| {
                let next = numbers.len() as u32;
                *numbers.entry(column(x).collect()).or_insert(next)
            })
            .collect();
        let needed = |from, period| rows.needed_length(from, period);
        Some(repetition(&columns, needed)?.map(|(from, period)| {
            let others = exceptions(from, period, |x| columns[x as usize]).count() as u64;
            let (from_is_first, exceptions) = (true, Some(others));
            Period { period, from, from_is_first, exceptions, proof: rows.proof() }
        }))
    }
}
