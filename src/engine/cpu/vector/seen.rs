//! Sets of the values seen on a line, as bitsets, and the least value that none of several sets holds.
//!
//! The search begins at the largest low-water mark of the sets, which is the first word of a set that
//! is not full. Before a plain tile is filled, its sets are given room for the largest value of the
//! tile, so that the search need not check where they end. It compares a cache line of each set at a
//! time.

use std::array::from_fn;
use std::collections::HashMap;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x8};

/// Words that are compared at once.
const STEP: usize = 8;
/// Steps by which a bitset grows.
const GROWTH: usize = 4;

/// Words that are compared at once: a cache line, so that no load crosses two of them.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Step([u64; STEP]);

/// The values seen on a line.
#[derive(Default)]
pub(in crate::engine::cpu) struct Seen {
    steps: Vec<Step>,
    /// Every word before this one is full.
    first_open_word: usize,
    /// How often values occurred after the first time. Only removed vectors, terminal positions and
    /// lines shared with their mirror images make a value occur twice on a line.
    #[expect(clippy::box_collection, reason = "hardly any of the many lines repeats a value")]
    repeated: Option<Box<HashMap<u32, usize>>>,
}

impl Seen {
    /// Returns the bytes of a set of values up to `largest`, in addition to the `Seen` itself.
    pub(in crate::engine::cpu) fn bytes(largest: usize) -> usize {
        size_of::<Step>() * steps_for(largest)
    }

    /// Makes room for values up to `largest`.
    pub(in crate::engine::cpu) fn reserve(&mut self, largest: usize) {
        let length = steps_for(largest);
        if length > self.steps.len() {
            // Exactly what is needed: lines are many, and memory is estimated from them.
            self.steps.reserve_exact(length - self.steps.len());
            self.steps.resize(length, Step::default());
        }
    }

    /// Adds a value, and counts how often it occurs.
    pub(in crate::engine::cpu) fn insert(&mut self, value: u32) {
        self.reserve(value as usize);
        if self.word(value as usize / 64) & (1 << (value % 64)) != 0 {
            *self.repeated.get_or_insert_default().entry(value).or_default() += 1;
        }
        self.mark(value);
    }

    /// Adds a value that there is room for.
    #[inline]
    fn mark(&mut self, value: u32) {
        let index = value as usize / 64;
        let word = &mut self.steps[index / STEP].0[index % STEP];
        *word |= 1 << (value % 64);
        if *word == u64::MAX && index == self.first_open_word {
            self.first_open_word += 1;
            while self.word(self.first_open_word) == u64::MAX {
                self.first_open_word += 1;
            }
        }
    }

    /// Returns how often a value occurred that the set holds.
    pub(in crate::engine::cpu) fn occurrences(&self, value: u32) -> usize {
        let repeated = self.repeated.as_ref().and_then(|repeated| repeated.get(&value));
        1 + repeated.copied().unwrap_or(0)
    }

    /// Returns the index of the first word that is not full.
    pub(in crate::engine::cpu) fn first_open_word(&self) -> usize {
        self.first_open_word
    }

    /// Returns the word with this index: bit i stands for the value 64·`index` + i.
    #[inline]
    pub(in crate::engine::cpu) fn word(&self, index: usize) -> u64 {
        self.steps.get(index / STEP).map_or(0, |step| step.0[index % STEP])
    }
}

/// Returns the steps of a set with room for values up to `largest`.
fn steps_for(largest: usize) -> usize {
    (largest / 64 / STEP + 1).next_multiple_of(GROWTH)
}

/// Returns the lowest clear bit of a union of bitsets, which `union` returns word by word. Words before
/// `start` are full.
#[inline]
pub(in crate::engine::cpu) fn first_gap(start: usize, union: impl Fn(usize) -> u64) -> u32 {
    let mut word = start;
    loop {
        let taken = union(word);
        if taken != u64::MAX {
            return word as u32 * 64 + taken.trailing_ones();
        }
        word += 1;
    }
}

/// Returns the least value that the sets of none of these lines hold.
pub(in crate::engine::cpu) fn mex_of_lines(states: &[Seen], lines: &[u32]) -> u32 {
    let sets = || lines.iter().map(|&line| &states[line as usize]);
    let start = sets().map(|set| set.first_open_word).max().unwrap_or(0);
    first_gap(start, |word| sets().fold(0, |union, set| union | set.word(word)))
}

/// Returns the same value for sets that have room for it, and adds it to them.
#[inline(always)]
pub(in crate::engine::cpu) fn claim_mex<S: Simd, const RAYS: usize>(
    simd: S,
    states: &mut [Seen],
    lines: &[u32; RAYS],
) -> u32 {
    // By `from_fn`: the compiler leaves `map` a function of its own, and five rays take 1.1 times
    // as long.
    let sets: [&Seen; RAYS] = from_fn(|ray| &states[lines[ray] as usize]);
    let start = sets.iter().map(|set| set.first_open_word).max().unwrap_or(0) / STEP;
    let steps: [&[Step]; RAYS] = from_fn(|ray| sets[ray].steps.get(start..).unwrap_or_default());
    let (word, taken) = first_open(simd, steps);
    let value = (start * STEP + word) as u32 * 64 + taken.trailing_ones();
    for &line in lines {
        states[line as usize].mark(value);
    }
    value
}

/// Returns the index and the content of the first word that the union of the sets does not fill. Which
/// word of a step that is cannot be predicted, so it is found without a branch.
#[inline(always)]
fn first_open<S: Simd, const RAYS: usize>(simd: S, sets: [&[Step]; RAYS]) -> (usize, u64) {
    let shortest = sets.iter().map(|steps| steps.len()).min().unwrap_or(0);
    // The slices get one length, so that the compiler sees that no index is out of bounds.
    let sets: [&[Step]; RAYS] = from_fn(|ray| &sets[ray][..shortest]);
    let full = u64x8::splat(simd, u64::MAX);
    for step in 0..shortest {
        let mut union = u64x8::splat(simd, 0);
        for steps in sets {
            union |= u64x8::from_slice(simd, &steps[step].0);
        }
        let open = !union.simd_eq(full).to_bitmask() & ((1 << STEP) - 1);
        if open != 0 {
            let word = open.trailing_zeros() as usize;
            let union: &[u64; STEP] = &union.into();
            return (step * STEP + word, union[word % STEP]);
        }
    }
    // There is room for any value.
    (shortest * STEP, 0)
}

#[cfg(test)]
mod tests {
    use fearless_simd::dispatch;

    use super::*;
    use crate::engine::cpu::simd_levels::levels;

    /// Catches a word or a step that is passed over, or searched in the wrong order.
    #[test]
    fn the_least_value_that_no_set_holds_is_claimed() {
        for level in levels() {
            let mut random = fastrand::Rng::with_seed(7);
            let mut lines: Vec<Seen> = (0..9).map(|_| Seen::default()).collect();
            lines.iter_mut().for_each(|line| line.reserve(6000));
            let mut held = vec![[false; 6000]; lines.len()];
            let mut order: Vec<u32> = (0..9).collect();
            for _ in 0..8000 {
                random.shuffle(&mut order);
                let ids = [order[0], order[1], order[2]];
                let is_free = |value: &usize| ids.iter().all(|&id| !held[id as usize][*value]);
                let expected = (0..6000).find(is_free).expect("a free value");
                let found = dispatch!(level, simd => claim_mex(simd, &mut lines, &ids));
                assert_eq!(found as usize, expected, "{level:?}");
                ids.iter().for_each(|&id| held[id as usize][expected] = true);
            }
            // Whole steps have been passed over.
            assert!(lines.iter().all(|line| line.first_open_word > STEP), "{level:?}");
        }
        for largest in 0..5000 {
            assert!(steps_for(largest) * STEP * 64 > largest);
        }
    }
}
