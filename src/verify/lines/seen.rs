//! The values that were met along a line, as a set.

/// The bits of a word.
const BITS: usize = 64;

/// A set of values, with a bit for each.
#[derive(Default)]
pub(super) struct Seen {
    words: Vec<u64>,
    /// So many words from the beginning on have all their bits.
    full: usize,
    /// How often each value was counted in, where values are taken out again.
    times: Vec<u32>,
    /// How many positions of the line were met.
    pub(super) positions: u32,
}

impl Seen {
    /// Returns the bits of 64 values.
    #[inline]
    pub(super) fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// Returns how many words from the beginning on have all their bits.
    #[inline]
    pub(super) fn full_words(&self) -> usize {
        self.full
    }

    /// Whether a value is in the set.
    #[inline]
    pub(super) fn contains(&self, value: u32) -> bool {
        let (word, bit) = place_of(value);
        self.word(word) & bit != 0
    }

    /// Adds a value.
    #[inline]
    pub(super) fn insert(&mut self, value: u32) {
        let (word, bit) = place_of(value);
        if word >= self.words.len() {
            self.words.reserve_exact(word + 1 - self.words.len());
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= bit;
        while self.word(self.full) == u64::MAX {
            self.full += 1;
        }
    }

    /// Takes a value out, however often it was added.
    pub(super) fn remove(&mut self, value: u32) {
        let (word, bit) = place_of(value);
        if let Some(bits) = self.words.get_mut(word) {
            *bits &= !bit;
            self.full = self.full.min(word);
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
        size_of::<Self>() as u64 + (largest / BITS as u64 + 1) * 8 + largest * of_counts
    }
}

/// Returns the word and the bit of a value.
#[inline]
fn place_of(value: u32) -> (usize, u64) {
    (value as usize / BITS, 1 << (value as usize % BITS))
}

/// Returns whether a value is the least one that is in none of some sets: all smaller ones are in their union, which has
/// these words, of which the first `full` have all their bits, and the value is not. Looks at no word before those.
#[inline]
pub(super) fn is_mex(value: u32, full: usize, union: impl Fn(usize) -> u64) -> bool {
    let (last, bit) = place_of(value);
    let smaller = bit - 1;
    full <= last
        && (full..last).all(|word| union(word) == u64::MAX)
        && union(last) & (smaller | bit) == smaller
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
        for most in [3, 70, 200, 700] {
            let (mut seen, mut plain, mut left) = (Seen::default(), Seen::default(), Vec::new());
            let mut all = BTreeSet::new();
            for step in 0..3000 {
                // Small values come first, so that words become full.
                let value = random.u32(0..most.min(2 + step / 4));
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
                        let found = is_mex(value, set.full_words(), |word| set.word(word));
                        assert_eq!(found, value == expected, "{value}, {expected}");
                    }
                    assert!(
                        !set.contains(expected) && (expected == 0 || set.contains(expected - 1))
                    );
                }
            }
        }
    }

    /// Catches words that are looked at again for every position: those that are full are not.
    #[test]
    fn full_words_are_not_looked_at() {
        let mut seen = Seen::default();
        (0..64 * 100).for_each(|value| seen.insert(value));
        let looked_at = std::cell::RefCell::new(Vec::new());
        let word = |index| {
            looked_at.borrow_mut().push(index);
            seen.word(index)
        };
        assert!(is_mex(6400, seen.full_words(), word));
        assert_eq!(looked_at.into_inner(), [100]);
    }
}
