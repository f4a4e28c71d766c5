//! What this machine has to offer.

use std::io;
use std::path::Path;

use crate::refusal::Refusal;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Memory that a process can still take without swapping, in bytes; within a container, what its
/// limit leaves.
pub fn available_memory_bytes() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    system.available_memory().min(limit)
}

/// Free space of the file system that holds the folder, in bytes.
///
/// # Errors
/// When the folder cannot be looked at.
pub fn available_disk_bytes(folder: &Path) -> io::Result<u64> {
    fs4::available_space(folder)
}

/// Refuses what takes more than there is; `what` names it, as in `this job's memory`.
///
/// # Errors
/// With the bytes needed and the bytes available.
pub fn check_fits(what: &str, needed: u64, available: u64) -> Result<(), Refusal> {
    if needed <= available {
        return Ok(());
    }
    Err(Refusal::new(
        what,
        format!("{needed} bytes are needed, {available} bytes are available"),
        "choose a smaller domain",
    ))
}
