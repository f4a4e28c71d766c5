//! What an adapter's limits leave to a kernel.

/// Invocations per workgroup; those of vector games are a multiple of it.
pub(super) const WORKGROUP_SIZE: u32 = 64;

/// The largest buffer a kernel may use. Shaders index 32-bit words with a `u32`; capping buffers at
/// 2^31 bytes, which are 2^29 words, keeps every index in range.
pub(super) fn largest_buffer_bytes(limits: &wgpu::Limits) -> u64 {
    limits.max_storage_buffer_binding_size.min(limits.max_buffer_size).min(1 << 31)
}
