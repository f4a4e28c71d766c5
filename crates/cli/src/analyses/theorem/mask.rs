//! Masks: what a statement says of the cells of a plane, for a picture of its counterexamples.

use std::sync::atomic::{AtomicU64, Ordering};

use super::statement::{Statement, Verdict};
use grundytab::control::Control;
use grundytab::domain::{Plane, Rectangle};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::memory::available_memory_bytes;
use grundytab::table::{OtherTables, TableError, TableReader};
use grundytab::wording::{counted, needed_bytes_text};

/// What a statement says of the cells of a rectangle: four bits for each.
#[derive(Debug)]
pub struct Mask {
    cells: Rectangle,
    bits: Vec<AtomicU64>,
}

impl Mask {
    /// Returns what is said of a cell. A cell that is no position counts as one of which it is true.
    pub fn said(&self, column: u32, row: u32) -> Verdict {
        let said = self.place(column, row).and_then(|(word, shift)| {
            let bits = self.bits.get(word)?.load(Ordering::Relaxed) >> shift;
            Verdict::ALL.get((bits & 15) as usize)
        });
        said.copied().unwrap_or(Verdict::Holds)
    }

    /// Whether a cell is a counterexample.
    pub fn contains(&self, column: u32, row: u32) -> bool {
        self.said(column, row) == Verdict::Fails
    }

    /// Returns of how many cells it is said.
    pub fn count(&self, said: Verdict) -> u64 {
        const LOWEST: u64 = 0x1111_1111_1111_1111;
        let of_word = |bits: &AtomicU64| {
            // The lowest bit of a cell is set where it is what is counted; no number has the highest.
            let differing = bits.load(Ordering::Relaxed) ^ (LOWEST * said as u64);
            u64::from((!(differing | differing >> 1 | differing >> 2) & LOWEST).count_ones())
        };
        let unused = match said {
            Verdict::Holds => 16 * self.bits.len() as u64 - self.cells.count(),
            _ => 0,
        };
        self.bits.iter().map(of_word).sum::<u64>() - unused
    }

    /// Lists the counterexamples, column after column.
    pub fn counterexamples(&self) -> impl Iterator<Item = (u32, u32)> {
        let Rectangle { columns, rows } = &self.cells;
        let all = columns.clone().flat_map(|column| rows.clone().map(move |row| (column, row)));
        all.filter(|&(column, row)| self.contains(column, row))
    }

    fn say(&self, column: u32, row: u32, said: Verdict) {
        if let Some((word, shift)) = self.place(column, row) {
            self.bits[word].fetch_or((said as u64) << shift, Ordering::Relaxed);
        }
    }

    /// Returns the word of a cell, and where its bits begin.
    fn place(&self, column: u32, row: u32) -> Option<(usize, u32)> {
        let [_, height] = self.cells.sides();
        let column = column.checked_sub(self.cells.columns.start)?;
        let row = row.checked_sub(self.cells.rows.start).filter(|&row| row < height)?;
        let index = u64::from(column) * u64::from(height) + u64::from(row);
        Some((usize::try_from(index / 16).ok()?, 4 * (index % 16) as u32))
    }
}

/// Returns what a statement says of the cells in a rectangle of a plane. `control` is informed of the positions that are
/// visited.
///
/// # Errors
/// When the plane is of another domain, when the mask does not fit into memory, four bits for each cell, when a
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
    let (words, available) = (cells.count().div_ceil(16), available_memory_bytes());
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
            let view = views.view(at, value);
            let block = view.as_block();
            for said in statement.verdicts(&block) {
                mask.say(column, row, said);
            }
        });
        control.report(visited);
        control.proceed()?;
        views.finish()
    })?;
    Ok(mask)
}
