//! Kernels: a shader, its constants and its buffers.

use super::buffer::{Content, KernelBuffer};
use super::device::Device;
use super::limits::largest_buffer_bytes;
use super::schedule::Schedule;
use super::shader::{self, Join};
use crate::engine::EngineError;

/// Description of a kernel, before any device is involved.
pub(super) struct Kernel {
    pub(super) name: &'static str,
    /// The files of its shader.
    pub(super) join: Join,
    /// Names and values of the constants that size workgroups and arrays.
    pub(super) sizes: Vec<(&'static str, u32)>,
    /// Names and values of the `override` constants.
    pub(super) constants: Vec<(&'static str, u32)>,
    /// Dispatched one after the other for each stage.
    pub(super) entry_points: &'static [&'static str],
    /// Storage buffers, at bindings 2, 3, ...
    pub(super) buffers: Vec<KernelBuffer>,
    /// How its cells are spread over dispatches.
    pub(super) schedule: Box<dyn Schedule>,
}

impl Kernel {
    /// Returns the text of its shader.
    pub(super) fn source(&self) -> String {
        shader::source(&self.sizes, self.join)
    }

    /// Returns the bytes of its storage buffers.
    pub(super) fn bytes(&self) -> u64 {
        self.buffers.iter().map(KernelBuffer::bytes).sum()
    }

    /// Checks that every buffer fits into a binding.
    ///
    /// # Errors
    /// When one does not.
    pub(super) fn check_limits(&self, limits: &wgpu::Limits) -> Result<(), EngineError> {
        let largest = largest_buffer_bytes(limits);
        match self.buffers.iter().find(|buffer| buffer.bytes() > largest) {
            None => Ok(()),
            Some(buffer) => Err(EngineError::BeyondLimits {
                what: format!("the buffer {:?} of the kernel {} takes", buffer.name, self.name),
                needed: buffer.bytes(),
                unit: "bytes",
                limit: largest,
            }),
        }
    }

    /// Compiles the shader and makes the buffers. `values` is the output, `uniforms` the buffer with
    /// the uniforms of a batch of stages, of which a dynamic offset selects one.
    ///
    /// # Errors
    /// When the device refuses.
    pub(super) fn load(
        &self,
        device: &Device,
        values: &wgpu::Buffer,
        uniforms: &wgpu::Buffer,
    ) -> Result<LoadedKernel, EngineError> {
        self.check_limits(&device.limits)?;
        let compile = || {
            let layout = self.bind_group_layout(&device.device);
            let pipelines = self.pipelines(&device.device, &layout);
            (layout, pipelines)
        };
        let (layout, pipelines) = device.scoped("compile the shader", compile)?;
        let buffers = device.allocate(self.bytes(), || self.allocate(device))?;
        let bind = || {
            let uniform = wgpu::BufferBinding {
                buffer: uniforms,
                offset: 0,
                size: wgpu::BufferSize::new(self.schedule.uniform_bytes() as u64),
            };
            let first = [wgpu::BindingResource::Buffer(uniform), values.as_entire_binding()];
            let resources = first.into_iter().chain(buffers.iter().map(|b| b.as_entire_binding()));
            let entries: Vec<wgpu::BindGroupEntry> = (0..)
                .zip(resources)
                .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
                .collect();
            device.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(self.name),
                layout: &layout,
                entries: &entries,
            })
        };
        let bindings = device.scoped("bind its buffers", bind)?;
        Ok(LoadedKernel { pipelines, bindings })
    }

    fn bind_group_layout(&self, device: &wgpu::Device) -> wgpu::BindGroupLayout {
        let storage = |read_only| wgpu::BufferBindingType::Storage { read_only };
        let own = self.buffers.iter().map(|b| storage(matches!(b.content, Content::Given(_))));
        let types = [wgpu::BufferBindingType::Uniform, storage(false)].into_iter().chain(own);
        let entries: Vec<wgpu::BindGroupLayoutEntry> = (0..)
            .zip(types)
            .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::Buffer {
                    ty,
                    has_dynamic_offset: ty == wgpu::BufferBindingType::Uniform,
                    min_binding_size: None,
                },
                count: None,
            })
            .collect();
        device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some(self.name),
            entries: &entries,
        })
    }

    fn pipelines(
        &self,
        device: &wgpu::Device,
        layout: &wgpu::BindGroupLayout,
    ) -> Vec<wgpu::ComputePipeline> {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(self.name),
            source: wgpu::ShaderSource::Wgsl(self.source().into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(self.name),
            bind_group_layouts: &[Some(layout)],
            immediate_size: 0,
        });
        let constants: Vec<(&str, f64)> =
            self.constants.iter().map(|&(name, value)| (name, f64::from(value))).collect();
        let pipeline = |entry_point: &&'static str| {
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(entry_point),
                layout: Some(&layout),
                module: &module,
                entry_point: Some(entry_point),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &constants,
                    // Shaders write workgroup memory before they read it.
                    zero_initialize_workgroup_memory: false,
                },
                cache: None,
            })
        };
        self.entry_points.iter().map(pipeline).collect()
    }

    fn allocate(&self, device: &Device) -> Vec<wgpu::Buffer> {
        let allocate = |buffer: &KernelBuffer| {
            let allocated = device.buffer(&buffer.spec());
            if let Content::Given(bytes) = &buffer.content {
                device.queue.write_buffer(&allocated, 0, bytes);
            }
            allocated
        };
        self.buffers.iter().map(allocate).collect()
    }
}

/// A kernel on a device.
pub(super) struct LoadedKernel {
    pipelines: Vec<wgpu::ComputePipeline>,
    bindings: wgpu::BindGroup,
}

impl LoadedKernel {
    /// Records the dispatches of one stage, whose uniform is at `uniform_offset`.
    pub(super) fn dispatch(
        &self,
        pass: &mut wgpu::ComputePass,
        uniform_offset: u32,
        workgroups: (u32, u32),
    ) {
        pass.set_bind_group(0, &self.bindings, &[uniform_offset]);
        for pipeline in &self.pipelines {
            pass.set_pipeline(pipeline);
            pass.dispatch_workgroups(workgroups.0, workgroups.1, 1);
        }
    }
}
