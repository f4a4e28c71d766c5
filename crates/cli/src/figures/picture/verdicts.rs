//! Reductions of what is said of cells: how much of a block is what is looked for, and of the rest how much is silent.
//!
//! What is looked for, in black, is stretched as the ink of a picture in two colours is, so that a single counterexample is
//! seen; the rest has the mean of its colours.

use super::grid::{Grid, Reduction};
use super::reductions::{ALL, NO_CELL, Share, full_share};
use super::shades::Shades;
use crate::figures::drawing::Color;

/// The number of a cell that is what is looked for.
pub(super) const FOUND: u32 = 1;

/// Numbers of what is said: more are not told apart.
const NUMBERS: usize = 5;

/// Counts what is said of the cells of a block.
pub(super) struct Verdicts;

/// The shares of a block: what is looked for, or [`NO_CELL`], and of the rest the cells of the numbers from 2 on.
pub(super) type Said = [Share; 4];

impl Reduction for Verdicts {
    type Sum = [u64; NUMBERS];
    type Pixel = Said;

    #[inline]
    fn add(&self, sum: &mut [u64; NUMBERS], value: u32) {
        if let Some(count) = sum.get_mut(value as usize) {
            *count += 1;
        }
    }

    fn merge(&self, sum: &mut [u64; NUMBERS], other: &[u64; NUMBERS]) {
        sum.iter_mut().zip(other).for_each(|(one, other)| *one += other);
    }

    fn finish(&self, sum: &[u64; NUMBERS], _cells: u64) -> Said {
        let all: u64 = sum.iter().sum();
        // Rounded up, so that nothing is lost.
        let share = |count: u64, of: u64| match of {
            0 => 0,
            of => (u128::from(count) * u128::from(ALL)).div_ceil(u128::from(of)) as Share,
        };
        let [_, found, second, third, fourth] = *sum;
        let rest = all - found;
        match all {
            0 => [NO_CELL, 0, 0, 0],
            _ => [share(found, all), share(second, rest), share(third, rest), share(fourth, rest)],
        }
    }
}

/// Returns the colours of blocks, and the share of what is looked for that is all black.
pub(super) fn colored(
    grid: &Grid<Said>,
    shades: &Shades,
    is_stretched: bool,
) -> (Grid<Color>, Share) {
    let (width, height) = (grid.width, grid.height);
    let shares = Grid { width, height, pixels: grid.pixels.iter().map(|said| said[0]).collect() };
    let full = full_share(&shares, is_stretched);
    let part = |share: Share, of: Share| f64::from(share.min(of)) / f64::from(of.max(1));
    let color = |&[found, second, third, fourth]: &Said| {
        if found == NO_CELL {
            return shades.outside();
        }
        let rest = shades.of(0).mixed(shades.of(2), part(second, ALL));
        let rest = rest.mixed(shades.of(3), part(third, ALL));
        let rest = rest.mixed(shades.of(4), part(fourth, ALL));
        rest.mixed(shades.of(FOUND), part(found, full))
    };
    (Grid { width, height, pixels: grid.pixels.iter().map(color).collect() }, full)
}
