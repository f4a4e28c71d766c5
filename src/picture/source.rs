//! Where the cells of a picture come from: a stored table, or a function of the cells.

use rayon::prelude::*;

use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::table::{PlaneTile, TableError, TableReader};

/// What has a value at the cells of a plane.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Table(&'a TableReader),
    /// The value of a cell, given by column and row.
    Cells(&'a (dyn Fn(u32, u32) -> u32 + Sync)),
}

/// Some cells, which come together.
pub(super) trait Patch {
    /// Returns a rectangle that holds them.
    fn cells(&self) -> &Rectangle;

    /// Calls `visit` with column, row and value of every cell that is in the domain, column after column,
    /// along each column upwards.
    fn visit(&self, visit: impl FnMut(u32, u32, u32));
}

/// What is done with cells.
pub(super) trait Visitor: Sync {
    /// Visits some cells.
    fn visit(&self, patch: &impl Patch);
}

/// The columns of a function that are visited together.
const COLUMNS_OF_STRIP: u32 = 64;

impl Source<'_> {
    /// Visits all cells of a rectangle, in patches, on all threads.
    pub(super) fn scan(
        &self,
        plane: &Plane,
        cells: &Rectangle,
        control: &Control,
        visitor: &impl Visitor,
    ) -> Result<(), TableError> {
        let of_cells = match self {
            Source::Table(table) => {
                return table.scan_plane(plane, cells, false, control, |tile| {
                    visitor.visit(tile);
                    control.report(tile.cells().count());
                    Ok(())
                });
            }
            Source::Cells(of_cells) => of_cells,
        };
        let starts = cells.columns.clone().step_by(COLUMNS_OF_STRIP as usize);
        starts.collect::<Vec<_>>().into_par_iter().with_max_len(1).try_for_each(|start| {
            control.proceed()?;
            let columns = start..start.saturating_add(COLUMNS_OF_STRIP).min(cells.columns.end);
            let cells = Rectangle { columns, rows: cells.rows.clone() };
            visitor.visit(&Strip { plane, cells, value: of_cells });
            Ok(())
        })
    }
}

impl Patch for PlaneTile<'_> {
    fn cells(&self) -> &Rectangle {
        PlaneTile::cells(self)
    }

    fn visit(&self, visit: impl FnMut(u32, u32, u32)) {
        PlaneTile::visit(self, visit);
    }
}

/// Some columns of a function of the cells.
struct Strip<'a> {
    plane: &'a Plane,
    cells: Rectangle,
    value: &'a (dyn Fn(u32, u32) -> u32 + Sync),
}

impl Patch for Strip<'_> {
    fn cells(&self) -> &Rectangle {
        &self.cells
    }

    fn visit(&self, mut visit: impl FnMut(u32, u32, u32)) {
        for column in self.cells.columns.clone() {
            for row in self.cells.rows.clone() {
                if self.plane.position(column, row).is_some() {
                    visit(column, row, (self.value)(column, row));
                }
            }
        }
    }
}
