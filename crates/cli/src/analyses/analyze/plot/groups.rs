//! Plots of groups: how many positions each value of an expression has, and what other expressions are there.

use super::panels::{BLUE, VERMILION};
use crate::analyses::expression::{Group, Spread};
use crate::figures::drawing::{Chart, Curve, Drawing, Labels, Sheet};
use grundytab::invalid_input::InvalidInput;

/// Draws groups under a title and a line below it, which come by the value of the expression `by`: how many positions each has and, in a panel for each
/// of the expressions `shown`, the least and the largest value and the mean.
///
/// # Errors
/// When the sheet has no room for it.
pub fn plot_of_groups(
    titles: [&str; 2],
    by: &str,
    shown: &[&str],
    groups: &[Group],
    (sheet, labels): (&Sheet, &Labels),
) -> Result<Drawing, InvalidInput> {
    let values = || groups.iter().map(|group| group.value as f64);
    let least = values().fold(f64::INFINITY, f64::min);
    let largest = values().fold(f64::NEG_INFINITY, f64::max);
    let begun = |title: &str, upright: &str| {
        let mut chart = Chart::new(title, by, upright);
        chart.limits[0] = (least <= largest).then_some([least - 1.0, largest + 1.0]);
        chart
    };
    let mut counts = begun("", "positions");
    // A bar is as wide as the step to the next integer, with its value in the middle.
    let bar = |group: &Group| [group.value as f64 - 0.5, group.positions as f64];
    counts.curves.push(Curve::bars(BLUE, groups.iter().map(bar).collect()));
    let mut charts = vec![counts];
    for (index, expression) in shown.iter().enumerate() {
        let points = |get: fn(&Spread) -> Option<f64>| -> Vec<[f64; 2]> {
            let point = |group: &Group| Some([group.value as f64, get(group.shown.get(index)?)?]);
            groups.iter().filter_map(point).collect()
        };
        let mut chart = begun(expression, expression);
        let bounds = [
            points(|spread| Some(spread.bounds?.0 as f64)),
            points(|spread| Some(spread.bounds?.1 as f64)),
        ];
        for (points, name) in bounds.into_iter().zip(["least", "largest"]) {
            chart.curves.push(Curve::points(BLUE, points).named(name));
        }
        chart.curves.push(Curve::line(VERMILION, points(Spread::mean)).named("mean"));
        charts.push(chart);
    }
    Chart::on_sheet(titles, &charts, sheet, labels)
}
