//! Which engine runs a job, and why.

use grundytab::Plan;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineKind, Prepared};

use super::args::EngineArg;
use super::failure::{Failure, Result};
use super::gpu;
use super::output::note;

/// An engine that may run a plan.
struct Candidate {
    engine: Box<dyn Engine>,
    /// Why it is chosen, where that is not what was typed.
    reason: Option<String>,
}

/// The engines that may run a plan: the preferred one and, for `auto` with a GPU, the CPU engine.
pub struct EngineChoice {
    preferred: Candidate,
    has_fallback: bool,
}

/// What is asked of an engine.
#[derive(Debug, Clone, Copy)]
pub enum Asked {
    Values,
    Totals,
}

/// An engine and a plan that it has prepared.
pub struct Chosen<'a> {
    pub engine: &'a dyn Engine,
    pub prepared: Box<dyn Prepared + 'a>,
}

/// Finds the engine that was asked for; for `auto` a hardware GPU if there is one and the plan is
/// large enough for it, else the CPU.
///
/// # Errors
/// When an adapter is named for another engine than the GPU engine, and when there is no adapter
/// or it cannot be opened.
pub fn find(asked: EngineArg, adapter: Option<&str>, plan: &Plan) -> Result<EngineChoice> {
    let only = |engine: Box<dyn Engine>| EngineChoice {
        preferred: Candidate { engine, reason: None },
        has_fallback: false,
    };
    match (asked, adapter) {
        (EngineArg::Reference | EngineArg::Cpu, Some(name)) => Err(Failure::usage(
            format!("--adapter {name}"),
            "only the GPU engine runs on an adapter",
            "leave it out, or add --engine gpu",
        )),
        (EngineArg::Reference, None) => Ok(only(Box::new(ReferenceEngine))),
        (EngineArg::Cpu, None) => Ok(only(Box::new(CpuEngine))),
        // A name asks for that adapter, be it hardware or software.
        (EngineArg::Gpu, name) | (EngineArg::Auto, name @ Some(_)) => Ok(only(gpu::open(name)?)),
        (EngineArg::Auto, None) => Ok(match hardware_gpu(plan) {
            Ok(engine) => {
                let reason = Some("the first hardware GPU".into());
                EngineChoice { preferred: Candidate { engine, reason }, has_fallback: true }
            }
            Err(reason) => EngineChoice {
                preferred: Candidate { engine: Box::new(CpuEngine), reason: Some(reason) },
                has_fallback: false,
            },
        }),
    }
}

impl EngineChoice {
    /// Prepares a plan on the preferred engine, for its values or for their totals alone, or on the
    /// CPU engine if the GPU that `auto` has found cannot take the plan. Notes which engine it is, with the adapter's name, before
    /// anything runs on it.
    ///
    /// # Errors
    /// When the plan is beyond the limits of the engine.
    pub fn prepare<'a>(&'a self, plan: &'a Plan, asked: Asked, quiet: bool) -> Result<Chosen<'a>> {
        let Candidate { engine, reason } = &self.preferred;
        let engine = engine.as_ref();
        let prepared = match asked {
            Asked::Values => engine.prepare(plan),
            Asked::Totals => engine.prepare_totals(plan),
        };
        match prepared {
            Ok(prepared) => {
                note(quiet, description(engine, reason.as_deref()));
                Ok(Chosen { engine, prepared })
            }
            Err(error) if self.has_fallback => {
                let adapter = engine.adapter().unwrap_or_default();
                note(quiet, description(&CpuEngine, Some(&format!("not {adapter}: {error}"))));
                Ok(Chosen { engine: &CpuEngine, prepared: CpuEngine.prepare(plan)? })
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Describes an engine in a line: `engine: cpu, 8 threads (no GPU driver was found)`.
fn description(engine: &dyn Engine, reason: Option<&str>) -> String {
    match (engine.adapter(), engine.kind()) {
        (Some(adapter), _) => {
            let reason = reason.map(|reason| format!(", {reason}"));
            format!("engine: gpu on {adapter}{}", reason.unwrap_or_default())
        }
        (None, EngineKind::Cpu) => {
            let reason = reason.map(|reason| format!(" ({reason})"));
            let threads = rayon::current_num_threads();
            format!("engine: cpu, {threads} threads{}", reason.unwrap_or_default())
        }
        (None, kind) => format!("engine: {kind}"),
    }
}

/// Positions of a layer, on average, below which a GPU would be idle: one workgroup.
const LEAST_LAYER: u64 = 64;
/// Positions below which a GPU is not even looked for: while one is being opened, which takes at
/// least a tenth of a second, the CPU has filled such a table.
const LEAST_POSITIONS: u64 = 1 << 22;

/// Opens a hardware GPU for a plan that is large enough for it, or returns why there is none.
fn hardware_gpu(plan: &Plan) -> std::result::Result<Box<dyn Engine>, String> {
    let positions = plan.job().domain().positions();
    if positions < LEAST_POSITIONS {
        return Err(format!("it has fewer than {LEAST_POSITIONS} positions"));
    }
    if positions / plan.job().layer_count() < LEAST_LAYER {
        return Err(format!("its layers have fewer than {LEAST_LAYER} positions"));
    }
    gpu::open_hardware()
}
