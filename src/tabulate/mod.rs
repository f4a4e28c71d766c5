//! Tabulation: an engine computes the tiles of a plan, and a table stores them.

mod array;
mod output;
mod period_feed;
mod spot_check;
mod trial;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub use array::tabulate_array;
use output::Output;
use period_feed::PeriodFeed;
use spot_check::SpotChecks;
pub use trial::{Candidate, tried};

use crate::control::Control;
use crate::engine::{Engine, EngineError, GpuUsage, Prepared, Sink, check_complete};
use crate::error::Error;
use crate::plan::Plan;
use crate::sync::into_inner;
use crate::table::{BackgroundWriter, TableError, TableWriter, with_background_writer};
use crate::totals::{Period, PeriodFinder, Statistics};

/// How long positions wait for their options between two attempts to check them.
const TIME_BETWEEN_CHECKS: Duration = Duration::from_millis(20);

/// What a run has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Totals over all positions.
    pub totals: Statistics,
    /// Positions that an interrupted run had stored before this one resumed it.
    pub positions_before: u64,
    /// Positions whose values were checked by the definition while the table was computed.
    pub positions_checked: u64,
    /// Time of the engine, without the time it has waited for tiles to be stored.
    pub compute: Duration,
    /// Time that the engine has waited for tiles to be stored.
    pub waited_for_storage: Duration,
    /// The period of the values of a one-heap subtraction game, if they prove one.
    pub period: Option<Period>,
    /// Size of all chunks in bytes; 0 if they were discarded.
    pub bytes_on_disk: u64,
    /// What the run has made a GPU do, if it ran on one.
    pub gpu: Option<GpuUsage>,
}

/// Runs `engine` on `plan`. Stores its tiles through `writer` or, without one, discards them.
///
/// `control` can interrupt the run between layers and tiles, and is informed of every finished tile.
///
/// # Errors
/// When interrupted, or when the engine or the table fails.
///
/// ```
/// use grundytab::engine::cpu::CpuEngine;
/// use grundytab::{Control, Plan, tabulate};
/// let plan = Plan::parse("wythoff", "3x3", "grundy")?;
/// let report = tabulate(&plan, &CpuEngine, None, &Control::default())?;
/// // 0 1 2 / 1 2 0 / 2 0 1
/// assert_eq!((report.totals.sum, report.totals.p_positions), (9, Some(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tabulate(
    plan: &Plan,
    engine: &dyn Engine,
    writer: Option<TableWriter>,
    control: &Control,
) -> Result<Report, Error> {
    let prepared = if writer.is_some() || needs_values(plan) {
        engine.prepare(plan)?
    } else {
        engine.prepare_totals(plan)?
    };
    let writer = writer.map(|writer| writer.computed_by(engine));
    tabulate_prepared(prepared.as_ref(), writer, control)
}

/// Whether a run of this plan needs the values themselves, even if they are discarded: the period of a
/// subtraction game is found in them. For others [`Engine::prepare_totals`] suffices.
pub fn needs_values(plan: &Plan) -> bool {
    PeriodFinder::new(plan.job()).is_some()
}

/// Estimates from above the bytes that the totals of a run take, which come to those of its engine and its writer:
/// the values among which the period of a subtraction game is looked for.
///
/// ```
/// use grundytab::{Plan, totals_memory_bytes};
/// assert_eq!(totals_memory_bytes(&Plan::parse("wythoff", "50", "grundy")?), 0);
/// assert!(totals_memory_bytes(&Plan::parse("subtraction:2,5", "50", "grundy")?) > 50);
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
pub fn totals_memory_bytes(plan: &Plan) -> u64 {
    PeriodFeed::bytes(plan)
}

/// Does what [`tabulate`](fn@tabulate) does, for a plan that an engine has prepared already. The table
/// names the engine of [`WriterOptions::engine`](crate::table::WriterOptions::engine).
///
/// # Errors
/// When interrupted, when the engine or the table fails, and when the writer has another plan.
pub fn tabulate_prepared(
    prepared: &dyn Prepared,
    writer: Option<TableWriter>,
    control: &Control,
) -> Result<Report, Error> {
    let plan = prepared.plan();
    if writer.as_ref().is_some_and(|writer| writer.plan() != plan) {
        return Err(Error::OtherPlan);
    }
    let outcome = run(prepared, writer.as_ref(), control);
    let Some(writer) = writer else { return outcome };
    match outcome {
        Ok(report) => writer.finish(report.totals).map(|()| report).map_err(Into::into),
        Err(Error::Interrupted) => {
            writer.suspend("interrupted")?;
            Err(Error::Interrupted)
        }
        Err(error) if error.condemns_table() => {
            writer.condemn(&error.to_string())?;
            Err(error)
        }
        Err(error) => {
            // As much as can be stored; the first error is the one to report.
            drop(writer.suspend(&error.to_string()));
            Err(error)
        }
    }
}

/// Runs the engine until all positions are computed and stored.
fn run(
    prepared: &dyn Prepared,
    writer: Option<&TableWriter>,
    control: &Control,
) -> Result<Report, Error> {
    let plan = prepared.plan();
    let checked_share = writer.map_or(0.0, TableWriter::checked_share);
    let checks = writer.filter(|writer| checked_share > 0.0 || writer.finished().len() > 0);
    let checks = checks.map(|writer| SpotChecks::new(plan, writer, checked_share));
    let checks = checks.as_ref();
    let outcome = while_checking(checks, control, || {
        with_background_writer(writer, |queue| compute(prepared, writer, queue, checks, control))
    });
    let positions_checked = checks.map_or(Ok(0), SpotChecks::outcome)?;
    let (report, bytes) = outcome?;
    let bytes_before = writer.map_or(0, TableWriter::bytes_before);
    let bytes_on_disk = bytes_before + bytes;
    let report = Report { bytes_on_disk, positions_checked, ..report? };
    check_complete(plan, report.totals.positions)?;
    Ok(report)
}

/// Runs `work` and checks stored values at the same time, and those that are left afterwards.
fn while_checking<R>(
    checks: Option<&SpotChecks>,
    control: &Control,
    work: impl FnOnce() -> Result<R, TableError>,
) -> Result<R, TableError> {
    let Some(checks) = checks else { return work() };
    // Tiles of an earlier run come first: an engine that goes on from wrong ones stops at once.
    checks.check(control, false);
    let is_done = AtomicBool::new(false);
    let result = thread::scope(|scope| {
        let check = || {
            while !is_done.load(Ordering::Relaxed) {
                checks.check(control, false);
                thread::sleep(TIME_BETWEEN_CHECKS);
            }
        };
        // Without this thread everything is checked at the end.
        let _ = thread::Builder::new().spawn_scoped(scope, check);
        let _end = SetWhenDropped(&is_done);
        work()
    })?;
    checks.check(control, true);
    Ok(result)
}

/// Sets a flag when it is dropped: also when the work panics, or the thread that waits for the flag would wait
/// for ever.
struct SetWhenDropped<'a>(&'a AtomicBool);

impl Drop for SetWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs the engine and puts its tiles into the queue.
fn compute(
    prepared: &dyn Prepared,
    writer: Option<&TableWriter>,
    queue: Option<&BackgroundWriter<'_>>,
    checks: Option<&SpotChecks>,
    control: &Control,
) -> Result<Report, Error> {
    let output = Output::new(prepared.plan(), writer, queue, checks, control)?;
    let start = Instant::now();
    let outcome = prepared.run(&output);
    if outcome.is_ok() {
        output.count_the_others()?;
        output.proceed().map_err(|_| Error::Interrupted)?;
    }
    let waited = queue.map_or(Duration::ZERO, BackgroundWriter::waited);
    let compute = start.elapsed().saturating_sub(waited);
    if let Some(failure) = into_inner(output.failure) {
        return Err(failure.into());
    }
    let totals = into_inner(output.totals);
    // A tile that could not be stored stops the engine too, but then its error is returned.
    let ran = outcome?;
    if let Some(expected) = ran.totals.filter(|expected| *expected != totals) {
        return Err(EngineError::OtherTotals { expected, found: totals }.into());
    }
    let positions_before = writer.map_or(0, |writer| writer.positions_before());
    Ok(Report {
        totals,
        positions_before,
        positions_checked: 0,
        period: output.period.and_then(PeriodFeed::found),
        compute,
        waited_for_storage: waited,
        bytes_on_disk: 0,
        gpu: ran.gpu,
    })
}
