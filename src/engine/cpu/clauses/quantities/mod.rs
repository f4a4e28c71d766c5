//! What a position takes from its options: a file for each kind of quantity.

mod grundy;
mod kinds;
mod palaces;
mod remoteness;
mod scores;

pub(super) use grundy::{Grundy, Marking};
pub(super) use kinds::Outcomes;
pub(super) use palaces::Palaces;
pub(super) use remoteness::Remoteness;
pub(super) use scores::Scores;

use super::tally::{Halt, Noticed, Tally};
use crate::quantity::Convention;
use crate::values::Value;

/// The numbers that stand for no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoValues {
    /// A cell that is no position.
    pub(super) empty: u32,
    /// A position that is not computed yet.
    pub(super) pending: u32,
}

/// How the value of a position follows from those of its options. There are as many tables as players whose scores
/// depend on one another, else one.
pub(super) trait Rule<const TABLES: usize>: Sync {
    /// What a thread uses again from position to position.
    type Scratch: Default + Send;

    /// Returns the play convention, if the number of a position is the least one that no option has.
    fn convention_of_mex(&self) -> Option<Convention> {
        None
    }

    /// Returns the numbers that stand for no value.
    fn no_values(&self) -> NoValues;

    /// Returns the numbers of a position, if nothing is wrong with it.
    ///
    /// # Errors
    /// When an option is not computed yet, or its list has halted for this reason.
    fn numbers<T: Value>(
        &self,
        tables: &[Vec<T>; TABLES],
        scratch: &mut Self::Scratch,
        options: &mut dyn Options,
    ) -> Result<[u32; TABLES], Noticed>;

    /// Returns how numbers become stored values. Scores are stored otherwise than they are, and outcomes that are made of
    /// Grundy values.
    fn stored(&self) -> Stored {
        Stored::AS_IT_IS
    }
}

/// How numbers of a table become stored values, which are passed in 32 bits and two's complement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stored {
    /// Which table is stored.
    pub(super) table: usize,
    /// What is taken from a number.
    pub(super) bias: u32,
    /// Whether the opposite of that is stored.
    pub(super) is_opposite: bool,
    /// Whether it is only stored whether the number is 0, as 1 or 0, so that a stored value does not tell the number.
    pub(super) is_outcome: bool,
}

impl Stored {
    /// Numbers of the only table are stored as they are.
    const AS_IT_IS: Self = Stored { table: 0, bias: 0, is_opposite: false, is_outcome: false };

    /// Returns the stored value that a number stands for.
    #[inline]
    pub(super) fn value(self, number: u32) -> u32 {
        if self.is_outcome {
            return u32::from(number == 0);
        }
        let value = number.wrapping_sub(self.bias);
        if self.is_opposite { value.wrapping_neg() } else { value }
    }

    /// Returns the number that stands for a stored value.
    #[inline]
    pub(super) fn number(self, value: u32) -> u32 {
        let value = if self.is_opposite { value.wrapping_neg() } else { value };
        value.wrapping_add(self.bias)
    }
}

/// The options of a position.
pub(super) trait Options {
    /// Lists the options of a player; the only one is 0.
    fn list(&mut self, player: usize, tally: &mut dyn Tally) -> Result<(), Halt>;
}

/// Lists the options of a player until nothing more can change.
fn gather(options: &mut dyn Options, player: usize, tally: &mut dyn Tally) -> Result<(), Noticed> {
    match options.list(player, tally) {
        Ok(()) | Err(Halt::Decided) => Ok(()),
        Err(Halt::Noticed) => Err(Noticed),
    }
}
