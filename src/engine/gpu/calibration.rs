//! The rates of an adapter, measured: what dispatches, steps and bytes take, beside what `auto` assumes of adapters of its
//! kind (`src/engine/rates.rs`). `shaders/calibration.wgsl` has what is timed. Nothing is chosen by what is found here: it is
//! for reports, by which the assumed rates may be corrected.
//!
//! The clock is the host's, which every adapter has. Of several rounds the shortest counts, less the shortest time of a
//! submission of nothing.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::GpuEngine;
use super::bind_group::{self, Bindings, storage};
use super::buffer::descriptor;
use super::device::Device;
use super::expected::rates_of;
use super::pipelines::{Module, Program};
use crate::engine::{EngineError, Stop};

/// Places of the chain, of 4 MiB. The buffer goes on with words that are copied alone, beyond any cache.
const PLACES: u32 = 1 << 20;
const WORDS: u32 = 1 << 24;
/// Bytes that are read back.
const READ_BACK: u64 = 1 << 24;
const NAME: &str = "calibration";
const DISPATCHES: u32 = 1000;
/// Workgroups and steps: one after another, and many at once.
const LONG: (u32, u32) = (1, 1 << 14);
const WIDE: (u32, u32) = (1 << 12, 1 << 6);
/// Bytes that an option takes, which lies alone in its line of a cache.
const BYTES_OF_OPTION: f64 = 32.0;
const ROUNDS: usize = 4;
/// What is taken for the time of what takes no longer than nothing.
const LEAST_SECONDS: f64 = 1e-9;
/// A submission of a thousandth of a second that takes this long is lost.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A rate of an adapter, in seconds.
#[doc(hidden)]
#[derive(Debug, Clone, Serialize)]
pub struct CalibratedRate {
    /// Its name in `src/engine/rates.rs`.
    pub rate: &'static str,
    /// What is assumed of adapters of this kind.
    pub assumed: f64,
    /// What was measured.
    pub measured: f64,
}

/// Returns the place that follows a place of the chain: by the theorem of Hull and Dobell (1962) all places are one cycle.
fn next(place: u32) -> u32 {
    place.wrapping_mul(1_664_525).wrapping_add(1_013_904_223) % PLACES
}

/// What submissions take.
struct Timer<'a> {
    device: &'a Device,
    proceed: &'a dyn Fn() -> Result<(), Stop>,
    chain: wgpu::Buffer,
    found: wgpu::Buffer,
    staging: wgpu::Buffer,
    /// The seconds of a submission of nothing.
    nothing: f64,
}

impl Timer<'_> {
    /// Submits commands, and returns the seconds until they are done.
    fn submit(&self, act: impl Fn(&mut wgpu::CommandEncoder)) -> Result<f64, EngineError> {
        let began = Instant::now();
        let submission = self.device.scoped("submit the calibration", || {
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            act(&mut encoder);
            self.device.queue.submit([encoder.finish()])
        })?;
        self.device.wait(&submission, TIMEOUT, self.proceed)?;
        Ok(began.elapsed().as_secs_f64())
    }

    fn shortest(&self, act: impl Fn(&mut wgpu::CommandEncoder)) -> Result<f64, EngineError> {
        let times: Result<Vec<f64>, EngineError> = (0..ROUNDS).map(|_| self.submit(&act)).collect();
        Ok((times?.into_iter().fold(f64::MAX, f64::min) - self.nothing).max(LEAST_SECONDS))
    }

    /// Returns the seconds of dispatches of a pipeline.
    fn dispatch(
        &self,
        pipeline: &wgpu::ComputePipeline,
        (workgroups, times): (u32, u32),
    ) -> Result<f64, EngineError> {
        let bound = self.device.scoped("bind the calibration", || {
            let layout = pipeline.get_bind_group_layout(0);
            let bound = [&self.chain, &self.found].map(wgpu::Buffer::as_entire_binding);
            bind_group::group(&self.device.device, NAME, &layout, 0, bound)
        })?;
        self.shortest(|encoder| {
            encoder.clear_buffer(&self.found, 0, None);
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &bound, &[]);
            (0..times).for_each(|_| pass.dispatch_workgroups(workgroups, 1, 1));
        })
    }

    /// Reads back the first bytes of a buffer.
    fn read(&self, buffer: &wgpu::Buffer, bytes: u64) -> Result<Vec<u32>, EngineError> {
        self.submit(|encoder| {
            encoder.copy_buffer_to_buffer(buffer, 0, &self.staging, 0, Some(bytes));
        })?;
        self.staging.map_async(wgpu::MapMode::Read, 0..bytes, |_| ());
        // What was asked for comes when the next submission is done.
        self.submit(|_| ())?;
        let mapped = self.staging.get_mapped_range(0..bytes);
        let failed = |error| self.device.error(format!("reading the calibration back: {error}"));
        let words = bytemuck::pod_collect_to_vec(&mapped.map_err(failed)?);
        self.staging.unmap();
        Ok(words)
    }

    fn check(&self, what: &str, is_right: bool) -> Result<(), EngineError> {
        let wrong =
            || self.device.impossible_value(format!("{what} of the calibration went wrong"));
        is_right.then_some(()).ok_or_else(wrong)
    }
}

impl GpuEngine {
    /// Measures rates, in less than a second on hardware.
    ///
    /// # Errors
    /// If the device fails or computes something wrong, and if `proceed` fails.
    #[doc(hidden)]
    pub fn calibrate(
        &self,
        proceed: &dyn Fn() -> Result<(), Stop>,
    ) -> Result<Vec<CalibratedRate>, EngineError> {
        use wgpu::BufferUsages as Usage;
        let device = &self.device;
        let source = include_str!("../../../shaders/calibration.wgsl").to_owned();
        let module = Module::new(source.clone(), false);
        let pipeline = |entry_point, steps| {
            let types = vec![storage(true), storage(false)];
            let groups = vec![Some(Bindings { first: 0, types })];
            let (source, constants) = (source.clone(), vec![("STEPS", steps)]);
            let program = Program { kernel: NAME, source, entry_point, constants, groups };
            device.pipeline(&module, program)
        };
        let count = pipeline("count", 1)?;
        let [long, wide] = [pipeline("tick", LONG.1)?, pipeline("tick", WIDE.1)?];
        let chase = pipeline("chase", LONG.1)?;
        let (stored, in_found) = (4 * u64::from(WORDS), 256 * u64::from(WIDE.0));
        let bytes = 2 * stored + in_found + READ_BACK;
        let of_gpu = Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST;
        let make = |size, usage| device.device.create_buffer(&descriptor(NAME, size, usage));
        let ([chain, copied, found], staging) = device.allocate(bytes, || {
            let of_gpu = [stored, stored, in_found].map(|size| make(size, of_gpu));
            (of_gpu, make(READ_BACK, Usage::MAP_READ | Usage::COPY_DST))
        })?;
        let places: Vec<u32> = (0..WORDS).map(next).collect();
        device.queue.write_buffer(&chain, 0, bytemuck::cast_slice(&places));
        let mut timer = Timer { device, proceed, chain, found, staging, nothing: 0.0 };
        timer.nothing = timer.shortest(|_| ())?;

        let dispatch = timer.dispatch(&count, (1, DISPATCHES))? / f64::from(DISPATCHES);
        timer.check("the count", timer.read(&timer.found, 4)? == [DISPATCHES])?;
        let steps_of = |pipeline, (workgroups, steps): (u32, u32), end: fn(u32, u32) -> u32| {
            let took = timer.dispatch(pipeline, (workgroups, 1))?;
            let ends = (0..64).map(|first| end(first, steps));
            timer.check("a way of steps", ends.eq(timer.read(&timer.found, 256)?))?;
            Ok::<f64, EngineError>(took / f64::from(steps))
        };
        let ticks = |first: u32, steps: u32| (first + steps) % 64 + steps;
        let step = steps_of(&long, LONG, ticks)?;
        let invocation = steps_of(&wide, WIDE, ticks)? / f64::from(64 * WIDE.0);
        let round =
            steps_of(&chase, LONG, |first, steps| (0..steps).fold(first, |at, _| next(at)))?;
        let copying = timer.shortest(|encoder| {
            encoder.copy_buffer_to_buffer(&timer.chain, 0, &copied, 0, Some(stored));
        })?;
        // Each byte is read and written.
        let option = BYTES_OF_OPTION * copying / (2 * stored) as f64;
        let mut reading = f64::MAX;
        for _ in 0..ROUNDS {
            let began = Instant::now();
            let words = timer.read(&copied, READ_BACK)?;
            reading = reading.min(began.elapsed().as_secs_f64());
            timer.check("the copy", places.starts_with(&words))?;
        }
        let byte = reading / READ_BACK as f64;
        let assumed = rates_of(&self.adapter);
        Ok([
            ("dispatch", assumed.dispatch, dispatch),
            ("step", assumed.step, step),
            ("round", assumed.round, round),
            ("invocation", assumed.invocation, invocation),
            ("option", assumed.option, option),
            ("byte", assumed.byte, byte),
        ]
        .map(|(rate, assumed, measured)| CalibratedRate { rate, assumed, measured })
        .into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::engines_of_tests;

    /// Catches a chain of several cycles, which is shorter than it seems, an entry point that a driver refuses, and a rate
    /// that is not one. That the entry points do what they should is checked in every calibration.
    #[test]
    fn every_adapter_is_calibrated() {
        let cycle =
            std::iter::successors(Some(next(0)), |&place| (place != 0).then(|| next(place)));
        assert_eq!(cycle.count(), PLACES as usize);
        for engine in engines_of_tests() {
            let rates = engine.calibrate(&|| Ok(())).expect("it runs");
            let names: Vec<&str> = rates.iter().map(|rate| rate.rate).collect();
            assert_eq!(names, ["dispatch", "step", "round", "invocation", "option", "byte"]);
            assert!(
                rates.iter().all(|rate| rate.measured > 0.0 && rate.measured < 1.0),
                "{rates:?}"
            );
            assert_eq!(engine.calibrate(&|| Err(Stop)).err(), Some(EngineError::Stopped));
        }
    }
}
