//! The GPU's own clock: how long the shaders of each batch take, where it can be read.

use std::time::Duration;

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
    /// For so many batches in flight; none where the device has no clock.
    pub(super) fn new(device: &Device, batches: usize) -> Option<Self> {
        Clock::exists(device).then(|| Clock {
            queries: device.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("clock"),
                ty: wgpu::QueryType::Timestamp,
                count: 2 * batches as u32,
            }),
            resolved: device.buffer(
                "timestamps",
                Clock::bytes(batches),
                wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            ),
            period: f64::from(device.queue.get_timestamp_period()),
        })
    }

    fn exists(device: &Device) -> bool {
        device.device.features().contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    /// Bytes of the buffer of a device's clock, if it has one.
    pub(super) fn bytes_on(device: &Device, batches: usize) -> u64 {
        if Clock::exists(device) { Clock::bytes(batches) } else { 0 }
    }

    /// Bytes of its buffer: timestamps are resolved to places so far apart.
    fn bytes(batches: usize) -> u64 {
        batches as u64 * wgpu::QUERY_RESOLVE_BUFFER_ALIGNMENT
    }

    /// What a pass of the batch in this place of the ring writes.
    pub(super) fn around(&self, place: usize) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2 * place as u32),
            end_of_pass_write_index: Some(2 * place as u32 + 1),
        }
    }

    /// Copies the timestamps of a batch to a buffer.
    pub(super) fn copy(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        place: usize,
        (target, offset): (&wgpu::Buffer, u64),
    ) {
        let first = 2 * place as u32;
        let resolved_at = place as u64 * wgpu::QUERY_RESOLVE_BUFFER_ALIGNMENT;
        encoder.resolve_query_set(&self.queries, first..first + 2, &self.resolved, resolved_at);
        encoder.copy_buffer_to_buffer(&self.resolved, resolved_at, target, offset, TIMESTAMP_BYTES);
    }

    /// The time between the two timestamps of a batch.
    pub(super) fn between(&self, timestamps: &[u64]) -> Duration {
        let ticks = match timestamps {
            [begin, end, ..] => end.saturating_sub(*begin),
            _ => 0,
        };
        Duration::from_nanos((ticks as f64 * self.period) as u64)
    }
}
