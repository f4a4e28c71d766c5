//! Masks: what a statement says of the cells of a plane, for a picture of its counterexamples.

use std::sync::atomic::{AtomicU8, Ordering};

use super::statement::{Statement, Verdict};
use grundytab::control::Control;
use grundytab::domain::{Plane, Rectangle};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::memory::available_memory_bytes;
use grundytab::table::{OtherTables, TableError, TableReader};
use grundytab::wording::{counted, needed_bytes_text};

/// What a statement says of the cells of a rectangle: a byte for each, column after column.
#[derive(Debug)]
pub struct Mask {
    cells: Rectangle,
    said: Vec<AtomicU8>,
}

impl Mask {
    /// Returns what is said of a cell. A cell that is no position counts as one of which it is true.
    pub fn said(&self, column: u32, row: u32) -> Verdict {
        let said = self.place(column, row).and_then(|place| self.said.get(place));
        said.and_then(|said| Verdict::ALL.get(usize::from(said.load(Ordering::Relaxed))))
            .copied()
            .unwrap_or(Verdict::Holds)
    }

    /// Whether a cell is a counterexample.
    pub fn contains(&self, column: u32, row: u32) -> bool {
        self.said(column, row) == Verdict::Fails
    }

    /// Returns of how many cells it is said.
    pub fn count(&self, said: Verdict) -> u64 {
        self.said.iter().filter(|cell| cell.load(Ordering::Relaxed) == said as u8).count() as u64
    }

    /// Lists the counterexamples, column after column.
    pub fn counterexamples(&self) -> impl Iterator<Item = (u32, u32)> {
        let Rectangle { columns, rows } = &self.cells;
        let all = columns.clone().flat_map(|column| rows.clone().map(move |row| (column, row)));
        all.filter(|&(column, row)| self.contains(column, row))
    }

    fn say(&self, column: u32, row: u32, said: Verdict) {
        if let Some(cell) = self.place(column, row).and_then(|place| self.said.get(place)) {
            cell.store(said as u8, Ordering::Relaxed);
        }
    }

    /// Returns the place of a cell.
    fn place(&self, column: u32, row: u32) -> Option<usize> {
        let [_, height] = self.cells.sides();
        let column = column.checked_sub(self.cells.columns.start)?;
        let row = row.checked_sub(self.cells.rows.start).filter(|&row| row < height)?;
        usize::try_from(u64::from(column) * u64::from(height) + u64::from(row)).ok()
    }
}

/// Returns what a statement says of the cells in a rectangle of a plane. `control` is informed of the positions that are
/// visited.
///
/// # Errors
/// When the plane is of another domain, when the mask does not fit into memory, a byte for each cell, when a
/// table is incomplete or damaged, or when the scan is interrupted.
pub fn mask(
    table: &TableReader,
    others: &OtherTables,
    statement: &Statement,
    plane: &Plane,
    cells: &Rectangle,
    control: &Control,
) -> Result<Mask, TableError> {
    table.require_complete()?;
    others.require_complete()?;
    let (needed, available) = (cells.count(), available_memory_bytes());
    if needed > available {
        let problem = needed_bytes_text("memory", needed, available);
        let input = counted(needed, "cell");
        let refusal =
            InvalidInput::new(InvalidInputKind::TooLarge, input, problem, "choose fewer cells");
        return Err(TableError::Refused(refusal));
    }
    let said = std::iter::repeat_with(AtomicU8::default).take(needed as usize).collect();
    let mask = Mask { cells: cells.clone(), said };
    table.scan_plane(plane, cells, false, control, |tile| {
        let views = table.views(others);
        let mut visited = 0;
        tile.visit(|column, row, value| {
            visited += 1;
            // After an interruption the scan ends with this tile.
            if visited % 512 == 0 && control.is_interrupted() {
                return;
            }
            let Some(at) = plane.position(column, row) else { return };
            for said in statement.verdicts(&views.view(at, value).as_block()) {
                mask.say(column, row, said);
            }
        });
        control.report(visited);
        control.proceed()?;
        views.finish()
    })?;
    Ok(mask)
}
