//! Grundy values word by word over patches of 32 x 32 cells of the last two axes, for `vector_grundy.rs`.
//!
//! A search for the value of one cell waits until the values of the cells behind it are recorded. Here the cells of a
//! patch are searched together: a cell takes its value from a word of 64 values if and only if it has none from the words
//! before, and the union of its lines has a zero in the word after the earlier cells of the patch have had their turn in
//! it. So word by word, ascending, all cells without a value are tried, eight of a row at once, and only those that may
//! find one are handled one by one.
//!
//! 1. For this the sets of a tile's lines are transposed, so that the same word of all lines lies together. Neighbouring
//!    cells of a row lie on lines with consecutive numbers (`line_map.rs`), except for the line along the row, whose word
//!    all of them share. So what a row is tried with is 32 consecutive words for each ray across it.
//! 2. A patch begins with the first word in which one of its cells may find a value: for a cell that is the largest
//!    among the first open words of its lines.
//! 3. A tile on the diagonal of a mirror symmetric table keeps one set for both lines of a pair (`mirror.rs`), so that
//!    numbers of neighbours are not consecutive. Here each of the two has words of its own, and a value is recorded on both.

use std::array::from_fn;
use std::sync::Mutex;

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u64x8};

use super::seen::{STEP, Seen, Step};
use super::wavefront::TileWithLines;
use crate::domain::tiling::Run;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::vector_games::line_numbering::LineNumbering;
use crate::engine::{Sink, Stop};
use crate::sync::lock;

/// Edge of the patches.
pub(in crate::engine::cpu) const PATCH: usize = 32;
/// Cells of a patch.
const CELLS: usize = PATCH * PATCH;
/// The most rays that may lead from row to row.
const MOST_ACROSS: usize = 6;
/// Where the sets of a tile's lines take more bytes for each of its cells, to transpose them takes as long as is gained;
/// the second number holds with at most [`FEW_VALUES`] values. Wythoff Nim, with 16, 34 and 66 bytes at sides 4096, 8192 and 16384,
/// takes 0.8, 1.0 and 1.35 of the time of the search cell by cell, and a game of four rays with 34, at side 4096, half of it.
const MOST_BYTES_OF_CELL: [u64; 2] = [20, 36];
const FEW_VALUES: usize = 10_000;
/// Words that are this far apart, or a multiple of it, compete for the same places of the nearest cache.
const CACHE_WORDS: usize = 512;

/// A game whose plain tiles can be filled by patches.
pub(in crate::engine::cpu) struct Patches {
    level: Level,
    /// Index of the ray along the rows, if there is one.
    along: Option<usize>,
    /// Indices of the rays that lead from row to row.
    across: Vec<usize>,
    /// What a thread takes for a tile.
    pub(in crate::engine::cpu) bytes: u64,
    /// Scratch memory that no thread uses at present.
    idle: Mutex<Vec<Scratch>>,
}

/// The lines of a tile, transposed. All words are counted from the first one that is here.
#[derive(Default)]
struct Scratch {
    /// The same word of all lines, then that of the lines beyond, and so on.
    steps: Vec<Step>,
    /// How far successive words of a line are apart.
    stride: usize,
    /// The first word, a multiple of [`STEP`].
    first: usize,
    /// How many words there are.
    words: usize,
    /// Which steps of eight words are here: each is taken over when a patch comes to it.
    are_here: Vec<bool>,
    /// For each line, a word before which all are full.
    open: Vec<u32>,
    /// Lines that have filled the word that is their first open one, or another one.
    filled: Vec<u32>,
    /// For each line, its mirror image, in a tile that has both lines of each pair.
    images: Vec<u32>,
}

/// The cells of a patch that are to be filled, row by row.
struct Patch<const ACROSS: usize> {
    /// For each row, the cells that have no value yet, as bits.
    active: [u32; PATCH],
    /// The line along each row.
    along: [u32; PATCH],
    /// For each ray across the rows, the line of the first cell of each row.
    across: [[u32; PATCH]; ACROSS],
    values: [u32; CELLS],
}

impl Patches {
    /// Prepares for tiles with these edges and for values up to `largest`, unless the search cell by cell is as quick:
    /// where too many rays lead from row to row, one along the row passes cells over, tiles are narrow, or have few cells
    /// for the words of their lines.
    pub(in crate::engine::cpu) fn new(
        level: Level,
        numberings: &[LineNumbering],
        edges: Coordinates,
        largest: usize,
    ) -> Option<Self> {
        let is_along = |&index: &usize| matches!(numberings[index].ray.0, [0, 0, 0, _]);
        let (along, across): (Vec<usize>, Vec<usize>) = (0..numberings.len()).partition(is_along);
        let by_one = along.iter().all(|&index| numberings[index].ray.0 == [0, 0, 0, 1]);
        let is_wide = edges[MAX_HEAPS - 1] as usize >= PATCH / 2 && edges[MAX_HEAPS - 2] > 1;
        let of_ray = |numbering: &LineNumbering| LineNumbering::new(numbering.ray, edges).count;
        let lines = numberings.iter().map(of_ray).fold(0, u64::saturating_add);
        let bytes = bytes(lines, largest);
        let most = MOST_BYTES_OF_CELL[usize::from(largest <= FEW_VALUES)];
        let is_compact = bytes / most <= edges.cells() as u64;
        let fits = is_wide && by_one && is_compact && (1..=MOST_ACROSS).contains(&across.len());
        fits.then(|| Patches {
            level,
            along: along.first().copied(),
            across,
            bytes,
            idle: Mutex::default(),
        })
    }

    /// Fills a plain tile, whose values are at most `largest`.
    pub(in crate::engine::cpu) fn fill(
        &self,
        tile: &mut TileWithLines<'_, Seen>,
        largest: usize,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        match self.across.len() {
            1 => self.fill_across::<1>(tile, largest, sink),
            2 => self.fill_across::<2>(tile, largest, sink),
            3 => self.fill_across::<3>(tile, largest, sink),
            4 => self.fill_across::<4>(tile, largest, sink),
            5 => self.fill_across::<5>(tile, largest, sink),
            _ => self.fill_across::<MOST_ACROSS>(tile, largest, sink),
        }
    }

    fn fill_across<const ACROSS: usize>(
        &self,
        tile: &mut TileWithLines<'_, Seen>,
        largest: usize,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let mut scratch = lock(&self.idle).pop().unwrap_or_default();
        scratch.prepare(tile, largest);
        scratch.begin(tile);
        let origin = tile.region.origin;
        let corner = |run: &Run| {
            let Coordinates([w, x, y, z]) = run.at - origin;
            Coordinates([w, x, y - y % PATCH as u32, z - z % PATCH as u32])
        };
        let mut rest = tile.runs(PATCH as u32).peekable();
        let mut runs: Vec<Run> = Vec::new();
        while let Some(first) = rest.next() {
            sink.proceed()?;
            let at = corner(&first);
            runs.clear();
            runs.push(first);
            while let Some(run) = rest.next_if(|run| corner(run) == at) {
                runs.push(run);
            }
            let place = |run: &Run| {
                let Coordinates([.., y, z]) = run.at - origin - at;
                (y as usize, z as usize)
            };
            let mut patch = Patch::<ACROSS> {
                active: [0; PATCH],
                along: [0; PATCH],
                across: [[0; PATCH]; ACROSS],
                values: [0; CELLS],
            };
            for run in &runs {
                let (row, column) = place(run);
                patch.active[row] |= (u32::MAX >> (PATCH - run.length)) << column;
                let lines = tile.whole.lines_of(run.offset - column);
                patch.along[row] = self.along.map_or(0, |ray| lines[ray]);
                for (firsts, &ray) in patch.across.iter_mut().zip(&self.across) {
                    firsts[row] = lines[ray];
                }
            }
            let (is_along, is_half) = (self.along.is_some(), tile.pairs.is_some());
            dispatch!(self.level, simd => match (is_along, is_half) {
                (true, false) => scratch.fill::<_, ACROSS, true, false>(simd, tile, &mut patch),
                (true, true) => scratch.fill::<_, ACROSS, true, true>(simd, tile, &mut patch),
                (false, false) => scratch.fill::<_, ACROSS, false, false>(simd, tile, &mut patch),
                (false, true) => scratch.fill::<_, ACROSS, false, true>(simd, tile, &mut patch),
            });
            for run in &runs {
                let (row, column) = place(run);
                tile.values.write(run.offset, &patch.values[row * PATCH + column..][..run.length]);
            }
        }
        dispatch!(self.level, simd => scratch.store(simd, tile));
        lock(&self.idle).push(scratch);
        Ok(())
    }
}

impl Scratch {
    /// Makes room for the lines of a tile, from the first word that may hold a value of it.
    fn prepare(&mut self, tile: &TileWithLines<'_, Seen>, largest: usize) {
        let mut least = vec![usize::MAX; tile.whole.rays];
        for (line, entry) in tile.whole.entries.iter().enumerate() {
            // Lines that enter where the domain cuts the tile off have no cell in it.
            if tile.region.holds(entry.cell) {
                let open = tile.states[tile.kept_as(line)].first_open_word();
                least[entry.ray] = least[entry.ray].min(open);
            }
        }
        let end = largest / 64 + 1;
        let start =
            least.into_iter().filter(|&open| open != usize::MAX).max().unwrap_or(0).min(end);
        let lines = tile.whole.entries.len();
        self.first = start / STEP * STEP;
        self.words = (end - self.first).next_multiple_of(STEP);
        // The last lines of a row are read with as many beyond as a patch has.
        self.stride = (lines + PATCH).next_multiple_of(STEP);
        if self.stride.is_multiple_of(CACHE_WORDS) {
            self.stride += STEP;
        }
        let steps = self.words * self.stride / STEP;
        if steps > self.steps.len() {
            self.steps.resize(steps, Step::default());
        }
        self.open.resize(self.stride, 0);
        self.images.clear();
        if let Some(pairs) = tile.pairs {
            self.images.extend((0..lines).map(|line| pairs.image(line as u32)));
        }
    }

    /// Finds the first open word of each line.
    fn begin(&mut self, tile: &TileWithLines<'_, Seen>) {
        self.are_here.clear();
        self.are_here.resize(self.words / STEP, false);
        for line in 0..tile.whole.entries.len() {
            let set = &tile.states[tile.kept_as(line)];
            let open = |word: &usize| set.word(self.first + word) != u64::MAX;
            let from = set.first_open_word().saturating_sub(self.first);
            self.open[line] = (from..self.words).find(open).unwrap_or(self.words) as u32;
        }
    }

    /// Takes over eight words of the sets of a tile's lines.
    #[inline(always)]
    fn load<S: Simd>(&mut self, simd: S, tile: &TileWithLines<'_, Seen>, step: usize) {
        self.are_here[step] = true;
        let lines = tile.whole.entries.len();
        for block in (0..lines).step_by(STEP) {
            let sets = from_fn(|k| {
                let set = (block + k < lines).then(|| &tile.states[tile.kept_as(block + k)]);
                match set.and_then(|set| set.steps().get(self.first / STEP + step)) {
                    Some(words) => u64x8::from_slice(simd, &words.0),
                    None => u64x8::splat(simd, 0),
                }
            });
            for (k, words) in transposed(sets).into_iter().enumerate() {
                let place = ((step * STEP + k) * self.stride + block) / STEP;
                words.store_slice(&mut self.steps[place].0);
            }
        }
    }

    /// Gives the sets of the lines back.
    #[inline(always)]
    fn store<S: Simd>(&self, simd: S, tile: &mut TileWithLines<'_, Seen>) {
        let lines = tile.whole.entries.len();
        for block in (0..lines).step_by(STEP) {
            for step in (0..self.words / STEP).filter(|&step| self.are_here[step]) {
                let words = from_fn(|k| {
                    let place = ((step * STEP + k) * self.stride + block) / STEP;
                    u64x8::from_slice(simd, &self.steps[place].0)
                });
                for (k, words) in transposed(words).into_iter().enumerate() {
                    // Both lines of a pair that share a set have the same words.
                    let kept = if block + k < lines { tile.kept_as(block + k) } else { lines };
                    let Some(set) = tile.states.get_mut(kept) else { continue };
                    if let Some(step) = set.steps_mut().get_mut(self.first / STEP + step) {
                        words.store_slice(&mut step.0);
                    }
                }
            }
        }
        for line in 0..lines {
            let open = self.first + self.open[line] as usize;
            let kept = tile.kept_as(line);
            tile.states[kept].fill_up_to(self.first, open);
        }
    }

    /// Fills a patch.
    #[inline(always)]
    fn fill<S: Simd, const ACROSS: usize, const ALONG: bool, const HALF: bool>(
        &mut self,
        simd: S,
        tile: &TileWithLines<'_, Seen>,
        patch: &mut Patch<ACROSS>,
    ) {
        let full = u64x8::splat(simd, u64::MAX);
        let mut rows = 0u32;
        let mut start = u32::MAX;
        for row in 0..PATCH {
            if patch.active[row] != 0 {
                rows |= 1 << row;
                start = start.min(self.first_open::<ACROSS, ALONG>(patch, row));
            }
        }
        let mut word = start as usize;
        while rows != 0 && word < self.words {
            if !self.are_here[word / STEP] {
                self.load(simd, tile, word / STEP);
            }
            let words: &mut [u64] = bytemuck::cast_slice_mut(
                &mut self.steps[word * self.stride / STEP..][..self.stride / STEP],
            );
            let mut left = rows;
            while left != 0 {
                let row = left.trailing_zeros() as usize % PATCH;
                left &= left - 1;
                let along = patch.along[row] as usize;
                let mut seen_along = if ALONG { words[along] } else { 0 };
                if seen_along == u64::MAX {
                    continue;
                }
                let firsts: [usize; ACROSS] = from_fn(|ray| patch.across[ray][row] as usize);
                let mut active = patch.active[row];
                let mut hits = 0u32;
                let mut unions = [0u64; PATCH];
                {
                    let lines: [&[u64]; ACROSS] = from_fn(|ray| &words[firsts[ray]..][..PATCH]);
                    for (eight, unions) in unions.as_chunks_mut::<STEP>().0.iter_mut().enumerate() {
                        if active >> (STEP * eight) & 0xff == 0 {
                            continue;
                        }
                        let mut union = u64x8::splat(simd, seen_along);
                        for lines in lines {
                            union |= u64x8::from_slice(simd, &lines[STEP * eight..][..STEP]);
                        }
                        let open = !union.simd_eq(full).to_bitmask() & 0xff;
                        hits |= (open as u32) << (STEP * eight);
                        union.store_slice(unions);
                    }
                }
                hits &= active;
                if hits == 0 {
                    continue;
                }
                while hits != 0 {
                    let cell = hits.trailing_zeros() as usize % PATCH;
                    hits &= hits - 1;
                    // The cell shares no line with the cells before it in the row, except for the one along the row.
                    let taken = unions[cell] | seen_along;
                    if taken == u64::MAX {
                        continue;
                    }
                    let bit = !taken & (taken + 1);
                    if ALONG {
                        seen_along |= bit;
                    }
                    active &= !(1 << cell);
                    let value = (self.first + word) as u32 * 64 + bit.trailing_zeros();
                    patch.values[row * PATCH + cell] = value;
                    for first in firsts {
                        mark(words, &mut self.filled, first + cell, bit);
                        if HALF {
                            let image = self.images[first + cell] as usize;
                            mark(words, &mut self.filled, image, bit);
                        }
                    }
                    if HALF && ALONG {
                        mark(words, &mut self.filled, self.images[along] as usize, bit);
                    }
                }
                if ALONG {
                    mark(words, &mut self.filled, along, seen_along);
                }
                patch.active[row] = active;
                if active == 0 {
                    rows &= !(1 << row);
                }
            }
            word += 1;
        }
        while let Some(line) = self.filled.pop() {
            let line = line as usize;
            while (self.open[line] as usize) < self.words
                && self.are_here[self.open[line] as usize / STEP]
                && self.word(line, self.open[line] as usize) == u64::MAX
            {
                self.open[line] += 1;
            }
        }
    }

    /// Returns a word of a line.
    #[inline]
    fn word(&self, line: usize, word: usize) -> u64 {
        self.steps[(word * self.stride + line) / STEP].0[line % STEP]
    }

    /// Returns the first word in which a cell of a row may find a value.
    #[inline(always)]
    fn first_open<const ACROSS: usize, const ALONG: bool>(
        &self,
        patch: &Patch<ACROSS>,
        row: usize,
    ) -> u32 {
        let mut open = [0; PATCH];
        for firsts in &patch.across {
            let lines = &self.open[firsts[row] as usize..][..PATCH];
            for (open, &of_line) in open.iter_mut().zip(lines) {
                *open = of_line.max(*open);
            }
        }
        let least = open.into_iter().fold(u32::MAX, u32::min);
        if ALONG { least.max(self.open[patch.along[row] as usize]) } else { least }
    }
}

/// Returns the bytes that the sets of this number of lines take, transposed, with values up to `largest`.
fn bytes(lines: u64, largest: usize) -> u64 {
    let words = ((largest / 64 + 1).next_multiple_of(STEP) + STEP) as u64;
    let of_line = size_of::<u64>() as u64 * words + 2 * size_of::<u32>() as u64;
    lines.saturating_add((PATCH + 2 * STEP) as u64).saturating_mul(of_line)
}

/// Adds values to a line's word, and keeps in mind that it is full.
#[inline(always)]
fn mark(words: &mut [u64], filled: &mut Vec<u32>, line: usize, bits: u64) {
    let word = &mut words[line];
    *word |= bits;
    if *word == u64::MAX {
        filled.push(line as u32);
    }
}

/// Exchanges rows and columns.
#[inline(always)]
fn transposed<S: Simd>(rows: [u64x8<S>; STEP]) -> [u64x8<S>; STEP] {
    // Each round interleaves the upper rows with the lower ones, which rotates the digits of a place, of which three say
    // the row and three the column.
    (0..3).fold(rows, |rows, _| {
        from_fn(|k| match k % 2 {
            0 => rows[k / 2].zip_low(rows[k / 2 + STEP / 2]),
            _ => rows[k / 2].zip_high(rows[k / 2 + STEP / 2]),
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::engine::cpu::tests::simd_levels::assert_all_levels_agree;
    use crate::plan::Plan;

    /// Catches cells that are tried in a wrong order, a value that is not recorded on one of the lines or taken from one
    /// of them although it is free, and lines that are read, given back or mirrored in a wrong place.
    #[test]
    fn patches_have_the_values_of_the_definition() {
        for (game, domain, tile) in [
            ("wythoff", "150x150", 96),
            ("wythoff", "131x131", 37),
            ("wythoff", "120x131", 64),
            ("wythoff", "150x150", 150),
            ("wythoff", "tokens 180", 64),
            ("wythoff", "100x100", 16),
            ("nim:2", "200x200", 64),
            ("nim:2", "33x150", 64),
            // No ray along the rows.
            ("vector:1,0/1,1", "120x100", 40),
            ("vector:2,1/1,2", "130x130", 33),
            // Lines of every other row and column.
            ("vector:0,1/1,0/1,1/1,2/2,1", "140x140", 70),
            ("vector:0,1/2,0/2,1/3,5", "120x100", 50),
            ("vector:0,1/1,0/1,1/1,2/2,1/1,3/3,1", "100x100", 48),
            ("nim:3", "20x50x50", 32),
            ("vector:1,0,0/0,1,0/0,0,1/1,1,1/0,1,1", "15x40x40", 36),
            ("vector:1,0,0/0,1,0/0,0,1/1,1,0", "tokens 60", 34),
            ("nim:4", "4x5x34x40", 33),
            ("vector:1,0,0,0/0,0,0,1/0,0,1,1/1,1,0,2", "5x6x34x34", 20),
        ] {
            for convention in ["grundy", "grundy misere"] {
                let plan = Plan::parse(game, domain, convention).expect(game);
                assert_all_levels_agree(&plan.with_tile(tile).expect(game));
            }
        }
    }
}
