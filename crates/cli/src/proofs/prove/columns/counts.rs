//! How many P-positions lie on the lines of a ray, for all the lines that a column meets: a row of small numbers.

/// Numbers at the indices of a row, each counted up to a bound.
///
/// Sixty-four of them are looked at together: bit i of a word of threshold t says that number i is t or more. Words in
/// which all numbers have reached `high` are skipped.
pub(super) struct Counts {
    /// The words of the thresholds 1, 2, ..., for the first 64 numbers, for the next 64, and so on.
    words: Vec<u64>,
    /// The largest number that is counted.
    most: usize,
    /// The number that is sought: how many options make a position an N-position.
    high: usize,
    /// For each word in which all numbers are high, a later one; for each other word itself.
    next: Vec<u32>,
}

impl Counts {
    /// Returns `length` zeros.
    pub(super) fn new(length: usize, most: usize, high: usize) -> Self {
        // One word more, since 64 numbers may begin anywhere.
        let words = length.div_ceil(64) + 1;
        Counts { words: vec![0; words * most], most, high, next: (0..=words as u32).collect() }
    }

    /// Adds 1 to the number at an index.
    pub(super) fn add(&mut self, index: usize) {
        let (word, bit) = (index / 64, 1 << (index % 64));
        let thresholds = &mut self.words[word * self.most..][..self.most];
        if let Some(threshold) = thresholds.iter_mut().find(|threshold| **threshold & bit == 0) {
            *threshold |= bit;
        }
        if thresholds[self.high - 1] == u64::MAX && self.next[word] as usize == word {
            self.next[word] = word as u32 + 1;
        }
    }

    /// Returns the number at an index.
    pub(super) fn at(&self, index: usize) -> usize {
        let thresholds = &self.words[index / 64 * self.most..][..self.most];
        thresholds.iter().filter(|&threshold| threshold >> (index % 64) & 1 != 0).count()
    }

    /// Returns which of the 64 numbers from an index on have reached a threshold.
    pub(super) fn reached(&self, threshold: usize, index: usize) -> u64 {
        let (word, shift) = (index / 64, index % 64);
        let at = word * self.most + threshold - 1;
        let low = self.words[at] >> shift;
        // A shift by 64 - 0 is one by 63 and one more.
        let high = self.words.get(at + self.most).map_or(0, |word| word << (63 - shift) << 1);
        low | high
    }

    /// Returns the first index from this one on in whose word some number is not high.
    pub(super) fn skip(&mut self, index: usize) -> usize {
        let mut word = index / 64;
        if self.next[word] as usize == word {
            return index;
        }
        while self.next[word] as usize != word {
            // Every second step on the way is left out the next time.
            let next = self.next[word] as usize;
            self.next[word] = self.next[next];
            word = next;
        }
        word * 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a number that is counted at another index, beyond its bound, or skipped before it is high.
    #[test]
    fn numbers_are_counted_and_skipped() {
        let mut counts = Counts::new(200, 3, 2);
        let mut expected = vec![0; 200];
        for step in 0..900 {
            let index = step * step % 131;
            counts.add(index);
            expected[index] = (expected[index] + 1).min(3);
        }
        for (index, number) in expected.iter_mut().enumerate().take(128) {
            counts.add(index);
            counts.add(index);
            *number = (*number + 2).min(3);
        }
        assert!((0..200).all(|index| counts.at(index) == expected[index]));
        let (at, threshold) = (100, 2);
        let reached = counts.reached(threshold, at);
        assert!((0..64).all(|i| (reached >> i & 1 != 0) == (expected[at + i] >= threshold)));
        assert_eq!([0, 63, 64, 127].map(|index| counts.skip(index)), [128; 4]);
        assert_eq!([129, 199].map(|index| counts.skip(index)), [129, 199]);
    }
}
