//! Extents: on which positions the definition is checked.

use crate::plan::Plan;

/// On which positions the definition is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// On this many positions drawn at random and those near the origin, or on all if there are
    /// no more than that.
    Sample(u64),
    /// On every position.
    Full,
}

impl Extent {
    /// Returns a sample that is checked in seconds: 1000 positions, or fewer, at least 10, if they
    /// have very many options.
    pub fn default_sample(plan: &Plan) -> Self {
        let options = plan.job().most_lookups().max(1);
        Extent::Sample((DEFAULT_LOOKUPS / options).clamp(10, 1000))
    }
}

/// About the number of options that are looked up for a default sample.
const DEFAULT_LOOKUPS: u64 = 1 << 31;
