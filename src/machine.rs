//! What this machine has to offer.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Memory that a process can still take without swapping, in bytes; within a container, what its
/// limit leaves.
pub fn available_memory_bytes() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    system.available_memory().min(limit)
}
