//! The engine that is requested, and what a run tells Python.

use std::ffi::CString;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use grundytab::cli::advice::{self, Spelling, message};
use grundytab::run::{
    Asked, Front, Note, Program, Reason, Refusal, Storage, Tabulation, Work, choose,
};
use grundytab::{Control, Error, InvalidInput, InvalidInputKind, Plan};
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;

use crate::child_program;
use crate::failure::raised;
use crate::quiet_loader::quietly;

/// The engine that is requested, as it is passed.
#[derive(Clone, Copy)]
pub struct EngineArguments<'a> {
    pub engine: &'a str,
    pub adapter: Option<&'a str>,
}

impl EngineArguments<'_> {
    /// Chooses the engine, as the program does, and calls `run` with the tabulation of the plan. If a GPU
    /// that nobody requested fails in its selftest or in the middle, the CPU engine takes its place, with a
    /// `RuntimeWarning`.
    ///
    /// # Errors
    /// `ValueError`, when there is no such engine, or the plan is beyond its limits; `RuntimeError`, when
    /// there is no such adapter; else those of `run`.
    pub fn tabulate<T>(
        self,
        plan: &Plan,
        storage: Option<Storage>,
        control: &Control,
        run: impl FnOnce(Tabulation<Caller>) -> Result<T, Error>,
    ) -> PyResult<T> {
        let engine = match self.engine {
            "auto" => None,
            name => Some(name.parse().map_err(|_| unknown(name))?),
        };
        let caller = Caller { control, exception: Mutex::new(None) };
        let choice = quietly(|| choose(engine, self.adapter, plan, Asked::Values, &caller))?;
        let tabulated = choice
            .and_then(|choice| Tabulation::new(&choice, plan, storage, &caller).and_then(run));
        match caller.exception.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(exception) => Err(exception),
            None => tabulated.map_err(raised),
        }
    }
}

/// Whoever called from Python: is warned, and shows no progress.
pub struct Caller<'a> {
    control: &'a Control<'a>,
    /// What a warning has raised, where warnings are errors. Nothing is done after it.
    exception: Mutex<Option<PyErr>>,
}

impl Caller<'_> {
    fn exception(&self) -> std::sync::MutexGuard<'_, Option<PyErr>> {
        self.exception.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Front for Caller<'_> {
    fn note(&self, note: &Note) {
        let text = match note {
            Note::GpuFailed(error) => {
                let error = message(error, Spelling::Python);
                format!("the GPU failed ({error}); the cpu engine goes on")
            }
            Note::Distrusted { adapter, verdict } => advice::distrust(adapter, verdict),
            Note::VerdictNotKept(why) => advice::not_kept(why),
            Note::Engine(_, Some(Reason::GpuRefuses(refusals))) => {
                let distrusts = |refusal: &Refusal| {
                    matches!(refusal, Refusal::Selftest(_) | Refusal::NotTestable(_))
                };
                let distrusted = refusals.iter().find(|(_, why)| distrusts(why));
                let Some((adapter, why)) = distrusted else { return };
                format!("{}; the cpu engine computes", advice::refusal(adapter, why))
            }
            // An array or a table says the rest itself.
            Note::Engine(..)
            | Note::Testing { .. }
            | Note::DiskMayFill { .. }
            | Note::Damaged(_)
            | Note::Stored { .. } => return,
        };
        if let Err(exception) = warn(&text) {
            self.exception().get_or_insert(exception);
        }
    }

    fn control(&self) -> Control<'_> {
        static RAISED: AtomicBool = AtomicBool::new(true);
        if self.exception().is_some() {
            return Control::default().interrupted_by(&RAISED);
        }
        *self.control
    }

    fn program(&self) -> Option<Program> {
        Python::attach(child_program::program)
    }

    fn watch<T>(&self, _: impl FnOnce() -> Work, task: impl FnOnce(&Control) -> T) -> T {
        task(&self.control())
    }
}

/// Warns whoever called, who may have made errors of warnings.
fn warn(text: &str) -> PyResult<()> {
    let text = CString::new(text.replace('\0', ""))?;
    Python::attach(|py| PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 1))
}

fn unknown(kind: &str) -> PyErr {
    raised(InvalidInput::new(
        InvalidInputKind::UnknownName,
        kind,
        "there is no engine of this name",
        "it is auto, gpu, cpu or reference",
    ))
}
