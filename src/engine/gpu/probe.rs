//! Measures the constants of the model on an adapter, each by a small kernel of its own. Host half of
//! `shaders/probe.wgsl`.

use std::time::{Duration, Instant};

use super::bind_group::{self, storage};
use super::buffer::BufferSpec;
use super::clock::{Clock, TIMESTAMP_BYTES};
use super::constants::AdapterConstants;
use super::device::Device;
use super::limits::WORKGROUP_SIZE;
use super::shader;
use crate::engine::EngineError;

/// A submission that takes this long is taken for lost.
const TIMEOUT: Duration = Duration::from_secs(60);
/// How often each probe runs: the shortest time counts, for a GPU that was idle takes a while to reach
/// its usual clock.
const REPEATS: usize = 5;
/// Vectors of four words that are loaded: 4 MiB, which is more than a processor's own cache holds and
/// less than what all share.
const LINKS: u32 = 1 << 18;
const LINK_BYTES: u64 = 16 * LINKS as u64;
/// Bytes that are read back.
const READ_BACK_BYTES: u64 = 1 << 25;

/// `Probe` of `shaders/probe.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct ProbeUniform {
    pub(super) rounds: u32,
    pub(super) links: u32,
}

/// What is dispatched to measure one constant.
struct Probe {
    entry_point: &'static str,
    /// How often an invocation does what is measured.
    rounds: u32,
    workgroups: u32,
    dispatches: u32,
}

impl Probe {
    const fn one_workgroup(entry_point: &'static str, rounds: u32) -> Self {
        Probe { entry_point, rounds, workgroups: 1, dispatches: 1 }
    }
}

/// Measures the constants. Takes some milliseconds on a GPU, and about a second in software.
///
/// # Errors
/// When the device fails.
pub(super) fn measure(device: &Device) -> Result<AdapterConstants, EngineError> {
    let bench = ProbeBench::new(device)?;
    let many = Probe { entry_point: "dispatch", rounds: 1, workgroups: 1, dispatches: 256 };
    let dispatch = bench.shortest(&many)? / f64::from(many.dispatches);
    let round_of = |probe: &Probe| -> Result<f64, EngineError> {
        // A clock may be too coarse for what is short.
        let without_dispatch = (bench.shortest(probe)? - dispatch).max(1e-9);
        Ok(without_dispatch / f64::from(probe.rounds) / f64::from(probe.workgroups))
    };
    let full_step = Probe { entry_point: "step", rounds: 25, workgroups: 8192, dispatches: 1 };
    let loads = Probe { entry_point: "loads", rounds: 256, workgroups: 1024, dispatches: 1 };
    Ok(AdapterConstants {
        dispatch,
        step: round_of(&Probe::one_workgroup("step", 2000))?,
        storage_step: round_of(&Probe::one_workgroup("storage_step", 1000))?,
        workgroup_step: round_of(&full_step)?,
        load: round_of(&Probe::one_workgroup("load", 2000))?,
        loaded_bytes: 16.0 * f64::from(WORKGROUP_SIZE) / round_of(&loads)?,
        read_back_bytes: READ_BACK_BYTES as f64 / bench.read_back()?,
    })
}

/// The shader on a device, with its buffers.
struct ProbeBench<'a> {
    device: &'a Device,
    module: wgpu::ShaderModule,
    layout: wgpu::PipelineLayout,
    bindings: wgpu::BindGroup,
    uniform: wgpu::Buffer,
    links: wgpu::Buffer,
    staging: wgpu::Buffer,
    clock: Option<Clock>,
}

impl<'a> ProbeBench<'a> {
    fn new(device: &'a Device) -> Result<Self, EngineError> {
        use wgpu::BufferUsages as Usage;
        let specs = [
            BufferSpec {
                label: "probe",
                bytes: size_of::<ProbeUniform>() as u64,
                usage: Usage::UNIFORM | Usage::COPY_DST,
            },
            BufferSpec {
                label: "results",
                bytes: 8 * u64::from(WORKGROUP_SIZE),
                usage: Usage::STORAGE,
            },
            BufferSpec {
                label: "links",
                bytes: LINK_BYTES.max(READ_BACK_BYTES),
                usage: Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST,
            },
            BufferSpec {
                label: "staging",
                bytes: READ_BACK_BYTES,
                usage: Usage::MAP_READ | Usage::COPY_DST,
            },
        ];
        let timestamps = Clock::buffer(device, 1);
        let bytes = specs.iter().map(|spec| spec.bytes).sum();
        let make = || {
            let clock = timestamps.map(|spec| Clock::new(device, 1, &spec));
            (specs.map(|spec| device.buffer(&spec)), clock)
        };
        let ([uniform, results, links, staging], clock) = device.allocate(bytes, make)?;
        device.queue.write_buffer(&links, 0, bytemuck::cast_slice(&circle()));
        let compile = || {
            let module = device.device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("probe"),
                source: wgpu::ShaderSource::Wgsl(source().into()),
            });
            let types = [bind_group::uniform(false), storage(false), storage(true)];
            let group = bind_group::layout(&device.device, "probe", 0, &types);
            let layout = device.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("probe"),
                bind_group_layouts: &[Some(&group)],
                immediate_size: 0,
            });
            let links_binding = wgpu::BufferBinding {
                buffer: &links,
                offset: 0,
                size: wgpu::BufferSize::new(LINK_BYTES),
            };
            let resources = [
                uniform.as_entire_binding(),
                results.as_entire_binding(),
                wgpu::BindingResource::Buffer(links_binding),
            ];
            let bindings = bind_group::group(&device.device, "probe", &group, 0, resources);
            (module, layout, bindings)
        };
        let (module, layout, bindings) = device.scoped("compile the probes", compile)?;
        Ok(ProbeBench { device, module, layout, bindings, uniform, links, staging, clock })
    }

    fn pipeline(&self, entry_point: &'static str) -> Result<wgpu::ComputePipeline, EngineError> {
        let make = || {
            self.device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(entry_point),
                layout: Some(&self.layout),
                module: &self.module,
                entry_point: Some(entry_point),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &[],
                    // Probes write workgroup memory before they read it.
                    zero_initialize_workgroup_memory: false,
                },
                cache: None,
            })
        };
        self.device.scoped("compile the probes", make)
    }

    /// Returns the seconds that a probe takes at least.
    fn shortest(&self, probe: &Probe) -> Result<f64, EngineError> {
        let pipeline = self.pipeline(probe.entry_point)?;
        let uniform = ProbeUniform { rounds: probe.rounds, links: LINKS };
        self.device.queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&uniform));
        let mut shortest = f64::INFINITY;
        for _ in 0..REPEATS {
            shortest = shortest.min(self.time(&pipeline, probe)?);
        }
        Ok(shortest)
    }

    /// Runs a probe and returns the seconds that it takes: by the GPU's timestamps, or else by those of
    /// the host from the submission on.
    fn time(&self, pipeline: &wgpu::ComputePipeline, probe: &Probe) -> Result<f64, EngineError> {
        let began = Instant::now();
        let submission = self.device.scoped("run a probe", || {
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some(probe.entry_point),
                timestamp_writes: self.clock.as_ref().and_then(|clock| clock.around(0, true, true)),
            });
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &self.bindings, &[]);
            for _ in 0..probe.dispatches {
                pass.dispatch_workgroups(probe.workgroups, 1, 1);
            }
            drop(pass);
            if let Some(clock) = &self.clock {
                clock.copy(&mut encoder, 0, (&self.staging, 0));
            }
            self.device.queue.submit([encoder.finish()])
        })?;
        let Some(clock) = &self.clock else {
            self.device.wait(&submission, TIMEOUT, || Ok(()))?;
            return Ok(began.elapsed().as_secs_f64());
        };
        let timestamps: Vec<u64> = self.read(&submission, TIMESTAMP_BYTES)?;
        Ok(clock.between(&timestamps).as_secs_f64())
    }

    /// Returns the seconds that it takes at least to copy bytes to the host, and there once more.
    fn read_back(&self) -> Result<f64, EngineError> {
        let mut shortest = f64::INFINITY;
        for _ in 0..REPEATS {
            let began = Instant::now();
            let submission = self.device.scoped("read back", || {
                let mut encoder = self.device.device.create_command_encoder(&Default::default());
                encoder.copy_buffer_to_buffer(&self.links, 0, &self.staging, 0, READ_BACK_BYTES);
                self.device.queue.submit([encoder.finish()])
            })?;
            self.read::<u32>(&submission, READ_BACK_BYTES)?;
            shortest = shortest.min(began.elapsed().as_secs_f64());
        }
        Ok(shortest)
    }

    /// Waits for a submission and returns the first bytes of the staging buffer.
    fn read<T: bytemuck::Pod>(
        &self,
        submission: &wgpu::SubmissionIndex,
        bytes: u64,
    ) -> Result<Vec<T>, EngineError> {
        // A failure shows when the buffer is read.
        self.staging.map_async(wgpu::MapMode::Read, 0..bytes, |_| ());
        self.device.wait(submission, TIMEOUT, || Ok(()))?;
        let mapped = self
            .staging
            .get_mapped_range(0..bytes)
            .map_err(|error| self.device.error(format!("reading a probe back: {error}")))?;
        let read = bytemuck::pod_collect_to_vec(&mapped);
        drop(mapped);
        self.staging.unmap();
        Ok(read)
    }
}

/// Returns the text of the shader.
pub(super) fn source() -> String {
    shader::source(&[("WORKGROUP_SIZE", WORKGROUP_SIZE)], shader::PROBE, "")
}

/// Returns what `links` holds. By the theorem of Hull and Dobell these steps lead through all indices: the
/// factor less 1 is a multiple of 4, and what is added is odd.
fn circle() -> Vec<[u32; 4]> {
    let next = |index: u32| (index.wrapping_mul(2533).wrapping_add(201_749)) % LINKS;
    (0..LINKS).map(|index| [next(index), index, 0, 0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::adapters_of_tests;

    /// Catches a short circle, which would lie in a cache that is nearer.
    #[test]
    fn links_lead_through_the_whole_buffer() {
        let links = circle();
        let mut at = 0;
        for _ in 1..LINKS {
            at = links[at as usize][0];
            assert_ne!(at, 0);
        }
        assert_eq!(links[at as usize][0], 0);
    }

    /// Catches a struct, a binding or an entry point that the shader and the host do not agree upon.
    #[test]
    fn the_shader_fits_its_host_half() {
        let module = naga::front::wgsl::parse_str(&source()).expect("it is valid");
        let entry_points: Vec<&str> =
            module.entry_points.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(entry_points, ["dispatch", "step", "storage_step", "load", "loads"]);
        let bound: Vec<(&str, u32)> = module
            .global_variables
            .iter()
            .filter_map(|(_, variable)| {
                Some((variable.name.as_deref()?, variable.binding?.binding))
            })
            .collect();
        assert_eq!(bound, [("probe", 0), ("results", 1), ("links", 2)]);
        let is_probe = |ty: &naga::Type| ty.name.as_deref() == Some("Probe");
        let (_, ty) = module.types.iter().find(|(_, ty)| is_probe(ty)).expect("a struct");
        let naga::TypeInner::Struct { members, span } = &ty.inner else { panic!("no struct") };
        let offsets: Vec<u32> = members.iter().map(|member| member.offset).collect();
        let of_host =
            [std::mem::offset_of!(ProbeUniform, rounds), std::mem::offset_of!(ProbeUniform, links)];
        assert_eq!(offsets, of_host.map(|offset| offset as u32));
        assert_eq!(*span as usize, size_of::<ProbeUniform>());
    }

    /// Catches a probe that fails, or measures nothing.
    #[test]
    fn constants_are_measured() {
        for adapter in adapters_of_tests() {
            let device = Device::open(&adapter).expect("it opens");
            let constants = measure(&device).expect("it runs");
            println!("{constants:?}");
            let AdapterConstants {
                dispatch,
                step,
                storage_step,
                workgroup_step,
                load,
                loaded_bytes,
                read_back_bytes,
            } = constants;
            for seconds in [dispatch, step, storage_step, workgroup_step, load] {
                assert!((1e-12..1.0).contains(&seconds), "{constants:?}");
            }
            for rate in [loaded_bytes, read_back_bytes] {
                assert!((1e6..1e15).contains(&rate), "{constants:?}");
            }
        }
    }
}
