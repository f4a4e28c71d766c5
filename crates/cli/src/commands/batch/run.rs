//! One job of a batch: skipped if its table is complete, resumed, repaired or begun if not.

use grundytab::engine::Wanted;
use std::time::{Duration, Instant};

use crate::jobs::batch::BatchJob;
use crate::jobs::run::{
    Note, Observer, Outcome, Program, Reason, Refusal, Tabulation, Work, choose,
};
use grundytab::engine::EngineKind;
use grundytab::engine::cluster::SingleRank;
use grundytab::table::TableReader;
use grundytab::verify::{Extent, verify};
use grundytab::{Category, Control, Error, Plan};
use serde::Serialize;

use super::admission::Admission;
use super::filling::{plan_to_fill, storage};
use crate::commands::advice;
use crate::commands::call::quietly;
use crate::commands::output::{as_seconds, shown_text};
use crate::commands::terminal::{self, Terminal};

/// What has become of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Its table was complete before, and a sample of it is true.
    #[serde(rename = "already complete")]
    Skipped,
    /// Its table has been completed.
    Complete,
    /// It was interrupted, or not begun; the same command goes on with it.
    #[default]
    Interrupted,
    /// Something is wrong with it.
    Failed,
    /// There is no such game among those of a sweep.
    #[serde(rename = "skipped")]
    NoGame,
}

/// What has become of a job that is no game.
pub(super) const NO_GAME: &str = "skipped";

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Skipped => "already complete",
            State::Complete => "complete",
            State::Interrupted => "interrupted",
            State::Failed => "failed",
            State::NoGame => NO_GAME,
        }
    }
}

/// How a job has ended.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ended {
    /// What has become of the job.
    pub state: State,
    /// How long it took.
    #[serde(rename = "seconds", serialize_with = "as_seconds")]
    #[cfg_attr(test, schemars(with = "f64"))]
    pub took: Duration,
    /// Positions that earlier runs have stored.
    pub positions_before: u64,
    /// The engine that has computed the table; `None` if none has.
    pub engine: Option<EngineKind>,
    /// Why it failed or was skipped; `None` if it was not.
    pub reason: Option<String>,
    /// Whether it would fail again: it cannot be asked for as it is.
    #[serde(skip)]
    pub is_refused: bool,
}

/// Runs a job when there is room for it.
pub fn run_job(
    job: &BatchJob,
    admission: &Admission,
    terminal: Terminal,
    control: &Control,
    overwrite: bool,
) -> Ended {
    let mut ended = Ended::default();
    if control.is_interrupted() {
        return ended;
    }
    let start = Instant::now();
    match fill_or_check(job, admission, &Row { terminal, control }, overwrite, &mut ended) {
        Ok(state) => ended.state = state,
        Err(_) if control.is_interrupted() => ended.state = State::Interrupted,
        Err(error) => {
            ended.state = State::Failed;
            ended.is_refused = error.category() == Category::BadInput;
            ended.reason = Some(shown_text(&advice::message(&error)));
        }
    }
    ended.took = start.elapsed();
    ended
}

fn fill_or_check(
    job: &BatchJob,
    admission: &Admission,
    front: &Row,
    overwrite: bool,
    ended: &mut Ended,
) -> Result<State, Error> {
    let control = front.control;
    let plan = plan_to_fill(job, overwrite);
    let adapter = job.adapter.as_deref();
    let choice =
        quietly(|| choose(job.engine, adapter, &plan, Wanted::Values, &SingleRank, front))?;
    let sharding = |_: &Plan| Ok(job.sharding);
    let storage = storage(job, &sharding, overwrite);
    let mut tabulation = Tabulation::new(&choice, Some(storage), &SingleRank, front)?;
    let _share = admission.wait(job, tabulation.memory_bytes(1)?, &|| control.is_interrupted());
    if control.is_interrupted() {
        return Ok(State::Interrupted);
    }
    let outcome = tabulation.run();
    if let Some(begun) = &tabulation.begun {
        ended.positions_before = begun.positions_before;
        ended.engine = Some(tabulation.chosen.engine.kind());
    }
    match outcome? {
        Outcome::Done(_) => Ok(State::Complete),
        Outcome::WasComplete => {
            let table = TableReader::open(&job.path)?;
            verify(&table, Extent::default_sample(table.plan()), control)?;
            Ok(State::Skipped)
        }
    }
}

/// The bar of a job, one of several. Of its notes only those are shown that nobody must miss, and what becomes of
/// GPUs, which all jobs share.
struct Row<'a> {
    terminal: Terminal,
    control: &'a Control<'a>,
}

impl Observer for Row<'_> {
    fn note(&self, note: &Note) {
        let is_shared = match note {
            Note::Testing { .. } | Note::VerdictNotKept(_) | Note::Repairs { .. } => true,
            Note::Engine(_, Some(Reason::GpuRefuses(refusals))) => {
                refusals.iter().any(|(_, refusal)| !matches!(refusal, Refusal::Engine(_)))
            }
            _ => false,
        };
        terminal::tell(self.terminal.quiet || !is_shared, note);
    }

    fn control(&self) -> Control<'_> {
        *self.control
    }

    fn program(&self) -> Option<Program> {
        self.terminal.program()
    }

    fn watch<T>(&self, _: impl FnOnce() -> Work, task: impl FnOnce(&Control) -> T) -> T {
        task(self.control)
    }
}
