//! Nim heaps: vertices whose only edge is a loop. A move changes that heap alone, so that the values that
//! it excludes are those seen on a line along its axis. Each line keeps them as a bitset.

use rayon::prelude::*;

use super::layer::{Layer, pair_index, pairs_below, triples_below};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cpu::digraph::bucket::BUCKET;

/// The values seen on all lines along the axis of one Nim heap.
///
/// The line where the three other heaps have u, v and w tokens has the words from
/// `pair_index(v, w) * words_per_line` of the element u on, of which word k holds a bit for each value of
/// bucket k.
pub(super) struct NimLines {
    axis: usize,
    others: [usize; 3],
    tokens: u32,
    values: usize,
    words_per_line: usize,
    by_first_other: Vec<Vec<u32>>,
}

impl NimLines {
    /// Begins with lines on which nothing has been seen.
    pub(super) fn new(axis: usize, tokens: u32, values: usize) -> Self {
        let words_per_line = values.div_ceil(BUCKET);
        let of_first = |u: u32| vec![0; pairs_below(tokens - u + 1) * words_per_line];
        let others = [1, 2, 3].map(|step| (axis + step) % MAX_HEAPS);
        let by_first_other = (0..=tokens).map(of_first).collect();
        NimLines { axis, others, tokens, values, words_per_line, by_first_other }
    }

    /// Returns the bytes of the lines of a heap.
    pub(super) fn bytes(tokens: u32, values: usize) -> u64 {
        let words =
            (triples_below(tokens + 1) as u64).saturating_mul(values.div_ceil(BUCKET) as u64);
        words.saturating_mul(size_of::<u32>() as u64)
    }

    /// Returns the values of a bucket that were seen on the line of a position: bit i stands for the i-th.
    #[inline(always)]
    pub(super) fn seen(&self, at: Coordinates, bucket: usize) -> u32 {
        let [u, v, w] = self.others.map(|axis| at[axis]);
        let line = pair_index(self.tokens - u + 1, v, w);
        self.by_first_other[u as usize][line * self.words_per_line + bucket]
    }

    /// Records the values of a layer on their lines.
    pub(super) fn record(&mut self, layer: &Layer) {
        let (axis, [first, second, third]) = (self.axis, self.others);
        let (tokens, values, words_per_line) = (self.tokens, self.values, self.words_per_line);
        let by_first = self.by_first_other.par_iter_mut().take(layer.grade as usize + 1);
        by_first.zip(0..layer.grade + 1).for_each(|(words, u)| {
            let room = layer.grade - u;
            for (v, w) in (0..=room).flat_map(|v| (0..=room - v).map(move |w| (v, w))) {
                let mut at = Coordinates::ZERO;
                (at[first], at[second], at[third], at[axis]) = (u, v, w, room - v - w);
                let value = usize::from(layer.value(at));
                if value < values {
                    let line = pair_index(tokens - u + 1, v, w) * words_per_line;
                    words[line + value / BUCKET] |= 1 << (value % BUCKET);
                }
            }
        });
    }
}
