//! Values that repeat.
//!
//! **Claim.** Let r be the largest number of the set, and let the last r values before the heap of n be
//! the last r values before the heap of n - p, where n - p >= r, no heap from n - p on is terminal, and
//! all values from there to n - 1 were computed. Then g(m) = g(m - p) for all m >= n.
//!
//! **Proof.** From r on, the value of a heap that is not terminal is the same function of the r values
//! before it. So g(n) = g(n - p), and the values before n + 1 are those before n + 1 - p.
//!
//! **Source.** Winning Ways, chapter 4, for Grundy values; the argument holds for whatever is counted
//! over the options.

use crate::values::Value;

/// Values that repeat for ever.
pub(super) struct Repeating<V> {
    /// At least one period of them, a multiple of the least.
    values: Vec<V>,
    /// The heap size of the first.
    from: usize,
}

/// Patterns shorter than this are repeated, so that copying them does not take long.
const SHORTEST_PATTERN: usize = 1 << 12;
/// The most heap sizes in which a period is looked for.
const MOST_SIZES: usize = 1 << 25;

impl<V: Value> Repeating<V> {
    /// Looks for the least period in the values before the heap of `end`. The values from the heap of
    /// `first_computed` on were computed from those before them; no heap from there on is terminal.
    pub(super) fn find(
        values: &[V],
        reach: usize,
        end: usize,
        first_computed: usize,
    ) -> Option<Self> {
        if reach == 0 || values.len() > MOST_SIZES {
            return None;
        }
        let longest = end.checked_sub(first_computed.max(reach))?;
        let backwards: Vec<V> = values.iter().rev().copied().collect();
        let matched = lengths_of_matches(&backwards);
        let is_period = |&period: &usize| matched[period] as usize >= reach;
        let period = (1..=longest.min(values.len() - reach)).find(is_period)?;
        let one = &values[values.len() - period..];
        let values = one.repeat(SHORTEST_PATTERN.div_ceil(period));
        Some(Repeating { values, from: end })
    }

    /// Writes the values from the heap of `start` on.
    pub(super) fn write(&self, start: usize, strip: &mut [V]) {
        let mut offset = (start - self.from) % self.values.len();
        let mut rest = strip;
        while !rest.is_empty() {
            let length = rest.len().min(self.values.len() - offset);
            let (now, later) = rest.split_at_mut(length);
            now.copy_from_slice(&self.values[offset..offset + length]);
            (rest, offset) = (later, 0);
        }
    }
}

/// Returns for each index how many values from there on are those from the beginning on (the
/// Z-function; Gusfield, Algorithms on Strings, 1997, section 1.3).
fn lengths_of_matches<V: Value>(values: &[V]) -> Vec<u32> {
    let mut lengths = vec![0; values.len()];
    // The match that ends last.
    let (mut start, mut end) = (0, 0);
    for index in 1..values.len() {
        let mut length = 0;
        if index < end {
            length = (lengths[index - start] as usize).min(end - index);
        }
        while index + length < values.len() && values[length] == values[index + length] {
            length += 1;
        }
        if index + length > end {
            (start, end) = (index, index + length);
        }
        lengths[index] = length as u32;
    }
    lengths
}

/// Returns the bytes that the search takes for this many heap sizes, whose values have this many bytes.
pub(super) fn bytes(sizes: u64, value_bytes: u64) -> u64 {
    // Values backwards, lengths, and the pattern.
    sizes.min(MOST_SIZES as u64) * (2 * value_bytes + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a match that is said to be longer or shorter than it is.
    #[test]
    fn lengths_are_those_of_the_matches() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..300 {
            let values: Vec<u8> = (0..40).map(|_| random.u8(..2)).collect();
            let lengths = lengths_of_matches(&values);
            for index in 1..values.len() {
                let pairs = values.iter().zip(&values[index..]);
                let length = pairs.take_while(|(one, other)| one == other).count();
                assert_eq!(lengths[index] as usize, length, "{index} of {values:?}");
            }
        }
    }

    /// Catches a period that is missed, one that the values do not have, and a pattern that is written wrongly.
    #[test]
    fn the_least_period_is_found() {
        let mut random = fastrand::Rng::with_seed(6);
        for _ in 0..3000 {
            let pattern: Vec<u8> = (0..random.usize(1..20)).map(|_| random.u8(..3)).collect();
            let mut values: Vec<u8> = (0..random.usize(..20)).map(|_| random.u8(..3)).collect();
            values.extend(pattern.iter().cycle().take(random.usize(7..60)));
            let length = values.len();
            let reach = random.usize(1..=7);
            let end = length + random.usize(..10);
            let first_computed = random.usize(..=end);

            let longest = end.saturating_sub(first_computed.max(reach)).min(length - reach);
            let last = |behind: usize| &values[length - reach - behind..length - behind];
            let least = (1..=longest).find(|&period| last(period) == last(0));
            let found = Repeating::find(&values, reach, end, first_computed);
            assert_eq!(found.is_some(), least.is_some(), "{reach}, {longest}: {values:?}");
            if let (Some(found), Some(period)) = (found, least) {
                let later = random.usize(..50);
                let mut strip = vec![0; 5000];
                found.write(end + later, &mut strip);
                let expected = values[length - period..].iter().cycle().skip(later % period);
                assert!(strip.iter().eq(expected.take(strip.len())), "{period}: {values:?}");
            }
        }
    }
}
