//! The options in the lanes of the innermost variable.

use super::tally::Run;

/// The indices of the options in the lanes, and what the moves there pay: vectors that are used again.
#[derive(Default)]
pub(super) struct LaneValues {
    pub(super) indices: Vec<usize>,
    pub(super) points: Vec<i64>,
}

impl LaneValues {
    /// Takes the options of a run with these numbers of the variable, which begin with that of the run.
    pub(super) fn scatter(&mut self, run: Run, numbers: &[i64]) {
        let from = numbers.first().copied().unwrap_or(0);
        self.indices.clear();
        self.points.clear();
        let index =
            |&number: &i64| run.first.wrapping_add_signed(run.step * (number - from) as isize);
        self.indices.extend(numbers.iter().map(index));
        let points = |&number: &i64| run.points + run.more_points * (number - from);
        self.points.extend(numbers.iter().map(points));
    }
}
