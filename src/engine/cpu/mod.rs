//! The CPU engine: the mathematics of the shaders, multi-threaded with rayon.
//!
//! The engine runs in the thread pool of its caller.

mod clauses;
mod digraph;
mod digraph_four;
mod euclid;
mod expected;
mod fibonacci;
mod partizan;
mod scores;
mod subtraction;
mod take_and_break;
#[cfg(test)]
pub(crate) mod tests;
mod tiles;
mod vector;
mod vector_grundy;
mod vector_palaces;

pub use clauses::goes_along_lines;

use std::time::Duration;

use expected::ProcessorTime;
use fearless_simd::Level;
use vector::needs::AnyWavefront;

use super::expected::duration;
use super::{
    Engine, EngineError, EngineKind, GpuWork, Memory, Prepared, RunReport, Sink, Traffic, Wanted,
};
use crate::plan::Plan;
use crate::ruleset::Method;

/// Thresholds and line states on all threads of the caller's thread pool.
///
/// On GNU systems, before a run of vector games, one allocation of 16 MiB is made and freed at once, so that the
/// allocator keeps the memory of freed tiles (`vector/wavefront.rs` has the figures).
#[derive(Debug, Clone, Copy, Default)]
pub struct CpuEngine;

impl Engine for CpuEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        _: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        let level = Level::new();
        match (wavefront(plan, level), plan.job().method()) {
            (Some(wavefront), _) => wavefront.check()?,
            (None, Method::Clauses(game)) => clauses::check(plan, game)?,
            (None, Method::DigraphFour(_)) => digraph_four::check(plan)?,
            (None, _) => {}
        }
        Ok(Box::new(PreparedCpu { plan, level }))
    }

    fn fit_tiles(&self, plan: Plan) -> Plan {
        tiles::fitting(plan)
    }
}

/// Prepares a plan whose tiles hand lines to one another. Some rules use the SIMD vectors of the machine.
fn wavefront(plan: &Plan, level: Level) -> Option<Box<dyn AnyWavefront + '_>> {
    match plan.job().method() {
        Method::Partizan(game) => Some(Box::new(partizan::wavefront(plan, game))),
        Method::Scores(games) => Some(scores::wavefront(plan, games)),
        Method::VectorGrundy(game) => Some(Box::new(vector_grundy::wavefront(plan, game))),
        Method::VectorPalaces(game) => Some(Box::new(vector_palaces::wavefront(plan, game, level))),
        Method::Clauses(_)
        | Method::Digraph(_)
        | Method::DigraphFour(_)
        | Method::Euclid(_)
        | Method::Fibonacci
        | Method::SubtractionGrundy(_)
        | Method::SubtractionPalaces(_)
        | Method::TakeAndBreak(_) => None,
    }
}

/// Returns the expected time of a run on one thread in nanoseconds.
pub(super) fn nanoseconds(plan: &Plan) -> f64 {
    ProcessorTime::of(plan).nanoseconds
}

struct PreparedCpu<'a> {
    plan: &'a Plan,
    /// The SIMD level, for the methods that depend on it.
    level: Level,
}

impl Prepared for PreparedCpu<'_> {
    fn plan(&self) -> &Plan {
        self.plan
    }

    fn memory(&self) -> Memory {
        let plan = self.plan;
        let host_bytes = match plan.job().method() {
            Method::Clauses(game) => clauses::memory_bytes(plan, game),
            Method::Digraph(game) => digraph::memory_bytes(plan, game),
            Method::DigraphFour(game) => digraph_four::memory_bytes(plan, game),
            Method::Euclid(_) => euclid::memory_bytes(plan),
            Method::Fibonacci => fibonacci::memory_bytes(plan),
            Method::SubtractionGrundy(game) | Method::SubtractionPalaces(game) => {
                subtraction::memory_bytes(plan, game)
            }
            Method::TakeAndBreak(game) => take_and_break::memory_bytes(plan, game),
            Method::Partizan(game) => return partizan::wavefront(plan, game).memory(),
            Method::Scores(games) => return scores::wavefront(plan, games).memory(),
            Method::VectorGrundy(game) => return vector_grundy::wavefront(plan, game).memory(),
            Method::VectorPalaces(game) => {
                return vector_palaces::wavefront(plan, game, self.level).memory();
            }
        };
        Memory { host_bytes, ..Memory::default() }
    }

    fn gpu_work(&self) -> Option<GpuWork> {
        None
    }

    fn expected(&self) -> Duration {
        duration(ProcessorTime::of(self.plan).seconds())
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        let plan = self.plan;
        let without_messages = |()| Traffic::default();
        let traffic = match plan.job().method() {
            Method::Clauses(game) => clauses::run(plan, game, sink).map(without_messages),
            Method::Digraph(game) => digraph::run(plan, game, sink, self.level),
            Method::DigraphFour(game) => digraph_four::run(plan, game, sink),
            Method::Euclid(game) => euclid::run(plan, *game, sink).map(without_messages),
            Method::Fibonacci => fibonacci::run(plan, sink).map(without_messages),
            Method::Partizan(game) => partizan::wavefront(plan, game).run(sink),
            Method::Scores(games) => scores::wavefront(plan, games).run(sink),
            Method::SubtractionGrundy(game) | Method::SubtractionPalaces(game) => {
                subtraction::run(plan, game, sink).map(without_messages)
            }
            Method::TakeAndBreak(game) => {
                take_and_break::run(plan, game, sink, self.level).map(without_messages)
            }
            Method::VectorGrundy(game) => vector_grundy::wavefront(plan, game).run(sink),
            Method::VectorPalaces(game) => {
                vector_palaces::wavefront(plan, game, self.level).run(sink)
            }
        }?;
        Ok(RunReport { traffic, ..RunReport::default() })
    }
}
