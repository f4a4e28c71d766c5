//! What the CPU and the GPU engine share for games whose rules the user writes: whether the rules are known to have no
//! fault, the positions in the order of their grades, and how many options they have.

pub(crate) mod faultless;
pub(crate) mod grades;
pub(crate) mod ways;
pub(crate) mod work;

use crate::bound::Bound;
use crate::plan::Plan;
use crate::quantity::Quantity;

/// Returns whether Grundy values are computed: where they are tabulated, and where outcomes are of a game whose moves lead to
/// sums, since the outcome of a sum follows from the Grundy values of its positions alone.
pub(crate) fn computes_grundy_values(plan: &Plan) -> bool {
    let job = plan.job();
    job.ruleset().quantity_of_options(job.quantity()) == Quantity::Grundy
}

/// Returns the proven bound on the Grundy values of a plan.
pub(crate) fn largest_grundy_value(plan: &Plan) -> u64 {
    let job = plan.job();
    Bound::of(job.ruleset(), job.domain(), Quantity::Grundy, job.convention()).largest_value
}
