//! Straight lines through points, by least squares, with standard errors from block means.
//!
//! P-positions that follow one another along a beam deviate from its line by nearly the same distance: the
//! residuals are correlated over hundreds of points. The standard errors of the textbook, which hold for
//! independent residuals, are then up to twenty times too small. By the method of batch means (B. Schmeiser,
//! Batch size effects in the analysis of simulation output, Operations Research 30 (1982) 556-568) the points,
//! sorted by u, are cut into [`ERROR_BLOCKS`] blocks of equal numbers of points. With n_b points and the mean
//! residual e_b in block b, the mean square between blocks
//!
//! M = (sum of n_b e_b^2) / ([`ERROR_BLOCKS`] - 2)
//!
//! has the expectation of the squared residual if these are independent, and a larger one the longer they stay on
//! one side of the line. The variances are multiplied by the quotient, if it is above 1. As M is known
//! from few blocks, it is taken times d / (d - 2) with d = [`ERROR_BLOCKS`] - 2, the variance of Student's
//! distribution with d degrees of freedom.
//!
//! How often that is true was counted on `vector:1,0/0,1/1,1/1,2/2,1`, `vector:1,0/0,1/1,1/1,3/2,3` and
//! `vector:1,0/0,1/1,1/1,2`, with 309 beams of tables with sides from 500 to 30,000: their slopes were within two standard
//! errors of those of tables of 40,000 or 60,000 in 96 % of the cases, and within two of the textbook's in 64 %.

use std::fmt;

/// Number of blocks of neighbouring points, from whose means standard errors are computed.
pub const ERROR_BLOCKS: usize = 8;

/// Fewer points than this are not cut into blocks: their errors are those of independent residuals.
const LEAST_POINTS: usize = 2 * ERROR_BLOCKS;

/// A number with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The number; that of a slope is infinite if the beam is vertical, in JSON null.
    #[cfg_attr(test, schemars(with = "Option<f64>"))]
    pub value: f64,
    /// Its standard error; in JSON null if it is not finite. About 19 of 20 numbers are within two of it.
    ///
    /// It is computed from the means of [`ERROR_BLOCKS`] blocks of neighbouring points, so that deviations which many
    /// neighbours share count once.
    #[cfg_attr(test, schemars(with = "Option<f64>"))]
    pub error: f64,
}

impl fmt::Display for Estimate {
    /// Prints the number with its error, of which two digits stand in parentheses: `1.61803(12)` is 1.61803 with
    /// an error of 0.00012.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Estimate { value, error } = self;
        if value.is_infinite() {
            return f.write_str("vertical");
        }
        // What rounding leaves of an exact value.
        if error < 1e-9 * value.abs().max(1.0) {
            let text = format!("{value:.6}");
            let short = text.trim_end_matches('0').trim_end_matches('.');
            return f.write_str(if short == "-0" { "0" } else { short });
        }
        let digits = (1.0 - error.log10().floor()).clamp(0.0, 12.0) as usize;
        let last = (error * 10f64.powi(digits as i32)).round();
        write!(f, "{value:.digits$}({last})")
    }
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
    /// Fits a line to points, which are sorted by u. `None` if there are fewer than three, or all have the same
    /// u.
    pub(super) fn of(points: &[(f64, f64)]) -> Option<Self> {
        let count = points.len() as f64;
        if count < 3.0 {
            return None;
        }
        let mean = |get: fn(&(f64, f64)) -> f64| points.iter().map(get).sum::<f64>() / count;
        let (u_mean, v_mean) = (mean(|point| point.0), mean(|point| point.1));
        let mut squares = (0.0, 0.0);
        for (u, v) in points {
            squares.0 += (u - u_mean) * (u - u_mean);
            squares.1 += (u - u_mean) * (v - v_mean);
        }
        if squares.0 <= 0.0 {
            return None;
        }
        let slope = squares.1 / squares.0;
        let intercept = v_mean - slope * u_mean;
        let residuals: Vec<f64> = points.iter().map(|(u, v)| v - slope * u - intercept).collect();
        let independent = residuals.iter().map(|e| e * e).sum::<f64>() / (count - 2.0);
        let variance = independent.max(variance_by_blocks(&residuals));
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

/// Returns the variance that independent residuals would have to have for block means as large as those of
/// these residuals; 0 if there are too few for blocks.
fn variance_by_blocks(residuals: &[f64]) -> f64 {
    let count = residuals.len();
    if count < LEAST_POINTS {
        return 0.0;
    }
    let of_block = |block: usize| {
        let (begin, end) = (block * count / ERROR_BLOCKS, (block + 1) * count / ERROR_BLOCKS);
        let sum = residuals[begin..end].iter().sum::<f64>();
        sum * sum / (end - begin) as f64
    };
    // The line takes two of the degrees of freedom; d / (d - 2) is the variance of Student's distribution.
    let degrees = ERROR_BLOCKS as f64 - 2.0;
    let mean_square = (0..ERROR_BLOCKS).map(of_block).sum::<f64>() / degrees;
    mean_square * degrees / (degrees - 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_their_errors_leave() {
        let text = |value, error| Estimate { value, error }.to_string();
        assert_eq!(text(1.618_034_56, 0.000_123), "1.61803(12)");
        assert_eq!(text(-3.0, 12.3), "-3(12)");
        assert_eq!(text(2.0, 0.0), "2");
        assert_eq!(text(-1e-15, 1e-16), "0");
        assert_eq!(text(0.5, 1e-14), "0.5");
        assert_eq!(text(f64::INFINITY, 0.0), "vertical");
    }

    /// The example is worked out by hand: u = 0, 1, 2, 3 and v = 1, 3, 2, 6 have the means 1.5 and 3, the
    /// sums of squares 5 and 7, hence the slope 1.4, the intercept 0.9, residuals 0.1, 0.7, -1.7, 0.9 and
    /// the variance 4.2 / 2.
    #[test]
    fn a_line_through_four_points() {
        let points = [(0.0, 1.0), (1.0, 3.0), (2.0, 2.0), (3.0, 6.0)];
        let fit = Fit::of(&points).expect("a line");
        let close = |found: f64, right: f64| assert!((found - right).abs() < 1e-12, "{found}");
        close(fit.slope, 1.4);
        close(fit.intercept, 0.9);
        close(fit.slope().error, (2.1f64 / 5.0).sqrt());
        let at_mean = fit.estimate(3.0, 1.5, 1.0);
        close(at_mean.error, (2.1f64 / 4.0).sqrt());
        assert!(Fit::of(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]).is_none());
    }
    /// Numbers from -1 to 1 that look independent of one another, the same in every run.
    fn noise(mut state: u64) -> impl Iterator<Item = f64> {
        std::iter::repeat_with(move || {
            // The generator of Knuth's MMIX, of which the upper bits are used.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        })
    }

    /// Returns the part of 200 series of this many points with the slope 0.7 whose slope is found within two
    /// standard errors. The residual of a point is `memory` times the one before, and noise.
    fn covered(memory: f64, count: usize) -> f64 {
        let is_covered = |seed: u64| {
            // The first residuals depend on how the series begins.
            let mut residual = 0.0;
            let series = noise(seed).map(|noise| {
                residual = memory * residual + noise;
                residual
            });
            let residuals = series.skip(2000).take(count);
            let points: Vec<(f64, f64)> = (500u32..)
                .zip(residuals)
                .map(|(u, residual)| (f64::from(u), 0.7 * f64::from(u) + 3.0 + residual))
                .collect();
            let slope = Fit::of(&points).expect("a line").slope();
            (slope.value - 0.7).abs() <= 2.0 * slope.error
        };
        (1..=200).filter(|&seed| is_covered(seed)).count() as f64 / 200.0
    }

    /// Catches errors that take neighbours for independent, which cover the slope of a series like this, whose
    /// residuals are correlated by 0.98 from one point to the next, in one of five cases; and errors of
    /// independent points that are much too large.
    #[test]
    fn errors_cover_the_slope_of_correlated_series() {
        assert!(covered(0.98, 3000) > 0.85, "{}", covered(0.98, 3000));
        assert!(covered(0.9, 1000) > 0.88, "{}", covered(0.9, 1000));
        let independent = covered(0.0, 1000);
        assert!((0.92..0.995).contains(&independent), "{independent}");
    }

    /// Worked out by hand: u = 1 to 16 with the residual 1 up to 4, -1 up to 12 and 1 from there on has the
    /// slope 0 and the intercept 0. Each of the eight blocks of two has a mean of 1 or -1, so that the mean square is
    /// 16 / 6, and times 6 / 4 it is 4, while the squares of independent residuals have the mean 16 / 14. The sum of the
    /// squares of u - 8.5 is 340.
    #[test]
    fn errors_come_from_the_means_of_blocks() {
        let points: Vec<(f64, f64)> = (1u32..=16)
            .map(|u| (f64::from(u), if (5..=12).contains(&u) { -1.0 } else { 1.0 }))
            .collect();
        let slope = Fit::of(&points).expect("a line").slope();
        assert!(slope.value.abs() < 1e-12);
        assert!((slope.error - (4.0f64 / 340.0).sqrt()).abs() < 1e-12, "{slope:?}");
        // Neighbours that cancel within a block leave the errors as they are.
        let points: Vec<(f64, f64)> = (1u32..=16)
            .map(|u| (f64::from(u), if u % 4 == 0 || u % 4 == 1 { 1.0 } else { -1.0 }))
            .collect();
        let slope = Fit::of(&points).expect("a line").slope();
        assert!((slope.error - (16.0f64 / 14.0 / 340.0).sqrt()).abs() < 1e-12, "{slope:?}");
    }
}
