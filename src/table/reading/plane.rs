//! Planes of a stored table: the cells that a picture or a grid shows.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::reader::TableReader;
use super::slice::Slice;
use crate::control::Control;
use crate::domain::tiling::{TileIndex, TileRegion};
use crate::domain::{Coordinates, MAX_HEAPS, Plane, Rectangle};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::memory::available_memory_bytes;
use crate::sync::{into_inner, lock};
use crate::table::error::TableError;
use crate::values::{Value, Values, on_values};
use crate::wording::{counted, needed_bytes_text};

impl TableReader {
    /// Calls `visit` with the tiles that have cells in a rectangle of a plane and are there, each once, on all threads
    /// of rayon's pool. Tiles are kept for what is read next if `keep` says so. Else memory is bounded by one tile
    /// for each thread, however large the table is.
    ///
    /// # Errors
    /// When the plane is of another domain, when the table is incomplete or damaged, when the scan is
    /// interrupted, and those of `visit`.
    pub fn scan_plane(
        &self,
        plane: &Plane,
        cells: &Rectangle,
        keep: bool,
        control: &Control,
        visit: impl Fn(&PlaneTile) -> Result<(), TableError> + Sync,
    ) -> Result<(), TableError> {
        self.require_plane(plane)?;
        let tiles: Vec<TileIndex> = self.tiles_of_plane(plane, cells).collect();
        tiles.par_iter().with_max_len(1).try_for_each(|&index| {
            control.proceed()?;
            let values = if keep { self.cached_tile(index)? } else { Arc::new(self.tile(index)?) };
            visit(&self.plane_tile(plane, cells, index, values))
        })
    }

    /// Returns the values of a rectangle of a plane, row after row: the value at column c and row r has
    /// the index `(r - rows.start) * columns.len() + (c - columns.start)`. Cells outside the domain, and
    /// those that are not there, have none. The tiles are kept for what is read next, as far as memory allows.
    ///
    /// # Errors
    /// When the plane is of another domain, or the values do not fit into memory; when the table is
    /// incomplete or damaged; when interrupted.
    pub fn plane_values(
        &self,
        plane: &Plane,
        cells: &Rectangle,
        control: &Control,
    ) -> Result<Vec<Option<u32>>, TableError> {
        self.require_plane(plane)?;
        require_memory(cells, available_memory_bytes())?;
        let [width, height] = cells.sides().map(|side| side as usize);
        let values = Mutex::new(vec![None; width * height]);
        self.scan_plane(plane, cells, true, control, |tile| {
            let mut values = lock(&values);
            tile.visit(|column, row, value| {
                let (c, r) = (column - cells.columns.start, row - cells.rows.start);
                values[r as usize * width + c as usize] = Some(value);
            });
            Ok(())
        })?;
        Ok(into_inner(values))
    }

    /// Checks that the table can be read and that the plane is one of its domain.
    fn require_plane(&self, plane: &Plane) -> Result<(), TableError> {
        self.require_readable()?;
        let domain = self.plan().job().domain();
        if plane.domain() == domain {
            return Ok(());
        }
        Err(TableError::Refused(InvalidInput::new(
            InvalidInputKind::OutsideDomain,
            plane,
            format!("it is a plane of {}", plane.domain()),
            format!("the table holds {domain}"),
        )))
    }

    fn plane_tile<'a>(
        &'a self,
        plane: &'a Plane,
        cells: &Rectangle,
        index: TileIndex,
        values: Arc<Values>,
    ) -> PlaneTile<'a> {
        let region = self.plan().tiling().region(index);
        let ([column_axis, row_axis], _) = plane.axes();
        let side = |axis: usize| region.origin[axis]..region.origin[axis] + region.extent[axis];
        let of_tile = Rectangle { columns: side(column_axis), rows: side(row_axis) };
        PlaneTile { plane, region, cells: cells.intersection(&of_tile), values }
    }

    /// Returns the tiles that are there and have cells in a rectangle of a plane; of a layer of equal token sum also
    /// some that touch the rectangle alone.
    fn tiles_of_plane(
        &self,
        plane: &Plane,
        cells: &Rectangle,
    ) -> impl Iterator<Item = TileIndex> + use<'_> {
        let tiling = self.plan().tiling();
        let (free, dependent) = plane.axes();
        let mut cells_in_space = Slice {
            origin: Coordinates::from_fn(|axis| plane.fixed_heap(axis).unwrap_or(0)),
            sides: Coordinates([1; MAX_HEAPS]),
        };
        for (axis, range) in free.into_iter().zip([&cells.columns, &cells.rows]) {
            cells_in_space.origin[axis] = range.start;
            cells_in_space.sides[axis] = range.len() as u32;
        }
        if let Some(axis) = dependent {
            cells_in_space.sides[axis] = tiling.domain().sides()[axis];
        }
        let sum = plane.token_sum();
        cells_in_space.tiles(tiling).filter(move |&index| {
            let region = tiling.region(index);
            let grades = || region.origin.sum()..=region.last_cell().sum();
            self.has_tile(index) && sum.is_none_or(|sum| grades().contains(&sum))
        })
    }
}

/// Checks that the values of a rectangle fit into the memory that is available.
fn require_memory(cells: &Rectangle, available: u64) -> Result<(), TableError> {
    let bytes = cells.count().saturating_mul(size_of::<Option<u32>>() as u64);
    if bytes <= available {
        return Ok(());
    }
    let [width, height] = cells.sides();
    Err(TableError::Refused(InvalidInput::new(
        InvalidInputKind::TooLarge,
        format!("a rectangle of {} and {}", counted(width, "column"), counted(height, "row")),
        needed_bytes_text("memory", bytes, available),
        "read it in parts",
    )))
}

/// The cells of a plane that lie in one tile.
pub struct PlaneTile<'a> {
    plane: &'a Plane,
    region: TileRegion,
    /// Those of the tile and of the rectangle that is scanned.
    cells: Rectangle,
    values: Arc<Values>,
}

impl PlaneTile<'_> {
    /// Returns a rectangle that holds the cells.
    pub fn cells(&self) -> &Rectangle {
        &self.cells
    }

    /// Calls `visit` with column, row and value of every cell that is in the domain, column after column.
    pub fn visit(&self, visit: impl FnMut(u32, u32, u32)) {
        on_values!(&*self.values, values => self.visit_values(values, visit));
    }

    fn visit_values<V: Value>(&self, values: &[V], mut visit: impl FnMut(u32, u32, u32)) {
        let step = self.step_between_rows();
        if self.plane.domain().mask().is_some() {
            return self.visit_positions(values, visit);
        }
        for column in self.cells.columns.clone() {
            let rows = self.rows_of(column);
            let Some(first) = self.plane.position(column, rows.start).filter(|_| !rows.is_empty())
            else {
                continue;
            };
            let offset = self.region.offset(first);
            if step == 1 {
                // Rows that follow one another in memory are read fastest as a slice.
                let values = &values[offset..offset + rows.len()];
                rows.zip(values).for_each(|(row, value)| visit(column, row, value.to_u32()));
                continue;
            }
            for (count, row) in rows.enumerate() {
                let value = values[offset.wrapping_add_signed(count as isize * step)];
                visit(column, row, value.to_u32());
            }
        }
    }

    /// Visits the cells of a domain of which not every cell is a position.
    fn visit_positions<V: Value>(&self, values: &[V], mut visit: impl FnMut(u32, u32, u32)) {
        for column in self.cells.columns.clone() {
            for row in self.rows_of(column) {
                if let Some(at) = self.plane.position(column, row) {
                    visit(column, row, values[self.region.offset(at)].to_u32());
                }
            }
        }
    }

    /// Returns the rows of a column whose cells lie in the tile and in the box or the simplex.
    fn rows_of(&self, column: u32) -> Range<u32> {
        let (_, dependent) = self.plane.axes();
        let mut rows = self.cells.rows.clone();
        let without = |axis: usize| self.plane.fixed_heap(axis).unwrap_or(0);
        let taken: u32 = (0..MAX_HEAPS).map(without).sum::<u32>() + column;
        match (dependent, self.plane.token_sum()) {
            (Some(axis), Some(sum)) => {
                // The dependent heap is sum - taken - row, and lies in origin..origin + extent.
                let (least, end) =
                    (self.region.origin[axis], self.region.origin[axis] + self.region.extent[axis]);
                let room = |heap: u32| sum.checked_sub(taken + heap);
                rows.end = rows.end.min(room(least).map_or(0, |row| row + 1));
                rows.start = rows.start.max(room(end).map_or(0, |row| row + 1));
            }
            (_, _) => {
                let room = self.plane.domain().largest_token_sum().checked_sub(taken);
                rows.end = rows.end.min(room.map_or(0, |row| row + 1));
            }
        }
        rows.start..rows.end.max(rows.start)
    }

    /// Returns the difference of the indices of neighbouring rows in the tile.
    fn step_between_rows(&self) -> isize {
        let [_, b, c, d] = self.region.edges.map(|edge| edge as isize);
        let strides = [b * c * d, c * d, d, 1];
        let ([_, row_axis], dependent) = self.plane.axes();
        strides[row_axis] - dependent.map_or(0, |axis| strides[axis])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a rectangle that is allocated although it does not fit into memory: it needs eight bytes for a
    /// cell.
    #[test]
    fn a_rectangle_that_does_not_fit_into_memory_is_refused() {
        let cells = Rectangle { columns: 0..3000, rows: 7..2007 };
        assert!(require_memory(&cells, 48_000_000).is_ok());
        let error = require_memory(&cells, 47_999_999).expect_err("too large").to_string();
        assert!(
            error.contains("48000000 B of memory are needed, 47999999 B are available"),
            "{error}"
        );
    }
}
