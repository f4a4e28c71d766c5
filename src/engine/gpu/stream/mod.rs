//! Stages in batches: dispatched, read back and assembled, several batches in flight.
//!
//! A batch is a run of stages whose values fit into the slab. One submission clears the slab (a cell
//! that stays 0 was not written, and is reported), dispatches the batch's stages, and copies the slab
//! to a staging buffer of the ring. While the GPU works on later batches, the oldest is mapped,
//! checked and handed to the assembler.

mod plan;

pub(super) use plan::StreamPlan;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use plan::{MOST_STAGES, STAGING_BUFFERS};

use super::clock::{Clock, TIMESTAMP_BYTES};
use super::device::Device;
use super::kernel::{Kernel, LoadedKernel};
use super::schedule::{Assembler, Stage};
use crate::engine::{EngineError, GpuUsage, GpuWork, Sink};
use crate::plan::Plan;

/// A batch should take about this long: a desktop's watchdog resets a GPU that is busy for seconds.
const BATCH_TARGET: Duration = Duration::from_millis(200);
/// A batch that takes this long is taken for lost.
const BATCH_TIMEOUT: Duration = Duration::from_secs(600);
/// Words of the first batch; later ones grow or shrink with the time they take.
const FIRST_BATCH_WORDS: usize = 1 << 16;

/// Returns what a run of a kernel will make the GPU do.
pub(super) fn work(kernel: &Kernel) -> GpuWork {
    let mut work = GpuWork::default();
    for stage in kernel.schedule.stages() {
        work += work_of(kernel, &stage);
    }
    work
}

/// Returns what one stage makes the GPU do.
fn work_of(kernel: &Kernel, stage: &Stage) -> GpuWork {
    let dispatches = kernel.entry_points.len() as u64;
    GpuWork { dispatches, bytes_read_back: 4 * stage.words as u64 }
}

/// Stages that are computed by one submission.
struct Batch {
    stages: Vec<Stage>,
    words: usize,
}

/// A staging buffer, and its index in the ring.
struct Staging {
    buffer: wgpu::Buffer,
    index: usize,
}

/// A batch on its way.
struct InFlight {
    batch: Batch,
    staging: Staging,
    submission: wgpu::SubmissionIndex,
    submitted: Instant,
}

/// Runs a kernel over all stages of its schedule, and returns what that made the GPU do.
///
/// # Errors
/// When the device fails, when it computes a value that cannot be right, and when the sink asks to
/// stop.
pub(super) fn run(
    device: &Device,
    plan: &Plan,
    kernel: &Kernel,
    buffers: &StreamPlan,
    sink: &dyn Sink,
) -> Result<GpuUsage, EngineError> {
    let mut stream = Stream::new(device, kernel, buffers)?;
    let mut assembler = kernel.schedule.assembler(plan, sink);
    let mut stages = kernel.schedule.stages().peekable();
    let mut batch_words = FIRST_BATCH_WORDS;
    let mut in_flight: VecDeque<InFlight> = VecDeque::new();
    let mut last_done = Instant::now();
    loop {
        sink.proceed()?;
        if let Some(first) = stages.next() {
            let mut batch = Batch { words: first.words, stages: vec![first] };
            while let Some(next) = stages.next_if(|next| {
                batch.words + next.words <= batch_words && batch.stages.len() < MOST_STAGES
            }) {
                batch.words += next.words;
                batch.stages.push(next);
            }
            in_flight.push_back(stream.submit(batch)?);
            if in_flight.len() < STAGING_BUFFERS {
                continue;
            }
        }
        let Some(oldest) = in_flight.pop_front() else {
            return Ok(stream.usage);
        };
        let began = oldest.submitted.max(last_done);
        device.wait(&oldest.submission, BATCH_TIMEOUT)?;
        let most_words = (buffers.slab_bytes() / 4) as usize;
        batch_words = adapt(batch_words, began.elapsed(), most_words);
        stream.read(oldest, assembler.as_mut())?;
        last_done = Instant::now();
    }
}

/// Returns the size of the batches after one that took `elapsed`, which is at most `most_words`.
fn adapt(batch_words: usize, elapsed: Duration, most_words: usize) -> usize {
    if elapsed < BATCH_TARGET / 2 {
        (2 * batch_words).min(most_words)
    } else if elapsed > BATCH_TARGET * 2 {
        (batch_words / 2).max(1)
    } else {
        batch_words
    }
}

/// A kernel on a device, with its output.
struct Stream<'a> {
    device: &'a Device,
    kernel: &'a Kernel,
    loaded: LoadedKernel,
    values: wgpu::Buffer,
    uniforms: wgpu::Buffer,
    uniform_stride: usize,
    largest_dispatch: u32,
    clock: Option<Clock>,
    idle: Vec<Staging>,
    usage: GpuUsage,
}

impl<'a> Stream<'a> {
    fn new(
        device: &'a Device,
        kernel: &'a Kernel,
        buffers: &StreamPlan,
    ) -> Result<Self, EngineError> {
        let make = || {
            let staging = |index| Staging { buffer: device.buffer(&buffers.staging), index };
            let clock = buffers.timestamps.map(|spec| Clock::new(device, STAGING_BUFFERS, &spec));
            let idle = (0..STAGING_BUFFERS).map(staging).collect();
            (device.buffer(&buffers.values), device.buffer(&buffers.uniforms), clock, idle)
        };
        let bytes = buffers.device_bytes() + buffers.staging_bytes();
        let (values, uniforms, clock, idle) = device.allocate(bytes, make)?;
        Ok(Stream {
            device,
            kernel,
            loaded: kernel.load(device, &values, &uniforms)?,
            values,
            uniforms,
            uniform_stride: buffers.uniform_stride,
            largest_dispatch: device.limits.max_compute_workgroups_per_dimension,
            usage: GpuUsage {
                kernel_time: clock.as_ref().map(|_| Duration::ZERO),
                ..Default::default()
            },
            clock,
            idle,
        })
    }

    /// Submits a batch and asks for its values to be mapped.
    fn submit(&mut self, batch: Batch) -> Result<InFlight, EngineError> {
        let staging = self.idle.pop().ok_or_else(|| self.device.error("no idle buffer"))?;
        let mut uniforms = vec![0; batch.stages.len() * self.uniform_stride];
        let mut words = 0;
        for (stage, bytes) in batch.stages.iter().zip(uniforms.chunks_mut(self.uniform_stride)) {
            let uniform = self.kernel.schedule.uniform(stage, words as u32);
            bytes[..uniform.len()].copy_from_slice(&uniform);
            words += stage.words;
            self.usage.work += work_of(self.kernel, stage);
        }
        self.usage.submissions += 1;
        let bytes = 4 * batch.words as u64;
        let submission = self.device.scoped("submit a batch", || {
            // Written before the commands below run, and after those of earlier submissions.
            self.device.queue.write_buffer(&self.uniforms, 0, &uniforms);
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            encoder.clear_buffer(&self.values, 0, Some(bytes));
            {
                let clock = self.clock.as_ref();
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: None,
                    timestamp_writes: clock.map(|clock| clock.around(staging.index)),
                });
                for (index, stage) in batch.stages.iter().enumerate() {
                    let offset = (index * self.uniform_stride) as u32;
                    let workgroups = stage.workgroups.dispatch(self.largest_dispatch);
                    self.loaded.dispatch(&mut pass, stage.index, offset, workgroups);
                }
            }
            if let Some(clock) = &self.clock {
                clock.copy(&mut encoder, staging.index, (&staging.buffer, 0));
            }
            let target = &staging.buffer;
            encoder.copy_buffer_to_buffer(&self.values, 0, target, TIMESTAMP_BYTES, bytes);
            let submission = self.device.queue.submit([encoder.finish()]);
            // A failure shows when the buffer is read.
            target.map_async(wgpu::MapMode::Read, 0..TIMESTAMP_BYTES + bytes, |_| ());
            submission
        })?;
        Ok(InFlight { batch, staging, submission, submitted: Instant::now() })
    }

    /// Hands the values of a finished batch to the assembler.
    fn read(&mut self, done: InFlight, assembler: &mut dyn Assembler) -> Result<(), EngineError> {
        let buffer = &done.staging.buffer;
        let mapped = buffer.get_mapped_range(0..TIMESTAMP_BYTES + 4 * done.batch.words as u64);
        let mapped =
            mapped.map_err(|error| self.device.error(format!("reading a batch back: {error}")))?;
        let (timestamps, words) = mapped.split_at(TIMESTAMP_BYTES as usize);
        if let (Some(clock), Some(time)) = (&self.clock, &mut self.usage.kernel_time) {
            *time += clock.between(&bytemuck::pod_collect_to_vec(timestamps));
        }
        let values: Vec<u32> = bytemuck::pod_collect_to_vec(words);
        drop(mapped);
        buffer.unmap();
        self.idle.push(done.staging);
        let mut rest = values.as_slice();
        for stage in &done.batch.stages {
            let (words, after) = rest.split_at(stage.words);
            rest = after;
            assembler.take(stage, words).map_err(|wrong| self.device.error(wrong))?;
            assembler.hand_over(stage)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_when_short_and_shrink_when_long() {
        assert_eq!(adapt(400, BATCH_TARGET / 10, 1000), 800);
        assert_eq!(adapt(800, BATCH_TARGET / 10, 1000), 1000);
        assert_eq!(adapt(800, BATCH_TARGET, 1000), 800);
        assert_eq!(adapt(800, BATCH_TARGET * 3, 1000), 400);
        assert_eq!(adapt(1, BATCH_TARGET * 3, 1000), 1);
    }
}
