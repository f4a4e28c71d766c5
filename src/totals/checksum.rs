//! Checksums of values, by which tables are compared without being at hand.
//!
//! The checksum of a set of positions is the sum of their values, each with 1 added and times a weight
//! that depends on the position, modulo 2^32. So positions may come in any order, and disjoint sets are
//! added up. Weights are odd: one wrong value never leaves a checksum as it is, and any other fault
//! does with a probability of about 2^-32.

use crate::domain::tiling::{Run, TileRegion};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::values::{Value, Values, on_values};

/// Computes the checksum of a tile. Cells outside the domain do not count.
pub fn checksum_of_tile(region: &TileRegion, values: &Values) -> u32 {
    on_values!(values, cells => of_cells(region, cells))
}

fn of_cells<V: Value>(region: &TileRegion, cells: &[V]) -> u32 {
    let of_run = |run: Run| {
        let values = &cells[run.offset..][..run.length];
        let term = |(last, value): (u32, &V)| {
            value.to_u32().wrapping_add(1).wrapping_mul(weight(run.at.with_last(last)))
        };
        (run.at[MAX_HEAPS - 1]..).zip(values).map(term).fold(0, u32::wrapping_add)
    };
    region.runs().map(of_run).fold(0, u32::wrapping_add)
}

/// Returns the weight of a position, which is odd: its coordinates, multiplied by large odd numbers and
/// mixed. Twin of `checksum_weight` in `shaders/totals.wgsl`.
#[inline]
fn weight(Coordinates([w, x, y, z]): Coordinates) -> u32 {
    let sum = x
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add(y.wrapping_mul(0x85eb_ca77))
        .wrapping_add(z.wrapping_mul(0xc2b2_ae3d))
        .wrapping_add(w.wrapping_mul(0x27d4_eb2f));
    let mixed = (sum ^ (sum >> 15)).wrapping_mul(0x2c1b_3c6d);
    (mixed ^ (mixed >> 13)) | 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

    /// Catches weights that are no longer those of stored tables: the checksums of Nim sums on four heaps and on
    /// three, in tiles that end within the domain and beyond it, computed by a Python script that shares no code with
    /// this.
    #[test]
    fn checksums_stay_as_tables_store_them() {
        for (game, domain, expected) in
            [("nim:4", "3x4x5x6", 1_854_580_284), ("nim:3", "tokens 9", 3_916_908_737)]
        {
            let plan = Plan::parse(game, domain, "grundy").expect("a plan");
            let plan = Plan::new(plan.job().clone(), Some(4)).expect("tiles of edge 4");
            let of_tile = |index| {
                let region = plan.tiling().region(index);
                let mut values = plan.blank_tile();
                for run in region.runs() {
                    let nim_sum =
                        |(at, _): (Coordinates, usize)| at.0.into_iter().fold(0, |a, b| a ^ b);
                    values.write(run.offset, &run.cells().map(nim_sum).collect::<Vec<u32>>());
                }
                checksum_of_tile(&region, &values)
            };
            let found = plan.tiling().tiles().map(of_tile).fold(0, u32::wrapping_add);
            assert_eq!(found, expected, "{game} {domain}");
        }
    }

    /// Catches a position that is left out or weighs as much as another one: every change of one
    /// value, and every exchange of two different values, changes the checksum.
    #[test]
    fn faults_change_the_checksum() {
        let plan = Plan::parse("nim:3", "3x4x5", "grundy").expect("a plan");
        let region = plan.tiling().region(Coordinates::ZERO);
        let cells: Vec<u8> = (0..60).map(|cell| cell * 3 % 7).collect();
        let checksum = |cells: &[u8]| of_cells(&region, cells);
        let right = checksum(&cells);
        for cell in 0..cells.len() {
            let mut wrong = cells.clone();
            wrong[cell] += 1;
            assert_ne!(checksum(&wrong), right);
            for other in 0..cell {
                let mut wrong = cells.clone();
                wrong.swap(cell, other);
                assert_eq!(checksum(&wrong) == right, cells[cell] == cells[other]);
            }
        }
    }
}
