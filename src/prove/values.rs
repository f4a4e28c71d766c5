//! Tables of growing size, from which automata are guessed.

use crate::control::Control;
use crate::domain::tiling::Tile;
use crate::domain::{Coordinates, Domain, MAX_HEAPS};
use crate::engine::cpu::CpuEngine;
use crate::engine::{Engine, EngineError, Sink, Stop};
use crate::plan::Plan;
use crate::sync::{into_inner, lock};
use std::sync::Mutex;

/// The values of all positions of a domain, in memory.
pub(super) struct KnownValues {
    domain: Domain,
    /// By the row-major index in the bounding box.
    values: Vec<u8>,
}

impl KnownValues {
    /// Fills a table with the CPU engine. Values above 254 are kept as 255.
    pub(super) fn compute(plan: &Plan, control: &Control) -> Result<Self, EngineError> {
        let domain = plan.job().domain().clone();
        let values = Mutex::new(vec![u8::MAX; domain.sides().cells()]);
        CpuEngine.prepare(plan)?.run(&Collector { plan, values: &values, control })?;
        Ok(KnownValues { domain, values: into_inner(values) })
    }

    /// Returns the value at a position; `None` outside the domain.
    pub(super) fn at(&self, heaps: &[u64]) -> Option<u32> {
        let mut at = Coordinates::ZERO;
        for (axis, &heap) in (MAX_HEAPS - heaps.len()..).zip(heaps) {
            at[axis] = u32::try_from(heap).ok()?;
        }
        let index = || at.row_major_index(self.domain.sides());
        self.domain.contains(at).then(|| self.values[index()].into())
    }
}

/// Puts the values of tiles where they belong.
struct Collector<'a> {
    plan: &'a Plan,
    values: &'a Mutex<Vec<u8>>,
    control: &'a Control<'a>,
}

impl Sink for Collector<'_> {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        let sides = self.plan.job().domain().sides();
        let mut values = lock(self.values);
        for run in self.plan.tiling().region(tile.index).runs() {
            let start = run.at.row_major_index(sides);
            for step in 0..run.length {
                let value = tile.values.get(run.offset + step);
                values[start + step] = u8::try_from(value).unwrap_or(u8::MAX);
            }
        }
        Ok(())
    }

    fn proceed(&self) -> Result<(), Stop> {
        if self.control.is_interrupted() { Err(Stop) } else { Ok(()) }
    }
}
