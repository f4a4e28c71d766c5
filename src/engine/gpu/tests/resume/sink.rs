//! A sink that knows of finished tiles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use crate::domain::Coordinates;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::gpu::GpuEngine;
use crate::engine::{Engine, EngineError, RunReport, Sink, Stop, Wanted};
use crate::plan::Plan;
use crate::totals::Statistics;
use crate::values::Values;

/// A sink that gives out the finished tiles of a table and collects the others.
pub(super) struct Resumed<'a> {
    plan: &'a Plan,
    /// The values of the finished tiles, and others that nobody may ask for.
    table: Vec<u32>,
    finished: BTreeSet<TileIndex>,
    collected: Mutex<BTreeMap<TileIndex, Values>>,
    given_out: Mutex<BTreeSet<TileIndex>>,
}

/// Returns a tile of a table.
fn tile_of(plan: &Plan, table: &[u32], index: TileIndex) -> Values {
    let sides = plan.job().domain().sides();
    let region = plan.tiling().region(index);
    let cells = Coordinates::cells_of_box(region.edges).map(|cell| region.origin + cell);
    let values = cells.map(|at| match plan.job().domain().contains(at) {
        true => table[at.row_major_index(sides)],
        false => plan.value_type().fill(),
    });
    Values::from_u32(plan.value_type(), values)
}

impl<'a> Resumed<'a> {
    pub(super) fn new(plan: &'a Plan, table: Vec<u32>, finished: Vec<TileIndex>) -> Self {
        Resumed {
            plan,
            table,
            finished: finished.into_iter().collect(),
            collected: Mutex::default(),
            given_out: Mutex::default(),
        }
    }

    pub(super) fn run(&self, engine: &GpuEngine) -> Result<RunReport, EngineError> {
        engine.prepare(self.plan, Wanted::Values).expect("it fits").run(self)
    }

    /// Compares the tiles that come, and the totals of all, with those of a table.
    pub(super) fn run_and_compare(self, engine: &GpuEngine, expected: &[u32], told: &str) {
        let report = self.run(engine).unwrap_or_else(|error| panic!("{told}: {error}"));
        let collected = self.collected.into_inner().expect("no panic");
        let mut totals = Statistics::default();
        for index in self.plan.tiling().tiles() {
            let region = self.plan.tiling().region(index);
            let values = tile_of(self.plan, expected, index);
            totals = totals.merge(Statistics::of_tile(self.plan.job(), &region, &values));
            let comes = !self.finished.contains(&index);
            assert_eq!(collected.contains_key(&index), comes, "{told}: the tile {index:?}");
            if let Some(found) = collected.get(&index) {
                assert!(*found == values, "{told}: the tile {index:?}: {values:?}, not {found:?}");
            }
        }
        assert_eq!(report.totals, Some(totals), "{told}");
    }
}

impl Sink for Resumed<'_> {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        let mut collected = self.collected.lock().expect("no panic");
        assert!(collected.insert(tile.index, tile.values).is_none(), "{:?} twice", tile.index);
        Ok(())
    }

    fn is_finished(&self, tile: TileIndex) -> bool {
        self.finished.contains(&tile)
    }

    fn finished_tile(&self, tile: TileIndex) -> Result<Values, Stop> {
        assert!(self.finished.contains(&tile), "{tile:?} is not finished");
        let is_first = self.given_out.lock().expect("no panic").insert(tile);
        assert!(is_first, "{tile:?} is read twice");
        Ok(tile_of(self.plan, &self.table, tile))
    }
}
