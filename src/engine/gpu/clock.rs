//! Timestamps of the GPU, on devices that support them: the time of the shaders in each batch. There are systems on which
//! all of them are 0 (gfx-rs/wgpu #9414).

use std::time::Duration;

use super::buffer::{BufferDescriptor, descriptor};
use super::device::Device;

/// Bytes of the two timestamps of a batch: where its shaders begin, and where they end.
pub(super) const TIMESTAMP_BYTES: u64 = 16;

/// Timestamps around the passes of the batches in flight.
pub(super) struct Clock {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// Nanoseconds of a tick.
    period: f64,
}

impl Clock {
    /// Makes the queries for this many batches in flight, and the buffer that
    /// [`buffer`](Self::buffer) describes.
    pub(super) fn new(device: &Device, batches: usize, resolved: &BufferDescriptor) -> Self {
        Clock {
            queries: device.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("clock"),
                ty: wgpu::QueryType::Timestamp,
                count: 2 * batches as u32,
            }),
            resolved: device.device.create_buffer(resolved),
            period: f64::from(device.queue.get_timestamp_period()),
        }
    }

    /// Describes the buffer to which the timestamps of this many batches are resolved, if the device
    /// has timestamps.
    pub(super) fn buffer(device: &Device, batches: usize) -> Option<BufferDescriptor> {
        let exists = device.device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        let size = batches as u64 * wgpu::QUERY_RESOLVE_BUFFER_ALIGNMENT;
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        exists.then(|| descriptor("timestamps", size, usage))
    }

    /// Returns the timestamps that a pass of a batch writes, which has this index in the ring: the first
    /// pass writes where it begins, the last one where it ends.
    pub(super) fn around(
        &self,
        index: usize,
        is_first: bool,
        is_last: bool,
    ) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        (is_first || is_last).then_some(wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: is_first.then_some(2 * index as u32),
            end_of_pass_write_index: is_last.then_some(2 * index as u32 + 1),
        })
    }

    /// Copies the timestamps of a batch to a buffer.
    pub(super) fn copy(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        index: usize,
        (target, offset): (&wgpu::Buffer, u64),
    ) {
        let first = 2 * index as u32;
        let resolved_at = index as u64 * wgpu::QUERY_RESOLVE_BUFFER_ALIGNMENT;
        encoder.resolve_query_set(&self.queries, first..first + 2, &self.resolved, resolved_at);
        encoder.copy_buffer_to_buffer(&self.resolved, resolved_at, target, offset, TIMESTAMP_BYTES);
    }

    /// Returns the time between the two timestamps of a batch that dispatches something; none if they are none.
    pub(super) fn between(&self, timestamps: &[u64]) -> Option<Duration> {
        let &[begin, end] = timestamps else { return None };
        let ticks = end.checked_sub(begin).filter(|&ticks| ticks > 0)?;
        Some(Duration::from_nanos((ticks as f64 * self.period) as u64))
    }
}
