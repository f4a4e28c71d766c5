//! The values of games whose moves lead to sums of positions, which are proved all together: how many there are is seen in a
//! table.

use super::caps::Caps;
use super::definition::Definition;
use super::evidence::Evidence;
use grundytab::control::Control;
use grundytab::error::Error;
use grundytab::ruleset::Ruleset;

/// The positions of a table that shows which values a game has.
const POSITIONS_OF_ALL_VALUES: u64 = 5_000;

/// Returns the largest Grundy value that a table shows of a game whose moves lead to sums of positions; `None` of other games,
/// and if there is no table.
///
/// # Errors
/// When the table cannot be filled.
pub(crate) fn largest_value_of_sums(
    ruleset: &Ruleset,
    control: &Control,
) -> Result<Option<u32>, Error> {
    if !ruleset.has_sums() {
        return Ok(None);
    }
    let definition = Definition::of_values(ruleset, 0)?;
    let caps = Caps { positions: POSITIONS_OF_ALL_VALUES, control: *control, ..Caps::default() };
    let largest = Evidence::largest(&definition, &caps)?.and_then(|table| table.largest_value());
    Ok(largest.map(|(value, _)| value))
}

impl Definition {
    /// Returns the definition of all Grundy values that a table shows, if the game has moves to sums of positions and this
    /// definition is about fewer: values of sums are proved all together.
    ///
    /// # Errors
    /// When the table cannot be filled, or there are too many values.
    pub(crate) fn with_all_values(self, control: &Control) -> Result<Self, Error> {
        match largest_value_of_sums(self.ruleset(), control)? {
            Some(value) if value as usize >= self.sets().len() => {
                Ok(Definition::of_values(self.ruleset(), value)?)
            }
            _ => Ok(self),
        }
    }
}
