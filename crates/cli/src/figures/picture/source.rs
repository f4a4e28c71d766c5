//! Where the cells of a picture come from: a stored table, or a function of the cells.

use rayon::prelude::*;

use grundytab::control::Control;
use grundytab::domain::{Plane, Rectangle};
use grundytab::table::{PlaneTile, TableError, TableReader};

/// What has a value at the cells of a plane.
pub(super) enum Source<'a> {
    Table(&'a TableReader),
    /// A function of column and row.
    Function(Box<Function<'a>>),
}

/// The value of a cell, given by column and row.
type Function<'a> = dyn Fn(u32, u32) -> u32 + Sync + 'a;

/// Some cells, which come together.
pub(super) enum Patch<'a> {
    Tile(&'a PlaneTile<'a>),
    /// Some columns of a function.
    Strip {
        plane: &'a Plane,
        cells: Rectangle,
        value: &'a Function<'a>,
    },
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
        visit: impl Fn(&Patch) + Sync,
    ) -> Result<(), TableError> {
        let value = match self {
            Source::Table(table) => {
                return table.scan_plane(plane, cells, false, control, |tile| {
                    visit(&Patch::Tile(tile));
                    control.report(tile.cells().count());
                    Ok(())
                });
            }
            Source::Function(value) => value,
        };
        let starts = cells.columns.clone().step_by(COLUMNS_OF_STRIP as usize);
        starts.collect::<Vec<_>>().into_par_iter().with_max_len(1).try_for_each(|start| {
            control.proceed()?;
            let columns = start..start.saturating_add(COLUMNS_OF_STRIP).min(cells.columns.end);
            let cells = Rectangle { columns, rows: cells.rows.clone() };
            visit(&Patch::Strip { plane, cells, value });
            Ok(())
        })
    }
}

impl Patch<'_> {
    /// Returns a rectangle that holds the cells.
    pub(super) fn cells(&self) -> &Rectangle {
        match self {
            Patch::Tile(tile) => tile.cells(),
            Patch::Strip { cells, .. } => cells,
        }
    }

    /// Calls `visit` with column, row and value of every cell that is in the domain, column after column,
    /// along each column upwards.
    pub(super) fn visit(&self, mut visit: impl FnMut(u32, u32, u32)) {
        let (plane, cells, value) = match self {
            Patch::Tile(tile) => return tile.visit(visit),
            Patch::Strip { plane, cells, value } => (plane, cells, value),
        };
        for column in cells.columns.clone() {
            for row in cells.rows.clone() {
                if plane.position(column, row).is_some() {
                    visit(column, row, value(column, row));
                }
            }
        }
    }
}
