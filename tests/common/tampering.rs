//! An engine that computes one wrong value.

use grundytab::domain::tiling::{Tile, TileIndex};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::{Engine, EngineError, EngineKind, Memory, Prepared, RunReport, Sink, Stop};
use grundytab::values::Values;
use grundytab::{Coordinates, Plan};

/// The CPU engine with one wrong value.
pub struct Tampering {
    /// Where.
    pub at: Coordinates,
    /// The value that is handed over there.
    pub value: u32,
}

struct PreparedTampering<'a>(&'a Tampering, Box<dyn Prepared + 'a>);

struct TamperingSink<'a>(&'a Tampering, &'a Plan, &'a dyn Sink);

impl Engine for Tampering {
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    fn prepare<'a>(&'a self, plan: &'a Plan) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        Ok(Box::new(PreparedTampering(self, CpuEngine.prepare(plan)?)))
    }
}

impl Prepared for PreparedTampering<'_> {
    fn plan(&self) -> &Plan {
        self.1.plan()
    }

    fn memory(&self) -> Memory {
        self.1.memory()
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        self.1.run(&TamperingSink(self.0, self.plan(), sink))
    }
}

impl Sink for TamperingSink<'_> {
    fn tile(&self, Tile { index, values }: Tile) -> Result<(), Stop> {
        let (tampered, offset): (TileIndex, usize) = self.1.tiling().locate(self.0.at);
        let value = |cell: usize| match index == tampered && cell == offset {
            true => self.0.value,
            false => values.get(cell),
        };
        let values = Values::from_u32(self.1.value_type(), (0..values.len()).map(value));
        self.2.tile(Tile { index, values })
    }

    fn proceed(&self) -> Result<(), Stop> {
        self.2.proceed()
    }
}
