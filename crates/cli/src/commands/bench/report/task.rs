//! A step of a report, in a child process: it opens the adapter, finds a size that its time suffices for, and prints a line
//! of the report.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::jobs::run::{ChildMessage, check_memory, open_gpu_to_calibrate, open_to_test};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::gpu::AdapterIdentity;
use grundytab::engine::{Engine, Stop, Wanted};
use grundytab::{Control, Plan};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::line::GpuReport;
use crate::commands::bench::jobs::{self, Job};
use crate::commands::bench::measure::Bench;
use crate::commands::bench::rows::Row;
use crate::commands::failure::{Failure, JobFailure, Result};
use crate::commands::gpu::become_child;
use crate::commands::option::option;
use crate::commands::output::{object, print};

/// The most seconds of the CPU engine for a job, which it computes three times.
const MOST_SECONDS_OF_CPU: f64 = 3.0;
/// The most bytes of a job on the device, which other programs may be using as well.
const MOST_BYTES: u64 = 2 << 30;

/// A step, as the parent asks for it.
#[derive(Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) adapter: AdapterIdentity,
    pub(super) step: Step,
    /// The time for all of it.
    pub(super) seconds: f64,
    /// What jobs take on this adapter, divided by what they are expected to take.
    pub(super) slower: f64,
    /// The size that a larger one has to exceed.
    pub(super) above: u64,
    pub(super) is_quick: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) enum Step {
    /// Measure rates.
    Calibrate,
    /// Compute a job of this name on both engines, and compare.
    Compare(String),
    /// Compute it on the GPU at the largest size that there is time for.
    Fill(String),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Calibrate => f.write_str("calibration"),
            Step::Compare(job) => write!(f, "{job}, compared with the CPU engine"),
            Step::Fill(job) => write!(f, "{job} at a larger size"),
        }
    }
}

/// Whether the time is over.
static IS_LATE: AtomicBool = AtomicBool::new(false);

/// Does the step that a text of JSON describes, and prints what it has found.
///
/// # Errors
/// If the text describes none.
pub fn do_task(task: &str) -> Result<()> {
    let refuse = |why: String| {
        let hint = "leave it out: it is for the program itself";
        Failure::usage(option("--child"), &format!("it is not a step ({why})"), hint)
    };
    let task: Task = serde_json::from_str(task).map_err(|error| refuse(error.to_string()))?;
    let time =
        Duration::try_from_secs_f64(task.seconds).map_err(|error| refuse(error.to_string()))?;
    become_child();
    tell(&ChildMessage::begun());
    // Without a thread the parent ends the child.
    let _ = std::thread::Builder::new().spawn(move || {
        std::thread::sleep(time);
        IS_LATE.store(true, Ordering::Relaxed);
    });
    let mut line = GpuReport::default();
    match &task.step {
        Step::Calibrate => calibrate(&task, &mut line),
        Step::Compare(name) => compare(&task, job(name)?, &mut line),
        Step::Fill(name) => fill(&task, job(name)?, &mut line),
    }
    tell(&ChildMessage::Ended(line));
    Ok(())
}

fn tell(message: &ChildMessage<GpuReport>) {
    print(json!(message));
}

fn job(name: &str) -> Result<&'static Job> {
    let named = jobs::chosen(&[name.to_owned()])?.into_iter().find(|job| job.name == name);
    named.ok_or_else(|| Failure::usage(option("--child"), "no job has this name", "leave it out"))
}

/// Adds a failure to a line: as a fault, unless the job is too large for the adapter or for the time.
fn fail(line: &mut GpuReport, label: &str, failure: &Failure) {
    let is_harmless =
        failure.is_interruption() || failure.concerns_the_job() == Some(JobFailure::Refused);
    let why =
        if failure.is_interruption() { "its time was over".into() } else { failure.message() };
    let list = if is_harmless { &mut line.left_out } else { &mut line.faults };
    list.push(format!("{label}: {why}"));
}

fn calibrate(task: &Task, line: &mut GpuReport) {
    const LABEL: &str = "calibration 1 on gpu";
    tell(&ChildMessage::Computing(LABEL.into()));
    let proceed = || if IS_LATE.load(Ordering::Relaxed) { Err(Stop) } else { Ok(()) };
    let rates = open_gpu_to_calibrate(&task.adapter).and_then(|gpu| Ok(gpu.calibrate(&proceed)?));
    match rates {
        Ok(rates) => line.calibration = rates.iter().map(object).collect(),
        Err(error) => fail(line, LABEL, &error.into()),
    }
}

/// Opens the adapter. If that fails, the line says so.
fn open(task: &Task, job: &Job, line: &mut GpuReport) -> Option<Box<dyn Engine>> {
    let label = format!("{} {} on gpu", job.name, job.sizes_of_report().next().unwrap_or_default());
    tell(&ChildMessage::Computing(label.clone()));
    match open_to_test(&task.adapter) {
        Ok((engine, _)) => Some(engine),
        Err(error) => {
            fail(line, &label, &error.into());
            None
        }
    }
}

/// Returns the expected seconds of a plan on an engine, or why it does not take it.
fn expected(engine: &dyn Engine, plan: &Plan) -> Result<f64> {
    let plan = engine.fit_tiles(plan.clone());
    let prepared = engine.prepare(&plan, Wanted::Totals)?;
    check_memory(engine, prepared.as_ref(), 0, None).map_err(grundytab::Error::from)?;
    if prepared.memory().device_bytes > MOST_BYTES {
        return Ok(f64::INFINITY);
    }
    Ok(prepared.expected().as_secs_f64())
}

/// Measures a plan on an engine, and adds its row to the line. Returns whether the line says what has come of it: nothing if
/// the job does not fit.
fn measure(
    line: &mut GpuReport,
    (job, size): (&Job, u32),
    (engine, name): (&dyn Engine, &'static str),
    is_compared: bool,
) {
    let label = format!("{} {size} on {name}", job.name);
    tell(&ChildMessage::Computing(label.clone()));
    let bench = Bench { folder: None, control: Control::default().interrupted_by(&IS_LATE) };
    let measured = job.plan(size).map_err(Failure::from).and_then(|plan| {
        let truth = is_compared.then(|| bench.truth(&CpuEngine, &plan)).transpose()?;
        Ok((bench.measure(engine, &plan, truth)?, plan.job().domain().positions()))
    });
    match measured {
        Ok((measured, positions)) => {
            line.faults.extend(measured.faults.iter().map(|fault| format!("{label}: {fault}")));
            let is_right = measured.faults.is_empty();
            let right = (is_compared || !is_right).then_some(is_right);
            let row =
                Row { job: job.name, size, positions, engine: name, measured, right, cpu: None };
            line.rows.push(object(&row));
        }
        Err(failure) => fail(line, &label, &failure),
    }
}

/// Computes a job on both engines, at the largest size for which the CPU engine takes seconds.
fn compare(task: &Task, job: &'static Job, line: &mut GpuReport) {
    let Some(gpu) = open(task, job, line) else { return };
    // The CPU engine computes the truth and two rounds, the GPU two rounds, totals and tiles.
    let most_of_cpu = MOST_SECONDS_OF_CPU.min(task.seconds / 8.0);
    let fits = |size: &u32| {
        let Ok(plan) = job.plan(*size) else { return false };
        let is_soon = |engine, most| expected(engine, &plan).is_ok_and(|seconds| seconds < most);
        is_soon(&CpuEngine, most_of_cpu) && is_soon(gpu.as_ref(), task.seconds / 10.0 / task.slower)
    };
    let mut sizes = job.sizes_of_report();
    let tiny = sizes.next().unwrap_or_default();
    let largest = sizes.take_while(|size| !task.is_quick && fits(size)).last();
    let size = (job, largest.unwrap_or(tiny));
    measure(line, size, (gpu.as_ref(), "gpu"), true);
    measure(line, size, (&CpuEngine, "cpu"), true);
}

/// Computes a job on the GPU, at the largest size that it can and that there is time for.
fn fill(task: &Task, job: &'static Job, line: &mut GpuReport) {
    let Some(gpu) = open(task, job, line) else { return };
    let mut sizes = Vec::new();
    for size in job.sizes_of_report().filter(|&size| u64::from(size) > task.above) {
        match job.plan(size).map_err(Failure::from).and_then(|plan| expected(gpu.as_ref(), &plan)) {
            // Two rounds, as long as the next size would take.
            Ok(seconds) if seconds * task.slower < task.seconds / 4.0 => sizes.push(size),
            _ => break,
        }
    }
    while let Some(size) = sizes.pop() {
        measure(line, (job, size), (gpu.as_ref(), "gpu"), false);
        let is_refused = line.rows.is_empty() && line.faults.is_empty();
        if !is_refused || IS_LATE.load(Ordering::Relaxed) {
            return;
        }
    }
    if line.left_out.is_empty() {
        line.left_out
            .push(format!("{} at a larger size: none fits into the time and the limits", job.name));
    }
}
