//! Tables of growing size, from which automata are guessed.

use crate::control::Control;
use crate::domain::{Coordinates, Domain, MAX_HEAPS};
use crate::engine::Engine;
use crate::engine::cpu::CpuEngine;
use crate::plan::Plan;
use crate::tabulate::{TabulateError, tabulate_array};
use crate::values::Values;

/// The values of all positions of a domain, in memory.
pub(super) struct KnownValues {
    domain: Domain,
    /// By the row-major index in the bounding box.
    values: Values,
}

impl KnownValues {
    /// Fills a table with the CPU engine.
    pub(super) fn compute(plan: &Plan, control: &Control) -> Result<Self, TabulateError> {
        let values = tabulate_array(CpuEngine.prepare(plan)?.as_ref(), control)?;
        Ok(KnownValues { domain: plan.job().domain().clone(), values })
    }

    /// Returns the value at a position; `None` outside the domain.
    pub(super) fn at(&self, heaps: &[u64]) -> Option<u32> {
        let mut at = Coordinates::ZERO;
        for (axis, &heap) in (MAX_HEAPS - heaps.len()..).zip(heaps) {
            at[axis] = u32::try_from(heap).ok()?;
        }
        let value = || self.values.get(at.row_major_index(self.domain.sides()));
        self.domain.contains(at).then(value)
    }
}
