//! The reference engine: the definition, position by position in rank order.
//!
//! It keeps the whole table in memory and lists every option of every position: for small tables,
//! and to judge the others.

use super::{Engine, EngineError, EngineKind, Sink, value_by_definition};
use crate::domain::Coordinates;
use crate::engine::assemble::Assembler;
use crate::plan::{Memory, Plan};

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
        let sides = plan.job().domain().sides().map(u64::from);
        let table_bytes = sides.into_iter().fold(4, u64::saturating_mul);
        Memory { host_bytes: table_bytes.saturating_add(plan.open_tile_bytes()), device_bytes: 0 }
    }

    fn run(&self, plan: &Plan, sink: &dyn Sink) -> Result<(), EngineError> {
        let job = plan.job();
        let [_, columns, depth] = job.domain().sides().map(|side| side as usize);
        let index =
            |at: Coordinates| (at[0] as usize * columns + at[1] as usize) * depth + at[2] as usize;
        let sides = job.domain().sides();
        let mut table = vec![0; sides.iter().map(|&side| side as usize).product()];
        let mut assembler = Assembler::new(plan, sink);
        for layer in job.domain().layers() {
            sink.proceed()?;
            let mut values = vec![0; layer.slots()];
            for at in layer.positions() {
                let value = value_by_definition(
                    job.ruleset(),
                    job.quantity(),
                    job.convention(),
                    at,
                    |option| table[index(option)],
                );
                table[index(at)] = value;
                values[layer.slot_of(at)] = value;
            }
            assembler.layer(&layer, &values)?;
        }
        Ok(())
    }
}
