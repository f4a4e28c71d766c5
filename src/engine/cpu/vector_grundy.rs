//! Grundy values of vector games on the CPU. Counterpart of `shaders/vector_grundy.wgsl`, whose host
//! half is `engine/gpu/kernels/vector_grundy.rs`: there invocations share the search of a cell.
//!
//! Each line keeps the set of the values seen on it as a bitset, see `vector/seen.rs`. The value of a
//! cell is the least one that none of its lines has seen, which is the first zero of the union of the
//! bitsets.
//!
//! With these tricks for plain tiles, Wythoff Nim takes 0.3 of the processor time at side 4096:
//!
//! 1. Half of a mirror symmetric table is computed (`vector/mirror.rs`), which halves the time.
//! 2. The search compares eight words at once, a cache line of each set, without checking where the sets
//!    end, and finds the open one without a branch. With five rays it takes 0.75 of the time of four
//!    words and a loop over them; for Wythoff Nim 0.85 at side 8192, and no less at 4096.
//! 3. The cells of a tile are filled in patches, so that the words in use stay in the nearest cache.
//! 4. Where a tile has many cells for the words of its lines, the cells of a patch are searched together, word by word
//!    (`vector/patches.rs`): Nim with two heaps takes 0.4 of the time at side 4096, Wythoff Nim 0.87.
//!
//! With altered moves the least value that no line has seen is nearly always the value still: unless it is behind an
//! added vector, or the value behind a removed one is less and occurs on no line otherwise. The values behind
//! neighbouring cells are looked up together.

use fearless_simd::{Level, Simd, dispatch};

use super::time::{ProcessorTime, of_wavefront};
use super::vector::history::History;
use super::vector::patches::Patches;
use super::vector::seen::{Repeats, Seen, claim_mex, first_gap, mex_of_lines, search_mex};
use super::vector::values_behind::{NO_VALUE, ValuesBehind};
use super::vector::wavefront::{self, CellRule, Exceptions, LineRule, TileWithLines, Wavefront};
use super::vector::work::Work;
use crate::domain::tiling::{Run, TileRegion};
use crate::domain::{Coordinates, Grading};
use crate::engine::rates::thread::{self, LineRate};
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::line_numbering::{LineNumbering, independent_rays, numberings};
use crate::engine::{Sink, Stop};
use crate::mex::mex;
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::VectorGame;
use crate::values::{Value, on_values};

/// The most rays whose lines are searched at once.
const MOST_RAYS_AT_ONCE: usize = 7;
/// Edge of the patches in which the cells of a tile are filled.
const PATCH: u32 = 32;

/// Returns the mex at a cell where added vectors lead to these values, and removed ones would lead to those, each with
/// its index.
///
/// The value that a removed vector of a ray would lead to is excluded only if it occurs on the line at
/// another cell, too. Otherwise it is free on that line, and the search begins no later than there.
fn mex_with_exceptions(
    states: &[Seen],
    lines: &[u32],
    multiples: &RemovedMultiples,
    added: impl Iterator<Item = u32> + Clone,
    removed: impl Iterator<Item = (usize, u32)>,
) -> u32 {
    let set = |ray: usize| &states[lines[ray] as usize];
    // The values behind removed vectors, each with the rays that the vector is a multiple of.
    let mut behind_removed: Vec<(usize, u32)> = removed
        .flat_map(|(vector, value)| multiples.rays_of[vector].iter().map(move |&ray| (ray, value)))
        .collect();
    behind_removed.sort_unstable();
    let free: Vec<(usize, u32)> = behind_removed
        .chunk_by(|one, other| one == other)
        .filter(|same| {
            same.first().is_some_and(|&(ray, value)| {
                set(ray).occurrences(value, multiples.repeats[ray]) == same.len()
            })
        })
        .filter_map(|same| same.first().copied())
        .collect();
    let first_open_word = |ray: usize| {
        let free = free.iter().filter(|(other, _)| *other == ray);
        let first_free = free.map(|(_, value)| *value as usize / 64).min();
        set(ray).first_open_word().min(first_free.unwrap_or(usize::MAX))
    };
    let start = (0..lines.len()).map(first_open_word).max().unwrap_or(0);
    first_gap(start, |word| {
        let bits = |value: u32| if value as usize / 64 == word { 1u64 << (value % 64) } else { 0 };
        let added = added.clone().fold(0, |union, value| union | bits(value));
        (0..lines.len()).fold(added, |union, ray| {
            let seen = set(ray).word(word);
            let free = free.iter().filter(|(other, _)| *other == ray);
            union | free.fold(seen, |seen, &(_, value)| seen & !bits(value))
        })
    })
}

/// The removed vectors, and the rays that they are multiples of.
struct RemovedMultiples {
    /// For each removed vector, its rays.
    rays_of: Vec<Vec<usize>>,
    /// For each ray, how far its lines count how often a value occurs again: as often as some of the removed
    /// vectors may lead to it.
    repeats: Vec<Repeats>,
}

impl RemovedMultiples {
    fn new(alterations: &Alterations, numberings: &[LineNumbering]) -> Self {
        let removed = &alterations.removed;
        let is_multiple =
            |vector: Coordinates, ray: usize| vector.multiple_of(numberings[ray].ray).is_some();
        let rays = 0..numberings.len();
        let rays_of =
            |&vector: &Coordinates| rays.clone().filter(|&ray| is_multiple(vector, ray)).collect();
        let repeats = |ray: usize| {
            Repeats::up_to(removed.iter().filter(|&&vector| is_multiple(vector, ray)).count())
        };
        RemovedMultiples {
            rays_of: removed.iter().map(rays_of).collect(),
            repeats: rays.clone().map(repeats).collect(),
        }
    }
}

/// The rule of Grundy values.
pub(super) struct GrundyRule {
    convention: Convention,
    /// A proven bound on all values.
    largest_value: usize,
    alterations: Alterations,
    removed: RemovedMultiples,
    /// The side up to which the search for a value grows.
    searched_side: f64,
    /// How plain tiles are filled by patches, if they can be.
    patches: Option<Patches>,
}

impl LineRule for GrundyRule {
    type State = Seen;

    fn may_be_mirrored(&self) -> bool {
        true
    }

    fn time(&self, work: &Work) -> ProcessorTime {
        let LineRate { plain, single, look_up } = thread::GRUNDY;
        let plain = if work.rays <= MOST_RAYS_AT_ONCE { plain } else { single };
        let mut time = of_wavefront(work, work.rays, &LineRate { plain, single, look_up });
        let altered = self.alterations.vectors().count().max(1) as f64;
        let removed_share = self.alterations.removed.len() as f64 / altered;
        time.nanoseconds += thread::REMOVED * removed_share * work.looked_up;
        time.nanoseconds *= 1.0 + self.searched_side / thread::SIDE_OF_LONG_SEARCH;
        time
    }

    fn bytes_of_line(&self, ray: usize) -> u64 {
        Seen::bytes(self.largest_value, self.removed.repeats[ray]) as u64
    }

    /// Makes room for all values of the tile on its lines. As each move takes a token, no value exceeds
    /// the largest token sum, except for the 1 of terminal positions in misère play.
    fn make_room(&self, tile: &mut TileWithLines<'_, Seen>) {
        let largest = self.largest_value_in(tile) as usize;
        for entry in &tile.map.entries {
            // Lines that enter where the domain cuts the tile off have no cell in it.
            if tile.region.holds(entry.cell) {
                let line = tile.map.lines_of(entry.offset)[entry.ray];
                tile.states[line as usize].reserve(largest, self.removed.repeats[entry.ray]);
            }
        }
    }

    fn bytes_of_thread(&self) -> u64 {
        self.patches.as_ref().map_or(0, |patches| patches.bytes)
    }

    fn is_plain(&self, region: &TileRegion, games: &[Alterations]) -> bool {
        wavefront::is_plain(region, games, self.removed.repeats.len() <= MOST_RAYS_AT_ONCE)
    }

    fn fill(
        &self,
        tile: &mut TileWithLines<'_, Seen>,
        games: &[Alterations],
        history: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        if !self.is_plain(&tile.region, games) {
            return wavefront::fill_with_exceptions(self, tile, games, history, sink);
        }
        if let Some(patches) = &self.patches {
            return patches.fill(tile, self.largest_value_in(tile) as usize, sink);
        }
        match tile.map.rays {
            0 => self.fill_by_options(tile, history, sink),
            1 => self.fill_tile::<1>(tile, history, sink),
            2 => self.fill_tile::<2>(tile, history, sink),
            3 => self.fill_tile::<3>(tile, history, sink),
            4 => self.fill_tile::<4>(tile, history, sink),
            5 => self.fill_tile::<5>(tile, history, sink),
            6 => self.fill_tile::<6>(tile, history, sink),
            7 => self.fill_tile::<7>(tile, history, sink),
            _ => wavefront::fill_cell_by_cell(self, tile, sink),
        }
    }

    fn replay(
        &self,
        tile: &mut TileWithLines<'_, Seen>,
        _: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let counts = self.removed.repeats.iter().any(|repeats| repeats.are_counted());
        match tile.map.rays {
            // A stored value that no position of the tile can have, or one that is counted, takes more.
            _ if counts || largest_stored(tile) > self.largest_value_in(tile) => {
                wavefront::replay_cell_by_cell(self, tile, sink)
            }
            1 => replay_tile::<1>(tile, sink),
            2 => replay_tile::<2>(tile, sink),
            3 => replay_tile::<3>(tile, sink),
            4 => replay_tile::<4>(tile, sink),
            5 => replay_tile::<5>(tile, sink),
            _ => wavefront::replay_cell_by_cell(self, tile, sink),
        }
    }
}

impl CellRule for GrundyRule {
    fn visit(&self, states: &mut [Seen], lines: &[u32], exceptions: &[Exceptions]) -> u32 {
        let exceptions = &exceptions[0];
        // The zero position is terminal.
        let terminal_value = u32::from(self.convention == Convention::Misere);
        let is_altered = !exceptions.added.is_empty() || !exceptions.removed.is_empty();
        let value = if exceptions.terminal {
            terminal_value
        } else if exceptions.to_zero.is_some() || is_altered {
            let added = exceptions.added.iter().map(|&(_, value)| value);
            let added = added.chain(exceptions.to_zero.map(|_| terminal_value));
            let removed = exceptions.removed.iter().copied();
            mex_with_exceptions(states, lines, &self.removed, added, removed)
        } else {
            mex_of_lines(states, lines)
        };
        self.record(states, lines, value);
        value
    }

    fn record(&self, states: &mut [Seen], lines: &[u32], value: u32) {
        for (&line, repeats) in lines_once(lines, &self.removed.repeats) {
            states[line as usize].insert(value, repeats);
        }
    }
}

/// Lists the lines of a cell with their rays' repeats. A line that is counted on and that meets its mirror image at the
/// cell comes once: the two have one state.
#[inline(always)]
fn lines_once<'a>(
    lines: &'a [u32],
    repeats: &'a [Repeats],
) -> impl Iterator<Item = (&'a u32, Repeats)> {
    let is_first = |&(index, (line, repeats)): &(usize, (&u32, &Repeats))| {
        !repeats.are_counted() || !lines[..index].contains(line)
    };
    let all = lines.iter().zip(repeats).enumerate();
    all.filter(is_first).map(|(_, (line, &repeats))| (line, repeats))
}

impl GrundyRule {
    /// Returns the largest value that there is room for on the lines of a tile.
    fn largest_value_in(&self, tile: &TileWithLines<'_, Seen>) -> u32 {
        let most_tokens = tile.region.last_grade(&Grading::TokenSum).max(1);
        most_tokens.min(u32::try_from(self.largest_value).unwrap_or(u32::MAX))
    }

    /// Fills a plain tile of a game with this many rays.
    fn fill_tile<const RAYS: usize>(
        &self,
        tile: &mut TileWithLines<'_, Seen>,
        history: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let mut behind =
            ValuesBehind::new(&self.alterations.added, &self.alterations.removed, PATCH);
        fill_runs(tile, sink, |tile, run, values| {
            let lines = tile.map.lines_from::<RAYS>(run.offset);
            if self.alterations.vectors().next().is_none() {
                dispatch!(Level::new(), simd => claim_run(simd, &mut tile.states, lines, values));
            } else {
                behind.look_up(run, tile, history);
                let states = &mut tile.states;
                dispatch!(Level::new(), simd => self.claim_altered(simd, states, lines, &mut behind, values));
            }
        })
    }

    /// Fills a plain tile of a game without rays, whose moves are the added vectors.
    fn fill_by_options(
        &self,
        tile: &mut TileWithLines<'_, Seen>,
        history: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let mut behind =
            ValuesBehind::new(&self.alterations.added, &self.alterations.removed, PATCH);
        // No value exceeds the number of options: a bit stands for each.
        let fits_a_word = self.alterations.added.len() < 64;
        fill_runs(tile, sink, |tile, run, values| {
            behind.look_up(run, tile, history);
            for (cell, value) in values.iter_mut().enumerate() {
                let (options, _) = behind.of_cell(cell);
                *value = if fits_a_word {
                    let bit = |&option: &u32| 1u64.checked_shl(option).unwrap_or(0);
                    options.iter().map(bit).fold(0, |taken, bit| taken | bit).trailing_ones()
                } else {
                    mex(options.iter().copied())
                };
                behind.set(cell, *value);
            }
        })
    }

    /// Fills in the values of neighbouring cells with altered vectors: that of the lines alone, unless it is behind an
    /// added vector, or one behind a removed vector is less and on no other line.
    #[inline(always)]
    fn claim_altered<S: Simd, const RAYS: usize>(
        &self,
        simd: S,
        states: &mut [Seen],
        lines: &[[u32; RAYS]],
        behind: &mut ValuesBehind,
        values: &mut [u32],
    ) {
        let repeats: &[Repeats; RAYS] =
            self.removed.repeats.first_chunk().unwrap_or(&[Repeats::NONE; RAYS]);
        for (cell, (value, lines)) in values.iter_mut().zip(lines).enumerate() {
            *value = search_mex(simd, states, lines);
            let (added, removed) = behind.of_cell(cell);
            // Several removed vectors may lead to the same value, along different lines.
            let is_removed = |value: u32, ray: usize| {
                let mut vectors = removed.iter().zip(&self.removed.rays_of);
                vectors.any(|(&other, rays)| other == value && rays.contains(&ray))
            };
            let may_be_free = |&free: &u32| {
                let is_held = |ray: usize| states[lines[ray] as usize].holds(free);
                free < *value && (0..RAYS).all(|ray| !is_held(ray) || is_removed(free, ray))
            };
            if added.contains(value) || removed.iter().any(may_be_free) {
                *value = self.mex_behind(states, lines, added, removed);
            }
            for (&line, repeats) in lines_once(lines, repeats) {
                states[line as usize].add(*value, repeats);
            }
            behind.set(cell, *value);
        }
    }

    /// Returns the mex at a cell with these values behind its altered vectors.
    #[cold]
    fn mex_behind(&self, states: &[Seen], lines: &[u32], added: &[u32], removed: &[u32]) -> u32 {
        let removed = removed.iter().copied().enumerate().filter(|&(_, value)| value != NO_VALUE);
        mex_with_exceptions(states, lines, &self.removed, added.iter().copied(), removed)
    }
}

/// Returns the largest value of a finished tile.
fn largest_stored(tile: &TileWithLines<'_, Seen>) -> u32 {
    on_values!(&tile.values, values => {
        let largest = |run: Run| values[run.offset..][..run.length].iter().max().copied();
        tile.runs(u32::MAX).filter_map(largest).max().map_or(0, Value::to_u32)
    })
}

/// Records the values of a finished tile of a game with this many rays, for which its lines have room. Patch by patch,
/// as they are filled, so that the words in use stay in the nearest cache.
fn replay_tile<const RAYS: usize>(
    tile: &mut TileWithLines<'_, Seen>,
    sink: &dyn Sink,
) -> Result<(), Stop> {
    let runs = tile.runs(PATCH);
    let TileWithLines { map, states, values, .. } = tile;
    on_values!(&*values, values => {
        for run in runs {
            sink.proceed()?;
            let lines = map.lines_from::<RAYS>(run.offset);
            for (value, lines) in values[run.offset..][..run.length].iter().zip(lines) {
                for &line in lines {
                    states[line as usize].add(value.to_u32(), Repeats::NONE);
                }
            }
        }
    });
    Ok(())
}

/// Fills a tile run by run. Values are narrowed once per run, so that the search exists once for all value types.
fn fill_runs<'a>(
    tile: &mut TileWithLines<'a, Seen>,
    sink: &dyn Sink,
    mut fill: impl FnMut(&mut TileWithLines<'a, Seen>, Run, &mut [u32]),
) -> Result<(), Stop> {
    let mut buffer = [0; PATCH as usize];
    for run in tile.runs(PATCH) {
        sink.proceed()?;
        let values = &mut buffer[..run.length];
        fill(tile, run, values);
        tile.values.write(run.offset, values);
    }
    Ok(())
}

/// Fills in the values of neighbouring cells. It is inlined where the vectors of the machine are known.
#[inline(always)]
fn claim_run<S: Simd, const RAYS: usize>(
    simd: S,
    states: &mut [Seen],
    lines: &[[u32; RAYS]],
    values: &mut [u32],
) {
    for (value, lines) in values.iter_mut().zip(lines) {
        *value = claim_mex(simd, states, lines);
    }
}

/// Prepares the Grundy values of a plan.
pub(super) fn wavefront<'a>(
    plan: &'a Plan,
    game: &VectorGame,
    level: Level,
) -> Wavefront<'a, GrundyRule> {
    let rays = independent_rays(game, plan.job().domain().sides());
    let numberings = numberings(plan, &rays);
    let alterations = Alterations::new(game, plan.job().domain().sides());
    let is_altered = alterations.vectors().next().is_some();
    let (edges, largest) = (plan.tiling().edges(), plan.grundy_values() - 1);
    let patches = Patches::new(level, &numberings, edges, largest).filter(|_| !is_altered);
    let rule = GrundyRule {
        convention: plan.job().convention(),
        largest_value: largest,
        removed: RemovedMultiples::new(&alterations, &numberings),
        alterations,
        searched_side: searched_side(plan, game),
        patches,
    };
    Wavefront::new(plan, [game], numberings, rule)
}

/// Returns the side up to which the search for a Grundy value grows. If a ray takes from several heaps, the lines of a
/// cell have seen different values, and the more so the further the cell lies from all axes.
fn searched_side(plan: &Plan, game: &VectorGame) -> f64 {
    let Coordinates(mut sides) = plan.job().domain().sides();
    sides.sort_unstable();
    let [.., second, _] = sides;
    let is_diagonal = |ray: &Coordinates| ray.iter().filter(|&&step| step > 0).count() > 1;
    if game.rays().iter().any(is_diagonal) { f64::from(second) } else { 0.0 }
}
