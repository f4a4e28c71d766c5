//! Values with a sign on the GPU. Kernels know no negative values: to values with a sign they add a *bias*,
//! which is the bound on them. So 0 still marks what has not been written, a larger value is a larger unsigned
//! integer, and a value beyond the bound is one that is too large. Tiles are gathered without the bias, and
//! totals lose it here on the host; the shaders of values without a sign have a bias of 0.

use crate::plan::Plan;

/// Returns the bias of a plan's values.
pub(super) fn of(plan: &Plan) -> u32 {
    // Signed values of 32 bits have a bound below 2^31.
    if plan.value_type().is_signed() { plan.bound().largest_value as u32 } else { 0 }
}

/// Returns the bound on a plan's values with their bias.
pub(super) fn largest_value(plan: &Plan) -> u64 {
    plan.bound().largest_value + u64::from(of(plan))
}
