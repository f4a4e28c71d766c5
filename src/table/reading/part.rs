//! Unfinished tables, read as far as they are there.
//!
//! A chunk is final once it has its name, so that an unfinished table can be read while its run goes on. Which of its
//! tiles are stored is looked up once, when it is opened; scans leave the others out, and positions in them are unknown.

use super::others::OtherTables;
use super::pass::{Pass, TileInHand};
use super::reader::TableReader;
use super::stored_part::StoredPart;
use crate::control::Control;
use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, Position};
use crate::job::Job;
use crate::table::error::{Obstacle, TableError};
use crate::table::names::final_path;
use crate::totals::Statistics;
use crate::wording::percent_text;

impl TableReader {
    /// Makes an unfinished table readable as far as it is there: [`scan`](TableReader::scan) and what rests on it visit
    /// the positions whose tiles are stored at this moment, and say nothing of the others. A complete table is returned
    /// as it is. The run may go on meanwhile.
    ///
    /// # Errors
    /// When the run has found that values are wrong, when it has finished the table meanwhile, or when the files cannot be
    /// looked at.
    ///
    /// ```
    /// # use grundytab::{Control, Plan, tabulate};
    /// # use grundytab::engine::cpu::CpuEngine;
    /// # use grundytab::table::{TableReader, TableWriter};
    /// # let plan = Plan::parse("wythoff", "20x30", "grundy")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// let writer = TableWriter::options(&plan).create(&path)?;
    /// let table = TableReader::open(writer.partial_path())?.as_far_as_stored()?;
    /// // The run has begun, and has stored nothing yet.
    /// assert_eq!(table.positions_there(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_far_as_stored(mut self) -> Result<Self, TableError> {
        if self.attributes().complete {
            return Ok(self);
        }
        if let Some(wrong) = &self.attributes().wrong {
            let obstacle = Obstacle::WrongValues(wrong.clone());
            return Err(TableError::destination(self.path(), obstacle));
        }
        self.files = self.files.reading_indexes_anew();
        let tiles = self.files.stored_tiles(self.plan());
        // Where the run has finished the table meanwhile, nothing is left at its path, also of files just listed.
        if let Some(finished) = self.finished_meanwhile() {
            return Err(finished);
        }
        self.part = Some(StoredPart::new(tiles?, self.plan().tiling()));
        Ok(self)
    }

    /// Whether it is an unfinished table that is read as far as it is there.
    pub fn is_part(&self) -> bool {
        self.part.is_some()
    }

    /// Returns how many positions can be read: all of a complete table, those in stored tiles of an unfinished one.
    pub fn positions_there(&self) -> u64 {
        match &self.part {
            Some(part) => part.positions,
            None => self.plan().job().domain().positions(),
        }
    }

    /// Says of an unfinished table how much of it is there, for pictures; of a complete one nothing.
    pub fn unfinished_text(&self) -> Option<String> {
        let positions = self.plan().job().domain().positions();
        let share = || percent_text(self.positions_there(), positions, 3);
        self.is_part().then(|| format!("unfinished: {} are there", share()))
    }

    /// Returns how many layers are there as a whole, the first ones.
    pub fn whole_layers(&self) -> u64 {
        let (tiling, job) = (self.plan().tiling(), self.plan().job());
        let missing = tiling.tiles().filter(|&tile| !self.has_tile(tile));
        let grades = missing.map(|tile| tiling.region(tile).first_grade(&job.grading()).into());
        grades.fold(job.whole_layers(), u64::min)
    }

    /// Returns whether the value of a position of the table can be read.
    pub fn is_there(&self, position: Position) -> bool {
        self.has(position.coordinates())
    }

    /// Returns whether the value of a position of the domain can be read.
    pub fn has(&self, at: Coordinates) -> bool {
        self.part.is_none() || self.has_tile(self.plan().tiling().locate(at).0)
    }

    /// Returns whether a tile can be read.
    pub fn has_tile(&self, tile: TileIndex) -> bool {
        self.part.as_ref().is_none_or(|part| part.tiles.contains(&tile))
    }

    /// Checks that the table is complete, or read as far as it is there.
    ///
    /// # Errors
    /// [`TableError::Incomplete`] when it is neither.
    pub fn require_readable(&self) -> Result<(), TableError> {
        if self.is_part() { Ok(()) } else { self.require_complete() }
    }

    /// Returns the totals that the table records; of an unfinished one those of the values that are there, once they have
    /// been [added up](Self::add_up).
    pub fn totals_there(&self) -> Option<Statistics> {
        match &self.part {
            Some(part) => part.totals.get().copied(),
            None => self.attributes().totals,
        }
    }

    /// Reads all values that are there of an unfinished table, and adds them up.
    ///
    /// # Errors
    /// When the table is damaged, or when interrupted.
    pub fn add_up(&self, control: &Control) -> Result<(), TableError> {
        let Some(part) = &self.part else { return Ok(()) };
        let pass = AddUp(self.plan().job());
        let totals = self.pass(&OtherTables::default(), pass, control)?;
        part.totals.get_or_init(|| totals);
        Ok(())
    }

    /// Returns the sides of the table; of an unfinished table of one heap, how many of its values are there before the
    /// first that is not.
    pub fn shape_there(&self) -> Vec<u32> {
        let shape = self.plan().job().domain().shape();
        let &[side] = shape else { return shape.to_vec() };
        let edge = self.plan().tiling().edges().largest() as usize;
        let is_missing = |&heap: &u32| !self.has(Coordinates::ZERO.with_last(heap));
        vec![(0..side).step_by(edge).find(is_missing).unwrap_or(side)]
    }

    /// Returns why a tile that was there is there no more, if the run has finished the table meanwhile.
    pub(super) fn finished_meanwhile(&self) -> Option<TableError> {
        let finished = final_path(self.path()).filter(|_| !self.path().exists())?;
        Some(TableError::Finished { path: self.path().to_owned(), finished })
    }
}

/// Adds up the values of a job.
struct AddUp<'a>(&'a Job);

impl Pass for AddUp<'_> {
    type State = Statistics;

    const VISITS_TILES: bool = true;

    fn begin(&self) -> Statistics {
        Statistics::default()
    }

    fn visit_tile(&self, state: &mut Statistics, tile: &TileInHand) -> Result<(), TableError> {
        *state = state.merge(Statistics::of_tile(self.0, &tile.region, tile.values));
        Ok(())
    }

    fn merge(&self, state: &mut Statistics, other: Statistics) {
        *state = state.merge(other);
    }
}
