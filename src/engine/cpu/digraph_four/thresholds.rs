//! The thresholds of an edge for each pair of spectator heaps, and the search for the least value that no
//! edge excludes.

use fearless_simd::{Simd, SimdBase};
use rayon::prelude::*;

use super::edges::{FourEdge, TableAxes};
use super::layer::{Layer, UNTRACKED, pairs_below};
use super::nim::NimLines;
use crate::domain::Coordinates;
use crate::engine::cpu::digraph::bucket::{BUCKET, Bucket, open_entries};

/// The thresholds of one edge, in buckets of neighbouring values.
///
/// With u and v tokens on the spectators, those of the pair begin at bucket `v * buckets_per_pair` of the
/// element u. Entries beyond the values that are tracked are never open.
pub(super) struct PairThresholds {
    axes: TableAxes,
    values: usize,
    buckets_per_pair: usize,
    by_first_spectator: Vec<Vec<Bucket<u16>>>,
}

impl PairThresholds {
    /// Begins without any position: no value is excluded.
    pub(super) fn new(axes: TableAxes, tokens: u32, values: usize) -> Self {
        let buckets_per_pair = values.div_ceil(BUCKET);
        let bucket = |number: usize| -> Bucket<u16> {
            let first = number % buckets_per_pair * BUCKET;
            std::array::from_fn(|entry| if first + entry < values { 0 } else { u16::MAX })
        };
        let of_first = |u: u32| {
            let buckets = (tokens - u + 1) as usize * buckets_per_pair;
            (0..buckets).map(bucket).collect()
        };
        let by_first_spectator = (0..=tokens).map(of_first).collect();
        PairThresholds { axes, values, buckets_per_pair, by_first_spectator }
    }

    /// Returns the bytes of a table.
    pub(super) fn bytes(tokens: u32, values: usize) -> u64 {
        let buckets =
            (pairs_below(tokens + 1) as u64).saturating_mul(values.div_ceil(BUCKET) as u64);
        buckets.saturating_mul(size_of::<Bucket<u16>>() as u64)
    }

    /// Returns the buckets of a pair.
    #[inline(always)]
    fn pair(&self, [u, v]: [u32; 2]) -> &[Bucket<u16>] {
        let first = v as usize * self.buckets_per_pair;
        &self.by_first_spectator[u as usize][first..first + self.buckets_per_pair]
    }

    /// Raises the thresholds by the values of a layer.
    pub(super) fn raise(&mut self, layer: &Layer) {
        let [from, to, first, second] = self.axes;
        let (grade, values, per_pair) = (layer.grade, self.values, self.buckets_per_pair);
        let tables = self.by_first_spectator.par_iter_mut().take(grade as usize + 1);
        tables.zip(0..grade + 1).for_each(|(buckets, u)| {
            for (v, pair) in (0..=grade - u).zip(buckets.chunks_exact_mut(per_pair)) {
                let thresholds = pair.as_flattened_mut();
                let mut at = Coordinates::ZERO;
                (at[first], at[second]) = (u, v);
                for tokens in 0..=grade - u - v {
                    (at[to], at[from]) = (tokens, grade - u - v - tokens);
                    let value = usize::from(layer.value(at));
                    if value < values {
                        let threshold = &mut thresholds[value];
                        *threshold = (*threshold).max(tokens as u16 + 1);
                    }
                }
            }
        });
    }
}

/// Returns the least value at a position that no edge and no Nim heap excludes, if it is tracked.
#[inline(always)]
pub(super) fn least_open<S: Simd>(
    simd: S,
    at: Coordinates,
    edges: &[FourEdge],
    tables: &[PairThresholds],
    nim: &[NimLines],
) -> u16 {
    let buckets = tables.first().map_or(0, |table| table.buckets_per_pair);
    for bucket in 0..buckets {
        let mut open = u32::MAX;
        for edge in edges {
            let pair = tables[edge.table].pair(edge.spectators.map(|axis| at[axis]));
            let tokens = S::u16s::splat(simd, at[edge.to] as u16);
            open &= open_entries::<S, u16, 1>(simd, [&pair[bucket]], [tokens]);
            if open == 0 {
                break;
            }
        }
        for lines in nim {
            open &= !lines.seen(at, bucket);
        }
        if open != 0 {
            return (bucket * BUCKET) as u16 + open.trailing_zeros() as u16;
        }
    }
    UNTRACKED
}
