//! `grundytab batch --dry-run`: what the jobs would take, without running one.

use std::path::Path;
use std::time::Duration;

use crate::jobs::batch::{Batch, BatchJob};
use crate::jobs::run::{Tabulation, choose};
use grundytab::engine::cluster::SingleRank;
use grundytab::engine::{EngineKind, Wanted};
use grundytab::memory::available_memory_bytes;
use grundytab::table::available_disk_bytes;
use grundytab::wording::{bytes_text, counted, counted_as};
use grundytab::{Error, Plan};
use serde::Serialize;

use super::admission::leaves_cores_idle;
use super::display::{print_columns, tell_of_others};
use super::filling::{plan_to_fill, storage};
use super::status::{COMPLETE, find};
use crate::commands::advice;
use crate::commands::call::quietly;
use crate::commands::expected_time::{spoken, with_storing};
use crate::commands::failure::{Failure, Result};
use crate::commands::option::switch;
use crate::commands::output::{as_seconds, note, object, print, shown_text};
use crate::commands::terminal::Terminal;

/// What a small table takes besides, to make its files and flush them: measured on a disk of a server.
const OF_A_TABLE: Duration = Duration::from_millis(10);

/// What the jobs would take.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct BatchPlanReport<'a> {
    /// The jobs, in the order of the file.
    jobs: Vec<JobPlan<'a>>,
    /// How many tables are complete already.
    complete: usize,
    /// How many jobs of sweeps are skipped, since there are no such games.
    skipped: usize,
    /// The expected time of the others, as many side by side as would run so, with storing; `None` if nothing would be computed.
    #[serde(rename = "seconds_expected", serialize_with = "as_seconds")]
    #[cfg_attr(test, schemars(with = "Option<f64>"))]
    expected: Option<Duration>,
    /// The largest memory that jobs would take at a time, estimated from above.
    memory_bytes: u64,
    /// The bytes of their tables before compression.
    disk_bytes: u64,
    /// The bytes that are free on the disk that the first of them goes to; `None` if that is not known.
    disk_free_bytes: Option<u64>,
}

/// What a job would take; nothing if its table is complete.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct JobPlan<'a> {
    /// Its name.
    job: &'a str,
    /// Its table.
    path: &'a Path,
    /// What there is of its table: `complete`, `unfinished`, `not begun` or `odd`.
    state: &'static str,
    /// How many positions it has.
    positions: u64,
    /// The engine that would compute it; `None` if nothing would be computed.
    engine: Option<EngineKind>,
    /// The bytes of memory, estimated from above.
    memory_bytes: u64,
    /// The bytes of its table before compression.
    disk_bytes: u64,
    /// The expected time, with storing; `None` if nothing would be computed.
    #[serde(rename = "seconds_expected", serialize_with = "as_seconds")]
    #[cfg_attr(test, schemars(with = "Option<f64>"))]
    expected: Option<Duration>,
    /// Why it cannot run; `None` if it can.
    reason: Option<String>,
    #[serde(skip)]
    leaves_cores_idle: bool,
}

impl<'a> JobPlan<'a> {
    fn of(job: &'a BatchJob, terminal: Terminal, overwrite: bool) -> Self {
        let found = find(job);
        let mut plan = JobPlan {
            job: &job.name,
            path: &job.path,
            state: found.state,
            positions: job.plan.job().domain().positions(),
            engine: None,
            memory_bytes: 0,
            disk_bytes: 0,
            expected: None,
            reason: None,
            leaves_cores_idle: leaves_cores_idle(job),
        };
        if found.is_in_the_way && !overwrite {
            let what = format!("{}: {}", job.path.display(), found.about);
            let hint = "or give the job another name";
            let reason = format!("{what}; replace it with {}, {hint}", switch("--overwrite"));
            plan.reason = Some(shown_text(&reason));
        } else if plan.state != COMPLETE || overwrite {
            let outcome = plan.estimate(job, terminal, overwrite);
            plan.reason = outcome.err().map(|error| shown_text(&advice::message(&error)));
        }
        plan
    }

    fn estimate(
        &mut self,
        job: &BatchJob,
        terminal: Terminal,
        overwrite: bool,
    ) -> std::result::Result<(), Error> {
        let plan = plan_to_fill(job, overwrite);
        let adapter = job.adapter.as_deref();
        let choose = || choose(job.engine, adapter, &plan, Wanted::Values, &SingleRank, &terminal);
        let choice = quietly(choose)?.without_trial();
        let sharding = |_: &Plan| Ok(job.sharding);
        let storage = storage(job, &sharding, overwrite);
        let tabulation = Tabulation::new(&choice, Some(storage), &SingleRank, &terminal)?;
        self.engine = Some(tabulation.chosen.engine.kind());
        self.memory_bytes = tabulation.memory_bytes(1)?;
        self.disk_bytes = tabulation.chosen.prepared.plan().table_bytes();
        let storing = tabulation.expected_to_store().unwrap_or_default();
        let computing = tabulation.chosen.expected.saturating_add(storing);
        self.expected = Some(computing.saturating_add(OF_A_TABLE));
        tabulation.check_resources()
    }

    fn row(&self) -> [String; 8] {
        let is_planned = self.engine.is_some();
        let if_planned = |text: String| if is_planned { text } else { String::new() };
        [
            self.job.to_owned(),
            self.state.to_owned(),
            self.positions.to_string(),
            self.engine.map_or_else(String::new, |engine| engine.to_string()),
            if_planned(bytes_text(self.memory_bytes)),
            if_planned(bytes_text(self.disk_bytes)),
            self.expected.map(spoken).unwrap_or_default(),
            self.reason.clone().unwrap_or_default(),
        ]
    }
}

/// Prints what jobs would take. Nothing is computed, and nothing made.
///
/// # Errors
/// When a job cannot run.
pub fn print_plans(
    (batch, jobs): (&Batch, &[&BatchJob]),
    terminal: Terminal,
    overwrite: bool,
    json: bool,
) -> Result<()> {
    // The report counts them.
    tell_of_others(batch, terminal.quiet, false);
    // Notes about engines and disks would come once for each job.
    let mut silent = terminal;
    silent.quiet = true;
    let plans: Vec<JobPlan> = jobs.iter().map(|job| JobPlan::of(job, silent, overwrite)).collect();
    let (expected, memory_bytes) =
        side_by_side(&plans, rayon::current_num_threads(), available_memory_bytes());
    let report = BatchPlanReport {
        skipped: batch.skipped.len(),
        complete: plans.iter().filter(|plan| plan.state == COMPLETE).count(),
        expected: plans.iter().any(|plan| plan.expected.is_some()).then_some(expected),
        memory_bytes,
        disk_bytes: plans.iter().map(|plan| plan.disk_bytes).sum(),
        disk_free_bytes: free_bytes(&plans),
        jobs: plans,
    };
    if json {
        print(object(&report));
    } else {
        report.print_text(overwrite);
    }
    if let Some(free) = report.disk_free_bytes.filter(|&free| free < report.disk_bytes) {
        let [needed, free] = [report.disk_bytes, free].map(bytes_text);
        note(terminal.quiet, format!("the tables take up to {needed} on disk, {free} are free"));
    }
    let failed = || report.jobs.iter().filter_map(|plan| plan.reason.as_ref().zip(Some(plan.job)));
    match failed().next() {
        None => Ok(()),
        Some((reason, first)) => Err(Failure::check(format!(
            "{} of {} cannot run, the first is {first}: {reason}",
            failed().count(),
            counted(report.jobs.len(), "job")
        ))),
    }
}

impl BatchPlanReport<'_> {
    fn print_text(&self, overwrite: bool) {
        let rows: Vec<_> = self.jobs.iter().map(JobPlan::row).collect();
        let head = ["job", "state", "positions", "engine", "memory", "disk at most", "time", ""];
        print_columns(head, &rows);
        let is = if overwrite { "is replaced" } else { "is complete already" };
        let are = if overwrite { "are replaced" } else { "are complete already" };
        let complete = counted_as(self.complete, &format!("table {is}"), &format!("tables {are}"));
        let complete = match self.skipped {
            0 => complete,
            skipped => format!("{complete}, {skipped} skipped"),
        };
        let can_run = |plan: &JobPlan| plan.engine.is_some() && plan.reason.is_none();
        if self.complete < self.jobs.len() && !self.jobs.iter().any(can_run) {
            print(format!(
                "{}, {complete}: none of the others can run",
                counted(self.jobs.len(), "job")
            ));
            return;
        }
        print(format!(
            "{}, {complete}: {}, memory at most {} at a time, disk at most {} before compression",
            counted(self.jobs.len(), "job"),
            self.expected.map_or_else(|| "nothing is left to compute".into(), with_storing),
            bytes_text(self.memory_bytes),
            bytes_text(self.disk_bytes)
        ));
    }
}

/// Returns the bytes that are free on the disk that the first table goes to, whose folder may still have to be made.
fn free_bytes(plans: &[JobPlan]) -> Option<u64> {
    let folders = plans.first()?.path.ancestors().skip(1);
    let mut folders = folders.map(|folder| match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    });
    available_disk_bytes(folders.find(|folder| folder.exists())?).ok()
}

/// Returns how long the jobs take together, and the most memory that they take at a time, if they are admitted as
/// [`Admission`](super::admission::Admission) does.
fn side_by_side(plans: &[JobPlan], cores: usize, memory: u64) -> (Duration, u64) {
    let mut order: Vec<&JobPlan> = plans.iter().collect();
    order.sort_by_key(|plan| plan.leaves_cores_idle);
    // The ends of the jobs that run, with their cores and their memory.
    let mut running: Vec<(Duration, usize, u64)> = Vec::new();
    let (mut now, mut last, mut most) = (Duration::ZERO, Duration::ZERO, 0);
    for plan in order {
        let of_job = if plan.leaves_cores_idle { 1 } else { cores };
        loop {
            let taken: usize = running.iter().map(|(_, cores, _)| cores).sum();
            let bytes =
                running.iter().fold(plan.memory_bytes, |sum, job| sum.saturating_add(job.2));
            if running.is_empty() || taken + of_job <= cores && bytes <= memory {
                most = most.max(bytes);
                break;
            }
            now = running.iter().map(|(end, ..)| *end).min().unwrap_or(now);
            running.retain(|(end, ..)| *end > now);
        }
        let end = now.saturating_add(plan.expected.unwrap_or_default());
        running.push((end, of_job, plan.memory_bytes));
        last = last.max(end);
    }
    (last, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches jobs that are added up although they run side by side, and the other way round, and memory of jobs that
    /// do not run together.
    #[test]
    fn jobs_run_side_by_side_where_there_is_room() {
        let job = |seconds, memory_bytes, leaves_cores_idle| JobPlan {
            job: "j",
            path: Path::new("j"),
            state: "not begun",
            positions: 1,
            engine: None,
            memory_bytes,
            disk_bytes: 0,
            expected: Some(Duration::from_secs(seconds)),
            reason: None,
            leaves_cores_idle,
        };
        for (jobs, cores, memory, seconds, most) in [
            (vec![job(3, 10, true), job(2, 10, true), job(2, 10, true)], 2, 100, 4, 20),
            (vec![job(3, 10, true), job(2, 10, true), job(2, 10, true)], 1, 100, 7, 10),
            (vec![job(3, 60, true), job(2, 60, true)], 2, 100, 5, 60),
            (vec![job(1, 10, true), job(2, 50, false), job(1, 10, true)], 2, 100, 3, 50),
            (vec![job(1, 500, false)], 2, 100, 1, 500),
            (vec![], 2, 100, 0, 0),
        ] {
            let found = side_by_side(&jobs, cores, memory);
            assert_eq!(found, (Duration::from_secs(seconds), most), "{cores} cores, {memory}");
        }
    }
}
