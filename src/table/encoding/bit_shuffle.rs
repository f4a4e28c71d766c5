//! Bit shuffling: the bits of the same weight of many values stand together.
//!
//! Neighbouring Grundy values differ in their low bits, and hardly ever in their high ones. Sorted by weight
//! the bits are long runs of equal bytes, which a fast compressor shortens, and a rest that it passes over.
//!
//! The order is that of the bitshuffle filter of Blosc (Masui et al., *A compression scheme for radio data in
//! high performance computing*, 2015). For n values of t bytes, n a multiple of eight, it consists of 8 t
//! *rows* of n / 8 bytes. Row 8 p + r has bit r of byte p of each value, in the order of the values, eight
//! to a byte from its lowest bit on. Where n is no multiple of eight nothing is shuffled.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, i8x64, mask8x64};

/// Values that are shuffled at once: their bits of the same weight are a word.
const GROUP: usize = 64;

/// Shuffles the bits of values; fast if they have 1, 2 or 4 bytes, as those of tables do. Both slices have the
/// same length, a multiple of `type_bytes`.
pub(crate) fn shuffle(values: &[u8], type_bytes: usize, shuffled: &mut [u8]) {
    shuffle_with(Level::new(), values, type_bytes, shuffled);
}

/// Undoes [`shuffle`].
pub(crate) fn unshuffle(shuffled: &[u8], type_bytes: usize, values: &mut [u8]) {
    unshuffle_with(Level::new(), shuffled, type_bytes, values);
}

fn shuffle_with(level: Level, values: &[u8], type_bytes: usize, shuffled: &mut [u8]) {
    let count = values.len() / type_bytes;
    if !count.is_multiple_of(8) {
        shuffled.copy_from_slice(values);
        return;
    }
    let done = match type_bytes {
        1 => dispatch!(level, simd => shuffle_groups::<_, 1>(simd, values, shuffled)),
        2 => dispatch!(level, simd => shuffle_groups::<_, 2>(simd, values, shuffled)),
        4 => dispatch!(level, simd => shuffle_groups::<_, 4>(simd, values, shuffled)),
        _ => 0,
    };
    for [in_value, in_row] in bits_of(done..count, count, type_bytes) {
        copy_bit(values, in_value, shuffled, in_row);
    }
}

fn unshuffle_with(level: Level, shuffled: &[u8], type_bytes: usize, values: &mut [u8]) {
    let count = values.len() / type_bytes;
    if !count.is_multiple_of(8) {
        values.copy_from_slice(shuffled);
        return;
    }
    let done = match type_bytes {
        1 => dispatch!(level, simd => unshuffle_groups::<_, 1>(simd, shuffled, values)),
        2 => dispatch!(level, simd => unshuffle_groups::<_, 2>(simd, shuffled, values)),
        4 => dispatch!(level, simd => unshuffle_groups::<_, 4>(simd, shuffled, values)),
        _ => 0,
    };
    for [in_value, in_row] in bits_of(done..count, count, type_bytes) {
        copy_bit(shuffled, in_row, values, in_value);
    }
}

/// Lists the bits of some of `count` values: for each its number among the bits of the values, and among those of the rows.
fn bits_of(
    values: Range<usize>,
    count: usize,
    type_bytes: usize,
) -> impl Iterator<Item = [usize; 2]> {
    let bits = 8 * type_bytes;
    values
        .flat_map(move |value| (0..bits).map(move |bit| [value * bits + bit, bit * count + value]))
}

/// Copies a bit to another place. Both are given by their numbers.
fn copy_bit(from: &[u8], here: usize, to: &mut [u8], there: usize) {
    let bit = from[here / 8] >> (here % 8) & 1;
    to[there / 8] = to[there / 8] & !(1 << (there % 8)) | bit << (there % 8);
}

/// Shuffles the values as far as they are whole groups; returns how many these are.
#[inline(always)]
fn shuffle_groups<S: Simd, const BYTES: usize>(
    simd: S,
    values: &[u8],
    shuffled: &mut [u8],
) -> usize {
    let (groups, _) = values.as_chunks::<BYTES>().0.as_chunks::<GROUP>();
    let row_bytes = values.len() / BYTES / 8;
    for (number, group) in groups.iter().enumerate() {
        shuffle_group(simd, group, shuffled, row_bytes, number);
    }
    groups.len() * GROUP
}

/// Writes a word to each row, at the place of a group.
#[inline(always)]
fn shuffle_group<S: Simd, const BYTES: usize>(
    simd: S,
    group: &[[u8; BYTES]; GROUP],
    shuffled: &mut [u8],
    row_bytes: usize,
    number: usize,
) {
    let (vectors, _) = group.as_flattened().as_chunks::<GROUP>();
    let mut planes = [i8x64::splat(simd, 0); BYTES];
    for (plane, bytes) in planes.iter_mut().zip(vectors) {
        *plane = i8x64::from_slice(simd, &bytes.map(u8::cast_signed));
    }
    // What lies in memory as (value, byte), shall lie as (byte, value). To bring the even places before the
    // odd ones makes the lowest bit of the place its highest one.
    for _ in 0..BYTES.ilog2() {
        let mut sorted = planes;
        for pair in 0..BYTES / 2 {
            let (first, second) = (planes[2 * pair], planes[2 * pair + 1]);
            sorted[pair] = first.unzip_low(second);
            sorted[BYTES / 2 + pair] = first.unzip_high(second);
        }
        planes = sorted;
    }
    for (byte, mut bits) in planes.into_iter().enumerate() {
        for bit in (0..8).rev() {
            // The highest bit is the sign; doubling brings the next one there.
            let word = bits.simd_lt(i8x64::splat(simd, 0)).to_bitmask().to_le_bytes();
            bits += bits;
            let place = (8 * byte + bit) * row_bytes + number * GROUP / 8;
            shuffled[place..place + word.len()].copy_from_slice(&word);
        }
    }
}

/// Undoes [`shuffle_groups`].
#[inline(always)]
fn unshuffle_groups<S: Simd, const BYTES: usize>(
    simd: S,
    shuffled: &[u8],
    values: &mut [u8],
) -> usize {
    let row_bytes = values.len() / BYTES / 8;
    let (groups, _) = values.as_chunks_mut::<BYTES>().0.as_chunks_mut::<GROUP>();
    for (number, group) in groups.iter_mut().enumerate() {
        unshuffle_group(simd, shuffled, row_bytes, number, group);
    }
    groups.len() * GROUP
}

/// Reads a word of each row, at the place of a group.
#[inline(always)]
fn unshuffle_group<S: Simd, const BYTES: usize>(
    simd: S,
    shuffled: &[u8],
    row_bytes: usize,
    number: usize,
    group: &mut [[u8; BYTES]; GROUP],
) {
    let mut planes = [i8x64::splat(simd, 0); BYTES];
    for (byte, bits) in planes.iter_mut().enumerate() {
        for bit in 0..8 {
            let mut word = [0; GROUP / 8];
            let place = (8 * byte + bit) * row_bytes + number * GROUP / 8;
            word.copy_from_slice(&shuffled[place..place + GROUP / 8]);
            let is_set = mask8x64::from_bitmask(simd, u64::from_le_bytes(word));
            let weight = i8x64::splat(simd, (1u8 << bit).cast_signed());
            *bits |= is_set.select(weight, i8x64::splat(simd, 0));
        }
    }
    for _ in 0..BYTES.ilog2() {
        let mut mixed = planes;
        for pair in 0..BYTES / 2 {
            let (even, odd) = (planes[pair], planes[BYTES / 2 + pair]);
            mixed[2 * pair] = even.zip_low(odd);
            mixed[2 * pair + 1] = even.zip_high(odd);
        }
        planes = mixed;
    }
    let (vectors, _) = group.as_flattened_mut().as_chunks_mut::<GROUP>();
    for (bytes, plane) in vectors.iter_mut().zip(planes) {
        let mut signed = [0; GROUP];
        plane.store_slice(&mut signed);
        *bytes = signed.map(i8::cast_unsigned);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::tests::simd_levels::levels;

    /// Shuffles bit by bit, as the documentation of this file says.
    fn shuffled_by_definition(values: &[u8], type_bytes: usize) -> Vec<u8> {
        let count = values.len() / type_bytes;
        let mut shuffled = vec![0; values.len()];
        for (index, value) in values.chunks_exact(type_bytes).enumerate() {
            for (byte, bits) in value.iter().enumerate() {
                for bit in (0..8).filter(|bit| bits >> bit & 1 == 1) {
                    shuffled[(8 * byte + bit) * (count / 8) + index / 8] |= 1 << (index % 8);
                }
            }
        }
        shuffled
    }

    /// Catches a bit that goes to a wrong place, in full groups and in the rest behind them, with every
    /// kind of vectors.
    #[test]
    fn bits_go_where_the_definition_has_them_and_come_back() {
        let mut random = fastrand::Rng::with_seed(8);
        for type_bytes in [1, 2, 3, 4, 8] {
            for count in [8, 16, 56, 64, 72, GROUP, GROUP + 8, 3 * GROUP, 3 * GROUP + 200] {
                let values: Vec<u8> = (0..count * type_bytes).map(|_| random.u8(..)).collect();
                let mut shuffled = vec![0; values.len()];
                let mut back = vec![0; values.len()];
                let right = shuffled_by_definition(&values, type_bytes);
                for level in levels() {
                    shuffle_with(level, &values, type_bytes, &mut shuffled);
                    assert_eq!(shuffled, right, "{count} values of {type_bytes} bytes, {level:?}");
                    unshuffle_with(level, &shuffled, type_bytes, &mut back);
                    assert_eq!(back, values, "{count} values of {type_bytes} bytes, {level:?}");
                }
            }
        }
    }

    /// Catches values that are shuffled although readers expect them as they are.
    #[test]
    fn a_number_of_values_that_is_no_multiple_of_eight_is_copied() {
        for (length, type_bytes) in [(1, 1), (2 * 63, 2), (3 * 9, 3), (4 * 65, 4), (0, 2)] {
            let values: Vec<u8> = (0..length).map(|index| index as u8).collect();
            let mut copy = vec![0; length];
            shuffle(&values, type_bytes, &mut copy);
            assert_eq!(copy, values);
            unshuffle(&values, type_bytes, &mut copy);
            assert_eq!(copy, values);
        }
    }
}
