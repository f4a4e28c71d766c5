//! The pipelines of a device, which caches them: the kernel of a job is used for its trial, for its run and for resumed
//! runs.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Mutex;

use super::bind_group::{self, Bindings};
use super::shader::Constant;
use crate::sync::lock;

/// The size of the cache. Each pipeline takes memory, and a batch may have thousands of games with shaders of their
/// own.
const MOST_KEPT: usize = 256;

/// The complete input of the compilation of an entry point.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Program {
    /// The name of the kernel.
    pub(super) kernel: &'static str,
    pub(super) source: String,
    pub(super) entry_point: &'static str,
    /// Names and values of the `override` constants.
    pub(super) constants: Vec<Constant>,
    /// Its bind groups, from group 0 on.
    pub(super) groups: Vec<Option<Bindings>>,
}

/// The pipelines that a device keeps.
#[derive(Default)]
pub(super) struct Pipelines(Mutex<HashMap<Program, wgpu::ComputePipeline>>);

/// A shader that is compiled when the first of its entry points is.
pub(super) struct Module {
    pub(super) source: String,
    /// Whether all of its loops end, and naga is to leave out the counter by which it ends them otherwise.
    unbounded_loops: bool,
    compiled: OnceCell<wgpu::ShaderModule>,
}

impl Module {
    pub(super) fn new(source: String, unbounded_loops: bool) -> Self {
        Module { source, unbounded_loops, compiled: OnceCell::new() }
    }

    #[expect(unsafe_code, reason = "wgpu has no other way to leave out the bounds of loops")]
    fn compile(&self, device: &wgpu::Device, kernel: &str) -> wgpu::ShaderModule {
        let descriptor = wgpu::ShaderModuleDescriptor {
            label: Some(kernel),
            source: wgpu::ShaderSource::Wgsl(self.source.as_str().into()),
        };
        if !self.unbounded_loops {
            return device.create_shader_module(descriptor);
        }
        let all = wgpu::ShaderRuntimeChecks::checked();
        let checks = wgpu::ShaderRuntimeChecks { force_loop_bounding: false, ..all };
        // SAFETY: All other checks stay, and this one may be left out where all loops end: `src/engine/gpu/tests/loops.rs`
        // has a proof for each loop of every shader.
        unsafe { device.create_shader_module_trusted(descriptor, checks) }
    }
}

impl Pipelines {
    pub(super) fn get(&self, program: &Program) -> Option<wgpu::ComputePipeline> {
        lock(&self.0).get(program).cloned()
    }

    pub(super) fn keep(&self, program: Program, pipeline: wgpu::ComputePipeline) {
        let mut kept = lock(&self.0);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(program, pipeline);
    }
}

impl Program {
    /// Compiles it, with the module of its source.
    pub(super) fn compile(&self, device: &wgpu::Device, module: &Module) -> wgpu::ComputePipeline {
        let Program { kernel, entry_point, constants, groups, .. } = self;
        let module = module.compiled.get_or_init(|| module.compile(device, kernel));
        let layout = |group: &Option<Bindings>| {
            group.as_ref().map(|bindings| bind_group::layout(device, entry_point, bindings))
        };
        let layouts: Vec<_> = groups.iter().map(layout).collect();
        let layouts: Vec<_> = layouts.iter().map(Option::as_ref).collect();
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(entry_point),
            bind_group_layouts: &layouts,
            immediate_size: 0,
        });
        let constants: Vec<(&str, f64)> =
            constants.iter().map(|&(name, value)| (name, f64::from(value))).collect();
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry_point),
            layout: Some(&layout),
            module,
            entry_point: Some(entry_point),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &constants,
                // Shaders write workgroup memory before they read it.
                zero_initialize_workgroup_memory: false,
            },
            cache: None,
        })
    }
}
