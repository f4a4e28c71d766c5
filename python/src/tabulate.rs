//! Tabulation: into an array, or into a stored table.

use std::path::{Path, PathBuf};

use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineKind, Prepared};
use grundytab::table::{Codec, Resumed, TableWriter};
use grundytab::values::Values;
use grundytab::{Control, Plan, available_memory_bytes, tabulate_array, tabulate_prepared};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::arguments::{JobArguments, Sides};
use crate::array;
use crate::failure::{of_engine, of_input, of_run, of_scan, of_table};
use crate::running::run;
use crate::table::Table;

/// Tabulates a game.
#[pyfunction]
#[pyo3(signature = (
    game, *, r#box=None, tokens=None, quantity="grundy", misere=false, engine="auto", adapter=None,
    threads=None, out=None, resume=false, overwrite=false, codec=None, tile=None, check=None,
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn tabulate<'py>(
    py: Python<'py>,
    game: &str,
    r#box: Option<Sides>,
    tokens: Option<i64>,
    quantity: &str,
    misere: bool,
    engine: &str,
    adapter: Option<&str>,
    threads: Option<i64>,
    out: Option<PathBuf>,
    resume: bool,
    overwrite: bool,
    codec: Option<&str>,
    tile: Option<i64>,
    check: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let plan = JobArguments { game, sides: r#box, tokens, quantity, misere, tile }.plan()?;
    let codec = codec.map(str::parse::<Codec>).transpose().map_err(of_input)?;
    let asked = EngineArguments { engine, adapter };
    let Some(path) = out else {
        if let Some(name) = [
            ("resume", resume),
            ("overwrite", overwrite),
            ("codec", codec.is_some()),
            ("check", check.is_some()),
        ]
        .iter()
        .find_map(|&(name, given)| given.then_some(name))
        {
            let text =
                format!("{name}: it says how a table is stored, but none is; give out=PATH too");
            return Err(PyValueError::new_err(text));
        }
        let values = run(py, threads, |control| into_memory(&plan, asked, control))?;
        return array::of_values(py, values, plan.value_type(), plan.job().domain().shape());
    };
    run(py, threads, |control| {
        let stored = Stored { path: &path, resume, overwrite, codec, check };
        stored.tabulate(&plan, asked, control)
    })?;
    Ok(Bound::new(py, Table::open(path)?)?.into_any())
}

/// Computes a table into memory.
///
/// # Errors
/// `MemoryError`, when there is too little; else what the engine reports.
fn into_memory(plan: &Plan, asked: EngineArguments, control: &Control) -> PyResult<Values> {
    asked.prepared(plan, |_, prepared| {
        let cells = plan.job().domain().sides().cells() as u64;
        let array = cells.saturating_mul(plan.value_type().bytes() as u64);
        let needed = memory_bytes(prepared).saturating_add(array);
        check_memory(needed, "; with out=PATH the table is stored instead")?;
        tabulate_array(prepared, control).map_err(of_run)
    })
}

/// How a table is stored.
struct Stored<'a> {
    path: &'a Path,
    resume: bool,
    overwrite: bool,
    codec: Option<Codec>,
    check: Option<f64>,
}

impl Stored<'_> {
    /// Computes a table, or goes on with it.
    fn tabulate(&self, plan: &Plan, asked: EngineArguments, control: &Control) -> PyResult<()> {
        asked.prepared(plan, |engine, prepared| {
            check_memory(memory_bytes(prepared), "")?;
            let options = TableWriter::options(plan)
                .codec(self.codec.unwrap_or_else(|| Codec::of_plan(plan)))
                .check(self.check.unwrap_or_else(|| usually_checked(engine.kind())))
                .overwrite(self.overwrite)
                .engine(engine);
            let writer = if self.resume {
                match options.resume(self.path, control).map_err(of_scan)? {
                    Resumed::Complete => return Ok(()),
                    Resumed::Unfinished(writer) => *writer,
                }
            } else {
                options.create(self.path).map_err(of_table)?
            };
            tabulate_prepared(prepared, Some(writer), control).map_err(of_run)?;
            Ok(())
        })
    }
}

/// Which share of the tiles is checked by the definition while an engine computes them.
fn usually_checked(engine: EngineKind) -> f64 {
    match engine {
        EngineKind::Gpu => 1.0 / 256.0,
        EngineKind::Cpu | EngineKind::Reference => 0.0,
    }
}

/// Estimates from above what a run keeps in memory: the engine's, and tiles that are being stored.
fn memory_bytes(prepared: &dyn Prepared) -> u64 {
    let threads = rayon::current_num_threads() as u64;
    let tiles = (3 * threads).saturating_mul(prepared.plan().tile_bytes());
    prepared.memory().host_bytes.saturating_add(tiles)
}

fn check_memory(needed: u64, hint: &str) -> PyResult<()> {
    let available = available_memory_bytes();
    if needed <= available {
        return Ok(());
    }
    let text = format!("{needed} bytes of memory are needed, {available} are available{hint}");
    Err(PyMemoryError::new_err(text))
}

/// The engine that is asked for, as it is passed.
#[derive(Clone, Copy)]
struct EngineArguments<'a> {
    engine: &'a str,
    adapter: Option<&'a str>,
}

impl EngineArguments<'_> {
    fn prepared<T>(
        self,
        plan: &Plan,
        run: impl FnOnce(&dyn Engine, &dyn Prepared) -> PyResult<T>,
    ) -> PyResult<T> {
        if let (Some(name), "cpu" | "reference") = (self.adapter, self.engine) {
            let text = format!(
                "adapter={name:?}: only the GPU engine runs on an adapter; leave it out, or \
                                ask for engine=\"gpu\""
            );
            return Err(PyValueError::new_err(text));
        }
        let engine: Box<dyn Engine> = match self.engine {
            // A name asks for that adapter.
            "auto" if self.adapter.is_some() => gpu(self.adapter)?,
            "auto" => Box::new(CpuEngine),
            name => match name.parse::<EngineKind>().map_err(of_input)? {
                EngineKind::Cpu => Box::new(CpuEngine),
                EngineKind::Reference => Box::new(ReferenceEngine),
                EngineKind::Gpu => gpu(self.adapter)?,
            },
        };
        let prepared = engine.prepare(plan).map_err(of_engine)?;
        run(engine.as_ref(), prepared.as_ref())
    }
}

#[cfg(feature = "gpu")]
fn gpu(name: Option<&str>) -> PyResult<Box<dyn Engine>> {
    use grundytab::engine::gpu::{Adapter, GpuEngine};
    let adapter = Adapter::choose(name).map_err(of_engine)?;
    Ok(Box::new(GpuEngine::open(adapter).map_err(of_engine)?))
}

#[cfg(not(feature = "gpu"))]
fn gpu(_name: Option<&str>) -> PyResult<Box<dyn Engine>> {
    Err(PyValueError::new_err("this package was built without the GPU engine; use engine=\"cpu\""))
}
