//! Byte shuffling, which this program does not write: the bytes of the same place of many values stand together.
//!
//! For n values of t bytes there are t *rows* of n bytes: row p has byte p of each value, in the order of the
//! values. It is the shuffle filter of HDF5 and of Blosc.

/// Brings the bytes of values of `type_bytes` bytes each back together. Both slices have the same length, a
/// multiple of `type_bytes`.
pub(super) fn unshuffle(shuffled: &[u8], type_bytes: usize, values: &mut [u8]) {
    let count = (values.len() / type_bytes).max(1);
    for (place, row) in shuffled.chunks_exact(count).enumerate() {
        for (value, &byte) in values.chunks_exact_mut(type_bytes).zip(row) {
            value[place] = byte;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches bytes that go to another value or place.
    #[test]
    fn rows_become_values() {
        let mut values = [0; 6];
        unshuffle(&[1, 2, 3, 11, 12, 13], 2, &mut values);
        assert_eq!(values, [1, 11, 2, 12, 3, 13]);
        unshuffle(&[1, 2, 11, 12, 21, 22], 3, &mut values);
        assert_eq!(values, [1, 11, 21, 2, 12, 22]);
        unshuffle(&[], 3, &mut []);
    }
}
