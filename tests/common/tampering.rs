//! Engines that are wrong: the CPU engine, whose tiles are changed before they are handed over, or kept back.

use std::time::Duration;

use grundytab::Values;
use grundytab::engine::cluster::Share;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::{
    Engine, EngineError, EngineKind, GpuWork, InfiniteSets, Memory, Prepared, RunReport, Sink,
    Stop, Wanted,
};
use grundytab::tiling::{Tile, TileIndex};
use grundytab::{Coordinates, Plan};

/// The CPU engine with something between it and the sink: `self.0` returns the tile that is handed over in place
/// of one; `None` if none is.
pub struct Tampering<F>(pub F);

/// Returns the CPU engine with one wrong value, which `wrong` makes of the right one.
pub fn with_wrong_value(
    at: Coordinates,
    wrong: impl Fn(u32) -> u32 + Sync,
) -> Tampering<impl Fn(&Plan, Tile) -> Option<Tile> + Sync> {
    Tampering(move |plan: &Plan, Tile { index, values }: Tile| {
        let (tampered, offset): (TileIndex, usize) = plan.tiling().locate(at);
        let value = |cell: usize| match index == tampered && cell == offset {
            true => wrong(values.get(cell)),
            false => values.get(cell),
        };
        let values = Values::from_u32(plan.value_type(), (0..values.len()).map(value));
        Some(Tile { index, values })
    })
}

struct PreparedTampering<'a, F>(&'a F, Box<dyn Prepared + 'a>);

struct TamperingSink<'a, F>(&'a F, &'a Plan, &'a dyn Sink);

impl<F: Fn(&Plan, Tile) -> Option<Tile> + Sync> Engine for Tampering<F> {
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        wanted: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        Ok(Box::new(PreparedTampering(&self.0, CpuEngine.prepare(plan, wanted)?)))
    }
}

impl<F: Fn(&Plan, Tile) -> Option<Tile> + Sync> Prepared for PreparedTampering<'_, F> {
    fn plan(&self) -> &Plan {
        self.1.plan()
    }

    fn memory(&self) -> Memory {
        self.1.memory()
    }

    fn gpu_work(&self) -> Option<GpuWork> {
        self.1.gpu_work()
    }

    fn expected(&self) -> Duration {
        self.1.expected()
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        self.1.run(&TamperingSink(self.0, self.plan(), sink))
    }
}

impl<F: Fn(&Plan, Tile) -> Option<Tile> + Sync> Sink for TamperingSink<'_, F> {
    fn share(&self) -> Share<'_> {
        self.2.share()
    }

    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        (self.0)(self.1, tile).map_or(Ok(()), |tile| self.2.tile(tile))
    }

    fn infinite_sets(&self, sets: &InfiniteSets) {
        self.2.infinite_sets(sets);
    }

    fn is_finished(&self, tile: TileIndex) -> bool {
        self.2.is_finished(tile)
    }

    fn proceed(&self) -> Result<(), Stop> {
        self.2.proceed()
    }
}
