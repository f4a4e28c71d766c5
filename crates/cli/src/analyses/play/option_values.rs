//! The values of options, which may be sums of positions.

use std::sync::Arc;

use grundytab::control::Control;
use grundytab::domain::{Coordinates, Position, Sum};
use grundytab::error::Error;
use grundytab::quantity::Quantity;
use grundytab::table::{GrundyValues, Lookup, TableError, TableReader};
use grundytab::tabulate::grundy_values;

/// Values of options, in the quantity of a table.
pub(super) struct OptionValues<'a> {
    table: &'a TableReader,
    /// The stored values.
    pub(super) stored: Lookup<'a>,
    /// Grundy values, where the stored ones do not tell those of sums.
    grundy: Option<Arc<GrundyValues>>,
}

impl<'a> OptionValues<'a> {
    /// Returns the values of the positions and sums that moves lead to from some positions.
    ///
    /// # Errors
    /// If Grundy values that the table does not store cannot be computed.
    pub(super) fn of(
        table: &'a TableReader,
        from: &[Position],
        control: &Control,
    ) -> Result<Self, Error> {
        let from: Vec<Coordinates> = from.iter().map(Position::coordinates).collect();
        let is_stored = table.plan().job().is_of_options();
        let grundy =
            (!is_stored).then(|| grundy_values(table, Some(&from), control)).transpose()?;
        Ok(OptionValues { table, stored: table.lookup(), grundy })
    }

    /// Returns the value of an option: of a sum the xor of the Grundy values of its positions, or the outcome that
    /// follows from it.
    pub(super) fn value(&self, option: &Sum<Coordinates>) -> u32 {
        match &self.grundy {
            None => option.value(|at| self.stored.value(at)),
            Some(values) => {
                let value = option.value(|at| values.value(at));
                Quantity::Grundy.is_p_position(value, 0).into()
            }
        }
    }

    /// Returns whether the values are known of which that of an option follows.
    pub(super) fn has(&self, option: &Sum<Coordinates>) -> bool {
        self.grundy.is_some() || option.parts().iter().all(|&at| self.table.has(at))
    }

    /// Ends the look-ups in the table.
    ///
    /// # Errors
    /// The error of the last look-up that failed.
    pub(super) fn finish(self) -> Result<(), TableError> {
        self.stored.finish()
    }
}
