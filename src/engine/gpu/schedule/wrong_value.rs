//! The check of every value that comes back from a GPU.
//!
//! Shaders write a value with 1 added, into a buffer that is cleared before: a 0 is a cell that no
//! invocation has written, or a value with too few bits for it. A value beyond the proven bound on the
//! values of the job is a fault of the shader or of the GPU.

use crate::domain::{Coordinates, Domain, Position};
use crate::plan::Plan;

/// Why a value that came back cannot be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(in crate::engine::gpu) enum WrongValue {
    #[error("the shader wrote no possible value for {position}")]
    Unwritten { position: Position },
    #[error("the shader wrote {value} for {position}, beyond the bound {largest_value}")]
    BeyondBound { position: Position, value: u32, largest_value: u32 },
}

/// Checks the values of one table.
#[derive(Clone, Copy)]
pub(super) struct ValueCheck<'a> {
    domain: &'a Domain,
    largest_value: u32,
}

impl<'a> ValueCheck<'a> {
    /// Returns a check for values up to `largest_value`.
    pub(super) fn new(plan: &'a Plan, largest_value: u64) -> Self {
        // With 1 added a value fits in 32 bits.
        let largest_value = u32::try_from(largest_value).unwrap_or(u32::MAX).min(u32::MAX - 1);
        ValueCheck { domain: plan.job().domain(), largest_value }
    }

    /// Returns the value of a cell for which the shader wrote `written`, the value with 1 added.
    ///
    /// # Errors
    /// When no value was written, and when it is beyond the bound.
    #[inline]
    pub(super) fn value(&self, written: u32, at: Coordinates) -> Result<u32, WrongValue> {
        match written.checked_sub(1) {
            Some(value) if value <= self.largest_value => Ok(value),
            _ => Err(self.wrong(written, at)),
        }
    }

    #[cold]
    fn wrong(&self, written: u32, at: Coordinates) -> WrongValue {
        let position = self.domain.position(at);
        match written.checked_sub(1) {
            None => WrongValue::Unwritten { position },
            Some(value) => {
                WrongValue::BeyondBound { position, value, largest_value: self.largest_value }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::plan;

    /// Catches a bound that is off by one, an unwritten cell that passes, and a wrong message.
    #[test]
    fn unwritten_and_impossible_values_are_reported() {
        let plan = plan("nim:2", "8x5", "grundy");
        let check = ValueCheck::new(&plan, 9);
        let at = Coordinates([0, 4, 2]);
        assert_eq!(check.value(1, at), Ok(0));
        assert_eq!(check.value(10, at), Ok(9));
        let message = |written| check.value(written, at).expect_err("reported").to_string();
        assert_eq!(message(0), "the shader wrote no possible value for (4, 2)");
        assert_eq!(message(11), "the shader wrote 10 for (4, 2), beyond the bound 9");
        let largest = ValueCheck::new(&plan, u64::MAX);
        assert_eq!(largest.value(u32::MAX, at), Ok(u32::MAX - 1));
    }
}
