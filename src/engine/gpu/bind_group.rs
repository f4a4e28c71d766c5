//! Bind groups: their layouts, and the buffers that are bound. Bindings of a group have consecutive
//! numbers.

/// Returns the type of a storage buffer.
pub(super) fn storage(read_only: bool) -> wgpu::BindingType {
    buffer_type(wgpu::BufferBindingType::Storage { read_only }, false)
}

/// Returns the type of a uniform that a dynamic offset selects.
pub(super) fn uniform() -> wgpu::BindingType {
    buffer_type(wgpu::BufferBindingType::Uniform, true)
}

fn buffer_type(ty: wgpu::BufferBindingType, has_dynamic_offset: bool) -> wgpu::BindingType {
    wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None }
}

/// The bindings of a group.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Bindings {
    /// The number of the first one.
    pub(super) first: u32,
    pub(super) types: Vec<wgpu::BindingType>,
}

/// Makes the layout of a group.
pub(super) fn layout(
    device: &wgpu::Device,
    label: &str,
    bindings: &Bindings,
) -> wgpu::BindGroupLayout {
    let entries: Vec<wgpu::BindGroupLayoutEntry> = (bindings.first..)
        .zip(&bindings.types)
        .map(|(binding, &ty)| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty,
            count: None,
        })
        .collect();
    let descriptor = wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries };
    device.create_bind_group_layout(&descriptor)
}

/// Makes a group of this layout, in which these resources are bound from `first` on.
pub(super) fn group<'a>(
    device: &wgpu::Device,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    first: u32,
    resources: impl IntoIterator<Item = wgpu::BindingResource<'a>>,
) -> wgpu::BindGroup {
    let entries: Vec<wgpu::BindGroupEntry> = (first..)
        .zip(resources)
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
        .collect();
    let descriptor = wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries };
    device.create_bind_group(&descriptor)
}
