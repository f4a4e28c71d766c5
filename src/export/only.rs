//! The positions that an export is about.

use super::selection::{Piece, Selection};
use crate::control::Control;
use crate::error::Error;
use crate::expression::{AtPositions, Filter};
use crate::table::{OtherTables, TableReader};
use crate::values::Values;

/// The positions that are written: those that count by a filter, which may look at other tables. By default all.
#[derive(Debug, Clone, Default)]
pub struct Only<'a> {
    /// Which positions count.
    pub filter: Filter,
    /// The tables to which the filter refers.
    pub others: OtherTables<'a>,
}

/// Positions that a thread looks at between two questions whether to go on.
const CELLS_AT_A_TIME: usize = 1 << 12;

impl Only<'_> {
    /// Puts a value into the cells of a piece that hold positions that do not count.
    pub(super) fn mask(
        &self,
        table: &TableReader,
        selection: &Selection,
        piece: &Piece,
        (values, instead): (&mut Values, u32),
        control: &Control,
    ) -> Result<(), Error> {
        if self.filter.counts_all() {
            return Ok(());
        }
        let (positions, domain) = (AtPositions::of(table, &self.others), selection.domain());
        for index in 0..piece.cells() {
            if index % CELLS_AT_A_TIME == 0 {
                control.proceed()?;
            }
            let Some(at) = selection.position(&piece.cell(index)) else { continue };
            if !positions.counts(&self.filter, domain.position(at), values.get(index)) {
                values.write(index, &[instead]);
            }
        }
        Ok(positions.finish()?)
    }
}
