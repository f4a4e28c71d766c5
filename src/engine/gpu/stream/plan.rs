//! The buffers of a stream: how large they must be for a schedule, before any is made.

use crate::engine::EngineError;
use crate::engine::gpu::buffer::BufferSpec;
use crate::engine::gpu::clock::{Clock, TIMESTAMP_BYTES};
use crate::engine::gpu::device::Device;
use crate::engine::gpu::limits::largest_buffer_bytes;
use crate::engine::gpu::schedule::Schedule;

/// Batches in flight, each with a staging buffer.
pub(super) const STAGING_BUFFERS: usize = 3;
/// Stages of a batch at most; each has a uniform.
pub(super) const MOST_STAGES: usize = 256;
/// Default size of the output buffer: 2^24 words (64 MiB), about 10 ms of read-back from a fast GPU.
/// It is larger if one stage needs more, and smaller if the table needs less.
const SLAB_WORDS: u64 = 1 << 24;

/// The buffers of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::gpu) struct StreamPlan {
    /// The slab: the output of a batch.
    pub(super) values: BufferSpec,
    /// The uniforms of the stages of a batch.
    pub(super) uniforms: BufferSpec,
    /// Bytes between the uniforms of two stages.
    pub(super) uniform_stride: usize,
    /// Where timestamps are resolved, if the device has them.
    pub(super) timestamps: Option<BufferSpec>,
    /// Where a batch comes back: its timestamps, then its values. There are [`STAGING_BUFFERS`].
    pub(super) staging: BufferSpec,
}

impl StreamPlan {
    /// Plans the buffers for the stages of a schedule.
    ///
    /// # Errors
    /// When the values of a stage do not fit into a buffer.
    pub(in crate::engine::gpu) fn new(
        schedule: &dyn Schedule,
        device: &Device,
    ) -> Result<Self, EngineError> {
        let limits = &device.limits;
        let (mut largest_stage, mut all) = (0, 0u64);
        for stage in schedule.stages() {
            largest_stage = largest_stage.max(stage.words as u64);
            all = all.saturating_add(stage.words as u64);
        }
        let largest = largest_buffer_bytes(limits);
        let slab_bytes = 4 * largest_stage.max(all.min(SLAB_WORDS).min(largest / 4));
        if slab_bytes > largest {
            return Err(EngineError::BeyondLimits {
                what: "a layer takes up to".into(),
                needed: slab_bytes,
                unit: "bytes",
                limit: largest,
            });
        }
        let alignment = limits.min_uniform_buffer_offset_alignment as usize;
        let uniform_stride = schedule.uniform_bytes().next_multiple_of(alignment);
        let copied = wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        Ok(StreamPlan {
            values: BufferSpec {
                label: "values",
                bytes: slab_bytes,
                usage: wgpu::BufferUsages::STORAGE | copied,
            },
            uniforms: BufferSpec {
                label: "uniforms",
                bytes: (MOST_STAGES * uniform_stride) as u64,
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            },
            uniform_stride,
            timestamps: Clock::buffer(device, STAGING_BUFFERS),
            staging: BufferSpec {
                label: "staging",
                bytes: TIMESTAMP_BYTES + slab_bytes,
                usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            },
        })
    }

    /// Returns the bytes of the slab.
    pub(in crate::engine::gpu) fn slab_bytes(&self) -> u64 {
        self.values.bytes
    }

    /// Returns the bytes of the buffers in the memory of the device.
    pub(in crate::engine::gpu) fn device_bytes(&self) -> u64 {
        self.values.bytes + self.uniforms.bytes + self.timestamps.map_or(0, |spec| spec.bytes)
    }

    /// Returns the bytes of the buffers that the host reads, which are in its memory.
    pub(in crate::engine::gpu) fn staging_bytes(&self) -> u64 {
        STAGING_BUFFERS as u64 * self.staging.bytes
    }
}
