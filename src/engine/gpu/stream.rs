//! Layers in batches: dispatched, read back, assembled, several batches in flight.
//!
//! A batch is a run of layers, of positions or of blocks, whose values fit into the slab. One submission clears the slab (a
//! slot that stays 0 was not written, and is reported), dispatches the batch's layers, and copies
//! the slab to a staging buffer of the ring. While the GPU works on later batches, the oldest is
//! mapped, checked and handed to the assembler.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::assemble_layers::Assembler;
use super::block_assembler::BlockAssembler;
use super::clock::{Clock, TIMESTAMP_BYTES};
use super::device::Device;
use super::kernel::{Kernel, PreparedKernel};
use super::layer::LayerUniform;
use super::least_layers::LeastAssembler;
use super::limits::largest_buffer_bytes;
use super::sweep::Sweep;
use crate::domain::layer::Layer;
use crate::engine::{EngineError, GpuUsage, GpuWork, Sink};
use crate::plan::Plan;

/// Batches in flight.
const STAGING_BUFFERS: usize = 3;
/// Layers of a batch at most; each has a uniform.
const MOST_LAYERS: usize = 256;
/// The slab has so many words, unless a layer needs more or the table less: a hundredth of a second
/// of what comes back from a fast GPU.
const SLAB_WORDS: u64 = 1 << 24;
/// A batch should take about this long: a desktop's watchdog resets a GPU that is busy for seconds.
const BATCH_TARGET: Duration = Duration::from_millis(200);
/// A batch that takes this long is taken for lost.
const BATCH_TIMEOUT: Duration = Duration::from_secs(600);
/// Words of the first batch; later ones grow or shrink with the time they take.
const FIRST_BATCH_WORDS: usize = 1 << 16;

/// The output buffer of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slab {
    words: u64,
}

impl Slab {
    /// A slab with room for any layer of the plan.
    pub(super) fn plan(
        plan: &Plan,
        sweep: &Sweep,
        limits: &wgpu::Limits,
    ) -> Result<Self, EngineError> {
        let (mut largest_layer, mut all) = (0, 0u64);
        for layer in sweep.layers(plan) {
            let words = sweep.words(&layer) as u64;
            largest_layer = words.max(largest_layer);
            all = all.saturating_add(words);
        }
        let largest = largest_buffer_bytes(limits);
        let slab = Slab { words: largest_layer.max(all.min(SLAB_WORDS).min(largest / 4)) };
        match slab.bytes() <= largest {
            true => Ok(slab),
            false => Err(EngineError::BeyondLimits {
                what: "a layer takes up to".into(),
                needed: slab.bytes(),
                unit: "bytes",
                limit: largest,
            }),
        }
    }

    pub(super) fn bytes(self) -> u64 {
        4 * self.words
    }
}

/// Bytes between the uniforms of two layers.
fn uniform_stride(limits: &wgpu::Limits) -> usize {
    let alignment = limits.min_uniform_buffer_offset_alignment as usize;
    size_of::<LayerUniform>().next_multiple_of(alignment)
}

/// Bytes of a stream's buffers on the device.
pub(super) fn device_bytes(device: &Device, slab: Slab) -> u64 {
    let uniforms = (MOST_LAYERS * uniform_stride(&device.limits)) as u64;
    slab.bytes() + uniforms + Clock::bytes_on(device, STAGING_BUFFERS)
}

/// Bytes of those that the machine reads, and has in its own memory.
pub(super) fn staging_bytes(slab: Slab) -> u64 {
    STAGING_BUFFERS as u64 * (TIMESTAMP_BYTES + slab.bytes())
}

/// What a run of the plan will make the GPU do.
pub(super) fn work(plan: &Plan, kernel: &Kernel) -> GpuWork {
    let mut work = GpuWork::default();
    for layer in kernel.sweep.layers(plan) {
        work += kernel.sweep.work(&layer, kernel.entry_points.len());
    }
    work
}

/// Layers that are computed by one submission.
struct Batch {
    layers: Vec<Layer>,
    words: usize,
}

/// Where a batch comes back: its timestamps, then its values.
struct Staging {
    buffer: wgpu::Buffer,
    /// Its place in the ring.
    place: usize,
}

/// A batch on its way.
struct InFlight {
    batch: Batch,
    staging: Staging,
    submission: wgpu::SubmissionIndex,
    submitted: Instant,
}

/// Runs a kernel over all layers of the plan.
pub(super) fn run(
    device: &Device,
    plan: &Plan,
    kernel: &Kernel,
    slab: Slab,
    sink: &dyn Sink,
) -> Result<GpuUsage, EngineError> {
    let mut stream = Stream::new(device, plan, kernel, slab)?;
    let mut assembler = match &kernel.sweep {
        &Sweep::Layers { largest_value } => {
            Tiles::Layers(Assembler::new(plan, sink), largest_value)
        }
        Sweep::Waves(blocks) => Tiles::Waves(BlockAssembler::new(plan, blocks, sink)),
        Sweep::Least(least) => Tiles::Least(LeastAssembler::new(plan, least, sink)),
    };
    let words = |layer: &Layer| kernel.sweep.words(layer);
    let mut layers = kernel.sweep.layers(plan).peekable();
    let mut batch_words = FIRST_BATCH_WORDS;
    let mut in_flight: VecDeque<InFlight> = VecDeque::new();
    let mut last_done = Instant::now();
    loop {
        sink.proceed()?;
        if let Some(first) = layers.next() {
            let mut batch = Batch { words: words(&first), layers: vec![first] };
            while let Some(next) = layers.next_if(|next| {
                batch.words + words(next) <= batch_words && batch.layers.len() < MOST_LAYERS
            }) {
                batch.words += words(&next);
                batch.layers.push(next);
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
        batch_words = adapt(batch_words, began.elapsed(), stream.slab);
        stream.read(oldest, &mut assembler)?;
        last_done = Instant::now();
    }
}

/// The size of the batches after one that took `elapsed`.
fn adapt(batch_words: usize, elapsed: Duration, slab: Slab) -> usize {
    if elapsed < BATCH_TARGET / 2 {
        (2 * batch_words).min(slab.words as usize)
    } else if elapsed > BATCH_TARGET * 2 {
        (batch_words / 2).max(1)
    } else {
        batch_words
    }
}

/// Tiles in the making.
enum Tiles<'a> {
    /// No value is larger.
    Layers(Assembler<'a>, u64),
    Waves(BlockAssembler<'a>),
    Least(LeastAssembler<'a>),
}

struct Stream<'a> {
    device: &'a Device,
    plan: &'a Plan,
    sweep: &'a Sweep,
    kernel: PreparedKernel,
    slab: Slab,
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
        plan: &'a Plan,
        kernel: &'a Kernel,
        slab: Slab,
    ) -> Result<Self, EngineError> {
        let limits = &device.limits;
        let uniform_stride = uniform_stride(limits);
        let buffer = |label, size, usage| device.buffer(label, size, usage);
        let copied = wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        let uploaded = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let mapped = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let allocate = || {
            let values = buffer("values", slab.bytes(), wgpu::BufferUsages::STORAGE | copied);
            let uniforms = buffer("layers", (MOST_LAYERS * uniform_stride) as u64, uploaded);
            let staging = |place| Staging {
                buffer: buffer("staging", TIMESTAMP_BYTES + slab.bytes(), mapped),
                place,
            };
            let clock = Clock::new(device, STAGING_BUFFERS);
            (values, uniforms, clock, (0..STAGING_BUFFERS).map(staging).collect())
        };
        let bytes = device_bytes(device, slab) + staging_bytes(slab);
        let (values, uniforms, clock, idle) = device.allocate(bytes, allocate)?;
        Ok(Stream {
            device,
            plan,
            sweep: &kernel.sweep,
            kernel: kernel.prepare(device, &values, &uniforms)?,
            slab,
            values,
            uniforms,
            uniform_stride,
            largest_dispatch: limits.max_compute_workgroups_per_dimension,
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
        let mut uniforms = vec![0; batch.layers.len() * self.uniform_stride];
        let mut words = 0;
        for (layer, bytes) in batch.layers.iter().zip(uniforms.chunks_mut(self.uniform_stride)) {
            let uniform = self.sweep.uniform(layer, words);
            bytes[..size_of::<LayerUniform>()].copy_from_slice(bytemuck::bytes_of(&uniform));
            words += self.sweep.words(layer);
            self.usage.work += self.sweep.work(layer, self.kernel.entry_points());
        }
        self.usage.submissions += 1;
        let bytes = 4 * batch.words as u64;
        let submission = self.device.scoped("submit a batch of layers", || {
            // Written before the commands below run, and after those of earlier submissions.
            self.device.queue.write_buffer(&self.uniforms, 0, &uniforms);
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            encoder.clear_buffer(&self.values, 0, Some(bytes));
            {
                let clock = self.clock.as_ref();
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: None,
                    timestamp_writes: clock.map(|clock| clock.around(staging.place)),
                });
                for (index, layer) in batch.layers.iter().enumerate() {
                    let offset = (index * self.uniform_stride) as u32;
                    let workgroups = self.sweep.workgroups(layer, self.largest_dispatch);
                    self.kernel.dispatch(&mut pass, offset, workgroups);
                }
            }
            if let Some(clock) = &self.clock {
                clock.copy(&mut encoder, staging.place, (&staging.buffer, 0));
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
    fn read(&mut self, done: InFlight, tiles: &mut Tiles) -> Result<(), EngineError> {
        let buffer = &done.staging.buffer;
        let mapped = buffer.get_mapped_range(0..TIMESTAMP_BYTES + 4 * done.batch.words as u64);
        let mapped =
            mapped.map_err(|error| self.device.error(format!("reading a batch back: {error}")))?;
        let (timestamps, words) = mapped.split_at(TIMESTAMP_BYTES as usize);
        if let (Some(clock), Some(time)) = (&self.clock, &mut self.usage.kernel_time) {
            *time += clock.between(&bytemuck::pod_collect_to_vec(timestamps));
        }
        let mut values: Vec<u32> = bytemuck::pod_collect_to_vec(words);
        drop(mapped);
        buffer.unmap();
        self.idle.push(done.staging);
        let mut rest = values.as_mut_slice();
        for layer in &done.batch.layers {
            let (values, after) = rest.split_at_mut(self.sweep.words(layer));
            rest = after;
            match tiles {
                Tiles::Waves(tiles) => {
                    tiles.copy(layer, values).map_err(|what| self.device.error(what))?;
                    tiles.hand_over(layer)?;
                }
                Tiles::Least(tiles) => {
                    tiles.fill(layer.rank, values).map_err(|what| self.device.error(what))?;
                    tiles.hand_over(layer.rank)?;
                }
                Tiles::Layers(tiles, largest_value) => {
                    check_values(self.plan, layer, *largest_value, values)
                        .map_err(|what| self.device.error(what))?;
                    // Values come with 1 added.
                    values.iter_mut().for_each(|value| *value = value.wrapping_sub(1));
                    tiles.layer(layer, values)?;
                }
            }
        }
        Ok(())
    }
}

/// Checks that every position of a layer has been written, with a value up to `largest_value`.
/// `values` come with 1 added.
fn check_values(
    plan: &Plan,
    layer: &Layer,
    largest_value: u64,
    values: &[u32],
) -> Result<(), String> {
    let largest = largest_value + 1;
    for x in layer.first_row..layer.first_row + layer.rows {
        let columns = layer.columns_of_row(x);
        let row = &values[layer.slot(x, *columns.start())..=layer.slot(x, *columns.end())];
        let wrong = |&value: &u32| value == 0 || u64::from(value) > largest;
        if let Some(place) = row.iter().position(wrong) {
            let y = columns.start() + place as u32;
            let position = plan.job().domain().position(layer.position(x, y));
            return Err(match row[place] {
                0 => format!("the shader wrote no value for {position}"),
                value => format!(
                    "the shader wrote {} for {position}, beyond the bound {}",
                    value - 1,
                    largest - 1,
                ),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Convention, Domain, Job, Quantity, Ruleset};

    fn plan() -> Plan {
        let game = Ruleset::parse("nim:2").expect("a game");
        let domain = Domain::boxed(&[8, 5]).expect("a domain");
        let job = Job::new(game, domain, Quantity::Grundy, Convention::Normal).expect("a job");
        Plan::new(job, None).expect("a plan")
    }

    /// Catches a shader that leaves a cell out, or writes what cannot be.
    #[test]
    fn unwritten_and_impossible_values_are_reported() {
        let plan = plan();
        let layer = plan.job().layer(6);
        let largest = plan.bound().largest_value;
        let bound = largest as u32;
        let sound = vec![bound + 1; layer.slots()];
        assert_eq!(check_values(&plan, &layer, largest, &sound), Ok(()));
        let planted = |value| {
            let mut values = sound.clone();
            values[layer.slot(0, 4)] = value;
            check_values(&plan, &layer, largest, &values).expect_err("reported")
        };
        assert_eq!(planted(0), "the shader wrote no value for (4, 2)");
        let beyond = planted(bound + 2);
        let words = format!("the shader wrote {} for (4, 2), beyond the bound", bound + 1);
        assert!(beyond.starts_with(&words), "{beyond}");
    }

    #[test]
    fn batches_grow_when_short_and_shrink_when_long() {
        let slab = Slab { words: 1000 };
        assert_eq!(adapt(400, BATCH_TARGET / 10, slab), 800);
        assert_eq!(adapt(800, BATCH_TARGET / 10, slab), 1000);
        assert_eq!(adapt(800, BATCH_TARGET, slab), 800);
        assert_eq!(adapt(800, BATCH_TARGET * 3, slab), 400);
        assert_eq!(adapt(1, BATCH_TARGET * 3, slab), 1);
    }
}
