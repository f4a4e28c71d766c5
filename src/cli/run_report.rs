//! What `grundytab tabulate` prints of a run.

use std::path::Path;
use std::time::Duration;

use grundytab::engine::{Engine, GpuWork};
use grundytab::{Plan, Report, bytes_text, counted, counted_as, needs_values};
use serde_json::{Value, json};

use super::game;
use super::output::{self, print};

/// Prints what a run did, for people.
pub fn print_report(out: Option<&Path>, plan: &Plan, report: &Report, seconds: f64) {
    let totals = report.totals;
    let reading = match report.reading {
        Duration::ZERO => String::new(),
        reading => format!(", reading what was stored {:.3} s", reading.as_secs_f64()),
    };
    print(format!(
        "{}\n\
         {} in {seconds:.3} s ({:.1} M positions/s), computing {:.3} s{reading}\n\
         {}",
        game::job_text(plan.job()),
        counted(totals.positions, "position"),
        rate(report, seconds) / 1e6,
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
    if let Some(period) = report.period {
        let at_the_latest = if period.from_is_first { "" } else { " at the latest" };
        let (from, period) = (period.from, period.period);
        print(format!(
            "period {period} from {from} on{at_the_latest}, proved by a repeated window"
        ));
    } else if needs_values(plan) {
        print(format!("no period was found within {}", counted(totals.positions, "position")));
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

/// Describes what a run did, for programs.
pub fn json(plan: &Plan, engine: &dyn Engine, report: &Report, seconds_total: f64) -> Value {
    let (job, totals) = (plan.job(), report.totals);
    json!({
        "ruleset": job.ruleset().to_string(),
        "domain": job.domain(),
        "quantity": job.quantity(),
        "convention": job.convention(),
        "engine": engine.kind().to_string(),
        "adapter": engine.adapter(),
        "positions": totals.positions,
        "positions_before": report.positions_before,
        "positions_checked": report.positions_checked,
        "sum": totals.sum,
        "p_positions": totals.p_positions,
        "minimum": totals.minimum,
        "maximum": totals.maximum,
        "period": report.period,
        "seconds_reading": report.reading.as_secs_f64(),
        "seconds_compute": report.compute.as_secs_f64(),
        "seconds_waited_for_storage": report.waited_for_storage.as_secs_f64(),
        "seconds_total": seconds_total,
        "positions_per_second": rate(report, seconds_total),
        "bytes_on_disk": report.bytes_on_disk,
        "ranks": report.ranks,
        "messages": report.traffic.messages,
        "message_bytes": report.traffic.bytes,
        "gpu": report.gpu.map(|gpu| json!({
            "dispatches": gpu.work.dispatches,
            "steps": gpu.work.steps,
            "bytes_read_back": gpu.work.bytes_read_back,
            "submissions": gpu.submissions,
            "seconds_kernel": gpu.kernel_time.map(|time| time.as_secs_f64()),
            "seconds_waited_for_gpu": gpu.waited.as_secs_f64(),
            "seconds_host": gpu.host_time.as_secs_f64(),
        })),
    })
}
