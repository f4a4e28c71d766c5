//! Making an overview: the pixels of a level are those of the level below, four by four.
//!
//! A chunk of the last level is made of four chunks of the level below, each of which is made of four, and so
//! on down to those of the first level, whose cells are read from the table. So each cell is read once, and
//! what is kept are the chunks on the way down and their finished parts, already reduced to a quarter: some
//! hundred kilobytes for each level and thread. Totals are added up as integers, so that the result does not
//! depend on the order.
//!
//! Meanwhile a mosaic, the whole table in at most 1024 by 1024 pixels, is filled in memory, so that there is
//! something to see from the first seconds on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::super::error::TableError;
use super::super::reading::reader::TableReader;
use super::levels::{ChunkIndex, FIRST_LEVEL, Levels};
use super::pixels::{Channel, Pixels};
use super::store::{OverviewWriter, StoredOverview};
use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::invalid_input::InvalidInput;
use crate::sync::lock;

/// The largest side of the mosaic, in pixels.
const MOSAIC_SIDE: u32 = 1024;

/// The overview of a table of two heaps in the making.
pub struct OverviewBuild<'a> {
    table: &'a TableReader,
    plane: Plane,
    pub(super) levels: Levels,
    mosaic_level: u32,
    mosaic: Mutex<Pixels>,
    cells_done: AtomicU64,
}

impl<'a> OverviewBuild<'a> {
    /// Prepares the overview of a table; nothing is read.
    ///
    /// # Errors
    /// When the table has not two heaps.
    pub fn new(table: &'a TableReader) -> Result<Self, InvalidInput> {
        OverviewBuild::of_chunks(table, None, MOSAIC_SIDE)
    }

    /// Prepares an overview whose chunks have this edge, or one that fits the table's tiles.
    pub(super) fn of_chunks(
        table: &'a TableReader,
        edge: Option<u32>,
        mosaic_side: u32,
    ) -> Result<Self, InvalidInput> {
        let plane = Plane::whole(table.plan().job().domain())?;
        let sides = [plane.columns(), plane.rows()];
        let levels = match edge {
            Some(edge) => Levels::of_chunks(sides, edge),
            None => Levels::new(sides, table.plan().tiling().edges().largest()),
        };
        let fits = |level: &u32| levels.shape(*level).iter().all(|&side| side <= mosaic_side);
        let mosaic_level = (FIRST_LEVEL..32).find(fits).unwrap_or(31);
        let [columns, rows] = levels.shape(mosaic_level).map(|side| side as usize);
        Ok(OverviewBuild {
            table,
            plane,
            levels,
            mosaic_level,
            mosaic: Mutex::new(Pixels::empty(columns, rows)),
            cells_done: AtomicU64::new(0),
        })
    }

    /// Makes the overview on all threads of rayon's pool, and stores it with the table.
    ///
    /// # Errors
    /// When the overview cannot be stored there, before anything is read, or while it is written; when the
    /// table is incomplete or damaged; when the control interrupts.
    ///
    /// ```
    /// # use grundytab::{Control, Plan, tabulate};
    /// # use grundytab::engine::cpu::CpuEngine;
    /// # use grundytab::table::{TableReader, TableWriter};
    /// # let plan = Plan::parse("wythoff", "50x40", "grundy")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// # let writer = TableWriter::options(&plan).create(&path)?;
    /// # tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
    /// use grundytab::domain::Rectangle;
    /// use grundytab::table::{Channel, OverviewBuild, StoredOverview};
    /// let table = TableReader::open(&path)?;
    /// assert!(StoredOverview::open(&table).is_none());
    /// OverviewBuild::new(&table)?.store(&Control::default())?;
    /// let overview = StoredOverview::open(&table).ok_or("it is stored")?;
    /// // In the first square of 8 by 8 cells there are (0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4).
    /// let first = Rectangle { columns: 0..1, rows: 0..1 };
    /// assert_eq!(overview.pixels(3, Channel::PShare, &first)?, [7.0 / 64.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn store(&self, control: &Control) -> Result<StoredOverview, TableError> {
        self.table.require_complete()?;
        let channels = Channel::of(self.table.plan().job().quantity());
        let writer = OverviewWriter::create(self.table, &self.plane, self.levels, channels)?;
        self.make(control, &|index, pixels| writer.partial.write(index, pixels))?;
        // It is read for minutes: what takes the place of the table meanwhile must not be mixed with it.
        self.table.require_unchanged()?;
        writer.finish(control)
    }

    /// Fills the mosaic alone, on all threads of rayon's pool; nothing is stored.
    ///
    /// # Errors
    /// When the table is incomplete or damaged; when the control interrupts.
    pub fn fill_mosaic(&self, control: &Control) -> Result<(), TableError> {
        self.make(control, &|_, _| Ok(()))
    }

    /// Returns which share of the cells has been read, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let cells = self.levels.sides.iter().map(|&side| f64::from(side)).product::<f64>();
        self.cells_done.load(Ordering::Relaxed) as f64 / cells
    }

    /// Returns the level of the pixels of the mosaic.
    pub fn mosaic_level(&self) -> u32 {
        self.mosaic_level
    }

    /// Returns the pixels of a rectangle of the mosaic, as far as it is filled, or of a level above it.
    pub fn mosaic(&self, level: u32, pixels: &Rectangle) -> Pixels {
        let [width, height] = pixels.sides().map(|side| side as usize);
        let mut found = Pixels::empty(width, height);
        let mosaic = lock(&self.mosaic);
        let up = level.saturating_sub(self.mosaic_level);
        let range = |range: &std::ops::Range<u32>, end: usize| {
            let cell = |at: u32| ((u64::from(at) << up) as usize).min(end);
            cell(range.start)..cell(range.end)
        };
        for row in range(&pixels.rows, mosaic.rows()) {
            for column in range(&pixels.columns, mosaic.columns()) {
                let totals = mosaic.totals()[row * mosaic.columns() + column];
                let place = |at: usize, start: u32| (at >> up) - start as usize;
                found
                    .at(place(column, pixels.columns.start), place(row, pixels.rows.start))
                    .merge(&totals);
            }
        }
        found
    }

    /// Makes every chunk and the mosaic, from the beginning: of a making that has failed midway nothing is kept,
    /// so that no cell counts twice.
    pub(super) fn make(&self, control: &Control, write: Write) -> Result<(), TableError> {
        {
            let mut mosaic = lock(&self.mosaic);
            *mosaic = Pixels::empty(mosaic.columns(), mosaic.rows());
            self.cells_done.store(0, Ordering::Relaxed);
        }
        let last = ChunkIndex { level: self.levels.last, x: 0, y: 0 };
        self.chunk(last, control, write).map(|_| ())
    }

    /// Makes a chunk and all that it is made of. Returns its pixels, reduced to those of the next level.
    fn chunk(
        &self,
        index: ChunkIndex,
        control: &Control,
        write: Write,
    ) -> Result<Pixels, TableError> {
        control.proceed()?;
        let cells = self.levels.cells(index);
        let [columns, rows] = self.levels.pixels(index).sides().map(|side| side as usize);
        if self.levels.is_outside(index, &self.plane) {
            self.count(&cells);
            return Ok(Pixels::empty(columns.div_ceil(2), rows.div_ceil(2)));
        }
        let pixels = if index.level == FIRST_LEVEL {
            let pixels =
                self.table.pixels(&self.plane, &cells, 1 << FIRST_LEVEL, false, control)?;
            self.add_to_mosaic(index, &pixels);
            self.count(&cells);
            pixels
        } else {
            let parts = self.levels.parts(index);
            let made: Vec<(ChunkIndex, Pixels)> = parts
                .into_par_iter()
                .with_max_len(1)
                .map(|part| Ok((part, self.chunk(part, control, write)?)))
                .collect::<Result<_, TableError>>()?;
            let mut pixels = Pixels::empty(columns, rows);
            let half = (self.levels.chunk_edge / 2) as usize;
            for (part, made) in &made {
                let at = |part: u32, whole: u32| (part - 2 * whole) as usize * half;
                pixels.merge(made, at(part.x, index.x), at(part.y, index.y));
            }
            pixels
        };
        write(index, &pixels)?;
        Ok(pixels.halved())
    }

    fn count(&self, cells: &Rectangle) {
        self.cells_done.fetch_add(cells.count(), Ordering::Relaxed);
    }

    fn add_to_mosaic(&self, index: ChunkIndex, pixels: &Pixels) {
        let up = self.mosaic_level - FIRST_LEVEL;
        let Rectangle { columns, rows } = self.levels.pixels(index);
        let mut mosaic = lock(&self.mosaic);
        for (at, totals) in pixels.totals().iter().enumerate() {
            let column = columns.start as usize + at % pixels.columns();
            let row = rows.start as usize + at / pixels.columns();
            mosaic.at(column >> up, row >> up).merge(totals);
        }
    }
}

/// What is done with a chunk that is made.
type Write<'a> = &'a (dyn Fn(ChunkIndex, &Pixels) -> Result<(), TableError> + Sync);
