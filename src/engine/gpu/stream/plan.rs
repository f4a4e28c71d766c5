//! The buffers of a stream: their sizes for a kernel, before any buffer is created.

use super::batches::{Batch, MOST_WAVES, STAGING_BUFFERS};
use crate::engine::EngineError;
use crate::engine::Wanted;
use crate::engine::gpu::buffer::{BufferDescriptor, descriptor};
use crate::engine::gpu::clock::{Clock, TIMESTAMP_BYTES};
use crate::engine::gpu::device::Device;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::limits::{check_limit, largest_buffer_bytes};
use crate::engine::gpu::schedule::WaveUniform;
use crate::engine::gpu::tiles::TilesPlan;
use crate::engine::gpu::totals::TOTAL_WORDS;
use crate::plan::Plan;

/// Bytes at the beginning of a staging buffer: two timestamps, and the number of the batch.
pub(super) const HEAD_BYTES: u64 = TIMESTAMP_BYTES + NUMBER_BYTES;
pub(super) const NUMBER_BYTES: u64 = 4;

/// The buffers of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine::gpu) struct StreamPlan {
    /// The tiles, if they are read back, and the ring from which they are gathered.
    pub(super) tiles: Option<TilesPlan>,
    /// The ring; if no tiles are read back, the values of one wave, if the kernel reads them. Or the table, in as many
    /// buffers as it takes.
    pub(super) values: Vec<BufferDescriptor>,
    /// The totals of the waves of a batch.
    pub(super) totals: BufferDescriptor,
    /// The uniforms of the waves of a batch.
    pub(super) uniforms: BufferDescriptor,
    /// Bytes between the uniforms of two waves.
    pub(super) uniform_stride: usize,
    /// The buffer for timestamps, if the device supports them.
    pub(super) timestamps: Option<BufferDescriptor>,
    /// The number of the batch.
    pub(super) number: BufferDescriptor,
    /// The staging buffer of a batch: its timestamps, its number, its totals, the faults of its tiles, then the tiles.
    /// There are [`STAGING_BUFFERS`] of them.
    pub(super) staging: BufferDescriptor,
}

impl StreamPlan {
    /// Plans the buffers for the waves of a kernel.
    ///
    /// # Errors
    /// When the values of a wave, those of the waves that a tile crosses, or a tile do not fit into
    /// a buffer.
    pub(in crate::engine::gpu) fn new(
        plan: &Plan,
        kernel: &Kernel,
        wanted: Wanted,
        device: &Device,
    ) -> Result<Self, EngineError> {
        let limits = &device.limits;
        let (largest_words, waves) = kernel.schedule.extent();
        let largest_wave = 4 * largest_words as u64;
        let largest = largest_buffer_bytes(limits);
        if wanted == Wanted::Values || kernel.reads_values {
            check_limit("a layer takes up to", largest_wave, "bytes", largest)?;
        }
        let tiles = match wanted {
            Wanted::Values => Some(TilesPlan::new(plan, kernel, limits)?),
            Wanted::Totals => None,
        };
        let values_bytes = match &tiles {
            Some(tiles) => tiles.ring_bytes(),
            None if kernel.reads_values => largest_wave,
            // A binding is never empty.
            None => 4,
        };
        let alignment = limits.min_uniform_buffer_offset_alignment as usize;
        let uniform_stride = size_of::<WaveUniform>().next_multiple_of(alignment);
        let waves = MOST_WAVES.min(waves as usize);
        let totals_bytes = (4 * waves * TOTAL_WORDS) as u64;
        let tile_bytes =
            tiles.as_ref().map_or(0, |tiles| tiles.staged_bytes(tiles.tiles_per_batch));
        let copied = wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        let storage = |label, bytes| descriptor(label, bytes, wgpu::BufferUsages::STORAGE | copied);
        let values = match &kernel.table {
            Some(table) => {
                table.buffers("values").map(|(_, bytes)| storage("values", bytes)).collect()
            }
            None => vec![storage("values", values_bytes)],
        };
        Ok(StreamPlan {
            tiles,
            values,
            totals: storage("totals", totals_bytes),
            uniforms: descriptor(
                "uniforms",
                (waves * uniform_stride) as u64,
                wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            ),
            uniform_stride,
            timestamps: Clock::buffer(device, STAGING_BUFFERS),
            number: descriptor("number", NUMBER_BYTES, copied),
            staging: descriptor(
                "staging",
                HEAD_BYTES + totals_bytes + tile_bytes,
                wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            ),
        })
    }

    /// Returns the tiles, if they are read back.
    pub(in crate::engine::gpu) fn tiles(&self) -> Option<&TilesPlan> {
        self.tiles.as_ref()
    }

    /// Returns the bytes of the totals of a batch.
    pub(super) fn totals_bytes_of(&self, batch: &Batch) -> u64 {
        (4 * batch.waves.len() * TOTAL_WORDS) as u64
    }

    /// Returns the bytes of a batch in its staging buffer.
    pub(super) fn bytes_of(&self, batch: &Batch) -> u64 {
        let tile_bytes = |tiles: &TilesPlan| tiles.staged_bytes(batch.tiles.len());
        HEAD_BYTES + self.totals_bytes_of(batch) + self.tiles.as_ref().map_or(0, tile_bytes)
    }

    /// Returns the bytes of the buffers in the memory of the device.
    pub(in crate::engine::gpu) fn device_bytes(&self) -> u64 {
        let timestamps = self.timestamps.as_ref().map_or(0, |buffer| buffer.size);
        let tiles = self.tiles.as_ref().map_or(0, TilesPlan::buffer_bytes);
        let values: u64 = self.values.iter().map(|buffer| buffer.size).sum();
        values + self.totals.size + self.uniforms.size + timestamps + self.number.size + tiles
    }

    /// Returns the bytes of the tiles of a batch, which the host copies.
    pub(in crate::engine::gpu) fn copied_bytes(&self) -> u64 {
        self.tiles.as_ref().map_or(0, |tiles| tiles.staged_bytes(tiles.tiles_per_batch))
    }

    /// Returns the bytes of the buffers that the host reads, which are in its memory.
    pub(in crate::engine::gpu) fn staging_bytes(&self) -> u64 {
        STAGING_BUFFERS as u64 * self.staging.size
    }
}
