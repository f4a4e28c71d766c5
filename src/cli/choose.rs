//! Which engine runs a job, and why.

use anyhow::Result;
use grundytab::Plan;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::gpu::{Adapter, GpuEngine, adapters};
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineError, Prepared};
use grundytab::machine::{available_memory_bytes, check_fits};

use super::args::EngineArg;
use super::outcome::Usage;
use super::output::note;

/// The engine asked for; for `auto` a hardware GPU that can take the plan, else the CPU. Notes
/// which it is, with the adapter's name, before anything runs on it.
pub fn engine(
    asked: EngineArg,
    adapter: Option<&str>,
    plan: &Plan,
    quiet: bool,
) -> Result<Box<dyn Engine>> {
    if adapter.is_some() && !matches!(asked, EngineArg::Gpu | EngineArg::Auto) {
        return Err(Usage::new(
            format!("--adapter {}", adapter.unwrap_or_default()),
            "only the GPU engine runs on an adapter",
            "leave it out, or add --engine gpu",
        )
        .into());
    }
    let engine: Box<dyn Engine> = match asked {
        EngineArg::Reference => Box::new(ReferenceEngine),
        EngineArg::Cpu => Box::new(CpuEngine),
        EngineArg::Gpu => Box::new(GpuEngine::open(Adapter::choose(adapter)?)?),
        // A name is a wish for that adapter, be it hardware or not.
        EngineArg::Auto if adapter.is_some() => {
            Box::new(GpuEngine::open(Adapter::choose(adapter)?)?)
        }
        EngineArg::Auto => match hardware_gpu(plan) {
            Ok(gpu) => {
                let name = gpu.adapter().unwrap_or_default();
                note(quiet, format!("engine: gpu on {name}, the first hardware GPU"));
                return Ok(Box::new(gpu));
            }
            Err(reason) => {
                note(quiet, format!("engine: cpu, {} threads ({reason})", threads()));
                return Ok(Box::new(CpuEngine));
            }
        },
    };
    note(
        quiet,
        match engine.adapter() {
            Some(adapter) => format!("engine: gpu on {adapter}"),
            None if asked == EngineArg::Cpu => format!("engine: cpu, {} threads", threads()),
            None => format!("engine: {}", engine.kind()),
        },
    );
    Ok(engine)
}

/// Bytes of memory of a job: the program's own, the engine's, and for each thread a tile that waits
/// to be stored, one that is being stored, and its encoded bytes.
pub fn memory_bytes(prepared: &dyn Prepared) -> u64 {
    let plan = prepared.plan();
    let tiles = (3 * threads() as u64).saturating_mul(plan.tile_bytes());
    prepared.memory().host_bytes.saturating_add(tiles).saturating_add(PROGRAM_BYTES)
}

/// What the program takes before it has done anything, with its threads.
const PROGRAM_BYTES: u64 = 10_000_000;

/// Refuses a plan that does not fit into memory or the limits of its engine, before anything is
/// allocated.
pub fn check_fits_memory(prepared: &dyn Prepared) -> Result<()> {
    Ok(check_fits("this job's memory", memory_bytes(prepared), available_memory_bytes())?)
}

/// Positions of a layer, on average, below which a GPU would be idle: one workgroup.
const LEAST_LAYER: u64 = 64;
/// Positions below which a GPU is not even looked for: while one is being opened, which takes a
/// tenth of a second at least, the CPU has filled such a table.
const LEAST_POSITIONS: u64 = 1 << 22;

/// A hardware GPU that can take the plan, or why there is none.
fn hardware_gpu(plan: &Plan) -> Result<GpuEngine, String> {
    let domain = plan.job().domain();
    if domain.positions() < LEAST_POSITIONS {
        return Err(format!("it has fewer than {LEAST_POSITIONS} positions"));
    }
    if domain.positions() / plan.job().layer_count() < LEAST_LAYER {
        return Err(format!("its layers have fewer than {LEAST_LAYER} positions"));
    }
    let all = adapters();
    let Some(adapter) = all.iter().find(|adapter| adapter.is_hardware()) else {
        return Err(match all.first() {
            None => "no GPU driver was found".into(),
            Some(software) => format!(
                "no hardware GPU; {} is software, --engine gpu would take it",
                software.name()
            ),
        });
    };
    let open = || -> Result<GpuEngine, EngineError> {
        let engine = GpuEngine::open(adapter.clone())?;
        engine.prepare(plan)?;
        Ok(engine)
    };
    open().map_err(|error| format!("not {}: {error}", adapter.name()))
}

fn threads() -> usize {
    rayon::current_num_threads()
}
