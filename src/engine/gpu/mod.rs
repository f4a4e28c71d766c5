//! The GPU engine: compute shaders, dispatched through wgpu wave by wave. A schedule distributes the cells of a table
//! over waves (`schedule/`): as a wavefront of blocks, as the canonical positions of a layer, or as the positions of a
//! grade.
//!
//! Line states, thresholds and the values of the latest waves stay on the GPU. Only requested results are read back:
//! totals, which the kernels add up (`totals.rs`), and, if the table is stored, finished tiles in their stored type and
//! order (`tiles/`). Results are read back while the next waves are computed (`stream/`), so that a table may be
//! larger than a binding and larger than the GPU's memory.
//!
//! Each kernel has a shader in `shaders/`, a host half in `kernels/` and a counterpart in
//! `engine/cpu/`, all of the same name. Euclid and Fibonacci Nim, which have a method of their own on the CPU, are played
//! here by the written rules of the catalogue.

mod adapter;
mod bias;
mod bind_group;
mod blocks;
mod buffer;
mod calibration;
mod clock;
mod device;
mod expected;
mod kernel;
mod kernels;
mod limits;
mod loaded;
mod pipelines;
mod recording;
mod rectangle;
mod schedule;
mod shader;
mod smaller;
mod stream;
mod table;
#[cfg(test)]
mod tests;
mod tiles;
mod totals;

pub use adapter::AdapterIdentity;
pub use adapter::{Adapter, adapters};
#[doc(hidden)]
pub use calibration::CalibratedRate;
#[doc(hidden)]
pub use recording::{Expected, Recording, USUAL_BINDING_BYTES};

use std::time::Duration;

use super::rates::duration;
use super::{
    Engine, EngineError, EngineKind, GpuWork, Memory, Prepared, RunReport, Sink, Wanted,
    unknown_moves,
};
use crate::domain::MAX_HEAPS;
use crate::plan::Plan;
use crate::ruleset::Method;
use device::Device;
use kernel::Kernel;
use kernels::{digraph, rules, scores, vector_grundy, vector_palaces};
use limits::WORKGROUP_SIZE;
use stream::StreamPlan;
#[cfg(test)]
use tests::testing;

/// Thresholds and line states on an adapter.
pub struct GpuEngine {
    adapter: Adapter,
    device: Device,
}

impl GpuEngine {
    /// Opens a device on an adapter.
    ///
    /// # Errors
    /// When the driver refuses.
    pub fn open(adapter: Adapter) -> Result<Self, EngineError> {
        let mut device = Device::open(&adapter)?;
        if !adapter.is_hardware() {
            // Software runs the invocations of a workgroup one after another: there is no latency to
            // hide, and more of them cost more.
            device.limits.max_compute_invocations_per_workgroup = WORKGROUP_SIZE;
        }
        Ok(GpuEngine { adapter, device })
    }

    /// Opens the first of some adapters that can be opened and that `takes` accepts.
    ///
    /// # Errors
    /// If there is none: each adapter with the reason.
    pub fn open_first(
        adapters: impl IntoIterator<Item = Adapter>,
        takes: impl Fn(&GpuEngine) -> Result<(), EngineError>,
    ) -> Result<Self, Vec<(Adapter, EngineError)>> {
        let mut refusals = Vec::new();
        for adapter in adapters {
            let opened = GpuEngine::open(adapter.clone());
            match opened.and_then(|engine| takes(&engine).map(|()| engine)) {
                Ok(engine) => return Ok(engine),
                Err(error) => refusals.push((adapter, error)),
            }
        }
        Err(refusals)
    }

    /// Limits each workgroup to this many bytes of memory and, for vector games, to this many invocations, as far as
    /// the adapter allows. Lower limits make blocks smaller, for tests.
    #[doc(hidden)]
    pub fn with_workgroups_of(mut self, bytes: u32, invocations: u32) -> Self {
        let of_adapter = self.device.device.limits();
        let limits = &mut self.device.limits;
        limits.max_compute_workgroup_storage_size =
            bytes.min(of_adapter.max_compute_workgroup_storage_size);
        limits.max_compute_invocations_per_workgroup =
            invocations.min(of_adapter.max_compute_invocations_per_workgroup);
        self
    }

    /// Leaves out the counter by which wgpu would end loops, all of which are proved to end. This is for adapters that have passed their selftest: a driver that compiles a loop wrong may hang.
    pub fn with_unbounded_loops(mut self) -> Self {
        self.device.unbounded_loops = true;
        self
    }
}

/// Returns the reason why no adapter can take a plan, if there is one.
pub fn refused_everywhere(plan: &Plan) -> Option<EngineError> {
    let refused_rules = || rules::refusal(plan, &rules::of_plan(plan)?);
    refused_game(plan).or_else(refused_rules)
}

/// Returns the reason why the engine does not take a game at all, if there is one.
fn refused_game(plan: &Plan) -> Option<EngineError> {
    let job = plan.job();
    let ruleset = job.ruleset().to_string();
    match job.method() {
        _ if job.ruleset().heaps() == MAX_HEAPS => {
            Some(EngineError::FourHeaps { engine: EngineKind::Gpu, ruleset })
        }
        Method::TakeAndBreak(_) => Some(EngineError::OneAfterAnother { ruleset }),
        Method::Loopy(_) => Some(EngineError::Loopy { ruleset }),
        Method::Array => Some(unknown_moves(plan)),
        _ => None,
    }
}

/// Describes the kernel of a plan, as far as an adapter with these limits can run it.
fn kernel(plan: &Plan, wanted: Wanted, limits: &wgpu::Limits) -> Result<Kernel, EngineError> {
    if let Some(refused) = refused_game(plan) {
        return Err(refused);
    }
    let ruleset = plan.job().ruleset();
    let mut kernel = match plan.job().method() {
        Method::Digraph(game) => digraph::kernel(plan, game)?,
        Method::Partizan(game) => {
            vector_palaces::kernel(plan, limits, &[game.left(), game.right()])?
        }
        Method::Scores(games) => scores::kernel(plan, limits, games)?,
        Method::VectorGrundy(game) | Method::SubtractionGrundy(game) => {
            vector_grundy::kernel(plan, limits, game)?
        }
        Method::VectorPalaces(game) | Method::SubtractionPalaces(game) => {
            vector_palaces::kernel(plan, limits, &[game])?
        }
        Method::Array
        | Method::Clauses(_)
        | Method::Euclid(_)
        | Method::Fibonacci
        | Method::DigraphFour(_)
        | Method::Loopy(_)
        | Method::TakeAndBreak(_) => {
            let one_after_another =
                || EngineError::OneAfterAnother { ruleset: ruleset.to_string() };
            let game = rules::of_plan(plan).ok_or_else(one_after_another)?;
            rules::kernel(plan, limits, &game)?
        }
    };
    kernel.constants.push(("WRITES_VALUES", (wanted == Wanted::Values).into()));
    kernel.constants.extend(tiles::constants(plan, kernel.largest_value));
    Ok(kernel)
}

impl Engine for GpuEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Gpu
    }

    fn adapter(&self) -> Option<String> {
        let loops = if self.device.unbounded_loops { ", with unbounded loops" } else { "" };
        Some(format!("{}{loops}", self.adapter))
    }

    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        wanted: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        Ok(Box::new(self.prepare_for(plan, wanted)?))
    }

    fn fit_tiles(&self, plan: Plan) -> Plan {
        let refusal = || self.parts(&plan, Wanted::Values).err();
        match plan.asked_tile().map_or_else(refusal, |_| None) {
            Some(EngineError::SmallerTilesFit { fitting, .. }) => {
                plan.clone().with_tile(fitting).unwrap_or(plan)
            }
            Some(_) | None => plan,
        }
    }
}

impl GpuEngine {
    fn prepare_for<'a>(
        &'a self,
        plan: &'a Plan,
        wanted: Wanted,
    ) -> Result<PreparedGpu<'a>, EngineError> {
        let advise = |why| match why {
            EngineError::BeyondLimits { .. } => {
                match smaller::nearly_largest(plan, |plan| self.fitting_parts(plan, wanted)) {
                    Some((fitting, _)) => EngineError::SmallerFits { why: Box::new(why), fitting },
                    None => why,
                }
            }
            other => other,
        };
        let (kernel, stream) = self.parts(plan, wanted).map_err(advise)?;
        Ok(PreparedGpu { engine: self, plan, kernel, wanted, stream })
    }

    /// Describes the kernel of a plan and the buffers of its waves.
    fn parts(&self, plan: &Plan, wanted: Wanted) -> Result<(Kernel, StreamPlan), EngineError> {
        let limits = &self.device.limits;
        let kernel = kernel(plan, wanted, limits)?;
        kernel.check_limits(limits)?;
        let stream = StreamPlan::new(plan, &kernel, wanted, &self.device)?;
        Ok((kernel, stream))
    }

    /// Like [`parts`](Self::parts), with smaller tiles if [`fit_tiles`](Engine::fit_tiles) would choose them; `None` if
    /// the plan does not fit.
    fn fitting_parts(&self, plan: &Plan, wanted: Wanted) -> Option<(Kernel, StreamPlan)> {
        match self.parts(plan, wanted) {
            Err(EngineError::SmallerTilesFit { fitting, .. }) if plan.asked_tile().is_none() => {
                self.parts(&plan.clone().with_tile(fitting).ok()?, wanted).ok()
            }
            parts => parts.ok(),
        }
    }
}

/// A plan with its kernel and the sizes of its buffers.
struct PreparedGpu<'a> {
    engine: &'a GpuEngine,
    plan: &'a Plan,
    kernel: Kernel,
    wanted: Wanted,
    stream: StreamPlan,
}

/// Returns the bytes of all buffers in the memory of the device.
fn device_bytes(kernel: &Kernel, stream: &StreamPlan) -> u64 {
    kernel.bytes().saturating_add(stream.device_bytes())
}

impl PreparedGpu<'_> {
    fn work(&self) -> GpuWork {
        stream::work(&self.kernel, self.stream.tiles())
    }

    /// Adds advice to an error about missing memory: a domain that takes at most half. wgpu does not report the size of
    /// the memory.
    fn advise_less_memory(&self, error: EngineError) -> EngineError {
        let EngineError::OutOfDeviceMemory { adapter, bytes, smaller: None } = error else {
            return error;
        };
        let half = device_bytes(&self.kernel, &self.stream) / 2;
        let fit = |plan: &Plan| {
            let (kernel, stream) = self.engine.fitting_parts(plan, self.wanted)?;
            Some(device_bytes(&kernel, &stream)).filter(|&bytes| bytes <= half)
        };
        let smaller = smaller::nearly_largest(self.plan, fit);
        EngineError::OutOfDeviceMemory { adapter, bytes, smaller }
    }
}

impl Prepared for PreparedGpu<'_> {
    fn plan(&self) -> &Plan {
        self.plan
    }

    fn memory(&self) -> Memory {
        let device_bytes = device_bytes(&self.kernel, &self.stream);
        // The tiles of the batch that is being read are copied, and may wait to be stored.
        let staging_bytes = self.stream.staging_bytes() + self.stream.copied_bytes();
        // Adapters that are not discrete share the machine's memory.
        let shared_bytes = if self.engine.adapter.is_discrete() { 0 } else { device_bytes };
        let host_bytes =
            staging_bytes.saturating_add(shared_bytes).saturating_add(self.kernel.made_bytes());
        Memory { host_bytes, divided_bytes: 0, device_bytes }
    }

    fn gpu_work(&self) -> Option<GpuWork> {
        Some(self.work())
    }

    fn expected(&self) -> Duration {
        let rates = expected::rates_of(&self.engine.adapter);
        duration(expected::seconds(&self.kernel, self.work(), rates))
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        if sink.share().is_divided() {
            return Err(EngineError::SeveralRanks { engine: EngineKind::Gpu });
        }
        let device = &self.engine.device;
        let ran = stream::run(device, self.plan, &self.kernel, &self.stream, sink);
        let (usage, totals) = ran.map_err(|error| self.advise_less_memory(error))?;
        Ok(RunReport { gpu: Some(usage), totals: Some(totals), ..RunReport::default() })
    }
}
