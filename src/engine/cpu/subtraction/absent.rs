//! Values that are not known yet.

use crate::values::Value;

/// Stands for the value of a heap that is not known yet, and of heaps below zero: the largest of the
/// type, which no value is. (Outcomes are bytes here.)
pub(super) fn absent<V: Value>() -> V {
    V::saturating_from(u32::MAX)
}
