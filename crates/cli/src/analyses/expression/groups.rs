//! Groups: the positions of a table by the value of an expression.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::leaves::LooksAround as _;
use super::{Filter, NumberExpression};
use grundytab::control::Control;
use grundytab::domain::tiling::TileRegion;
use grundytab::domain::{Coordinates, Position};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::job::Job;
use grundytab::table::{
    Block, OtherTables, Pass, Selection, TableError, TableReader, WithoutValue,
};

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
    /// The first of them in grade order.
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
pub fn group_by(
    table: &TableReader,
    others: &OtherTables,
    by: &NumberExpression,
    shown: &[NumberExpression],
    filter: &Filter,
    control: &Control,
) -> Result<Groups, TableError> {
    let job = table.plan().job();
    let pass = GroupBy { job, by, shown, filter, is_full: AtomicBool::new(false) };
    table.pass(others, pass, control)?.groups(job)
}

fn too_many() -> TableError {
    TableError::Refused(InvalidInput::new(
        InvalidInputKind::TooLarge,
        "the groups",
        format!("the expression has more than {MOST_GROUPS} values"),
        "group by a coarser one, as in (EXPR) / 1000, or look at fewer positions",
    ))
}

/// The pass that finds groups.
struct GroupBy<'a> {
    job: &'a Job,
    by: &'a NumberExpression,
    shown: &'a [NumberExpression],
    filter: &'a Filter,
    /// Whether a thread has found too many groups, so that no more are looked for.
    is_full: AtomicBool,
}

impl Pass for GroupBy<'_> {
    type State = Seen;

    fn begin(&self) -> Seen {
        Seen { near: vec![NO_SLOT; MOST_GROUPS], shown: self.shown.len(), ..Seen::default() }
    }

    fn visit_block(&self, seen: &mut Seen, block: &Block) {
        if self.is_full.load(Ordering::Relaxed) {
            return;
        }
        let (grading, wanted) = (self.job.grading(), block.wanted());
        let values = self.by.0.on(block, wanted);
        let columns: Vec<_> = self.shown.iter().map(|shown| shown.0.on(block, wanted)).collect();
        seen.without_value += block.counted.without_value;
        for lane in block.lanes() {
            let value = match values.at(lane) {
                Ok(value) => value,
                Err(why) => {
                    seen.without_value.add(why);
                    continue;
                }
            };
            let at = block.at(lane);
            let place = seen.count(value, 1, (grading.grade(at), at));
            let spreads = &mut seen.spreads[place * columns.len()..];
            for (spread, column) in spreads.iter_mut().zip(&columns) {
                if let Ok(value) = column.at(lane) {
                    spread.add(value);
                }
            }
        }
        if seen.slots.len() > MOST_GROUPS {
            self.is_full.store(true, Ordering::Relaxed);
        }
    }

    fn merge(&self, seen: &mut Seen, other: Seen) {
        seen.without_value += other.without_value;
        for (number, slot) in other.slots.iter().enumerate() {
            let place = seen.count(slot.value, slot.positions, slot.first);
            let spreads = &mut seen.spreads[place * seen.shown..];
            let others = &other.spreads[number * seen.shown..][..seen.shown];
            spreads.iter_mut().zip(others).for_each(|(spread, other)| spread.join(other));
        }
    }

    fn selection(&self) -> Option<&dyn Selection> {
        self.filter.selection()
    }

    fn wants(&self, _: &TileRegion) -> bool {
        !self.is_full.load(Ordering::Relaxed)
    }

    fn keeps_tiles(&self) -> bool {
        self.shown.iter().chain([self.by]).any(|expression| expression.0.looks_around())
    }
}

/// The groups that a thread or a rank has found.
#[derive(Default, Serialize, Deserialize)]
struct Seen {
    slots: Vec<Slot>,
    /// For each slot what the expressions that are shown are on it.
    spreads: Vec<Spread>,
    /// How many expressions these are.
    shown: usize,
    without_value: WithoutValue,
    /// For values near 0 the place of their group among the slots, or [`NO_SLOT`].
    #[serde(skip)]
    near: Vec<u32>,
    #[serde(skip)]
    far: HashMap<i64, u32>,
}

#[derive(Serialize, Deserialize)]
struct Slot {
    value: i64,
    positions: u64,
    /// The first of them, after its grade.
    first: (u32, Coordinates),
}

const NO_SLOT: u32 = u32::MAX;

impl Seen {
    /// Returns the groups, unless they are too many.
    fn groups(mut self, job: &Job) -> Result<Groups, TableError> {
        if self.slots.len() > MOST_GROUPS {
            return Err(too_many());
        }
        let (shown, mut spreads) = (self.shown, self.spreads.into_iter());
        let mut group = |slot: Slot| Group {
            value: slot.value,
            positions: slot.positions,
            first: job.domain().position(slot.first.1),
            shown: spreads.by_ref().take(shown).collect(),
        };
        let mut groups: Vec<Group> = self.slots.drain(..).map(&mut group).collect();
        groups.sort_unstable_by_key(|group| group.value);
        Ok(Groups { groups, without_value: self.without_value })
    }

    /// Counts positions that have a value, of which the first is known. Returns the place of their slot, which is made if
    /// there is none.
    fn count(&mut self, value: i64, positions: u64, first: (u32, Coordinates)) -> usize {
        // 0, -1, 1, -2, 2, ...
        let order = ((value << 1) ^ (value >> 63)) as u64;
        let known = usize::try_from(order).ok().and_then(|order| self.near.get_mut(order));
        let place = match known {
            Some(known) => known,
            None => self.far.entry(value).or_insert(NO_SLOT),
        };
        if *place == NO_SLOT {
            *place = self.slots.len() as u32;
            self.slots.push(Slot { value, positions: 0, first });
            self.spreads.resize(self.slots.len() * self.shown, Spread::default());
        }
        let slot = &mut self.slots[*place as usize];
        slot.positions += positions;
        if first.0 <= slot.first.0 {
            slot.first = slot.first.min(first);
        }
        *place as usize
    }
}
