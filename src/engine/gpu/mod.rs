//! The GPU engine: compute shaders, dispatched layer by layer through wgpu, or by waves of blocks
//! (`blocks.rs`).
//!
//! Only the accumulators stay on the GPU. The layers' values are written to a slab, read back
//! through a ring of staging buffers and assembled into tiles while the next layers are computed
//! (`stream.rs`), so a table may be larger than a binding and larger than the GPU's memory.
//!
//! Each kernel has a shader under `shaders/`, a host half here and a twin in `engine/cpu/`, all of
//! the same name.

mod adapter;
mod assemble_layers;
mod block_assembler;
mod clock;
mod device;
mod kernel;
mod kernels;
mod layer;
mod least_layers;
mod limits;
mod shader;
mod stream;
mod sweep;
#[cfg(test)]
mod tests;

pub use adapter::{Adapter, adapters};

use super::lines::counting_rays;
use super::method::Method;
use super::{Engine, EngineError, EngineKind, GpuWork, Memory, Prepared, RunReport, Sink};
use crate::plan::Plan;
use device::Device;
use kernel::Kernel;
use kernels::{digraph, euclid, fibonacci, partizan, vector_grundy, vector_palaces};
use stream::Slab;

/// Thresholds and line accumulators on an adapter.
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
            // Software runs the invocations of a workgroup one after another: there is no time to
            // hide, and more of them cost more.
            device.limits.max_compute_invocations_per_workgroup = layer::WORKGROUP_SIZE;
        }
        Ok(GpuEngine { device, adapter })
    }

    /// Uses at most so many bytes of each workgroup's memory, and so many invocations, but at least
    /// 64, as far as the adapter allows. Less memory makes blocks smaller; more invocations share
    /// searches among them.
    pub fn with_workgroups_of(mut self, bytes: u32, invocations: u32) -> Self {
        let of_adapter = self.device.device.limits();
        let limits = &mut self.device.limits;
        limits.max_compute_workgroup_storage_size =
            bytes.min(of_adapter.max_compute_workgroup_storage_size);
        limits.max_compute_invocations_per_workgroup = invocations
            .max(layer::WORKGROUP_SIZE)
            .min(of_adapter.max_compute_invocations_per_workgroup);
        self
    }
}

/// Describes the kernel of a plan, as far as an adapter with these limits can run it.
fn kernel(plan: &Plan, limits: &wgpu::Limits) -> Result<Kernel, EngineError> {
    match Method::of(plan.job())? {
        Method::Digraph(game) => digraph::kernel(plan, limits, &game),
        Method::Euclid(game) => Ok(euclid::kernel(plan, game)),
        Method::Fibonacci => Ok(fibonacci::kernel(plan)),
        Method::Partizan(game) => partizan::kernel(plan, limits, &game),
        Method::VectorGrundy(game) => vector_grundy::kernel(plan, limits, &game),
        Method::VectorPalaces(game) => vector_palaces::kernel(plan, limits, &game),
    }
}

impl Engine for GpuEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Gpu
    }

    fn adapter(&self) -> Option<String> {
        Some(self.adapter.to_string())
    }

    fn prepare<'a>(&'a self, plan: &'a Plan) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        check_invocation_words(plan)?;
        let limits = &self.device.limits;
        let kernel = kernel(plan, limits)?;
        kernel.check_limits(limits)?;
        let slab = Slab::plan(plan, &kernel.sweep, limits)?;
        Ok(Box::new(PreparedGpu { engine: self, plan, kernel, slab }))
    }
}

/// A plan with its kernel and the size of its output buffer.
struct PreparedGpu<'a> {
    engine: &'a GpuEngine,
    plan: &'a Plan,
    kernel: Kernel,
    slab: Slab,
}

impl Prepared for PreparedGpu<'_> {
    fn plan(&self) -> &Plan {
        self.plan
    }

    fn memory(&self) -> Memory {
        let of_stream = stream::device_bytes(&self.engine.device, self.slab);
        let device_bytes = self.kernel.bytes().saturating_add(of_stream);
        // A batch that is being read has been copied out of its staging buffer.
        let staging_bytes = stream::staging_bytes(self.slab) + self.slab.bytes();
        let tile_bytes = self.kernel.sweep.open_tile_bytes(self.plan);
        let own_bytes = tile_bytes.saturating_add(staging_bytes);
        // Adapters that are not discrete share the machine's memory.
        let shared_bytes = if self.engine.adapter.is_discrete() { 0 } else { device_bytes };
        Memory { host_bytes: own_bytes.saturating_add(shared_bytes), device_bytes }
    }

    fn gpu_work(&self) -> Option<GpuWork> {
        Some(stream::work(self.plan, &self.kernel))
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        let usage = stream::run(&self.engine.device, self.plan, &self.kernel, self.slab, sink)?;
        Ok(RunReport { gpu: Some(usage) })
    }
}

/// Words of an invocation at most, for its lines and for what altered vectors do on each.
const MOST_INVOCATION_WORDS: usize = 256;

fn check_invocation_words(plan: &Plan) -> Result<(), EngineError> {
    if let Method::VectorGrundy(game) | Method::VectorPalaces(game) = Method::of(plan.job())? {
        let lines = counting_rays(&game, plan.job().domain().sides()).len();
        let altered = game.alterations().len();
        let words = lines * (1 + altered) + altered;
        if words > MOST_INVOCATION_WORDS {
            return Err(EngineError::BeyondLimits {
                what: format!(
                    "with {lines} lines through a position and {altered} altered vectors an \
                     invocation needs"
                ),
                needed: words as u64,
                unit: "words",
                limit: MOST_INVOCATION_WORDS as u64,
            });
        }
    }
    Ok(())
}
