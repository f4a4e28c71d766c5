//! Tiles of edge 8n by transposition of 8 x 8 squares, in vector registers.
//!
//! Values that are neighbours along a layer are far apart in a tile, and neighbours in a tile are far
//! apart in its images under symmetries. Either way rows become columns, so squares of 8 x 8 values of
//! 16 bits are loaded into eight vectors, transposed there and stored.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u16x8};

use crate::domain::Permutation;

/// Edge of the squares that are transposed in vectors. The edges of tiles are multiples of it.
pub(super) const SQUARE: usize = 8;

/// Fills a cubic tile from the layers it crosses, each given as a square of the tile's edge: the cell
/// (i, j, k) has the value at (i, j) of layer i + j + k, or the fill value 65535 if there is no such
/// layer, because the cell is outside the domain.
pub(super) fn fill_cube(level: Level, layers: &[&[u16]], edge: usize, cells: &mut [u16]) {
    dispatch!(level, simd => fill_cube_with(simd, layers, edge, cells));
}

#[inline(always)]
fn fill_cube_with<S: Simd>(simd: S, layers: &[&[u16]], edge: usize, cells: &mut [u16]) {
    // The values of a band of eight rows by layer. The r-th row begins at column r, because its first
    // cell is r layers further on.
    let deep = edge + SQUARE;
    let mut by_layer = vec![0; SQUARE * deep];
    for (i, plane) in cells.chunks_exact_mut(edge * edge).enumerate() {
        for (band, rows) in plane.chunks_exact_mut(SQUARE * edge).enumerate() {
            let first_layer = i + band * SQUARE;
            let from = i * edge + band * SQUARE;
            for column in (0..deep).step_by(SQUARE) {
                let square = std::array::from_fn(|s| match layers.get(first_layer + column + s) {
                    Some(layer) => u16x8::from_slice(simd, &layer[from..from + SQUARE]),
                    None => u16x8::splat(simd, u16::MAX),
                });
                for (row, values) in transposed(square).into_iter().enumerate() {
                    let to = row * deep + column;
                    values.store_slice(&mut by_layer[to..to + SQUARE]);
                }
            }
            for (j, row) in rows.chunks_exact_mut(edge).enumerate() {
                row.copy_from_slice(&by_layer[j * deep + j..][..edge]);
            }
        }
    }
}

/// Fills a cubic tile with the image of another one: the cell p has the value of the other's cell
/// with `p[permutation[axis]]` on each axis.
pub(super) fn fill_image(
    level: Level,
    permutation: &Permutation,
    edge: usize,
    source: &[u16],
    target: &mut [u16],
) {
    dispatch!(level, simd => fill_image_with(simd, permutation, edge, source, target));
}

#[inline(always)]
fn fill_image_with<S: Simd>(
    simd: S,
    permutation: &Permutation,
    edge: usize,
    source: &[u16],
    target: &mut [u16],
) {
    // The first axis is padding.
    let steps = [0, edge * edge, edge, 1];
    // The distance in the target of neighbours along each axis of the source.
    let target_steps = permutation.map(|axis| steps[axis]);
    // `across` is the source axis along which the target is contiguous, `outer` the first other one.
    let Some(across) = target_steps.iter().position(|&step| step == 1) else { return };
    let [outer, across] = if across == 1 { [2, 1] } else { [1, across] };
    for i in 0..edge {
        let (from, to) = (i * steps[outer], i * target_steps[outer]);
        if across == 3 {
            for j in 0..edge {
                let row = &source[from + j * steps[2]..][..edge];
                target[to + j * target_steps[2]..][..edge].copy_from_slice(row);
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
                let corner = to + k * target_steps[3] + j;
                for (row, values) in transposed(square).into_iter().enumerate() {
                    let at = corner + row * target_steps[3];
                    values.store_slice(&mut target[at..at + SQUARE]);
                }
            }
        }
    }
}

/// Transposes a square by three perfect shuffles. Each interleaves the rows i and i + 4 into the rows
/// 2i and 2i + 1, which rotates the six bits of a value's position (row, column) by one.
#[inline(always)]
fn transposed<S: Simd>(mut rows: [u16x8<S>; SQUARE]) -> [u16x8<S>; SQUARE] {
    for _ in 0..3 {
        rows = std::array::from_fn(|row| {
            let (a, b) = (rows[row / 2], rows[row / 2 + SQUARE / 2]);
            if row % 2 == 0 { a.zip_low(b) } else { a.zip_high(b) }
        });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::tests::simd_levels::levels;

    const EDGE: usize = 16;

    fn cells() -> impl Iterator<Item = [usize; 3]> {
        (0..EDGE * EDGE * EDGE).map(|cell| [cell / EDGE / EDGE, cell / EDGE % EDGE, cell % EDGE])
    }

    /// Catches a SIMD lane, a row or a layer that is mistaken for another.
    #[test]
    fn cubes_are_filled_from_layers() {
        let value = |layer: usize, i: usize, j: usize| (layer << 8 | i << 4 | j) as u16;
        for known in [1, 9, 2 * EDGE, 3 * EDGE - 2] {
            let square = |layer| {
                let cells = (0..EDGE * EDGE).map(|offset| (offset / EDGE, offset % EDGE));
                cells.map(|(i, j)| value(layer, i, j)).collect()
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
        for p in
            [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [0, 1, 3, 2], [0, 2, 1, 3], [0, 3, 2, 1]]
        {
            for level in levels() {
                let mut target = vec![0; source.len()];
                fill_image(level, &p, EDGE, &source, &mut target);
                for (at, found) in cells().zip(target) {
                    let at = [0, at[0], at[1], at[2]];
                    let [_, i, j, k] = p.map(|axis| at[axis]);
                    assert_eq!(found, source[(i * EDGE + j) * EDGE + k], "{at:?} {p:?} {level:?}");
                }
            }
        }
    }
}
