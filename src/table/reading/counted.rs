//! Which positions of a table count.

use std::ops::AddAssign;

use heap_rules::column::NoValue;
use serde::{Deserialize, Serialize};

/// Which positions of a block count.
#[derive(Default)]
pub struct Counted {
    /// Whether each position is known to count; `None` if all do.
    pub lanes: Option<Vec<bool>>,
    /// The number of positions of which nobody knows whether they count.
    pub without_value: WithoutValue,
}

impl Counted {
    /// All positions count.
    pub const ALL: Counted =
        Counted { lanes: None, without_value: WithoutValue { undefined_on: 0, outside_on: 0 } };

    /// Whether it is known of all positions that they do not count.
    pub(crate) fn are_none(&self) -> bool {
        let none = self.lanes.as_ref().is_some_and(|lanes| !lanes.contains(&true));
        none && self.without_value == WithoutValue::default()
    }
}

/// At how many positions an expression has no value; of a condition, so that nobody knows whether they count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct WithoutValue {
    /// The number of positions at which it has none: a number of it overflows, is divided by 0, or is one at which a
    /// function is not defined.
    pub undefined_on: u64,
    /// The number of positions at which it refers to others that are not in the table.
    pub outside_on: u64,
}

impl WithoutValue {
    /// Counts a position.
    pub fn add(&mut self, why: NoValue) {
        match why {
            NoValue::Undefined => self.undefined_on += 1,
            NoValue::OutsideTable => self.outside_on += 1,
        }
    }
}

impl AddAssign for WithoutValue {
    fn add_assign(&mut self, other: Self) {
        self.undefined_on += other.undefined_on;
        self.outside_on += other.outside_on;
    }
}
