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
//! 4. Counts have 16 bits and include the weights of their rays. Sums may wrap around on the way; no
//!    palace number does.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u16x32};

use super::wavefront::TileWithLines;
use crate::domain::Coordinates;
use crate::engine::{Sink, Stop};
use crate::values::Value;

/// Cells of a strip.
const STRIP: usize = 32;

/// The most rays that may lead from row to row.
const MOST_CROSSING: usize = 5;

/// What a P-position adds to the palace numbers of its neighbours in the row, by distance: the cell d
/// further on is at index `STRIP + d`, for d from -`STRIP` to `STRIP` - 1. The 32 entries from index
/// `STRIP - i` on are what a P-position at cell i of a strip adds to the cells of a strip.
type AddedByDistance = [u16; 2 * STRIP];

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
    /// What a P-position adds to later cells of its strip.
    in_strip: AddedByDistance,
    /// What a P-position in cell i of a strip adds to cell j of the next one, by j - i.
    in_next: AddedByDistance,
}

impl StripCounting {
    /// Prepares for rays with these weights, unless too many lead from row to row or steps along the
    /// rows are too long.
    pub(in crate::engine::cpu) fn new(
        level: Level,
        rays: &[Coordinates],
        weights: &[i32],
        blocking_number: u16,
    ) -> Option<Self> {
        let weighted = || rays.iter().zip(weights).map(|(&ray, &weight)| (ray, weight as u16));
        let (mut crossing, mut along) = (Vec::new(), Vec::new());
        for (index, (ray, weight)) in weighted().enumerate() {
            match ray {
                Coordinates([0, 0, step]) => along.push((index, weight, step as usize)),
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
        let in_strip = |i: usize| if i > STRIP { weight_at(i - STRIP) } else { 0 };
        Some(StripCounting {
            level,
            blocking_number,
            width,
            in_strip: std::array::from_fn(in_strip),
            // All steps divide the width, a multiple of which makes the distance positive.
            in_next: std::array::from_fn(|i| weight_at(i + STRIP * width - STRIP)),
            crossing,
            along,
        })
    }

    /// Fills a plain tile. `stored` returns the value that is stored for a palace number.
    pub(in crate::engine::cpu) fn fill<V: Value>(
        &self,
        tile: &mut TileWithLines<'_, V, i32>,
        stored: impl Fn(u16) -> V,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        match self.crossing.len() {
            0 => self.fill_rows::<V, 0>(tile, stored, sink),
            1 => self.fill_rows::<V, 1>(tile, stored, sink),
            2 => self.fill_rows::<V, 2>(tile, stored, sink),
            3 => self.fill_rows::<V, 3>(tile, stored, sink),
            4 => self.fill_rows::<V, 4>(tile, stored, sink),
            _ => self.fill_rows::<V, MOST_CROSSING>(tile, stored, sink),
        }
    }

    fn fill_rows<V: Value, const CROSSING: usize>(
        &self,
        tile: &mut TileWithLines<'_, V, i32>,
        stored: impl Fn(u16) -> V,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let mut counts: Vec<u16> = tile.states.iter().map(|&count| count as u16).collect();
        // The last strip of a row may read beyond the lines.
        counts.resize(tile.states.len() + STRIP, 0);
        let TileWithLines { map, region, values, .. } = tile;
        let mut fill = |offset: usize, values: &mut [V]| {
            sink.proceed()?;
            let (lines, counts) = (map.lines_of(offset), &mut counts[..]);
            dispatch!(self.level, simd => {
                self.fill_row::<_, V, CROSSING>(simd, lines, counts, values, &stored)
            });
            Ok(())
        };
        if region.is_whole() {
            let columns = region.edges[2] as usize;
            let mut rows = values.chunks_exact_mut(columns).enumerate();
            rows.try_for_each(|(row, values)| fill(row * columns, values))?;
        } else {
            let mut runs = region.runs();
            runs.try_for_each(|run| fill(run.offset, &mut values[run.offset..][..run.length]))?;
        }
        for (line, count) in tile.states.iter_mut().zip(counts) {
            *line = i32::from(count as i16);
        }
        Ok(())
    }

    /// Fills a row whose first cell lies on these lines.
    #[inline(always)]
    fn fill_row<S: Simd, V: Value, const CROSSING: usize>(
        &self,
        simd: S,
        lines: &[u32],
        counts: &mut [u16],
        values: &mut [V],
        stored: &impl Fn(u16) -> V,
    ) {
        let blocking_number = u16x32::splat(simd, self.blocking_number);
        let across: [usize; CROSSING] = std::array::from_fn(|i| lines[self.crossing[i].0] as usize);
        let mut behind = u16x32::splat(simd, 0);
        for &(ray, _, step) in &self.along {
            let counts = &counts[lines[ray] as usize..][..step];
            behind += match counts {
                [count] => u16x32::splat(simd, *count),
                _ => u16x32::from_fn(simd, |cell| counts[cell % step]),
            };
        }
        for first in (0..values.len()).step_by(self.width) {
            let mut palaces = behind;
            for line in across {
                palaces += u16x32::from_slice(simd, &counts[line + first..][..STRIP]);
            }
            let cells = self.width.min(values.len() - first);
            let within = u64::MAX >> (64 - cells);
            let mut found = palaces.simd_le(blocking_number).to_bitmask() & within;
            while found != 0 {
                let cell = found.trailing_zeros() as usize;
                self.record(lines, first + cell, counts);
                let of_strip = STRIP - cell..2 * STRIP - cell;
                palaces += u16x32::from_slice(simd, &self.in_strip[of_strip.clone()]);
                behind += u16x32::from_slice(simd, &self.in_next[of_strip]);
                let beyond = within & (!1 << cell);
                found = palaces.simd_le(blocking_number).to_bitmask() & beyond;
            }
            // What is stored beyond the width of this strip is stored again with the next one.
            let palaces: &[u16; STRIP] = &palaces.into();
            match values[first..].first_chunk_mut::<STRIP>() {
                Some(values) => store(palaces, values, stored),
                None => store(palaces, &mut values[first..], stored),
            }
        }
    }

    /// Counts a P-position on its lines. It is this many cells beyond the one that lies on `lines`.
    #[inline(always)]
    fn record(&self, lines: &[u32], cell: usize, counts: &mut [u16]) {
        let crossing = self.crossing.iter().map(|&(ray, weight)| (ray, weight, cell));
        let along = self.along.iter().map(|&(ray, weight, step)| (ray, weight, cell % step));
        for (ray, weight, further) in crossing.chain(along) {
            let count = &mut counts[lines[ray] as usize + further];
            *count = count.wrapping_add(weight);
        }
    }
}

#[inline(always)]
fn store<V: Value>(palaces: &[u16; STRIP], values: &mut [V], stored: &impl Fn(u16) -> V) {
    for (value, &palaces) in values.iter_mut().zip(palaces) {
        *value = stored(palaces);
    }
}
