//! The reference engine: the definition, position by position in rank order.
//!
//! It keeps the whole table in memory and lists every option of every position: for small tables,
//! and to judge the others. It shares with them only how a domain is cut into tiles.

use super::{Engine, EngineError, EngineKind, Sink, value_by_definition};
use crate::domain::Coordinates;
use crate::domain::tiling::Tile;
use crate::plan::{Memory, Plan};
use crate::values::Values;

/// The definition as an engine.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReferenceEngine;

impl Engine for ReferenceEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Reference
    }

    fn check(&self, _: &Plan) -> Result<(), EngineError> {
        Ok(())
    }

    fn memory(&self, plan: &Plan) -> Memory {
        // A value for every cell of the bounding box, coordinates for every position.
        let sides = plan.job().domain().sides().map(u64::from);
        let values = sides.into_iter().fold(4, u64::saturating_mul);
        let positions = plan.job().domain().positions().saturating_mul(12);
        let host_bytes = values.saturating_add(positions).saturating_add(plan.tile_bytes());
        Memory { host_bytes, device_bytes: 0 }
    }

    fn run(&self, plan: &Plan, sink: &dyn Sink) -> Result<(), EngineError> {
        let (job, tiling) = (plan.job(), plan.tiling());
        let sides = job.domain().sides();
        let mut positions: Vec<Coordinates> =
            cells([0; 3], sides).filter(|&at| job.domain().contains(at)).collect();
        positions.sort_by_key(|&at| job.grading().rank(at));
        let index = |[x, y, z]: Coordinates| {
            (x as usize * sides[1] as usize + y as usize) * sides[2] as usize + z as usize
        };
        let mut table = vec![0; sides.iter().map(|&side| side as usize).product()];
        for at in positions {
            sink.proceed()?;
            let (ruleset, quantity) = (job.ruleset(), job.quantity());
            let stored = |option| table[index(option)];
            table[index(at)] = value_by_definition(ruleset, quantity, job.convention(), at, stored);
        }
        for tile in tiling.tiles() {
            let fill = plan.value_type().fill();
            let block = tiling.region(tile);
            let value = |at| if job.domain().contains(at) { table[index(at)] } else { fill };
            let values = cells(block.origin, tiling.edges()).map(value);
            let values = Values::from_u32(plan.value_type(), values);
            sink.tile(Tile { index: tile, values })?;
        }
        Ok(())
    }
}

/// The cells of a box with its least corner at `origin`, in row-major order.
fn cells(origin: Coordinates, sides: Coordinates) -> impl Iterator<Item = Coordinates> {
    let [x0, y0, z0] = origin;
    let [a, b, c] = sides;
    (x0..x0 + a)
        .flat_map(move |x| (y0..y0 + b).flat_map(move |y| (z0..z0 + c).map(move |z| [x, y, z])))
}
