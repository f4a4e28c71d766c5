//! How long a run is expected to take.

use std::time::Duration;

/// How long a run is expected to take, by the work that the engine counts in its plan: `docs/performance.md` says
/// where the constants come from. The choice of an engine and all messages rest on this one estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected {
    /// Time of the shaders, for the GPU engine.
    pub kernel: Option<Duration>,
    /// Time of the run without storing.
    pub whole: Duration,
}
