//! Stages in batches: dispatched, read back and handed on, several batches in flight.
//!
//! A batch is a run of stages. One submission clears their output (a cell that stays 0 was not written,
//! and is reported), dispatches them, gathers the tiles that they complete, if tiles are asked for
//! (`tiles/`), and copies totals and tiles to a staging buffer. There are several of these: while the
//! GPU works on later batches, the oldest is mapped, checked and handed on. A stage that would take too
//! long for a submission is cut into several.

mod batches;
mod plan;
mod replay;

pub(super) use plan::StreamPlan;

use std::collections::VecDeque;
use std::ops::Range;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use batches::{Batch, Batches};
use plan::STAGING_BUFFERS;
use replay::Replay;

use super::clock::{Clock, TIMESTAMP_BYTES};
use super::device::Device;
use super::kernel::{CommonBuffers, Kernel, LoadedKernel};
use super::schedule::{DispatchUniform, Stage};
use super::tiles::{self, Gather, Scatter, TilesPlan};
use super::totals::{self, STAGE_WORDS};
use crate::analysis::Statistics;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::{EngineError, GpuUsage, GpuWork, Sink, Stop};
use crate::plan::Plan;

/// A submission that takes this long is taken for lost.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Returns what a run of a kernel will make the GPU do.
pub(super) fn work(kernel: &Kernel, tiles: Option<&TilesPlan>) -> GpuWork {
    let mut work = GpuWork::default();
    for _ in kernel.schedule.stages() {
        work += work_of_stage(kernel);
    }
    if let Some(plan) = tiles {
        work += work_of_tiles(plan, plan.by_last_stage.len());
    }
    work
}

/// Returns what one stage makes the GPU do, if it is not cut.
fn work_of_stage(kernel: &Kernel) -> GpuWork {
    GpuWork {
        dispatches: kernel.entry_points.len() as u64,
        steps: kernel.schedule.steps().into(),
        bytes_read_back: 4 * STAGE_WORDS as u64,
    }
}

/// Returns what this many tiles make the GPU do. The dispatches that gather them, one for each batch, do
/// not count.
fn work_of_tiles(plan: &TilesPlan, tiles: usize) -> GpuWork {
    GpuWork { dispatches: 0, steps: 0, bytes_read_back: plan.staged_bytes(tiles) }
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

/// Runs a kernel over all stages of its schedule. Returns what that made the GPU do, and the totals that
/// the kernel has added up.
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
) -> Result<(GpuUsage, Statistics), EngineError> {
    let replay = match &buffers.tiles {
        Some(_) => Replay::find(plan, kernel, sink),
        None => Replay::default(),
    };
    let mut stream = Stream::new(device, plan, kernel, buffers, replay.stages)?;
    let stages = || kernel.schedule.stages();
    let is_finished = |index| sink.is_finished(index);
    let batches = Batches::new(stages, buffers.tiles.as_ref(), replay, is_finished);
    let outcome = stream.run(batches, sink);
    if outcome == Err(EngineError::Stopped) {
        // Batches are on their way, and may take seconds. Software also compiles shaders there.
        device.leave_behind();
    }
    outcome.map(|()| (stream.usage, stream.sum))
}

/// Reads the finished tiles that a batch scatters.
fn finished_tiles(batch: &Batch, sink: &dyn Sink) -> Result<Vec<Tile>, Stop> {
    let read = |&index: &TileIndex| Ok(Tile { index, values: sink.finished_tile(index)? });
    batch.scattered.par_iter().map(read).collect()
}

/// A kernel on a device, with its output.
struct Stream<'a> {
    device: &'a Device,
    plan: &'a Plan,
    kernel: &'a Kernel,
    buffers: &'a StreamPlan,
    loaded: LoadedKernel,
    /// If tiles come back.
    gather: Option<Gather>,
    /// If there are stages to replay.
    scatter: Option<Scatter>,
    values: wgpu::Buffer,
    totals: wgpu::Buffer,
    uniforms: wgpu::Buffer,
    largest_dispatch: u32,
    clock: Option<Clock>,
    idle: Vec<Staging>,
    /// What was submitted last.
    last: Option<wgpu::SubmissionIndex>,
    usage: GpuUsage,
    /// Totals of the stages so far.
    sum: Statistics,
}

impl<'a> Stream<'a> {
    fn new(
        device: &'a Device,
        plan: &'a Plan,
        kernel: &'a Kernel,
        buffers: &'a StreamPlan,
        replayed_stages: u32,
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
        let gather = buffers.tiles.as_ref();
        let loaded = kernel.load(device, &common, replayed_stages > 0)?;
        let gather =
            gather.map(|tiles| Gather::new(device, kernel, &loaded, tiles, &values)).transpose()?;
        let scatter = match &gather {
            Some(gather) if replayed_stages > 0 => {
                Some(Scatter::new(device, kernel, &loaded, gather, replayed_stages)?)
            }
            Some(_) | None => None,
        };
        Ok(Stream {
            device,
            plan,
            kernel,
            buffers,
            loaded,
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
            last: None,
            gather,
            scatter,
            sum: Statistics::default(),
        })
    }

    /// Runs all batches.
    fn run(&mut self, mut batches: Batches, sink: &dyn Sink) -> Result<(), EngineError> {
        let mut in_flight: VecDeque<InFlight> = VecDeque::new();
        let mut last_done = Instant::now();
        loop {
            sink.proceed()?;
            if let Some(batch) = batches.next() {
                let finished = finished_tiles(&batch, sink)?;
                in_flight.push_back(self.submit(batch, &finished, sink)?);
                if in_flight.len() < STAGING_BUFFERS {
                    continue;
                }
            }
            let Some(oldest) = in_flight.pop_front() else {
                return Ok(());
            };
            let began = oldest.submitted.max(last_done);
            let waiting = Instant::now();
            self.device.wait(&oldest.submission, TIMEOUT, || sink.proceed())?;
            self.usage.waited += waiting.elapsed();
            let (workgroups, parts) = (oldest.batch.workgroups(), oldest.batch.parts);
            let replays = oldest.batch.replays;
            let elapsed = began.elapsed();
            // The time that the GPU has taken, where it has a clock: the host may have come late.
            let elapsed = self.read(oldest, sink)?.unwrap_or(elapsed);
            if workgroups > 0 {
                batches.learn(replays, workgroups, elapsed / parts);
            }
            last_done = Instant::now();
        }
    }

    /// Returns the uniforms of all dispatches of a part of a batch, each of which begins at a multiple
    /// of the stride.
    fn uniforms(&self, batch: &Batch, part: u32) -> Vec<u8> {
        let stride = self.buffers.uniform_stride;
        let mut uniforms = vec![0; batch.stages.len() * stride];
        let mut first_total = 0;
        for (stage, bytes) in batch.stages.iter().zip(uniforms.chunks_mut(stride)) {
            let (workgroup_columns, rows) = stage.grid(self.largest_dispatch);
            let dispatch = DispatchUniform {
                first_workgroup_row: rows_of_part(rows, batch.parts, part).start,
                workgroup_columns,
                first_word: self.first_word(stage),
                first_total,
            };
            let uniform = self.kernel.schedule.uniform(stage, dispatch);
            bytes[..uniform.len()].copy_from_slice(&uniform);
            first_total += STAGE_WORDS as u32;
        }
        uniforms
    }

    /// Returns the word at which the values of a stage begin.
    fn first_word(&self, stage: &Stage) -> u32 {
        self.buffers.tiles.as_ref().map_or(0, |tiles| tiles.first_word(stage.index))
    }

    /// Submits a batch and asks for its output to be mapped. `finished` are the tiles that it scatters.
    fn submit(
        &mut self,
        batch: Batch,
        finished: &[Tile],
        sink: &dyn Sink,
    ) -> Result<InFlight, EngineError> {
        let staging = self.idle.pop().ok_or_else(|| self.device.error("no idle buffer"))?;
        for _ in &batch.stages {
            self.usage.work += work_of_stage(self.kernel);
        }
        if let (Some(gather), Some(plan)) = (&self.gather, &self.buffers.tiles) {
            self.usage.work += work_of_tiles(plan, batch.tiles.len());
            for stage in &batch.cleared {
                gather.place(self.device, plan, self.kernel, stage);
            }
            if !batch.tiles.is_empty() {
                gather.choose(self.device, self.plan, &batch.tiles);
            }
            if let Some(scatter) = &self.scatter {
                scatter.upload(self.device, self.plan, gather, finished);
            }
        }
        let entry_points = self.loaded.entry_points();
        let submissions = if batch.parts == 1 { 1 } else { batch.parts * entry_points as u32 };
        self.usage.submissions += u64::from(submissions);
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
            if let (true, Some(last)) = (self.device.submits_in_turn, &self.last) {
                self.device.wait(last, TIMEOUT, || sink.proceed())?;
            }
            self.last = Some(self.device.scoped("submit a batch", || {
                // Written before the commands below run, and after those of earlier submissions.
                self.device.queue.write_buffer(&self.uniforms, 0, &uniforms);
                let mut encoder = self.device.device.create_command_encoder(&Default::default());
                if is_first {
                    self.clear(&mut encoder, &batch);
                    if let (Some(gather), Some(scatter)) = (&self.gather, &self.scatter)
                        && !finished.is_empty()
                    {
                        scatter.dispatch(&mut encoder, gather, finished.len());
                    }
                }
                let clock = self.clock.as_ref();
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: None,
                    timestamp_writes: clock
                        .and_then(|clock| clock.around(staging.index, is_first, is_last)),
                });
                for (index, stage) in batch.stages.iter().enumerate() {
                    let (columns, rows) = stage.grid(self.largest_dispatch);
                    let rows = rows_of_part(rows, batch.parts, part).len() as u32;
                    let offset = (index * self.buffers.uniform_stride) as u32;
                    for entry_point in entry_points.clone() {
                        self.loaded.dispatch(
                            &mut pass,
                            entry_point,
                            (stage.index, batch.replays),
                            offset,
                            (columns, rows),
                        );
                    }
                }
                drop(pass);
                if let (Some(gather), true) = (&self.gather, is_last && !batch.tiles.is_empty()) {
                    gather.dispatch(&mut encoder, batch.tiles.len());
                }
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
        let submission =
            self.last.clone().ok_or_else(|| self.device.error("a batch without submissions"))?;
        Ok(InFlight { batch, staging, submission, submitted: Instant::now() })
    }

    /// Clears the output of a batch.
    fn clear(&self, encoder: &mut wgpu::CommandEncoder, batch: &Batch) {
        if self.gather.is_some() {
            for stage in &batch.cleared {
                let offset = 4 * u64::from(self.first_word(stage));
                encoder.clear_buffer(&self.values, offset, Some(4 * stage.words as u64));
            }
        }
        if !batch.stages.is_empty() {
            encoder.clear_buffer(&self.totals, 0, Some(self.buffers.totals_bytes_of(batch)));
        }
    }

    /// Copies the timestamps, the totals and the tiles of a batch to its staging buffer.
    fn copy(&self, encoder: &mut wgpu::CommandEncoder, batch: &Batch, staging: &Staging) {
        let target = &staging.buffer;
        if let Some(clock) = &self.clock {
            clock.copy(encoder, staging.index, (target, 0));
        }
        let totals_bytes = self.buffers.totals_bytes_of(batch);
        if totals_bytes > 0 {
            encoder.copy_buffer_to_buffer(&self.totals, 0, target, TIMESTAMP_BYTES, totals_bytes);
        }
        if let (Some(gather), false) = (&self.gather, batch.tiles.is_empty()) {
            let offset = TIMESTAMP_BYTES + totals_bytes;
            gather.copy(encoder, batch.tiles.len(), (target, offset));
        }
    }

    /// Hands the output of a finished batch on. Returns the time that the GPU has taken for it, if it
    /// has a clock.
    fn read(&mut self, done: InFlight, sink: &dyn Sink) -> Result<Option<Duration>, EngineError> {
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
        let (totals, tiles) = output.split_at(self.buffers.totals_bytes_of(&done.batch) as usize);
        let totals = done.batch.stages.iter().zip(totals.chunks(4 * STAGE_WORDS));
        for (stage, bytes) in totals {
            self.sum = self.sum.merge(self.totals_of(stage, done.batch.replays, bytes, sink)?);
        }
        if let Some(plan) = &self.buffers.tiles {
            self.hand_over(plan, &done.batch, tiles, sink)?;
        }
        drop(mapped);
        buffer.unmap();
        self.idle.push(done.staging);
        self.usage.host_time += began.elapsed();
        Ok(took)
    }

    /// Returns the totals of a stage, and hands them to the sink if no tiles come back.
    fn totals_of(
        &self,
        stage: &Stage,
        replays: bool,
        bytes: &[u8],
        sink: &dyn Sink,
    ) -> Result<Statistics, EngineError> {
        let (totals, checksum) = totals::of_stage(&bytemuck::pod_collect_to_vec(bytes));
        let largest_value = self.kernel.largest_value;
        if u64::from(totals.maximum) > largest_value && replays {
            return Err(self.device.impossible_value(format!(
                "in layer {}, a tile that an earlier run has finished has no value, or one beyond the \
                 bound {largest_value}",
                stage.index
            )));
        }
        if u64::from(totals.maximum) > largest_value {
            return Err(self.device.impossible_value(format!(
                "the shader computed {} in layer {}, beyond the bound {largest_value}",
                totals.maximum, stage.index
            )));
        }
        if self.gather.is_none() {
            sink.totals(totals, checksum)?;
        }
        Ok(totals)
    }

    /// Checks the tiles of a batch and hands them to the sink, several at once.
    fn hand_over(
        &self,
        plan: &TilesPlan,
        batch: &Batch,
        bytes: &[u8],
        sink: &dyn Sink,
    ) -> Result<(), EngineError> {
        let (faults, tiles) = bytes.split_at(4 * batch.tiles.len());
        let faults: Vec<u32> = bytemuck::pod_collect_to_vec(faults);
        for (&index, &fault) in batch.tiles.iter().zip(&faults) {
            if let Some(position) = tiles::wrong_position(self.plan, index, fault) {
                return Err(self.device.impossible_value(format!(
                    "the shader wrote no value for {position}, or one beyond the bound {}",
                    self.kernel.largest_value
                )));
            }
        }
        let hand_over = |(&index, bytes): (&TileIndex, &[u8])| {
            sink.tile(Tile { index, values: tiles::values(self.plan, bytes) })
        };
        let mut tiles = batch.tiles.iter().zip(tiles.chunks(4 * plan.words_per_tile as usize));
        if self.plan.job().domain().heaps() == 1 {
            // The period of a subtraction game is looked for in tiles that come in order.
            tiles.try_for_each(hand_over)?;
        } else {
            tiles.collect::<Vec<_>>().into_par_iter().try_for_each(hand_over)?;
        }
        Ok(())
    }
}

/// Returns the rows of workgroups that belong to a part of a dispatch.
fn rows_of_part(rows: u32, parts: u32, part: u32) -> Range<u32> {
    let at = |part: u32| (u64::from(rows) * u64::from(part) / u64::from(parts)) as u32;
    at(part)..at(part + 1)
}
