//! The dispatch that scatters tiles which an earlier run has finished over the stages that they cross: the
//! inverse of the one that gathers them, whose buffers it shares. No batch needs both.

use super::Gather;
use super::gather::origin;
use crate::domain::tiling::Tile;
use crate::engine::EngineError;
use crate::engine::gpu::device::Device;
use crate::engine::gpu::kernel::{Kernel, LoadedKernel};
use crate::plan::Plan;

/// The dispatch that scatters tiles.
pub(in crate::engine::gpu) struct Scatter {
    pipeline: wgpu::ComputePipeline,
    /// The number of stages that are replayed, from the first on.
    stages: u32,
}

impl Scatter {
    /// Compiles the entry point.
    ///
    /// # Errors
    /// When the device refuses.
    pub(in crate::engine::gpu) fn new(
        device: &Device,
        kernel: &Kernel,
        loaded: &LoadedKernel,
        gather: &Gather,
        stages: u32,
    ) -> Result<Self, EngineError> {
        let [first, last] = &gather.layouts;
        let groups = [Some(first), None, Some(last)];
        let make = || kernel.pipeline(&device.device, &loaded.module, "scatter", &groups, false);
        let pipeline = device.scoped("compile the shader that scatters tiles", make)?;
        Ok(Scatter { pipeline, stages })
    }

    /// Uploads tiles for the commands that are submitted next.
    pub(in crate::engine::gpu) fn upload(
        &self,
        device: &Device,
        plan: &Plan,
        gather: &Gather,
        tiles: &[Tile],
    ) {
        let origins: Vec<[u32; 4]> =
            tiles.iter().map(|tile| origin(plan, tile.index, self.stages)).collect();
        device.queue.write_buffer(&gather.origins, 0, bytemuck::cast_slice(&origins));
        for (number, tile) in (0..).zip(tiles) {
            let offset = 4 * gather.words_per_tile * number;
            let (words, rest) = tile.values.bytes().as_chunks::<4>();
            device.queue.write_buffer(&gather.tiles, offset, words.as_flattened());
            if !rest.is_empty() {
                // Whole words are uploaded.
                let mut last = [0; 4];
                last[..rest.len()].copy_from_slice(rest);
                let offset = offset + 4 * words.len() as u64;
                device.queue.write_buffer(&gather.tiles, offset, &last);
            }
        }
    }

    /// Records the dispatch for this many tiles.
    pub(in crate::engine::gpu) fn dispatch(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        gather: &Gather,
        tiles: usize,
    ) {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_bind_group(0, &gather.bindings[0], &[]);
        pass.set_bind_group(2, &gather.bindings[1], &[]);
        pass.set_pipeline(&self.pipeline);
        pass.dispatch_workgroups(gather.columns, tiles as u32, 1);
    }
}
