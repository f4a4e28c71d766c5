//! Tiles by transposition: cells that lie side by side in a layer are apart in a tile, and those of
//! a tile apart in the images that symmetries map it to. Squares of 8 x 8 values of 16 bits are
//! turned over in eight vectors.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u16x8};

use crate::engine::symmetry::Permutation;

/// Edge of the squares that are turned over in vectors. Edges of tiles are multiples.
pub(crate) const SQUARE: usize = 8;

/// Fills a cube from the layers it crosses, given as squares of its edge: cell (i, j, k) is at
/// (i, j) of layer i + j + k. If that is missing, the cell is outside the domain.
pub(crate) fn fill_cube(level: Level, layers: &[&[u16]], edge: usize, cells: &mut [u16]) {
    dispatch!(level, simd => skew(simd, layers, edge, cells));
}

#[inline(always)]
fn skew<S: Simd>(simd: S, layers: &[&[u16]], edge: usize, cells: &mut [u16]) {
    // Of eight rows of a plane, the values by the layer: those of row j, but for the first j.
    let deep = edge + SQUARE;
    let mut by_layer = vec![0; SQUARE * deep];
    for (i, plane) in cells.chunks_exact_mut(edge * edge).enumerate() {
        for (band, rows) in plane.chunks_exact_mut(SQUARE * edge).enumerate() {
            let first_layer = i + band * SQUARE;
            let from = i * edge + band * SQUARE;
            for beyond in (0..deep).step_by(SQUARE) {
                let square = std::array::from_fn(|s| match layers.get(first_layer + beyond + s) {
                    Some(layer) => u16x8::from_slice(simd, &layer[from..from + SQUARE]),
                    None => u16x8::splat(simd, u16::MAX),
                });
                for (row, values) in turned_over(square).into_iter().enumerate() {
                    let to = row * deep + beyond;
                    values.store_slice(&mut by_layer[to..to + SQUARE]);
                }
            }
            for (j, row) in rows.chunks_exact_mut(edge).enumerate() {
                row.copy_from_slice(&by_layer[j * deep + j..][..edge]);
            }
        }
    }
}

/// Fills a cube with the image of another: cell p is that cell which has p[permutation[axis]] on
/// each axis.
pub(crate) fn fill_image(
    level: Level,
    permutation: &Permutation,
    edge: usize,
    source: &[u16],
    target: &mut [u16],
) {
    dispatch!(level, simd => image(simd, permutation, edge, source, target));
}

#[inline(always)]
fn image<S: Simd>(
    simd: S,
    permutation: &Permutation,
    edge: usize,
    source: &[u16],
    target: &mut [u16],
) {
    let steps = [edge * edge, edge, 1];
    // Where a step along each axis of the source leads in the target.
    let there = permutation.map(|axis| steps[axis]);
    // The source axis along which the target is contiguous, and the others but the last.
    let Some(across) = there.iter().position(|&step| step == 1) else { return };
    let [beside, across] = if across == 0 { [1, 0] } else { [0, across] };
    for i in 0..edge {
        let (from, to) = (i * steps[beside], i * there[beside]);
        if across == 2 {
            for j in 0..edge {
                let row = &source[from + j * steps[1]..][..edge];
                target[to + j * there[1]..][..edge].copy_from_slice(row);
            }
            continue;
        }
        for j in (0..edge).step_by(SQUARE) {
            for k in (0..edge).step_by(SQUARE) {
                let corner = from + j * steps[across] + k;
                let square = std::array::from_fn(|row| {
                    let at = corner + row * steps[across];
                    u16x8::from_slice(simd, &source[at..at + SQUARE])
                });
                let corner = to + k * there[2] + j;
                for (row, values) in turned_over(square).into_iter().enumerate() {
                    let at = corner + row * there[2];
                    values.store_slice(&mut target[at..at + SQUARE]);
                }
            }
        }
    }
}

/// The transposed square. Laying rows i and i + 4 into one another, as rows 2i and 2i + 1, moves
/// the first bit of a value's row to the end of its column, and the first of its column to the end
/// of its row; three times, and each has the other's.
#[inline(always)]
fn turned_over<S: Simd>(mut rows: [u16x8<S>; SQUARE]) -> [u16x8<S>; SQUARE] {
    for _ in 0..3 {
        rows = std::array::from_fn(|row| match (rows[row / 2], rows[row / 2 + SQUARE / 2]) {
            (a, b) if row % 2 == 0 => a.zip_low(b),
            (a, b) => a.zip_high(b),
        });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::simd_levels::levels;

    const EDGE: usize = 16;

    fn cells() -> impl Iterator<Item = [usize; 3]> {
        (0..EDGE * EDGE * EDGE).map(|cell| [cell / EDGE / EDGE, cell / EDGE % EDGE, cell % EDGE])
    }

    /// Catches a lane, a row or a layer that is mistaken for another.
    #[test]
    fn cubes_are_filled_from_layers() {
        let value = |layer: usize, i: usize, j: usize| (layer << 8 | i << 4 | j) as u16;
        for known in [1, 9, 2 * EDGE, 3 * EDGE - 2] {
            let square = |layer| {
                let places = (0..EDGE * EDGE).map(|place| (place / EDGE, place % EDGE));
                places.map(|(i, j)| value(layer, i, j)).collect()
            };
            let layers: Vec<Vec<u16>> = (0..known).map(square).collect();
            let layers: Vec<&[u16]> = layers.iter().map(Vec::as_slice).collect();
            for level in levels() {
                let mut found = vec![0; EDGE * EDGE * EDGE];
                fill_cube(level, &layers, EDGE, &mut found);
                for ([i, j, k], found) in cells().zip(found) {
                    let layer = i + j + k;
                    let expected = if layer < known { value(layer, i, j) } else { u16::MAX };
                    assert_eq!(found, expected, "{i} {j} {k} of {known} layers, {level:?}");
                }
            }
        }
    }

    /// Catches an axis that is mapped to the wrong one.
    #[test]
    fn images_are_those_of_the_permutation() {
        let source: Vec<u16> = (0..(EDGE * EDGE * EDGE) as u16).collect();
        for p in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]] {
            for level in levels() {
                let mut target = vec![0; source.len()];
                fill_image(level, &p, EDGE, &source, &mut target);
                for (at, found) in cells().zip(target) {
                    let [i, j, k] = p.map(|axis| at[axis]);
                    assert_eq!(found, source[(i * EDGE + j) * EDGE + k], "{at:?} {p:?} {level:?}");
                }
            }
        }
    }
}
