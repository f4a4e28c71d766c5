//! Kernels on a device: compiled, with their buffers.

use super::bind_group::{self, Bindings, storage};
use super::buffer::KernelBuffer;
use super::device::Device;
use super::kernel::Kernel;
use super::pipelines::Module;
use super::schedule::WaveUniform;
use crate::engine::EngineError;

impl Kernel {
    /// Compiles the shader and makes the buffers. `replays` says whether there are waves to replay, `checksums`
    /// whether checksums are added up.
    ///
    /// # Errors
    /// When the device refuses.
    pub(super) fn load(
        &self,
        device: &Device,
        common: &CommonBuffers,
        replays: bool,
        checksums: bool,
    ) -> Result<LoadedKernel, EngineError> {
        self.check_limits(&device.limits)?;
        let is_coherent =
            device.device.features().contains(wgpu::Features::MEMORY_DECORATION_COHERENT);
        let source = if is_coherent { self.coherent_source() } else { self.source() };
        let module = Module::new(source, device.unbounded_loops);
        let pass = |&entry_point: &&'static str| {
            let own = Bindings { first: 0, types: self.binding_types(entry_point) };
            let totals = Bindings { first: 0, types: vec![storage(false)] };
            let mut groups = vec![Some(own), Some(totals)];
            if let Some(further) = self.further_bindings() {
                groups.extend([None, Some(further)]);
            }
            let compile = |replays| {
                let program =
                    self.program(&module.source, entry_point, groups.clone(), (replays, checksums));
                device.pipeline(&module, program)
            };
            Ok((compile(false)?, replays.then(|| compile(true)).transpose()?))
        };
        let compiled: Vec<_> =
            self.entry_points.iter().map(pass).collect::<Result<_, EngineError>>()?;
        let buffers = device.allocate(self.bytes(), || self.allocate(device))?;
        let uniform = wgpu::BufferBinding {
            buffer: common.uniforms,
            offset: 0,
            size: wgpu::BufferSize::new(size_of::<WaveUniform>() as u64),
        };
        let bind_own = |pipeline: &wgpu::ComputePipeline, order: Vec<usize>| {
            let layout = pipeline.get_bind_group_layout(0);
            let first = [
                wgpu::BindingResource::Buffer(uniform.clone()),
                common.values[0].as_entire_binding(),
            ];
            let own = order.into_iter().map(|index| buffers[index].as_entire_binding());
            bind_group::group(&device.device, self.name, &layout, 0, first.into_iter().chain(own))
        };
        let bind_totals = |pipeline: &wgpu::ComputePipeline| {
            let layout = pipeline.get_bind_group_layout(1);
            let totals = [common.totals.as_entire_binding()];
            bind_group::group(&device.device, "totals", &layout, 0, totals)
        };
        let bind_all = || {
            let pass = |(searching, replaying)| LoadedPass {
                bindings: [0, 1].map(|wave| bind_own(&searching, self.buffer_order(wave))),
                totals: bind_totals(&searching),
                further: further_values(&device.device, &searching, common.values),
                searching,
                replaying,
            };
            LoadedKernel { passes: compiled.into_iter().map(pass).collect(), module }
        };
        device.scoped("bind its buffers", bind_all)
    }

    /// Returns the types of the bindings of an entry point in group 0: the uniform of the wave, the values, its buffers.
    fn binding_types(&self, entry_point: &str) -> Vec<wgpu::BindingType> {
        let own = self.buffers.iter().map(|buffer| storage(buffer.is_only_read_by(entry_point)));
        [bind_group::uniform(), storage(false)].into_iter().chain(own).collect()
    }

    fn allocate(&self, device: &Device) -> Vec<wgpu::Buffer> {
        let allocate = |buffer: &KernelBuffer| {
            let allocated = device.device.create_buffer(&buffer.descriptor());
            if let Some(bytes) = buffer.first_bytes() {
                device.queue.write_buffer(&allocated, 0, &bytes);
            }
            allocated
        };
        self.buffers.iter().map(allocate).collect()
    }
}

/// The buffers that all kernels have.
pub(super) struct CommonBuffers<'a> {
    /// The uniforms of a batch of waves, of which a dynamic offset selects one.
    pub(super) uniforms: &'a wgpu::Buffer,
    /// The ring, or the table in as many buffers as it takes.
    pub(super) values: &'a [wgpu::Buffer],
    pub(super) totals: &'a wgpu::Buffer,
}

/// Binds the buffers of the table beyond the first one, if there are any, as group 3.
pub(super) fn further_values(
    device: &wgpu::Device,
    pipeline: &wgpu::ComputePipeline,
    values: &[wgpu::Buffer],
) -> Option<wgpu::BindGroup> {
    let (_, further) = values.split_first().filter(|(_, further)| !further.is_empty())?;
    let layout = pipeline.get_bind_group_layout(3);
    let further = further.iter().map(wgpu::Buffer::as_entire_binding);
    Some(bind_group::group(device, "values", &layout, 0, further))
}

/// A kernel on a device.
pub(super) struct LoadedKernel {
    passes: Vec<LoadedPass>,
    pub(super) module: Module,
}

/// An entry point on a device.
struct LoadedPass {
    searching: wgpu::ComputePipeline,
    /// The same for waves whose values are known, if there are any.
    replaying: Option<wgpu::ComputePipeline>,
    /// The bindings in waves with an even index, and in those with an odd one.
    bindings: [wgpu::BindGroup; 2],
    totals: wgpu::BindGroup,
    /// The buffers of the table beyond the first one.
    further: Option<wgpu::BindGroup>,
}

impl LoadedKernel {
    /// Returns the number of entry points.
    pub(super) fn entry_points(&self) -> usize {
        self.passes.len()
    }

    /// Records a dispatch of an entry point for the wave with this index, which is searched or
    /// replayed, with this many columns and rows of workgroups. The uniform is at `uniform_offset`.
    pub(super) fn dispatch(
        &self,
        pass: &mut wgpu::ComputePass,
        entry_point: usize,
        (wave, replays): (u32, bool),
        uniform_offset: u32,
        (columns, rows): (u32, u32),
    ) {
        let LoadedPass { searching, replaying, bindings: [even, odd], totals, further } =
            &self.passes[entry_point];
        let pipeline = replaying.as_ref().filter(|_| replays).unwrap_or(searching);
        let bindings = if wave.is_multiple_of(2) { even } else { odd };
        pass.set_bind_group(0, bindings, &[uniform_offset]);
        pass.set_bind_group(1, totals, &[]);
        if further.is_some() {
            pass.set_bind_group(3, further, &[]);
        }
        pass.set_pipeline(pipeline);
        pass.dispatch_workgroups(columns, rows, 1);
    }
}
