//! `grundytab tabulate --dry-run`: the plan, with the expected time; the plan in a line of the log.

use grundytab::engine::{Engine, Prepared};
use grundytab::run::{Front, Tabulation, memory_bytes};
use grundytab::{Plan, bytes_text, counted};
use serde_json::{Value, json};

use super::expected_time;
use super::failure::{Failure, Result};
use super::output::{print, print_json};
use super::run_report::gpu_work;

/// Prints a plan, then checks that the machine has the resources for it.
///
/// # Errors
/// When the machine has them not. A program that reads JSON gets one object, which holds the plan and the error.
pub fn print_plan(json: bool, tabulation: &Tabulation<impl Front>) -> Result<()> {
    let (engine, prepared) = (tabulation.engine(), tabulation.prepared());
    let waiting = tabulation.waiting_bytes();
    let checked = tabulation.check_resources().map_err(Failure::from);
    if !json {
        print_text(engine, prepared, waiting);
        return checked;
    }
    let plan = plan_json(engine, prepared, waiting);
    match checked {
        Ok(()) => print_json(&plan),
        Err(failure) => return Err(failure.having_found(&plan)),
    }
    Ok(())
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
         compression, memory {}, GPU memory {}, {}",
        job.ruleset().shown(),
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
        expected_time::in_words(prepared.expected()),
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
        "domain": domain,
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
        "seconds_expected": prepared.expected().as_secs_f64(),
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
        job.ruleset().shown(),
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
    print(format!("time         {}", expected_time::in_words(prepared.expected())));
}
