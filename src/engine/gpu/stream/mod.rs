//! Stages in batches: dispatched, read back and assembled, several batches in flight.
//!
//! A batch is a run of stages. One submission clears their output (a cell that stays 0 was not written,
//! and is reported), dispatches them, and copies what is asked for to a staging buffer of the ring:
//! values with totals, or totals alone. While the GPU works on later batches, the oldest is mapped,
//! checked and handed on. A stage that would take too long for a submission is cut into several.

mod batches;
mod plan;

pub(super) use plan::StreamPlan;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use batches::{Batch, Batches};
use plan::STAGING_BUFFERS;

use super::Output;
use super::clock::{Clock, TIMESTAMP_BYTES};
use super::device::Device;
use super::kernel::{CommonBuffers, Kernel, LoadedKernel};
use super::schedule::{Assembler, DispatchUniform, Stage};
use super::totals::{self, STAGE_WORDS};
use crate::engine::{EngineError, GpuUsage, GpuWork, Sink};
use crate::plan::Plan;

/// A submission that takes this long is taken for lost.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Returns what a run of a kernel will make the GPU do.
pub(super) fn work(kernel: &Kernel, output: Output) -> GpuWork {
    let mut work = GpuWork::default();
    for stage in kernel.schedule.stages() {
        work += work_of(kernel, output, &stage);
    }
    work
}

/// Returns what one stage makes the GPU do, if it is not cut.
fn work_of(kernel: &Kernel, output: Output, stage: &Stage) -> GpuWork {
    let words = match output {
        Output::Values => stage.words + STAGE_WORDS,
        Output::Totals => STAGE_WORDS,
    };
    GpuWork { dispatches: kernel.entry_points.len() as u64, bytes_read_back: 4 * words as u64 }
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
    let mut receiver = match buffers.output {
        Output::Values => Receiver::Tiles(kernel.schedule.assembler(plan, sink)),
        Output::Totals => Receiver::Totals { largest_value: plan.bound().largest_value },
    };
    let mut batches = Batches::new(kernel.schedule.stages(), buffers.most_words());
    let mut in_flight: VecDeque<InFlight> = VecDeque::new();
    let mut last_done = Instant::now();
    loop {
        sink.proceed()?;
        if let Some(batch) = batches.next() {
            in_flight.push_back(stream.submit(batch)?);
            if in_flight.len() < STAGING_BUFFERS {
                continue;
            }
        }
        let Some(oldest) = in_flight.pop_front() else {
            return Ok(stream.usage);
        };
        let began = oldest.submitted.max(last_done);
        let waiting = Instant::now();
        device.wait(&oldest.submission, TIMEOUT)?;
        stream.usage.waited += waiting.elapsed();
        let (workgroups, parts) = (oldest.batch.workgroups(), oldest.batch.parts);
        let elapsed = began.elapsed();
        // The time that the GPU has taken, where it has a clock: the host may have come late.
        let elapsed = stream.read(oldest, &mut receiver, sink)?.unwrap_or(elapsed);
        batches.learn(workgroups, elapsed / parts);
        last_done = Instant::now();
    }
}

/// Where the output of a batch goes.
enum Receiver<'a> {
    Tiles(Box<dyn Assembler + 'a>),
    Totals {
        /// A proven bound: a larger value is a fault.
        largest_value: u64,
    },
}

/// A kernel on a device, with its output.
struct Stream<'a> {
    device: &'a Device,
    kernel: &'a Kernel,
    buffers: &'a StreamPlan,
    loaded: LoadedKernel,
    values: wgpu::Buffer,
    totals: wgpu::Buffer,
    uniforms: wgpu::Buffer,
    largest_dispatch: u32,
    clock: Option<Clock>,
    idle: Vec<Staging>,
    usage: GpuUsage,
}

impl<'a> Stream<'a> {
    fn new(
        device: &'a Device,
        kernel: &'a Kernel,
        buffers: &'a StreamPlan,
    ) -> Result<Self, EngineError> {
        let make = || {
            let staging = |index| Staging { buffer: device.buffer(&buffers.staging), index };
            let clock = buffers.timestamps.map(|spec| Clock::new(device, STAGING_BUFFERS, &spec));
            let idle = (0..STAGING_BUFFERS).map(staging).collect();
            let [values, totals, uniforms] = [&buffers.values, &buffers.totals, &buffers.uniforms]
                .map(|spec| device.buffer(spec));
            (values, totals, uniforms, clock, idle)
        };
        let bytes = buffers.device_bytes() + buffers.staging_bytes();
        let (values, totals, uniforms, clock, idle) = device.allocate(bytes, make)?;
        let common = CommonBuffers { uniforms: &uniforms, values: &values, totals: &totals };
        Ok(Stream {
            device,
            kernel,
            buffers,
            loaded: kernel.load(device, &common)?,
            values,
            totals,
            uniforms,
            largest_dispatch: device.limits.max_compute_workgroups_per_dimension,
            usage: GpuUsage {
                kernel_time: clock.as_ref().map(|_| Duration::ZERO),
                ..Default::default()
            },
            clock,
            idle,
        })
    }

    /// Returns the uniforms of all dispatches of a part of a batch, each of which begins at a multiple
    /// of the stride.
    fn uniforms(&self, batch: &Batch, part: u32) -> Vec<u8> {
        let stride = self.buffers.uniform_stride;
        let mut uniforms = vec![0; batch.stages.len() * stride];
        let (mut first_word, mut first_total) = (0, 0);
        for (stage, bytes) in batch.stages.iter().zip(uniforms.chunks_mut(stride)) {
            let (workgroup_columns, rows) = stage.workgroups.grid(self.largest_dispatch);
            let dispatch = DispatchUniform {
                first_workgroup_row: rows_of_part(rows, batch.parts, part).start,
                workgroup_columns,
                first_word,
                first_total,
            };
            let uniform = self.kernel.schedule.uniform(stage, dispatch);
            bytes[..uniform.len()].copy_from_slice(&uniform);
            if self.buffers.output == Output::Values {
                first_word += stage.words as u32;
            }
            first_total += STAGE_WORDS as u32;
        }
        uniforms
    }

    /// Submits a batch and asks for its output to be mapped.
    fn submit(&mut self, batch: Batch) -> Result<InFlight, EngineError> {
        let staging = self.idle.pop().ok_or_else(|| self.device.error("no idle buffer"))?;
        for stage in &batch.stages {
            self.usage.work += work_of(self.kernel, self.buffers.output, stage);
        }
        let entry_points = self.loaded.entry_points();
        let submissions = if batch.parts == 1 { 1 } else { batch.parts * entry_points as u32 };
        self.usage.submissions += u64::from(submissions);
        let mut last = None;
        for number in 0..submissions {
            let (part, entry_points) = if submissions == 1 {
                (0, 0..entry_points)
            } else {
                // All parts of an entry point come before those of the next one.
                let entry_point = (number / batch.parts) as usize;
                (number % batch.parts, entry_point..entry_point + 1)
            };
            let uniforms = self.uniforms(&batch, part);
            let (is_first, is_last) = (number == 0, number + 1 == submissions);
            last = Some(self.device.scoped("submit a batch", || {
                // Written before the commands below run, and after those of earlier submissions.
                self.device.queue.write_buffer(&self.uniforms, 0, &uniforms);
                let mut encoder = self.device.device.create_command_encoder(&Default::default());
                if is_first {
                    self.clear(&mut encoder, &batch);
                }
                let clock = self.clock.as_ref();
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: None,
                    timestamp_writes: clock
                        .and_then(|clock| clock.around(staging.index, is_first, is_last)),
                });
                for (index, stage) in batch.stages.iter().enumerate() {
                    let (columns, rows) = stage.workgroups.grid(self.largest_dispatch);
                    let rows = rows_of_part(rows, batch.parts, part).len() as u32;
                    let offset = (index * self.buffers.uniform_stride) as u32;
                    for entry_point in entry_points.clone() {
                        self.loaded.dispatch(
                            &mut pass,
                            entry_point,
                            stage.index,
                            offset,
                            (columns, rows),
                        );
                    }
                }
                drop(pass);
                if is_last {
                    self.copy(&mut encoder, &batch, &staging);
                }
                let submission = self.device.queue.submit([encoder.finish()]);
                if is_last {
                    // A failure shows when the buffer is read.
                    let bytes = 0..self.buffers.bytes_of(&batch);
                    staging.buffer.map_async(wgpu::MapMode::Read, bytes, |_| ());
                }
                submission
            })?);
        }
        let submission = last.ok_or_else(|| self.device.error("a batch without submissions"))?;
        Ok(InFlight { batch, staging, submission, submitted: Instant::now() })
    }

    /// Clears the output of a batch.
    fn clear(&self, encoder: &mut wgpu::CommandEncoder, batch: &Batch) {
        if batch.words > 0 {
            encoder.clear_buffer(&self.values, 0, Some(4 * batch.words as u64));
        }
        encoder.clear_buffer(&self.totals, 0, Some(self.buffers.totals_bytes_of(batch)));
    }

    /// Copies the timestamps, the totals and the values of a batch to its staging buffer.
    fn copy(&self, encoder: &mut wgpu::CommandEncoder, batch: &Batch, staging: &Staging) {
        let target = &staging.buffer;
        if let Some(clock) = &self.clock {
            clock.copy(encoder, staging.index, (target, 0));
        }
        let totals_bytes = self.buffers.totals_bytes_of(batch);
        encoder.copy_buffer_to_buffer(&self.totals, 0, target, TIMESTAMP_BYTES, totals_bytes);
        if batch.words > 0 {
            let (offset, bytes) = (TIMESTAMP_BYTES + totals_bytes, 4 * batch.words as u64);
            encoder.copy_buffer_to_buffer(&self.values, 0, target, offset, bytes);
        }
    }

    /// Hands the output of a finished batch on. Returns the time that the GPU has taken for it, if it
    /// has a clock.
    fn read(
        &mut self,
        done: InFlight,
        receiver: &mut Receiver,
        sink: &dyn Sink,
    ) -> Result<Option<Duration>, EngineError> {
        let began = Instant::now();
        let buffer = &done.staging.buffer;
        let mapped = buffer.get_mapped_range(0..self.buffers.bytes_of(&done.batch));
        let mapped =
            mapped.map_err(|error| self.device.error(format!("reading a batch back: {error}")))?;
        let (timestamps, output) = mapped.split_at(TIMESTAMP_BYTES as usize);
        let took = self
            .clock
            .as_ref()
            .map(|clock| clock.between(&bytemuck::pod_collect_to_vec(timestamps)));
        if let (Some(took), Some(time)) = (took, &mut self.usage.kernel_time) {
            *time += took;
        }
        let output: Vec<u32> = bytemuck::pod_collect_to_vec(output);
        drop(mapped);
        buffer.unmap();
        self.idle.push(done.staging);
        let (totals, mut values) = output.split_at(done.batch.stages.len() * STAGE_WORDS);
        for (stage, totals) in done.batch.stages.iter().zip(totals.chunks(STAGE_WORDS)) {
            match receiver {
                Receiver::Tiles(assembler) => {
                    let (words, after) = values.split_at(stage.words);
                    values = after;
                    assembler.take(stage, words).map_err(|wrong| self.device.error(wrong))?;
                    assembler.hand_over(stage)?;
                }
                Receiver::Totals { largest_value } => {
                    let (totals, checksum) = totals::of_stage(totals);
                    if u64::from(totals.maximum) > *largest_value {
                        return Err(self.device.error(format!(
                            "the shader computed {} at stage {}, beyond the bound {largest_value}",
                            totals.maximum, stage.index
                        )));
                    }
                    sink.totals(totals, checksum)?;
                }
            }
        }
        self.usage.host_time += began.elapsed();
        Ok(took)
    }
}

/// Returns the rows of workgroups that belong to a part of a dispatch.
fn rows_of_part(rows: u32, parts: u32, part: u32) -> std::ops::Range<u32> {
    let at = |part: u32| (u64::from(rows) * u64::from(part) / u64::from(parts)) as u32;
    at(part)..at(part + 1)
}
