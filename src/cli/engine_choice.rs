//! Which engine runs a job, and why.

use std::time::Duration;

use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineError, EngineKind, Prepared};
use grundytab::{Plan, TabulateError, counted, tried};

use super::expected_time;
use super::failure::{Failure, Result};
use super::flag_values::EngineArg;
use super::gpu;
use super::output::note;

/// The engine that may run a plan.
pub struct EngineChoice {
    engine: Box<dyn Engine>,
    /// The plan with tiles that this engine can take.
    fitting: Plan,
    asked: Asked,
    /// Why it is chosen, where that is not what was typed.
    reason: Option<String>,
    /// Whether the CPU engine runs the plan if that is expected to take less time.
    is_auto: bool,
    /// Whether the CPU engine goes on where the GPU fails: if no engine was asked for.
    falls_back: bool,
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

/// Finds the engine that was asked for; for `auto` a hardware GPU if there is one that can take the plan and the
/// CPU engine is expected to take long, else the CPU engine.
///
/// # Errors
/// When an adapter is named for another engine than the GPU engine, and when there is no adapter
/// or it cannot be opened.
pub fn find(
    engine: EngineArg,
    adapter: Option<&str>,
    plan: &Plan,
    asked: Asked,
) -> Result<EngineChoice> {
    let falls_back = engine == EngineArg::Auto;
    let only = |engine: Box<dyn Engine>| {
        let fitting = asked.fit_tiles(engine.as_ref(), plan);
        EngineChoice { engine, fitting, asked, reason: None, is_auto: false, falls_back }
    };
    match (engine, adapter) {
        (EngineArg::Reference | EngineArg::Cpu, Some(name)) => Err(Failure::usage(
            format!("--adapter {name}"),
            "only the GPU engine runs on an adapter",
            "leave it out, or add --engine gpu",
        )),
        (EngineArg::Reference, None) => Ok(only(Box::new(ReferenceEngine))),
        (EngineArg::Cpu, None) => Ok(only(Box::new(CpuEngine))),
        // A name asks for that adapter, be it hardware or software.
        (EngineArg::Gpu, name) | (EngineArg::Auto, name @ Some(_)) => {
            Ok(only(with_injected_fault(gpu::open(name)?)?))
        }
        (EngineArg::Auto, None) => Ok(match hardware_gpu(plan, asked) {
            Ok(engine) => EngineChoice { is_auto: true, ..only(with_injected_fault(engine)?) },
            Err(reason) => EngineChoice { reason: Some(reason), ..only(Box::new(CpuEngine)) },
        }),
    }
}

/// Returns the engine as it is, or with the fault that a test asks for.
#[cfg(debug_assertions)]
fn with_injected_fault(engine: Box<dyn Engine>) -> Result<Box<dyn Engine>> {
    super::injected_fault::inject(engine)
}

/// Returns the engine as it is.
#[cfg(not(debug_assertions))]
fn with_injected_fault(engine: Box<dyn Engine>) -> Result<Box<dyn Engine>> {
    Ok(engine)
}

impl Asked {
    /// Returns the plan with tiles that an engine can take, if tiles are asked for.
    fn fit_tiles(self, engine: &dyn Engine, plan: &Plan) -> Plan {
        match self {
            Asked::Values => engine.fit_tiles(plan.clone()),
            Asked::Totals => plan.clone(),
        }
    }

    fn prepare<'a>(
        self,
        engine: &'a dyn Engine,
        plan: &'a Plan,
    ) -> std::result::Result<Box<dyn Prepared + 'a>, EngineError> {
        match self {
            Asked::Values => engine.prepare(plan),
            Asked::Totals => engine.prepare_totals(plan),
        }
    }
}

impl EngineChoice {
    /// Prepares the plan on the engine that was found for it. If
    /// `auto` has found a GPU, the CPU engine takes the plan instead where that is expected to take
    /// less time, after a trial if it may be long ([`tried`]), or where the GPU cannot take it. Notes which engine it is, with the adapter's name,
    /// before anything runs on it. Where no edge of tiles was asked for, what is prepared may have smaller ones.
    ///
    /// # Errors
    /// When the plan is beyond the limits of the engine.
    pub fn prepare<'a>(&'a self, plan: &'a Plan, quiet: bool) -> Result<Chosen<'a>> {
        let engine = self.engine.as_ref();
        let prepared = self.asked.prepare(engine, &self.fitting);
        if !self.is_auto {
            let prepared = prepared?;
            note(quiet, description(engine, self.reason.as_deref()));
            return Ok(Chosen { engine, prepared });
        }
        let (prepared, on_cpu) = match (prepared, CpuEngine.prepare(plan)) {
            (Ok(on_gpu), Ok(on_cpu)) => {
                let [on_gpu, on_cpu] = tried([(engine, on_gpu), (&CpuEngine, on_cpu)]);
                (Ok(on_gpu), Ok(on_cpu))
            }
            others => others,
        };
        let adapter = engine.adapter().unwrap_or_default();
        let (side, reason) = decide(&adapter, time_of(&prepared), time_of(&on_cpu));
        let (engine, prepared): (&dyn Engine, _) = match side {
            Side::Gpu => (engine, prepared?),
            Side::Cpu => (&CpuEngine, on_cpu?),
        };
        note(quiet, description(engine, Some(&reason)));
        Ok(Chosen { engine, prepared })
    }

    /// Returns the CPU engine, with the plan prepared that the GPU had, if a GPU that nobody asked for has
    /// failed in the middle of a run: it goes on with what is stored. Notes so, even to those who want to
    /// read nothing else.
    pub fn fallback(&self, failed: &dyn Engine, error: &TabulateError) -> Option<Chosen<'_>> {
        if !self.falls_back || !error.lets_cpu_go_on(failed.kind()) {
            return None;
        }
        let prepared = CpuEngine.prepare(&self.fitting).ok()?;
        note(false, format!("the GPU failed ({error}); the cpu engine goes on"));
        Some(Chosen { engine: &CpuEngine, prepared })
    }
}

/// What `auto` chooses from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Gpu,
    Cpu,
}

/// How long an engine is expected to take for a plan, or why it cannot take the plan.
type ExpectedTime = std::result::Result<Duration, EngineError>;

fn time_of(prepared: &std::result::Result<Box<dyn Prepared + '_>, EngineError>) -> ExpectedTime {
    match prepared {
        Ok(prepared) => Ok(prepared.expected()),
        Err(error) => Err(error.clone()),
    }
}

/// Chooses the engine that is expected to take less time, and says why.
fn decide(adapter: &str, gpu: ExpectedTime, cpu: ExpectedTime) -> (Side, String) {
    let expected = expected_time::in_comparison;
    match (gpu, cpu) {
        (Err(error), _) => (Side::Cpu, format!("not {adapter}: {error}")),
        (Ok(_), Err(error)) => (Side::Gpu, format!("not the cpu: {error}")),
        (Ok(gpu), Ok(cpu)) if gpu < cpu => (Side::Gpu, expected(gpu, cpu, "the cpu")),
        (Ok(gpu), Ok(cpu)) => (Side::Cpu, expected(cpu, gpu, adapter)),
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
            let threads = counted(rayon::current_num_threads(), "thread");
            format!("engine: cpu, {threads}{}", reason.unwrap_or_default())
        }
        (None, kind) => format!("engine: {kind}"),
    }
}

/// While a GPU is being opened, which takes at least a tenth of a second, the CPU engine has done what
/// it is expected to do in this time.
const SOONER_THAN_OPENED: Duration = Duration::from_millis(100);

/// Opens the first hardware GPU that can take a plan that the CPU engine is expected to take long for, or returns
/// why there is none.
fn hardware_gpu(plan: &Plan, asked: Asked) -> std::result::Result<Box<dyn Engine>, String> {
    match CpuEngine.prepare(plan).map(|prepared| prepared.expected()) {
        Ok(time) if time < SOONER_THAN_OPENED => Err(expected_time::in_words(time)),
        _ => gpu::open_hardware(&|engine| {
            asked.prepare(engine, &asked.fit_tiles(engine, plan)).map(drop)
        }),
    }
}

/// Returns the share of the tiles of an engine that is checked while it computes, unless another is asked
/// for.
pub fn usually_checked(engine: EngineKind) -> f64 {
    match engine {
        EngineKind::Gpu => 1.0 / 256.0,
        EngineKind::Cpu | EngineKind::Reference => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a choice of the slower engine, and of one that cannot take the plan.
    #[test]
    fn the_faster_engine_is_chosen() {
        let time = |milliseconds| Ok(Duration::from_millis(milliseconds));
        let refusal = || Err(EngineError::Stopped);
        for (gpu, cpu, side, reason) in [
            (
                time(200),
                time(3000),
                Side::Gpu,
                "expected to take 200 ms without storing, and 3.00 s on the cpu",
            ),
            (
                time(200),
                time(150),
                Side::Cpu,
                "expected to take 150 ms without storing, and 200 ms on card",
            ),
            (
                time(200),
                time(200),
                Side::Cpu,
                "expected to take 200 ms without storing, and 200 ms on card",
            ),
            (refusal(), time(3000), Side::Cpu, "not card: stopped"),
            (time(200), refusal(), Side::Gpu, "not the cpu: stopped"),
        ] {
            assert_eq!(decide("card", gpu, cpu), (side, reason.to_owned()));
        }
    }
}
