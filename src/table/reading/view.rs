//! Views of positions: their values, with those of other positions and of other tables.

use super::counted::Counted;
use super::lookup::Lookup;
use super::others::{OtherTables, PARTNER};
use super::reader::TableReader;
use crate::domain::{Coordinates, Position};
use crate::job::Job;
use crate::table::error::TableError;
use crate::values::ValueType;

/// Consecutive positions of a row, with their values and those of all other positions.
pub struct Block<'a> {
    /// The padded coordinates of the first position.
    pub first: Coordinates,
    /// The stored values, one for each position.
    pub values: &'a [u32],
    /// Which of the positions count.
    pub counted: &'a Counted,
    pub(super) views: &'a Views<'a>,
}

impl<'a> Block<'a> {
    /// Returns the positions that count.
    pub fn lanes(&self) -> impl Iterator<Item = usize> {
        (0..self.length()).filter(|&lane| self.counts(lane))
    }

    /// Whether a position is known to count.
    #[inline]
    pub fn counts(&self, lane: usize) -> bool {
        self.wanted().is_none_or(|lanes| lanes[lane])
    }

    /// Returns which positions count; `None` if all do.
    pub fn wanted(&self) -> Option<&'a [bool]> {
        self.counted.lanes.as_deref()
    }

    /// Returns the number of positions.
    pub fn length(&self) -> usize {
        self.values.len()
    }

    /// Returns the coordinates of a position.
    pub fn at(&self, lane: usize) -> Coordinates {
        self.first.along_row(lane as u32)
    }

    /// Returns the job of the table.
    pub fn job(&self) -> &'a Job {
        self.views.own.job
    }

    /// Returns the table itself, or the one at this place among the others.
    pub fn source(&self, other: Option<usize>) -> Option<&'a Source<'a>> {
        match other {
            None => Some(&self.views.own),
            Some(place) => self.views.others.get(place),
        }
    }

    /// Returns the view of a position.
    pub fn view(&self, lane: usize) -> PositionView<'a> {
        self.views.view(self.at(lane), self.values[lane])
    }

    /// Returns the views of all positions.
    pub fn views(&self) -> impl Iterator<Item = PositionView<'a>> {
        (0..self.length()).map(|lane| self.view(lane))
    }
}

/// Views of positions by one thread, one after the other.
pub struct Views<'a> {
    own: Source<'a>,
    others: Vec<Source<'a>>,
    /// The place of the partner among the others.
    partner: Option<usize>,
}

/// A table whose values are looked up.
pub struct Source<'a> {
    table: &'a TableReader,
    /// What was tabulated.
    pub job: &'a Job,
    /// The type of its values.
    pub value_type: ValueType,
    /// Reads its values.
    pub lookup: Lookup<'a>,
}

impl<'a> Source<'a> {
    fn of(table: &'a TableReader) -> Self {
        let plan = table.plan();
        Source { table, job: plan.job(), value_type: plan.value_type(), lookup: table.lookup() }
    }

    /// Returns whether the value of a position can be looked up.
    pub fn has(&self, at: Coordinates) -> bool {
        self.job.domain().contains(at) && self.table.has(at)
    }
}

impl TableReader {
    /// Begins a sequence of views. The other tables must be complete.
    pub fn views<'a>(&'a self, others: &OtherTables<'a>) -> Views<'a> {
        Views {
            own: Source::of(self),
            others: others.tables().map(Source::of).collect(),
            partner: others.find(PARTNER),
        }
    }
}

impl Views<'_> {
    /// Returns the view of a position of the domain, whose value is known.
    pub fn view(&self, at: Coordinates, value: u32) -> PositionView<'_> {
        PositionView { at, value, is_p: self.own.job.is_p_position(value), views: self }
    }

    /// Ends the views.
    ///
    /// # Errors
    /// When a value could not be read.
    pub fn finish(self) -> Result<(), TableError> {
        self.own.lookup.finish()?;
        self.others.into_iter().try_for_each(|other| other.lookup.finish())
    }
}

/// A position of a stored table, with its value and the values of all other positions.
///
/// A value that cannot be read from the table is 0 here, and the scan then ends with the error,
/// whatever was made of the value.
pub struct PositionView<'a> {
    /// Padded coordinates.
    pub at: Coordinates,
    /// Its stored value.
    pub value: u32,
    /// Whether it is a P-position.
    pub is_p: bool,
    views: &'a Views<'a>,
}

impl PositionView<'_> {
    /// Returns the heap sizes.
    pub fn heaps(&self) -> &[u32] {
        self.at.unpadded(self.views.own.job.domain().heaps())
    }

    /// Returns the position.
    pub fn position(&self) -> Position {
        self.views.own.job.domain().position(self.at)
    }

    /// Returns the stored value of the position; [`number`](Self::number) is what it stands for.
    pub fn value(&self) -> u32 {
        self.value
    }

    /// Returns the number that a value stands for: of a score with its sign.
    pub fn number(&self, value: u32) -> i64 {
        self.views.own.job.quantity().number(value)
    }

    /// Returns the position as a block of one.
    pub fn as_block(&self) -> Block<'_> {
        let values = std::slice::from_ref(&self.value);
        Block { first: self.at, values, counted: &Counted::ALL, views: self.views }
    }

    /// Returns whether its value marks the position as a P-position.
    pub fn is_p(&self) -> bool {
        self.is_p
    }

    /// Returns the stored value of the position in the table `other`; `None` if there is none, or if it does not
    /// hold the position.
    pub fn other_value(&self) -> Option<u32> {
        let other = self.other()?;
        let is_held = other.job.domain().heaps() == self.heaps().len() && other.has(self.at);
        is_held.then(|| other.lookup.value(self.at))
    }

    /// Returns the number that the value of the position in the table `other` stands for.
    pub fn other_number(&self) -> Option<i64> {
        Some(self.other()?.job.quantity().number(self.other_value()?))
    }

    fn other(&self) -> Option<&Source<'_>> {
        self.views.others.get(self.views.partner?)
    }
}
