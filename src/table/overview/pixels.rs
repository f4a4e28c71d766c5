//! Pixels: totals over squares of cells.

use std::sync::Mutex;

use super::super::error::TableError;
use super::super::reading::plane::PlaneTile;
use super::super::reading::reader::TableReader;
use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::job::Job;
use crate::quantity::{PValues, Quantity, ValueKind};
use crate::sync::{into_inner, lock};

/// The totals of one pixel. Cells outside the domain do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PixelTotals {
    /// The number of positions.
    pub positions: u64,
    /// How many of them are P-positions.
    pub p_positions: u64,
    /// The sum of their values; of outcome classes, how many are won by Left, whoever begins.
    pub sum: i64,
    /// How many positions Right wins, whoever begins, in tables of outcome classes; else 0.
    pub right: u64,
}

impl PixelTotals {
    /// Adds the totals of other positions.
    pub(super) fn merge(&mut self, other: &PixelTotals) {
        self.positions += other.positions;
        self.p_positions += other.p_positions;
        self.sum += other.sum;
        self.right += other.right;
    }
}

/// How the values of a table are added up.
#[derive(Clone, Copy)]
struct Adding {
    p_values: PValues,
    are_classes: bool,
    are_signed: bool,
    /// The nim heap beside each position: 0 for none.
    heap: u32,
}

impl Adding {
    fn of(job: &Job) -> Self {
        Adding {
            p_values: job.p_values(),
            are_classes: job.quantity().kind() == ValueKind::Class,
            are_signed: job.is_signed(),
            heap: 0,
        }
    }

    /// Adds a position.
    #[inline]
    fn add(self, totals: &mut PixelTotals, value: u32) {
        let value = value ^ self.heap;
        totals.positions += 1;
        totals.p_positions += u64::from(self.p_values.contains(value));
        if self.are_classes {
            totals.sum += i64::from(value == 2);
            totals.right += u64::from(value == 3);
        } else if self.are_signed {
            totals.sum += i64::from(value as i32);
        } else {
            totals.sum += i64::from(value);
        }
    }
}

/// What a pixel shows of its totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Channel {
    /// The share of P-positions, from 0 to 1.
    PShare,
    /// The mean value.
    Mean,
    /// The share of positions of outcome class L, from 0 to 1.
    LShare,
    /// The share of positions of outcome class R, from 0 to 1.
    RShare,
}

impl Channel {
    /// Returns the channels of a quantity.
    pub fn of(quantity: Quantity) -> &'static [Channel] {
        match quantity.kind() {
            ValueKind::Number => &[Channel::PShare, Channel::Mean],
            ValueKind::Outcome => &[Channel::PShare],
            ValueKind::Score => &[Channel::Mean],
            ValueKind::Class => &[Channel::PShare, Channel::LShare, Channel::RShare],
        }
    }

    /// Returns the name, as in `p-share`.
    pub fn name(self) -> &'static str {
        match self {
            Channel::PShare => "p-share",
            Channel::Mean => "mean",
            Channel::LShare => "l-share",
            Channel::RShare => "r-share",
        }
    }

    /// Returns what the channel shows of a pixel; not a number if no position is in it.
    pub fn of_pixel(self, totals: &PixelTotals) -> f32 {
        let part = match self {
            Channel::PShare => totals.p_positions as f64,
            Channel::Mean | Channel::LShare => totals.sum as f64,
            Channel::RShare => totals.right as f64,
        };
        (part / totals.positions as f64) as f32
    }
}

/// A rectangle of pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    columns: usize,
    rows: usize,
    totals: Vec<PixelTotals>,
}

impl Pixels {
    /// Returns pixels without positions.
    pub(super) fn empty(columns: usize, rows: usize) -> Self {
        Pixels { columns, rows, totals: vec![PixelTotals::default(); columns * rows] }
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the totals row after row: those of column c and row r have the index `r * columns + c`.
    pub fn totals(&self) -> &[PixelTotals] {
        &self.totals
    }

    /// Returns the totals of a pixel.
    pub(super) fn at(&mut self, column: usize, row: usize) -> &mut PixelTotals {
        &mut self.totals[row * self.columns + column]
    }

    /// Returns a channel of all pixels, row after row.
    pub fn channel(&self, channel: Channel) -> impl Iterator<Item = f32> + '_ {
        self.totals.iter().map(move |totals| channel.of_pixel(totals))
    }

    /// Returns the pixels of the next level, each made of two columns and two rows of these.
    pub(super) fn halved(&self) -> Pixels {
        let mut halved = Pixels::empty(self.columns.div_ceil(2), self.rows.div_ceil(2));
        for (at, totals) in self.totals.iter().enumerate() {
            halved.at(at % self.columns / 2, at / self.columns / 2).merge(totals);
        }
        halved
    }

    /// Adds the cells of a tile. The pixel with the index 0 begins at the cell `start`; a pixel has
    /// `factor` columns and rows of cells.
    fn add_tile(&mut self, adding: Adding, tile: &PlaneTile, start: [u32; 2], factor: u32) {
        let place = |cell: u32, start: u32| (cell - start) / factor;
        // Cells come column after column. To find the pixel takes longer than to add a value: it is found once for all
        // cells of a column that lie in it.
        let (mut pixel, mut at) = (PixelTotals::default(), 0);
        let (mut of_column, mut last_row) = (u32::MAX, 0);
        tile.visit(|column, row, value| {
            if column != of_column || row > last_row {
                self.add_to(at, &mut pixel);
                let (pixel_column, pixel_row) = (place(column, start[0]), place(row, start[1]));
                at = pixel_row as usize * self.columns + pixel_column as usize;
                of_column = column;
                last_row = row.saturating_add(factor - 1 - (row - start[1]) % factor);
            }
            adding.add(&mut pixel, value);
        });
        self.add_to(at, &mut pixel);
    }

    /// Moves totals to those of a pixel.
    fn add_to(&mut self, at: usize, totals: &mut PixelTotals) {
        if totals.positions > 0 {
            self.totals[at].merge(totals);
            *totals = PixelTotals::default();
        }
    }

    /// Adds pixels, the first of which is the one of this column and row.
    pub(super) fn merge(&mut self, part: &Pixels, column: usize, row: usize) {
        for r in 0..part.rows {
            for c in 0..part.columns {
                self.at(column + c, row + r).merge(&part.totals[r * part.columns + c]);
            }
        }
    }
}

impl TableReader {
    /// Adds up the cells of a rectangle of a plane in pixels of `factor` by `factor` cells, on all threads.
    /// The first pixel begins at the first cell of the rectangle; the last ones may have fewer cells.
    /// The tiles that are read are kept if `keep` says so.
    ///
    /// Each position has a nim heap of the size `heap` beside it: the value of the sum is the xor of the position's and the
    /// size. The table holds Grundy values of normal play, or the size is 0.
    ///
    /// # Errors
    /// When the plane is of another domain, when the table is incomplete or damaged, and when it is
    /// interrupted.
    pub fn pixels(
        &self,
        plane: &Plane,
        cells: &Rectangle,
        factor: u32,
        heap: u32,
        keep: bool,
        control: &Control,
    ) -> Result<Pixels, TableError> {
        let factor = factor.max(1);
        let [columns, rows] = cells.sides().map(|side| side.div_ceil(factor) as usize);
        let all = Mutex::new(Pixels::empty(columns, rows));
        let start = [cells.columns.start, cells.rows.start];
        let adding = Adding { heap, ..Adding::of(self.plan().job()) };
        self.scan_plane(plane, cells, keep, control, |tile| {
            // The pixels that the tile has cells in are added up apart, so that threads do not wait.
            let part = tile.cells();
            let first = |range: &std::ops::Range<u32>, start| (range.start - start) / factor;
            let [column, row] = [first(&part.columns, start[0]), first(&part.rows, start[1])];
            let count = |range: &std::ops::Range<u32>, start: u32, first: u32| {
                ((range.end - start).div_ceil(factor) - first) as usize
            };
            let mut pixels = Pixels::empty(
                count(&part.columns, start[0], column),
                count(&part.rows, start[1], row),
            );
            let origin = [start[0] + column * factor, start[1] + row * factor];
            pixels.add_tile(adding, tile, origin, factor);
            lock(&all).merge(&pixels, column as usize, row as usize);
            Ok(())
        })?;
        Ok(into_inner(all))
    }
}
