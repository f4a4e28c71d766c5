//! The main job: an engine fills the tiles of a plan, a table takes them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::domain::tiling::Tile;
use crate::engine::{Engine, EngineError, GpuAccount, Sink, Stop, check_complete};
use crate::period::{Period, PeriodFinder};
use crate::plan::Plan;
use crate::statistics::Statistics;
use crate::sync::lock;
use crate::table::{TableError, TableWriter};

/// What a run did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// Totals over all positions.
    pub totals: Statistics,
    /// Time of the engine, without what its threads spent encoding and writing tiles.
    pub compute: Duration,
    /// The period of a one-heap subtraction game, if the table proves one.
    pub period: Option<Period>,
    /// Size of all chunks in bytes; 0 when they are discarded.
    pub bytes_on_disk: u64,
    /// What the run has made a GPU do, if it ran on one.
    pub gpu: Option<GpuAccount>,
}

/// Why a run did not finish.
#[derive(Debug, thiserror::Error)]
pub enum TabulateError {
    /// The caller's flag was raised. A table in the making stays in its partial directory.
    #[error("interrupted")]
    Interrupted,
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The table could not be written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Runs `engine` on `plan`, storing tiles through `writer` or, without one, discarding them.
///
/// `interrupt` is looked at between layers and tiles. `progress` is called from any thread with
/// the number of positions that have just been finished.
///
/// # Errors
/// When interrupted, or when the engine or the table fails.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use grundytab::engine::cpu::CpuEngine;
/// use grundytab::{Convention, Domain, Job, Plan, Quantity, Ruleset, tabulate};
/// let game = Ruleset::parse("wythoff")?;
/// let job = Job::new(game, Domain::boxed(&[3, 3])?, Quantity::Grundy, Convention::Normal)?;
/// let plan = Plan::new(job, None)?;
/// let report = tabulate(&plan, &CpuEngine, None, &AtomicBool::new(false), &|_| ())?;
/// // 0 1 2 / 1 2 0 / 2 0 1
/// assert_eq!((report.totals.sum, report.totals.p_positions), (9, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tabulate(
    plan: &Plan,
    engine: &dyn Engine,
    writer: Option<TableWriter>,
    interrupt: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, TabulateError> {
    let output = Output {
        plan,
        writer: writer.as_ref(),
        interrupt,
        progress,
        totals: Mutex::new(Statistics::default()),
        period: Mutex::new(PeriodFinder::new(plan.job())),
        failure: Mutex::new(None),
        storing_nanos: AtomicU64::new(0),
        bytes_on_disk: AtomicU64::new(0),
        gpu: Mutex::new(None),
    };
    let start = Instant::now();
    let outcome = engine.run(plan, &output);
    let elapsed = start.elapsed();
    if let Some(failure) = lock(&output.failure).take() {
        return Err(failure);
    }
    outcome?;
    let storing = Duration::from_nanos(output.storing_nanos.into_inner());
    let report = Report {
        totals: *lock(&output.totals),
        period: lock(&output.period).as_ref().and_then(PeriodFinder::found),
        compute: elapsed.saturating_sub(storing / rayon::current_num_threads() as u32),
        bytes_on_disk: output.bytes_on_disk.into_inner(),
        gpu: *lock(&output.gpu),
    };
    check_complete(plan, report.totals.positions)?;
    if let Some(writer) = writer {
        writer.finish(report.totals)?;
    }
    Ok(report)
}

struct Output<'a> {
    plan: &'a Plan,
    writer: Option<&'a TableWriter>,
    interrupt: &'a AtomicBool,
    progress: &'a (dyn Fn(u64) + Sync),
    totals: Mutex<Statistics>,
    /// For one-heap subtraction games, whose tiles come in order.
    period: Mutex<Option<PeriodFinder>>,
    failure: Mutex<Option<TabulateError>>,
    storing_nanos: AtomicU64,
    bytes_on_disk: AtomicU64,
    gpu: Mutex<Option<GpuAccount>>,
}

impl Output<'_> {
    /// Remembers why the engine is being stopped.
    fn stop(&self, why: TabulateError) -> Stop {
        lock(&self.failure).get_or_insert(why);
        Stop
    }
}

impl Sink for Output<'_> {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        self.proceed()?;
        let block = self.plan.tiling().block(tile.index);
        let totals = Statistics::of_tile(self.plan.job(), &block, &tile.values);
        if let Some(finder) = lock(&self.period).as_mut() {
            for run in block.runs() {
                let cells = run.offset..run.offset + run.length;
                cells.for_each(|cell| finder.push(tile.values.get(cell)));
            }
        }
        if let Some(writer) = self.writer {
            let start = Instant::now();
            let bytes = writer.store(&tile).map_err(|error| self.stop(error.into()))?;
            let nanos = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.storing_nanos.fetch_add(nanos, Ordering::Relaxed);
            self.bytes_on_disk.fetch_add(bytes, Ordering::Relaxed);
        }
        let mut sum = lock(&self.totals);
        *sum = sum.merge(totals);
        (self.progress)(totals.positions);
        Ok(())
    }

    fn proceed(&self) -> Result<(), Stop> {
        match self.interrupt.load(Ordering::Relaxed) {
            true => Err(self.stop(TabulateError::Interrupted)),
            false => Ok(()),
        }
    }

    fn account(&self, account: GpuAccount) {
        *lock(&self.gpu) = Some(account);
    }
}
