//! The work of a GPU in a run: computed from the plan in advance, and counted during the run.

use std::ops::AddAssign;
use std::time::Duration;

/// The work of a GPU, which follows from the plan alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GpuWork {
    /// Number of dispatches.
    pub dispatches: u64,
    /// Consecutive steps of workgroups, separated by barriers. All workgroups of a wave take their steps at the same
    /// time, so that the steps of one workgroup per wave are counted.
    pub steps: u64,
    /// Bytes of values that are copied back to the host.
    pub bytes_read_back: u64,
}

impl AddAssign for GpuWork {
    fn add_assign(&mut self, other: Self) {
        self.dispatches += other.dispatches;
        self.steps += other.steps;
        self.bytes_read_back = self.bytes_read_back.saturating_add(other.bytes_read_back);
    }
}

/// The work that a GPU has done in a run, and its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GpuUsage {
    /// The work as counted during the run.
    pub work: GpuWork,
    /// Number of submissions, whose size is adapted to their time.
    pub submissions: u64,
    /// Time of the shaders by the GPU's timestamps, if available.
    pub kernel_time: Option<Duration>,
    /// Time that the host has waited for the GPU.
    pub waited: Duration,
    /// Time that the host took to convert results into tiles and to hand them on, or to add up totals. The GPU works in
    /// the meantime.
    pub host_time: Duration,
}
