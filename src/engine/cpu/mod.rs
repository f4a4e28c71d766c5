//! The CPU engine: the mathematics of the shaders, multi-threaded with rayon.
//!
//! It runs in the thread pool it is called from.

mod digraph;
mod euclid;
mod fibonacci;
mod partizan;
#[cfg(test)]
pub(super) mod simd_levels;
mod vector;
mod vector_grundy;
mod vector_palaces;

use super::{Engine, EngineError, EngineKind, Sink};
use crate::engine::lines::check_line_count;
use crate::job::Method;
use crate::plan::{Memory, Plan};
use crate::quantity::Quantity;
use crate::values::{Value, ValueType};

/// Thresholds and line accumulators on all threads.
#[derive(Debug, Clone, Copy, Default)]
pub struct CpuEngine;

impl Engine for CpuEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    fn check(&self, plan: &Plan) -> Result<(), EngineError> {
        match (plan.job().method(), plan.job().quantity()) {
            (Method::Thresholds(_) | Method::Quotients(_) | Method::Limits, _) => Ok(()),
            (Method::LinesOfBoth(game), _) => {
                check_line_count(&partizan::Lines::new(plan, &game).numberings)
            }
            (Method::Lines(game), Quantity::Grundy) => {
                check_line_count(&vector_grundy::lines_of(plan, &game))
            }
            (Method::Lines(game), _) => {
                check_line_count(&vector_palaces::weighted_lines(plan, &game).0)
            }
        }
    }

    fn memory(&self, plan: &Plan) -> Memory {
        let host_bytes = match (plan.job().method(), plan.job().quantity()) {
            (Method::Thresholds(game), _) => digraph::memory_bytes(plan, &game),
            (Method::Quotients(_), _) => euclid::memory_bytes(plan),
            (Method::Limits, _) => fibonacci::memory_bytes(plan),
            (Method::LinesOfBoth(game), _) => partizan::memory_bytes(plan, &game),
            (Method::Lines(game), Quantity::Grundy) => vector_grundy::memory_bytes(plan, &game),
            (Method::Lines(game), _) => vector_palaces::memory_bytes(plan, &game),
        };
        Memory { host_bytes, device_bytes: 0 }
    }

    fn run(&self, plan: &Plan, sink: &dyn Sink) -> Result<(), EngineError> {
        self.check(plan)?;
        match plan.value_type() {
            ValueType::Bool | ValueType::U8 => run_typed::<u8>(plan, sink),
            ValueType::U16 => run_typed::<u16>(plan, sink),
            ValueType::U32 => run_typed::<u32>(plan, sink),
        }
    }
}

fn run_typed<V: Value>(plan: &Plan, sink: &dyn Sink) -> Result<(), EngineError> {
    match (plan.job().method(), plan.job().quantity()) {
        (Method::Thresholds(game), _) => digraph::run(plan, &game, sink),
        (Method::Quotients(game), _) => euclid::run::<V>(plan, game, sink),
        (Method::Limits, _) => fibonacci::run::<V>(plan, sink),
        (Method::LinesOfBoth(game), _) => partizan::run::<V>(plan, &game, sink),
        (Method::Lines(game), Quantity::Grundy) => vector_grundy::run::<V>(plan, &game, sink),
        (Method::Lines(game), _) => vector_palaces::run::<V>(plan, &game, sink),
    }
}
