//! `grundytab tabulate --dry-run`: the plan, and how long it will take; the plan in a line of the log.

use std::time::Duration;

use grundytab::engine::{Engine, Prepared};
use grundytab::{Plan, bytes_text, counted};
use serde_json::{Value, json};

use super::failure::Result;
use super::game;
use super::output::{print, print_json, seconds};
use super::resources::memory_bytes;
use super::run_report::gpu_work;
use super::trial;
use super::work::Work;

/// Prints a plan and, if the machine has the resources for it, how long a trial says that it will take.
///
/// # Errors
/// When the machine has them not. A program that reads JSON gets one object, which holds the plan and the error.
pub fn print_plan(
    json: bool,
    engine: &dyn Engine,
    prepared: &dyn Prepared,
    waiting: u64,
    check_resources: impl FnOnce() -> Result<()>,
) -> Result<()> {
    if json {
        let mut plan = plan_json(engine, prepared, waiting);
        return match check_resources() {
            Ok(()) => {
                plan["seconds_estimated"] = json!(estimate(engine, prepared));
                print_json(&plan);
                Ok(())
            }
            Err(failure) => Err(failure.having_found(plan)),
        };
    }
    print_text(engine, prepared, waiting);
    check_resources()?;
    print(match estimate(engine, prepared) {
        Some(time) => format!("time         about {}, nothing stored", spoken(time)),
        None => "time         unknown, nothing was finished in the trial".into(),
    });
    Ok(())
}

/// Formats a time of seconds or of hours: `12.3 s`, `2h 5m`.
fn spoken(time: f64) -> String {
    match time {
        minutes if minutes >= 120.0 => humantime::format_duration(Duration::from_secs(
            ((minutes / 60.0).round() as u64).saturating_mul(60),
        ))
        .to_string(),
        time => seconds(Duration::try_from_secs_f64(time).unwrap_or_default()),
    }
}

/// Returns the seconds of a run, by a trial.
fn estimate(engine: &dyn Engine, prepared: &dyn Prepared) -> Option<f64> {
    trial::seconds(prepared, &Work::of(engine, prepared.plan()))
}

/// Writes the plan into the log.
pub fn log_plan(engine: &dyn Engine, prepared: &dyn Prepared, waiting: u64) {
    if !log::log_enabled!(log::Level::Info) {
        return;
    }
    let (plan, memory) = (prepared.plan(), prepared.memory());
    let job = plan.job();
    log::info!(
        "plan: {} on {}: {}, {}, engine {}; {}, {} of {}, {} on disk before \
         compression, memory {}, GPU memory {}",
        game::shown(job.ruleset()),
        job.domain(),
        job.quantity(),
        job.convention().play(),
        engine.kind(),
        counted(job.domain().positions(), "position"),
        counted(plan.tiling().count(), "tile"),
        shape(plan),
        bytes_text(plan.table_bytes()),
        bytes_text(memory_bytes(prepared, waiting)),
        bytes_text(memory.device_bytes),
    );
}

/// Describes the edges of a tile: `64x64`.
fn shape(plan: &Plan) -> String {
    plan.tiling().chunk_shape().iter().map(u32::to_string).collect::<Vec<_>>().join("x")
}

fn plan_json(engine: &dyn Engine, prepared: &dyn Prepared, waiting: u64) -> Value {
    let (plan, memory) = (prepared.plan(), prepared.memory());
    let (job, tiling) = (plan.job(), plan.tiling());
    let domain = job.domain();
    let layers = job.layer_count();
    json!({
        "ruleset": job.ruleset().to_string(),
        "domain": domain.to_string(),
        "quantity": job.quantity(),
        "convention": job.convention(),
        "engine": engine.kind().to_string(),
        "adapter": engine.adapter(),
        "positions": domain.positions(),
        "layers": layers,
        "tiles": tiling.count(),
        "tile_shape": tiling.chunk_shape(),
        "value_type": plan.value_type(),
        "value_bound": plan.bound().largest_value,
        "disk_bytes": plan.table_bytes(),
        "memory_bytes": memory_bytes(prepared, waiting),
        "gpu_memory_bytes": memory.device_bytes,
        "seconds_expected": prepared.expected().map(|expected| expected.whole.as_secs_f64()),
        "gpu": prepared.gpu_work().map(|work| json!({
            "dispatches": work.dispatches,
            "steps": work.steps,
            "bytes_read_back": work.bytes_read_back,
        })),
    })
}

fn print_text(engine: &dyn Engine, prepared: &dyn Prepared, waiting: u64) {
    let (plan, memory) = (prepared.plan(), prepared.memory());
    let (job, tiling) = (plan.job(), plan.tiling());
    let domain = job.domain();
    let layers = job.layer_count();
    let bound = plan.bound();
    print(format!(
        "{} on {domain}: {}, {}, engine {}\n\
         positions    {}\n\
         layers       {layers}\n\
         tiles        {} of {}\n\
         values       {}, at most {} ({})\n\
         disk         {}, before compression\n\
         memory       {}\n\
         GPU memory   {}",
        game::shown(job.ruleset()),
        job.quantity(),
        job.convention().play(),
        engine.kind(),
        domain.positions(),
        tiling.count(),
        shape(plan),
        plan.value_type(),
        bound.largest_value,
        bound.reason,
        bytes_text(plan.table_bytes()),
        bytes_text(memory_bytes(prepared, waiting)),
        bytes_text(memory.device_bytes),
    ));
    if let Some(work) = prepared.gpu_work() {
        print(format!("GPU work     {}", gpu_work(work)));
    }
}
