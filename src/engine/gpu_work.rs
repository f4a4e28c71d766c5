//! What a run makes a GPU do: computed from the plan before it runs, and counted during the run.

use std::ops::AddAssign;
use std::time::Duration;

/// What a run makes a GPU do. It follows from the plan alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct GpuWork {
    /// Number of dispatches.
    pub dispatches: u64,
    /// Steps of workgroups that follow one another: those of a workgroup of each stage, which a barrier
    /// divides. Workgroups of a stage take theirs at the same time.
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

/// What a run has made a GPU do, and how long that took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GpuUsage {
    /// The work, as the run has counted it.
    pub work: GpuWork,
    /// Number of submissions. Their size is adapted to the time that they take.
    pub submissions: u64,
    /// Time that the shaders took by the GPU's timestamps, if it has them.
    pub kernel_time: Option<Duration>,
    /// Time that the host has waited for the GPU.
    pub waited: Duration,
    /// Time that the host took to turn what came back into tiles and to hand them on, or to add up
    /// totals. The GPU works meanwhile.
    pub host_time: Duration,
}
