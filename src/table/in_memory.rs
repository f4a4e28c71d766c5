//! Tables in memory, and their first difference: how engines are compared.

use std::sync::Mutex;

use crate::domain::tiling::Tile;
use crate::domain::{Coordinates, Domain, Position};
use crate::engine::{Engine, EngineError, InfiniteSets, Sink, Stop, Wanted};
use crate::plan::Plan;
use crate::sync::{into_inner, lock};
use crate::wording::counted;

/// A table in memory: one value for each cell of the domain's bounding box in row-major order. Cells
/// outside the domain and those whose tile is missing hold `u32::MAX`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InMemoryTable {
    domain: Domain,
    values: Vec<u32>,
    infinite_sets: Option<InfiniteSets>,
}

/// How two tables in memory differ.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Difference {
    /// They are tables of different domains.
    #[error("a table of {expected} expected, one of {found} found")]
    Domain {
        /// The domain of the expected table.
        expected: Domain,
        /// The domain of the other one.
        found: Domain,
    },
    /// They have different numbers of cells. This is compared before any value.
    #[error("{} expected, {found} found", counted(.expected, "cell"))]
    Length {
        /// Cells of the expected table.
        expected: usize,
        /// Cells of the other one.
        found: usize,
    },
    /// The first position in grade order at which they differ.
    #[error("at {position} {expected} expected, {found} found")]
    Value {
        /// The position.
        position: Position,
        /// The value of the expected table.
        expected: u32,
        /// The value of the other table.
        found: u32,
    },
}

impl InMemoryTable {
    /// Runs an engine and keeps all its tiles.
    ///
    /// # Errors
    /// What the engine reports, and [`EngineError::Stopped`] when a cell comes twice or a tile has
    /// a wrong number of cells.
    ///
    /// # Panics
    /// When there is no memory for the whole table.
    ///
    /// ```
    /// use grundytab::engine::{cpu::CpuEngine, reference::ReferenceEngine};
    /// use grundytab::{InMemoryTable, Plan};
    /// let plan = Plan::parse("triangle", "tokens 9", "grundy")?.with_tile(4)?;
    /// let truth = InMemoryTable::run(&ReferenceEngine, &plan)?;
    /// let found = InMemoryTable::run(&CpuEngine, &plan)?;
    /// assert_eq!(truth.compare(&found), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(engine: &dyn Engine, plan: &Plan) -> Result<Self, EngineError> {
        let domain = plan.job().domain().clone();
        let cells = domain.sides().cells();
        let values = Mutex::new(vec![u32::MAX; cells]);
        let collector = Collector { plan, values, infinite_sets: Mutex::default() };
        engine.prepare(plan, Wanted::Values)?.run(&collector)?;
        let values = into_inner(collector.values);
        let infinite_sets = into_inner(collector.infinite_sets);
        Ok(InMemoryTable { domain, values, infinite_sets })
    }

    /// Makes a table from its cells in row-major order. They are checked only when the table is
    /// compared.
    pub fn from_values(domain: Domain, values: Vec<u32>) -> Self {
        InMemoryTable { domain, values, infinite_sets: None }
    }

    /// Returns the values of the cells in row-major order.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the sets that the infinite values of a loopy game stand for.
    pub fn infinite_sets(&self) -> Option<&InfiniteSets> {
        self.infinite_sets.as_ref()
    }

    /// Compares `found` with this table: domains and lengths first, then values in the order of
    /// [`Position`].
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

/// Puts the values of tiles where they belong.
struct Collector<'a> {
    plan: &'a Plan,
    values: Mutex<Vec<u32>>,
    infinite_sets: Mutex<Option<InfiniteSets>>,
}

impl Sink for Collector<'_> {
    fn infinite_sets(&self, sets: &InfiniteSets) {
        *lock(&self.infinite_sets) = Some(sets.clone());
    }

    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        let sides = self.plan.job().domain().sides();
        let mut values = lock(&self.values);
        if tile.values.len() as u64 != self.plan.tiling().tile_cells() {
            return Err(Stop);
        }
        for run in self.plan.tiling().region(tile.index).runs() {
            for (at, cell) in run.cells() {
                let value = &mut values[at.row_major_index(sides)];
                if *value != u32::MAX {
                    return Err(Stop);
                }
                *value = tile.values.get(cell);
            }
        }
        Ok(())
    }
}
