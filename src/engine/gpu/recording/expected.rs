//! The expected results of a recorded run: those of the CPU engine.

use std::collections::HashMap;
use std::sync::Mutex;

use serde::Serialize;

use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::cpu::CpuEngine;
use crate::engine::{Engine, EngineError, Sink, Stop, Wanted};
use crate::plan::Plan;
use crate::sync::{into_inner, lock};
use crate::totals::{Statistics, checksum_of_tile};

/// The expected results of a recorded run. The keys of the JSON object are the names of the fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Expected {
    /// The totals of all values.
    pub totals: Statistics,
    /// The checksum of all values.
    pub checksum: u32,
    /// The numbers that the cells of each tile hold, in the order of the tiles of a recording; none if they are not
    /// compared.
    pub tiles: Vec<Vec<i64>>,
}

impl Expected {
    /// Computes a plan on the CPU engine, as long as `proceed` allows; `with_tiles` keeps all values.
    ///
    /// # Errors
    /// If the engine cannot take the plan, or if it is stopped.
    pub fn compute(
        plan: &Plan,
        with_tiles: bool,
        proceed: impl Fn() -> Result<(), Stop> + Sync,
    ) -> Result<Self, EngineError> {
        let sums = Sums { plan, with_tiles, proceed, found: Mutex::default() };
        CpuEngine.prepare(plan, Wanted::Values)?.run(&sums)?;
        let Found { totals, checksum, mut tiles } = into_inner(sums.found);
        let in_order = plan.tiling().tiles().filter_map(|index| tiles.remove(&index)).collect();
        Ok(Expected { totals, checksum, tiles: in_order })
    }
}

/// Adds up tiles, and keeps them if requested.
struct Sums<'a, P> {
    plan: &'a Plan,
    with_tiles: bool,
    proceed: P,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    totals: Statistics,
    checksum: u32,
    tiles: HashMap<TileIndex, Vec<i64>>,
}

impl<P: Fn() -> Result<(), Stop> + Sync> Sink for Sums<'_, P> {
    fn tile(&self, Tile { index, values }: Tile) -> Result<(), Stop> {
        let region = self.plan.tiling().region(index);
        let totals = Statistics::of_tile(self.plan.job(), &region, &values);
        let checksum = checksum_of_tile(&region, &values);
        let number = |cell| self.plan.value_type().number(values.get(cell));
        let numbers = self.with_tiles.then(|| (0..values.len()).map(number).collect());
        let mut found = lock(&self.found);
        found.totals = found.totals.merge(totals);
        found.checksum = found.checksum.wrapping_add(checksum);
        found.tiles.extend(numbers.map(|numbers| (index, numbers)));
        self.proceed()
    }

    fn proceed(&self) -> Result<(), Stop> {
        (self.proceed)()
    }
}
