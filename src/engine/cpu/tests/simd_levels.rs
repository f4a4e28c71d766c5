//! Test-only engine: the CPU engine with the vectors of each kind of machine that this one can stand in for.

use fearless_simd::Level;

use crate::engine::cpu::{PreparedCpu, method};
use crate::engine::reference::ReferenceEngine;
use crate::engine::{Engine, EngineError, EngineKind, Prepared, Wanted};
use crate::plan::Plan;
use crate::ruleset::Method;
use crate::table::InMemoryTable;

/// The levels of this machine, from the one that all machines have.
pub(crate) fn levels() -> Vec<Level> {
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
pub(in crate::engine::cpu) struct AtLevel(pub(in crate::engine::cpu) Level);

impl Engine for AtLevel {
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        _: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        let chosen = plan.job().method();
        let minds_vectors = matches!(
            chosen,
            Method::Clauses(_)
                | Method::Digraph(_)
                | Method::TakeAndBreak(_)
                | Method::VectorGrundy(_)
                | Method::VectorPalaces(_)
        );
        assert!(minds_vectors, "{chosen:?} is computed with any vectors");
        Ok(Box::new(PreparedCpu { plan, method: method(plan, self.0) }))
    }
}

/// Compares the tables of all levels with the definition.
pub(in crate::engine::cpu) fn assert_all_levels_agree(plan: &Plan) {
    let truth = InMemoryTable::run(&ReferenceEngine, plan).expect("the reference runs");
    for level in levels() {
        let found = InMemoryTable::run(&AtLevel(level), plan).expect("the engine runs");
        let (job, edges) = (plan.job(), plan.tiling().edges());
        if let Err(difference) = truth.compare(&found) {
            panic!(
                "{} on {}, {}, tiles of {edges:?}, {level:?}: {difference}",
                job.ruleset(),
                job.domain(),
                job.quantity()
            );
        }
    }
}
