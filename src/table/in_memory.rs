//! Whole tables in memory, and their first difference: how engines are compared.

use std::sync::Mutex;

use crate::domain::Position;
use crate::domain::tiling::Tile;
use crate::domain::{Coordinates, Domain};
use crate::engine::{Engine, EngineError, Sink, Stop};
use crate::plan::Plan;
use crate::sync::{into_inner, lock};

/// A whole table: one value per cell of the domain's bounding box in row-major order, `u32::MAX`
/// outside the domain and where no tile came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InMemoryTable {
    domain: Domain,
    values: Vec<u32>,
}

/// How two whole tables differ.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// They are tables of different domains.
    #[error("a table of {expected} expected, one of {found} found")]
    Domain {
        /// The domain of the expected table.
        expected: Domain,
        /// That of the other one.
        found: Domain,
    },
    /// They have different numbers of cells, which is looked at before any value.
    #[error("{expected} cells expected, {found} found")]
    Length {
        /// Cells of the expected table.
        expected: usize,
        /// Cells of the other one.
        found: usize,
    },
    /// The first position in rank order at which they differ.
    #[error("at {position} {expected} expected, {found} found")]
    Value {
        /// Where.
        position: Position,
        /// The expected value.
        expected: u32,
        /// The other one.
        found: u32,
    },
}

impl InMemoryTable {
    /// Runs an engine and keeps all its tiles.
    ///
    /// # Errors
    /// What the engine reports, and [`EngineError::Stopped`] when a tile comes twice or with
    /// another number of cells.
    ///
    /// # Panics
    /// When there is no memory for the whole table.
    ///
    /// ```
    /// use grundytab::{Convention, Domain, Job, Plan, Quantity, Ruleset, InMemoryTable};
    /// use grundytab::engine::{cpu::CpuEngine, reference::ReferenceEngine};
    /// let game = Ruleset::parse("triangle")?;
    /// let job = Job::new(game, Domain::simplex(3, 9)?, Quantity::Grundy, Convention::Normal)?;
    /// let plan = Plan::new(job, Some(4))?;
    /// let truth = InMemoryTable::run(&ReferenceEngine, &plan)?;
    /// let found = InMemoryTable::run(&CpuEngine, &plan)?;
    /// assert_eq!(truth.compare(&found), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(engine: &dyn Engine, plan: &Plan) -> Result<Self, EngineError> {
        let domain = plan.job().domain().clone();
        let cells = domain.sides().iter().map(|&side| side as usize).product();
        let collector = Collector { plan, values: Mutex::new(vec![u32::MAX; cells]) };
        engine.prepare(plan)?.run(&collector)?;
        let values = into_inner(collector.values);
        Ok(InMemoryTable { domain, values })
    }

    /// A table from its cells in row-major order, checked only when it is compared.
    pub fn from_values(domain: Domain, values: Vec<u32>) -> Self {
        InMemoryTable { domain, values }
    }

    /// The cells in row-major order.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Compares `found` with this table: domains and lengths first, then values in rank order.
    ///
    /// # Errors
    /// The first difference.
    pub fn compare(&self, found: &InMemoryTable) -> Result<(), Difference> {
        if self.domain != found.domain {
            let (expected, found) = (self.domain.clone(), found.domain.clone());
            return Err(Difference::Domain { expected, found });
        }
        if self.values.len() != found.values.len() {
            return Err(Difference::Length {
                expected: self.values.len(),
                found: found.values.len(),
            });
        }
        let position = |index| {
            self.domain.position(Coordinates::from_row_major_index(index, self.domain.sides()))
        };
        let cells = self.values.iter().zip(&found.values).enumerate();
        let differing = cells.filter(|(_, (expected, found))| expected != found);
        match differing.min_by_key(|&(index, _)| position(index)) {
            None => Ok(()),
            Some((index, (&expected, &found))) => {
                Err(Difference::Value { position: position(index), expected, found })
            }
        }
    }
}

struct Collector<'a> {
    plan: &'a Plan,
    values: Mutex<Vec<u32>>,
}

impl Sink for Collector<'_> {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        let [_, columns, depth] = self.plan.job().domain().sides().map(|side| side as usize);
        let mut values = lock(&self.values);
        if tile.values.len() as u64 != self.plan.tiling().tile_cells() {
            return Err(Stop);
        }
        for run in self.plan.tiling().region(tile.index).runs() {
            let [x, y, z] = run.at.map(|coordinate| coordinate as usize);
            for step in 0..run.length {
                let value = &mut values[(x * columns + y) * depth + z + step];
                if *value != u32::MAX {
                    return Err(Stop);
                }
                *value = tile.values.get(run.offset + step);
            }
        }
        Ok(())
    }
}
