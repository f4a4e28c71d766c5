//! The line along which the P-positions of a beam lie.

use super::fit::{Estimate, Fit};

/// A P-position (x, y).
pub(super) type Point = (u32, u32);

/// The line y = slope x + offset that fits a beam best.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BeamLine {
    /// The slope; infinite for a vertical beam.
    pub slope: Estimate,
    /// The offset: y at x = 0; of a vertical beam, x.
    pub offset: Estimate,
    /// The largest distance of a P-position from the line.
    pub spread: f64,
}

impl BeamLine {
    /// Returns the distance of a position from the line.
    pub(super) fn distance(&self, (x, y): Point) -> f64 {
        let (x, y) = (f64::from(x), f64::from(y));
        let (slope, offset) = (self.slope.value, self.offset.value);
        if slope.is_infinite() {
            return (x - offset).abs();
        }
        (y - slope * x - offset).abs() / slope.hypot(1.0)
    }
}

/// Returns the slope of the line through the origin that fits points best; `None` without points other than the
/// origin. As in [`fitted_line`], y is fitted over x + y.
pub(super) fn slope_through_origin(points: &[Point]) -> Option<f64> {
    let sums = points.iter().fold((0.0, 0.0), |(squares, products), &(x, y)| {
        let (u, v) = (f64::from(x) + f64::from(y), f64::from(y));
        (squares + u * u, products + u * v)
    });
    let t = sums.1 / sums.0;
    (sums.0 > 0.0).then(|| t / (1.0 - t))
}

/// Returns the line that fits points best; `None` if they are too few.
pub(super) fn fitted_line(points: &[Point]) -> Option<BeamLine> {
    // v = t u + c with u = x + y, v = y; so y = t / (1 - t) x + c / (1 - t).
    let mut pairs: Vec<(f64, f64)> =
        points.iter().map(|&(x, y)| (f64::from(x) + f64::from(y), f64::from(y))).collect();
    // The errors are computed from blocks of neighbours along the beam.
    pairs.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let fit = Fit::of(&pairs)?;
    let (t, c) = (fit.slope, fit.intercept);
    let rest = 1.0 - t;
    let farthest = pairs.iter().map(|(u, v)| (v - t * u - c).abs()).fold(0.0, f64::max);
    let spread = farthest / t.hypot(rest);
    if rest < 1e-9 {
        // x = u - v = -c.
        let slope = Estimate { value: f64::INFINITY, error: 0.0 };
        return Some(BeamLine { slope, offset: fit.estimate(-c, 0.0, 1.0), spread });
    }
    let slope = fit.estimate(t / rest, 1.0 / (rest * rest), 0.0);
    let offset = fit.estimate(c / rest, c / (rest * rest), 1.0 / rest);
    Some(BeamLine { slope, offset, spread })
}
