//! A step of a report, in a child process: it opens the adapter, finds a size that its time suffices for, and prints a line
//! of the report.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::jobs::run::{ChildMessage, check_memory, open_to_test};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::gpu::{Adapter, AdapterIdentity, CalibratedRate, GpuEngine, adapters};
use grundytab::engine::{Engine, EngineError, Stop, Wanted};
use grundytab::{Control, Plan};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::commands::bench::checked::Checked;
use crate::commands::bench::jobs::{self, Job};
use crate::commands::bench::measure::Bench;
use crate::commands::bench::rows::Row;
use crate::commands::end_at_once;
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
    /// The job, or `None` for the calibration.
    pub(super) job: Option<String>,
    /// `None` if both engines compute the job and are compared. Else the GPU computes a larger one: how much slower it was
    /// than expected, and the size that was compared.
    pub(super) fills: Option<(f64, f64)>,
    /// The time for all of it.
    pub(super) seconds: f64,
    pub(super) is_quick: bool,
}

/// What the step has found: a line of the report.
#[derive(Default, Serialize)]
struct Found {
    calibration: Vec<Value>,
    rows: Vec<Value>,
    faults: Vec<String>,
    left_out: Vec<String>,
}

/// Whether the time is over.
static IS_LATE: AtomicBool = AtomicBool::new(false);

fn bench() -> Bench<'static> {
    Bench { folder: None, control: Control::default().interrupted_by(&IS_LATE) }
}

/// Does the step that a text of JSON describes, and prints what it has found.
///
/// # Errors
/// If the text describes none.
pub fn do_task(task: &str) -> Result<()> {
    let hint = "leave it out: it is for the program itself";
    let refuse = |why: &str| Failure::usage(option("--child"), why, hint);
    let task: Task = serde_json::from_str(task).map_err(|error| refuse(&error.to_string()))?;
    let time =
        Duration::try_from_secs_f64(task.seconds).map_err(|error| refuse(&error.to_string()))?;
    let job = jobs::chosen(task.job.as_slice())?
        .into_iter()
        .find(|job| Some(job.name) == task.job.as_deref());
    become_child();
    tell(&ChildMessage::begun());
    // Without a thread the parent ends the child.
    let _ = std::thread::Builder::new().spawn(move || {
        std::thread::sleep(time);
        IS_LATE.store(true, Ordering::Relaxed);
    });
    let mut found = Found::default();
    let first = job.map_or(1, |job| job.sizes_of_report().next().unwrap_or_default());
    let label = format!("{} {first} on gpu", job.map_or("calibration", |job| job.name));
    tell(&ChildMessage::Computing(label.clone()));
    match (job, task.fills) {
        (None, _) => match calibrate(&task) {
            Ok(rates) => found.calibration = rates.iter().map(object).collect(),
            Err(error) => found.fail(&label, &error.into()),
        },
        (Some(job), fills) => match (open_to_test(&task.adapter), fills) {
            (Err(error), _) => found.fail(&label, &error.into()),
            (Ok((gpu, _)), None) => found.compare(&task, job, gpu.as_ref()),
            (Ok((gpu, _)), Some(fills)) => found.fill(&task, job, gpu.as_ref(), fills),
        },
    }
    tell(&ChildMessage::Ended(found));
    // The GPU may still be at work on what was interrupted, in which some drivers crash when they are taken down.
    if IS_LATE.load(Ordering::Relaxed) {
        end_at_once(0);
    }
    Ok(())
}

fn tell(message: &ChildMessage<Found>) {
    print(json!(message));
}

fn calibrate(task: &Task) -> std::result::Result<Vec<CalibratedRate>, EngineError> {
    let is_meant = |adapter: &Adapter| adapter.identity() == task.adapter;
    let missing = EngineError::NoAdapter { wanted: None, present: Vec::new() };
    let gpu = GpuEngine::open(adapters().into_iter().find(is_meant).ok_or(missing)?)?;
    gpu.calibrate(&|| if IS_LATE.load(Ordering::Relaxed) { Err(Stop) } else { Ok(()) })
}

/// Returns whether a plan fits into an engine, and is expected to take fewer seconds.
fn fits(engine: &dyn Engine, plan: &Plan, seconds: f64) -> bool {
    let plan = engine.fit_tiles(plan.clone());
    engine.prepare(&plan, Wanted::Totals).is_ok_and(|prepared| {
        check_memory(engine, prepared.as_ref(), 0, None).is_ok()
            && prepared.memory().device_bytes < MOST_BYTES
            && prepared.expected().as_secs_f64() < seconds
    })
}

impl Found {
    /// Adds a failure: as a fault, unless the job is too large for the adapter or for the time.
    fn fail(&mut self, label: &str, failure: &Failure) {
        let (list, why) = match failure.concerns_the_job() {
            _ if failure.is_interruption() => (&mut self.left_out, "its time was over".to_owned()),
            Some(JobFailure::Refused) => (&mut self.left_out, failure.message()),
            _ => (&mut self.faults, failure.message()),
        };
        list.push(format!("{label}: {why}"));
    }

    /// Measures a job on an engine, and compares it with the CPU engine or one run with another.
    fn measure(
        &mut self,
        (job, size, plan): (&Job, u32, &Plan),
        (engine, name): (&dyn Engine, &str),
        truth: Option<Checked>,
    ) {
        let label = format!("{} {size} on {name}", job.name);
        tell(&ChildMessage::Computing(label.clone()));
        match bench().measure(engine, plan, truth) {
            Ok(measured) => {
                self.faults.extend(measured.faults.iter().map(|fault| format!("{label}: {fault}")));
                let is_right = measured.faults.is_empty();
                let right = (truth.is_some() || !is_right).then_some(is_right);
                let (job, engine, cpu) = (job.name, name, None);
                let positions = plan.job().domain().positions();
                self.rows.push(object(&Row { job, size, positions, engine, measured, right, cpu }));
            }
            Err(failure) => self.fail(&label, &failure),
        }
    }

    /// Computes a job on both engines, at the largest size for which the CPU engine takes seconds.
    fn compare(&mut self, task: &Task, job: &Job, gpu: &dyn Engine) {
        // The CPU engine computes the truth and two rounds, the GPU two rounds, totals and tiles: a third of the time, for
        // what takes longer than expected.
        let most = task.seconds / 20.0;
        let is_soon = |plan: &Plan| {
            fits(&CpuEngine, plan, most.min(MOST_SECONDS_OF_CPU)) && fits(gpu, plan, most)
        };
        let plan = |size| Some((size, job.plan(size).ok()?));
        let mut plans = job.sizes_of_report().map_while(plan);
        let Some(tiny) = plans.next() else { return };
        let larger = plans.take_while(|(_, plan)| !task.is_quick && is_soon(plan)).last();
        let (size, plan) = larger.unwrap_or(tiny);
        let label = format!("{} {size} on cpu", job.name);
        tell(&ChildMessage::Computing(label.clone()));
        match bench().truth(&CpuEngine, &plan) {
            Err(failure) => self.fail(&label, &failure),
            Ok(truth) => {
                self.measure((job, size, &plan), (gpu, "gpu"), Some(truth));
                self.measure((job, size, &plan), (&CpuEngine, "cpu"), Some(truth));
            }
        }
    }

    /// Computes a job on the GPU, at the largest size that it can and that there is time for.
    fn fill(&mut self, task: &Task, job: &Job, gpu: &dyn Engine, (slower, compared): (f64, f64)) {
        // Two rounds take half of the time.
        let most = task.seconds / 4.0 / slower;
        let larger = job.sizes_of_report().skip_while(|&size| f64::from(size) <= compared);
        let plans = larger.map_while(|size| Some((size, job.plan(size).ok()?)));
        let mut plans: Vec<_> = plans.take_while(|(_, plan)| fits(gpu, plan, most)).collect();
        if plans.is_empty() {
            let why = "the time and the limits allow no larger size";
            self.left_out.push(format!("{}, larger: {why}", job.name));
        }
        // One that the memory of the card does not suffice for is left out, and a smaller one is tried.
        while self.rows.is_empty() && self.faults.is_empty() && !IS_LATE.load(Ordering::Relaxed) {
            let Some((size, plan)) = plans.pop() else { return };
            self.measure((job, size, &plan), (gpu, "gpu"), None);
        }
    }
}
