//! Grundy values of vector games on the CPU. Twin of `shaders/vector_grundy.wgsl`, hosted by
//! `engine/gpu/vector_grundy.rs`.
//!
//! Each line keeps the set of values seen on it as a bitset. The value of a cell is the least
//! one that none of its lines has seen: the first zero of their OR. The search starts at the
//! largest of the lines' low-water marks, the first word of a line that is not full.

use super::wavefront::{self, LineRule};
use crate::engine::lines::{LineNumbering, independent_rays, numberings};
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::VectorGame;
use crate::values::Value;

/// Words by which a bitset grows.
const GROWTH: usize = 32;

/// The values seen on a line.
#[derive(Default)]
struct Seen {
    words: Vec<u64>,
    /// Every word before this one is full.
    first_open_word: usize,
}

impl Seen {
    fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.words.len() {
            // Exactly what is needed, in steps: lines are many, and memory is estimated from them.
            let length = (word + 1).next_multiple_of(GROWTH);
            self.words.reserve_exact(length - self.words.len());
            self.words.resize(length, 0);
        }
        self.words[word] |= 1 << (value % 64);
        while self.words.get(self.first_open_word) == Some(&u64::MAX) {
            self.first_open_word += 1;
        }
    }
}

/// The first value that none of the sets holds.
fn mex_of_union<const RAYS: usize>(sets: [&Seen; RAYS]) -> u32 {
    let start = sets.iter().map(|set| set.first_open_word).max().unwrap_or(0);
    let words = sets.map(|set| set.words.as_slice());
    let mut word = start;
    loop {
        let union =
            words.iter().fold(0, |union, words| union | words.get(word).copied().unwrap_or(0));
        if union != u64::MAX {
            return word as u32 * 64 + union.trailing_ones();
        }
        word += 1;
    }
}

/// The same for any number of sets.
fn mex_of_lines(lines: &[Seen], ids: &[u32]) -> u32 {
    let sets = || ids.iter().map(|&id| &lines[id as usize]);
    let mut word = sets().map(|set| set.first_open_word).max().unwrap_or(0);
    loop {
        let union = sets().fold(0, |union, set| union | set.words.get(word).copied().unwrap_or(0));
        if union != u64::MAX {
            return word as u32 * 64 + union.trailing_ones();
        }
        word += 1;
    }
}

struct Mex {
    convention: Convention,
}

impl LineRule for Mex {
    type Line = Seen;

    #[inline]
    fn visit(&self, lines: &mut [Seen], ids: &[u32], terminal: bool) -> u32 {
        let value = if terminal {
            u32::from(self.convention == Convention::Misere)
        } else {
            let set = |id: u32| &lines[id as usize];
            match *ids {
                [a, b] => mex_of_union([set(a), set(b)]),
                [a, b, c] => mex_of_union([set(a), set(b), set(c)]),
                [a, b, c, d] => mex_of_union([set(a), set(b), set(c), set(d)]),
                _ => mex_of_lines(lines, ids),
            }
        };
        for &id in ids {
            lines[id as usize].insert(value);
        }
        value
    }
}

pub(super) fn lines_of(plan: &Plan, game: &VectorGame) -> Vec<LineNumbering> {
    numberings(plan, &independent_rays(game, plan.job().domain().sides()))
}

pub(super) fn run<V: Value>(
    plan: &Plan,
    game: &VectorGame,
    sink: &dyn Sink,
) -> Result<(), EngineError> {
    let rule = Mex { convention: plan.job().convention() };
    wavefront::run::<V, Mex>(plan, sink, &lines_of(plan, game), &rule)
}

pub(super) fn memory_bytes(plan: &Plan, game: &VectorGame) -> u64 {
    let bitset = 8 * plan.grundy_values().div_ceil(64).next_multiple_of(GROWTH);
    let line = (size_of::<Seen>() + bitset) as u64;
    wavefront::memory_bytes(plan, &lines_of(plan, game), line)
}
