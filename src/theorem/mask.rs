//! Masks: the cells of a plane where a statement is not true, for a picture of its counterexamples.

use std::sync::atomic::{AtomicU64, Ordering};

use super::statement::{Statement, Verdict};
use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::memory::available_memory_bytes;
use crate::table::{OtherTables, TableError, TableReader};
use crate::wording::{counted, needed_bytes_text};

/// A set of cells of a rectangle: a bit for each.
#[derive(Debug)]
pub struct Mask {
    cells: Rectangle,
    bits: Vec<AtomicU64>,
}

impl Mask {
    /// Whether a cell is in the set.
    pub fn contains(&self, column: u32, row: u32) -> bool {
        self.place(column, row).is_some_and(|(word, bit)| {
            self.bits.get(word).is_some_and(|bits| bits.load(Ordering::Relaxed) & bit != 0)
        })
    }

    /// Returns the number of cells in the set.
    pub fn count(&self) -> u64 {
        self.bits.iter().map(|bits| u64::from(bits.load(Ordering::Relaxed).count_ones())).sum()
    }

    /// Lists the cells in the set, column after column.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32)> {
        let Rectangle { columns, rows } = &self.cells;
        let all = columns.clone().flat_map(|column| rows.clone().map(move |row| (column, row)));
        all.filter(|&(column, row)| self.contains(column, row))
    }

    fn add(&self, column: u32, row: u32) {
        if let Some((word, bit)) = self.place(column, row) {
            self.bits[word].fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Returns the word and the bit of a cell.
    fn place(&self, column: u32, row: u32) -> Option<(usize, u64)> {
        let [_, height] = self.cells.sides();
        let column = column.checked_sub(self.cells.columns.start)?;
        let row = row.checked_sub(self.cells.rows.start).filter(|&row| row < height)?;
        let index = u64::from(column) * u64::from(height) + u64::from(row);
        Some((usize::try_from(index / 64).ok()?, 1 << (index % 64)))
    }
}

/// Returns the cells in a rectangle of a plane where a statement is false or has no value. `control`
/// is informed of the positions that are visited.
///
/// # Errors
/// When the plane is of another domain, when the mask does not fit into memory, a bit for each cell, when a
/// table is incomplete or damaged, or when the scan is interrupted.
pub fn counterexample_mask(
    table: &TableReader,
    others: &OtherTables,
    statement: &Statement,
    plane: &Plane,
    cells: &Rectangle,
    control: &Control,
) -> Result<Mask, TableError> {
    table.require_complete()?;
    others.require_complete()?;
    let (words, available) = (cells.count().div_ceil(64), available_memory_bytes());
    if words.saturating_mul(8) > available {
        let (needed, kind) = (words.saturating_mul(8), InvalidInputKind::TooLarge);
        let problem = needed_bytes_text("memory", needed, available);
        let input = counted(cells.count(), "cell");
        let refusal = InvalidInput::new(kind, input, problem, "choose fewer cells");
        return Err(TableError::Refused(refusal));
    }
    let bits = std::iter::repeat_with(AtomicU64::default).take(words as usize).collect();
    let mask = Mask { cells: cells.clone(), bits };
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
            match statement.verdicts(&views.view(at, value).as_block()).first() {
                Some(Verdict::Fails | Verdict::Undefined) => mask.add(column, row),
                Some(Verdict::Holds | Verdict::Silent | Verdict::OutsideTable) | None => {}
            }
        });
        control.report(visited);
        control.proceed()?;
        views.finish()
    })?;
    Ok(mask)
}
