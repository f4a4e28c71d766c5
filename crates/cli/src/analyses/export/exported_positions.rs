//! The positions that an export is about.

use super::selection::{Piece, Selection};
use crate::analyses::expression::{AtPositions, Filter, WithoutValue};
use grundytab::control::Control;
use grundytab::error::Error;
use grundytab::table::{OtherTables, TableReader};
use grundytab::values::Values;

/// The positions that are written: those that count by a filter, which may look at other tables. By default all.
#[derive(Debug, Clone, Default)]
pub struct Only<'a> {
    /// Which positions count.
    pub filter: Filter,
    /// The tables to which the filter refers.
    pub others: OtherTables<'a>,
}

/// What an export has written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Written {
    /// The number of cells of an array, else of positions or P-positions.
    pub count: u64,
    /// The positions among which were to be chosen, and of which it is not known whether they count.
    pub without_value: WithoutValue,
}

/// Positions that a thread looks at between two questions whether to go on.
const CELLS_AT_A_TIME: usize = 1 << 12;

impl Only<'_> {
    /// Puts a value into the cells of a piece that hold positions that do not count, or of which that is not known.
    pub(super) fn mask(
        &self,
        table: &TableReader,
        selection: &Selection,
        piece: &Piece,
        (values, instead): (&mut Values, u32),
        control: &Control,
    ) -> Result<WithoutValue, Error> {
        if self.filter.counts_all() {
            return Ok(WithoutValue::default());
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
