//! What is kept for a line, and the value that follows from the lines of a position.

use fearless_simd::Simd;

use super::super::quantities::NoValues;
use crate::engine::cpu::vector::seen::{Repeats, Seen, first_gap, mex_of_lines, search_mex};
use crate::quantity::Convention;

/// How the value of a position follows from its lines.
pub(super) trait LineRule: Sync {
    /// What is kept for a line.
    type State: Default + Send;

    /// Returns the numbers that stand for no value. All values are less.
    fn no_values(&self) -> NoValues;

    /// Returns the bytes of a line where values are at most so large, in addition to the state itself.
    fn bytes(&self, largest: usize) -> u64;

    /// Makes room for values up to one.
    fn reserve(&self, state: &mut Self::State, largest: usize);

    /// Adds the value of an option.
    fn add(&self, state: &mut Self::State, value: u32);

    /// Returns the value of a position with these lines and with other options of these values.
    fn value<S: Simd>(&self, simd: S, states: &[Self::State], lines: &[u32], others: &[u32])
    -> u32;

    /// Returns the value of a position without moves.
    fn terminal_value(&self) -> u32;
}

/// The rule of Grundy values: the set of the values seen on a line.
pub(in crate::engine::cpu::clauses) struct GrundyOnLines {
    pub(in crate::engine::cpu::clauses) largest: u32,
    pub(in crate::engine::cpu::clauses) convention: Convention,
}

impl LineRule for GrundyOnLines {
    type State = Seen;

    fn no_values(&self) -> NoValues {
        NoValues { empty: self.largest + 1, pending: self.largest + 2 }
    }

    fn bytes(&self, largest: usize) -> u64 {
        Seen::bytes(largest, Repeats::NONE) as u64
    }

    fn reserve(&self, state: &mut Seen, largest: usize) {
        state.reserve(largest, Repeats::NONE);
    }

    #[inline(always)]
    fn add(&self, state: &mut Seen, value: u32) {
        state.add(value, Repeats::NONE);
    }

    #[inline(always)]
    fn value<S: Simd>(&self, simd: S, states: &[Seen], lines: &[u32], others: &[u32]) -> u32 {
        let mex = match *lines {
            _ if !others.is_empty() => mex_beside(states, lines, others),
            [a] => search_mex(simd, states, &[a]),
            [a, b] => search_mex(simd, states, &[a, b]),
            [a, b, c] => search_mex(simd, states, &[a, b, c]),
            [a, b, c, d] => search_mex(simd, states, &[a, b, c, d]),
            ref lines => mex_of_lines(states, lines),
        };
        let has_options =
            || !others.is_empty() || lines.iter().any(|&line| !states[line as usize].is_empty());
        match mex {
            0 if self.convention == Convention::Misere && !has_options() => 1,
            mex => mex,
        }
    }

    fn terminal_value(&self) -> u32 {
        u32::from(self.convention == Convention::Misere)
    }
}

/// Returns the least value that neither the sets of lines have nor the others are.
fn mex_beside(states: &[Seen], lines: &[u32], others: &[u32]) -> u32 {
    let sets = || lines.iter().map(|&line| &states[line as usize]);
    let start = sets().map(Seen::first_open_word).max().unwrap_or(0);
    first_gap(start, |word| {
        let of_word = others.iter().filter(|&&value| value as usize / 64 == word);
        let others = of_word.fold(0, |bits, value| bits | 1u64 << (value % 64));
        sets().fold(others, |union, set| union | set.word(word))
    })
}

/// The rule of outcomes: which options there are on a line.
pub(in crate::engine::cpu::clauses) struct OutcomesOnLines {
    pub(in crate::engine::cpu::clauses) convention: Convention,
}

/// Bit i for options of value i.
#[derive(Clone, Copy, Default)]
pub(in crate::engine::cpu::clauses) struct Kinds(u8);

impl LineRule for OutcomesOnLines {
    type State = Kinds;

    fn no_values(&self) -> NoValues {
        NoValues { empty: 2, pending: 3 }
    }

    fn bytes(&self, _: usize) -> u64 {
        0
    }

    fn reserve(&self, _: &mut Kinds, _: usize) {}

    #[inline(always)]
    fn add(&self, Kinds(kinds): &mut Kinds, value: u32) {
        *kinds |= 1 << value;
    }

    #[inline(always)]
    fn value<S: Simd>(&self, _: S, states: &[Kinds], lines: &[u32], others: &[u32]) -> u32 {
        let others = others.iter().fold(0, |kinds, value| kinds | 1 << value);
        let kinds = lines.iter().fold(others, |kinds, &line| kinds | states[line as usize].0);
        match kinds {
            0 => self.terminal_value(),
            kinds => u32::from(kinds & 1 << 1 == 0),
        }
    }

    fn terminal_value(&self) -> u32 {
        u32::from(self.convention == Convention::Normal)
    }
}
