//! What an adapter's limits leave to a kernel.

/// The largest buffer a kernel may use. Shaders index words with 32 bits, which half of that many
/// bytes never exceed.
pub(super) fn largest_buffer_bytes(limits: &wgpu::Limits) -> u64 {
    limits.max_storage_buffer_binding_size.min(limits.max_buffer_size).min(1 << 31)
}
