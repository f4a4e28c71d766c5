//! The histogram of an expression.

use super::panels::BLUE;
use crate::drawing::{Chart, Curve, Drawing};

/// Draws how often an expression has each of its values, which come with their numbers.
pub fn histogram(title: &str, expression: &str, counts: &[(i64, u64)]) -> Drawing {
    let values = || counts.iter().map(|&(value, _)| value as f64);
    let least = values().fold(f64::INFINITY, f64::min);
    let largest = values().fold(f64::NEG_INFINITY, f64::max);
    let mut chart = Chart::new("", expression, "positions");
    if least <= largest {
        chart.limit(0, [least - 1.0, largest + 1.0]);
    }
    // A bar is as wide as the step to the next integer, with its value in the middle.
    let bar = |&(value, count): &(i64, u64)| [value as f64 - 0.5, count as f64];
    chart.add(Curve::bars(BLUE, counts.iter().map(bar).collect()));
    Chart::side_by_side(title, &[chart])
}
