//! The histogram of an expression.

use plotters::prelude::*;

use super::panels::{BLUE, FONT, chart};
use super::{PANEL, PlotError};

/// So many values are drawn as bars, more as lines of one colour.
const MOST_BARS: usize = 60;

/// Draws how often an expression has each of its values, which are given by rising values with their numbers, as
/// SVG.
///
/// # Errors
/// When the drawing fails.
pub fn draw_histogram(
    title: &str,
    expression: &str,
    counts: &[(i64, u64)],
) -> Result<String, PlotError> {
    let ends = |pick: fn(Option<i64>, i64) -> Option<i64>| {
        counts.iter().fold(None, |known, &(value, _)| pick(known, value)).unwrap_or(0) as f64
    };
    let least = ends(|known, value| Some(known.map_or(value, |known| known.min(value))));
    let largest = ends(|known, value| Some(known.map_or(value, |known| known.max(value))));
    let most = counts.iter().map(|&(_, count)| count).max().unwrap_or(0) as f64;
    // Bars of neighbouring values do not touch while they are few.
    let half = if counts.len() <= MOST_BARS { 0.4 } else { 0.5 };
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, PANEL).into_drawing_area();
        area.fill(&WHITE)?;
        let below = area.titled(title, (FONT, 20))?;
        let x = (expression, [least - 1.0, largest + 1.0]);
        let mut chart = chart(&below, "", x, ("positions", [0.0, most]))?;
        let bar = |&(value, count): &(i64, u64)| {
            let (value, count) = (value as f64, count as f64);
            Rectangle::new([(value - half, 0.0), (value + half, count)], BLUE.filled())
        };
        chart.draw_series(counts.iter().map(bar))?;
        drop(chart);
        area.present()?;
    }
    Ok(svg)
}
