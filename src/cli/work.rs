//! How the work of a run is spread over its positions: later ones take longer, where the search for a
//! value does.

use grundytab::engine::Engine;
use grundytab::{Domain, InvalidInput, Job, Plan};

/// The domains whose expected times give the shape: these sixteenths of every side.
const SIXTEENTHS: [u32; 6] = [1, 2, 4, 8, 12, 16];

/// How much of the work is done when a number of positions is, and how many positions an earlier run has
/// finished.
///
/// The shape is that of the expected time ([`Prepared::expected`](grundytab::engine::Prepared::expected)) of
/// smaller domains. A run goes through the positions by rank, so that the first ones are
/// nearly those of a smaller domain.
pub struct Work {
    /// Numbers of positions, rising from 0, and the work until then, in any unit.
    points: Vec<(f64, f64)>,
    positions: u64,
    finished: u64,
}

impl From<u64> for Work {
    /// Every position takes the same time.
    fn from(positions: u64) -> Self {
        let points = vec![(0.0, 0.0), (positions as f64, positions as f64)];
        Work { points, positions, finished: 0 }
    }
}

impl Work {
    /// The work of a plan on an engine. If that expects no time, every position takes the same.
    pub fn of(engine: &dyn Engine, plan: &Plan) -> Self {
        let positions = plan.job().domain().positions();
        let mut points = vec![(0.0, 0.0)];
        for (positions, work) in
            SIXTEENTHS.iter().filter_map(|&share| work_of_smaller(engine, plan, share))
        {
            let last = points.last().copied().unwrap_or_default();
            if positions > last.0 && work > last.1 {
                points.push((positions, work));
            }
        }
        match points.last() {
            Some(&(last, _)) if last == positions as f64 => Work { points, positions, finished: 0 },
            _ => Work::from(positions),
        }
    }

    /// The work that is left where an earlier run has finished this many positions.
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

    /// The work until this many positions are done, in a unit that only ratios matter of.
    pub fn until(&self, positions: u64) -> f64 {
        let positions = positions as f64;
        let pieces = self.points.windows(2);
        for piece in pieces {
            let [(begin, before), (end, after)] = [piece[0], piece[1]];
            if positions <= end {
                return before + (after - before) * (positions - begin) / (end - begin);
            }
        }
        self.whole()
    }

    /// The work of all positions.
    pub fn whole(&self) -> f64 {
        self.points.last().map_or(0.0, |&(_, work)| work)
    }
}

/// Returns the positions of a smaller domain, and the time that the engine is expected to take for it.
fn work_of_smaller(engine: &dyn Engine, plan: &Plan, sixteenths: u32) -> Option<(f64, f64)> {
    let plan = smaller(plan, sixteenths, 16).ok()?;
    let expected = engine.prepare(&plan).ok()?.expected()?;
    Some((plan.job().domain().positions() as f64, expected.whole.as_secs_f64()))
}

/// Returns the plan of the same job on a domain that has `share` of `parts` of every side.
pub fn smaller(plan: &Plan, share: u32, parts: u32) -> Result<Plan, InvalidInput> {
    let job = plan.job();
    let domain = job.domain();
    let part = |side: u32| (u64::from(side) * u64::from(share) / u64::from(parts)) as u32;
    let smaller = if domain.is_box() {
        let sides: Vec<u32> = domain.shape().iter().map(|&side| part(side).max(1)).collect();
        Domain::boxed(&sides)
    } else {
        Domain::simplex(domain.heaps(), part(domain.largest_token_sum()))
    }?;
    Plan::new(Job::new(job.ruleset().clone(), smaller, job.quantity(), job.convention())?, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::engine::cpu::CpuEngine;

    /// Catches a time left that takes late positions for as fast as early ones, and work that does not
    /// end at the end.
    #[test]
    fn late_positions_are_more_work_where_the_search_grows() {
        let plan = Plan::parse("triangle", "tokens 2048", "grundy").expect("a plan");
        let work = Work::of(&CpuEngine, &plan);
        let positions = plan.job().domain().positions();
        assert_eq!(work.positions(), positions);
        let half = work.until(positions / 2) / work.whole();
        assert!((0.3..0.47).contains(&half), "{half}");
        assert!((work.until(positions) / work.whole() - 1.0).abs() < 1e-9);
        assert_eq!(work.until(0), 0.0);
        let mut last = 0.0;
        for part in 0..=1000 {
            let now = work.until(positions * part / 1000);
            assert!(now >= last, "{part}");
            last = now;
        }
    }

    #[test]
    fn an_earlier_run_has_finished_no_more_than_there_is() {
        let work = Work::from(4096);
        assert_eq!((work.until(1024), work.whole()), (1024.0, 4096.0));
        assert_eq!(work.after(5000).finished(), 4096);
    }
}
