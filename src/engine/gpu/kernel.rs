//! Kernels: a shader, its constants and its buffers.

use super::device::Device;
use super::layer::{LayerUniform, WORKGROUP_SIZE};
use super::limits::largest_buffer_bytes;
use super::sweep::Sweep;
use crate::domain::{Coordinates, Grading};
use crate::engine::EngineError;
use crate::plan::Plan;

/// What a host half says of its shader, before any device is involved.
pub(super) struct Kernel {
    pub(super) name: &'static str,
    /// WGSL, its parts joined.
    pub(super) source: String,
    /// Values of the `override` constants.
    pub(super) constants: Vec<(&'static str, u32)>,
    /// Dispatched one after the other for each layer.
    pub(super) entry_points: &'static [&'static str],
    /// Storage buffers, at bindings 2, 3, ...
    pub(super) buffers: Vec<KernelBuffer>,
    /// How its cells are spread over dispatches.
    pub(super) sweep: Sweep,
}

/// A storage buffer of a kernel.
pub(super) struct KernelBuffer {
    /// Its name in the shader.
    pub(super) name: &'static str,
    pub(super) content: Content,
}

/// What a storage buffer holds at first.
pub(super) enum Content {
    /// These bytes, which the shader only reads.
    Given(Vec<u8>),
    /// This many bytes of zeros, which the shader reads and writes.
    Zeros(u64),
}

impl KernelBuffer {
    pub(super) fn given<T: bytemuck::Pod>(name: &'static str, content: &[T]) -> Self {
        let bytes = bytemuck::cast_slice(content).to_vec();
        // A binding is never empty; a shader with no element looks at none.
        let content = if bytes.is_empty() { vec![0; size_of::<T>()] } else { bytes };
        KernelBuffer { name, content: Content::Given(content) }
    }

    pub(super) fn zeros(name: &'static str, bytes: u64) -> Self {
        KernelBuffer { name, content: Content::Zeros(bytes.max(4)) }
    }

    pub(super) fn bytes(&self) -> u64 {
        match &self.content {
            Content::Given(bytes) => bytes.len() as u64,
            Content::Zeros(bytes) => *bytes,
        }
    }
}

impl Kernel {
    /// The constants that kernels of layers of positions share.
    pub(super) fn common_constants(plan: &Plan) -> Vec<(&'static str, u32)> {
        let Coordinates([_, _, depth]) = plan.job().domain().sides();
        let by_heap = plan.job().grading() == Grading::Heap;
        vec![
            ("WORKGROUP_SIZE", WORKGROUP_SIZE),
            ("DEPTH", depth),
            ("RANK_IS_HEAP", u32::from(by_heap)),
        ]
    }

    /// Bytes of its storage buffers.
    pub(super) fn bytes(&self) -> u64 {
        self.buffers.iter().map(KernelBuffer::bytes).sum()
    }

    /// Checks that every buffer fits into a binding.
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

    /// Compiles the shader and makes the buffers. `values` is the output, `layers` the uniform
    /// buffer with one [`LayerUniform`] per dispatch, selected by a dynamic offset.
    pub(super) fn prepare(
        &self,
        device: &Device,
        values: &wgpu::Buffer,
        layers: &wgpu::Buffer,
    ) -> Result<PreparedKernel, EngineError> {
        self.check_limits(&device.limits)?;
        let compile = || {
            let layout = self.bind_group_layout(&device.device);
            let pipelines = self.pipelines(&device.device, &layout);
            (layout, pipelines)
        };
        let (layout, pipelines) = device.scoped("compile the shader", compile)?;
        let buffers = device.allocate(self.bytes(), || self.allocate(device))?;
        let bind = || {
            let layer = wgpu::BufferBinding {
                buffer: layers,
                offset: 0,
                size: wgpu::BufferSize::new(size_of::<LayerUniform>() as u64),
            };
            let first = [wgpu::BindingResource::Buffer(layer), values.as_entire_binding()];
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
        Ok(PreparedKernel { pipelines, bindings })
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
            source: wgpu::ShaderSource::Wgsl(self.source.as_str().into()),
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
                    // Shaders write what they read.
                    zero_initialize_workgroup_memory: false,
                },
                cache: None,
            })
        };
        self.entry_points.iter().map(pipeline).collect()
    }

    fn allocate(&self, device: &Device) -> Vec<wgpu::Buffer> {
        let allocate = |buffer: &KernelBuffer| {
            let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
            let allocated = device.buffer(buffer.name, buffer.bytes(), usage);
            if let Content::Given(bytes) = &buffer.content {
                device.queue.write_buffer(&allocated, 0, bytes);
            }
            allocated
        };
        self.buffers.iter().map(allocate).collect()
    }
}

/// A kernel on a device.
pub(super) struct PreparedKernel {
    pipelines: Vec<wgpu::ComputePipeline>,
    bindings: wgpu::BindGroup,
}

impl PreparedKernel {
    /// Dispatches of a layer.
    pub(super) fn entry_points(&self) -> usize {
        self.pipelines.len()
    }

    /// Records the dispatches of one layer, whose uniform lies at `layer_offset`.
    pub(super) fn dispatch(
        &self,
        pass: &mut wgpu::ComputePass,
        layer_offset: u32,
        workgroups: (u32, u32),
    ) {
        pass.set_bind_group(0, &self.bindings, &[layer_offset]);
        for pipeline in &self.pipelines {
            pass.set_pipeline(pipeline);
            pass.dispatch_workgroups(workgroups.0, workgroups.1, 1);
        }
    }
}
