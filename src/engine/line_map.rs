//! The lines that cross a tile, numbered within the tile, and where they come from.
//!
//! All tiles have one shape and lines start anew at each, so one map serves them all: a tile cut
//! off by the domain simply uses fewer of its cells. For the same reason a line that enters any
//! tile at a given cell has left one given neighbour of it, as one given line of that neighbour:
//! lines are handed on by a fixed table, without arithmetic on positions.

use std::collections::BTreeMap;

use crate::domain::tiling::{TileIndex, unravel};
use crate::domain::{Coordinates, MAX_HEAPS};

/// For every cell of a tile and every ray, which of the tile's lines it lies on.
pub(crate) struct LineMap {
    pub(crate) rays: usize,
    /// Lines of cell c: `lines[c * rays..][..rays]`, one per ray.
    lines: Vec<u32>,
    /// Where each line enters the tile.
    pub(crate) entries: Vec<Entry>,
    /// What tiles take over from others.
    pub(crate) passages: Vec<Passage>,
}

/// Where a line enters a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Index of the line's ray.
    pub(crate) ray: usize,
    /// Coordinates of the first cell, relative to the tile's origin.
    pub(crate) cell: Coordinates,
    /// Place of that cell in the tile.
    pub(crate) place: usize,
}

/// The lines that a tile takes over from one other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Passage {
    /// How many tiles back that one is, along each axis.
    pub(crate) back: TileIndex,
    /// Their numbers, here and there.
    pub(crate) lines: Vec<(u32, u32)>,
}

impl LineMap {
    /// The map of a tile of this shape.
    pub(crate) fn new(rays: &[Coordinates], edges: Coordinates) -> Self {
        let [a, b, c] = edges.map(|edge| edge as usize);
        let mut lines = vec![0; a * b * c * rays.len()];
        let mut entries = Vec::new();
        for place in 0..a * b * c {
            let cell = unravel(edges, place);
            for (index, ray) in rays.iter().enumerate() {
                let line = if (0..MAX_HEAPS).all(|axis| cell[axis] >= ray[axis]) {
                    let [i, j, k] = ray.map(|step| step as usize);
                    lines[(place - (i * b + j) * c - k) * rays.len() + index]
                } else {
                    entries.push(Entry { ray: index, cell, place });
                    entries.len() as u32 - 1
                };
                lines[place * rays.len() + index] = line;
            }
        }
        let mut map = LineMap { rays: rays.len(), lines, entries, passages: Vec::new() };
        map.passages = map.passages_between(rays, edges);
        map
    }

    /// Follows every line one step back from where it enters the tile.
    fn passages_between(&self, rays: &[Coordinates], edges: Coordinates) -> Vec<Passage> {
        let mut passages: BTreeMap<TileIndex, Vec<(u32, u32)>> = BTreeMap::new();
        for (here, entry) in self.entries.iter().enumerate() {
            let ray = rays[entry.ray];
            let back: TileIndex = std::array::from_fn(|axis| {
                ray[axis].saturating_sub(entry.cell[axis]).div_ceil(edges[axis])
            });
            let there: [usize; MAX_HEAPS] = std::array::from_fn(|axis| {
                let cell = u64::from(entry.cell[axis]);
                let tiles_back = u64::from(back[axis]) * u64::from(edges[axis]);
                (cell + tiles_back - u64::from(ray[axis])) as usize
            });
            let [_, b, c] = edges.map(|edge| edge as usize);
            let place = (there[0] * b + there[1]) * c + there[2];
            let pair = (here as u32, self.lines_of(place)[entry.ray]);
            passages.entry(back).or_default().push(pair);
        }
        passages.into_iter().map(|(back, lines)| Passage { back, lines }).collect()
    }

    /// The lines of a cell, one per ray.
    #[inline]
    pub(crate) fn lines_of(&self, cell: usize) -> &[u32] {
        &self.lines[cell * self.rays..][..self.rays]
    }

    /// The lines of all cells from `cell` on, one per ray.
    #[inline]
    pub(crate) fn lines_from<const RAYS: usize>(&self, cell: usize) -> &[[u32; RAYS]] {
        self.lines[cell * self.rays..].as_chunks().0
    }

    /// The same map with each line renamed.
    pub(crate) fn renamed(&self, name: impl Fn(u32) -> u32) -> Self {
        LineMap {
            rays: self.rays,
            lines: self.lines.iter().map(|&line| name(line)).collect(),
            entries: self.entries.clone(),
            passages: Vec::new(),
        }
    }

    /// Bytes of the map of a tile with this many entries and cells.
    pub(crate) fn bytes(rays: usize, entries: u64, tile_cells: u64) -> u64 {
        let lines = (rays as u64).saturating_mul(tile_cells).saturating_mul(4);
        lines.saturating_add(entries.saturating_mul(size_of::<(Entry, u32, u32)>() as u64))
    }
}
