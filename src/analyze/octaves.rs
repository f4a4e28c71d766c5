//! Beams octave by octave: how the fitted slope of a beam drifts, and how far a beam is from a line of a given slope.
//!
//! The slope of a beam that is fitted in one octave of the radius, between r / 2 and r, says little of how it goes on:
//! it may drift, by less from octave to octave, towards a limit. So the P-positions of smaller radius are given to the
//! nearest of the beams, and the line is fitted in each octave anew.

use super::beams::{Beam, BeamLine, fitted_line, slope_through_origin};
use super::fit::Estimate;

/// Octaves with a smaller end than this are left out: beams are not apart there.
const SMALLEST_END: u32 = 64;

/// A P-position (x, y), and its radius.
pub(super) type PointAtRadius = ((u32, u32), u32);

/// A beam in one octave of the radius.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Octave {
    /// The least radius of the octave.
    pub from: u32,
    /// The end of its radii.
    pub below: u32,
    /// How many P-positions of the beam it has.
    pub positions: u64,
    /// The slope of the line that fits these best; `None` if they are too few, infinite for a vertical beam.
    pub slope: Option<Estimate>,
    /// The slope of the line through the origin that fits these best.
    pub slope_through_origin: Option<f64>,
}

/// A beam compared with the line y = slope x.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Against {
    /// The slope that was given.
    pub slope: f64,
    /// The number of the beam whose slope is nearest, counted from 0; `None` if no beam has a slope.
    pub beam: Option<usize>,
    /// Its slope less the one that was given, with the standard error of the fit.
    pub difference: Option<Estimate>,
    /// How many P-positions of the beam are compared: those of all octaves.
    pub positions: u64,
    /// The least and the greatest of y - slope x at these.
    pub distances: Option<[f64; 2]>,
}

/// Gives the P-positions of a table, all of which have a smaller radius than `below`, to beams, fits these octave by
/// octave, and compares them with slopes. `gap` is the number of tokens between neighbours of a beam.
pub(super) fn add_octaves(
    beams: &mut [Beam],
    points: &[PointAtRadius],
    below: u32,
    gap: u32,
    slopes: &[f64],
) -> Vec<Against> {
    let octaves: Vec<Vec<Vec<(u32, u32)>>> = ends(below)
        .map(|end| {
            let mut of_beams = vec![Vec::new(); beams.len()];
            let within = |radius: u32| (end / 2..end).contains(&radius);
            for &(point, _) in points.iter().filter(|&&(_, radius)| within(radius)) {
                if let Some(beam) = nearest(beams, point, end, gap) {
                    of_beams[beam].push(point);
                }
            }
            of_beams
        })
        .collect();
    for (index, beam) in beams.iter_mut().enumerate().filter(|(_, beam)| beam.line.is_some()) {
        let octave = |(below, of_beams): (u32, &Vec<Vec<(u32, u32)>>)| Octave {
            from: below / 2,
            below,
            positions: of_beams[index].len() as u64,
            slope: fitted_line(&of_beams[index]).map(|line| line.slope),
            slope_through_origin: slope_through_origin(&of_beams[index]),
        };
        beam.octaves = ends(below).zip(&octaves).map(octave).collect();
    }
    let of_beam = |beam: usize| octaves.iter().flat_map(move |octave| &octave[beam]);
    slopes.iter().map(|&slope| compared(beams, slope, of_beam)).collect()
}

/// Compares the beam whose slope is nearest with a slope.
fn compared<'a, P: Iterator<Item = &'a (u32, u32)>>(
    beams: &[Beam],
    slope: f64,
    points: impl Fn(usize) -> P,
) -> Against {
    let fitted = |beam: &Beam| beam.line.map(|line| line.slope).filter(|s| s.value.is_finite());
    let with_slope = beams.iter().enumerate().filter_map(|(beam, one)| Some((beam, fitted(one)?)));
    let off = |fitted: &Estimate| (fitted.value - slope).abs();
    let Some((beam, fitted)) =
        with_slope.min_by(|(_, one), (_, other)| off(one).total_cmp(&off(other)))
    else {
        return Against { slope, beam: None, difference: None, positions: 0, distances: None };
    };
    let (mut positions, mut distances) = (0, None);
    for &(x, y) in points(beam) {
        let distance = f64::from(y) - slope * f64::from(x);
        positions += 1;
        let [least, greatest] = distances.unwrap_or([distance; 2]);
        distances = Some([distance.min(least), distance.max(greatest)]);
    }
    let difference = Some(Estimate { value: fitted.value - slope, error: fitted.error });
    Against { slope, beam: Some(beam), difference, positions, distances }
}

/// Returns the ends of the octaves, the largest first.
fn ends(below: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(below), |end| Some(end / 2)).take_while(|&end| end >= SMALLEST_END)
}

/// Returns the beam whose line is nearest to a P-position of an octave, if it is near.
fn nearest(beams: &[Beam], point: (u32, u32), end: u32, gap: u32) -> Option<usize> {
    let lines = beams.iter().enumerate().filter_map(|(beam, one)| Some((beam, one.line?)));
    let (beam, line, distance) = lines
        .map(|(beam, line)| (beam, line, distance(&line, point)))
        .min_by(|one, other| one.2.total_cmp(&other.2))?;
    (distance <= (line.spread + f64::from(gap)).max(f64::from(end) / 16.0)).then_some(beam)
}

/// Returns the distance of a position from a line.
fn distance(line: &BeamLine, (x, y): (u32, u32)) -> f64 {
    let (x, y) = (f64::from(x), f64::from(y));
    let (slope, offset) = (line.slope.value, line.offset.value);
    if slope.is_infinite() {
        return (x - offset).abs();
    }
    (y - slope * x - offset).abs() / slope.hypot(1.0)
}
