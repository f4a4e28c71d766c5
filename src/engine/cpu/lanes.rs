//! Counting along lines in several tiles at once, for `vector_palaces.rs`.
//!
//! With all of these, the palace numbers of Wythoff Nim with blocking take a tenth of the processor
//! time, at side 16384.
//!
//! 1. The tiles of a wave are independent and cross their lines alike, so that sixteen of them are
//!    swept as one: a count is an array of sixteen, one per tile, the lines of a cell are looked
//!    up once for all, and the compiler makes a few vector instructions of each step. The cells of
//!    a tile that the domain cuts off are counted too; no line leads from them into the domain.
//! 2. The palace numbers of a strip are gathered with lanes side by side and then dealt out to
//!    the tiles row by row, which takes about as long as counting. A strip is four rows, each a
//!    cell behind the one above: as no two of four successive cells share a line, none waits for
//!    a count that was just written.
//! 3. Counts have 16 bits. They may wrap around where the domain does not reach; within it no
//!    palace number does.

use fearless_simd::{Level, dispatch};

use super::wavefront::OpenTile;
use crate::engine::{Sink, Stop};
use crate::values::Value;

/// Tiles that are swept at once.
pub(super) const LANES: usize = 16;
/// Rows of a strip.
const STRIP: usize = 4;

/// Cells of a row at most: a strip of all lanes is held at once.
pub(super) const WIDEST_ROW: u32 = 1 << 16;

/// The same count in each of several tiles.
type Lanes = [u16; LANES];

/// Sweeps tiles of a game with this many rays, all of weight 1. What a cell's palace number is
/// stored as is up to `stored`.
pub(super) fn sweep<V: Value, const RAYS: usize>(
    tiles: &mut [OpenTile<'_, V, i32>],
    block: u16,
    stored: impl Fn(u16) -> V,
    sink: &dyn Sink,
) -> Result<(), Stop> {
    let Some(first) = tiles.first() else { return Ok(()) };
    let level = Level::new();
    let map = first.map;
    let columns = first.block.edges[2] as usize;
    let mut counts = side_by_side(tiles, map.entries.len());
    let ids = map.lines_from::<RAYS>(0);
    let mut palaces = vec![[0; LANES]; (STRIP * columns).min(ids.len())];
    for (strip, ids) in ids.chunks(STRIP * columns).enumerate() {
        sink.proceed()?;
        let palaces = &mut palaces[..ids.len()];
        dispatch!(level, _ => count_strip(ids, columns, &mut counts, block, palaces));
        for (lane, tile) in tiles.iter_mut().enumerate() {
            let values = &mut tile.values[strip * STRIP * columns..][..ids.len()];
            dispatch!(level, _ => deal(palaces, lane, values, &stored));
        }
    }
    for (lane, tile) in tiles.iter_mut().enumerate() {
        let lines = tile.lines.iter_mut().zip(&counts);
        lines.for_each(|(line, counts)| *line = counts[lane].into());
        tile.blank_outside();
    }
    Ok(())
}

/// Bytes of what a thread holds beside tiles with this many lines and columns.
pub(super) fn bytes(lines: u64, columns: u32) -> u64 {
    let cells = STRIP as u64 * u64::from(columns.min(WIDEST_ROW));
    lines.saturating_add(cells).saturating_mul(size_of::<Lanes>() as u64)
}

/// The counts of each line in all tiles.
fn side_by_side<V>(tiles: &[OpenTile<'_, V, i32>], lines: usize) -> Vec<Lanes> {
    let mut counts = vec![[0; LANES]; lines];
    for (lane, tile) in tiles.iter().enumerate() {
        for (counts, &line) in counts.iter_mut().zip(&tile.lines) {
            counts[lane] = line as u16;
        }
    }
    counts
}

/// The palace numbers of the cells of a strip, whose lines are `ids`. Inlined, as what follows,
/// where the widest vectors of the machine are to be used.
#[inline(always)]
fn count_strip<const RAYS: usize>(
    ids: &[[u32; RAYS]],
    columns: usize,
    counts: &mut [Lanes],
    block: u16,
    palaces: &mut [Lanes],
) {
    let rows = ids.len() / columns;
    for step in 0..columns + rows - 1 {
        for row in 0..rows {
            let column = step.wrapping_sub(row);
            if column < columns {
                let cell = row * columns + column;
                palaces[cell] = visit(counts, &ids[cell], block);
            }
        }
    }
}

/// The values of one tile, out of the palace numbers of all.
#[inline(always)]
fn deal<V: Value>(palaces: &[Lanes], lane: usize, values: &mut [V], stored: &impl Fn(u16) -> V) {
    for (value, palaces) in values.iter_mut().zip(palaces) {
        *value = stored(palaces[lane]);
    }
}

/// The palace numbers of a cell, counted on its lines if they are small enough.
#[inline(always)]
fn visit<const RAYS: usize>(counts: &mut [Lanes], ids: &[u32; RAYS], block: u16) -> Lanes {
    let mut palaces: Lanes = [0; LANES];
    for &id in ids {
        for (sum, count) in palaces.iter_mut().zip(&counts[id as usize]) {
            *sum = sum.wrapping_add(*count);
        }
    }
    let found = palaces.map(|palaces| u16::from(palaces <= block));
    for &id in ids {
        for (count, found) in counts[id as usize].iter_mut().zip(&found) {
            *count = count.wrapping_add(*found);
        }
    }
    palaces
}
