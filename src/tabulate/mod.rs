//! Tabulation: an engine computes the tiles of a plan, and a table stores them.
//!
//! Several ranks may share the work. Each rank runs its engine and stores its tiles; after each step the ranks share
//! errors, so that all of them stop if one has failed ([`share_error`]).

mod array;
mod begin;
mod gathered;
mod grundy_values;
mod in_memory;
mod output;
mod period_feed;
mod replayed;
mod spot_check;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub use array::tabulate_array;
pub use begin::begin_table;
pub use grundy_values::grundy_values;
pub use in_memory::tabulate_in_memory;
use output::Output;
use period_feed::PeriodFeed;
use serde::{Deserialize, Serialize};
use spot_check::{Progress, SpotChecks};

use crate::control::Control;
use crate::engine::cluster::{Network, Share};
use crate::engine::{
    Engine, EngineError, GpuUsage, Prepared, Sink, Traffic, Wanted, check_complete,
};
use crate::error::{Category, Error, share_error};
use crate::plan::Plan;
use crate::sync::into_inner;
use crate::table::{BackgroundWriter, TableWriter, with_background_writer};
use crate::totals::{Period, PeriodFinder, Statistics, UnprovedPeriod};

/// The interval between two attempts to check positions whose options were missing.
const TIME_BETWEEN_CHECKS: Duration = Duration::from_millis(20);

/// What a run has done, on all ranks together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// Totals over all positions.
    pub totals: Statistics,
    /// Positions that an earlier, interrupted run had stored.
    pub positions_before: u64,
    /// Positions whose values were checked by the definition during the run.
    pub positions_checked: u64,
    /// Time to read the tiles of an interrupted run, to compare them with the definition and to load them into the
    /// engine; the longest of all ranks.
    pub reading: Duration,
    /// Time in which the engine has computed, without the time that it has waited for storage; the longest of all
    /// ranks.
    pub compute: Duration,
    /// Time that the engine has waited for storage; the longest of all ranks.
    pub waited_for_storage: Duration,
    /// The period of the values of a subtraction game on one heap, of a take-and-break game, or of written rules along
    /// their long heap, if the values prove one.
    pub period: Option<Period>,
    /// The period that the values of a take-and-break game, or of written rules, show, if they prove none.
    pub unproved_period: Option<UnprovedPeriod>,
    /// Size of all chunks in bytes; 0 if they were discarded.
    pub bytes_on_disk: u64,
    /// The work of the GPU, if the run used one.
    #[serde(skip)]
    pub gpu: Option<GpuUsage>,
    /// The number of ranks.
    pub ranks: usize,
    /// The messages between the ranks.
    pub traffic: Traffic,
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
    let needs_values = writer.is_some() || needs_values(plan);
    let wanted = if needs_values { Wanted::Values } else { Wanted::Totals };
    let prepared = engine.prepare(plan, wanted)?;
    let writer = writer.map(|writer| writer.computed_by(engine));
    tabulate_prepared(prepared.as_ref(), Share::ALL, writer, control)
}

/// Whether a run of this plan needs the values themselves, even if they are discarded: the period of a
/// subtraction game, of a take-and-break game or of written rules is found in them. For others [`Wanted::Totals`] suffice.
pub fn needs_values(plan: &Plan) -> bool {
    PeriodFinder::new(plan.job()).is_some()
}

/// Estimates from above the bytes that the totals of a run take, which come to those of its engine and its writer:
/// the values among which a period is looked for.
pub fn totals_memory_bytes(plan: &Plan) -> u64 {
    PeriodFeed::bytes(plan)
}

/// Does what [`tabulate`](fn@tabulate) does, for a plan that an engine has prepared already, on one of the ranks that
/// share the work: [`Share::ALL`] is that of a single one. All ranks call it, with the same plan, and with writers that
/// the ranks have made together. The report is that of all ranks. The table names the engine of
/// [`WriterOptions::engine`](crate::table::WriterOptions::engine).
///
/// # Errors
/// When interrupted, when the engine or the table fails, and when the writer has another plan: if this happens to a rank,
/// all ranks fail, and all tiles that were finished are stored.
pub fn tabulate_prepared(
    prepared: &dyn Prepared,
    share: Share,
    writer: Option<TableWriter>,
    control: &Control,
) -> Result<Report, Error> {
    let (plan, network) = (prepared.plan(), share.network);
    let is_other = writer.as_ref().is_some_and(|writer| writer.plan() != plan);
    share_error(network, if is_other { Err(Error::OtherPlan) } else { Ok(()) })?;
    let outcome = run(prepared, share, writer.as_ref(), control);
    let Some(mut writer) = writer else { return outcome };
    // The first rank finishes the table when all tiles of the others are on the disk.
    let outcome = outcome.and_then(|report| {
        let synced = if writer.is_first() { Ok(()) } else { writer.sync() };
        share_error(network, synced.map_err(Error::from)).map(|()| report)
    });
    match outcome {
        Ok(report) => {
            let is_first = writer.is_first();
            let finished = if is_first { writer.finish(report.totals) } else { Ok(()) };
            share_error(network, finished.map_err(Error::from)).map(|()| report)
        }
        Err(error) => {
            let left = leave(&mut writer, &error);
            // Until then the first rank keeps the table locked.
            let left = share_error(network, left);
            match error.category() {
                Category::Interrupted => left.and(Err(error)),
                _ if error.condemns_table() => left.and(Err(error)),
                // As much as can be stored; the first error is the one to report.
                _ => Err(error),
            }
        }
    }
}

/// Leaves a table that is not complete, with what was stored.
fn leave(writer: &mut TableWriter, error: &Error) -> Result<(), Error> {
    let left = match error.category() {
        _ if error.condemns_table() => writer.condemn(&error.to_string()),
        Category::Interrupted => writer.suspend("interrupted"),
        _ => writer.suspend(&error.to_string()),
    };
    left.map_err(Error::from)
}

/// Runs the engine until all ranks have computed and stored their positions.
fn run(
    prepared: &dyn Prepared,
    share: Share,
    writer: Option<&TableWriter>,
    control: &Control,
) -> Result<Report, Error> {
    let (plan, network) = (prepared.plan(), share.network);
    let checked_share = writer.map_or(0.0, |writer| writer.checked_share);
    // Stored outcomes of a game whose moves lead to sums cannot be checked: the definition asks for Grundy values.
    let is_checked = |writer: &&TableWriter| {
        let is_drawn = checked_share > 0.0 || writer.finished(share).next().is_some();
        // Nor can generalized Grundy values, whose sets are stored last.
        plan.job().is_of_options() && plan.job().first_infinite().is_none() && is_drawn
    };
    let checks = writer.filter(is_checked);
    let checks = checks.map(|writer| SpotChecks::new(plan, writer, share, checked_share));
    let checks = checks.as_ref();
    let began = Instant::now();
    let outcome = while_checking(checks, control, || {
        let computed = with_background_writer(writer, |queue| {
            compute((prepared, share, began), writer, queue, checks, control)
        });
        let (computed, bytes) = computed?;
        let (report, expected) = computed?;
        Ok((Report { bytes_on_disk: bytes, ..report }, expected))
    });
    let is_true = || checks.map_or(Ok(0), SpotChecks::outcome);
    let (report, expected) = share_error(network, is_true().and(outcome))?;
    // What other ranks have stored is there now, too.
    if let Some(checks) = checks {
        checks.check(control, Progress::Complete);
    }
    let positions_checked = share_error(network, is_true())?;
    let report = Report { positions_checked, ..report }.of_all(network);
    let bytes_on_disk = writer.map_or(0, |writer| writer.read_back.bytes) + report.bytes_on_disk;
    let found = report.totals;
    let is_right = match expected.filter(|&expected| expected != found) {
        Some(expected) => Err(EngineError::OtherTotals { expected, found }),
        None => check_complete(plan, found.positions),
    };
    share_error(network, is_right.map_err(Error::from))?;
    Ok(Report { bytes_on_disk, ..report })
}

impl Report {
    /// Adds up what all ranks have done. All of them call it.
    fn of_all(self, network: &dyn Network) -> Self {
        let parts = network.gather_all(&serde_json::to_vec(&self).unwrap_or_default());
        let parts = parts.iter().filter_map(|part| serde_json::from_slice::<Report>(part).ok());
        let sum = parts.reduce(|sum, part| Report {
            totals: sum.totals.merge(part.totals),
            positions_checked: sum.positions_checked + part.positions_checked,
            reading: sum.reading.max(part.reading),
            compute: sum.compute.max(part.compute),
            waited_for_storage: sum.waited_for_storage.max(part.waited_for_storage),
            period: sum.period.or(part.period),
            unproved_period: sum.unproved_period.or(part.unproved_period),
            bytes_on_disk: sum.bytes_on_disk + part.bytes_on_disk,
            traffic: Traffic {
                messages: sum.traffic.messages + part.traffic.messages,
                bytes: sum.traffic.bytes + part.traffic.bytes,
            },
            ..sum
        });
        Report { gpu: self.gpu, ranks: network.size(), ..sum.unwrap_or(self) }
    }
}

/// Runs `work` and checks stored values at the same time. Where the work fails, it checks what was stored by then.
fn while_checking<R>(
    checks: Option<&SpotChecks>,
    control: &Control,
    work: impl FnOnce() -> Result<R, Error>,
) -> Result<R, Error> {
    let Some(checks) = checks else { return work() };
    // Tiles of an earlier run come first: no engine goes on from wrong ones.
    checks.check_found(control);
    let is_done = AtomicBool::new(false);
    let result = thread::scope(|scope| {
        let check = || {
            while !is_done.load(Ordering::Relaxed) {
                checks.check(control, Progress::Running);
                thread::sleep(TIME_BETWEEN_CHECKS);
            }
        };
        // Without this thread everything is checked at the end.
        let _ = thread::Builder::new().spawn_scoped(scope, check);
        let _end = SetWhenDropped(&is_done);
        work()
    });
    if result.is_err() {
        checks.check(control, Progress::Failed);
    }
    result
}

/// Sets a flag when it is dropped: also when the work panics, or the thread that waits for the flag would wait
/// for ever.
struct SetWhenDropped<'a>(&'a AtomicBool);

impl Drop for SetWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs the engine and puts its tiles into the queue. Returns the totals that the engine has added up, too.
fn compute(
    (prepared, share, began): (&dyn Prepared, Share, Instant),
    writer: Option<&TableWriter>,
    queue: Option<&BackgroundWriter<'_>>,
    checks: Option<&SpotChecks>,
    control: &Control,
) -> Result<(Report, Option<Statistics>), Error> {
    let output = Output::new((prepared.plan(), share), writer, queue, checks, control);
    let output = share_error(share.network, output.map_err(Error::from))?;
    let outcome = prepared.run(&output);
    if outcome.is_ok() {
        output.proceed().map_err(|_| Error::Interrupted)?;
    }
    let waited = queue.map_or(Duration::ZERO, BackgroundWriter::waited);
    let ended = Instant::now();
    let computes_since = output.computes_since().unwrap_or(ended);
    let compute = (ended - computes_since).saturating_sub(waited);
    let reading = match writer {
        Some(writer) if writer.is_resumed => writer.read_back.took + (computes_since - began),
        Some(_) | None => Duration::ZERO,
    };
    if let Some(failure) = into_inner(output.failure) {
        return Err(failure.into());
    }
    let totals = into_inner(output.totals);
    // A tile that could not be stored stops the engine too, but then its error is returned.
    let ran = outcome?;
    let positions_before = writer.map_or(0, |writer| writer.positions_before());
    let period = output.period.and_then(PeriodFeed::found);
    let report = Report {
        totals,
        positions_before,
        positions_checked: 0,
        period: period.and_then(Result::ok),
        unproved_period: period.and_then(Result::err),
        reading,
        compute,
        waited_for_storage: waited,
        bytes_on_disk: 0,
        gpu: ran.gpu,
        ranks: 1,
        traffic: ran.traffic,
    };
    Ok((report, ran.totals))
}
