//! The corner of a plot in which a legend hides least.

use crate::figures::drawing::{Color, Image};

/// How much more a difference between neighbouring pixels counts than a cell.
const OF_DIFFERENCE: f64 = 8.0;

/// How much more a P-position counts than another cell.
const OF_P_POSITION: f64 = 200.0;

/// How much more the area of a mark counts than that of cells.
const OF_MARK: f64 = 8.0;

/// What a legend may hide. Places are in pixels from the top left of the plot.
pub(super) struct Hidden<'a> {
    /// The cells, which may have more pixels than the plot.
    pub(super) image: &'a Image,
    /// The colour of what is no cell.
    pub(super) outside: Color,
    /// The colour of P-positions, if these have one.
    pub(super) of_p_positions: Option<Color>,
    /// The size of the plot.
    pub(super) plot: [f32; 2],
    /// The middles of marks.
    pub(super) marks: Vec<[f32; 2]>,
    /// The diameter of marks.
    pub(super) diameter: f32,
}

/// Where a box lies in a corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Corner {
    /// Its top left.
    pub(super) at: [f32; 2],
    /// Whether it hides anything there.
    pub(super) hides: bool,
}

impl Hidden<'_> {
    /// Returns the corner in which a box of a size hides least.
    pub(super) fn least(&self, size: [f32; 2]) -> Corner {
        let [right, down] = [0, 1].map(|axis| (self.plot[axis] - size[axis]).max(0.0));
        let corners = [[0.0, 0.0], [right, 0.0], [right, down], [0.0, down]];
        let costs = corners.map(|corner| (corner, self.by(corner, size)));
        let least = costs.into_iter().min_by(|one, other| one.1.total_cmp(&other.1));
        let (at, cost) = least.unwrap_or(([0.0; 2], 1.0));
        Corner { at, hides: cost > 0.01 }
    }

    /// Returns how much a box hides, as a share of its area: of cells, more where neighbours differ and at P-positions, and
    /// of marks.
    fn by(&self, corner: [f32; 2], size: [f32; 2]) -> f64 {
        let factors =
            [self.image.width() as f32 / self.plot[0], self.image.height() as f32 / self.plot[1]];
        let from = [0, 1].map(|axis: usize| (factors[axis] * corner[axis]) as usize);
        let end = [0, 1].map(|axis: usize| (factors[axis] * (corner[axis] + size[axis])) as usize);
        let (mut cells, mut pixels) = (0.0, 0.0);
        for y in from[1]..end[1].min(self.image.height() as usize) {
            let row = self.image.row(y as u32).as_chunks::<3>().0;
            let row = row.get(from[0]..end[0].min(row.len())).unwrap_or_default();
            pixels += row.len() as f64;
            for pair in row.windows(2) {
                if pair[0] != self.outside.rgb {
                    let differences = pair[0].iter().zip(pair[1]).map(|(a, b)| a.abs_diff(b));
                    let difference: f64 = differences.map(f64::from).sum();
                    cells += 1.0 + OF_DIFFERENCE * difference / (3.0 * 255.0);
                    let is_p = self.of_p_positions.is_some_and(|color| color.rgb == pair[0]);
                    cells += if is_p { OF_P_POSITION } else { 0.0 };
                }
            }
        }
        // A mark is hidden if any of it is.
        let is_hidden = |mark: &&[f32; 2]| {
            (0..2).all(|axis| {
                let middle = corner[axis] + size[axis] / 2.0;
                (mark[axis] - middle).abs() < (size[axis] + self.diameter) / 2.0
            })
        };
        let marks = self.marks.iter().filter(is_hidden).count() as f64;
        let area = f64::from(self.diameter).powi(2);
        let of_box = f64::from(size[0] * size[1]).max(1.0);
        cells / f64::max(pixels, 1.0) + OF_MARK * marks * area / of_box
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a legend over cells where a corner is empty, over lines where one is plain, and over marks where one has none.
    #[test]
    fn a_box_lies_where_it_hides_least() {
        let (size, white) = ([20.0, 10.0], Color::WHITE);
        let least = |image: &Image, marks: Vec<[f32; 2]>| {
            let plot = [100.0, 100.0];
            let (outside, of_p_positions) = (white, Some(Color::hex(0x00_00_01)));
            let hidden = Hidden { image, outside, of_p_positions, plot, marks, diameter: 4.0 };
            let Corner { at, hides } = hidden.least(size);
            (at, hides)
        };
        let mut image = Image::new(200, 200, Color::BLACK);
        assert_eq!(least(&image, vec![]), ([0.0, 0.0], true));
        let marks = vec![[5.0, 5.0], [90.0, 3.0], [99.0, 99.0]];
        assert_eq!(least(&image, marks), ([0.0, 90.0], true));
        for row in image.rows_mut().take(100) {
            let striped = row.chunks_exact_mut(3).step_by(2);
            striped.for_each(|pixel| pixel.copy_from_slice(&[0, 200, 0]));
        }
        assert_eq!(least(&image, vec![[3.0, 95.0]]), ([80.0, 90.0], true));
        // P-positions are worse than a mark and than stripes.
        for row in image.rows_mut().skip(190) {
            row[597..600].copy_from_slice(&[0, 0, 1]);
            row[594..597].copy_from_slice(&[0, 0, 1]);
        }
        assert_eq!(least(&image, vec![[3.0, 95.0]]), ([0.0, 90.0], true));
        for row in image.rows_mut().skip(150) {
            row[300..].fill(255);
        }
        assert_eq!(least(&image, vec![]), ([80.0, 90.0], false));
    }
}
