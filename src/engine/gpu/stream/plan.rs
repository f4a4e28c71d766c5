//! The buffers of a stream: how large they must be for a schedule, before any is made.

use crate::engine::EngineError;
use crate::engine::gpu::Output;
use crate::engine::gpu::buffer::BufferSpec;
use crate::engine::gpu::clock::{Clock, TIMESTAMP_BYTES};
use crate::engine::gpu::device::Device;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::limits::largest_buffer_bytes;
use crate::engine::gpu::totals::STAGE_WORDS;

use super::batches::{Batch, MOST_STAGES};

/// Batches in flight, each with a staging buffer.
pub(super) const STAGING_BUFFERS: usize = 3;
/// Default size of the output buffer: 2^24 words (64 MiB), about 10 ms of read-back from a fast GPU.
/// It is larger if one stage needs more, and smaller if the table needs less.
const SLAB_WORDS: u64 = 1 << 24;

/// The buffers of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::gpu) struct StreamPlan {
    /// What comes back.
    pub(super) output: Output,
    /// The values of a batch. Where they do not come back, those of one stage, if the kernel reads
    /// them.
    pub(super) values: BufferSpec,
    /// The totals of the stages of a batch.
    pub(super) totals: BufferSpec,
    /// The uniforms of the stages of a batch.
    pub(super) uniforms: BufferSpec,
    /// Bytes between the uniforms of two stages.
    pub(super) uniform_stride: usize,
    /// Where timestamps are resolved, if the device has them.
    pub(super) timestamps: Option<BufferSpec>,
    /// Where a batch comes back: its timestamps, its totals, then its values. There are
    /// [`STAGING_BUFFERS`].
    pub(super) staging: BufferSpec,
}

impl StreamPlan {
    /// Plans the buffers for the stages of a kernel.
    ///
    /// # Errors
    /// When the values of a stage do not fit into a buffer.
    pub(in crate::engine::gpu) fn new(
        kernel: &Kernel,
        output: Output,
        device: &Device,
    ) -> Result<Self, EngineError> {
        let limits = &device.limits;
        let (mut largest_stage, mut all) = (0, 0u64);
        for stage in kernel.schedule.stages() {
            largest_stage = largest_stage.max(stage.words as u64);
            all = all.saturating_add(stage.words as u64);
        }
        let largest = largest_buffer_bytes(limits);
        let value_words = match output {
            Output::Values => largest_stage.max(all.min(SLAB_WORDS).min(largest / 4)),
            Output::Totals if kernel.reads_values => largest_stage,
            // A binding is never empty.
            Output::Totals => 1,
        };
        let values_bytes = 4 * value_words;
        if values_bytes > largest {
            return Err(EngineError::BeyondLimits {
                what: "a layer takes up to".into(),
                needed: values_bytes,
                unit: "bytes",
                limit: largest,
            });
        }
        let alignment = limits.min_uniform_buffer_offset_alignment as usize;
        let uniform_stride = kernel.schedule.uniform_bytes().next_multiple_of(alignment);
        let copied = wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        let stages = kernel.schedule.stages().take(MOST_STAGES).count();
        let totals_bytes = (4 * stages * STAGE_WORDS) as u64;
        let staged_bytes = if output == Output::Values { values_bytes } else { 0 };
        let storage =
            |label, bytes| BufferSpec { label, bytes, usage: wgpu::BufferUsages::STORAGE | copied };
        Ok(StreamPlan {
            output,
            values: storage("values", values_bytes),
            totals: storage("totals", totals_bytes),
            uniforms: BufferSpec {
                label: "uniforms",
                bytes: (stages * uniform_stride) as u64,
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            },
            uniform_stride,
            timestamps: Clock::buffer(device, STAGING_BUFFERS),
            staging: BufferSpec {
                label: "staging",
                bytes: TIMESTAMP_BYTES + totals_bytes + staged_bytes,
                usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            },
        })
    }

    /// Returns the words of values that a batch may have, if values come back.
    pub(super) fn most_words(&self) -> Option<usize> {
        (self.output == Output::Values).then_some((self.values.bytes / 4) as usize)
    }

    /// Returns the bytes of the totals of a batch.
    pub(super) fn totals_bytes_of(&self, batch: &Batch) -> u64 {
        (4 * batch.stages.len() * STAGE_WORDS) as u64
    }

    /// Returns the bytes of a batch in its staging buffer.
    pub(super) fn bytes_of(&self, batch: &Batch) -> u64 {
        TIMESTAMP_BYTES + self.totals_bytes_of(batch) + 4 * batch.words as u64
    }

    /// Returns the bytes of the buffers in the memory of the device.
    pub(in crate::engine::gpu) fn device_bytes(&self) -> u64 {
        let timestamps = self.timestamps.map_or(0, |spec| spec.bytes);
        self.values.bytes + self.totals.bytes + self.uniforms.bytes + timestamps
    }

    /// Returns the bytes of a copy of a staging buffer, as the host makes one of the batch that it reads.
    pub(in crate::engine::gpu) fn copied_bytes(&self) -> u64 {
        self.staging.bytes
    }

    /// Returns the bytes of the buffers that the host reads, which are in its memory.
    pub(in crate::engine::gpu) fn staging_bytes(&self) -> u64 {
        STAGING_BUFFERS as u64 * self.staging.bytes
    }
}
