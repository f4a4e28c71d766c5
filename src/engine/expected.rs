//! How long a run is expected to take.

use std::time::Duration;

/// How long a run is expected to take, by a model of the engine. `docs/performance.md` says where the
/// constants come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected {
    /// Time of the shaders, for the GPU engine.
    pub kernel: Option<Duration>,
    /// Time of the run, nothing stored.
    pub whole: Duration,
}
