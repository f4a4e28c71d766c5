//! What this machine has to offer.

use sysinfo::{CGroupLimits, MemoryRefreshKind, RefreshKind, System};

use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// Memory that a process can still take without swapping, in bytes; within a container, what its
/// limit leaves.
pub fn available_memory_bytes() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    // Of a container's limit the process memory counts; what caches take can be had.
    let left = |limits: CGroupLimits| limits.total_memory.saturating_sub(limits.rss);
    system.available_memory().min(system.cgroup_limits().map_or(u64::MAX, left))
}

/// Refuses what takes more than there is; `what` names it, as in `this job's memory`.
///
/// # Errors
/// With the bytes needed and the bytes available.
pub fn check_fits(what: &str, needed: u64, available: u64) -> Result<(), InvalidInput> {
    if needed <= available {
        return Ok(());
    }
    Err(InvalidInput::new(
        InvalidInputKind::TooLarge,
        what,
        format!("{needed} bytes are needed, {available} bytes are available"),
        "choose a smaller domain",
    ))
}
