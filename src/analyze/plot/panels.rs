//! The panels of a plot.

use plotters::prelude::*;

use super::points::thinned;
use super::{Area, PlotError};
use crate::analyze::beams::Beams;
use crate::analyze::survey::Survey;
use crate::job::Job;
use crate::quantity::Quantity;

pub(super) const FONT: &str = "sans-serif";

/// Colours that people with any kind of colour vision tell apart (Okabe and Ito 2008).
pub(super) const BLUE: RGBColor = RGBColor(0, 114, 178);
const VERMILION: RGBColor = RGBColor(213, 94, 0);
const GREEN: RGBColor = RGBColor(0, 158, 115);
const COLORS: [RGBColor; 6] = [
    BLUE,
    VERMILION,
    GREEN,
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];
const GREY: RGBColor = RGBColor(150, 150, 150);

/// So many values are drawn as bars, more as a curve.
const MOST_BARS: usize = 60;

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

/// Begins a panel: its title, and axes with names and the numbers that they hold beside 0.
pub(super) fn chart<'a, 'b>(
    area: &'a Area<'b>,
    title: &str,
    x: (&str, [f64; 2]),
    y: (&str, [f64; 2]),
) -> Result<Chart<'a, 'b>, PlotError> {
    // A little room beyond the least and the largest number.
    let axis =
        |[least, largest]: [f64; 2], room: f64| room * least.min(0.0)..room * largest.max(1.0);
    let mut chart = ChartBuilder::on(area)
        .caption(title, (FONT, 18))
        .margin(14)
        .margin_right(26)
        .x_label_area_size(44)
        .y_label_area_size(78)
        .build_cartesian_2d(axis(x.1, 1.02), axis(y.1, 1.06))?;
    chart
        .configure_mesh()
        .x_desc(x.0)
        .y_desc(y.0)
        .label_style((FONT, 13))
        .axis_desc_style((FONT, 15))
        .bold_line_style(RGBColor(222, 222, 222))
        .light_line_style(TRANSPARENT)
        .axis_style(GREY)
        .x_label_formatter(&|x| number(*x))
        .y_labels(((y.1[1].max(0.0) - y.1[0].min(0.0)) as usize + 1).clamp(2, 11))
        .y_label_formatter(&|y| number(*y))
        .draw()?;
    Ok(chart)
}

/// Writes a number at an axis: large ones in thousands and millions.
fn number(number: f64) -> String {
    let trimmed = |text: String| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    match number.abs() {
        n if n >= 1e9 => trimmed(format!("{:.2}", number / 1e9)) + " G",
        n if n >= 1e6 => trimmed(format!("{:.2}", number / 1e6)) + " M",
        n if n >= 1e4 => trimmed(format!("{:.1}", number / 1e3)) + " k",
        _ => trimmed(format!("{number:.1}")),
    }
}

/// Returns the least and the largest first coordinate of points, and of second coordinates.
fn extent(points: &[(f64, f64)]) -> [[f64; 2]; 2] {
    let ends = |get: fn(&(f64, f64)) -> f64| {
        let coordinates = || points.iter().map(get);
        [
            coordinates().fold(f64::INFINITY, f64::min),
            coordinates().fold(f64::NEG_INFINITY, f64::max),
        ]
    };
    [ends(|point| point.0), ends(|point| point.1)]
}

/// How often each value occurs.
pub(super) fn values(area: &Area, job: &Job, survey: &Survey) -> Result<(), PlotError> {
    let name = job.quantity().value_name();
    let points: Vec<(f64, f64)> =
        survey.values.iter().map(|count| (count.value as f64, count.positions as f64)).collect();
    let [[begin, end], y] = extent(&points);
    let as_bars = points.len() <= MOST_BARS;
    let end = if as_bars { end + 1.0 } else { end };
    let title = "How often each value occurs";
    let mut chart = chart(area, title, (name, [begin, end]), ("positions", y))?;
    if as_bars {
        let bar = |&(x, y): &(f64, f64)| {
            Rectangle::new([(x + 0.1, 0.0), (x + 0.9, y)], BLUE.mix(0.85).filled())
        };
        chart.draw_series(points.iter().map(bar))?;
    } else {
        chart.draw_series(LineSeries::new(thinned(&points), BLUE))?;
    }
    Ok(())
}

/// The least rank of every band, and what `get` says of it.
fn by_rank(survey: &Survey, get: impl Fn(&super::super::Band) -> f64) -> Vec<(f64, f64)> {
    let width = f64::from(survey.layers_in_band);
    let bands = (0u32..).zip(&survey.bands);
    bands.map(|(index, band)| (f64::from(index) * width, get(band))).collect()
}

/// Names the axis of layers. Where the box cuts layers, it says from which rank on.
fn axis_of_layers(job: &Job) -> String {
    let (rank, whole) = (job.rank_name(), job.whole_layers());
    match whole < job.layer_count() {
        true => format!("{rank} (layers from {whole} on are cut by the box)"),
        false => rank.to_owned(),
    }
}

/// The least and the largest score of each layer.
pub(super) fn scores(area: &Area, job: &Job, survey: &Survey) -> Result<(), PlotError> {
    let lines = [
        ("largest score", BLUE, by_rank(survey, |band| band.maximum as f64)),
        ("least score", VERMILION, by_rank(survey, |band| band.minimum as f64)),
    ];
    let [[x, largest], [_, least]] = [extent(&lines[0].2), extent(&lines[1].2)];
    let y = [least[0], largest[1]];
    let title = "Least and largest score of each layer";
    let mut chart = chart(area, title, (&axis_of_layers(job), x), ("score", y))?;
    for (name, color, points) in lines {
        draw_curve(&mut chart, name, color.stroke_width(2), thinned(&points))?;
    }
    label_series(&mut chart, SeriesLabelPosition::LowerRight)
}

/// Draws a curve with its name.
fn draw_curve<'a, 'b: 'a>(
    chart: &mut Chart<'a, 'b>,
    name: &str,
    style: ShapeStyle,
    points: Vec<(f64, f64)>,
) -> Result<(), PlotError> {
    let legend = move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style.color);
    chart.draw_series(LineSeries::new(points, style))?.label(name).legend(legend);
    Ok(())
}

/// Says which curve is which.
fn label_series<'a, 'b: 'a>(
    chart: &mut Chart<'a, 'b>,
    position: SeriesLabelPosition,
) -> Result<(), PlotError> {
    chart
        .configure_series_labels()
        .position(position)
        .label_font((FONT, 13))
        .background_style(WHITE.mix(0.8))
        .draw()?;
    Ok(())
}

/// The largest value of each layer.
pub(super) fn largest_values(area: &Area, job: &Job, survey: &Survey) -> Result<(), PlotError> {
    let points = by_rank(survey, |band| band.maximum as f64);
    let [x, y] = extent(&points);
    let (rank, title) = (job.rank_name(), "Largest value of each layer");
    let mut chart = chart(area, title, (&axis_of_layers(job), x), ("largest value", y))?;
    if job.quantity() != Quantity::Grundy {
        chart.draw_series(LineSeries::new(thinned(&points), BLUE.stroke_width(2)))?;
        return Ok(());
    }
    // No Grundy value is larger than the rank, in most games.
    let end = x[1].min(y[1] * 1.06);
    let diagonal = vec![(0.0, 0.0), (end, end)];
    draw_curve(&mut chart, &format!("the {rank}"), GREY.stroke_width(1), diagonal)?;
    draw_curve(&mut chart, "largest value", BLUE.stroke_width(2), thinned(&points))?;
    label_series(&mut chart, SeriesLabelPosition::LowerRight)
}

/// The number of P-positions of each layer.
pub(super) fn p_positions(area: &Area, job: &Job, survey: &Survey) -> Result<(), PlotError> {
    let points = by_rank(survey, |band| band.p_positions as f64);
    let [x, y] = extent(&points);
    let title = "P-positions of each layer";
    let mut chart = chart(area, title, (&axis_of_layers(job), x), ("P-positions", y))?;
    let dot = |point: (f64, f64)| Circle::new(point, 2, VERMILION.mix(0.7).filled());
    chart.draw_series(thinned(&points).into_iter().map(dot))?;
    Ok(())
}

/// The P-positions of every beam, and the lines that fit them.
pub(super) fn beams(area: &Area, found: &Beams) -> Result<(), PlotError> {
    let end = f64::from(found.below);
    let axis = |name| (name, [0.0, end]);
    let mut chart = chart(area, "Beams of P-positions", axis("x"), axis("y"))?;
    for (index, beam) in found.beams.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let point = |&[x, y]: &[u32; 2]| (f64::from(x), f64::from(y));
        let dot = |at: &[u32; 2]| Circle::new(point(at), 2, color.filled());
        let series = chart.draw_series(beam.sample.iter().map(dot))?;
        let Some(line) = beam.line else { continue };
        let (slope, offset) = (line.slope.value, line.offset.value);
        let (ends, label) = if slope.is_finite() {
            // To the border of the panel that it meets first.
            let x = if slope > 1.0 { (end - offset) / slope } else { end };
            ([(0.0, offset.max(0.0)), (x, slope * x + offset)], format!("slope {slope:.4}"))
        } else {
            ([(offset, 0.0), (offset, end)], "vertical".into())
        };
        series.label(label).legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color));
        chart.draw_series(LineSeries::new(ends, color.mix(0.45)))?;
    }
    if found.beams.iter().any(|beam| beam.line.is_some()) {
        label_series(&mut chart, SeriesLabelPosition::UpperRight)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_at_axes_are_short() {
        let texts = [0.0, 0.5, 250.0, 9000.0, 20_000.0, 1_500_000.0, 2e9].map(number);
        assert_eq!(texts, ["0", "0.5", "250", "9000", "20 k", "1.5 M", "2 G"]);
    }
}
