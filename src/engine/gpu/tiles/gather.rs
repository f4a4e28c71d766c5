//! The dispatch that gathers tiles, and its buffers.

use super::TilesPlan;
use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::engine::EngineError;
use crate::engine::gpu::bind_group::{self, storage};
use crate::engine::gpu::device::Device;
use crate::engine::gpu::kernel::{Kernel, LoadedKernel};
use crate::engine::gpu::schedule::{Stage, StagePlace};
use crate::plan::Plan;

/// Workgroups that gather one tile at most, so that the tiles of a batch share a GPU.
const MOST_WORKGROUPS: u32 = 256;

/// The dispatch that gathers tiles, with its buffers, which the one that scatters tiles shares.
pub(in crate::engine::gpu) struct Gather {
    pipeline: wgpu::ComputePipeline,
    /// The layouts of the bind groups 0 and 2, and these.
    pub(super) layouts: [wgpu::BindGroupLayout; 2],
    pub(super) bindings: [wgpu::BindGroup; 2],
    places: wgpu::Buffer,
    pub(super) origins: wgpu::Buffer,
    pub(super) tiles: wgpu::Buffer,
    faults: wgpu::Buffer,
    pub(super) words_per_tile: u64,
    /// Workgroups for each tile.
    pub(super) columns: u32,
}

impl Gather {
    /// Compiles the entry point and makes the buffers. `values` is the ring.
    ///
    /// # Errors
    /// When the device refuses.
    pub(in crate::engine::gpu) fn new(
        device: &Device,
        kernel: &Kernel,
        loaded: &LoadedKernel,
        plan: &TilesPlan,
        values: &wgpu::Buffer,
    ) -> Result<Self, EngineError> {
        let [places, origins, tiles, faults] = device
            .allocate(plan.buffer_bytes(), || plan.buffers().map(|spec| device.buffer(&spec)))?;
        let make = || {
            let device = &device.device;
            let layouts = [
                bind_group::layout(device, "gather", 1, &[storage(false)]),
                bind_group::layout(device, "gather", 0, &[true, true, false, false].map(storage)),
            ];
            let [first, last] = &layouts;
            let groups = [Some(first), None, Some(last)];
            let pipeline = kernel.pipeline(device, &loaded.module, "gather", &groups, false);
            let own = [&places, &origins, &tiles, &faults].map(wgpu::Buffer::as_entire_binding);
            let bindings = [
                bind_group::group(device, "gather", first, 1, [values.as_entire_binding()]),
                bind_group::group(device, "gather", last, 0, own),
            ];
            (pipeline, layouts, bindings)
        };
        let (pipeline, layouts, bindings) =
            device.scoped("compile the shader that gathers tiles", make)?;
        let size = u64::from(kernel.workgroup_size());
        let columns = plan.words_per_tile.div_ceil(size).min(MOST_WORKGROUPS.into()) as u32;
        let words_per_tile = plan.words_per_tile;
        Ok(Gather {
            pipeline,
            layouts,
            bindings,
            places,
            origins,
            tiles,
            faults,
            words_per_tile,
            columns,
        })
    }

    /// Says where the values of a stage lie, for the commands that are submitted next.
    pub(in crate::engine::gpu) fn place(&self, device: &Device, plan: &TilesPlan, stage: &Stage) {
        let place = stage.place(plan.first_word(stage.index));
        let offset = u64::from(stage.index % plan.ring_stages) * size_of::<StagePlace>() as u64;
        device.queue.write_buffer(&self.places, offset, bytemuck::bytes_of(&place));
    }

    /// Says which tiles are gathered by the commands that are submitted next.
    pub(in crate::engine::gpu) fn choose(&self, device: &Device, plan: &Plan, tiles: &[TileIndex]) {
        let origins: Vec<[u32; 4]> = tiles.iter().map(|&index| origin(plan, index, 0)).collect();
        device.queue.write_buffer(&self.origins, 0, bytemuck::cast_slice(&origins));
    }

    /// Records the dispatch for this many tiles.
    pub(in crate::engine::gpu) fn dispatch(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        tiles: usize,
    ) {
        encoder.clear_buffer(&self.faults, 0, Some(4 * tiles as u64));
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_bind_group(0, &self.bindings[0], &[]);
        pass.set_bind_group(2, &self.bindings[1], &[]);
        pass.set_pipeline(&self.pipeline);
        pass.dispatch_workgroups(self.columns, tiles as u32, 1);
    }

    /// Copies the faults and the tiles behind one another to a staging buffer.
    pub(in crate::engine::gpu) fn copy(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        tiles: usize,
        (target, offset): (&wgpu::Buffer, u64),
    ) {
        let (faults_bytes, tiles_bytes) =
            (4 * tiles as u64, 4 * self.words_per_tile * tiles as u64);
        encoder.copy_buffer_to_buffer(&self.faults, 0, target, offset, faults_bytes);
        encoder.copy_buffer_to_buffer(&self.tiles, 0, target, offset + faults_bytes, tiles_bytes);
    }
}

/// Returns the first cell of a tile, and how many stages of it are replayed, as `tile_origins` has it.
pub(super) fn origin(plan: &Plan, index: TileIndex, stages: u32) -> [u32; 4] {
    let Coordinates([_, x, y, z]) = plan.tiling().region(index).origin;
    [x, y, z, stages]
}
