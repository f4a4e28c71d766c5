//! A trial: how long a run will take, by half a second of the real engine on the real job.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::tabulate_prepared;
use crate::control::Control;
use crate::engine::{Engine, EngineError, GpuWork, Memory, Prepared, RunReport, Sink, growth};
use crate::error::Error;
use crate::memory::available_memory_bytes;
use crate::plan::Plan;
use crate::sync::lock;

/// Engines are not tried where a run is expected to take less: the trial would take too large a part of that.
const WORTH_A_TRIAL: Duration = Duration::from_secs(10);
/// How long an engine is tried after its first tile.
const TRIAL: Duration = Duration::from_millis(500);
/// How long it is tried at most, if tiles are slow to come.
const LONGEST_TRIAL: Duration = Duration::from_secs(3);

/// An engine, and a plan that it has prepared.
pub type Candidate<'a> = (&'a dyn Engine, Box<dyn Prepared + 'a>);

/// Tries two engines that may run a job, the second of which is the CPU engine, and returns what they have prepared,
/// whose [expected](Prepared::expected) times are those of the trial. Where the CPU engine is expected to be done soon,
/// where memory is scarce, or where the trial of an engine does not tell, both keep the times that they expect.
pub fn tried<'a>([first, cpu]: [Candidate<'a>; 2]) -> [Box<dyn Prepared + 'a>; 2] {
    let memory = [&first, &cpu].map(|(_, prepared)| prepared.memory().host_bytes);
    let is_worth_it = cpu.1.expected() >= WORTH_A_TRIAL;
    if is_worth_it
        && memory.into_iter().all(|bytes| bytes < available_memory_bytes() / 2)
        && let Some(first_takes) = by_trial(first.0, first.1.as_ref())
        && let Some(cpu_takes) = by_trial(cpu.0, cpu.1.as_ref())
    {
        return [(first, first_takes), (cpu, cpu_takes)].map(|((_, prepared), takes)| {
            Box::new(Tried { prepared, takes }) as Box<dyn Prepared>
        });
    }
    [first.1, cpu.1]
}

/// How many positions were done at a time of the trial.
#[derive(Clone, Copy)]
struct Mark {
    seconds: f64,
    positions: u64,
}

/// Runs an engine for half a second, and returns how long the whole run takes at the pace between the first tile and
/// the last one that came, as its work grows ([`growth`]). A run that is over sooner takes what it has taken. Returns
/// `None` if the engine fails, or if too few tiles came to tell.
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
    match tabulate_prepared(prepared, None, &control.reporting(&report)) {
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

/// What an engine has prepared, with the time that its trial predicts.
struct Tried<'a> {
    prepared: Box<dyn Prepared + 'a>,
    takes: Duration,
}

impl Prepared for Tried<'_> {
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
        self.takes
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        self.prepared.run(sink)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::domain::tiling::Tile;
    use crate::engine::cpu::CpuEngine;

    fn plan(game: &str, domain: &str) -> Plan {
        Plan::parse(game, domain, "grundy").expect("a plan")
    }

    /// Returns what two engines are expected to take after the trial that were expected to take this long.
    fn after_trial(plan: &Plan, expected: Duration) -> [Duration; 2] {
        let candidate = || -> Candidate<'_> {
            let prepared = CpuEngine.prepare(plan).expect("it fits");
            (&CpuEngine, Box::new(Tried { prepared, takes: expected }))
        };
        tried([candidate(), candidate()]).map(|prepared| prepared.expected())
    }

    /// Catches a trial whose result nobody uses, and a trial of a job that is over as soon.
    #[test]
    fn jobs_that_are_expected_to_take_long_are_tried() {
        let plan = plan("wythoff", "64x64");
        let (long, short) = (Duration::from_secs(100_000), Duration::from_secs(9));
        assert!(after_trial(&plan, long).into_iter().all(|time| time < long));
        assert_eq!(after_trial(&plan, short), [short; 2]);
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
