//! The dispatch that gathers tiles; and its inverse, the one that scatters tiles which an earlier run has finished over
//! the waves that they cross. They share their buffers, since no batch needs both.

use super::TilesPlan;
use crate::domain::Coordinates;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::EngineError;
use crate::engine::gpu::bind_group::{self, Bindings, storage};
use crate::engine::gpu::device::Device;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::loaded::{LoadedKernel, further_values};
use crate::engine::gpu::schedule::{Wave, WavePlace};
use crate::plan::Plan;

/// Workgroups that gather or scatter one tile at most, so that the tiles of a batch share a GPU.
const MOST_WORKGROUPS: u32 = 256;

/// Returns how many workgroups gather or scatter a tile of this many words.
pub(in crate::engine::gpu) fn gathering_workgroups(kernel: &Kernel, words_per_tile: u64) -> u32 {
    let size = u64::from(kernel.workgroup_size);
    words_per_tile.div_ceil(size).min(MOST_WORKGROUPS.into()) as u32
}

/// Both dispatches, with their buffers.
pub(in crate::engine::gpu) struct Transfer {
    gather: wgpu::ComputePipeline,
    /// If there are waves to replay.
    scatter: Option<wgpu::ComputePipeline>,
    /// The number of waves that are replayed, from the first on.
    replayed_waves: u32,
    /// The bind groups 0 and 2.
    bindings: [wgpu::BindGroup; 2],
    /// The bind group 3, where the table takes several buffers.
    further: Option<wgpu::BindGroup>,
    places: wgpu::Buffer,
    origins: wgpu::Buffer,
    tiles: wgpu::Buffer,
    faults: wgpu::Buffer,
    words_per_tile: u64,
    /// Workgroups for each tile.
    columns: u32,
}

impl Transfer {
    /// Compiles the entry points and makes the buffers. `values` is the ring, or the table.
    ///
    /// # Errors
    /// When the device refuses.
    pub(in crate::engine::gpu) fn new(
        device: &Device,
        kernel: &Kernel,
        loaded: &LoadedKernel,
        plan: &TilesPlan,
        values: &[wgpu::Buffer],
        replayed_waves: u32,
    ) -> Result<Self, EngineError> {
        let make = || plan.buffers().map(|buffer| device.device.create_buffer(&buffer));
        let [places, origins, tiles, faults] = device.allocate(plan.buffer_bytes(), make)?;
        let first = Bindings { first: 1, types: vec![storage(false)] };
        let last = Bindings { first: 0, types: [true, true, false, false].map(storage).into() };
        let groups = [Some(first), None, Some(last)].into_iter();
        let groups: Vec<_> = groups.chain(kernel.further_bindings().map(Some)).collect();
        let pipeline = |entry_point| {
            let program =
                kernel.program(&loaded.module.source, entry_point, groups.clone(), (false, false));
            device.pipeline(&loaded.module, program)
        };
        let gather = pipeline("gather")?;
        let scatter = (replayed_waves > 0).then(|| pipeline("scatter")).transpose()?;
        let bind = || {
            let own = [&places, &origins, &tiles, &faults].map(wgpu::Buffer::as_entire_binding);
            let [first, last] = [0, 2].map(|group| gather.get_bind_group_layout(group));
            let device = &device.device;
            let groups = [
                bind_group::group(device, "gather", &first, 1, [values[0].as_entire_binding()]),
                bind_group::group(device, "gather", &last, 0, own),
            ];
            (groups, further_values(device, &gather, values))
        };
        let (bindings, further) = device.scoped("bind the buffers of tiles", bind)?;
        Ok(Transfer {
            gather,
            scatter,
            replayed_waves,
            bindings,
            further,
            places,
            origins,
            tiles,
            faults,
            words_per_tile: plan.words_per_tile,
            columns: gathering_workgroups(kernel, plan.words_per_tile),
        })
    }

    /// Says where the values of a wave lie, for the commands that are submitted next.
    pub(in crate::engine::gpu) fn place(&self, device: &Device, plan: &TilesPlan, wave: &Wave) {
        let place = wave.place(plan.first_word(wave.index));
        let offset = u64::from(wave.index % plan.ring_waves) * size_of::<WavePlace>() as u64;
        device.queue.write_buffer(&self.places, offset, bytemuck::bytes_of(&place));
    }

    /// Says which tiles are gathered by the commands that are submitted next.
    pub(in crate::engine::gpu) fn choose(&self, device: &Device, plan: &Plan, tiles: &[TileIndex]) {
        self.write_origins(device, plan, tiles.iter().copied(), 0);
    }

    /// Uploads tiles that are scattered by the commands that are submitted next.
    pub(in crate::engine::gpu) fn upload(&self, device: &Device, plan: &Plan, tiles: &[Tile]) {
        let indices = tiles.iter().map(|tile| tile.index);
        self.write_origins(device, plan, indices, self.replayed_waves);
        for (number, tile) in (0..).zip(tiles) {
            let offset = 4 * self.words_per_tile * number;
            let (words, rest) = tile.values.bytes().as_chunks::<4>();
            device.queue.write_buffer(&self.tiles, offset, words.as_flattened());
            if !rest.is_empty() {
                // Whole words are uploaded.
                let mut last = [0; 4];
                last[..rest.len()].copy_from_slice(rest);
                let offset = offset + 4 * words.len() as u64;
                device.queue.write_buffer(&self.tiles, offset, &last);
            }
        }
    }

    /// Writes the first cells of tiles, and how many waves of them are replayed, as `tile_origins` has it.
    fn write_origins(
        &self,
        device: &Device,
        plan: &Plan,
        tiles: impl Iterator<Item = TileIndex>,
        waves: u32,
    ) {
        let origin = |index| {
            let Coordinates([_, x, y, z]) = plan.tiling().region(index).origin;
            [x, y, z, waves]
        };
        let origins: Vec<[u32; 4]> = tiles.map(origin).collect();
        device.queue.write_buffer(&self.origins, 0, bytemuck::cast_slice(&origins));
    }

    /// Records the dispatch that scatters this many tiles, if there are any.
    pub(in crate::engine::gpu) fn scatter(&self, encoder: &mut wgpu::CommandEncoder, tiles: usize) {
        if let (Some(scatter), 1..) = (&self.scatter, tiles) {
            self.dispatch(encoder, scatter, tiles);
        }
    }

    /// Records the dispatch that gathers this many tiles, if there are any, and copies their faults and the tiles
    /// behind one another to a staging buffer.
    pub(in crate::engine::gpu) fn gather(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        tiles: usize,
        (target, offset): (&wgpu::Buffer, u64),
    ) {
        if tiles == 0 {
            return;
        }
        let faults_bytes = 4 * tiles as u64;
        let tiles_bytes = self.words_per_tile * faults_bytes;
        encoder.clear_buffer(&self.faults, 0, Some(faults_bytes));
        self.dispatch(encoder, &self.gather, tiles);
        encoder.copy_buffer_to_buffer(&self.faults, 0, target, offset, faults_bytes);
        encoder.copy_buffer_to_buffer(&self.tiles, 0, target, offset + faults_bytes, tiles_bytes);
    }

    fn dispatch(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::ComputePipeline,
        tiles: usize,
    ) {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_bind_group(0, &self.bindings[0], &[]);
        pass.set_bind_group(2, &self.bindings[1], &[]);
        if self.further.is_some() {
            pass.set_bind_group(3, &self.further, &[]);
        }
        pass.set_pipeline(pipeline);
        pass.dispatch_workgroups(self.columns, tiles as u32, 1);
    }
}
