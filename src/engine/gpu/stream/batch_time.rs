//! How long the GPU is busy with a batch: by its clock, if it agrees with the host's.

use std::time::Duration;

/// By this factor and this time the clocks may differ: the host sees a batch begin and end late, and what is copied before
/// and after the shaders is not between the timestamps.
const FACTOR: u32 = 4;
const SLACK: Duration = Duration::from_millis(10);

/// The least and the most time for which the GPU was busy with a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BatchTime {
    /// By the host: how long it has waited for this batch while all earlier ones were done.
    pub(super) at_least: Duration,
    /// By the host: since this batch was submitted, or the one before it ended. If the host comes late it is much more.
    pub(super) at_most: Duration,
}

impl BatchTime {
    /// Whether a time may be that of the batch: one that is longer cannot.
    pub(super) fn may_be(self, by_clock: Duration) -> bool {
        by_clock <= self.at_most * FACTOR + SLACK
    }

    /// Returns the time by the clock of the GPU, if it has one that the host can believe: one that runs too slow would let
    /// batches grow without end.
    pub(super) fn or_by_clock(self, by_clock: Option<Duration>) -> Self {
        let is_long_enough = |time: &Duration| self.at_least <= *time * FACTOR + SLACK;
        let believed = by_clock.filter(|time| self.may_be(*time) && is_long_enough(time));
        believed.map_or(self, |time| BatchTime { at_least: time, at_most: time })
    }
}
