//! Grundy values of dense sets, value by value.
//!
//! A heap has the value v iff no lower value is its own and no option has the value v. So the heaps of a
//! strip with the value v are found in order, once those with lower values are known: the next one is
//! the first that is still open and not excluded. It excludes all heaps that are larger by a number of
//! the set: the set, as bits, is shifted to it and marked.

use super::set::{Set, absent};
use crate::engine::{Sink, Stop};
use crate::values::Value;

/// After this many heaps the sink is asked whether to go on.
const HEAPS_BETWEEN_QUESTIONS: usize = 16;

/// Finds the values of a strip that are absent. `window` holds the values of the heaps within `reach`
/// before the strip, then those of the strip.
pub(super) fn fill<V: Value>(window: &mut [V], set: &Set, sink: &dyn Sink) -> Result<(), Stop> {
    let reach = set.reach();
    let length = window.len() - reach;
    let known = Heaps::by_value(window);
    let bits = set_bits(set);
    let mut open = vec![0u64; length.div_ceil(64)];
    let mut left = 0;
    for (heap, _) in window[reach..].iter().enumerate().filter(|(_, value)| **value == absent()) {
        open[heap / 64] |= 1 << (heap % 64);
        left += 1;
    }
    let mut excluded = vec![0u64; open.len()];
    let mut marked = 0;
    for value in 0.. {
        if left == 0 {
            break;
        }
        sink.proceed()?;
        excluded.fill(0);
        for &heap in known.of_value(value) {
            mark(&mut excluded, &bits, heap as usize, reach);
            marked += 1;
            if marked % HEAPS_BETWEEN_QUESTIONS == 0 {
                sink.proceed()?;
            }
        }
        for word in 0..open.len() {
            let mut candidates = open[word] & !excluded[word];
            while candidates != 0 {
                let bit = candidates.trailing_zeros() as usize;
                let heap = 64 * word + bit;
                open[word] &= !(1 << bit);
                window[reach + heap] = V::from_u32(value);
                left -= 1;
                mark(&mut excluded, &bits, reach + heap, reach);
                candidates &= !excluded[word] & !(1 << bit);
                marked += 1;
                if marked % HEAPS_BETWEEN_QUESTIONS == 0 {
                    sink.proceed()?;
                }
            }
        }
    }
    Ok(())
}

/// Returns the set as bits, with an empty word at the end.
fn set_bits(set: &Set) -> Vec<u64> {
    let mut bits = vec![0; set.reach() / 64 + 2];
    for &s in &set.numbers {
        bits[s / 64] |= 1 << (s % 64);
    }
    bits
}

/// Marks the heaps of a strip that are larger than a heap by a number of the set. The heap is given by
/// its index in the window, in which the strip begins after `reach` heaps.
fn mark(excluded: &mut [u64], bits: &[u64], heap: usize, reach: usize) {
    if let Some(ahead) = heap.checked_sub(reach) {
        let (word, shift) = (ahead / 64, ahead % 64);
        let excluded = &mut excluded[word..];
        if shift == 0 {
            excluded.iter_mut().zip(bits).for_each(|(marks, bits)| *marks |= bits);
            return;
        }
        excluded[0] |= bits[0] << shift;
        for (marks, pair) in excluded[1..].iter_mut().zip(bits.windows(2)) {
            *marks |= pair[0] >> (64 - shift) | pair[1] << shift;
        }
    } else {
        let behind = reach - heap;
        let (word, shift) = (behind / 64, behind % 64);
        for (marks, pair) in excluded.iter_mut().zip(bits[word..].windows(2)) {
            // A shift by 64 would be too long.
            *marks |= pair[0] >> shift | pair[1] << 1 << (63 - shift);
        }
    }
}

/// The heaps of a window whose values are known, in the order of their values.
struct Heaps {
    heaps: Vec<u32>,
    /// For each value, where its heaps begin; then where the last ones end.
    starts: Vec<usize>,
}

impl Heaps {
    fn by_value<V: Value>(window: &[V]) -> Self {
        let known = || window.iter().enumerate().filter(|(_, value)| **value != absent());
        let mut starts: Vec<usize> = vec![0];
        for (_, value) in known() {
            let end = value.to_u32() as usize + 1;
            if starts.len() <= end {
                starts.resize(end + 1, 0);
            }
            starts[end] += 1;
        }
        for value in 1..starts.len() {
            starts[value] += starts[value - 1];
        }
        let mut heaps = vec![0; starts.last().copied().unwrap_or(0)];
        let mut next = starts.clone();
        for (heap, value) in known() {
            let place = &mut next[value.to_u32() as usize];
            heaps[*place] = heap as u32;
            *place += 1;
        }
        Heaps { heaps, starts }
    }

    fn of_value(&self, value: u32) -> &[u32] {
        match self.starts.get(value as usize..).unwrap_or_default() {
            [start, end, ..] => &self.heaps[*start..*end],
            _ => &[],
        }
    }
}
