//! What is kept for a line, and the value that follows from the lines of a position.

use std::collections::VecDeque;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u16x32};

use crate::engine::cpu::vector::line_state::{LineState, take};
use crate::engine::cpu::vector::seen::{Repeats, Seen, first_gap, mex_of_lines, search_mex};
use crate::quantity::Convention;

/// The values of a word.
const WORD: usize = 64;

/// What the value of a position is made of.
pub(super) struct Options<'a> {
    /// The lines all of whose values are options.
    pub(super) whole: &'a [u32],
    /// The lines whose values are options from a place on.
    pub(super) since: &'a [(u32, u32)],
    /// The values of single options.
    pub(super) others: &'a [u32],
    /// Those of listed options: a bit for each.
    pub(super) listed: &'a [u64],
}

/// How the value of a position follows from its lines.
pub(super) trait LineValues: Sync {
    /// What is kept for a line.
    type Kept: LineState + Sync;
    /// Whether places are kept for all lines.
    const ALWAYS_PLACES: bool;

    /// Returns the bytes of a line that keeps places or not, in addition to what is kept itself.
    fn bytes(&self, has_places: bool) -> u64;

    /// Makes room for values up to one.
    fn reserve(&self, kept: &mut Self::Kept, has_places: bool, largest: u32);

    /// Adds a value at a place, from 1 on.
    fn add(&self, kept: &mut Self::Kept, has_places: bool, place: u32, value: u32);

    /// Returns the value of a position with these options.
    fn value<S: Simd>(&self, simd: S, lines: &[Line<Self::Kept>], options: &Options) -> u32;

    /// Returns the value of a position without moves.
    fn terminal_value(&self) -> u32;

    /// Returns a bound on all values.
    fn largest(&self) -> u32;
}

/// A line: what is kept for it, and the values that wait until their places enter the window.
#[derive(Default)]
pub(super) struct Line<K> {
    pub(super) kept: K,
    /// Places and values, in their order.
    pub(super) waiting: VecDeque<(u32, u32)>,
}

impl<K: LineState> LineState for Line<K> {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.kept.pack(bytes);
        bytes.extend((self.waiting.len() as u32).to_le_bytes());
        self.waiting.iter().for_each(|(place, value)| {
            bytes.extend(place.to_le_bytes());
            bytes.extend(value.to_le_bytes());
        });
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let kept = K::unpack(bytes)?;
        let count = take(bytes).map(u32::from_le_bytes)?;
        let number = |bytes: &mut &[u8]| take(bytes).map(u32::from_le_bytes);
        let waiting = (0..count).map(|_| Some((number(bytes)?, number(bytes)?)));
        let waiting = waiting.collect::<Option<VecDeque<_>>>()?;
        Some(Line { kept, waiting })
    }
}

impl<T> AsRef<Seen> for Line<ValuesOnLine<T>> {
    fn as_ref(&self) -> &Seen {
        &self.kept.seen
    }
}

/// An integer that holds the places of a table: the narrower it is, the more of them are compared at once.
pub(super) trait Place: Copy + Default + Ord + Send + Sync + bytemuck::Pod {
    /// The largest place.
    const MOST: u32;

    fn of(place: u32) -> Self;

    /// Returns a bit for each of 64 places that is not before another one.
    fn since<S: Simd>(simd: S, places: &[Self; WORD], oldest: Self) -> u64;
}

impl Place for u16 {
    const MOST: u32 = u16::MAX as u32;

    fn of(place: u32) -> Self {
        place.min(Self::MOST) as u16
    }

    #[inline(always)]
    fn since<S: Simd>(simd: S, places: &[u16; WORD], oldest: u16) -> u64 {
        let oldest = u16x32::splat(simd, oldest);
        let half = |half: &[u16]| u16x32::from_slice(simd, half).simd_ge(oldest).to_bitmask();
        half(&places[..WORD / 2]) | half(&places[WORD / 2..]) << (WORD / 2)
    }
}

impl Place for u32 {
    const MOST: u32 = u32::MAX;

    fn of(place: u32) -> Self {
        place
    }

    #[inline(always)]
    fn since<S: Simd>(_: S, places: &[u32; WORD], oldest: u32) -> u64 {
        let bits = places.iter().enumerate().map(|(bit, place)| u64::from(*place >= oldest) << bit);
        bits.fold(0, |bits, bit| bits | bit)
    }
}

/// The values on a line: those that have been seen, or the last place of each.
#[derive(Default)]
pub(super) struct ValuesOnLine<P> {
    seen: Seen,
    /// For each value its last place, from 1 on: as many as whole words have.
    last: Vec<P>,
}

impl<P: Place> ValuesOnLine<P> {
    /// Returns which values of a word have a place that is not before another one.
    #[inline(always)]
    fn since<S: Simd>(&self, simd: S, word: usize, oldest: P) -> u64 {
        let places = self.last.as_chunks::<WORD>().0.get(word);
        places.map_or(0, |places| P::since(simd, places, oldest))
    }
}

impl<P: Place> LineState for ValuesOnLine<P> {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.seen.pack(bytes);
        bytes.extend((self.last.len() as u32).to_le_bytes());
        bytes.extend_from_slice(bytemuck::cast_slice(&self.last));
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let seen = Seen::unpack(bytes)?;
        let length = take(bytes).map(u32::from_le_bytes)? as usize;
        let (packed, rest) = bytes.split_at_checked(length.checked_mul(size_of::<P>())?)?;
        *bytes = rest;
        let mut last = vec![P::default(); length];
        bytemuck::cast_slice_mut(&mut last).copy_from_slice(packed);
        Some(ValuesOnLine { seen, last })
    }
}

/// The rule of Grundy values, where places are integers of this type.
pub(super) struct GrundyOnLines<P> {
    pub(super) largest: u32,
    pub(super) convention: Convention,
    pub(super) places: std::marker::PhantomData<P>,
}

/// Returns how many places are kept for values up to one.
fn places_for(largest: u32) -> usize {
    (largest as usize / WORD + 1) * WORD
}

impl<P: Place> LineValues for GrundyOnLines<P> {
    type Kept = ValuesOnLine<P>;
    const ALWAYS_PLACES: bool = false;

    fn bytes(&self, has_places: bool) -> u64 {
        match has_places {
            true => (places_for(self.largest) * size_of::<P>()) as u64,
            false => Seen::bytes(self.largest as usize, Repeats::NONE) as u64,
        }
    }

    fn reserve(&self, kept: &mut ValuesOnLine<P>, has_places: bool, largest: u32) {
        if !has_places {
            return kept.seen.reserve(largest as usize, Repeats::NONE);
        }
        let length = places_for(largest);
        if length > kept.last.len() {
            kept.last.reserve_exact(length - kept.last.len());
            kept.last.resize(length, P::default());
        }
    }

    #[inline(always)]
    fn add(&self, kept: &mut ValuesOnLine<P>, has_places: bool, place: u32, value: u32) {
        if !has_places {
            return kept.seen.insert(value, Repeats::NONE);
        }
        // A value that no position can have is beyond all places: it changes nothing.
        if let Some(last) = kept.last.get_mut(value as usize) {
            *last = P::of(place);
        }
    }

    #[inline(always)]
    fn value<S: Simd>(&self, simd: S, lines: &[Line<ValuesOnLine<P>>], options: &Options) -> u32 {
        let mex = match (options.whole, options) {
            (whole, Options { since: [], others: [], listed: [], .. }) => match *whole {
                [a] => search_mex(simd, lines, &[a]),
                [a, b] => search_mex(simd, lines, &[a, b]),
                [a, b, c] => search_mex(simd, lines, &[a, b, c]),
                [a, b, c, d] => search_mex(simd, lines, &[a, b, c, d]),
                ref whole => mex_of_lines(lines, whole),
            },
            _ => mex_since(simd, lines, options),
        };
        match mex {
            0 if self.convention == Convention::Misere && !has_options(lines, options) => 1,
            mex => mex,
        }
    }

    fn terminal_value(&self) -> u32 {
        u32::from(self.convention == Convention::Misere)
    }

    fn largest(&self) -> u32 {
        self.largest
    }
}

/// Returns the least value that no option has.
#[inline(always)]
fn mex_since<S: Simd, P: Place>(
    simd: S,
    lines: &[Line<ValuesOnLine<P>>],
    options: &Options,
) -> u32 {
    let whole = || options.whole.iter().map(|&line| &lines[line as usize].kept.seen);
    let start = whole().map(Seen::first_open_word).max().unwrap_or(0);
    first_gap(start, |word| {
        let of_word = options.others.iter().filter(|&&value| value as usize / WORD == word);
        let listed = options.listed.get(word).copied().unwrap_or(0);
        let others = of_word.fold(listed, |bits, value| bits | 1u64 << (value % WORD as u32));
        let mut taken = whole().fold(others, |union, seen| union | seen.word(word));
        for &(line, oldest) in options.since {
            if taken != u64::MAX {
                taken |= lines[line as usize].kept.since(simd, word, P::of(oldest));
            }
        }
        taken
    })
}

/// Returns whether a position has any option.
#[cold]
fn has_options<P: Place>(lines: &[Line<ValuesOnLine<P>>], options: &Options) -> bool {
    let kept = |line: u32| &lines[line as usize].kept;
    let has_since =
        |&(line, oldest): &(u32, u32)| kept(line).last.iter().any(|&place| place >= P::of(oldest));
    !(options.others.is_empty() && options.listed.is_empty())
        || options.whole.iter().any(|&line| !kept(line).seen.is_empty())
        || options.since.iter().any(has_since)
}

/// The rule of outcomes.
pub(super) struct OutcomesOnLines {
    pub(super) convention: Convention,
}

/// The last places of an N-position and of a P-position on a line, from 1 on.
#[derive(Default)]
pub(super) struct OutcomesOnLine([u32; 2]);

impl LineState for OutcomesOnLine {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.0.iter().for_each(|place| bytes.extend(place.to_le_bytes()));
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let mut place = || take(bytes).map(u32::from_le_bytes);
        Some(OutcomesOnLine([place()?, place()?]))
    }
}

impl LineValues for OutcomesOnLines {
    type Kept = OutcomesOnLine;
    const ALWAYS_PLACES: bool = true;

    fn bytes(&self, _: bool) -> u64 {
        0
    }

    fn reserve(&self, _: &mut OutcomesOnLine, _: bool, _: u32) {}

    #[inline(always)]
    fn add(&self, kept: &mut OutcomesOnLine, _: bool, place: u32, value: u32) {
        if let Some(last) = kept.0.get_mut(value as usize) {
            *last = place;
        }
    }

    #[inline(always)]
    fn value<S: Simd>(&self, _: S, lines: &[Line<OutcomesOnLine>], options: &Options) -> u32 {
        // Whether there is an option of each kind.
        let mut has = [false; 2];
        for &value in options.others {
            if let Some(has) = has.get_mut(value as usize) {
                *has = true;
            }
        }
        for &(line, oldest) in options.since {
            let OutcomesOnLine(last) = lines[line as usize].kept;
            has = [has[0] | (last[0] >= oldest), has[1] | (last[1] >= oldest)];
        }
        match has {
            [false, false] => self.terminal_value(),
            [_, has_p] => u32::from(!has_p),
        }
    }

    fn terminal_value(&self) -> u32 {
        u32::from(self.convention == Convention::Normal)
    }

    fn largest(&self) -> u32 {
        1
    }
}
