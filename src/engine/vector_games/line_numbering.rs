//! Lines of a ray: their numbering, and which rays a count needs.
//!
//! A move along a ray ℓ leads from a position p to one of p - ℓ, p - 2ℓ, ..., which are the
//! positions behind p on its line. A line is identified by its entry, which is its only position
//! that ℓ cannot be subtracted from: with m = min floor(p_j / ℓ_j) over the axes with ℓ_j > 0 the
//! entry is p - mℓ.

use std::collections::BTreeMap;

use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::EngineError;
use crate::plan::Plan;
use crate::ruleset::VectorGame;

/// Numbers the lines of one ray in a box from 0, without gaps.
///
/// Entries are the positions with some p_j < ℓ_j. They are sorted by the first such axis k. Those
/// of one k form a box (p_j >= ℓ_j before k, p_k < ℓ_k, any p_j after) and are numbered in row-major
/// order: base_k + sum of p_j stride_kj. `shaders/lines.wgsl` computes the number from these
/// strides and bases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineNumbering {
    pub(crate) ray: Coordinates,
    /// For each axis k that may be the first with p_k < ℓ_k, the strides of the four coordinates.
    pub(crate) strides: [[u32; MAX_HEAPS]; MAX_HEAPS],
    /// The number that each k adds. It wraps around zero, because it takes back the ℓ_j stride_kj of
    /// the axes before k.
    pub(crate) bases: [u32; MAX_HEAPS],
    /// Number of lines in the box.
    pub(crate) count: u64,
    /// How many of them have the last axis as the first with p_k < ℓ_k. They have the last numbers.
    pub(crate) count_of_last_axis: u64,
}

impl LineNumbering {
    /// Numbers the lines of a ray in the box with these sides.
    pub(crate) fn new(ray: Coordinates, sides: Coordinates) -> Self {
        let mut numbering = LineNumbering {
            ray,
            strides: [[0; MAX_HEAPS]; MAX_HEAPS],
            bases: [0; MAX_HEAPS],
            count: 0,
            count_of_last_axis: 0,
        };
        for short in 0..MAX_HEAPS {
            let widths: [u64; MAX_HEAPS] = std::array::from_fn(|axis| {
                let side = u64::from(sides[axis]);
                let step = u64::from(ray[axis]);
                match axis.cmp(&short) {
                    std::cmp::Ordering::Less => side.saturating_sub(step),
                    std::cmp::Ordering::Equal => side.min(step),
                    std::cmp::Ordering::Greater => side,
                }
            });
            let [_, b, c, d] = widths;
            let strides = [b.wrapping_mul(c * d), c * d, d, 1];
            let shift = (0..short).fold(0, |shift: u64, axis| {
                shift.wrapping_add(u64::from(ray[axis]).wrapping_mul(strides[axis]))
            });
            // Numbers beyond 32 bits are refused before any is used, see `check_line_count`.
            numbering.strides[short] = strides.map(|stride| stride as u32);
            numbering.bases[short] = (numbering.count as u32).wrapping_sub(shift as u32);
            let lines = widths.iter().copied().fold(1, u64::saturating_mul);
            numbering.count = numbering.count.saturating_add(lines);
            numbering.count_of_last_axis = lines;
        }
        numbering
    }

    /// Returns the number of the line through a position, as `shaders/lines.wgsl` computes it.
    #[cfg(test)]
    pub(crate) fn line_of(&self, at: Coordinates) -> u32 {
        let ray = self.ray;
        let steps = (0..MAX_HEAPS).filter(|&axis| ray[axis] > 0).map(|axis| at[axis] / ray[axis]);
        let entry = at - ray.saturating_multiple(steps.min().unwrap_or(0));
        let short = (0..MAX_HEAPS).find(|&axis| entry[axis] < ray[axis]).unwrap_or(0);
        (0..MAX_HEAPS).fold(self.bases[short], |number, axis| {
            number.wrapping_add(entry[axis].wrapping_mul(self.strides[short][axis]))
        })
    }
}

/// Numbers the lines of each ray in the bounding box of the plan's domain.
pub(crate) fn numberings(plan: &Plan, rays: &[Coordinates]) -> Vec<LineNumbering> {
    let sides = plan.job().domain().sides();
    rays.iter().map(|&ray| LineNumbering::new(ray, sides)).collect()
}

/// Returns the number of lines of all rays together.
pub(crate) fn line_count(numberings: &[LineNumbering]) -> u64 {
    numberings.iter().map(|numbering| numbering.count).sum()
}

/// Checks that the numbers of all lines together fit in 32 bits.
pub(crate) fn check_line_count(numberings: &[LineNumbering]) -> Result<(), EngineError> {
    let lines = line_count(numberings);
    EngineError::check_size("the rays have", lines, "lines in this domain", u32::MAX.into())
}

/// Lists the rays that add options of their own. Rays that are multiples of another do not, nor do
/// those that are too long for the box.
pub(crate) fn independent_rays(game: &VectorGame, sides: Coordinates) -> Vec<Coordinates> {
    let rays = game.rays();
    let fits = |ray: &Coordinates| ray.is_inside(sides);
    let redundant = |ray: &Coordinates| {
        rays.iter().any(|other| other != ray && ray.multiple_of(*other).is_some())
    };
    rays.iter().copied().filter(|ray| fits(ray) && !redundant(ray)).collect()
}

/// A ray, and the factor by which the counts along its lines enter a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WeightedRay {
    pub(crate) ray: Coordinates,
    pub(crate) weight: i32,
}

/// Chooses rays and weights such that the weighted counts along their lines count every option once.
///
/// The multiples of 2ℓ and those of 3ℓ have the multiples of 6ℓ in common. By inclusion and
/// exclusion over the rays of one direction ℓ, the count of the union is a sum, with signs, of
/// counts along rays lcm(...)·ℓ.
pub(crate) fn counting_rays(game: &VectorGame, sides: Coordinates) -> Vec<WeightedRay> {
    let mut multipliers: BTreeMap<Coordinates, Vec<u32>> = BTreeMap::new();
    for ray in independent_rays(game, sides) {
        let divisor = ray.common_divisor();
        let direction = Coordinates(ray.map(|c| c / divisor));
        multipliers.entry(direction).or_default().push(divisor);
    }
    let mut weighted = Vec::new();
    for (direction, steps) in multipliers {
        // A multiple that saturates is longer than any side.
        let ray =
            |step: u64| direction.saturating_multiple(u32::try_from(step).unwrap_or(u32::MAX));
        let mut weights: BTreeMap<u64, i32> = BTreeMap::new();
        for step in steps.into_iter().map(u64::from) {
            let mut changes = vec![(step, 1)];
            for (&other, &weight) in &weights {
                let common = other / greatest_common_divisor(other, step) * step;
                if ray(common).is_inside(sides) {
                    changes.push((common, -weight));
                }
            }
            for (step, weight) in changes {
                *weights.entry(step).or_default() += weight;
            }
        }
        let counting = weights.into_iter().filter(|&(_, weight)| weight != 0);
        weighted.extend(counting.map(|(step, weight)| WeightedRay { ray: ray(step), weight }));
    }
    weighted
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Catches two lines with one number, one line with two, and gaps.
        #[test]
        fn numbering_is_one_to_one(
            ray in prop::array::uniform4(0u32..5),
            sides in prop::array::uniform4(1u32..7),
        ) {
            prop_assume!(ray != [0; MAX_HEAPS]);
            let numbering = LineNumbering::new(Coordinates(ray), Coordinates(sides));
            let mut entries: HashMap<u32, Coordinates> = HashMap::new();
            for at in Coordinates::cells_of_box(Coordinates(sides)) {
                let line = numbering.line_of(at);
                prop_assert!(u64::from(line) < numbering.count);
                if let Some(behind) = at.checked_sub(Coordinates(ray)) {
                    prop_assert_eq!(numbering.line_of(behind), line);
                } else {
                    prop_assert_eq!(entries.insert(line, at), None);
                }
            }
            prop_assert_eq!(entries.len() as u64, numbering.count);
        }

        /// Catches an option counted twice, or not at all, when rays share a direction.
        #[test]
        fn counting_rays_count_every_option_once(
            steps in prop::collection::vec(1u32..12, 1..6),
            side in 1u32..60,
        ) {
            let rays: Vec<Vec<u32>> = steps.iter().map(|&step| vec![step, 2 * step]).collect();
            let game = VectorGame::new(&rays).expect("valid");
            let sides = [1, 1, side, 2 * side];
            let far = side - 1;
            let union: BTreeSet<u32> =
                steps.iter().flat_map(|&step| (1..=far / step).map(move |m| m * step)).collect();
            let counted: i32 = counting_rays(&game, Coordinates(sides))
                .iter()
                .map(|ray| ray.weight * (far / ray.ray[2]) as i32)
                .sum();
            prop_assert_eq!(counted, union.len() as i32);
        }
    }

    /// Catches lines along which no option is counted that others do not count.
    #[test]
    fn rays_that_add_no_option_have_no_lines() {
        let game = VectorGame::new([[0, 1], [0, 2], [3, 0], [1, 50]]).expect("valid");
        let rays = independent_rays(&game, Coordinates([1, 1, 40, 40]));
        assert_eq!(rays, [[0, 0, 0, 1], [0, 0, 3, 0]].map(Coordinates));
    }

    /// Catches numbers that wrap around, so that two lines share one.
    #[test]
    fn lines_that_32_bits_do_not_number_are_refused() {
        let check = |height: u32| {
            let sides = Coordinates([1, 1, height, 1 << 31]);
            let rays = [[0, 0, 0, 1], [0, 0, 1, 0]].map(Coordinates);
            check_line_count(&rays.map(|ray| LineNumbering::new(ray, sides)))
        };
        assert!(check((1 << 31) - 1).is_ok());
        assert!(check(1 << 31).is_err());
    }
}
