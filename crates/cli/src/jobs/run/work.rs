//! How the work of a run is distributed over its positions: later positions take longer if the search for a value does.

use grundytab::engine::{self, Engine};
use grundytab::plan::Plan;

/// Relates the number of finished positions to the share of the work that is done; also knows how many positions an
/// earlier run has finished.
#[derive(Clone)]
pub struct Work {
    positions: u64,
    /// See [`engine::growth`].
    growth: f64,
    finished: u64,
}

impl From<u64> for Work {
    /// Every position takes the same time.
    fn from(positions: u64) -> Self {
        Work { positions, growth: 1.0, finished: 0 }
    }
}

impl Work {
    /// The work of a plan on an engine.
    pub fn of(engine: &dyn Engine, plan: &Plan) -> Self {
        let growth = engine::growth(engine, plan);
        Work { growth, ..Work::from(plan.job().domain().positions()) }
    }

    /// Restricts the work to that of a rank with this many positions, early and late ones.
    #[must_use]
    pub fn of_rank(self, positions: u64) -> Self {
        Work { positions, ..self }
    }

    /// Marks this many positions as finished by an earlier run.
    #[must_use]
    pub fn after(self, finished: u64) -> Self {
        Work { finished: finished.min(self.positions), ..self }
    }

    /// The number of positions of the whole domain.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The number of positions that an earlier run has finished.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// The work until this many positions are done, as a share of the whole.
    pub fn until(&self, positions: u64) -> f64 {
        (positions as f64 / self.positions.max(1) as f64).min(1.0).powf(self.growth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::engine::cpu::CpuEngine;

    /// Catches a time left that takes late positions for as fast as early ones, and work that does not
    /// end at the end.
    #[test]
    fn late_positions_are_more_work_where_the_search_grows() {
        let plan = Plan::parse("wythoff", "20000", "grundy").expect("a plan");
        let work = Work::of(&CpuEngine, &plan);
        let positions = plan.job().domain().positions();
        assert_eq!(work.positions(), positions);
        let half = work.until(positions / 2);
        assert!((0.3..0.47).contains(&half), "{half}");
        assert_eq!((work.until(0), work.until(positions)), (0.0, 1.0));
    }

    #[test]
    fn an_earlier_run_has_finished_no_more_than_there_is() {
        let work = Work::from(4096);
        assert_eq!((work.until(1024), work.until(9999)), (0.25, 1.0));
        assert_eq!(work.after(5000).finished(), 4096);
    }
}
