//! A trial: half a second of the real engine on the real job shows how long the run will take.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundytab::control::Control;
use grundytab::engine::cluster::Share;
use grundytab::engine::{Engine, Prepared, growth};
use grundytab::error::Error;
use grundytab::memory::available_memory_bytes;
use grundytab::sync::lock;
use grundytab::tabulate::tabulate_prepared;

/// Shorter runs are not tried: the trial would take too large a part of their time.
const WORTH_A_TRIAL: Duration = Duration::from_secs(10);
/// How long an engine is tried after its first tile.
const TRIAL: Duration = Duration::from_millis(500);
/// How long it is tried at most, if tiles are slow to come.
const LONGEST_TRIAL: Duration = Duration::from_secs(3);

/// Tries two engines on a job, of which the second is the CPU engine, and returns the time of each. Returns `None` if
/// the CPU engine is expected to finish soon, if memory is scarce, or if a trial is inconclusive.
pub(super) fn times_by_trial(
    candidates: [(&dyn Engine, &dyn Prepared); 2],
) -> Option<[Duration; 2]> {
    let is_scarce =
        |prepared: &dyn Prepared| prepared.memory().host_bytes >= available_memory_bytes() / 2;
    let [(first, on_first), (cpu, on_cpu)] = candidates;
    if on_cpu.expected() < WORTH_A_TRIAL || is_scarce(on_first) || is_scarce(on_cpu) {
        return None;
    }
    Some([by_trial(first, on_first)?, by_trial(cpu, on_cpu)?])
}

/// The number of positions that were done at some time of the trial.
#[derive(Clone, Copy)]
struct Mark {
    seconds: f64,
    positions: u64,
}

/// Runs an engine for half a second and extrapolates to the whole run, from the pace between the first and the last
/// tile and the [`growth`] of the work. If the run ends sooner, its own time is returned. Returns `None` if the engine
/// fails or hands over too few tiles.
fn by_trial(engine: &dyn Engine, prepared: &dyn Prepared) -> Option<Duration> {
    let (began, is_enough) = (Instant::now(), AtomicBool::new(false));
    let marks: Mutex<Option<[Mark; 2]>> = Mutex::default();
    let report = |positions: u64| {
        let mut marks = lock(&marks);
        let before = marks.map_or(0, |[_, last]| last.positions);
        let now = Mark { seconds: began.elapsed().as_secs_f64(), positions: before + positions };
        let first = marks.map_or(now, |[first, _]| first);
        *marks = Some([first, now]);
        is_enough.fetch_or(now.seconds - first.seconds > TRIAL.as_secs_f64(), Ordering::Relaxed);
    };
    let control = Control::default().interrupted_by(&is_enough).until(began + LONGEST_TRIAL);
    match tabulate_prepared(prepared, Share::ALL, None, &control.reporting(&report)) {
        Ok(_) => return Some(began.elapsed()),
        Err(Error::Interrupted) => {}
        Err(_) => return None,
    }
    let [first, last] = (*lock(&marks))?;
    let plan = prepared.plan();
    let (whole, growth) = (plan.job().domain().positions() as f64, growth(engine, plan));
    let share_of_work = |mark: Mark| (mark.positions as f64 / whole).powf(growth);
    let share = share_of_work(last) - share_of_work(first);
    let rest = (1.0 - share_of_work(first)) / share * (last.seconds - first.seconds);
    // Without a second tile the rest is no number.
    Duration::try_from_secs_f64(first.seconds + rest).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;
    use grundytab::domain::tiling::Tile;
    use grundytab::engine::cpu::CpuEngine;
    use grundytab::engine::{EngineError, GpuWork, Memory, RunReport, Sink, Wanted};
    use grundytab::plan::Plan;

    fn plan(game: &str, domain: &str) -> Plan {
        Plan::parse(game, domain, "grundy").expect("a plan")
    }

    /// What the CPU engine has prepared, expected to take this long.
    struct Expecting<'a> {
        prepared: Box<dyn Prepared + 'a>,
        time: Duration,
    }

    impl Prepared for Expecting<'_> {
        fn plan(&self) -> &Plan {
            self.prepared.plan()
        }

        fn memory(&self) -> Memory {
            self.prepared.memory()
        }

        fn gpu_work(&self) -> Option<GpuWork> {
            self.prepared.gpu_work()
        }

        fn expected(&self) -> Duration {
            self.time
        }

        fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
            self.prepared.run(sink)
        }
    }

    /// Catches a trial whose result nobody uses, and a trial of a job that is over as soon.
    #[test]
    fn jobs_that_are_expected_to_take_long_are_tried() {
        let plan = plan("wythoff", "64x64");
        let times = |time| {
            let prepared = CpuEngine.prepare(&plan, Wanted::Values).expect("it fits");
            let expecting = Expecting { prepared, time };
            let candidate: (&dyn Engine, &dyn Prepared) = (&CpuEngine, &expecting);
            times_by_trial([candidate, candidate])
        };
        let long = Duration::from_secs(100_000);
        let tried = times(long).expect("it is tried");
        assert!(tried.into_iter().all(|time| time < long), "{tried:?}");
        assert_eq!(times(Duration::from_secs(9)), None);
    }

    /// Takes at least a millisecond for each tile, and fails after this many.
    struct Slow<'a> {
        plan: &'a Plan,
        tiles: AtomicU64,
        fails_after: u64,
    }

    impl Prepared for Slow<'_> {
        fn plan(&self) -> &Plan {
            self.plan
        }

        fn memory(&self) -> Memory {
            Memory::default()
        }

        fn expected(&self) -> Duration {
            Duration::MAX
        }

        fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
            for index in self.plan.tiling().fronts().concat() {
                sink.proceed()?;
                std::thread::sleep(Duration::from_millis(1));
                sink.tile(Tile { index, values: self.plan.blank_tile() })?;
                if self.tiles.fetch_add(1, Ordering::Relaxed) == self.fails_after {
                    return Err(EngineError::Device {
                        adapter: "slow".into(),
                        what: "failed".into(),
                    });
                }
            }
            Ok(RunReport::default())
        }
    }

    /// Catches a trial that goes on to the end, and its own time that is taken for that of the run: 3969 tiles take
    /// four seconds at least.
    #[test]
    fn a_long_run_is_estimated_by_its_beginning() {
        let plan = plan("euclid", "1000x1000").with_tile(16).expect("a plan");
        let slow = Slow { plan: &plan, tiles: AtomicU64::new(0), fails_after: u64::MAX };
        let time = by_trial(&CpuEngine, &slow).expect("a time");
        assert!(time > Duration::from_secs(3), "{time:?}");
        assert!(slow.tiles.into_inner() < plan.tiling().count());
    }

    /// Catches an engine that fails, and is chosen for its pace until then.
    #[test]
    fn a_trial_that_fails_tells_nothing() {
        let plan = plan("euclid", "1000x1000").with_tile(16).expect("a plan");
        let failing = Slow { plan: &plan, tiles: AtomicU64::new(0), fails_after: 3 };
        assert_eq!(by_trial(&CpuEngine, &failing), None);
    }
}
