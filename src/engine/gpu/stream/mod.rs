//! Waves in batches: they are dispatched, read back and handed on, with several batches in flight.
//!
//! A batch is a run of waves. One submission clears their output (a cell that stays 0 was not written,
//! and is reported), dispatches them, gathers the tiles that they complete, if tiles are requested
//! (`tiles/`), and copies totals and tiles to a staging buffer. There are several of these: while the GPU
//! works on later batches, the oldest is mapped, checked and handed on. A wave that would take too long for
//! a submission is cut into several.
//!
//! Last of all, a batch copies a number of its own to its staging buffer: a driver may count commands as completed that
//! have failed (gfx-rs/wgpu #9545), and then the buffer holds what an earlier batch has left there.

mod batch_time;
mod batches;
mod plan;
mod read_back;
mod replay;
mod submit;
mod work;

pub(super) use batches::{RecordedSubmissions, recorded_submissions};
pub(super) use plan::StreamPlan;
pub(super) use work::work;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use batch_time::BatchTime;
use batches::{Batch, Batches, Limits, STAGING_BUFFERS};
use replay::Replay;

use super::clock::Clock;
use super::device::{Device, Fault};
use super::kernel::Kernel;
use super::loaded::{CommonBuffers, LoadedKernel};
use super::tiles::Transfer;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::{EngineError, GpuUsage, Sink, Stop};
use crate::plan::Plan;
use crate::totals::Statistics;

/// A submission that takes this long is considered lost.
const TIMEOUT: Duration = Duration::from_secs(600);

/// A staging buffer, and its index in the ring.
struct Staging {
    buffer: wgpu::Buffer,
    index: usize,
}

/// A batch in flight.
struct InFlight {
    batch: Batch,
    number: u32,
    staging: Staging,
    submission: wgpu::SubmissionIndex,
    began: Instant,
}

/// Runs a kernel over all waves of its schedule. Returns the work of the GPU and the totals that the kernel has added
/// up.
///
/// # Errors
/// If the device fails, if it computes an impossible value, or if the sink stops the run.
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
    // Where tiles come back, no checksum of the kernel is looked at.
    let checksums = buffers.tiles.is_none() && sink.takes_checksums();
    let mut stream = Stream::new(device, plan, kernel, buffers, (replay.waves, checksums))?;
    let waves = || kernel.schedule.waves();
    // Where the stored values do not suffice, finished tiles are gathered too, and compared.
    let is_gathered = |index| !(kernel.values_suffice && sink.is_finished(index));
    let limits = Limits::new(device.is_integrated, kernel.options.of_workgroup);
    let batches = Batches::new(waves, limits, buffers.tiles.as_ref(), replay, is_gathered);
    let outcome = stream.run(batches, sink);
    if outcome == Err(EngineError::Stopped) {
        // Batches are on their way, and may take seconds. Software also compiles shaders there.
        device.drain_in_background();
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
    /// The transfer of tiles, if tiles are read back.
    transfer: Option<Transfer>,
    /// The ring, or the table in as many buffers as it takes.
    values: Vec<wgpu::Buffer>,
    totals: wgpu::Buffer,
    uniforms: wgpu::Buffer,
    /// The number of the batch that is submitted, on the device and here.
    mark: wgpu::Buffer,
    number: u32,
    largest_dispatch: u32,
    clock: Option<Clock>,
    idle: Vec<Staging>,
    /// The last submissions: no others are in flight.
    submissions: VecDeque<wgpu::SubmissionIndex>,
    usage: GpuUsage,
    /// Totals of the waves so far.
    sum: Statistics,
}

impl<'a> Stream<'a> {
    fn new(
        device: &'a Device,
        plan: &'a Plan,
        kernel: &'a Kernel,
        buffers: &'a StreamPlan,
        (replayed_waves, checksums): (u32, bool),
    ) -> Result<Self, EngineError> {
        let make = || {
            let make = |buffer| device.device.create_buffer(buffer);
            let staging = |index| Staging { buffer: make(&buffers.staging), index };
            let timestamps = buffers.timestamps.as_ref();
            let clock = timestamps.map(|buffer| Clock::new(device, STAGING_BUFFERS, buffer));
            let idle = (0..STAGING_BUFFERS).map(staging).collect();
            let common = [&buffers.totals, &buffers.uniforms, &buffers.number].map(make);
            let values: Vec<_> = buffers.values.iter().map(make).collect();
            (values, common, clock, idle)
        };
        let bytes = buffers.device_bytes() + buffers.staging_bytes();
        let (values, [totals, uniforms, mark], clock, idle) = device.allocate(bytes, make)?;
        let common = CommonBuffers { uniforms: &uniforms, values: &values, totals: &totals };
        let loaded = kernel.load(device, &common, replayed_waves > 0, checksums)?;
        let transfer =
            |tiles| Transfer::new(device, kernel, &loaded, tiles, &values, replayed_waves);
        let transfer = buffers.tiles.as_ref().map(transfer).transpose()?;
        Ok(Stream {
            device,
            plan,
            kernel,
            buffers,
            loaded,
            values,
            totals,
            uniforms,
            mark,
            // Staging buffers may have the memory of an earlier run.
            number: fastrand::u32(1..),
            largest_dispatch: device.limits.max_compute_workgroups_per_dimension,
            usage: GpuUsage {
                kernel_time: clock.as_ref().map(|_| Duration::ZERO),
                ..Default::default()
            },
            clock,
            idle,
            submissions: VecDeque::new(),
            transfer,
            sum: Statistics::default(),
        })
    }

    /// Runs all batches.
    fn run(&mut self, mut batches: Batches, sink: &dyn Sink) -> Result<(), EngineError> {
        let mut in_flight: VecDeque<InFlight> = VecDeque::new();
        // When the batch before was seen to end.
        let mut ended = Instant::now();
        loop {
            sink.proceed()?;
            if let Some(batch) = batches.next() {
                let finished = finished_tiles(&batch, sink)?;
                if !batch.replays && !batch.waves.is_empty() {
                    sink.computes();
                }
                in_flight.push_back(self.submit(batch, &finished, sink)?);
                if self.device.fault == Some(Fault::IsLostAfter(self.usage.submissions)) {
                    self.device.device.destroy();
                }
                if in_flight.len() < STAGING_BUFFERS {
                    continue;
                }
            }
            let Some(oldest) = in_flight.pop_front() else {
                return Ok(());
            };
            let began = oldest.began.max(ended);
            let waited = self.device.wait(&oldest.submission, TIMEOUT, || sink.proceed())?;
            self.usage.waited += waited;
            let (workgroups, parts) = (oldest.batch.workgroups(), oldest.batch.parts);
            let replays = oldest.batch.replays;
            let at_most = began.elapsed() / parts;
            let by_host = BatchTime { at_least: waited / parts, at_most };
            ended = if waited.is_zero() { ended } else { Instant::now() };
            let by_clock = self.read(oldest, sink)?;
            if workgroups > 0 {
                let of_part = by_clock.map(|time| time / parts);
                batches.learn(replays, workgroups, by_host.or_by_clock(of_part));
                // A sum without the time of a batch would be too small.
                let possible = of_part.is_some_and(|time| by_host.may_be(time));
                let sum = self.usage.kernel_time.zip(by_clock.filter(|_| possible));
                self.usage.kernel_time = sum.map(|(sum, time)| sum + time);
            }
        }
    }
}
