//! Periods of the lines of a table: one heap grows, the others stay.
//!
//! A period that was found is evidence on as many values as the table has. On one heap it may be a theorem (`totals/period/`):
//! in a game whose moves are a finite set S every value follows from the max(S) before it, so that values that have repeated
//! for max(S) positions repeat for ever; of a take-and-break game the theorem of Guy and Smith says how long they must.
//! Written rules may prove a period of all lines along a heap together. It is one of each line, which has its own period for
//! ever if it has it for as long as one of all lines and once more.

use rayon::prelude::*;

use super::additive_period::{AdditivePeriod, additive_period};
use super::lines::{Line, Lines};
use grundytab::control::Control;
use grundytab::domain::MAX_HEAPS;
use grundytab::table::{TableError, TableReader};
use grundytab::totals::{
    Period, PeriodProof, Rows, RowsFinder, exceptions, length_that_proves, provable, repetition,
};
use grundytab::wording::joined;

/// How many values at the beginning of a line are returned.
pub const BEGINNING: usize = 32;
/// Values of lines that are in memory together, if one line has not more.
const VALUES_TOGETHER: usize = 1 << 24;

/// A line of a table, and the period of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePeriod {
    /// The heaps, of which `None` is the one that grows: `[Some(3), None]` are the values g(3, n).
    pub heaps: Vec<Option<u32>>,
    /// The size of the heap that grows at the first value: 0, unless the first cells of the line are no positions.
    pub first: u64,
    /// How many values of the line were looked at.
    pub values: u64,
    /// How many values of the line the table has; an unfinished one, before the first that is not there.
    pub length: u64,
    /// The period, if one was seen.
    pub period: Option<AdditivePeriod>,
    /// What proves that the period holds for ever, if anything does.
    pub proof: Option<PeriodProof>,
    /// How many values prove the period, if all of them repeat; `None` if no number of values does.
    pub length_that_proves: Option<u64>,
    /// The first [`BEGINNING`] positions before a proved period that have other values than it would give them, as sizes of
    /// the heap that grows; and how many there are.
    pub exceptions: (Vec<u64>, u64),
    /// The first [`BEGINNING`] values of the line, as they are stored.
    pub beginning: Vec<u32>,
}

impl LinePeriod {
    /// Writes which line it is: `f(3, n)`.
    pub fn name(&self) -> String {
        let heap = |heap: &Option<u32>| heap.map_or("n".into(), |heap| heap.to_string());
        format!("f({})", joined(self.heaps.iter().map(heap), ", "))
    }
}

/// Finds the additive periods of lines, in their order.
///
/// # Errors
/// When the table is incomplete or damaged, or when the search is interrupted.
pub fn line_periods(
    table: &TableReader,
    Lines { lines }: &Lines,
    control: &Control,
) -> Result<Vec<LinePeriod>, TableError> {
    table.require_readable()?;
    let together = together(table)?;
    let lines: Vec<Line> = lines.iter().map(|line| line.as_far_as_in(table)).collect();
    let mut found = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    while let Some(first) = rest.first() {
        let most = (VALUES_TOGETHER / first.read_length().max(1) as usize).max(1);
        let near = rest.iter().take(most).take_while(|line| shares_tiles(table, first, line));
        let (now, later) = rest.split_at(near.count().max(1));
        let values = read(table, now, control)?;
        let periods = now.par_iter().zip(values).map(|(line, values)| {
            control.report(values.len() as u64);
            period_of(table, together, line, values, control)
        });
        found.extend(periods.collect::<Vec<LinePeriod>>());
        control.proceed()?;
        rest = later;
    }
    Ok(found)
}

/// What is proved of all lines along an axis together.
#[derive(Clone, Copy)]
struct Together {
    axis: usize,
    proved: Option<Period>,
}

/// Finds the period that the lines of a table prove together; `None` if there is nothing to be found so.
fn together(table: &TableReader) -> Result<Option<Together>, TableError> {
    let job = table.plan().job();
    let Some(rows) = Rows::of(job) else { return Ok(None) };
    let axis = MAX_HEAPS - job.domain().heaps() + rows.long();
    if table.require_complete().is_err() {
        return Ok(Some(Together { axis, proved: None }));
    }
    let (tiling, mut finder) = (table.plan().tiling(), RowsFinder::new(rows));
    for index in tiling.tiles() {
        finder.put(&tiling.region(index), &table.tile(index)?);
    }
    Ok(Some(Together { axis, proved: finder.finish().and_then(Result::ok) }))
}

/// Whether two lines go through the same tiles, as far as the shorter one goes.
fn shares_tiles(table: &TableReader, one: &Line, other: &Line) -> bool {
    let edges = table.plan().tiling().edges();
    one.axis == other.axis && one.start / edges == other.start / edges
}

/// Reads lines that go through the same tiles.
fn read(
    table: &TableReader,
    lines: &[Line],
    control: &Control,
) -> Result<Vec<Vec<u32>>, TableError> {
    let Some(first) = lines.first() else { return Ok(Vec::new()) };
    let tiling = table.plan().tiling();
    let edge = tiling.edges()[first.axis];
    let piece = |line: &Line, tile: u32| {
        let (start, heaps) = (tile * edge, line.read_heaps());
        start.max(heaps.start)..(start.saturating_add(edge)).min(heaps.end)
    };
    let begin = lines.iter().map(|line| line.first).min().unwrap_or(0);
    let end = lines.iter().map(|line| line.read_heaps().end).max().unwrap_or(0);
    let tiles = (begin / edge..end.div_ceil(edge)).into_par_iter();
    let pieces = tiles.map(|tile| {
        control.proceed()?;
        // Where lines begin late, no line may need a tile between.
        if lines.iter().all(|line| piece(line, tile).is_empty()) {
            return Ok(vec![Vec::new(); lines.len()]);
        }
        let (index, _) = tiling.locate(first.at(tile * edge));
        let values = table.tile(index)?;
        let of_line = |line: &Line| -> Vec<u32> {
            piece(line, tile).map(|heap| values.get(tiling.locate(line.at(heap)).1)).collect()
        };
        Ok::<_, TableError>(lines.iter().map(of_line).collect())
    });
    let pieces: Vec<Vec<Vec<u32>>> = pieces.collect::<Result<_, _>>()?;
    let mut values: Vec<Vec<u32>> =
        lines.iter().map(|line| Vec::with_capacity(line.read_length() as usize)).collect();
    for of_tile in pieces {
        values.iter_mut().zip(of_tile).for_each(|(values, piece)| values.extend(piece));
    }
    Ok(values)
}

/// Finds the period of a line.
fn period_of(
    table: &TableReader,
    together: Option<Together>,
    line: &Line,
    mut values: Vec<u32>,
    control: &Control,
) -> LinePeriod {
    let job = table.plan().job();
    let beginning = values.iter().copied().take(BEGINNING).collect();
    if job.quantity().is_signed() {
        // Adds 2^31 to each number: differences stay, and none is negative.
        values.iter_mut().for_each(|value| *value ^= 1 << 31);
    }
    let count = values.len() as u64;
    let first = u64::from(line.first);
    // Where a period may be proved, its exceptions are looked up.
    let known = provable(job).map_or(Vec::new(), |_| values.clone());
    // Nobody knows whether given values are those of the game.
    let are_given = table.are_values_given();
    let needed = |from: u64, period: u64| match together {
        _ if are_given => None,
        None => length_that_proves(job, from, period).filter(|_| first == 0),
        Some(Together { axis, proved }) => {
            let all = proved.filter(|_| axis == line.axis)?;
            Some((from + first).max(all.from) + all.period + period - first)
        }
    };
    let period = match repetition(&known, needed) {
        Some(Ok((from, period))) => Some(seen(from, period, count)),
        Some(Err(unproved)) => Some(seen(unproved.from, unproved.period, count)),
        None => additive_period(values, control),
    };
    let length_that_proves = period
        .filter(|found| found.saltus == 0)
        .and_then(|found| needed(found.preperiod, found.period));
    let proved = period.filter(|_| length_that_proves.is_some_and(|needed| needed <= count));
    let others = proved.map_or(Vec::new(), |found| {
        exceptions(found.preperiod, found.period, |n| known[n as usize])
            .map(|n| n + first)
            .collect()
    });
    let period = period.map(|found| AdditivePeriod { preperiod: found.preperiod + first, ..found });
    let heap = |axis: usize| (axis != line.axis).then_some(line.start[axis]);
    LinePeriod {
        heaps: (MAX_HEAPS - job.domain().heaps()..MAX_HEAPS).map(heap).collect(),
        first,
        values: count,
        length: line.length.into(),
        period,
        proof: proved.and_then(|_| provable(job)),
        length_that_proves,
        exceptions: (others.iter().copied().take(BEGINNING).collect(), others.len() as u64),
        beginning,
    }
}

/// Describes a period that is seen in as many values.
fn seen(preperiod: u64, period: u64, count: u64) -> AdditivePeriod {
    AdditivePeriod { preperiod, period, saltus: 0, periods_seen: (count - preperiod) / period }
}
