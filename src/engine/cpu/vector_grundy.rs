//! Grundy values of vector games on the CPU. Twin of `shaders/vector_grundy.wgsl`, hosted by
//! `engine/gpu/vector_grundy.rs`.
//!
//! Each line keeps the set of values seen on it as a bitset, see `seen.rs`. The value of a cell is
//! the least one that none of its lines has seen: the first zero of their OR.
//!
//! Tricks, for tiles whose cells have nothing beside their lines, with which Wythoff Nim takes 0.3
//! of the processor time at side 4096:
//!
//! 1. Half of a symmetric table is computed (`fold.rs`), which halves the time.
//! 2. The search compares eight words at once, a cache line of each set, without a look at where
//!    the sets end, and tells without a branch which of them is open: with five rays 0.75 of the
//!    time of four words and a loop over them, at side 8192 of Wythoff Nim 0.85, nothing at 4096.
//! 3. The cells of a tile are swept in patches, so that the words in use stay in the nearest cache.

use fearless_simd::{Level, Simd, dispatch};

use super::vector::seen::{Seen, claim_mex, first_gap, mex_of_lines};
use super::vector::wavefront::{self, BesideLines, LineRule, OpenTile};
use crate::domain::{Coordinates, Grading};
use crate::engine::alterations::Alterations;
use crate::engine::lines::{LineNumbering, independent_rays, multiple, numberings};
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::VectorGame;
use crate::values::Value;

/// Edge of the patches in which the cells of a tile are swept.
const PATCH: u32 = 32;

/// The mex at a cell with altered vectors.
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
        set(ray).first_open_word().min(first_free.unwrap_or(usize::MAX))
    };
    let start = (0..ids.len()).map(first_open_word).max().unwrap_or(0);
    first_gap(start, |word| {
        let bits = |value: u32| if value as usize / 64 == word { 1u64 << (value % 64) } else { 0 };
        let added = beside.added.iter().fold(0, |union, &value| union | bits(value));
        (0..ids.len()).fold(added, |union, ray| {
            let seen = set(ray).word(word);
            let free = free.iter().filter(|(other, _)| *other == ray);
            union | free.fold(seen, |seen, &(_, value)| seen & !bits(value))
        })
    })
}

struct Mex {
    convention: Convention,
    /// No value is larger.
    largest_value: usize,
    /// Per removed vector, the rays it is a multiple of.
    rays_of_removed: Vec<Vec<usize>>,
}

impl LineRule for Mex {
    type Line = Seen;
    const FOLDS: bool = true;

    fn visit(&self, lines: &mut [Seen], ids: &[u32], beside: &[BesideLines]) -> u32 {
        let beside = &beside[0];
        let value = if beside.terminal {
            u32::from(self.convention == Convention::Misere)
        } else if !beside.added.is_empty() || !beside.removed.is_empty() {
            mex_beside_lines(lines, ids, &self.rays_of_removed, beside)
        } else {
            mex_of_lines(lines, ids)
        };
        for &id in ids {
            lines[id as usize].insert(value);
        }
        value
    }

    fn sweep_plain<V: Value>(
        &self,
        tile: &mut OpenTile<'_, V, Seen>,
        games: usize,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        match tile.map.rays {
            1 => self.sweep_tile::<V, 1>(tile, sink),
            2 => self.sweep_tile::<V, 2>(tile, sink),
            3 => self.sweep_tile::<V, 3>(tile, sink),
            4 => self.sweep_tile::<V, 4>(tile, sink),
            5 => self.sweep_tile::<V, 5>(tile, sink),
            6 => self.sweep_tile::<V, 6>(tile, sink),
            7 => self.sweep_tile::<V, 7>(tile, sink),
            _ => wavefront::sweep_cell_by_cell(self, tile, games, sink),
        }
    }
}

impl Mex {
    /// Sweeps a tile of a game with this many rays whose cells have nothing beside their lines.
    fn sweep_tile<V: Value, const RAYS: usize>(
        &self,
        tile: &mut OpenTile<'_, V, Seen>,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        self.make_room(tile);
        for run in tile.runs(PATCH) {
            sink.proceed()?;
            let ids = tile.map.lines_from::<RAYS>(run.offset);
            let values = &mut tile.values[run.offset..][..run.length];
            dispatch!(Level::new(), simd => claim_run(simd, &mut tile.lines, ids, values));
        }
        Ok(())
    }

    /// Makes room on the tile's lines for all of its values. As each move takes a token, none
    /// exceeds the largest token sum, nor, in misère play, 1.
    fn make_room<V: Value>(&self, tile: &mut OpenTile<'_, V, Seen>) {
        let most_tokens = tile.block.last_rank(Grading::TokenSum).max(1) as usize;
        let largest = most_tokens.min(self.largest_value);
        for entry in &tile.map.entries {
            // Other lines enter the tile where it is cut off.
            if tile.block.holds(entry.cell) {
                let line = tile.map.lines_of(entry.place)[entry.ray];
                tile.lines[line as usize].reserve(largest);
            }
        }
    }
}

/// The values of cells side by side. Inlined where the widest vectors of the machine are to be
/// used.
#[inline(always)]
fn claim_run<S: Simd, V: Value, const RAYS: usize>(
    simd: S,
    lines: &mut [Seen],
    ids: &[[u32; RAYS]],
    values: &mut [V],
) {
    for (value, ids) in values.iter_mut().zip(ids) {
        *value = V::from_u32(claim_mex(simd, lines, ids));
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
        largest_value: plan.grundy_values() - 1,
        rays_of_removed: alterations.removed.iter().map(rays_of).collect(),
    };
    wavefront::run::<V, Mex>(plan, sink, &[game], &numberings, &rule)
}

pub(super) fn memory_bytes(plan: &Plan, game: &VectorGame) -> u64 {
    let bitset = Seen::bytes(plan.grundy_values() - 1) as u64;
    wavefront::memory_bytes::<Mex>(plan, &[game], &lines_of(plan, game), bitset)
}
