//! Counting along lines by strips, for `vector_palaces.rs`. A strip is 32 neighbouring cells of a row.
//!
//! P-positions are few: a cell with more of them behind it on a line than may be blocked is none itself,
//! so that no line holds more than one beyond that number, however long it is. Nearly all cells leave
//! the counts of their lines as they are, so we speculate that no cell of a strip is a P-position, and
//! repair the few that are.
//!
//! With all of this, the palace numbers of Wythoff Nim with blocking take half the processor time of
//! sixteen tiles filled together, at side 16384, where 3 of 1000 cells are P-positions.
//!
//! 1. Neighbouring cells of a row lie on lines with consecutive numbers (see `line_map.rs`). Except for
//!    rays that lead along the row, no line holds two of them. So the palace numbers of a strip are sums
//!    of 32 consecutive counts per ray, if none of its cells is a P-position.
//! 2. If there are P-positions, the first one is found correctly. It is recorded, what it adds to the
//!    cells beyond it in the strip is added, and the next one is looked for: a few instructions per
//!    P-position.
//! 3. The counts of the lines along the row stay in a vector, which repeats from strip to strip.
//! 4. What altered vectors add is one count more for each cell (`altered_counts.rs`), in the row like those of lines.
//! 5. Counts have 16 bits and include the weights of their rays. Sums may wrap around on the way; no
//!    palace number does.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u16x32};

use super::altered_counts::{self, AlteredVector, Target, add_from_earlier_tiles};
use super::history::History;
use super::wavefront::TileWithLines;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::{Sink, Stop};
use crate::quantity::PValues;

/// Cells of a strip.
const STRIP: usize = 32;

/// The most rays that may lead from row to row.
const MOST_CROSSING: usize = 5;
/// The most counts of a cell: of these rays, and of altered vectors.
const MOST_COUNTS: usize = MOST_CROSSING + 1;

/// What a P-position adds to the palace numbers of its neighbours in the row, by distance: the cell d
/// further on is at index `STRIP + d`, for d from -`STRIP` to `STRIP` - 1. The 32 entries from index
/// `STRIP - i` on are what a P-position at cell i of a strip adds to the cells of a strip.
type AddedByDistance = [u16; 2 * STRIP];

/// What is stored for a palace number that has been counted in 16 bits.
pub(in crate::engine::cpu) trait StoredPalaces: Copy {
    /// Returns the stored value.
    fn stored(palaces: u16, blocking_number: u16) -> Self;
}

/// The outcome, 1 at P-positions, which is stored in 8 bits.
impl StoredPalaces for u8 {
    #[inline(always)]
    fn stored(palaces: u16, blocking_number: u16) -> Self {
        (palaces <= blocking_number).into()
    }
}

/// The palace number itself.
impl StoredPalaces for u16 {
    #[inline(always)]
    fn stored(palaces: u16, _: u16) -> Self {
        palaces
    }
}

/// A game whose tiles can be counted by strips.
pub(in crate::engine::cpu) struct StripCounting {
    level: Level,
    /// How many options may be blocked.
    blocking_number: u16,
    /// Indices and weights of the rays that lead from row to row.
    crossing: Vec<(usize, u16)>,
    /// Indices, weights and steps of the rays along the rows.
    along: Vec<(usize, u16, usize)>,
    /// Distance of successive strips, at most `STRIP`: a multiple of all steps along the rows, so that
    /// the counts of the lines along the row repeat from strip to strip.
    width: usize,
    /// The altered vectors.
    altered: Vec<AlteredVector>,
    /// The values of P-positions.
    p_values: PValues,
    /// What a P-position adds to later cells of its strip.
    in_strip: AddedByDistance,
    /// What a P-position in cell i of a strip adds to cell j of the next one, by j - i.
    in_next: AddedByDistance,
}

/// Where the counts of a row are.
struct Row<'a> {
    /// The lines of its first cell.
    lines: &'a [u32],
    /// The first of many zeros.
    zeros: usize,
    /// What altered vectors add to its first cell.
    altered: Option<usize>,
    /// Where its P-positions add to.
    targets: &'a [Target],
    /// The columns of the tile.
    columns: usize,
}

impl StripCounting {
    /// Prepares for rays with these weights and for altered vectors, unless too many rays lead from row to row or steps
    /// along the rows are too long.
    pub(in crate::engine::cpu) fn new(
        level: Level,
        rays: &[Coordinates],
        weights: &[i32],
        altered: Vec<AlteredVector>,
        blocking_number: u16,
        p_values: PValues,
    ) -> Option<Self> {
        let weighted = || rays.iter().zip(weights).map(|(&ray, &weight)| (ray, weight as u16));
        let (mut crossing, mut along) = (Vec::new(), Vec::new());
        for (index, (ray, weight)) in weighted().enumerate() {
            match ray {
                Coordinates([0, 0, 0, step]) => along.push((index, weight, step as usize)),
                _ => crossing.push((index, weight)),
            }
        }
        let repeats = |&width: &usize| along.iter().all(|&(_, _, step)| width % step == 0);
        let width = (1..=STRIP).rev().find(repeats)?;
        if crossing.len() > MOST_CROSSING {
            return None;
        }
        let weight_at = |distance: usize| {
            let meeting = along.iter().filter(|&&(_, _, step)| distance.is_multiple_of(step));
            meeting.fold(0u16, |sum, &(_, weight, _)| sum.wrapping_add(weight))
        };
        let altered_at = |distance: usize| {
            let here = Coordinates([0, 0, 0, distance as u32]);
            let meeting = altered.iter().filter(|altered| altered.vector == here);
            meeting.fold(0u16, |sum, altered| sum.wrapping_add(altered.weight))
        };
        let in_strip = |i: usize| match i.checked_sub(STRIP) {
            None | Some(0) => 0,
            Some(distance) => weight_at(distance).wrapping_add(altered_at(distance)),
        };
        Some(StripCounting {
            level,
            blocking_number,
            width,
            in_strip: std::array::from_fn(in_strip),
            // All steps divide the width, a multiple of which makes the distance positive.
            in_next: std::array::from_fn(|i| weight_at(i + STRIP * width - STRIP)),
            crossing,
            along,
            altered,
            p_values,
        })
    }

    /// Fills the cells of a plain tile, whose lines have counts as their states.
    pub(in crate::engine::cpu) fn fill<V: StoredPalaces>(
        &self,
        tile: &mut TileWithLines<'_, i32>,
        history: &History,
        cells: &mut [V],
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let region = tile.region.clone();
        // A row of zeros follows, which is added where a game has fewer rays than `ACROSS` below; then what altered
        // vectors add to each cell. The last strip of a row may read beyond the lines, the zeros, and the cells.
        let mut counts: Vec<u16> = tile.states.iter().map(|&count| count as u16).collect();
        let zeros = counts.len() + STRIP;
        let columns = region.edges[MAX_HEAPS - 1] as usize;
        let of_cells = zeros + columns + STRIP;
        let is_altered = !self.altered.is_empty();
        let length = if is_altered { of_cells + region.cells() + STRIP } else { of_cells };
        counts.resize(length, 0);
        if is_altered {
            let of_cells = &mut counts[of_cells..];
            add_from_earlier_tiles(&self.altered, self.p_values, tile, history, of_cells);
        }
        let mut fill = |offset: usize, targets: &[Target], cells: &mut [V]| {
            sink.proceed()?;
            let row = Row {
                lines: tile.map.lines_of(offset),
                zeros,
                altered: is_altered.then_some(of_cells + offset),
                targets,
                columns,
            };
            match self.crossing.len() + usize::from(is_altered) {
                0 | 1 => self.fill_row_across::<V, 1>(&row, &mut counts, cells),
                2 => self.fill_row_across::<V, 2>(&row, &mut counts, cells),
                3 => self.fill_row_across::<V, 3>(&row, &mut counts, cells),
                4 => self.fill_row_across::<V, 4>(&row, &mut counts, cells),
                _ => self.fill_row_across::<V, MOST_COUNTS>(&row, &mut counts, cells),
            }
            Ok(())
        };
        if region.is_whole() && !is_altered {
            // To list the runs would take a fifth of the time.
            let mut rows = cells.chunks_exact_mut(columns).enumerate();
            rows.try_for_each(|(row, cells)| fill(row * columns, &[], cells))?;
        } else {
            let mut targets = Vec::new();
            for run in region.runs() {
                targets.clear();
                targets.extend(altered_counts::targets(&self.altered, run, tile));
                fill(run.offset, &targets, &mut cells[run.offset..][..run.length])?;
            }
        }
        for (line, count) in tile.states.iter_mut().zip(counts) {
            *line = i32::from(count as i16);
        }
        Ok(())
    }

    /// Fills a row with the vectors of the SIMD level, where a cell has at most `ACROSS` counts beside those along the
    /// row.
    fn fill_row_across<V: StoredPalaces, const ACROSS: usize>(
        &self,
        row: &Row,
        counts: &mut [u16],
        cells: &mut [V],
    ) {
        let lines = self.crossing.iter().map(|&(ray, _)| row.lines[ray] as usize);
        let mut firsts = lines.chain(row.altered);
        let across: [usize; ACROSS] = std::array::from_fn(|_| firsts.next().unwrap_or(row.zeros));
        dispatch!(self.level, simd => self.fill_row(simd, row, across, counts, cells));
    }

    /// Fills a row, whose first cell has these counts across it.
    #[inline(always)]
    fn fill_row<S: Simd, V: StoredPalaces, const ACROSS: usize>(
        &self,
        simd: S,
        row: &Row,
        across: [usize; ACROSS],
        counts: &mut [u16],
        cells: &mut [V],
    ) {
        let blocking_number = u16x32::splat(simd, self.blocking_number);
        let mut behind = u16x32::splat(simd, 0);
        for &(ray, _, step) in &self.along {
            let counts = &counts[row.lines[ray] as usize..][..step];
            behind += match counts {
                [count] => u16x32::splat(simd, *count),
                _ => u16x32::from_fn(simd, |cell| counts[cell % step]),
            };
        }
        for first in (0..cells.len()).step_by(self.width) {
            let mut palaces = behind;
            for start in across {
                palaces += u16x32::from_slice(simd, &counts[start + first..][..STRIP]);
            }
            let count = self.width.min(cells.len() - first);
            let within = u64::MAX >> (64 - count);
            let mut found = palaces.simd_le(blocking_number).to_bitmask() & within;
            while found != 0 {
                let cell = found.trailing_zeros() as usize;
                self.record(row, first + cell, counts);
                let of_strip = STRIP - cell..2 * STRIP - cell;
                palaces += u16x32::from_slice(simd, &self.in_strip[of_strip.clone()]);
                behind += u16x32::from_slice(simd, &self.in_next[of_strip]);
                let beyond = within & (!1 << cell);
                found = palaces.simd_le(blocking_number).to_bitmask() & beyond;
            }
            // What is stored beyond the width of this strip is stored again with the next one.
            let palaces: &[u16; STRIP] = &palaces.into();
            match cells[first..].first_chunk_mut::<STRIP>() {
                Some(cells) => self.store(palaces, cells),
                None => self.store(palaces, &mut cells[first..]),
            }
        }
    }

    /// Counts a P-position, the cell with this number in the row, on its lines and behind altered vectors.
    #[inline(always)]
    fn record(&self, row: &Row, cell: usize, counts: &mut [u16]) {
        let crossing = self.crossing.iter().map(|&(ray, weight)| (ray, weight, cell));
        let along = self.along.iter().map(|&(ray, weight, step)| (ray, weight, cell % step));
        for (ray, weight, further) in crossing.chain(along) {
            let count = &mut counts[row.lines[ray] as usize + further];
            *count = count.wrapping_add(weight);
        }
        let Some(of_cells) = row.altered else { return };
        for target in row.targets {
            if cell + target.columns < row.columns {
                let count = &mut counts[of_cells + cell + target.further];
                *count = count.wrapping_add(target.weight);
            }
        }
    }

    #[inline(always)]
    fn store<V: StoredPalaces>(&self, palaces: &[u16; STRIP], cells: &mut [V]) {
        for (cell, &palaces) in cells.iter_mut().zip(palaces) {
            *cell = V::stored(palaces, self.blocking_number);
        }
    }
}
