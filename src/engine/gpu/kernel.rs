//! Kernels: a shader, its constants and its buffers, before any device is involved.

use super::bias;
use super::bind_group::{Bindings, storage};
use super::buffer::KernelBuffer;
use super::limits::{WORKGROUP_SIZE, check_limit, largest_buffer_bytes};
use super::pipelines::Program;
use super::schedule::Schedule;
use super::shader::host::HostModule;
use super::shader::{Constant, HOST, Linked};
use super::table::Table;
use super::totals;
use crate::engine::EngineError;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::WrittenRuleset;

/// Description of a kernel.
pub(super) struct Kernel {
    /// Its name, which is that of its file in `shaders/`.
    pub(super) name: &'static str,
    /// Invocations of a workgroup.
    pub(super) workgroup_size: u32,
    /// Sizes besides: of the lines of vector games, and of what invocations share.
    pub(super) own_sizes: Vec<Constant>,
    /// The rays and the altered vectors of vector games, over which loops may be unrolled.
    pub(super) loops: (u32, u32),
    /// What is written for the game as text, but for the sizes.
    pub(super) host: HostModule,
    /// What the host writes with atomic words, and what it writes instead where a device takes `@coherent`.
    pub(super) coherent: Option<[String; 2]>,
    /// Modules that the host writes instead of files of the same name, which have the same functions.
    pub(super) instead_of_files: Vec<(&'static str, String)>,
    /// The `override` constants, but for those that differ from run to run.
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
    /// The written rules that it goes by, if it does: the definition is asked where it has noticed something wrong.
    pub(super) rules: Option<WrittenRuleset>,
    /// The table, where the values of all waves stay in one; none where those of the latest waves do, in slots of their
    /// own.
    pub(super) table: Option<Table>,
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
    /// Returns a kernel with the shader of this name, no buffers of its own, and the single entry point `tabulate`. Its
    /// values come back.
    pub(super) fn new(plan: &Plan, name: &'static str, schedule: impl Schedule + 'static) -> Self {
        let job = plan.job();
        // Constants of `shaders/values.wgsl`.
        let of_values = [
            ("OUTCOMES", u32::from(job.quantity() == Quantity::Outcome)),
            ("MISERE", u32::from(job.convention() == Convention::Misere)),
            ("BIAS", bias::of(plan)),
        ];
        Kernel {
            name,
            workgroup_size: WORKGROUP_SIZE,
            own_sizes: Vec::new(),
            loops: (0, 0),
            host: HostModule::default(),
            coherent: None,
            instead_of_files: Vec::new(),
            constants: [of_values.into(), totals::constants(plan).into(), schedule.constants()]
                .concat(),
            entry_points: &["tabulate"],
            buffers: Vec::new(),
            largest_value: bias::largest_value(plan),
            values_suffice: true,
            reads_values: false,
            searches: true,
            rules: None,
            table: None,
            options: LookedUp::default(),
            schedule: Box::new(schedule),
        }
    }

    /// Returns the sizes of workgroups and arrays.
    pub(super) fn sizes(&self) -> Vec<Constant> {
        [&[("WORKGROUP_SIZE", self.workgroup_size)], self.own_sizes.as_slice()].concat()
    }

    /// Returns the modules of its shader that the host writes, each with its name.
    pub(super) fn written_modules(&self) -> Vec<(&'static str, String)> {
        let host = (HOST, self.host.text(&self.sizes()));
        [host].into_iter().chain(self.instead_of_files.iter().cloned()).collect()
    }

    /// Returns the text of its shader.
    pub(super) fn source(&self) -> String {
        Linked::new(self.name, &self.written_modules()).text(self.loops)
    }

    /// Returns the same with plain words that are `@coherent` in place of atomic ones.
    pub(super) fn coherent_source(&self) -> String {
        match &self.coherent {
            Some([atomic, coherent]) => self.source().replace(atomic, coherent),
            None => self.source(),
        }
    }

    /// Returns names and values of the `override` constants, for waves that are searched or replayed, with checksums
    /// or without.
    pub(super) fn constants_of(&self, replays: bool, checksums: bool) -> Vec<Constant> {
        let of_run = [("REPLAYS", replays.into()), ("CHECKSUMS", checksums.into())];
        [&of_run, self.constants.as_slice()].concat()
    }

    /// Returns the binding of the next buffer that is added.
    pub(super) fn next_binding(&self) -> u32 {
        2 + self.buffers.len() as u32
    }

    /// Returns how many buffers the table takes beyond the first one.
    fn further_buffers(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.count() - 1)
    }

    /// Returns the bindings of group 3: the buffers of the table beyond the first one, if there are any.
    pub(super) fn further_bindings(&self) -> Option<Bindings> {
        let types = vec![storage(false); self.further_buffers()];
        (!types.is_empty()).then_some(Bindings { first: 0, types })
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
        let name = self.name;
        for buffer in &self.buffers {
            let what = format_args!("the buffer {:?} of the kernel {name} takes", buffer.name);
            check_limit(what, buffer.bytes(), "bytes", largest)?;
        }
        let needed = storage_buffers(self.buffers.len() + self.further_buffers()).into();
        let most = limits.max_storage_buffers_per_shader_stage.into();
        check_limit(format_args!("the kernel {name} has"), needed, "storage buffers", most)
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

    /// Returns what an entry point is compiled from, with the text of its shader and these bind groups, for waves that
    /// are searched or replayed, with checksums or without.
    pub(super) fn program(
        &self,
        source: &str,
        entry_point: &'static str,
        groups: Vec<Option<Bindings>>,
        (replays, checksums): (bool, bool),
    ) -> Program {
        let constants = self.constants_of(replays, checksums);
        Program { kernel: self.name, source: source.to_owned(), entry_point, constants, groups }
    }
}
