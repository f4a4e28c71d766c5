//! Kernels: a shader, its constants and its buffers.

use super::bias;
use super::bind_group::{self, Bindings, storage};
use super::buffer::KernelBuffer;
use super::device::Device;
use super::limits::{WORKGROUP_SIZE, check_limit, largest_buffer_bytes};
use super::pipelines::{Module, Program};
use super::schedule::{Schedule, StageUniform};
use super::shader::{self, Join};
use crate::engine::EngineError;
use crate::plan::Plan;

/// Description of a kernel, before any device is involved.
pub(super) struct Kernel {
    /// The files of its shader. It has the name of the last one.
    pub(super) join: Join,
    /// Names and values of the constants that size workgroups and arrays.
    pub(super) sizes: Vec<(&'static str, u32)>,
    /// WGSL that is generated for the game and follows the files; may be empty.
    pub(super) text: String,
    /// Names and values of the `override` constants, but for `REPLAYS` and `CHECKSUMS`.
    pub(super) constants: Vec<(&'static str, u32)>,
    /// The entry points, which are dispatched one after another in each stage.
    pub(super) entry_points: &'static [&'static str],
    /// Storage buffers, at bindings 2, 3, ...
    pub(super) buffers: Vec<KernelBuffer>,
    /// An upper bound on the values, with the bias: a proven bound, or the largest value that the kernel distinguishes.
    pub(super) largest_value: u64,
    /// Whether the state of the kernel between stages follows from the values, so that stages can be replayed.
    pub(super) values_suffice: bool,
    /// Whether an entry point reads values that another one has written in the same stage.
    pub(super) reads_values: bool,
    /// Whether the kernel searches for values. Kernels whose lines carry counts have short steps.
    pub(super) searches: bool,
    /// Words of the table, where the values of all stages stay in one; none where those of the latest stages do, in
    /// slots of their own.
    pub(super) table_words: Option<u64>,
    /// The options that are looked up one by one.
    pub(super) options: LookedUp,
    /// The schedule: how cells are distributed over dispatches.
    pub(super) schedule: Box<dyn Schedule>,
}

/// The options that a kernel looks up one by one, for those that do so.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct LookedUp {
    /// Those of all positions of a table.
    pub(super) all: f64,
    /// Those that an invocation looks up one after another, on average.
    pub(super) of_invocation: f64,
    /// Those of a workgroup, at most.
    pub(super) of_workgroup: u64,
}

/// Returns the number of storage buffers that a kernel binds: its own, the values and the totals.
pub(super) fn storage_buffers(own: usize) -> u32 {
    2 + own as u32
}

impl Kernel {
    /// Returns a kernel with these files, no buffers of its own, and the single entry point `tabulate`.
    pub(super) fn new(plan: &Plan, join: Join, schedule: impl Schedule + 'static) -> Self {
        Kernel {
            join,
            sizes: vec![("WORKGROUP_SIZE", WORKGROUP_SIZE)],
            text: String::new(),
            constants: schedule.constants(plan),
            entry_points: &["tabulate"],
            buffers: Vec::new(),
            largest_value: bias::largest_value(plan),
            values_suffice: true,
            reads_values: false,
            searches: true,
            table_words: None,
            options: LookedUp::default(),
            schedule: Box::new(schedule),
        }
    }

    /// Returns its name.
    pub(super) fn name(&self) -> &'static str {
        self.join.last().map_or("", |file| file.name)
    }

    /// Returns the text of its shader.
    pub(super) fn source(&self) -> String {
        shader::source(&self.sizes, self.join, &self.text)
    }

    /// Returns names and values of the `override` constants, for stages that are searched or replayed, and add up
    /// checksums.
    pub(super) fn constants_of(&self, replays: bool) -> Vec<(&'static str, u32)> {
        let of_variant = [("REPLAYS", replays.into()), ("CHECKSUMS", 1)];
        [self.constants.as_slice(), &of_variant].concat()
    }

    /// Returns the binding of the next buffer that is added.
    pub(super) fn next_binding(&self) -> u32 {
        2 + self.buffers.len() as u32
    }

    /// Returns the bytes of its storage buffers.
    pub(super) fn bytes(&self) -> u64 {
        self.buffers.iter().map(KernelBuffer::bytes).sum()
    }

    /// Returns the bytes of the host's memory that its buffers take while they are made.
    pub(super) fn made_bytes(&self) -> u64 {
        self.buffers.iter().map(KernelBuffer::made_bytes).sum()
    }

    /// Checks that every buffer fits into a binding, and that there are bindings for all.
    ///
    /// # Errors
    /// When one does not fit, and when they are too many.
    pub(super) fn check_limits(&self, limits: &wgpu::Limits) -> Result<(), EngineError> {
        let largest = largest_buffer_bytes(limits);
        let name = self.name();
        for buffer in &self.buffers {
            let what = format_args!("the buffer {:?} of the kernel {name} takes", buffer.name);
            check_limit(what, buffer.bytes(), "bytes", largest)?;
        }
        let needed = storage_buffers(self.buffers.len()).into();
        let most = limits.max_storage_buffers_per_shader_stage.into();
        check_limit(format_args!("the kernel {name} has"), needed, "storage buffers", most)
    }

    /// Compiles the shader and makes the buffers. `replays` says whether there are stages to replay, `checksums`
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
            size: wgpu::BufferSize::new(size_of::<StageUniform>() as u64),
        };
        let bind_own = |pipeline: &wgpu::ComputePipeline, order: Vec<usize>| {
            let layout = pipeline.get_bind_group_layout(0);
            let first =
                [wgpu::BindingResource::Buffer(uniform.clone()), common.values.as_entire_binding()];
            let own = order.into_iter().map(|index| buffers[index].as_entire_binding());
            bind_group::group(&device.device, self.name(), &layout, 0, first.into_iter().chain(own))
        };
        let bind_totals = |pipeline: &wgpu::ComputePipeline| {
            let layout = pipeline.get_bind_group_layout(1);
            let totals = [common.totals.as_entire_binding()];
            bind_group::group(&device.device, "totals", &layout, 0, totals)
        };
        let bind_all = || {
            let pass = |(searching, replaying)| LoadedPass {
                bindings: [0, 1].map(|stage| bind_own(&searching, self.buffer_order(stage))),
                totals: bind_totals(&searching),
                searching,
                replaying,
            };
            LoadedKernel { passes: compiled.into_iter().map(pass).collect(), module }
        };
        device.scoped("bind its buffers", bind_all)
    }

    /// Returns the indices of the buffers in the order of their bindings, in the stage with an index. Stages whose
    /// indices are even have one order, and those whose indices are odd another one.
    pub(super) fn buffer_order(&self, stage: u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.buffers.len()).collect();
        for (index, buffer) in self.buffers.iter().enumerate() {
            if buffer.ping_pong && !stage.is_multiple_of(2) {
                order.swap(index, index + 1);
            }
        }
        order
    }

    /// Returns the types of the bindings of an entry point in group 0: the uniform of the stage, the values, its buffers.
    fn binding_types(&self, entry_point: &str) -> Vec<wgpu::BindingType> {
        let own = self.buffers.iter().map(|buffer| storage(buffer.is_only_read_by(entry_point)));
        [bind_group::uniform(), storage(false)].into_iter().chain(own).collect()
    }

    /// Returns the number of invocations of a workgroup.
    pub(super) fn workgroup_size(&self) -> u32 {
        let size = self.sizes.iter().find(|(name, _)| *name == "WORKGROUP_SIZE");
        size.map_or(1, |&(_, size)| size)
    }

    /// Returns what an entry point is compiled from, with these bind groups, for stages that are searched or replayed,
    /// with checksums or without.
    pub(super) fn program(
        &self,
        entry_point: &'static str,
        groups: Vec<Option<Bindings>>,
        replays: bool,
        checksums: bool,
    ) -> Program {
        let mut constants = self.constants_of(replays);
        if !checksums {
            constants.retain(|(name, _)| *name != "CHECKSUMS");
            constants.push(("CHECKSUMS", 0));
        }
        Program { kernel: self.name(), source: self.source(), entry_point, constants, groups }
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
    /// The uniforms of a batch of stages, of which a dynamic offset selects one.
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
    /// The same for stages whose values are known, if there are any.
    replaying: Option<wgpu::ComputePipeline>,
    /// The bindings in stages with an even index, and in those with an odd one.
    bindings: [wgpu::BindGroup; 2],
    totals: wgpu::BindGroup,
}

impl LoadedKernel {
    /// Returns the number of entry points.
    pub(super) fn entry_points(&self) -> usize {
        self.passes.len()
    }

    /// Records a dispatch of an entry point for the stage with this index, which is searched or
    /// replayed, with this many columns and rows of workgroups. The uniform is at `uniform_offset`.
    pub(super) fn dispatch(
        &self,
        pass: &mut wgpu::ComputePass,
        entry_point: usize,
        (stage, replays): (u32, bool),
        uniform_offset: u32,
        (columns, rows): (u32, u32),
    ) {
        let LoadedPass { searching, replaying, bindings: [even, odd], totals } =
            &self.passes[entry_point];
        let pipeline = replaying.as_ref().filter(|_| replays).unwrap_or(searching);
        let bindings = if stage.is_multiple_of(2) { even } else { odd };
        pass.set_bind_group(0, bindings, &[uniform_offset]);
        pass.set_bind_group(1, totals, &[]);
        pass.set_pipeline(pipeline);
        pass.dispatch_workgroups(columns, rows, 1);
    }
}
