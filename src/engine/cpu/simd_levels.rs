//! The CPU engine with the vectors of each kind of machine that this one can stand in for.

use fearless_simd::Level;

use super::{digraph, vector_palaces};
use crate::engine::{Engine, EngineError, EngineKind, Sink};
use crate::job::Method;
use crate::plan::{Memory, Plan};
use crate::quantity::Quantity;
use crate::values::ValueType;

/// The levels of this machine, from the one that all machines have.
pub(in crate::engine) fn levels() -> Vec<Level> {
    let best = Level::new();
    let mut levels = vec![Level::baseline()];
    #[cfg(target_arch = "x86_64")]
    {
        levels.extend(best.as_sse4_2().map(Level::Sse4_2));
        levels.extend(best.as_avx2().map(Level::Avx2));
    }
    levels.push(best);
    levels
}

/// The CPU engine with the vectors of a level, where it minds them.
pub(super) struct AtLevel(pub(super) Level);

impl Engine for AtLevel {
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    fn check(&self, _: &Plan) -> Result<(), EngineError> {
        Ok(())
    }

    fn memory(&self, _: &Plan) -> Memory {
        Memory::default()
    }

    fn run(&self, plan: &Plan, sink: &dyn Sink) -> Result<(), EngineError> {
        match (plan.job().method(), plan.job().quantity()) {
            (Method::Thresholds(game), _) => digraph::run_at(plan, &game, sink, self.0),
            (Method::Lines(game), Quantity::Outcome | Quantity::Palaces) => {
                match plan.value_type() {
                    ValueType::Bool | ValueType::U8 => {
                        vector_palaces::run_at::<u8>(plan, &game, sink, self.0)
                    }
                    ValueType::U16 => vector_palaces::run_at::<u16>(plan, &game, sink, self.0),
                    ValueType::U32 => vector_palaces::run_at::<u32>(plan, &game, sink, self.0),
                }
            }
            (method, quantity) => panic!("{method:?} computes {quantity:?} with any vectors"),
        }
    }
}
