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
use super::{Engine, EngineError, EngineKind, GpuWork, Sink};
use crate::job::Method;
use crate::plan::{Memory, Plan};
use crate::quantity::Quantity;
use device::Device;
use kernel::Kernel;
use kernels::{digraph, euclid, fibonacci, partizan, vector_grundy, vector_palaces};

/// Words of an invocation at most, for its lines and for what altered vectors do on each.
const MOST_INVOCATION_WORDS: usize = 256;

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

fn kernel(plan: &Plan, limits: &wgpu::Limits) -> Result<Kernel, EngineError> {
    match (plan.job().method(), plan.job().quantity()) {
        (Method::Thresholds(game), _) => digraph::kernel(plan, limits, &game),
        (Method::Quotients(game), _) => Ok(euclid::kernel(plan, game)),
        (Method::Limits, _) => Ok(fibonacci::kernel(plan)),
        (Method::LinesOfBoth(game), _) => partizan::kernel(plan, limits, &game),
        (Method::Lines(game), Quantity::Grundy) => vector_grundy::kernel(plan, limits, &game),
        (Method::Lines(game), _) => vector_palaces::kernel(plan, limits, &game),
    }
}

impl Engine for GpuEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Gpu
    }

    fn adapter(&self) -> Option<String> {
        Some(self.adapter.to_string())
    }

    fn check(&self, plan: &Plan) -> Result<(), EngineError> {
        if let Method::Lines(game) = plan.job().method() {
            let lines = counting_rays(&game, plan.job().domain().sides()).len();
            let altered = game.alterations().len();
            let words = lines * (1 + altered) + altered;
            if words > MOST_INVOCATION_WORDS {
                return Err(EngineError::BeyondLimits(format!(
                    "with {lines} lines through a position and {} altered vectors a shader needs \
                     {words} words for each position, at most {MOST_INVOCATION_WORDS} are \
                     supported; use --engine cpu",
                    altered,
                )));
            }
        }
        let limits = &self.device.limits;
        let kernel = kernel(plan, limits)?;
        kernel.check_limits(limits)?;
        stream::Slab::plan(plan, &kernel.sweep, limits).map(|_| ())
    }

    fn memory(&self, plan: &Plan) -> Memory {
        let limits = &self.device.limits;
        let Ok(kernel) = kernel(plan, limits) else {
            // It is refused before it runs.
            return Memory::default();
        };
        let Ok(slab) = stream::Slab::plan(plan, &kernel.sweep, limits) else {
            return Memory::default();
        };
        let of_stream = stream::device_bytes(&self.device, slab);
        let device_bytes = kernel.bytes().saturating_add(of_stream);
        // Beside what comes back, the copy that is being read.
        let slabs = stream::staging_bytes(slab) + slab.bytes();
        let own_bytes = kernel.sweep.open_tile_bytes(plan).saturating_add(slabs);
        // Adapters that are not discrete share the machine's memory.
        let shared_bytes = if self.adapter.is_discrete() { 0 } else { device_bytes };
        Memory { host_bytes: own_bytes.saturating_add(shared_bytes), device_bytes }
    }

    fn gpu_work(&self, plan: &Plan) -> Option<GpuWork> {
        let kernel = kernel(plan, &self.device.limits).ok()?;
        Some(stream::work(plan, &kernel))
    }

    fn run(&self, plan: &Plan, sink: &dyn Sink) -> Result<(), EngineError> {
        let kernel = kernel(plan, &self.device.limits)?;
        stream::run(&self.device, plan, &kernel, sink)
    }
}
