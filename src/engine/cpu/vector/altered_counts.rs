//! What altered vectors add to palace numbers, for `rows.rs`: 1 at each cell from which an added vector leads to a
//! P-position, -1 where a removed one would.
//!
//! P-positions are few, so they are not looked up from each cell. Each of them adds to the cells of its tile that
//! vectors lead from; those of earlier tiles do so before the tile is filled.

use super::history::History;
use super::wavefront::TileWithLines;
use crate::domain::tiling::Run;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::quantity::PValues;
use crate::values::{Value, on_values};

/// The axis along rows.
const ROW: usize = MAX_HEAPS - 1;

/// An altered vector, and what a P-position adds to the palace number of the cell that it leads from.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine::cpu) struct AlteredVector {
    pub(in crate::engine::cpu) vector: Coordinates,
    pub(in crate::engine::cpu) weight: u16,
}

/// Where the P-positions of a row add to within their tile.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    /// How many cells further on, in row-major order.
    pub(super) further: usize,
    /// How many columns further on.
    pub(super) columns: usize,
    pub(super) weight: u16,
}

/// Adds what P-positions of earlier tiles add to the cells of a tile, one of `counts` for each.
pub(super) fn add_from_earlier_tiles(
    vectors: &[AlteredVector],
    p_values: PValues,
    tile: &TileWithLines<'_, i32>,
    history: &History,
    counts: &mut [u16],
) {
    for run in tile.runs(u32::MAX) {
        for &AlteredVector { vector, weight } in vectors {
            let pieces =
                history.pieces_behind(run, vector).filter(|piece| piece.tile != tile.index);
            for piece in pieces {
                let Some(values) = history.tile(piece.tile) else { continue };
                let counts = &mut counts[run.offset + piece.first..][..piece.length];
                on_values!(values, values => {
                    let values = &values[piece.offset..][..piece.length];
                    add_where_p(counts, values, weight, p_values);
                });
            }
        }
    }
}

/// Adds a weight where a value marks a P-position.
fn add_where_p<V: Value>(counts: &mut [u16], values: &[V], weight: u16, p_values: PValues) {
    let (first, last) = (V::saturating_from(p_values.first), V::saturating_from(p_values.last));
    for (count, &value) in counts.iter_mut().zip(values) {
        let is_p = u16::from(first <= value) & u16::from(value <= last);
        *count = count.wrapping_add(weight & is_p.wrapping_neg());
    }
}

/// Lists where the P-positions of a row of the tile add to.
pub(super) fn targets(
    vectors: &[AlteredVector],
    row: Run,
    tile: &TileWithLines<'_, i32>,
) -> impl Iterator<Item = Target> {
    let edges = tile.region.edges;
    let within = row.at - tile.region.origin;
    vectors.iter().filter_map(move |&AlteredVector { vector, weight }| {
        let is_inside = (within + vector).is_inside(edges);
        let further = vector.row_major_index(edges);
        is_inside.then_some(Target { further, columns: vector[ROW] as usize, weight })
    })
}
