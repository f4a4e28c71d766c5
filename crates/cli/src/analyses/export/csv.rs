//! Comma-separated values: a line for each position, with its heaps and its value.

use std::io::Write;

use rayon::prelude::*;

use super::digits::{push_number, push_numbers};
use super::exported_positions::{Only, Written};
use super::selection::{Piece, Selection};
use crate::analyses::expression::{AtPositions, WithoutValue};
use grundytab::control::Control;
use grundytab::domain::HEAP_NAMES;
use grundytab::error::Error;
use grundytab::quantity::ValueKind;
use grundytab::table::{TableError, TableReader};
use grundytab::values::Values;

/// Cells that a thread formats at a time.
const CELLS_AT_A_TIME: usize = 1 << 14;

/// Writes the positions of a part of a table that count, in lexicographic order: heads such as `x,y,grundy`, then a
/// line such as `3,5,0` for each. Outcomes are written as letters, P or N, and in a partizan game L or R.
/// A difference of two tables has the head `differs`, and 1 where they differ. Cells outside the domain have
/// no line. Lines end with a line feed. Returns the number of positions.
///
/// # Errors
/// When the table is incomplete or damaged; when interrupted, and when nothing more can be written.
pub fn write_csv(
    table: &TableReader,
    selection: &Selection,
    only: &Only,
    control: &Control,
    out: &mut impl Write,
) -> Result<Written, Error> {
    table.require_complete()?;
    let heaps = HEAP_NAMES[..selection.domain().heaps()].join(",");
    writeln!(out, "{heaps},{}", table.attributes().values_name())?;
    let mut written = Written::default();
    for piece in selection.pieces(table) {
        control.proceed()?;
        let values = selection.read(table, &piece, control)?;
        let parts = (0..piece.cells()).step_by(CELLS_AT_A_TIME);
        let texts: Vec<Lines> = parts
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|start| lines(table, selection, only, &piece, &values, start))
            .collect::<Result<_, TableError>>()?;
        for lines in texts {
            out.write_all(&lines.text)?;
            written.count += lines.count;
            written.without_value += lines.without_value;
        }
        control.report(piece.cells() as u64);
    }
    Ok(written)
}

/// Quotes a text that has commas.
fn csv_field(text: String) -> String {
    if text.contains(',') { format!("\"{text}\"") } else { text }
}

/// The lines of some cells.
struct Lines {
    text: Vec<u8>,
    count: u64,
    without_value: WithoutValue,
}

/// Returns the lines of the cells from `start` on.
fn lines(
    table: &TableReader,
    selection: &Selection,
    only: &Only,
    piece: &Piece,
    values: &Values,
    start: usize,
) -> Result<Lines, TableError> {
    let job = table.plan().job();
    let is_difference = table.attributes().difference.is_some();
    let (positions, filters) = (AtPositions::of(table, &only.others), !only.filter.counts_all());
    let (mut text, mut count) = (Vec::new(), 0);
    for index in start..(start + CELLS_AT_A_TIME).min(piece.cells()) {
        let Some(at) = selection.position(&piece.cell(index)) else { continue };
        let value = values.get(index);
        if filters && !positions.counts(&only.filter, job.domain().position(at), value) {
            continue;
        }
        push_numbers(&mut text, at.unpadded(job.domain().heaps()));
        text.push(b',');
        match job.quantity().kind() {
            ValueKind::Number if !job.is_loopy() => push_number(&mut text, value),
            // Sets have commas.
            ValueKind::Number => text.extend(csv_field(table.value_text(value)).bytes()),
            ValueKind::Outcome if is_difference => push_number(&mut text, value),
            ValueKind::Score | ValueKind::Outcome | ValueKind::Class => {
                text.extend(job.value_text(value).bytes());
            }
        }
        text.push(b'\n');
        count += 1;
    }
    Ok(Lines { text, count, without_value: positions.finish()? })
}
