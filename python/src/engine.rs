//! The engine that computes a table.

use std::ffi::CString;
use std::time::Duration;

use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineKind, Prepared};
use grundytab::{Candidate, InvalidInput, InvalidInputKind, Plan, tried};
use pyo3::exceptions::PyRuntimeWarning;
#[cfg(debug_assertions)]
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::failure::{Ended, of_engine, of_input};
#[cfg(feature = "gpu")]
use crate::quiet_loader;

/// What the CPU engine is expected to do in this time, it has done before a GPU is open.
const SOONER_THAN_OPENED: Duration = Duration::from_millis(100);

/// The engine that is asked for, as it is passed.
#[derive(Clone, Copy)]
pub struct EngineArguments<'a> {
    pub engine: &'a str,
    pub adapter: Option<&'a str>,
}

impl EngineArguments<'_> {
    /// Calls `run` with the engine that is asked for, and with the plan that it has prepared, which may have smaller
    /// tiles if no edge was asked for. `auto` is a hardware GPU where it is expected to take less time than the CPU
    /// engine, as in the program; and if the GPU fails in the middle, `run` is called again with the CPU engine,
    /// `true`, and a `RuntimeWarning`.
    ///
    /// # Errors
    /// `ValueError`, when there is no such engine, or the plan is beyond its limits; `RuntimeError`, when
    /// there is no such adapter; else those of `run`.
    pub fn prepared<T>(
        self,
        plan: &Plan,
        run: impl Fn(&dyn Engine, &dyn Prepared, bool) -> Result<T, Ended>,
    ) -> PyResult<T> {
        let run = |engine: &dyn Engine, prepared: &dyn Prepared| {
            let ended = match run(engine, prepared, false) {
                Ok(value) => return Ok(value),
                Err(ended) => ended,
            };
            if let Ended::Run(error) = &ended
                && self.engine == "auto"
                && error.lets_cpu_go_on(engine.kind())
                && let Ok(on_cpu) = CpuEngine.prepare(prepared.plan())
            {
                warn(&format!("the GPU failed ({error}); the cpu engine goes on"))?;
                return Ok(run(&CpuEngine, on_cpu.as_ref(), true)?);
            }
            Err(ended.into())
        };
        let engine: Box<dyn Engine> = match (self.engine, self.adapter) {
            ("auto", None) => {
                let on_cpu = CpuEngine.prepare(plan);
                let is_soon = |cpu: &Box<dyn Prepared + '_>| cpu.expected() < SOONER_THAN_OPENED;
                if !on_cpu.as_ref().is_ok_and(is_soon)
                    && let Some(gpu) = hardware_gpu(plan)
                    && let plan = gpu.fit_tiles(plan.clone())
                    && let Ok(on_gpu) = gpu.prepare(&plan)
                {
                    let Ok(on_cpu) = on_cpu else { return run(gpu.as_ref(), on_gpu.as_ref()) };
                    let candidates: [Candidate; 2] = [(gpu.as_ref(), on_gpu), (&CpuEngine, on_cpu)];
                    let [on_gpu, on_cpu] = tried(candidates);
                    if on_gpu.expected() < on_cpu.expected() {
                        return run(gpu.as_ref(), on_gpu.as_ref());
                    }
                    return run(&CpuEngine, on_cpu.as_ref());
                }
                return run(&CpuEngine, on_cpu.map_err(of_engine)?.as_ref());
            }
            // A name asks for that adapter.
            ("auto", name) => with_injected_fault(gpu(name)?)?,
            (kind, name) => match (kind.parse().map_err(|_| unknown(kind))?, name) {
                (EngineKind::Gpu, name) => with_injected_fault(gpu(name)?)?,
                (EngineKind::Cpu, None) => Box::new(CpuEngine),
                (EngineKind::Reference, None) => Box::new(ReferenceEngine),
                (EngineKind::Cpu | EngineKind::Reference, Some(name)) => {
                    return Err(of_input(InvalidInput::new(
                        InvalidInputKind::ModifierDoesNotApply,
                        format!("adapter={name:?}"),
                        "only the GPU engine runs on an adapter",
                        "leave it out, or ask for engine=\"gpu\"",
                    )));
                }
            },
        };
        let plan = engine.fit_tiles(plan.clone());
        let prepared = engine.prepare(&plan).map_err(of_engine)?;
        run(engine.as_ref(), prepared.as_ref())
    }
}

/// Warns whoever called, who may have made errors of warnings.
fn warn(text: &str) -> PyResult<()> {
    let text = CString::new(text.replace('\0', ""))?;
    Python::attach(|py| PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 1))
}

/// Returns the engine as it is, or with the fault that a test asks for.
#[cfg(debug_assertions)]
fn with_injected_fault(engine: Box<dyn Engine>) -> PyResult<Box<dyn Engine>> {
    ::grundytab::cli::with_injected_fault(engine).map_err(PyValueError::new_err)
}

/// Returns the engine as it is.
#[cfg(not(debug_assertions))]
fn with_injected_fault(engine: Box<dyn Engine>) -> PyResult<Box<dyn Engine>> {
    Ok(engine)
}

fn unknown(kind: &str) -> PyErr {
    of_input(InvalidInput::new(
        InvalidInputKind::UnknownName,
        kind,
        "there is no engine of this name",
        "it is auto, gpu, cpu or reference",
    ))
}

#[cfg(feature = "gpu")]
fn gpu(name: Option<&str>) -> PyResult<Box<dyn Engine>> {
    use grundytab::engine::gpu::{Adapter, GpuEngine};
    let adapter = quiet_loader::quietly(|| Adapter::choose(name))?.map_err(of_engine)?;
    Ok(Box::new(GpuEngine::open(adapter).map_err(of_engine)?))
}

#[cfg(not(feature = "gpu"))]
fn gpu(_name: Option<&str>) -> PyResult<Box<dyn Engine>> {
    use pyo3::exceptions::PyRuntimeError;
    let text = "this package was built without the GPU engine; use engine=\"cpu\"";
    Err(PyRuntimeError::new_err(text))
}

/// Opens the first GPU that is hardware and can take a plan, if there is one.
#[cfg(feature = "gpu")]
fn hardware_gpu(plan: &Plan) -> Option<Box<dyn Engine>> {
    use grundytab::engine::gpu::{Adapter, GpuEngine, adapters};
    let hardware = quiet_loader::quietly(adapters).ok()?.into_iter().filter(Adapter::is_hardware);
    let takes = |gpu: &GpuEngine| gpu.prepare(&gpu.fit_tiles(plan.clone())).map(drop);
    Some(Box::new(GpuEngine::open_first(hardware, takes).ok()?))
}

#[cfg(not(feature = "gpu"))]
fn hardware_gpu(_plan: &Plan) -> Option<Box<dyn Engine>> {
    None
}
