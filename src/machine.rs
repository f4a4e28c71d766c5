//! The memory of this machine.

use sysinfo::{CGroupLimits, MemoryRefreshKind, RefreshKind, System};

/// Returns the bytes of memory that this process can still take without swapping; within a
/// container, what the container's limit leaves.
///
/// ```
/// assert!(grundytab::available_memory_bytes() > 0);
/// ```
pub fn available_memory_bytes() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    // Inside a container only resident memory counts against the limit; page cache can be
    // reclaimed.
    let left = |limits: CGroupLimits| limits.total_memory.saturating_sub(limits.rss);
    system.available_memory().min(system.cgroup_limits().map_or(u64::MAX, left))
}
