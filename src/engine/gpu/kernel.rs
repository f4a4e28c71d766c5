//! Kernels: a shader, its constants and its buffers.

use super::bias;
use super::bind_group::{self, Bindings, storage};
use super::buffer::{Content, KernelBuffer};
use super::device::Device;
use super::limits::{WORKGROUP_SIZE, check_limit, largest_buffer_bytes};
use super::pipelines::{Module, Program};
use super::schedule::{Schedule, WaveUniform};
use super::shader::Linked;
use super::shader::constants::{Constant, Constants, constants};
use super::shader::host::HostModule;
use super::totals::TotalsConstants;
use crate::engine::EngineError;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};

constants! {
    /// Constants of `shaders/values.wgsl`.
    pub(in crate::engine::gpu) struct ValuesConstants {
        writes_values: bool,
        replays: bool,
        outcomes: bool,
        misere: bool,
        bias: u32,
    }
}

constants! {
    /// Sizes of the kernels of vector games, which are written as text.
    pub(in crate::engine::gpu) struct VectorSizes {
        /// Words of a block in `values`.
        block_words: u32,
        /// Slots of the lines of a block in workgroup memory.
        block_lines: u32,
        rays: u32,
        /// Number of altered vectors.
        alterations: u32,
    }
}

/// Description of a kernel, before any device is involved.
pub(super) struct Kernel {
    /// Its name, which is that of its file in `shaders/`.
    pub(super) name: &'static str,
    /// Invocations of a workgroup.
    pub(super) workgroup_size: u32,
    /// Sizes of vector games.
    pub(super) vector_sizes: Option<VectorSizes>,
    /// What is written for the game as text, but for the sizes.
    pub(super) host: HostModule,
    pub(super) values: ValuesConstants,
    pub(super) totals: TotalsConstants,
    /// The constants of its other modules.
    pub(super) constants: Vec<Constant>,
    /// The entry points, which are dispatched one after another in each wave.
    pub(super) entry_points: &'static [&'static str],
    /// Storage buffers, at bindings 2, 3, ...
    pub(super) buffers: Vec<KernelBuffer>,
    /// An upper bound on the values, with the bias: a proven bound, or the largest value that the kernel distinguishes.
    pub(super) largest_value: u64,
    /// Whether the state of the kernel between waves follows from the values, so that waves can be replayed.
    pub(super) values_suffice: bool,
    /// Whether an entry point reads values that another one has written in the same wave.
    pub(super) reads_values: bool,
    /// Whether the kernel searches for values. Kernels whose lines carry counts have short steps.
    pub(super) searches: bool,
    /// The schedule: how cells are distributed over dispatches.
    pub(super) schedule: Box<dyn Schedule>,
}

/// Returns the number of storage buffers that a kernel binds: its own, the values and the totals.
pub(super) fn storage_buffers(own: usize) -> u32 {
    2 + own as u32
}

impl Kernel {
    /// Returns a kernel with the shader of this name, no buffers of its own, and the single entry point `tabulate`. Its
    /// values come back.
    pub(super) fn new(plan: &Plan, name: &'static str, schedule: impl Schedule + 'static) -> Self {
        let job = plan.job();
        Kernel {
            name,
            workgroup_size: WORKGROUP_SIZE,
            vector_sizes: None,
            host: HostModule::default(),
            values: ValuesConstants {
                writes_values: true,
                replays: false,
                outcomes: job.quantity() == Quantity::Outcome,
                misere: job.convention() == Convention::Misere,
                bias: bias::of(plan),
            },
            totals: TotalsConstants::new(plan),
            constants: schedule.constants(plan),
            entry_points: &["tabulate"],
            buffers: Vec::new(),
            largest_value: bias::largest_value(plan),
            values_suffice: true,
            reads_values: false,
            searches: true,
            schedule: Box::new(schedule),
        }
    }

    /// Returns the sizes of workgroups and arrays.
    pub(super) fn sizes(&self) -> Vec<Constant> {
        let of_vectors = self.vector_sizes.iter().flat_map(VectorSizes::list);
        [("WORKGROUP_SIZE".to_owned(), self.workgroup_size)].into_iter().chain(of_vectors).collect()
    }

    /// Returns the module `package::host` of its shader.
    pub(super) fn host_module(&self) -> String {
        self.host.text(&self.sizes())
    }

    /// Returns the text of its shader.
    pub(super) fn source(&self) -> String {
        let loops = self.vector_sizes.map_or((0, 0), |sizes| (sizes.rays, sizes.alterations));
        Linked::new(self.name, &self.host_module()).text(loops)
    }

    /// Returns names and values of the `override` constants, for waves that are searched or replayed, with checksums
    /// or without.
    pub(super) fn constants_of(&self, replays: bool, checksums: bool) -> Vec<Constant> {
        let values = ValuesConstants { replays, ..self.values };
        let totals = TotalsConstants { checksums, ..self.totals };
        [values.list(), totals.list(), self.constants.clone()].concat()
    }

    /// Returns the binding of the next buffer that is added.
    pub(super) fn next_binding(&self) -> u32 {
        2 + self.buffers.len() as u32
    }

    /// Returns the bytes of its storage buffers.
    pub(super) fn bytes(&self) -> u64 {
        self.buffers.iter().map(KernelBuffer::bytes).sum()
    }

    /// Checks that every buffer fits into a binding, and that there are bindings for all.
    ///
    /// # Errors
    /// When one does not fit, and when they are too many.
    pub(super) fn check_limits(&self, limits: &wgpu::Limits) -> Result<(), EngineError> {
        let largest = largest_buffer_bytes(limits);
        let name = self.name;
        for buffer in &self.buffers {
            let what = format_args!("the buffer {:?} of the kernel {name} takes", buffer.name);
            check_limit(what, buffer.bytes(), "bytes", largest)?;
        }
        let needed = storage_buffers(self.buffers.len()).into();
        let most = limits.max_storage_buffers_per_shader_stage.into();
        check_limit(format_args!("the kernel {name} has"), needed, "storage buffers", most)
    }

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
        let module = Module::default();
        let pass = |&entry_point: &&'static str| {
            let own = Bindings { first: 0, types: self.binding_types(entry_point) };
            let totals = Bindings { first: 0, types: vec![storage(false)] };
            let groups = vec![Some(own), Some(totals)];
            let compile = |replays| {
                let program = self.program(entry_point, groups.clone(), replays, checksums);
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
            let first =
                [wgpu::BindingResource::Buffer(uniform.clone()), common.values.as_entire_binding()];
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
                searching,
                replaying,
            };
            LoadedKernel { passes: compiled.into_iter().map(pass).collect(), module }
        };
        device.scoped("bind its buffers", bind_all)
    }

    /// Returns the indices of the buffers in the order of their bindings, in the wave with an index. Waves whose
    /// indices are even have one order, and those whose indices are odd another one.
    pub(super) fn buffer_order(&self, wave: u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.buffers.len()).collect();
        for (index, buffer) in self.buffers.iter().enumerate() {
            if buffer.ping_pong && !wave.is_multiple_of(2) {
                order.swap(index, index + 1);
            }
        }
        order
    }

    /// Returns the types of the bindings of an entry point in group 0: the uniform of the wave, the values, its buffers.
    fn binding_types(&self, entry_point: &str) -> Vec<wgpu::BindingType> {
        let own = self.buffers.iter().map(|buffer| storage(buffer.is_only_read_by(entry_point)));
        [bind_group::uniform(), storage(false)].into_iter().chain(own).collect()
    }

    /// Returns what an entry point is compiled from, with these bind groups, for waves that are searched or replayed,
    /// with checksums or without.
    pub(super) fn program(
        &self,
        entry_point: &'static str,
        groups: Vec<Option<Bindings>>,
        replays: bool,
        checksums: bool,
    ) -> Program {
        let constants = self.constants_of(replays, checksums);
        Program { kernel: self.name, source: self.source(), entry_point, constants, groups }
    }

    fn allocate(&self, device: &Device) -> Vec<wgpu::Buffer> {
        let allocate = |buffer: &KernelBuffer| {
            let allocated = device.device.create_buffer(&buffer.descriptor());
            if let Content::Given(bytes) = &buffer.content {
                device.queue.write_buffer(&allocated, 0, bytes);
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
    pub(super) values: &'a wgpu::Buffer,
    pub(super) totals: &'a wgpu::Buffer,
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
        let LoadedPass { searching, replaying, bindings: [even, odd], totals } =
            &self.passes[entry_point];
        let pipeline = replaying.as_ref().filter(|_| replays).unwrap_or(searching);
        let bindings = if wave.is_multiple_of(2) { even } else { odd };
        pass.set_bind_group(0, bindings, &[uniform_offset]);
        pass.set_bind_group(1, totals, &[]);
        pass.set_pipeline(pipeline);
        pass.dispatch_workgroups(columns, rows, 1);
    }
}
