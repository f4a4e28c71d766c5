//! What an adapter's limits leave to a kernel.

/// Invocations per workgroup, except for vector games, where every row of a block has one.
pub(super) const WORKGROUP_SIZE: u32 = 64;

/// The largest buffer a kernel may use. Shaders index 32-bit words with a `u32`, and some drivers count
/// the bytes of a binding in 32 bits: 4 bytes less than 4 GiB keep both in range.
pub(super) fn largest_buffer_bytes(limits: &wgpu::Limits) -> u64 {
    limits.max_storage_buffer_binding_size.min(limits.max_buffer_size).min((1 << 32) - 4)
}
