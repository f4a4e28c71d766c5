//! Slices: the values of a box of positions as one array.

use std::ops::Range;
use std::sync::Mutex;

use rayon::prelude::*;

use super::reader::TableReader;
use crate::control::Control;
use crate::domain::tiling::{Run, TileIndex, TileRegion, Tiling};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::memory::available_memory_bytes;
use crate::sync::{into_inner, lock};
use crate::table::error::TableError;
use crate::values::Values;
use crate::wording::{counted, needed_bytes_text};

/// Tiles of at most this many bytes together are read by the calling thread: they are decoded in about a
/// millisecond, and to start threads takes as long.
const SMALL_SLICE_BYTES: u64 = 1 << 20;

impl TableReader {
    /// Returns the values of the positions whose heaps lie in the given ranges, one range for each
    /// heap, in row-major order. Cells of a slice of a simplex that lie outside the domain have the
    /// fill value of the table, see [`ValueType::fill`](crate::ValueType::fill).
    ///
    /// # Errors
    /// When the ranges do not fit the table, or the slice does not fit into memory; when the table
    /// is incomplete or damaged.
    ///
    /// ```
    /// # use grundytab::{Control, Plan, tabulate};
    /// # use grundytab::engine::cpu::CpuEngine;
    /// # use grundytab::table::{TableReader, TableWriter};
    /// # let plan = Plan::parse("nim:3", "tokens 30", "grundy")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// # let writer = TableWriter::options(&plan).create(&path)?;
    /// # tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
    /// let table = TableReader::open(&path)?;
    /// // The plane z = 5, as far as x and y are at most 2.
    /// assert_eq!(table.slice(&[0..3, 0..3, 5..6])?, [5, 4, 7, 4, 5, 6, 7, 6, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slice(&self, ranges: &[Range<u32>]) -> Result<Vec<u32>, TableError> {
        // They are in memory in both types.
        let bytes = self.plan().value_type().bytes() + size_of::<u32>();
        let values = self.read_slice(&self.slice_of(ranges, bytes)?, &Control::default())?;
        Ok((0..values.len()).map(|index| values.get(index)).collect())
    }

    /// Returns the same values as [`slice`](TableReader::slice) in the type that the table stores, which
    /// takes as little memory as can be. `control` can interrupt the reading.
    ///
    /// # Errors
    /// As for [`slice`](TableReader::slice), and when interrupted.
    ///
    /// ```
    /// # use grundytab::{Control, Plan, tabulate};
    /// # use grundytab::engine::cpu::CpuEngine;
    /// # use grundytab::table::{TableReader, TableWriter};
    /// # let plan = Plan::parse("wythoff", "30x30", "outcome")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// # let writer = TableWriter::options(&plan).create(&path)?;
    /// # tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
    /// let table = TableReader::open(&path)?;
    /// // (3, 5) is a P-position of Wythoff Nim.
    /// assert_eq!(table.slice_values(&[3..4, 2..7], &Control::default())?.bytes(), [0, 0, 0, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slice_values(
        &self,
        ranges: &[Range<u32>],
        control: &Control,
    ) -> Result<Values, TableError> {
        let bytes = self.plan().value_type().bytes();
        self.read_slice(&self.slice_of(ranges, bytes)?, control)
    }

    /// Returns whether a slice is read by the calling thread alone, since it lies in one tile or in few
    /// bytes. Otherwise [`slice`](TableReader::slice) uses the threads of rayon's pool, and starts them if
    /// they are not there.
    ///
    /// ```
    /// # use grundytab::{Control, Plan, tabulate};
    /// # use grundytab::engine::cpu::CpuEngine;
    /// # use grundytab::table::{TableReader, TableWriter};
    /// # let plan = Plan::parse("wythoff", "2000x2000", "outcome")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// # let writer = TableWriter::options(&plan).create(&path)?;
    /// # tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
    /// // A table of 2000 x 2000 outcomes, of a byte each.
    /// let table = TableReader::open(&path)?;
    /// assert!(table.is_small_slice(&[3..4, 0..2000]));
    /// assert!(!table.is_small_slice(&[0..2000, 0..2000]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_small_slice(&self, ranges: &[Range<u32>]) -> bool {
        // Ranges that do not fit are refused when they are read.
        self.has_slice(ranges) && self.is_small(&Slice::of(ranges))
    }

    /// Returns whether there is a range for each heap, within the bounding box of the domain.
    fn has_slice(&self, ranges: &[Range<u32>]) -> bool {
        let domain = self.plan().job().domain();
        let is_inside = |(range, &side): (&Range<u32>, &u32)| range.end <= side;
        ranges.len() == domain.heaps() && ranges.iter().zip(domain.shape()).all(is_inside)
    }

    fn is_small(&self, slice: &Slice) -> bool {
        let (_, count) = slice.box_of_tiles(self.plan().tiling());
        let tiles = count.cells() as u64;
        tiles <= 1 || tiles.saturating_mul(self.plan().tile_bytes()) <= SMALL_SLICE_BYTES
    }

    fn read_slice(&self, slice: &Slice, control: &Control) -> Result<Values, TableError> {
        let tiling = self.plan().tiling();
        let values = Values::filled(self.plan().value_type(), slice.sides.cells());
        let values = Mutex::new(values);
        let read = |index: &TileIndex| {
            control.proceed()?;
            let tile = self.cached_tile(*index)?;
            slice.copy(&tiling.region(*index), &tile, &mut lock(&values));
            Ok::<_, TableError>(())
        };
        let tiles: Vec<TileIndex> = slice.tiles(tiling).collect();
        if self.is_small(slice) {
            tiles.iter().try_for_each(read)?;
        } else {
            tiles.par_iter().with_max_len(1).try_for_each(read)?;
        }
        Ok(into_inner(values))
    }

    /// Returns the box of these ranges, if all its values are there, the box lies in the bounding box of the
    /// domain, and its values of `bytes` bytes each fit into memory.
    fn slice_of(&self, ranges: &[Range<u32>], bytes: usize) -> Result<Slice, TableError> {
        self.require_readable()?;
        let domain = self.plan().job().domain();
        let texts: Vec<String> =
            ranges.iter().map(|range| format!("{}:{}", range.start, range.end)).collect();
        let refuse = |kind, problem: String, hint: String| {
            let refusal = InvalidInput::new(kind, texts.join(", "), problem, hint);
            Err(TableError::Refused(refusal))
        };
        if ranges.len() != domain.heaps() {
            return refuse(
                InvalidInputKind::WrongHeapCount,
                format!(
                    "the slice has {}, the table {}",
                    counted(ranges.len(), "range"),
                    counted(domain.heaps(), "heap")
                ),
                "give one range of heap sizes for each heap".into(),
            );
        }
        if !self.has_slice(ranges) {
            return refuse(
                InvalidInputKind::OutsideDomain,
                "the slice is not in the table".into(),
                format!("the table holds {domain}"),
            );
        }
        let bytes = ranges.iter().fold(bytes as u64, |bytes, range| {
            bytes.saturating_mul(u64::from(range.end.saturating_sub(range.start)))
        });
        let available = available_memory_bytes();
        if bytes > available {
            return refuse(
                InvalidInputKind::TooLarge,
                needed_bytes_text("memory", bytes, available),
                "read it in parts".into(),
            );
        }
        let slice = Slice::of(ranges);
        if slice.tiles(self.plan().tiling()).all(|tile| self.has_tile(tile)) {
            return Ok(slice);
        }
        Err(TableError::Incomplete { path: self.path().to_owned() })
    }
}

/// A box of cells, whose values are laid out in row-major order.
pub(super) struct Slice {
    pub(super) origin: Coordinates,
    pub(super) sides: Coordinates,
}

impl Slice {
    /// Returns the box of these ranges, at most [`MAX_HEAPS`] of them.
    fn of(ranges: &[Range<u32>]) -> Self {
        let starts: Vec<u32> = ranges.iter().map(|range| range.start).collect();
        let lengths: Vec<u32> =
            ranges.iter().map(|range| range.end.saturating_sub(range.start)).collect();
        Slice { origin: Coordinates::padded(&starts, 0), sides: Coordinates::padded(&lengths, 1) }
    }

    /// Returns the first of the tiles that have cells in this slice, and how many there are along each axis.
    fn box_of_tiles(&self, tiling: &Tiling) -> (Coordinates, Coordinates) {
        let first = self.origin / tiling.edges();
        let end = (self.origin + self.sides).div_ceil(tiling.edges());
        let is_empty = self.sides.0.contains(&0);
        (first, if is_empty { Coordinates::ZERO } else { end - first })
    }

    /// Returns the tiles that have cells in this slice and in the domain.
    pub(super) fn tiles<'a>(
        &self,
        tiling: &'a Tiling,
    ) -> impl Iterator<Item = TileIndex> + use<'a> {
        let (first, count) = self.box_of_tiles(tiling);
        Coordinates::cells_of_box(count)
            .map(move |step| first + step)
            .filter(|&index| tiling.holds(index))
    }

    /// Copies the cells of a tile that are in this slice and in the domain to the values of the slice.
    fn copy(&self, region: &TileRegion, tile: &Values, values: &mut Values) {
        for run in region.runs() {
            let Some((first, length)) = self.part_of(run) else {
                continue;
            };
            let target = (first - self.origin).row_major_index(self.sides);
            let source = run.offset + (first - run.at).sum() as usize;
            values.copy(target, tile, source..source + length);
        }
    }

    /// Returns the part of a run that is in this slice: its first cell and its length.
    fn part_of(&self, Run { at, length, .. }: Run) -> Option<(Coordinates, usize)> {
        const LAST: usize = MAX_HEAPS - 1;
        let end = self.origin + self.sides;
        if (0..LAST).any(|axis| at[axis] < self.origin[axis] || at[axis] >= end[axis]) {
            return None;
        }
        let mut first = at;
        first[LAST] = at[LAST].max(self.origin[LAST]);
        let last = (at[LAST] + length as u32).min(end[LAST]);
        let length = last.checked_sub(first[LAST])? as usize;
        (length > 0).then_some((first, length))
    }
}
