//! The memory of this machine, as far as this process may take it.

use std::fs;
use std::path::{Component, Path};

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Where Linux has its control groups.
const CONTROL_GROUPS: &str = "/sys/fs/cgroup";

/// Returns the bytes of memory that this process can still take without swapping: what the machine has
/// free, what the limits of its control groups leave, those of the groups around them included, and what
/// its own limits leave (`ulimit -v`, `ulimit -d`).
pub fn available_memory_bytes() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    // Where the system does not tell, nothing is refused.
    let system = System::new_with_specifics(memory).map_or(u64::MAX, |on| on.available_memory());
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let groups = left_in_groups(Path::new(CONTROL_GROUPS), &read("/proc/self/cgroup"));
    let own = left_of_limits(&read("/proc/self/limits"), &read("/proc/self/status"));
    system.min(groups).min(own)
}

/// Returns what tells this machine, whose memory its processes share, from others: its name, and when it was started.
pub fn this_machine() -> String {
    format!(
        "{} {}",
        System::host_name().unwrap_or_default(),
        System::boot_time().unwrap_or_default()
    )
}

/// Returns the limit of the memory that this process may have, if it has one of its own: of its address
/// space, or of its data.
pub fn process_memory_limit_bytes() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let limits = ["Max address space", "Max data size"].map(|name| number_behind(name, &limits));
    limits.into_iter().flatten().min()
}

/// Returns what the limits of a process leave, given what Linux says of these and of its memory.
///
/// Allocators reserve addresses that they never use, for every thread: a quarter is left to them.
fn left_of_limits(limits: &str, status: &str) -> u64 {
    let left = |limit_name, size_name| {
        let used = 1024 * number_behind(size_name, status).unwrap_or(0);
        let limit = number_behind(limit_name, limits);
        limit.map_or(u64::MAX, |limit| limit.saturating_sub(used) / 4 * 3)
    };
    left("Max address space", "VmSize:").min(left("Max data size", "VmData:"))
}

/// Finds the number behind a name, at the beginning of a line: a soft limit in `/proc/self/limits`, a size in kilobytes
/// in `/proc/self/status`, bytes in `memory.stat`.
fn number_behind(name: &str, text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns what the control groups of a process leave, given the text of `/proc/self/cgroup`: the least
/// of its group and all groups around it, in version 1 and version 2.
fn left_in_groups(root: &Path, groups: &str) -> u64 {
    let mut left = u64::MAX;
    // Lines as in `4:memory:/jobs/17` for version 1, `0::/jobs/17` for version 2.
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
        let (mount, files) = match controllers {
            "" => (root.to_owned(), &VERSION_2),
            names if names.split(',').any(|name| name == "memory") => {
                (root.join("memory"), &VERSION_1)
            }
            _ => continue,
        };
        // Within a container the path may be that of the host, of which only the end is mounted; then the
        // mount itself is the group.
        let names =
            Path::new(path).components().filter(|name| matches!(name, Component::Normal(_)));
        let mut folder = mount;
        left = left.min(left_in_group(&folder, files));
        for name in names {
            folder.push(name);
            left = left.min(left_in_group(&folder, files));
        }
    }
    left
}

/// The names of the files in which a control group says what its processes may take and have taken.
struct GroupFiles {
    limit: &'static str,
    usage: &'static str,
    /// What of this is page cache, which can be reclaimed: these lines of `memory.stat`.
    reclaimable: [&'static str; 2],
}

const VERSION_1: GroupFiles = GroupFiles {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    reclaimable: ["total_active_file ", "total_inactive_file "],
};

const VERSION_2: GroupFiles = GroupFiles {
    limit: "memory.max",
    usage: "memory.current",
    reclaimable: ["active_file ", "inactive_file "],
};

/// Returns what a single control group leaves. A group without a limit, or without such a file, leaves
/// everything.
fn left_in_group(folder: &Path, files: &GroupFiles) -> u64 {
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let Some(limit) = number(&read(files.limit)) else { return u64::MAX };
    let used = number(&read(files.usage)).unwrap_or(0);
    let statistics = read("memory.stat");
    let parts = files.reclaimable.iter().filter_map(|name| number_behind(name, &statistics));
    let reclaimable: u64 = parts.sum();
    limit.saturating_sub(used.saturating_sub(reclaimable))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, files: &[(&str, &str)]) {
        for (name, text) in files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
    }

    /// Catches a limit of a group around ours that is not seen, and page cache that counts as taken.
    #[test]
    fn the_tightest_group_counts() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let root = folder.path();
        write(
            root,
            &[
                ("memory.max", "max\n"),
                ("jobs/memory.max", "1000000\n"),
                ("jobs/memory.current", "900000\n"),
                ("jobs/memory.stat", "anon 400000\nactive_file 300000\ninactive_file 200000\n"),
                ("jobs/17/memory.max", "5000000\n"),
                ("jobs/17/memory.current", "100000\n"),
            ],
        );
        assert_eq!(left_in_groups(root, "0::/jobs/17\n"), 600_000);
        assert_eq!(left_in_groups(root, "0::/\n"), u64::MAX);
        assert_eq!(left_in_groups(root, "0::/of/the/host/jobs\n"), u64::MAX);
        assert_eq!(left_in_groups(root, ""), u64::MAX);
        write(
            root,
            &[
                ("memory/memory.limit_in_bytes", "9223372036854771712\n"),
                ("memory/slurm/memory.limit_in_bytes", "700000\n"),
                ("memory/slurm/memory.usage_in_bytes", "500000\n"),
                ("memory/slurm/memory.stat", "cache 1\ntotal_inactive_file 100000\n"),
            ],
        );
        let groups = "9:name=systemd:/\n4:cpu,memory:/slurm/job\n0::/jobs\n";
        assert_eq!(left_in_groups(root, groups), 300_000);
    }

    #[test]
    fn limits_of_the_process_leave_what_it_has_not_taken() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max data size             unlimited            unlimited            bytes\n\
                      Max address space         1000000000           unlimited            bytes\n";
        let status = "Name:\tgrundytab\nVmSize:\t  500000 kB\nVmData:\t  100 kB\n";
        assert_eq!(left_of_limits(limits, status), (1_000_000_000 - 512_000_000) / 4 * 3);
        assert_eq!(left_of_limits("", status), u64::MAX);
    }
}
