//! The points of a curve, as few as a panel can show.

use crate::figures::drawing::points_together;

/// Returns the points of a curve, which are given by rising x: all, or for each column the least and the
/// largest y, in the order in which they come.
pub(super) fn thinned(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let together = points_together(points.len());
    if together == 1 {
        return points.to_vec();
    }
    let of_column = |column: &[[f64; 2]]| {
        let by_y = |one: &&[f64; 2], other: &&[f64; 2]| one[1].total_cmp(&other[1]);
        let ends = [column.iter().min_by(by_y), column.iter().max_by(by_y)];
        let mut ends: Vec<[f64; 2]> = ends.into_iter().flatten().copied().collect();
        ends.sort_by(|one, other| one[0].total_cmp(&other[0]));
        ends
    };
    points.chunks(together).flat_map(of_column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::drawing::MOST_POINTS;

    /// Catches a peak that is lost.
    #[test]
    fn every_column_keeps_its_extremes() {
        let mut points: Vec<[f64; 2]> = (0..100_000).map(|x| [x.into(), 5.0]).collect();
        (points[777][1], points[70_007][1]) = (9.0, 1.0);
        let few = thinned(&points);
        assert!(few.len() <= MOST_POINTS);
        assert!(few.contains(&[777.0, 9.0]) && few.contains(&[70_007.0, 1.0]));
        assert!(few.is_sorted_by(|one, other| one[0] <= other[0]));
        assert_eq!(thinned(&points[..MOST_POINTS]), points[..MOST_POINTS]);
    }
}
