//! What `grundytab tabulate` prints of a run.

use std::path::Path;
use std::time::Duration;

use grundytab::engine::{Engine, EngineKind, GpuWork};
use grundytab::totals::Rows;
use grundytab::wording::{bytes_text, counted, counted_as};
use grundytab::{Job, Period, Plan, Report, UnprovedPeriod, needs_values};
use serde::Serialize;

use super::game;
use super::option::option;
use super::output::{self, print};
use super::progress::rate_text;

/// Prints what a run did, for people.
pub fn print_report(out: Option<&Path>, plan: &Plan, report: &Report, seconds: f64) {
    let totals = report.totals;
    let reading = match report.reading {
        Duration::ZERO => String::new(),
        reading => format!(", reading what was stored {:.3} s", reading.as_secs_f64()),
    };
    print(format!(
        "{}\n\
         {} in {seconds:.3} s ({}), computing {:.3} s{reading}\n\
         {}",
        game::job_text(plan.job()),
        counted(totals.positions, "position"),
        rate_text(rate(report, seconds)),
        report.compute.as_secs_f64(),
        output::totals(&totals),
    ));
    if report.positions_before > 0 {
        print(counted_as(
            report.positions_before,
            "position was stored by earlier runs",
            "positions were stored by earlier runs",
        ));
    }
    if report.positions_checked > 0 {
        print(counted_as(
            report.positions_checked,
            "value was checked by the definition",
            "values were checked by the definition",
        ));
    }
    let heap = heap_of_period(plan);
    let along = heap.map_or(String::new(), |heap| format!(" along {heap}"));
    if let Some(period) = report.period {
        let at_the_latest = if period.from_is_first { "" } else { " at the latest" };
        let exceptions = match period.exceptions {
            Some(count) if count > 0 => {
                format!(
                    "; {} before, the last one {}",
                    counted(count, "exception"),
                    period.from - 1
                )
            }
            _ => String::new(),
        };
        print(format!(
            "period {}{along} from {} on{at_the_latest}, proved by {}{exceptions}",
            period.period, period.from, period.proof
        ));
    } else if let Some(seen) = report.unproved_period {
        let length = match heap {
            None => option("--box").value(seen.length_that_proves).to_string(),
            Some(heap) => format!("a side of {} along {heap}", seen.length_that_proves),
        };
        print(format!(
            "period {}{along} from {} on, seen and not proved; {length} proves it if it goes on",
            seen.period, seen.from
        ));
    } else if needs_values(plan) {
        print(format!("no period was proved within {}", counted(totals.positions, "position")));
    }
    if let Some(gpu) = report.gpu {
        let time = match gpu.kernel_time {
            Some(time) => format!("kernels {:.3} s", time.as_secs_f64()),
            None => "GPU timestamps not available".into(),
        };
        print(format!(
            "GPU: {} in {}, {time}; the host worked {:.3} s and waited {:.3} s for the GPU, \
             {:.3} s for storage",
            gpu_work(gpu.work),
            counted(gpu.submissions, "submission"),
            gpu.host_time.as_secs_f64(),
            gpu.waited.as_secs_f64(),
            report.waited_for_storage.as_secs_f64(),
        ));
    }
    if report.ranks > 1 {
        print(format!(
            "{} sent {} with {}",
            counted(report.ranks as u64, "rank"),
            counted(report.traffic.messages, "message"),
            bytes_text(report.traffic.bytes),
        ));
    }
    if let Some(path) = out {
        print(format!("{} in {}", bytes_text(report.bytes_on_disk), path.display()));
    }
}

/// Returns the heap along which a period was looked for, where there are others.
fn heap_of_period(plan: &Plan) -> Option<&'static str> {
    Rows::of(plan.job()).and_then(|rows| rows.heap())
}

/// Returns how many positions the run has computed each second, when what was stored before had been read.
fn rate(report: &Report, seconds_total: f64) -> f64 {
    let computed = report.totals.positions - report.positions_before;
    computed as f64 / (seconds_total - report.reading.as_secs_f64()).max(1e-9)
}

/// Describes what a GPU is made to do.
pub fn gpu_work(work: GpuWork) -> String {
    let dispatches = counted(work.dispatches, "dispatch");
    format!("{dispatches}, {} read back", bytes_text(work.bytes_read_back))
}

/// What a run did.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TabulateReport<'a> {
    #[serde(flatten)]
    job: &'a Job,
    /// The engine that has computed the table.
    engine: EngineKind,
    /// The adapter of the GPU engine; `None` on other engines.
    adapter: Option<String>,
    /// How many positions.
    positions: u64,
    /// Positions that earlier runs have stored.
    positions_before: u64,
    /// Values that were checked by the definition.
    positions_checked: u64,
    /// The sum of the values; an outcome counts 1 at P-positions.
    sum: i64,
    /// How many P-positions; `None` for scores, which do not determine them.
    p_positions: Option<u64>,
    /// The least value, if it is negative, else 0.
    minimum: i64,
    /// The largest value, if it is positive, else 0.
    maximum: i64,
    /// A proved period of the values of a subtraction game on one heap, a take-and-break game, or written rules along a heap, in
    /// all rows; `None` if none was found.
    period: Option<Period>,
    /// The heap along which a period was looked for, where there are others; `None` on one heap, and where none was looked
    /// for.
    period_along: Option<&'static str>,
    /// The period that the values of a take-and-break game, or of written rules, show, if they prove none; `None` if they
    /// show none.
    unproved_period: Option<UnprovedPeriod>,
    /// The seconds in which a resumed run has read what was stored, compared it with the definition and taken it over; 0
    /// for others.
    seconds_reading: f64,
    /// The seconds of computing.
    seconds_compute: f64,
    /// The seconds of computing that waited for storage.
    seconds_waited_for_storage: f64,
    /// The seconds from start to end.
    seconds_total: f64,
    /// The positions of this run for each second from start to end, without `seconds_reading`.
    positions_per_second: f64,
    /// The bytes of the stored chunks.
    bytes_on_disk: u64,
    /// How many processes of MPI have filled the table together; 1 for a process alone.
    ranks: usize,
    /// The messages that they have sent one another.
    messages: u64,
    /// The bytes of these.
    message_bytes: u64,
    /// The work of the GPU; `None` on other engines.
    gpu: Option<GpuReport>,
}

/// What a GPU did in a run.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GpuReport {
    #[serde(flatten)]
    work: GpuWork,
    /// How often dispatches were submitted together.
    submissions: u64,
    /// The seconds of the kernels; `None` without timestamps.
    seconds_kernel: Option<f64>,
    /// The seconds that the host waited for the GPU.
    seconds_waited_for_gpu: f64,
    /// The seconds that the host worked.
    seconds_host: f64,
}

impl<'a> TabulateReport<'a> {
    /// Describes what a run did.
    pub fn of(
        plan: &'a Plan,
        engine: &dyn Engine,
        report: &Report,
        seconds_total: f64,
    ) -> TabulateReport<'a> {
        let totals = report.totals;
        TabulateReport {
            job: plan.job(),
            engine: engine.kind(),
            adapter: engine.adapter(),
            positions: totals.positions,
            positions_before: report.positions_before,
            positions_checked: report.positions_checked,
            sum: totals.sum,
            p_positions: totals.p_positions,
            minimum: totals.minimum,
            maximum: totals.maximum,
            period: report.period,
            period_along: heap_of_period(plan),
            unproved_period: report.unproved_period,
            seconds_reading: report.reading.as_secs_f64(),
            seconds_compute: report.compute.as_secs_f64(),
            seconds_waited_for_storage: report.waited_for_storage.as_secs_f64(),
            seconds_total,
            positions_per_second: rate(report, seconds_total),
            bytes_on_disk: report.bytes_on_disk,
            ranks: report.ranks,
            messages: report.traffic.messages,
            message_bytes: report.traffic.bytes,
            gpu: report.gpu.map(|gpu| GpuReport {
                work: gpu.work,
                submissions: gpu.submissions,
                seconds_kernel: gpu.kernel_time.map(|time| time.as_secs_f64()),
                seconds_waited_for_gpu: gpu.waited.as_secs_f64(),
                seconds_host: gpu.host_time.as_secs_f64(),
            }),
        }
    }
}
