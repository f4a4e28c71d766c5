//! Sets of the values seen on a line, as bitsets, and the least value that none of several has.
//!
//! The search starts at the largest of the sets' low-water marks, the first word of a set that is
//! not full. Where it may end is known per tile: sets are given room for the largest value
//! of a tile before the tile is swept, so that the search has no ends to mind.

use std::collections::HashMap;

/// Words that are compared at once.
const STEP: usize = 4;
/// Words by which a bitset grows.
const GROWTH: usize = 32;

/// The values seen on a line.
#[derive(Default)]
pub(super) struct Seen {
    words: Vec<u64>,
    /// Every word before this one is full.
    first_open_word: usize,
    /// Values that occurred more than once, with how often they did after the first time. Only
    /// removed vectors, terminal positions and folding make a value occur twice on a line.
    #[expect(clippy::box_collection, reason = "lines are many, and hardly any repeats a value")]
    repeated: Option<Box<HashMap<u32, usize>>>,
}

impl Seen {
    /// Bytes of a set of values up to `largest`, beside the `Seen` itself.
    pub(super) fn bytes(largest: usize) -> usize {
        8 * words_for(largest)
    }

    /// Makes room for values up to `largest`.
    pub(super) fn reserve(&mut self, largest: usize) {
        let length = words_for(largest);
        if length > self.words.len() {
            // Exactly what is needed, in steps: lines are many, and memory is estimated from them.
            self.words.reserve_exact(length - self.words.len());
            self.words.resize(length, 0);
        }
    }

    /// Adds a value, and minds whether it is there already.
    pub(super) fn insert(&mut self, value: u32) {
        self.reserve(value as usize);
        if self.word(value as usize / 64) & (1 << (value % 64)) != 0 {
            *self.repeated.get_or_insert_default().entry(value).or_default() += 1;
        }
        self.mark(value);
    }

    /// Adds a value that there is room for.
    #[inline]
    fn mark(&mut self, value: u32) {
        let place = value as usize / 64;
        let word = &mut self.words[place];
        *word |= 1 << (value % 64);
        if *word == u64::MAX && place == self.first_open_word {
            let full = self.words[place..].iter().take_while(|&&word| word == u64::MAX);
            self.first_open_word += full.count();
        }
    }

    /// How often a value that has been seen was seen.
    pub(super) fn occurrences(&self, value: u32) -> usize {
        let repeated = self.repeated.as_ref().and_then(|repeated| repeated.get(&value));
        1 + repeated.copied().unwrap_or(0)
    }

    /// The first word that is not full.
    pub(super) fn first_open_word(&self) -> usize {
        self.first_open_word
    }

    /// The values from 64·`place` on, as bits.
    #[inline]
    pub(super) fn word(&self, place: usize) -> u64 {
        self.words.get(place).copied().unwrap_or(0)
    }
}

/// Words of a set with room for values up to `largest`, and for a step from the word of any.
fn words_for(largest: usize) -> usize {
    (largest / 64 + STEP).next_multiple_of(GROWTH)
}

/// The first value that is not in a union of bitsets, told word by word; none is before `start`.
#[inline]
pub(super) fn first_gap(start: usize, union: impl Fn(usize) -> u64) -> u32 {
    let mut word = start;
    loop {
        let taken = union(word);
        if taken != u64::MAX {
            return word as u32 * 64 + taken.trailing_ones();
        }
        word += 1;
    }
}

/// The first value that none of the sets holds.
pub(super) fn mex_of_lines(lines: &[Seen], ids: &[u32]) -> u32 {
    let sets = || ids.iter().map(|&id| &lines[id as usize]);
    let start = sets().map(|set| set.first_open_word).max().unwrap_or(0);
    first_gap(start, |place| sets().fold(0, |union, set| union | set.word(place)))
}

/// The same for sets with room for that value, to which it is then added.
#[inline(always)]
pub(super) fn claim_mex<const RAYS: usize>(lines: &mut [Seen], ids: &[u32; RAYS]) -> u32 {
    let sets = ids.map(|id| &lines[id as usize]);
    let start = sets.iter().map(|set| set.first_open_word).max().unwrap_or(0);
    let skipped = full_steps(sets.map(|set| set.words.get(start..).unwrap_or_default()));
    let union = |place: usize| sets.iter().fold(0, |union, set| union | set.word(place));
    let value = first_gap(start + skipped * STEP, union);
    for &id in ids {
        lines[id as usize].mark(value);
    }
    value
}

/// How many whole steps of words the union of the sets fills.
#[inline(always)]
fn full_steps<const RAYS: usize>(sets: [&[u64]; RAYS]) -> usize {
    let steps = sets.map(|set| set.as_chunks::<STEP>().0);
    let shortest = steps.iter().map(|steps| steps.len()).min().unwrap_or(0);
    // Of one length, so that the compiler sees that no index is out of bounds.
    let steps = steps.map(|steps| &steps[..shortest]);
    let mut full = 0;
    while full < shortest && is_full(steps.map(|steps| &steps[full])) {
        full += 1;
    }
    full
}

/// Whether the union of these words has all bits.
#[inline(always)]
fn is_full<const RAYS: usize>(step: [&[u64; STEP]; RAYS]) -> bool {
    let mut union = [0; STEP];
    for words in step {
        for (union, word) in union.iter_mut().zip(words) {
            *union |= word;
        }
    }
    union.iter().fold(u64::MAX, |all, word| all & word) == u64::MAX
}
