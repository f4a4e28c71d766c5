//! Reductions: what becomes of a block of cells.
//!
//! Colours are averaged in linear light. In a picture of two colours the share of ink is counted instead. One
//! P-position in each row and column, as Wythoff Nim has them, would give a pale line when a pixel is many
//! cells wide: its share of a block with a side of n cells is about 1/n. So shares are stretched: the largest
//! ones become full ink, and the legend says which share that is.

use super::grid::{Grid, Reduction};
use super::shades::Shades;
use crate::figures::drawing::{Color, Light};

/// The colour of a single cell: no mean is taken.
pub(super) struct Single<'a>(pub(super) &'a Shades);

impl Reduction for Single<'_> {
    type Sum = Option<Color>;
    type Pixel = Color;

    fn add(&self, sum: &mut Option<Color>, value: u32) {
        *sum = Some(self.0.of(value));
    }

    fn merge(&self, sum: &mut Option<Color>, other: &Option<Color>) {
        *sum = sum.or(*other);
    }

    fn finish(&self, sum: &Option<Color>, _cells: u64) -> Color {
        sum.unwrap_or_else(|| self.0.outside())
    }
}

/// The mean colour of a block, in linear light. Cells outside the domain have the colour of the paper
/// there.
pub(super) struct MeanColor<'a>(pub(super) &'a Shades);

impl Reduction for MeanColor<'_> {
    type Sum = Light;
    type Pixel = Color;

    #[inline]
    fn add(&self, sum: &mut Light, value: u32) {
        sum.add(self.0.of(value).light());
    }

    fn merge(&self, sum: &mut Light, other: &Light) {
        sum.merge(other);
    }

    fn finish(&self, sum: &Light, cells: u64) -> Color {
        sum.mean(cells, self.0.outside())
    }
}

/// The share of ink among the cells of a block that are in the domain.
pub(super) struct ShareOfInk<'a>(pub(super) &'a Shades);

/// How many cells of a block are in the domain, and how many of them are drawn in ink.
#[derive(Clone, Copy, Default)]
pub(super) struct Ink {
    ink: u64,
    cells: u64,
}

/// A share of ink: 0 to [`ALL`], or [`NO_CELL`] where no cell is in the domain.
pub(super) type Share = u16;
pub(super) const ALL: Share = u16::MAX - 1;
pub(super) const NO_CELL: Share = u16::MAX;

impl Reduction for ShareOfInk<'_> {
    type Sum = Ink;
    type Pixel = Share;

    #[inline]
    fn add(&self, sum: &mut Ink, value: u32) {
        sum.ink += u64::from(self.0.is_ink(value));
        sum.cells += 1;
    }

    fn merge(&self, sum: &mut Ink, other: &Ink) {
        sum.ink += other.ink;
        sum.cells += other.cells;
    }

    fn finish(&self, sum: &Ink, _cells: u64) -> Share {
        match sum.cells {
            0 => NO_CELL,
            // Rounded up, so that no ink is lost.
            cells => (u128::from(sum.ink) * u128::from(ALL)).div_ceil(u128::from(cells)) as Share,
        }
    }
}

/// Returns the share that is drawn in full ink: one that only a twentieth of the pixels with ink exceed,
/// or all of a block where shares are not stretched.
pub(super) fn full_share(grid: &Grid<Share>, is_stretched: bool) -> Share {
    if !is_stretched {
        return ALL;
    }
    let mut counts = vec![0_u64; usize::from(NO_CELL)];
    for &share in grid.pixels.iter().filter(|&&share| share != 0 && share != NO_CELL) {
        counts[usize::from(share)] += 1;
    }
    let mut left = counts.iter().sum::<u64>() / 20;
    for (share, count) in (0..=ALL).zip(counts).rev() {
        if count > left {
            return share;
        }
        left -= count;
    }
    ALL
}

/// Spreads ink over the points of a grid around it, up to a distance: in a square or, where points have six neighbours,
/// in a hexagon. A point has the largest share around it.
pub(super) fn dilated(grid: Grid<Share>, distance: u32, has_six_neighbors: bool) -> Grid<Share> {
    let Grid { width, height, pixels } = grid;
    let ink = |&share: &Share| if share == NO_CELL { 0 } else { share };
    let mut spread: Vec<Share> = pixels.iter().map(ink).collect();
    // Steps in these directions, one direction after the other, reach all of the square or of the hexagon.
    let directions: &[(i64, i64)] = match has_six_neighbors {
        false => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
        true => &[(1, 0), (-1, 1), (0, -1)],
    };
    for &(right, up) in directions {
        let from = spread.clone();
        for row in 0..i64::from(height) {
            for column in 0..i64::from(width) {
                let reached = (0..=i64::from(distance)).filter_map(|step| {
                    let (column, row) = (column - step * right, row - step * up);
                    let inside = (0..i64::from(width)).contains(&column)
                        && (0..i64::from(height)).contains(&row);
                    inside.then(|| from[row as usize * width as usize + column as usize])
                });
                spread[row as usize * width as usize + column as usize] =
                    reached.max().unwrap_or(0);
            }
        }
    }
    for (share, _) in spread.iter_mut().zip(pixels).filter(|(_, before)| *before == NO_CELL) {
        *share = NO_CELL;
    }
    Grid { width, height, pixels: spread }
}

/// Returns the colours of shares: paper without ink, full ink from `full` on, in between in linear light.
pub(super) fn inked(grid: &Grid<Share>, shades: &Shades, full: Share) -> Grid<Color> {
    let (paper, ink) = shades.paper_and_ink();
    let tone = |share: Share| paper.mixed(ink, f64::from(share.min(full)) / f64::from(full.max(1)));
    let tones: Vec<Color> = (0..=ALL).map(tone).collect();
    let color = |&share: &Share| tones.get(usize::from(share)).copied().unwrap_or(shades.outside());
    let pixels = grid.pixels.iter().map(color).collect();
    Grid { width: grid.width, height: grid.height, pixels }
}
