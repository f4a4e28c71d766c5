//! Tabulation: an engine computes the tiles of a plan, and a table stores them.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::analysis::{Period, PeriodFinder, Statistics};
use crate::control::Control;
use crate::domain::tiling::{Run, Tile};
use crate::engine::{Engine, EngineError, GpuUsage, Prepared, Sink, Stop, check_complete};
use crate::plan::Plan;
use crate::sync::{into_inner, lock};
use crate::table::{BackgroundWriter, TableError, TableWriter, with_background_writer};

/// What a run has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Totals over all positions.
    pub totals: Statistics,
    /// The checksum of all values ([`checksum_of_tile`](crate::analysis::checksum_of_tile)), if the
    /// engine has added them up itself.
    pub checksum: Option<u32>,
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

/// Why a run did not finish.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TabulateError {
    /// The run was interrupted through its [`Control`]. The unfinished table stays in its directory.
    #[error("interrupted")]
    Interrupted,
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The table could not be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The writer was made for another plan than the one that is tabulated.
    #[error("the table was begun for another plan")]
    OtherPlan,
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
/// assert_eq!((report.totals.sum, report.totals.p_positions), (9, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tabulate(
    plan: &Plan,
    engine: &dyn Engine,
    writer: Option<TableWriter>,
    control: &Control,
) -> Result<Report, TabulateError> {
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

/// Does what [`tabulate`](fn@tabulate) does, for a plan that an engine has prepared already. The table
/// names the engine of [`WriterOptions::engine`](crate::table::WriterOptions::engine).
///
/// # Errors
/// When interrupted, when the engine or the table fails, and when the writer has another plan.
pub fn tabulate_prepared(
    prepared: &dyn Prepared,
    writer: Option<TableWriter>,
    control: &Control,
) -> Result<Report, TabulateError> {
    let plan = prepared.plan();
    if writer.as_ref().is_some_and(|writer| writer.plan() != plan) {
        return Err(TabulateError::OtherPlan);
    }
    let (report, bytes_on_disk) =
        with_background_writer(writer.as_ref(), |queue| compute(prepared, queue, control))?;
    let report = Report { bytes_on_disk, ..report? };
    check_complete(plan, report.totals.positions)?;
    if let Some(writer) = writer {
        writer.finish(report.totals)?;
    }
    Ok(report)
}

/// Runs the engine and puts its tiles into the queue.
fn compute(
    prepared: &dyn Prepared,
    queue: Option<&BackgroundWriter<'_>>,
    control: &Control,
) -> Result<Report, TabulateError> {
    let plan = prepared.plan();
    let output = Output {
        plan,
        queue,
        control,
        totals: Mutex::new(Statistics::default()),
        checksum: Mutex::new(None),
        period: Mutex::new(PeriodFinder::new(plan.job())),
    };
    let start = Instant::now();
    let outcome = prepared.run(&output);
    let waited = queue.map_or(Duration::ZERO, BackgroundWriter::waited);
    let compute = start.elapsed().saturating_sub(waited);
    let ran = outcome.map_err(|error| match error {
        // A tile that could not be stored stops the engine too, but then its error is returned.
        EngineError::Stopped => TabulateError::Interrupted,
        error => error.into(),
    })?;
    let totals = into_inner(output.totals);
    if let Some(expected) = ran.totals.filter(|expected| *expected != totals) {
        return Err(EngineError::OtherTotals { expected, found: totals }.into());
    }
    Ok(Report {
        totals,
        checksum: into_inner(output.checksum),
        period: into_inner(output.period).as_ref().and_then(PeriodFinder::found),
        compute,
        waited_for_storage: waited,
        bytes_on_disk: 0,
        gpu: ran.gpu,
    })
}

/// Takes the tiles of an engine, adds up their values and passes them on; or takes totals.
struct Output<'a> {
    plan: &'a Plan,
    queue: Option<&'a BackgroundWriter<'a>>,
    control: &'a Control<'a>,
    totals: Mutex<Statistics>,
    checksum: Mutex<Option<u32>>,
    /// Used for one-heap subtraction games, whose tiles come in order.
    period: Mutex<Option<PeriodFinder>>,
}

impl Output<'_> {
    fn add(&self, totals: Statistics) {
        let mut sum = lock(&self.totals);
        *sum = sum.merge(totals);
        self.control.report(totals.positions);
    }
}

impl Sink for Output<'_> {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        self.proceed()?;
        let region = self.plan.tiling().region(tile.index);
        let totals = Statistics::of_tile(self.plan.job(), &region, &tile.values);
        if let Some(finder) = lock(&self.period).as_mut() {
            let cells = region.runs().flat_map(Run::cells);
            cells.for_each(|(_, cell)| finder.push(tile.values.get(cell)));
        }
        if let Some(queue) = self.queue {
            queue.write(tile)?;
        }
        self.add(totals);
        Ok(())
    }

    fn totals(&self, totals: Statistics, checksum: u32) -> Result<(), Stop> {
        self.proceed()?;
        let mut sum = lock(&self.checksum);
        *sum = Some(sum.unwrap_or(0).wrapping_add(checksum));
        self.add(totals);
        Ok(())
    }

    fn proceed(&self) -> Result<(), Stop> {
        if self.control.is_interrupted() { Err(Stop) } else { Ok(()) }
    }
}
