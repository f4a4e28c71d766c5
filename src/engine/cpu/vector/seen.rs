//! Sets of the values seen on a line, as bitsets, and the least value that none of several sets holds.
//!
//! The search begins at the largest low-water mark of the sets, which is the first word of a set that
//! is not full. Before a plain tile is filled, its sets are given room for the largest value of the
//! tile, so that the search need not check where they end. It compares a cache line of each set at a
//! time.

use std::array::from_fn;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x8};

use super::line_state::{LineState, take};

/// Words that are compared at once.
pub(super) const STEP: usize = 8;
/// Steps by which a bitset grows that has as many; a smaller one is doubled.
const GROWTH: usize = 4;

/// Words that are compared at once: a cache line, so that no load crosses two of them.
#[derive(Clone, Copy, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(super) struct Step(pub(super) [u64; STEP]);

/// The values seen on a line.
#[derive(Default)]
pub(in crate::engine::cpu) struct Seen {
    steps: Vec<Step>,
    /// Every word before this one is full.
    first_open_word: usize,
    /// How often each value occurred after the first time, in binary digits ([`Repeats`]): the steps of the lowest
    /// digit and of the next ones by turns.
    repeats: Vec<Step>,
}

/// How far a line counts how often a value occurs on it again: in this many binary digits, up to the number that
/// has only ones. Lines of rays without removed multiples count nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::cpu) struct Repeats {
    digits: usize,
}

impl Repeats {
    /// Counts nothing.
    pub(in crate::engine::cpu) const NONE: Repeats = Repeats { digits: 0 };

    /// Returns whether repeated values are counted.
    #[inline]
    pub(in crate::engine::cpu) fn are_counted(self) -> bool {
        self.digits > 0
    }

    /// Counts up to this number at least.
    pub(in crate::engine::cpu) fn up_to(most: usize) -> Self {
        Repeats { digits: (usize::BITS - most.leading_zeros()) as usize }
    }

    /// Returns the places of the digits of a value, the lowest first: which step, which word of it.
    fn digits_of(self, value: u32) -> impl Iterator<Item = (usize, usize)> {
        let index = value as usize / 64;
        (0..self.digits).map(move |digit| (index / STEP * self.digits + digit, index % STEP))
    }
}

impl Seen {
    /// Returns the bytes of a set of values up to `largest`, in addition to the `Seen` itself. An allocator takes about
    /// a step more for each aligned allocation.
    pub(in crate::engine::cpu) fn bytes(largest: usize, repeats: Repeats) -> usize {
        let allocations = 1 + usize::from(repeats.digits > 0);
        size_of::<Step>() * (steps_for(largest) * (1 + repeats.digits) + allocations)
    }

    /// Makes room for values up to `largest`.
    pub(in crate::engine::cpu) fn reserve(&mut self, largest: usize, repeats: Repeats) {
        let length = steps_for(largest);
        if length > self.steps.len() {
            lengthen(&mut self.steps, length);
            lengthen(&mut self.repeats, length * repeats.digits);
        }
    }

    /// Adds a value, and counts how often it occurs.
    pub(in crate::engine::cpu) fn insert(&mut self, value: u32, repeats: Repeats) {
        self.reserve(value as usize, repeats);
        self.add(value, repeats);
    }

    /// Adds a value that there is room for, and counts how often it occurs.
    #[inline]
    pub(in crate::engine::cpu) fn add(&mut self, value: u32, repeats: Repeats) {
        if repeats.digits > 0 && self.holds(value) {
            self.count_again(value, repeats);
        }
        self.mark(value);
    }

    /// Returns whether the set holds a value.
    #[inline]
    pub(in crate::engine::cpu) fn holds(&self, value: u32) -> bool {
        self.word(value as usize / 64) & (1 << (value % 64)) != 0
    }

    /// Counts a value that the set holds once more, unless it has been counted as often as the digits allow.
    fn count_again(&mut self, value: u32, repeats: Repeats) {
        if self.repeats_of(value, repeats) + 1 == 1 << repeats.digits {
            return;
        }
        for (step, word) in repeats.digits_of(value) {
            let digit = &mut self.repeats[step].0[word];
            *digit ^= 1 << (value % 64);
            // A digit that has become 1 is carried no further.
            if *digit & (1 << (value % 64)) != 0 {
                return;
            }
        }
    }

    /// Returns how often a value occurred after the first time, as far as that is counted.
    fn repeats_of(&self, value: u32, repeats: Repeats) -> usize {
        let digits = repeats.digits_of(value).map(|(step, word)| self.repeats[step].0[word]);
        let digits = digits.map(|word| (word >> (value % 64)) as usize & 1);
        digits.enumerate().map(|(place, digit)| digit << place).sum()
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

    /// Returns how often a value occurred that the set holds, as far as that is counted.
    pub(in crate::engine::cpu) fn occurrences(&self, value: u32, repeats: Repeats) -> usize {
        1 + self.repeats_of(value, repeats)
    }

    /// Returns whether the set holds no value.
    pub(in crate::engine::cpu) fn is_empty(&self) -> bool {
        self.steps.iter().all(|step| step.0 == [0; STEP])
    }

    /// Returns the index of the first word that is not full.
    pub(in crate::engine::cpu) fn first_open_word(&self) -> usize {
        self.first_open_word
    }

    /// Returns the words there is room for.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the words there is room for, to be overwritten by supersets.
    pub(super) fn steps_mut(&mut self) -> &mut [Step] {
        &mut self.steps
    }

    /// Takes over that all words up to `open`, which is not full, are full if those before `first` are.
    pub(super) fn fill_up_to(&mut self, first: usize, open: usize) {
        if self.first_open_word >= first {
            self.first_open_word = open;
        }
    }

    /// Returns the word with this index: bit i stands for the value 64·`index` + i.
    #[inline]
    pub(in crate::engine::cpu) fn word(&self, index: usize) -> u64 {
        self.steps.get(index / STEP).map_or(0, |step| step.0[index % STEP])
    }
}

impl AsRef<Seen> for Seen {
    fn as_ref(&self) -> &Seen {
        self
    }
}

/// A set is sent from its first open word to its last value; with all counts of repeated values, if there are any.
impl LineState for Seen {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let all: &[u64] = bytemuck::cast_slice(&self.steps);
        // As many counts as there is room for belong to a set.
        let end = match self.repeats.is_empty() {
            true => all.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1),
            false => all.len(),
        };
        bytes.extend((self.first_open_word as u32).to_le_bytes());
        pack_words(all[..end].get(self.first_open_word..).unwrap_or_default(), bytes);
        pack_words(bytemuck::cast_slice(&self.repeats), bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let first_open_word = take(bytes).map(u32::from_le_bytes)? as usize;
        let steps = unpack_steps(bytes, first_open_word)?;
        let repeats = unpack_steps(bytes, 0)?;
        Some(Seen { steps, first_open_word, repeats })
    }
}

/// Appends words, behind their number. Ranks have the same order of bytes.
fn pack_words(words: &[u64], bytes: &mut Vec<u8>) {
    bytes.extend((words.len() as u32).to_le_bytes());
    bytes.extend_from_slice(bytemuck::cast_slice(words));
}

/// Takes words, which come behind this many full ones.
fn unpack_steps(bytes: &mut &[u8], full: usize) -> Option<Vec<Step>> {
    let length = take(bytes).map(u32::from_le_bytes)? as usize;
    let (packed, rest) = bytes.split_at_checked(length.checked_mul(size_of::<u64>())?)?;
    *bytes = rest;
    let mut steps = vec![Step::default(); (full + length).div_ceil(STEP)];
    let words: &mut [u64] = bytemuck::cast_slice_mut(&mut steps);
    words[..full].fill(u64::MAX);
    bytemuck::cast_slice_mut(&mut words[full..full + length]).copy_from_slice(packed);
    Some(steps)
}

/// Adds empty steps.
fn lengthen(steps: &mut Vec<Step>, length: usize) {
    // Exactly what is needed: lines are many, and memory is estimated from them.
    steps.reserve_exact(length - steps.len());
    steps.resize(length, Step::default());
}

/// Returns the steps of a set with room for values up to `largest`.
fn steps_for(largest: usize) -> usize {
    let steps = largest / 64 / STEP + 1;
    if steps < GROWTH { steps.next_power_of_two() } else { steps.next_multiple_of(GROWTH) }
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
pub(in crate::engine::cpu) fn mex_of_lines(states: &[impl AsRef<Seen>], lines: &[u32]) -> u32 {
    let sets = || lines.iter().map(|&line| states[line as usize].as_ref());
    let start = sets().map(|set| set.first_open_word).max().unwrap_or(0);
    first_gap(start, |word| sets().fold(0, |union, set| union | set.word(word)))
}

/// Returns the same value for sets that have room for it.
#[inline(always)]
pub(in crate::engine::cpu) fn search_mex<S: Simd, const RAYS: usize>(
    simd: S,
    states: &[impl AsRef<Seen>],
    lines: &[u32; RAYS],
) -> u32 {
    // By `from_fn`: the compiler leaves `map` a function of its own, and five rays take 1.1 times
    // as long.
    let sets: [&Seen; RAYS] = from_fn(|ray| states[lines[ray] as usize].as_ref());
    let start = sets.iter().map(|set| set.first_open_word).max().unwrap_or(0) / STEP;
    let steps: [&[Step]; RAYS] = from_fn(|ray| sets[ray].steps.get(start..).unwrap_or_default());
    let (word, taken) = first_open(simd, steps);
    (start * STEP + word) as u32 * 64 + taken.trailing_ones()
}

/// Returns the same value for sets that have room for it, and adds it to them.
#[inline(always)]
pub(in crate::engine::cpu) fn claim_mex<S: Simd, const RAYS: usize>(
    simd: S,
    states: &mut [Seen],
    lines: &[u32; RAYS],
) -> u32 {
    let value = search_mex(simd, states, lines);
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
    use crate::engine::cpu::tests::simd_levels::levels;

    /// Catches a word or a step that is passed over, or searched in the wrong order.
    #[test]
    fn the_least_value_that_no_set_holds_is_claimed() {
        for level in levels() {
            let mut random = fastrand::Rng::with_seed(7);
            let mut lines: Vec<Seen> = (0..9).map(|_| Seen::default()).collect();
            lines.iter_mut().for_each(|line| line.reserve(6000, Repeats::up_to(0)));
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
            // Full sets have no room for the value that is found: it is the first one behind them.
            let full = [Step([u64::MAX; STEP]); 2];
            let found = dispatch!(level, simd => first_open(simd, [&full[..]]));
            assert_eq!(found, (2 * STEP, 0), "{level:?}");
            // Whole steps have been passed over.
            assert!(lines.iter().all(|line| line.first_open_word > STEP), "{level:?}");
        }
        for largest in 0..5000 {
            assert!(steps_for(largest) * STEP * 64 > largest);
        }
    }

    /// Catches a carry that is lost, and a value whose count runs over into that of another one or begins again.
    #[test]
    fn values_are_counted_as_far_as_the_digits_allow() {
        for most in 0..9 {
            let repeats = Repeats::up_to(most);
            let mut random = fastrand::Rng::with_seed(most as u64);
            let mut set = Seen::default();
            // Values that take several steps.
            let mut counts = [0usize; 2100];
            for _ in 0..18_000 {
                let value = random.usize(..counts.len());
                counts[value] += 1;
                set.insert(value as u32, repeats);
            }
            let told = most + 1;
            for (value, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
                let found = set.occurrences(value as u32, repeats);
                assert_eq!(found.min(told), count.min(told), "{value}, at most {most}");
            }
        }
    }
}
