//! One job of a batch: skipped if its table is complete, resumed or begun if not.

use std::time::{Duration, Instant};

use grundytab::batch::BatchJob;
use grundytab::engine::{Engine, EngineKind};
use grundytab::table::{Resumed, TableReader, TableWriter, WriterOptions};
use grundytab::verify::{Extent, verify};
use grundytab::{Control, Plan, tabulate_prepared};

use super::admission::Admission;
use crate::cli::engine_choice::{self, Asked, Chosen};
use crate::cli::failure::Failure;
use crate::cli::flag_values::EngineArg;
use crate::cli::resources;

/// What has become of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// Its table was complete before, and a sample of it is true.
    Skipped,
    /// Its table has been completed.
    Complete,
    /// It was interrupted, or not begun; the same command goes on with it.
    #[default]
    Interrupted,
    /// Something is wrong with it.
    Failed,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Skipped => "already complete",
            State::Complete => "complete",
            State::Interrupted => "interrupted",
            State::Failed => "failed",
        }
    }
}

/// How a job has ended.
#[derive(Debug, Default)]
pub struct Ended {
    pub state: State,
    pub took: Duration,
    /// Positions that an earlier run had stored.
    pub positions_before: u64,
    /// Which engine has computed the table.
    pub engine: Option<EngineKind>,
    /// Why it failed.
    pub reason: Option<String>,
}

/// Runs a job when there is room for it.
pub fn run_job(job: &BatchJob, admission: &Admission, control: &Control) -> Ended {
    let mut ended = Ended::default();
    if control.is_interrupted() {
        return ended;
    }
    let start = Instant::now();
    match fill_or_check(job, admission, control, &mut ended) {
        Ok(state) => ended.state = state,
        Err(_) if control.is_interrupted() => ended.state = State::Interrupted,
        Err(failure) => {
            ended.state = State::Failed;
            ended.reason = Some(failure.message());
        }
    }
    ended.took = start.elapsed();
    ended
}

fn fill_or_check(
    job: &BatchJob,
    admission: &Admission,
    control: &Control,
    ended: &mut Ended,
) -> Result<State, Failure> {
    let asked = match job.engine {
        None => EngineArg::Auto,
        Some(EngineKind::Reference) => EngineArg::Reference,
        Some(EngineKind::Cpu) => EngineArg::Cpu,
        Some(EngineKind::Gpu) => EngineArg::Gpu,
    };
    let plan = TableWriter::plan_to_resume(job.plan.clone(), &job.path);
    let choice = engine_choice::find(asked, job.adapter.as_deref(), &plan, Asked::Values)?;
    let Chosen { engine, prepared } = choice.prepare(&plan, true)?;
    let plan = prepared.plan();
    let waiting = job.sharding_of(plan).open_bytes(plan);
    let memory = resources::memory_bytes(prepared.as_ref(), waiting);
    let _share = admission.wait(job, memory, &|| control.is_interrupted());
    if control.is_interrupted() {
        return Ok(State::Interrupted);
    }
    resources::check_memory(engine, prepared.as_ref(), waiting)?;
    resources::check_disk(&job.path, plan, job.codec, true, true)?;
    match options_of(job, plan, engine).resume(&job.path, control)? {
        Resumed::Complete => {
            let table = TableReader::open(&job.path)?;
            verify(&table, Extent::default_sample(table.plan()), control)?;
            Ok(State::Skipped)
        }
        Resumed::Unfinished(writer) => {
            ended.positions_before = writer.positions_before();
            ended.engine = Some(engine.kind());
            match tabulate_prepared(prepared.as_ref(), Some(*writer), control) {
                Ok(_) => Ok(State::Complete),
                Err(error) => match choice.fallback(engine, &error) {
                    Some(on_cpu) => go_on(job, &on_cpu, control, ended),
                    None => Err(error.into()),
                },
            }
        }
    }
}

/// Goes on, on another engine, with what one has stored before it failed.
fn go_on(
    job: &BatchJob,
    Chosen { engine, prepared }: &Chosen,
    control: &Control,
    ended: &mut Ended,
) -> Result<State, Failure> {
    ended.engine = Some(engine.kind());
    let options = options_of(job, prepared.plan(), *engine);
    if let Resumed::Unfinished(writer) = options.resume(&job.path, control)? {
        tabulate_prepared(prepared.as_ref(), Some(*writer), control)?;
    }
    Ok(State::Complete)
}

/// Returns how the table of a job is stored.
fn options_of<'a>(job: &BatchJob, plan: &'a Plan, engine: &dyn Engine) -> WriterOptions<'a> {
    TableWriter::options(plan)
        .codec(job.codec)
        .sharding(job.sharding_of(plan))
        .check(engine_choice::usually_checked(engine.kind()))
        .engine(engine)
}
