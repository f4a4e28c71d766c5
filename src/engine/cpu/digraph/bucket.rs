//! Buckets: 32 consecutive Grundy values, whose thresholds are compared together by vectors.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, SimdIntElement};

use crate::values::Value;

/// Values of a bucket. Their thresholds take 64 bytes if they have 16 bits.
pub(in crate::engine::cpu) const BUCKET: usize = 32;

/// The thresholds of a bucket of values, or the minima of 32 consecutive buckets.
pub(in crate::engine::cpu) type Bucket<T> = [T; BUCKET];

/// An integer type for thresholds and values.
pub(in crate::engine::cpu) trait Threshold: Value + SimdIntElement {}
impl Threshold for u16 {}
impl Threshold for u32 {}

/// Returns which entries are at most the tokens in all buckets: bit i stands for entry i.
#[inline(always)]
pub(in crate::engine::cpu) fn open_entries<S: Simd, T: Threshold, const EDGES: usize>(
    simd: S,
    buckets: [&Bucket<T>; EDGES],
    tokens: [T::Native<S>; EDGES],
) -> u32 {
    let lanes = T::Native::<S>::LEN;
    let zero = T::Native::<S>::splat(simd, T::from_u32(0));
    let mut open = 0;
    for first in (0..BUCKET).step_by(lanes) {
        let mut excess = zero;
        for i in 0..EDGES {
            let entries = T::Native::<S>::from_slice(simd, &buckets[i][first..first + lanes]);
            excess |= entries.saturating_sub(tokens[i]);
        }
        open |= (excess.simd_eq(zero).to_bitmask() as u32) << first;
    }
    open
}
