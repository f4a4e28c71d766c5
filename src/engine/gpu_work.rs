//! What a run makes a GPU do: foretold by a plan, counted by a run.

use std::ops::AddAssign;
use std::time::Duration;

/// What a run makes a GPU do. It follows from the plan alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GpuWork {
    /// Dispatches of a shader.
    pub dispatches: u64,
    /// Bytes of values that come back to the machine.
    pub bytes_read_back: u64,
}

impl AddAssign for GpuWork {
    fn add_assign(&mut self, other: Self) {
        self.dispatches += other.dispatches;
        self.bytes_read_back = self.bytes_read_back.saturating_add(other.bytes_read_back);
    }
}

/// What a run has made a GPU do, and how long that took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GpuUsage {
    /// As counted by the run.
    pub work: GpuWork,
    /// Batches that were submitted. Their size follows the time they take.
    pub submissions: u64,
    /// Time the shaders took by the GPU's own clock, if it has one that can be read.
    pub kernel_time: Option<Duration>,
}
