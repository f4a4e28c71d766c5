//! Views of positions: a scan that sees the values of other positions, too.

use super::lookup::Lookup;
use super::reader::TableReader;
use super::scan::TileScan;
use crate::control::Control;
use crate::domain::{Coordinates, Position};
use crate::job::Job;
use crate::table::error::TableError;

impl TableReader {
    /// Calls `visit` with a view of every position of the table, each once. `partner` is a second
    /// table of the same positions, whose values the views show as well. The order is that of
    /// [`scan`](TableReader::scan).
    ///
    /// # Errors
    /// When a table is incomplete or damaged, or when the scan is interrupted.
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
    /// use grundytab::Control;
    /// let table = TableReader::open(&path)?;
    /// // How often does a row of Wythoff Nim have the same value twice?
    /// let repeated = AtomicU64::new(0);
    /// table.scan_views(None, &Control::default(), |position| {
    ///     let &[x, y] = position.heaps() else { return };
    ///     let equal = (0..y).filter(|&k| position.value_at(&[x, k]) == Some(position.value()));
    ///     repeated.fetch_add(equal.count() as u64, Ordering::Relaxed);
    /// })?;
    /// assert_eq!(repeated.into_inner(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scan_views(
        &self,
        partner: Option<&TableReader>,
        control: &Control,
        visit: impl Fn(&PositionView) + Sync,
    ) -> Result<(), TableError> {
        self.require_complete()?;
        if let Some(partner) = partner {
            partner.require_complete()?;
        }
        self.scan_tiles(control, |tile| tile.visit_views(partner, &visit))
    }
}

impl TileScan<'_> {
    /// Calls `visit` with a view of every position of the tile, in the order of
    /// [`visit`](TileScan::visit). `partner` must be complete.
    pub(crate) fn visit_views(
        &self,
        partner: Option<&TableReader>,
        mut visit: impl FnMut(&PositionView),
    ) -> Result<(), TableError> {
        let views = self.table.views(partner);
        self.visit(|at, value| visit(&views.view(at, value)))?;
        views.finish()
    }
}

/// Views of positions by one thread, one after the other.
pub(crate) struct Views<'a> {
    job: &'a Job,
    values: Lookup<'a>,
    partner: Option<Lookup<'a>>,
}

impl TableReader {
    /// Begins a sequence of views. `partner` must be complete.
    pub(crate) fn views<'a>(&'a self, partner: Option<&'a TableReader>) -> Views<'a> {
        let job = self.plan().job();
        Views { job, values: self.lookup(), partner: partner.map(TableReader::lookup) }
    }
}

impl Views<'_> {
    /// Returns the view of a position of the domain, whose value is known.
    pub(crate) fn view(&self, at: Coordinates, value: u32) -> PositionView<'_> {
        PositionView { at, value, is_p: self.job.is_p_position(value), views: self }
    }

    /// Ends the views.
    ///
    /// # Errors
    /// When a value could not be read.
    pub(crate) fn finish(self) -> Result<(), TableError> {
        self.values.finish()?;
        self.partner.map_or(Ok(()), Lookup::finish)
    }
}

/// A position of a stored table, with its value and the values of all other positions.
///
/// A value that cannot be read from the table is 0 here, and the scan then ends with the error,
/// whatever was made of the value.
pub struct PositionView<'a> {
    /// Padded coordinates.
    pub(crate) at: Coordinates,
    pub(crate) value: u32,
    pub(crate) is_p: bool,
    views: &'a Views<'a>,
}

impl PositionView<'_> {
    /// Returns the heap sizes.
    pub fn heaps(&self) -> &[u32] {
        self.at.unpadded(self.views.job.domain().heaps())
    }

    /// Returns the position.
    pub fn position(&self) -> Position {
        self.views.job.domain().position(self.at)
    }

    /// Returns the stored value of the position; [`number`](Self::number) is what it stands for.
    pub fn value(&self) -> u32 {
        self.value
    }

    /// Returns the number that a value stands for: of a score with its sign.
    pub fn number(&self, value: u32) -> i64 {
        self.views.job.quantity().number(value)
    }

    /// Returns whether its value marks the position as a P-position.
    pub fn is_p(&self) -> bool {
        self.is_p
    }

    /// Returns the stored value of the position with these heaps; `None` if it is not in the table.
    pub fn value_at(&self, heaps: &[u32]) -> Option<u32> {
        if heaps.len() != self.views.job.domain().heaps() {
            return None;
        }
        let at = Coordinates::padded(heaps, 0);
        self.has(at).then(|| self.value_of(at))
    }

    /// Returns the value of the position in the second table; `None` if there is none.
    pub fn other_value(&self) -> Option<u32> {
        self.other_value_of(self.at)
    }

    /// Returns whether the table holds the position with these padded coordinates.
    pub(crate) fn has(&self, at: Coordinates) -> bool {
        self.views.job.domain().contains(at)
    }

    /// Returns the stored value of another position of the domain, given by its padded coordinates.
    pub(crate) fn value_of(&self, at: Coordinates) -> u32 {
        self.views.values.value(at)
    }

    /// Returns whether another position of the domain is a P-position.
    pub(crate) fn is_p_of(&self, at: Coordinates) -> bool {
        self.views.job.is_p_position(self.value_of(at))
    }

    /// Returns the value of another position of the domain in the second table; `None` if there is none.
    pub(crate) fn other_value_of(&self, at: Coordinates) -> Option<u32> {
        self.views.partner.as_ref().map(|values| values.value(at))
    }
}
