//! Test-only engine: the CPU engine with the vectors of each kind of machine that this one can stand in for.

use fearless_simd::Level;

use super::vector::needs::AnyWavefront;
use super::{digraph, vector_palaces};
use crate::engine::{Engine, EngineError, EngineKind, Memory, Prepared, RunReport, Sink};
use crate::plan::Plan;
use crate::ruleset::Method;

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

    fn prepare<'a>(&'a self, plan: &'a Plan) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        Ok(Box::new(PreparedAtLevel { plan, level: self.0 }))
    }
}

struct PreparedAtLevel<'a> {
    plan: &'a Plan,
    level: Level,
}

impl Prepared for PreparedAtLevel<'_> {
    fn plan(&self) -> &Plan {
        self.plan
    }

    fn memory(&self) -> Memory {
        Memory::default()
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        let (plan, level) = (self.plan, self.level);
        match plan.job().method() {
            Method::Digraph(game) => digraph::run_at(plan, game, sink, level),
            Method::VectorPalaces(game) => vector_palaces::wavefront(plan, game, level).run(sink),
            method => panic!("{method:?} is computed with any vectors"),
        }?;
        Ok(RunReport::default())
    }
}
