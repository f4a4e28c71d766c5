//! Groups: the positions of a table by the value of an expression.

use std::collections::HashMap;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::filter::Counted;
use super::{Filter, NumberExpression, WithoutValue};
use crate::control::Control;
use crate::domain::{Coordinates, Grading, Position};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::sync::{into_inner, lock};
use crate::table::{Block, OtherTables, TableError, TableReader, TileScan};

/// The most groups. Every thread keeps its own while a table is scanned.
pub const MOST_GROUPS: usize = 1 << 18;

/// The positions of a table by the value of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Groups {
    /// A group for each value, by rising values.
    pub groups: Vec<Group>,
    /// At how many positions it has no value, or it is not known whether they count, since the condition has none.
    pub without_value: WithoutValue,
}

impl Groups {
    /// Returns the number of positions in all groups.
    pub fn positions(&self) -> u64 {
        self.groups.iter().map(|group| group.positions).sum()
    }
}

/// The positions at which an expression has one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The value.
    pub value: i64,
    /// The number of positions.
    pub positions: u64,
    /// The first of them in rank order.
    pub first: Position,
    /// What the expressions that are shown are on them.
    pub shown: Vec<Spread>,
}

/// What an expression is on the positions of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spread {
    /// The number of positions at which it has a value.
    pub positions: u64,
    /// The sum of its values.
    pub sum: i128,
    /// Its least and its largest value; `None` if it has no value anywhere.
    pub bounds: Option<(i64, i64)>,
}

impl Spread {
    /// Returns the mean of the values.
    pub fn mean(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.sum as f64 / self.positions as f64)
    }

    fn add(&mut self, value: i64) {
        self.join(&Spread { positions: 1, sum: value.into(), bounds: Some((value, value)) });
    }

    fn join(&mut self, other: &Spread) {
        self.positions += other.positions;
        self.sum += other.sum;
        self.bounds = match (self.bounds, other.bounds) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (one, other) => one.or(other),
        };
    }
}

/// Groups the positions of a table that count by a filter: those at which an expression has one value are a group.
/// Of each group it is told what other expressions are on it. `control` is informed of the positions that are
/// visited.
///
/// # Errors
/// When there are more than [`MOST_GROUPS`] groups, when a table is incomplete or damaged, or when the scan is
/// interrupted.
///
/// ```
/// # use grundytab::{Control, Plan, tabulate};
/// # use grundytab::engine::cpu::CpuEngine;
/// # use grundytab::table::{TableReader, TableWriter};
/// # let plan = Plan::parse("wythoff", "40x40", "outcome")?;
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("table.zarr");
/// # let writer = TableWriter::options(&plan).create(&path)?;
/// # tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
/// use grundytab::expression::{Condition, Filter, NumberExpression, group_by};
/// use grundytab::table::OtherTables;
/// let (table, others) = (TableReader::open(&path)?, OtherTables::default());
/// let job = table.plan().job();
/// // The n-th P-position with x <= y is (floor(n phi), floor(n phi) + n).
/// let pairs = Filter::of(Condition::parse("p and x <= y", job, &others)?);
/// let difference = NumberExpression::parse("y - x", job, &others)?;
/// let smaller = [NumberExpression::parse("x", job, &others)?];
/// let found = group_by(&table, &others, &difference, &smaller, &pairs, &Control::default())?;
/// let third = &found.groups[3];
/// assert_eq!((third.value, third.positions, third.first.heaps()), (3, 1, &[4, 7][..]));
/// assert_eq!(third.shown[0].mean(), Some(4.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn group_by(
    table: &TableReader,
    others: &OtherTables,
    by: &NumberExpression,
    shown: &[NumberExpression],
    filter: &Filter,
    control: &Control,
) -> Result<Groups, TableError> {
    table.require_readable()?;
    others.require_complete()?;
    let job = table.plan().job();
    let mut expressions = shown.iter().chain([by]);
    let keeps = filter.looks_around() || expressions.any(|of| of.0.looks_around());
    // As many as there are threads: a tile takes one and gives it back.
    let scan = |tile: &TileScan, idle: &Mutex<Vec<Found>>| {
        if !filter.meets(&tile.region) {
            return Ok(());
        }
        let taken = lock(idle).pop();
        let mut found = taken.unwrap_or_else(|| Found::new(job.grading(), shown.len()));
        tile.visit_blocks(others, keeps, |block| {
            if !found.is_full() {
                found.add_block(block, by, shown, &filter.on(block));
            }
        })?;
        let is_full = found.is_full();
        lock(idle).push(found);
        if is_full { Err(too_many()) } else { Ok(()) }
    };
    let joined = |found: Vec<Seen>| {
        let mut all = Found::new(job.grading(), shown.len());
        found.iter().for_each(|found| all.join(found));
        all
    };
    let of_threads = |idle: Mutex<Vec<Found>>| {
        let found = into_inner(idle).into_iter().map(|found| found.seen);
        joined(found.collect()).seen
    };
    let of_ranks = table.scan_by_ranks(control, Mutex::default(), scan, of_threads)?;
    let all = joined(of_ranks);
    if all.is_full() {
        return Err(too_many());
    }
    let all = all.seen;
    let mut groups: Vec<Group> = all
        .slots
        .iter()
        .zip(all.spreads.chunks(shown.len().max(1)).chain(std::iter::repeat(&[][..])))
        .map(|(slot, spreads)| Group {
            value: slot.value,
            positions: slot.positions,
            first: job.domain().position(slot.first),
            shown: if shown.is_empty() { Vec::new() } else { spreads.to_vec() },
        })
        .collect();
    groups.sort_unstable_by_key(|group| group.value);
    Ok(Groups { groups, without_value: all.without_value })
}

fn too_many() -> TableError {
    TableError::Refused(InvalidInput::new(
        InvalidInputKind::TooLarge,
        "the groups",
        format!("the expression has more than {MOST_GROUPS} values"),
        "group by a coarser one, as in (EXPR) / 1000, or look at fewer positions",
    ))
}

/// The groups that a thread has found, and where they are.
struct Found {
    grading: Grading,
    /// The number of expressions that are shown.
    shown: usize,
    /// For values near 0 the place of their group among the slots, or [`NO_SLOT`].
    near: Vec<u32>,
    far: HashMap<i64, u32>,
    seen: Seen,
}

/// The groups that a thread or a rank has found.
#[derive(Default, Serialize, Deserialize)]
struct Seen {
    slots: Vec<Slot>,
    /// For each slot what the expressions that are shown are on it.
    spreads: Vec<Spread>,
    without_value: WithoutValue,
}

#[derive(Serialize, Deserialize)]
struct Slot {
    value: i64,
    positions: u64,
    rank: u32,
    first: Coordinates,
}

const NO_SLOT: u32 = u32::MAX;

impl Found {
    fn new(grading: Grading, shown: usize) -> Self {
        Found {
            grading,
            shown,
            near: vec![NO_SLOT; MOST_GROUPS],
            far: HashMap::new(),
            seen: Seen::default(),
        }
    }

    /// Whether there are too many groups.
    fn is_full(&self) -> bool {
        self.seen.slots.len() > MOST_GROUPS
    }

    fn add_block(
        &mut self,
        block: &Block,
        by: &NumberExpression,
        shown: &[NumberExpression],
        counted: &Counted,
    ) {
        if counted.are_none() {
            return;
        }
        let wanted = counted.wanted();
        let values = by.0.on(block, wanted);
        let columns: Vec<_> = shown.iter().map(|shown| shown.0.on(block, wanted)).collect();
        for lane in 0..block.length() {
            match counted.number(&values, lane) {
                Ok(None) => {}
                Ok(Some(value)) => {
                    let at = block.at(lane);
                    let place = self.place(value, at);
                    let slot = &mut self.seen.slots[place];
                    slot.positions += 1;
                    let rank = self.grading.rank(at);
                    if rank <= slot.rank && (rank, at) < (slot.rank, slot.first) {
                        (slot.rank, slot.first) = (rank, at);
                    }
                    let spreads = &mut self.seen.spreads[place * self.shown..];
                    for (spread, column) in spreads.iter_mut().zip(&columns) {
                        if let Ok(value) = column.at(lane) {
                            spread.add(value);
                        }
                    }
                }
                Err(why) => self.seen.without_value.add(why),
            }
        }
    }

    /// Returns the place of the slot of a value, which is made if there is none.
    fn place(&mut self, value: i64, at: Coordinates) -> usize {
        // 0, -1, 1, -2, 2, ...
        let order = ((value << 1) ^ (value >> 63)) as u64;
        let known = usize::try_from(order).ok().and_then(|order| self.near.get_mut(order));
        let place = match known {
            Some(known) => known,
            None => self.far.entry(value).or_insert(NO_SLOT),
        };
        if *place == NO_SLOT {
            let Seen { slots, spreads, .. } = &mut self.seen;
            *place = slots.len() as u32;
            slots.push(Slot { value, positions: 0, rank: self.grading.rank(at), first: at });
            spreads.resize(slots.len() * self.shown, Spread::default());
        }
        *place as usize
    }

    /// Adds what another thread or rank has found.
    fn join(&mut self, other: &Seen) {
        self.seen.without_value += other.without_value;
        for (number, slot) in other.slots.iter().enumerate() {
            let place = self.place(slot.value, slot.first);
            let known = &mut self.seen.slots[place];
            known.positions += slot.positions;
            if (slot.rank, slot.first) < (known.rank, known.first) {
                (known.rank, known.first) = (slot.rank, slot.first);
            }
            let spreads = &mut self.seen.spreads[place * self.shown..];
            let others = &other.spreads[number * self.shown..][..self.shown];
            spreads.iter_mut().zip(others).for_each(|(spread, other)| spread.join(other));
        }
    }
}
