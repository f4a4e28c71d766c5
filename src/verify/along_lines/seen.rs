//! The values that were met along a line, as a set.

/// A bit for each of 512 values: a compiler makes a few instructions of what is done with all of them.
type Block = [u64; WORDS];
const WORDS: usize = 8;
const BITS: usize = 64;

/// A set of values, with a bit for each.
#[derive(Default)]
pub(super) struct Seen {
    blocks: Vec<Block>,
    /// So many blocks from the beginning on have all their bits.
    full: usize,
    /// How often each value was counted in, where values are taken out again.
    times: Vec<u32>,
    /// How many positions of the line were met.
    pub(super) positions: u32,
}

impl Seen {
    /// Whether a value is in the set.
    #[inline]
    pub(super) fn contains(&self, value: u32) -> bool {
        let (block, word, bit) = place_of(value);
        self.blocks.get(block).is_some_and(|words| words[word] & bit != 0)
    }

    /// Adds a value.
    #[inline]
    pub(super) fn insert(&mut self, value: u32) {
        let (block, word, bit) = place_of(value);
        if block >= self.blocks.len() {
            self.blocks.reserve_exact(block + 1 - self.blocks.len());
            self.blocks.resize(block + 1, [0; WORDS]);
        }
        self.blocks[block][word] |= bit;
        if block == self.full {
            while self.blocks.get(self.full).is_some_and(is_full) {
                self.full += 1;
            }
        }
    }

    /// Takes a value out, however often it was added.
    pub(super) fn remove(&mut self, value: u32) {
        let (block, word, bit) = place_of(value);
        if let Some(words) = self.blocks.get_mut(block) {
            words[word] &= !bit;
            self.full = self.full.min(block);
        }
    }

    /// Adds a value once more.
    pub(super) fn count_in(&mut self, value: u32) {
        let index = value as usize;
        if index >= self.times.len() {
            self.times.resize(index + 1, 0);
        }
        self.times[index] += 1;
        self.insert(value);
    }

    /// Takes a value out once: it is in the set as long as it was counted in more often.
    pub(super) fn count_out(&mut self, value: u32) {
        if let Some(times @ 1..) = self.times.get_mut(value as usize) {
            *times -= 1;
            if *times == 0 {
                self.remove(value);
            }
        }
    }

    /// Returns about the bytes of a set of values up to this one, which are counted or not.
    pub(super) fn bytes(largest: u64, are_counted: bool) -> u64 {
        let of_counts = if are_counted { 2 * size_of::<u32>() as u64 } else { 0 };
        let blocks = largest / (WORDS * BITS) as u64 + 1;
        size_of::<Self>() as u64 + blocks * size_of::<Block>() as u64 + largest * of_counts
    }
}

/// Returns the block of a value, its word in the block, and its bit.
#[inline]
fn place_of(value: u32) -> (usize, usize, u64) {
    let value = value as usize;
    (value / (WORDS * BITS), value / BITS % WORDS, 1 << (value % BITS))
}

#[inline]
fn is_full(words: &Block) -> bool {
    words.iter().fold(u64::MAX, |all, word| all & word) == u64::MAX
}

/// Returns whether a value is the least one that is in none of some sets: all smaller ones are in their union, and the
/// value is not. Looks at no block that is full in one of them.
#[inline]
pub(super) fn is_mex<'a>(value: u32, sets: impl Iterator<Item = &'a Seen> + Clone) -> bool {
    let (last, word, bit) = place_of(value);
    let smaller = bit - 1;
    let union = |block: usize| {
        let mut union = [0; WORDS];
        for words in sets.clone().filter_map(|set| set.blocks.get(block)) {
            union.iter_mut().zip(words).for_each(|(union, word)| *union |= word);
        }
        union
    };
    let full = sets.clone().map(|set| set.full).max().unwrap_or(0);
    if full > last || !(full..last).all(|block| is_full(&union(block))) {
        return false;
    }
    let union = union(last);
    union[..word].iter().all(|&word| word == u64::MAX) && union[word] & (smaller | bit) == smaller
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::mex::mex;

    /// Catches bits in a wrong place, values that are lost though they were counted in twice, and words that are skipped
    /// though they have a gap again.
    #[test]
    fn a_mex_is_that_of_the_values_that_are_left() {
        let mut random = fastrand::Rng::with_seed(3);
        for most in [3, 70, 700, 1600] {
            let (mut seen, mut plain, mut left) = (Seen::default(), Seen::default(), Vec::new());
            let mut all = BTreeSet::new();
            for step in 0..9000 {
                // Small values come first, so that words become full.
                let value = random.u32(0..most.min(2 + step / 2));
                if step % 3 == 2 && !left.is_empty() {
                    seen.count_out(left.swap_remove(random.usize(0..left.len())));
                } else {
                    seen.count_in(value);
                    left.push(value);
                    plain.insert(value);
                    all.insert(value);
                }
                for (set, expected) in
                    [(&seen, mex(left.iter().copied())), (&plain, mex(all.iter().copied()))]
                {
                    for value in [expected.saturating_sub(1), expected, expected + 1, expected + 64]
                    {
                        let found = is_mex(value, [set].into_iter());
                        assert_eq!(found, value == expected, "{value}, {expected}");
                    }
                    assert!(
                        !set.contains(expected) && (expected == 0 || set.contains(expected - 1))
                    );
                }
            }
        }
    }

    /// Catches blocks that are looked at again for every position, although they are full: a gap in one, which is
    /// none, is not found.
    #[test]
    fn full_blocks_are_not_looked_at() {
        let mut seen = Seen::default();
        (0..512 * 3).for_each(|value| seen.insert(value));
        assert_eq!(seen.full, 3);
        assert!(is_mex(512 * 3, [&seen].into_iter()));
        seen.blocks[1] = [0; WORDS];
        assert!(is_mex(512 * 3, [&seen].into_iter()));
    }
}
