//! What an adapter's limits leave to a kernel.

use std::fmt::Display;

use crate::engine::EngineError;

/// Invocations per workgroup, except for vector games, where every row of a block has one.
pub(super) const WORKGROUP_SIZE: u32 = 64;

/// The largest binding, in whole words, whatever an adapter says: drivers count its bytes in integers of 32 bits, and
/// wgpu binds no more through Vulkan and Direct3D 12.
pub(super) const LARGEST_BINDING: u64 = (1 << 31) - 4;

/// The largest buffer a kernel may use.
pub(super) fn largest_buffer_bytes(limits: &wgpu::Limits) -> u64 {
    limits.max_storage_buffer_binding_size.min(limits.max_buffer_size).min(LARGEST_BINDING)
}

/// Checks that no more is needed of something than an adapter or a shader takes.
///
/// # Errors
/// When more is; `what` begins the message.
pub(super) fn check_limit(
    what: impl Display,
    needed: u64,
    unit: &'static str,
    limit: u64,
) -> Result<(), EngineError> {
    if needed <= limit {
        return Ok(());
    }
    Err(EngineError::BeyondLimits { what: what.to_string(), needed, unit, limit })
}
