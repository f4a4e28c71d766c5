//! Scans: every position of a stored table is visited, tile by tile, on all threads.

use std::sync::Arc;

use rayon::prelude::*;

use super::reader::TableReader;
use crate::control::Control;
use crate::domain::tiling::{Run, TileIndex, TileRegion};
use crate::domain::{Coordinates, Position};
use crate::table::error::TableError;
use crate::values::Values;

impl TableReader {
    /// Calls `visit` with every position of the table and its value, each once; of an unfinished table that is read
    /// [as far as it is there](TableReader::as_far_as_stored), with those that are there.
    ///
    /// The tiles are begun in the order of their least ranks and are visited by all threads of
    /// rayon's pool, so that calls of different tiles overlap; within a tile the positions come in
    /// row-major order. What must not depend on the order has to be put together accordingly: by
    /// sums, or by the first position in the order of [`Position`].
    ///
    /// # Errors
    /// When the table is incomplete or damaged, when another has taken its place meanwhile, or when the scan is
    /// interrupted.
    ///
    /// ```
    /// # use grundytab::{Plan, tabulate};
    /// # use grundytab::engine::cpu::CpuEngine;
    /// # use grundytab::table::{TableReader, TableWriter};
    /// # let plan = Plan::parse("wythoff", "20x30", "grundy")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// # let writer = TableWriter::options(&plan).create(&path)?;
    /// # tabulate(&plan, &CpuEngine, Some(writer), &grundytab::Control::default())?;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use grundytab::{Control, Position};
    /// let table = TableReader::open(&path)?;
    /// let on_diagonal = AtomicU64::new(0);
    /// table.scan(&Control::default(), |position: Position, value| {
    ///     let [x, y] = position.heaps() else { return };
    ///     if x == y && value == 0 {
    ///         on_diagonal.fetch_add(1, Ordering::Relaxed);
    ///     }
    /// })?;
    /// assert_eq!(on_diagonal.into_inner(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scan(
        &self,
        control: &Control,
        visit: impl Fn(Position, u32) + Sync,
    ) -> Result<(), TableError> {
        self.require_readable()?;
        let domain = self.plan().job().domain();
        self.scan_tiles(control, |tile| tile.visit(|at, value| visit(domain.position(at), value)))
    }

    /// Calls `scan_tile` with every tile that is there, in the order of their least ranks, on all threads. It
    /// decides whether it visits the tile's positions; a tile that it does not visit is not read.
    pub(crate) fn scan_tiles(
        &self,
        control: &Control,
        scan_tile: impl Fn(&TileScan) -> Result<(), TableError> + Sync,
    ) -> Result<(), TableError> {
        self.scan_some(self.tiles_by_rank(), control, scan_tile)
    }

    /// Lists all tiles that are there, in the order of their least ranks.
    pub(super) fn tiles_by_rank(&self) -> Vec<TileIndex> {
        let (tiling, grading) = (self.plan().tiling(), self.plan().job().grading());
        let mut tiles: Vec<TileIndex> =
            tiling.tiles().filter(|&tile| self.has_tile(tile)).collect();
        tiles.sort_by_key(|&index| tiling.region(index).first_rank(grading));
        tiles
    }

    /// Calls `scan_tile` with these tiles, on all threads.
    pub(super) fn scan_some(
        &self,
        tiles: Vec<TileIndex>,
        control: &Control,
        scan_tile: impl Fn(&TileScan) -> Result<(), TableError> + Sync,
    ) -> Result<(), TableError> {
        let tiling = self.plan().tiling();
        let scanned = tiles.par_iter().with_max_len(1).try_for_each(|&index| {
            scan_tile(&TileScan { table: self, control, index, region: tiling.region(index) })
        });
        // Some tiles may be those of what has taken the place of the table meanwhile.
        self.require_unchanged()?;
        scanned
    }
}

/// After this many positions of a row the control is checked again.
const POSITIONS_BETWEEN_QUESTIONS: usize = 512;

/// Positions of a row that are visited at once.
const LONGEST_PIECE: u32 = 1 << 12;

/// A tile of a table that is scanned.
pub(crate) struct TileScan<'a> {
    pub(super) table: &'a TableReader,
    pub(super) control: &'a Control<'a>,
    pub(in crate::table) index: TileIndex,
    /// The cells of the tile.
    pub(crate) region: TileRegion,
}

impl TileScan<'_> {
    /// Returns the least rank of the tile's positions.
    pub(crate) fn first_rank(&self) -> u32 {
        self.region.first_rank(self.table.plan().job().grading())
    }

    /// Reads the tile and calls `visit` with every position of it that is in the domain, and its
    /// value, in row-major order. The control is checked every some hundred positions, and informed after
    /// every row.
    pub(crate) fn visit(&self, mut visit: impl FnMut(Coordinates, u32)) -> Result<(), TableError> {
        let values: Arc<Values> = self.table.cached_tile(self.index)?;
        for run in self.region.runs() {
            for (step, (at, cell)) in run.cells().enumerate() {
                if step % POSITIONS_BETWEEN_QUESTIONS == 0 {
                    self.control.proceed()?;
                }
                visit(at, values.get(cell));
            }
            self.control.report(run.length as u64);
        }
        Ok(())
    }

    /// Reads the tile, which is not kept, and calls `visit` with pieces of its rows that together are all
    /// of its positions that are in the domain, and the values of the tile. The control is checked and
    /// informed with every piece.
    pub(crate) fn visit_runs(&self, mut visit: impl FnMut(Run, &Values)) -> Result<(), TableError> {
        let values = self.table.tile(self.index)?;
        for run in self.region.patches(LONGEST_PIECE) {
            self.control.proceed()?;
            visit(run, &values);
            self.control.report(run.length as u64);
        }
        Ok(())
    }
}
