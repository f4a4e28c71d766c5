//! Beams of P-positions: in many games of two heaps the P-positions lie along a few lines from the origin.
//!
//! The direction of a position (x, y) is y / (x + y), from 0 along the x axis to 1 along the y axis. The
//! P-positions far from the origin are sorted by their directions. Where two neighbours are more than some
//! tokens apart, one beam ends and another one begins. To each beam a line is fitted by least squares, y over
//! x + y, which treats steep and flat lines alike; and its density is the slope of the number of
//! P-positions over x. The standard errors of both are those of [`Estimate`]. Where all P-positions of a beam lie on a few lines of a rational slope, these are
//! named exactly.

use std::collections::BTreeMap;

use super::beam_line::{BeamLine, Point, fitted_line};
use super::collected::{Corner, PPositions, radius};
use super::fit::{Estimate, Fit};
use super::octaves::{Against, Octave, Octaves, PointAtRadius};
use crate::analyses::expression::Filter;
use crate::figures::drawing::MOST_POINTS;
use grundytab::domain::{Coordinates, Domain};
use grundytab::job::Job;
use grundytab::table::TableReader;

/// A smaller table shows no beams.
const SMALLEST_RADIUS: u32 = 32;
/// Slopes of exact lines are p / q with p and q at most this.
const LARGEST_TERM: i64 = 16;
/// A beam is described by at most this many exact lines.
const MOST_LINES: usize = 16;
/// Each of them has at least this many P-positions on the mean.
const LEAST_ON_LINE: usize = 8;

/// The beams of a table.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Beams {
    /// P-positions of this radius and more are analyzed. The radius is the larger heap if the domain is a box, the
    /// token sum if it is a simplex.
    pub from: u32,
    /// The end of their radii.
    pub below: u32,
    /// How many P-positions there are.
    pub p_positions: u64,
    /// How many tokens apart, at the radius `below`, neighbours of a beam are at most.
    pub gap: u32,
    /// How many P-positions a beam has at least.
    pub least: u64,
    /// The beams, by falling slope.
    pub beams: Vec<Beam>,
    /// How many P-positions are in no beam: there are too few in about their direction.
    pub scattered: u64,
    /// For each slope that was given the beam whose slope is nearest.
    pub against: Vec<Against>,
}

/// A beam of P-positions.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Beam {
    /// How many P-positions it has.
    pub positions: u64,
    /// The least and the largest quotient y / x of its positions; the latter is infinite for a vertical beam, in JSON
    /// null.
    #[cfg_attr(test, schemars(with = "[Option<f64>; 2]"))]
    pub slopes: [f64; 2],
    /// The line along which they lie; `None` if they fill a sector.
    pub line: Option<BeamLine>,
    /// The number of P-positions for each x; `None` if they fill a sector or lie on a vertical line.
    pub density: Option<Estimate>,
    /// Its P-positions for plots: of many some that are evenly spread.
    #[serde(skip)]
    pub sample: Vec<[u32; 2]>,
    /// The lines q y = p x + c on which all of them lie, if these are few and their slope is a simple fraction.
    pub exact_lines: Vec<ExactLine>,
    /// The beam in each octave of the radius, the largest first; none if it fills a sector.
    pub octaves: Vec<Octave>,
}

/// The line q y = p x + c.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExactLine {
    /// The numerator of the slope.
    pub p: i64,
    /// The denominator of the slope.
    pub q: i64,
    /// The offset, times q.
    pub c: i64,
    /// How many P-positions of the beam lie on it.
    pub positions: u64,
}

/// Returns the pass that collects the P-positions in which beams are looked for; `None` if the table shows none.
pub(crate) fn beams_pass<'a>(table: &'a TableReader, filter: &'a Filter) -> Option<PPositions<'a>> {
    let (job, radius) = (table.plan().job(), radius_of(table));
    let has_beams = job.domain().heaps() == 2 && radius >= SMALLEST_RADIUS;
    has_beams.then(|| PPositions::new(job, filter, radius))
}

/// Finds the beams of the P-positions that were collected, and compares them with slopes.
pub(crate) fn beams_of(job: &Job, corner: Corner, against: &[f64]) -> Option<Beams> {
    (corner.below >= SMALLEST_RADIUS).then(|| in_corner(job.domain(), corner, against))
}

/// Returns the radius below which all positions are in the domain, whatever their direction, and are there.
fn radius_of(table: &TableReader) -> u32 {
    let (domain, tiling) = (table.plan().job().domain(), table.plan().tiling());
    let of_domain = domain.shape().iter().copied().min().unwrap_or(0);
    let missing = tiling.tiles().filter(|&tile| !table.has_tile(tile));
    let nearest = missing.map(|tile| radius(domain, tiling.region(tile).origin)).min();
    nearest.map_or(of_domain, |nearest| nearest.min(of_domain))
}

fn in_corner(domain: &Domain, Corner { below, points: all, .. }: Corner, against: &[f64]) -> Beams {
    let from = below / 2;
    let point = |at: &Coordinates| (at[2], at[3]);
    let with_radius: Vec<PointAtRadius> =
        all.iter().map(|at| (point(at), radius(domain, *at))).collect();
    let far = with_radius.iter().filter(|&&(_, radius)| radius >= from);
    let mut points: Vec<Point> = far.map(|&(point, _)| point).collect();
    let direction = |&(x, y): &Point| f64::from(y) / (f64::from(x) + f64::from(y));
    // Among equal directions the point nearer to the origin comes first, so that the order is determined.
    points.sort_by(|one, other| {
        direction(other).total_cmp(&direction(one)).then_with(|| one.cmp(other))
    });
    let gap = (below / 32).clamp(2, 16);
    let in_beam = |one: &Point, other: &Point| {
        (direction(one) - direction(other)) * f64::from(below) <= f64::from(gap)
    };
    let least = LEAST_ON_LINE.max(below as usize / 64);
    let mut found = Beams {
        from,
        below,
        p_positions: points.len() as u64,
        gap,
        least: least as u64,
        beams: Vec::new(),
        scattered: 0,
        against: Vec::new(),
    };
    for group in points.chunk_by(in_beam) {
        if group.len() >= least {
            found.beams.push(beam(below, group, points.len().div_ceil(MOST_POINTS)));
        } else {
            found.scattered += group.len() as u64;
        }
    }
    let lines: Vec<Option<BeamLine>> = found.beams.iter().map(|beam| beam.line).collect();
    let octaves = Octaves::of(&lines, &with_radius, below, gap);
    found.against = against.iter().map(|&slope| octaves.compared(slope)).collect();
    for (beam, of_beam) in found.beams.iter_mut().zip(octaves.fitted()) {
        beam.octaves = of_beam;
    }
    found
}

/// Describes a beam by its P-positions, which are sorted by falling direction; of so many one is for plots.
fn beam(below: u32, points: &[Point], of_sample: usize) -> Beam {
    let quotient = |(x, y): Point| f64::from(y) / f64::from(x);
    let end = |point: Option<&Point>| point.copied().map_or(0.0, quotient);
    let line = fitted_line(points).filter(|line| line.spread <= f64::from(below) / 16.0);
    let mut exact_lines = exact_lines(points);
    exact_lines.retain(|exact| line.is_none_or(|line| has_slope_of(exact, &line)));
    let is_graph = line.is_some_and(|line| line.slope.value.is_finite());
    let density = is_graph.then(|| density(points)).flatten();
    Beam {
        positions: points.len() as u64,
        slopes: [end(points.last()), end(points.first())],
        line,
        density,
        sample: points.iter().step_by(of_sample).map(|&(x, y)| [x, y]).collect(),
        exact_lines,
        octaves: Vec::new(),
    }
}

/// Whether a line may have the slope of the line that was fitted. Any narrow strip of points lies on some lines of a
/// simple slope near by, which say nothing of a beam with another one.
fn has_slope_of(exact: &ExactLine, fitted: &BeamLine) -> bool {
    const MOST_ERRORS: f64 = 5.0;
    let Estimate { value, error } = fitted.slope;
    if exact.q == 0 || !value.is_finite() || !error.is_finite() {
        return true;
    }
    (exact.p as f64 / exact.q as f64 - value).abs() <= MOST_ERRORS * error + 1e-9
}

/// Returns the number of P-positions for each x: the slope of their number as x grows.
fn density(points: &[Point]) -> Option<Estimate> {
    let mut sorted: Vec<u32> = points.iter().map(|&(x, _)| x).collect();
    sorted.sort_unstable();
    let counted = (0u32..).zip(&sorted).map(|(count, &x)| (f64::from(x), f64::from(count)));
    Some(Fit::of(&counted.collect::<Vec<_>>())?.slope())
}

/// Returns the lines q y = p x + c on which all points lie, if there are few of them; of the possible slopes
/// the simplest.
fn exact_lines(points: &[Point]) -> Vec<ExactLine> {
    let most = MOST_LINES.min(points.len() / LEAST_ON_LINE);
    let Some((x, y)) = points.get(points.len() / 2).map(|&(x, y)| (i64::from(x), i64::from(y)))
    else {
        return Vec::new();
    };
    for q in 0..=LARGEST_TERM {
        // The numerator of the fraction nearest to y / x; a vertical line is 0 y = x - c.
        let p = match q {
            0 => 1,
            _ => (2 * q * y + x) / (2 * x).max(1),
        };
        if p > LARGEST_TERM || (p == 0 && q > 1) {
            continue;
        }
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for &(x, y) in points {
            *counts.entry(q * i64::from(y) - p * i64::from(x)).or_default() += 1;
            if counts.len() > most {
                break;
            }
        }
        if counts.len() <= most {
            let line = |(c, positions)| ExactLine { p, q, c, positions };
            return counts.into_iter().map(line).collect();
        }
    }
    Vec::new()
}
