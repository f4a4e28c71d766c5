//! Beams octave by octave: how the fitted slope of a beam drifts, and how far a beam is from a line of a given slope.
//!
//! The slope of a beam that is fitted in one octave of the radius, between r / 2 and r, says little of how it goes on:
//! it may drift, by less from octave to octave, towards a limit. So the P-positions of smaller radius are given to the
//! nearest of the beams, and the line is fitted in each octave anew.

use super::beam_line::{BeamLine, Point, fitted_line, slope_through_origin};
use super::fit::Estimate;

/// Octaves with a smaller end than this are left out: beams are not apart there.
const SMALLEST_END: u32 = 64;

/// A P-position (x, y), and its radius.
pub(super) type PointAtRadius = (Point, u32);

/// A beam in one octave of the radius.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Octave {
    /// The least radius of the octave.
    pub from: u32,
    /// The end of its radii.
    pub below: u32,
    /// How many P-positions of the beam it has.
    pub positions: u64,
    /// The slope of the line that fits these best; `None` if they are too few.
    pub slope: Option<Estimate>,
    /// The slope of the line through the origin that fits these best; `None` if there are none or the beam is
    /// vertical.
    pub slope_through_origin: Option<f64>,
}

/// A beam compared with the line y = slope x.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Against {
    /// The slope that was given.
    pub slope: f64,
    /// The number of the beam in the list, from 0 on; `None` if no beam has a slope.
    pub beam: Option<usize>,
    /// Its slope less the one that was given, with the standard error of the fit; `None` likewise.
    pub difference: Option<Estimate>,
    /// How many P-positions of the beam are compared: those of all octaves.
    pub positions: u64,
    /// The least and the greatest y - slope x at these; `None` if there are none.
    pub distances: Option<[f64; 2]>,
}

/// The P-positions of beams, octave by octave.
pub(super) struct Octaves<'a> {
    /// The lines of the beams, which beams that fill a sector lack.
    lines: &'a [Option<BeamLine>],
    /// The end of each octave, the largest first, with the P-positions of each beam.
    octaves: Vec<(u32, Vec<Vec<Point>>)>,
}

impl<'a> Octaves<'a> {
    /// Gives P-positions, all of which have a smaller radius than `below`, to the beams with these lines. `gap` is
    /// the number of tokens between neighbours of a beam.
    pub(super) fn of(
        lines: &'a [Option<BeamLine>],
        points: &[PointAtRadius],
        below: u32,
        gap: u32,
    ) -> Self {
        let octave = |end: u32| {
            let mut of_beams = vec![Vec::new(); lines.len()];
            let within = |radius: u32| (end / 2..end).contains(&radius);
            for &(point, _) in points.iter().filter(|&&(_, radius)| within(radius)) {
                if let Some(beam) = nearest(lines, point, end, gap) {
                    of_beams[beam].push(point);
                }
            }
            (end, of_beams)
        };
        let ends = std::iter::successors(Some(below), |end| Some(end / 2));
        let ends = ends.take_while(|&end| end >= SMALLEST_END);
        Octaves { lines, octaves: ends.map(octave).collect() }
    }

    /// Returns the octaves of each beam, in which its line is fitted anew; none of one that fills a sector.
    pub(super) fn fitted(&self) -> impl Iterator<Item = Vec<Octave>> {
        self.lines.iter().enumerate().map(|(beam, line)| {
            let octaves = self.octaves.iter().filter(|_| line.is_some());
            let octave = octaves.map(|(below, of_beams)| Octave {
                from: below / 2,
                below: *below,
                positions: of_beams[beam].len() as u64,
                slope: fitted_line(&of_beams[beam]).map(|line| line.slope),
                slope_through_origin: slope_through_origin(&of_beams[beam]),
            });
            octave.collect()
        })
    }

    /// Compares the beam whose slope is nearest with a slope.
    pub(super) fn compared(&self, slope: f64) -> Against {
        let fitted = |line: &Option<BeamLine>| {
            line.map(|line| line.slope).filter(|slope| slope.value.is_finite())
        };
        let with_slope = self.lines.iter().enumerate();
        let with_slope = with_slope.filter_map(|(beam, line)| Some((beam, fitted(line)?)));
        let off = |fitted: &Estimate| (fitted.value - slope).abs();
        let Some((beam, fitted)) =
            with_slope.min_by(|(_, one), (_, other)| off(one).total_cmp(&off(other)))
        else {
            return Against { slope, beam: None, difference: None, positions: 0, distances: None };
        };
        let (mut positions, mut distances) = (0, None);
        for &(x, y) in self.octaves.iter().flat_map(|(_, of_beams)| &of_beams[beam]) {
            let distance = f64::from(y) - slope * f64::from(x);
            positions += 1;
            let [least, greatest] = distances.unwrap_or([distance; 2]);
            distances = Some([distance.min(least), distance.max(greatest)]);
        }
        let difference = Some(Estimate { value: fitted.value - slope, error: fitted.error });
        Against { slope, beam: Some(beam), difference, positions, distances }
    }
}

/// Returns the beam whose line is nearest to a P-position of an octave, if it is near.
fn nearest(lines: &[Option<BeamLine>], point: Point, end: u32, gap: u32) -> Option<usize> {
    let known = lines.iter().enumerate().filter_map(|(beam, line)| Some((beam, line.as_ref()?)));
    let (beam, line, distance) = known
        .map(|(beam, line)| (beam, line, line.distance(point)))
        .min_by(|one, other| one.2.total_cmp(&other.2))?;
    (distance <= (line.spread + f64::from(gap)).max(f64::from(end) / 16.0)).then_some(beam)
}
