//! The panels of a plot.

use super::points::thinned;
use crate::analyses::analyze::beams::Beams;
use crate::analyses::analyze::survey::Survey;
use crate::figures::drawing::{Chart, Color, Curve};
use grundytab::job::Job;
use grundytab::quantity::Quantity;

/// Colours that people with any kind of colour vision tell apart (Okabe and Ito, Color Universal Design, 2008), with a brown in
/// the place of their second blue, which is taken for the first.
pub(super) const BLUE: Color = Color::hex(0x00_72_b2);
pub(super) const VERMILION: Color = Color::hex(0xd5_5e_00);
const COLORS: [Color; 6] = [
    BLUE,
    VERMILION,
    Color::hex(0x00_9e_73),
    Color::hex(0xcc_79_a7),
    Color::hex(0xe6_9f_00),
    Color::hex(0x6b_4a_1b),
];
/// Each further round of these colours is darker, by this share of the light.
const DARKER: f64 = 0.6;

/// Returns the colour of one of several series, which no other one has.
pub(super) fn color_of(series: usize) -> Color {
    let rounds = (series / COLORS.len()) as i32;
    COLORS[series % COLORS.len()].mixed(Color::BLACK, 1.0 - (1.0 - DARKER).powi(rounds))
}

const GREY: Color = Color::hex(0x96_96_96);

/// So many values are drawn as bars, more as a curve.
const MOST_BARS: usize = 60;

/// How often each value occurs.
pub(super) fn values(job: &Job, survey: &Survey) -> Chart {
    let points: Vec<[f64; 2]> =
        survey.values.iter().map(|count| [count.value as f64, count.positions as f64]).collect();
    let mut chart =
        Chart::new("How often each value occurs", job.quantity().value_name(), "positions");
    chart.curves.push(match points.len() <= MOST_BARS {
        true => Curve::bars(BLUE, points),
        false => Curve::line(BLUE, thinned(&points)),
    });
    chart
}

/// The least grade of every band, and what `get` says of it, if it says something.
fn by_grade(survey: &Survey, get: impl Fn(&super::super::Band) -> Option<i64>) -> Vec<[f64; 2]> {
    let width = f64::from(survey.layers_in_band);
    let bands = (0u32..).zip(&survey.bands);
    let point = |(index, band): (u32, &_)| Some([f64::from(index) * width, get(band)? as f64]);
    thinned(&bands.filter_map(point).collect::<Vec<_>>())
}

/// Names the axis of layers. Where the box cuts layers, it says from which grade on.
fn axis_of_layers(job: &Job) -> String {
    let (grade, whole) = (job.grade_name(), job.whole_layers());
    match whole < job.layer_count() {
        true => format!("{grade} (layers from {whole} on are cut by the box)"),
        false => grade.to_owned(),
    }
}

/// The least and the largest score of each layer.
pub(super) fn scores(job: &Job, survey: &Survey) -> Chart {
    let title = "Least and largest score of each layer";
    let mut chart = Chart::new(title, axis_of_layers(job), "score");
    let largest = by_grade(survey, |band| band.maximum);
    let least = by_grade(survey, |band| band.minimum);
    chart.curves.push(Curve::line(BLUE, largest).named("largest score"));
    chart.curves.push(Curve::line(VERMILION, least).named("least score"));
    chart
}

/// The largest value of each layer.
pub(super) fn largest_values(job: &Job, survey: &Survey) -> Chart {
    let points = by_grade(survey, |band| band.maximum);
    let mut chart = Chart::new("Largest value of each layer", axis_of_layers(job), "largest value");
    if job.quantity() != Quantity::Grundy {
        chart.curves.push(Curve::line(BLUE, points));
        return chart;
    }
    // No Grundy value is larger than the grade, in most games.
    let largest = |axis: usize| points.iter().map(|point| point[axis]).fold(0.0, f64::max);
    let end = largest(0).min(largest(1) * 1.06);
    let diagonal = vec![[0.0, 0.0], [end, end]];
    chart.curves.push(Curve::faint_line(GREY, diagonal).named(format!("the {}", job.grade_name())));
    chart.curves.push(Curve::line(BLUE, points).named("largest value"));
    chart
}

/// The number of P-positions of each layer.
pub(super) fn p_positions(job: &Job, survey: &Survey) -> Chart {
    let title = "P-positions of each layer";
    let mut chart = Chart::new(title, axis_of_layers(job), "P-positions");
    let count = by_grade(survey, |band| (band.positions > 0).then_some(band.p_positions as i64));
    chart.curves.push(Curve::points(VERMILION, count));
    chart
}

/// The P-positions of every beam, and the lines that fit them.
pub(super) fn beams(found: &Beams) -> Chart {
    let end = f64::from(found.below);
    let mut chart = Chart::new("Beams of P-positions", "x", "y");
    chart.limits = [Some([0.0, end]); 2];
    chart.is_to_scale = true;
    for (index, beam) in found.beams.iter().enumerate() {
        let color = color_of(index);
        let points = beam.sample.iter().map(|at| at.map(f64::from)).collect();
        let Some(line) = beam.line else {
            chart.curves.push(Curve::points(color, points));
            continue;
        };
        let (slope, offset) = (line.slope.value, line.offset.value);
        let (ends, label) = if slope.is_finite() {
            // To the border of the panel that it meets first.
            let x = if slope > 1.0 { (end - offset) / slope } else { end };
            (vec![[0.0, offset.max(0.0)], [x, slope * x + offset]], "slope ")
        } else {
            (vec![[offset, 0.0], [offset, end]], "")
        };
        chart.curves.push(Curve::points(color, points).named(format!("{label}{}", line.slope)));
        chart.curves.push(Curve::faint_line(color, ends));
    }
    chart
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Catches beams of one colour, and one that is paper.
    #[test]
    fn every_series_has_its_own_color() {
        let colors: BTreeSet<[u8; 3]> = (0..30).map(|series| color_of(series).rgb).collect();
        assert_eq!(colors.len(), 30);
        let is_dark =
            |rgb: &[u8; 3]| rgb.iter().map(|&byte| u32::from(byte)).sum::<u32>() < 3 * 192;
        assert!(colors.iter().all(is_dark), "{colors:?}");
    }
}
