//! The lines that cross a tile, numbered within the tile.
//!
//! All tiles have one shape and lines start anew at each, so one map serves them all: a tile cut
//! off by the domain simply uses fewer of its cells.

use crate::domain::tiling::unravel;
use crate::domain::{Coordinates, MAX_HEAPS};

/// For every cell of a tile and every ray, which of the tile's lines it lies on.
pub(super) struct LineMap {
    rays: usize,
    /// Lines of cell c: `lines[c * rays..][..rays]`, one per ray.
    lines: Vec<u32>,
    /// Where each line enters the tile.
    pub(super) entries: Vec<Entry>,
}

/// Where a line enters a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// Index of the line's ray.
    pub(super) ray: usize,
    /// Coordinates of the first cell, relative to the tile's origin.
    pub(super) cell: Coordinates,
}

impl LineMap {
    /// The map of a tile of this shape.
    pub(super) fn new(rays: &[Coordinates], edges: Coordinates) -> Self {
        let [a, b, c] = edges.map(|edge| edge as usize);
        let mut lines = vec![0; a * b * c * rays.len()];
        let mut entries = Vec::new();
        for cell in 0..a * b * c {
            let at = unravel(edges, cell);
            for (index, ray) in rays.iter().enumerate() {
                let line = if (0..MAX_HEAPS).all(|axis| at[axis] >= ray[axis]) {
                    let [i, j, k] = ray.map(|step| step as usize);
                    lines[(cell - (i * b + j) * c - k) * rays.len() + index]
                } else {
                    entries.push(Entry { ray: index, cell: at });
                    entries.len() as u32 - 1
                };
                lines[cell * rays.len() + index] = line;
            }
        }
        LineMap { rays: rays.len(), lines, entries }
    }

    /// The lines of a cell, one per ray.
    #[inline]
    pub(super) fn lines_of(&self, cell: usize) -> &[u32] {
        &self.lines[cell * self.rays..][..self.rays]
    }

    /// Bytes of the map of a tile with this many entries and cells.
    pub(super) fn bytes(rays: usize, entries: u64, tile_cells: u64) -> u64 {
        let lines = (rays as u64).saturating_mul(tile_cells).saturating_mul(4);
        lines.saturating_add(entries.saturating_mul(size_of::<Entry>() as u64))
    }
}
