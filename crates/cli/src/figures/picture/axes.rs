//! Axes: which numbers stand along them, and where their names are.

use std::ops::Range;

use super::caption::Caption;
use super::plot::Plot;
use crate::figures::drawing::{Letters, multiples, round_step};

/// What is between two numbers along an axis at least, as multiples of the size of letters: the first if it leaves room for
/// [`FEW`] of them, else the next.
const GAPS: [f32; 3] = [1.2, 0.5, 0.15];

/// So many numbers tell how large a plot is, and how long a step is.
const FEW: usize = 4;
const FEWEST: usize = 3;

/// The most numbers along an axis.
const MOST: f32 = 12.0;

/// What is around the name of an axis between two numbers at least, as a multiple of the size of letters.
const ROOM_OF_NAME: f32 = 0.6;

/// The axes of a plot.
pub(super) struct Axes {
    /// The steps between the numbers of columns and of rows.
    pub(super) steps: [u32; 2],
    /// Whether the name of the rows stands between two numbers, in their column.
    pub(super) is_name_between: bool,
    /// The width of the column of the numbers of rows.
    pub(super) labels: f32,
    /// How far the last number of the columns reaches out of the plot.
    pub(super) beyond: f32,
}

impl Axes {
    /// Lays out the axes of a plot; where the width of the figure is given, so that they take little of it.
    pub(super) fn new(
        plot: &Plot,
        caption: &Caption,
        letters: Letters,
        whole_width: Option<f32>,
    ) -> Self {
        let cells = &plot.cells;
        let [width, height] = plot.size().map(|side| side as f32);
        let size = letters.size;
        let widest = |range: &Range<u32>, step: u32| {
            let labels = multiples(range, step).map(|number| letters.width(&number.to_string()));
            labels.fold(0.0, f32::max)
        };
        let of_columns = letters.width(&cells.columns.end.to_string());
        let of_x = step_of(&cells.columns, width, of_columns, size);
        let of_y = step_of(&cells.rows, height, size, size);
        // Axes of one scale are read alike, and the name of the rows has room between sparse numbers.
        let is_sparse = multiples(&cells.rows, of_x.max(of_y)).count() >= FEW;
        let steps = [of_x, if whole_width.is_some() && is_sparse { of_x.max(of_y) } else { of_y }];
        let labels = widest(&cells.rows, steps[1]);
        // The name stands between two numbers, where there is room for it: it is one letter mostly.
        let between = steps[1] as f32 * plot.pitch() as f32 - size - ROOM_OF_NAME * size;
        let fits = letters.width(&caption.axes[1]) <= labels && size <= between;
        let has_two = multiples(&cells.rows, steps[1]).count() >= 2;
        let is_name_between = whole_width.is_some() && has_two && fits;
        let last = multiples(&cells.columns, steps[0]).last();
        let beyond = last.map_or(0.0, |last| {
            let half = letters.width(&last.to_string()) / 2.0;
            (plot.middle(last, cells.rows.start).0 as f32 + half - width).max(0.0)
        });
        Axes { steps, is_name_between, labels, beyond }
    }

    /// Returns the height in the plot at which the name of the rows stands: between two numbers near the middle, if it
    /// stands between them.
    pub(super) fn height_of_name(&self, plot: &Plot) -> f32 {
        let cells = &plot.cells;
        let height = plot.size()[1] as f32;
        let numbers: Vec<u32> = multiples(&cells.rows, self.steps[1]).collect();
        let place = |row: u32| plot.middle(cells.columns.start, row).1 as f32;
        let middles = numbers.windows(2).map(|pair| (place(pair[0]) + place(pair[1])) / 2.0);
        let middle = height / 2.0;
        let nearest = middles
            .filter(|_| self.is_name_between)
            .min_by(|one, other| (one - middle).abs().total_cmp(&(other - middle).abs()));
        nearest.unwrap_or(middle)
    }
}

/// Returns the step between the numbers of an axis of a length: round, and so large that labels do not touch.
fn step_of(range: &Range<u32>, length: f32, label: f32, size: f32) -> u32 {
    let most = GAPS.map(|gap| (length / (label + gap * size)).clamp(1.0, MOST) as u32);
    let steps = most.map(|most| round_step(range, most));
    let has = |step: u32, least: usize| multiples(range, step).count() >= least;
    let with = |least: usize| steps.into_iter().find(|step| has(*step, least));
    let [.., last] = steps;
    // Steps that are less round, where others leave two numbers.
    let less_round = || {
        let steps =
            (0..9).flat_map(|power| [3, 4, 6, 8, 15].map(|digit| digit * 10_u32.pow(power)));
        let [.., most] = most;
        let fits =
            |step: &u32| (range.end - range.start).div_ceil(*step) <= most && has(*step, FEWEST);
        steps.into_iter().find(fits)
    };
    with(FEW).or_else(|| with(FEWEST)).or_else(less_round).unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four numbers at least along the axes of a figure in a column: 300 pixels for an inch, letters of 8 points, and 900
    /// pixels for the cells. Catches an axis with two numbers, and labels that touch.
    #[test]
    fn an_axis_in_a_column_has_four_numbers() {
        let letters = Letters {
            size: 300.0 * 8.0 / 72.0 / 0.75,
            color: crate::figures::drawing::Color::BLACK,
        };
        for end in (8..1200).chain([2000, 4999, 5001, 9999, 10_000, 10_001, 65_536, 99_999]) {
            let label = letters.width(&end.to_string());
            let step = step_of(&(0..end), 900.0, label, letters.size);
            let count = multiples(&(0..end), step).count();
            assert!((4..=12).contains(&count), "{end}: {count} numbers, {step} apart");
            let between = 900.0 * step as f32 / end as f32;
            assert!(between > label, "{end}: labels of {label} pixels, {between} apart");
        }
        for (end, length) in [(300, 250.0), (1000, 290.0), (20, 150.0)] {
            let label = letters.width(&end.to_string());
            let step = step_of(&(0..end), length, label, letters.size);
            assert!(multiples(&(0..end), step).count() >= 3, "{end} in {length} pixels: {step}");
        }
    }
}
