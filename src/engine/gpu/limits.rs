//! What an adapter's limits leave to a kernel.

/// Invocations per workgroup, except for vector games, where every row of a block has one.
pub(super) const WORKGROUP_SIZE: u32 = 64;

/// The largest binding, in whole words, whatever an adapter says: drivers count its bytes in integers of 32 bits, and
/// wgpu binds no more through Vulkan and Direct3D 12.
const LARGEST_BINDING: u64 = (1 << 31) - 4;

/// The largest buffer a kernel may use.
pub(super) fn largest_buffer_bytes(limits: &wgpu::Limits) -> u64 {
    limits.max_storage_buffer_binding_size.min(limits.max_buffer_size).min(LARGEST_BINDING)
}
