//! Straight lines through points, by least squares, with standard errors.

/// A number with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its standard error, as least squares gives it: of residuals that are independent of one another.
    /// Those of P-positions are not, so that it tells the size of the error alone.
    pub error: f64,
}

/// The line v = slope u + intercept through points (u, v).
#[derive(Debug, Clone, Copy)]
pub(super) struct Fit {
    pub(super) slope: f64,
    pub(super) intercept: f64,
    /// The variances of slope and intercept, and their covariance.
    pub(super) variances: (f64, f64, f64),
}

impl Fit {
    /// Fits a line to the points. `None` if there are fewer than three, or all have the same u.
    pub(super) fn of(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Self> {
        let count = points.clone().count() as f64;
        if count < 3.0 {
            return None;
        }
        let mean = |get: fn((f64, f64)) -> f64| points.clone().map(get).sum::<f64>() / count;
        let (u_mean, v_mean) = (mean(|point| point.0), mean(|point| point.1));
        let mut squares = (0.0, 0.0);
        for (u, v) in points.clone() {
            squares.0 += (u - u_mean) * (u - u_mean);
            squares.1 += (u - u_mean) * (v - v_mean);
        }
        if squares.0 <= 0.0 {
            return None;
        }
        let slope = squares.1 / squares.0;
        let intercept = v_mean - slope * u_mean;
        let residuals = points.map(|(u, v)| (v - slope * u - intercept).powi(2)).sum::<f64>();
        let variance = residuals / (count - 2.0);
        let of_slope = variance / squares.0;
        let variances =
            (of_slope, variance / count + u_mean * u_mean * of_slope, -u_mean * of_slope);
        Some(Fit { slope, intercept, variances })
    }

    /// Returns the slope with its error.
    pub(super) fn slope(&self) -> Estimate {
        Estimate { value: self.slope, error: self.variances.0.sqrt() }
    }

    /// Returns f(slope, intercept) with the error that follows from those of both, given its derivatives.
    pub(super) fn estimate(&self, value: f64, by_slope: f64, by_intercept: f64) -> Estimate {
        let (of_slope, of_intercept, both) = self.variances;
        let variance = by_slope * by_slope * of_slope
            + by_intercept * by_intercept * of_intercept
            + 2.0 * by_slope * by_intercept * both;
        Estimate { value, error: variance.max(0.0).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example is worked out by hand: u = 0, 1, 2, 3 and v = 1, 3, 2, 6 have the means 1.5 and 3, the
    /// sums of squares 5 and 7, hence the slope 1.4, the intercept 0.9, residuals 0.1, 0.7, -1.7, 0.9 and
    /// the variance 4.2 / 2.
    #[test]
    fn a_line_through_four_points() {
        let points = [(0.0, 1.0), (1.0, 3.0), (2.0, 2.0), (3.0, 6.0)];
        let fit = Fit::of(points.into_iter()).expect("a line");
        let close = |found: f64, right: f64| assert!((found - right).abs() < 1e-12, "{found}");
        close(fit.slope, 1.4);
        close(fit.intercept, 0.9);
        close(fit.slope().error, (2.1f64 / 5.0).sqrt());
        let at_mean = fit.estimate(3.0, 1.5, 1.0);
        close(at_mean.error, (2.1f64 / 4.0).sqrt());
        assert!(Fit::of([(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)].into_iter()).is_none());
    }
}
