//! Counting along lines row by row, for `vector_palaces.rs`.
//!
//! P-positions are few: a cell with more of them behind it on a line than may be blocked is none
//! itself, so that no line holds more than one beyond that number, however long it is. Nearly all
//! cells therefore leave the counts of their lines as they are, and it pays to count as if all did.
//!
//! With all of this, the palace numbers of Wythoff Nim with blocking take half the processor time
//! of sixteen tiles swept side by side, at side 16384, where 3 of 1000 cells are P-positions.
//!
//! 1. Neighbours along a row lie on neighbouring lines (`line_map.rs` numbers them so), of which
//!    none holds two of them, but for the rays that lead along the row. The palace numbers of 32
//!    cells are sums of that many counts side by side, computed as if none of them were a
//!    P-position, and stored where they belong.
//! 2. Where one is, the first is right. It is recorded, what it adds to the cells beyond it is
//!    added, and the next is looked for: a few instructions per P-position.
//! 3. What a row has behind it on its own lines stays in a vector, which repeats from one block of
//!    cells to the next.
//! 4. Counts have 16 bits and weights are counted in. Sums may wrap around on the way; no palace
//!    number does.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u16x32};

use super::wavefront::OpenTile;
use crate::domain::Coordinates;
use crate::engine::{Sink, Stop};
use crate::values::Value;

/// Cells that are counted at once.
const LANES: usize = 32;

/// Rays that lead from row to row, at most.
const MOST_CROSSING: usize = 5;

/// How a P-position counts for the cells from `LANES` before it to `LANES` beyond.
type Reach = [u16; 2 * LANES];

/// A game whose tiles can be counted row by row.
pub(in crate::engine::cpu) struct RowCounting {
    level: Level,
    /// As many P-positions may be blocked.
    block: u16,
    /// Indices and weights of the rays that lead from row to row.
    crossing: Vec<(usize, u16)>,
    /// Those of the rays along the rows, and their steps.
    along: Vec<(usize, u16, usize)>,
    /// Cells of a block: a multiple of all steps along the rows, so that blocks repeat.
    width: usize,
    /// What a P-position adds to later cells of its block.
    in_block: Reach,
    /// What it adds to the cells of the next block, if that were laid over its own.
    in_next: Reach,
}

impl RowCounting {
    /// For rays with these weights, unless steps along the rows are too long.
    pub(in crate::engine::cpu) fn new(
        level: Level,
        rays: &[Coordinates],
        weights: &[i32],
        block: u16,
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
        let width = (1..=LANES).rev().find(repeats)?;
        if crossing.len() > MOST_CROSSING {
            return None;
        }
        let weight_at = |distance: usize| {
            let meeting = along.iter().filter(|&&(_, _, step)| distance.is_multiple_of(step));
            meeting.fold(0u16, |sum, &(_, weight, _)| sum.wrapping_add(weight))
        };
        let in_block = |i: usize| if i > LANES { weight_at(i - LANES) } else { 0 };
        Some(RowCounting {
            level,
            block,
            width,
            in_block: std::array::from_fn(in_block),
            in_next: std::array::from_fn(|i| weight_at(i + LANES * width - LANES)),
            crossing,
            along,
        })
    }

    /// Sweeps a tile whose cells have nothing beside their lines. What a cell's palace number is
    /// stored as is up to `stored`.
    pub(in crate::engine::cpu) fn sweep<V: Value>(
        &self,
        tile: &mut OpenTile<'_, V, i32>,
        stored: impl Fn(u16) -> V,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        match self.crossing.len() {
            0 => self.sweep_rows::<V, 0>(tile, stored, sink),
            1 => self.sweep_rows::<V, 1>(tile, stored, sink),
            2 => self.sweep_rows::<V, 2>(tile, stored, sink),
            3 => self.sweep_rows::<V, 3>(tile, stored, sink),
            4 => self.sweep_rows::<V, 4>(tile, stored, sink),
            _ => self.sweep_rows::<V, MOST_CROSSING>(tile, stored, sink),
        }
    }

    fn sweep_rows<V: Value, const CROSSING: usize>(
        &self,
        tile: &mut OpenTile<'_, V, i32>,
        stored: impl Fn(u16) -> V,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let mut counts: Vec<u16> = tile.lines.iter().map(|&count| count as u16).collect();
        // Blocks may reach beyond the lines.
        counts.resize(tile.lines.len() + LANES, 0);
        let OpenTile { map, block, values, .. } = tile;
        let mut sweep = |offset: usize, values: &mut [V]| {
            sink.proceed()?;
            let (lines, counts) = (map.lines_of(offset), &mut counts[..]);
            dispatch!(self.level, simd => {
                self.sweep_row::<_, V, CROSSING>(simd, lines, counts, values, &stored)
            });
            Ok(())
        };
        if block.is_whole() {
            let columns = block.edges[2] as usize;
            let mut rows = values.chunks_exact_mut(columns).enumerate();
            rows.try_for_each(|(row, values)| sweep(row * columns, values))?;
        } else {
            let mut runs = block.runs();
            runs.try_for_each(|run| sweep(run.offset, &mut values[run.offset..][..run.length]))?;
        }
        for (line, count) in tile.lines.iter_mut().zip(counts) {
            *line = i32::from(count as i16);
        }
        Ok(())
    }

    /// Sweeps a row whose first cell lies on these lines.
    #[inline(always)]
    fn sweep_row<S: Simd, V: Value, const CROSSING: usize>(
        &self,
        simd: S,
        lines: &[u32],
        counts: &mut [u16],
        values: &mut [V],
        stored: &impl Fn(u16) -> V,
    ) {
        let block = u16x32::splat(simd, self.block);
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
                palaces += u16x32::from_slice(simd, &counts[line + first..][..LANES]);
            }
            let cells = self.width.min(values.len() - first);
            let within = u64::MAX >> (64 - cells);
            let mut found = palaces.simd_le(block).to_bitmask() & within;
            while found != 0 {
                let lane = found.trailing_zeros() as usize;
                self.record(lines, first + lane, counts);
                let reach = LANES - lane..2 * LANES - lane;
                palaces += u16x32::from_slice(simd, &self.in_block[reach.clone()]);
                behind += u16x32::from_slice(simd, &self.in_next[reach]);
                let beyond = within & (!1 << lane);
                found = palaces.simd_le(block).to_bitmask() & beyond;
            }
            // What is stored beyond the block is stored again with the next.
            let palaces: &[u16; LANES] = &palaces.into();
            match values[first..].first_chunk_mut::<LANES>() {
                Some(values) => store(palaces, values, stored),
                None => store(palaces, &mut values[first..], stored),
            }
        }
    }

    /// Counts a P-position on its lines, so many cells from the one on `lines`.
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
fn store<V: Value>(palaces: &[u16; LANES], values: &mut [V], stored: &impl Fn(u16) -> V) {
    for (value, &palaces) in values.iter_mut().zip(palaces) {
        *value = stored(palaces);
    }
}
