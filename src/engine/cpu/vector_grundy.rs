//! Grundy values of vector games on the CPU. Twin of `shaders/vector_grundy.wgsl`, hosted by
//! `engine/gpu/vector_grundy.rs`.
//!
//! Each line keeps the set of values seen on it as a bitset. The value of a cell is the least
//! one that none of its lines has seen: the first zero of their OR. The search starts at the
//! largest of the lines' low-water marks, the first word of a line that is not full.

use std::collections::HashMap;

use super::wavefront::{self, BesideLines, LineRule};
use crate::domain::Coordinates;
use crate::engine::alterations::Alterations;
use crate::engine::lines::{LineNumbering, independent_rays, multiple, numberings};
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
    /// Values that occurred more than once, with how often they did after the first time. Only
    /// removed vectors and terminal positions make a value occur twice on a line.
    #[expect(clippy::box_collection, reason = "lines are many, and hardly any repeats a value")]
    repeated: Option<Box<HashMap<u32, usize>>>,
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
        let bit = 1 << (value % 64);
        if self.words[word] & bit != 0 {
            *self.repeated.get_or_insert_default().entry(value).or_default() += 1;
        }
        self.words[word] |= bit;
        while self.words.get(self.first_open_word) == Some(&u64::MAX) {
            self.first_open_word += 1;
        }
    }

    /// How often a value that has been seen was seen.
    fn occurrences(&self, value: u32) -> usize {
        let repeated = self.repeated.as_ref().and_then(|repeated| repeated.get(&value));
        1 + repeated.copied().unwrap_or(0)
    }
}

/// The first value that is not in a union of bitsets, told word by word; none is before `start`.
#[inline]
fn first_gap(start: usize, union: impl Fn(usize) -> u64) -> u32 {
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
fn mex_of_union<const RAYS: usize>(sets: [&Seen; RAYS]) -> u32 {
    let start = sets.iter().map(|set| set.first_open_word).max().unwrap_or(0);
    let words = sets.map(|set| set.words.as_slice());
    first_gap(start, |word| {
        words.iter().fold(0, |union, words| union | words.get(word).copied().unwrap_or(0))
    })
}

/// The same for any number of sets.
fn mex_of_lines(lines: &[Seen], ids: &[u32]) -> u32 {
    let sets = || ids.iter().map(|&id| &lines[id as usize]);
    let start = sets().map(|set| set.first_open_word).max().unwrap_or(0);
    first_gap(start, |word| {
        sets().fold(0, |union, set| union | set.words.get(word).copied().unwrap_or(0))
    })
}

/// The same for a cell with altered vectors.
///
/// A removed vector of a ray leads to a value that counts only if it occurs on the line elsewhere
/// too; else the value is free, and the search begins no later than there.
fn mex_beside_lines(
    lines: &[Seen],
    ids: &[u32],
    rays_of_removed: &[Vec<usize>],
    beside: &BesideLines,
) -> u32 {
    let set = |ray: usize| &lines[ids[ray] as usize];
    let on_rays = beside
        .removed
        .iter()
        .flat_map(|&(vector, value)| rays_of_removed[vector].iter().map(move |&ray| (ray, value)));
    let led_to: Vec<(usize, u32)> = on_rays.collect();
    let occurs_nowhere_else = |&(ray, value): &(usize, u32)| {
        let removed = led_to.iter().filter(|other| **other == (ray, value)).count();
        set(ray).occurrences(value) == removed
    };
    let free: Vec<(usize, u32)> = led_to.iter().copied().filter(occurs_nowhere_else).collect();
    let first_open_word = |ray: usize| {
        let free = free.iter().filter(|(other, _)| *other == ray);
        let first_free = free.map(|(_, value)| *value as usize / 64).min();
        set(ray).first_open_word.min(first_free.unwrap_or(usize::MAX))
    };
    let start = (0..ids.len()).map(first_open_word).max().unwrap_or(0);
    first_gap(start, |word| {
        let bits = |value: u32| if value as usize / 64 == word { 1u64 << (value % 64) } else { 0 };
        let added = beside.added.iter().fold(0, |union, &value| union | bits(value));
        (0..ids.len()).fold(added, |union, ray| {
            let seen = set(ray).words.get(word).copied().unwrap_or(0);
            let free = free.iter().filter(|(other, _)| *other == ray);
            union | free.fold(seen, |seen, &(_, value)| seen & !bits(value))
        })
    })
}

struct Mex {
    convention: Convention,
    /// Per removed vector, the rays it is a multiple of.
    rays_of_removed: Vec<Vec<usize>>,
}

impl LineRule for Mex {
    type Line = Seen;

    #[inline]
    fn visit(&self, lines: &mut [Seen], ids: &[u32], beside: &[BesideLines]) -> u32 {
        let beside = &beside[0];
        let value = if beside.terminal {
            u32::from(self.convention == Convention::Misere)
        } else if !beside.added.is_empty() || !beside.removed.is_empty() {
            mex_beside_lines(lines, ids, &self.rays_of_removed, beside)
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
    let numberings = lines_of(plan, game);
    let alterations = Alterations::new(game, plan.job().domain().sides());
    let rays_of = |vector: &Coordinates| {
        let rays = numberings.iter().map(|numbering| multiple(*vector, numbering.ray));
        rays.enumerate().filter_map(|(ray, m)| m.map(|_| ray)).collect()
    };
    let rule = Mex {
        convention: plan.job().convention(),
        rays_of_removed: alterations.removed.iter().map(rays_of).collect(),
    };
    wavefront::run::<V, Mex>(plan, sink, &[game], &numberings, &rule)
}

pub(super) fn memory_bytes(plan: &Plan, game: &VectorGame) -> u64 {
    let bitset = 8 * plan.grundy_values().div_ceil(64).next_multiple_of(GROWTH);
    let line = (size_of::<Seen>() + bitset) as u64;
    wavefront::memory_bytes(plan, &[game], &lines_of(plan, game), line)
}
