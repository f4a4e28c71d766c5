//! The dispatch that gathers tiles, and its buffers.

use super::TilesPlan;
use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::engine::EngineError;
use crate::engine::gpu::device::Device;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::schedule::{Stage, StagePlace};
use crate::plan::Plan;

/// Workgroups that gather one tile at most, so that the tiles of a batch share a GPU.
const MOST_WORKGROUPS: u32 = 256;

/// The dispatch that gathers tiles, with its buffers.
pub(in crate::engine::gpu) struct Gather {
    pipeline: wgpu::ComputePipeline,
    /// The bind groups 0 and 2.
    bindings: [wgpu::BindGroup; 2],
    places: wgpu::Buffer,
    origins: wgpu::Buffer,
    tiles: wgpu::Buffer,
    faults: wgpu::Buffer,
    words_per_tile: u64,
    /// Workgroups for each tile.
    columns: u32,
}

impl Gather {
    /// Compiles the entry point and makes the buffers. `values` is the ring.
    ///
    /// # Errors
    /// When the device refuses.
    pub(in crate::engine::gpu) fn new(
        device: &Device,
        kernel: &Kernel,
        plan: &TilesPlan,
        values: &wgpu::Buffer,
    ) -> Result<Self, EngineError> {
        let [places, origins, tiles, faults] = device
            .allocate(plan.buffer_bytes(), || plan.buffers().map(|spec| device.buffer(&spec)))?;
        let make = || {
            let own: Vec<_> =
                [(&places, true), (&origins, true), (&tiles, false), (&faults, false)]
                    .into_iter()
                    .zip(0..)
                    .map(|((buffer, read_only), binding)| (binding, buffer, read_only))
                    .collect();
            let groups = [vec![(1, values, false)], own];
            let layouts = groups.each_ref().map(|buffers| layout(&device.device, buffers));
            let [first, last] = &layouts;
            let pipeline = kernel.gather_pipeline(&device.device, &[Some(first), None, Some(last)]);
            let bindings = [(first, &groups[0]), (last, &groups[1])];
            let bindings = bindings.map(|(layout, buffers)| bind(&device.device, layout, buffers));
            (pipeline, bindings)
        };
        let (pipeline, bindings) = device.scoped("compile the shader that gathers tiles", make)?;
        let size = u64::from(kernel.workgroup_size());
        let columns = plan.words_per_tile.div_ceil(size).min(MOST_WORKGROUPS.into()) as u32;
        let words_per_tile = plan.words_per_tile;
        Ok(Gather { pipeline, bindings, places, origins, tiles, faults, words_per_tile, columns })
    }

    /// Says where the values of a stage lie, for the commands that are submitted next.
    pub(in crate::engine::gpu) fn place(
        &self,
        device: &Device,
        plan: &TilesPlan,
        kernel: &Kernel,
        stage: &Stage,
    ) {
        let slots = kernel.schedule.slots(stage);
        let place = StagePlace { first_word: plan.first_word(stage.index), ..slots };
        let offset = u64::from(stage.index % plan.ring_stages) * size_of::<StagePlace>() as u64;
        device.queue.write_buffer(&self.places, offset, bytemuck::bytes_of(&place));
    }

    /// Says which tiles are gathered by the commands that are submitted next.
    pub(in crate::engine::gpu) fn choose(&self, device: &Device, plan: &Plan, tiles: &[TileIndex]) {
        let origins: Vec<[u32; 4]> = tiles.iter().map(|&index| origin(plan, index)).collect();
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

/// Returns the first cell of a tile, as `tile_origins` has it.
fn origin(plan: &Plan, index: TileIndex) -> [u32; 4] {
    let Coordinates([x, y, z]) = plan.tiling().region(index).origin;
    [x, y, z, 0]
}

/// A binding of a storage buffer: its number, the buffer, whether the shader only reads it.
type Bound<'a> = (u32, &'a wgpu::Buffer, bool);

fn layout(device: &wgpu::Device, buffers: &[Bound]) -> wgpu::BindGroupLayout {
    let entry = |&(binding, _, read_only): &Bound| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("gather"),
        entries: &buffers.iter().map(entry).collect::<Vec<_>>(),
    })
}

fn bind(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    buffers: &[Bound],
) -> wgpu::BindGroup {
    let entries: Vec<wgpu::BindGroupEntry> = buffers
        .iter()
        .map(|&(binding, buffer, _)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("gather"),
        layout,
        entries: &entries,
    })
}
