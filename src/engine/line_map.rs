//! The lines that cross a tile, numbered within the tile, and where they come from.
//!
//! All tiles have one shape and lines start anew at each, so one map serves them all: a tile cut
//! off by the domain simply uses fewer of its cells. For the same reason a line that enters any
//! tile at a given cell has left one given neighbour of it, as one given line of that neighbour:
//! lines are handed on by a fixed table, without arithmetic on positions.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, MAX_HEAPS};

/// For every cell of a tile and every ray, which of the tile's lines it lies on.
pub(crate) struct LineMap {
    pub(crate) rays: usize,
    /// Lines of cell c: `lines[c * rays..][..rays]`, one per ray.
    lines: Vec<u32>,
    /// Where each line enters the tile.
    pub(crate) entries: Vec<Entry>,
    /// What tiles take over from others.
    pub(crate) hand_offs: Vec<HandOff>,
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

/// By this lines are numbered. A ray leads from row to row; cells of the first of these number
/// the lines through them, and cells beside the tile those that enter it further on.
fn row_by_row(ray: Coordinates, cell: Coordinates) -> (u32, u32, i64) {
    let steps = |axis: usize| cell[axis].checked_div(ray[axis]);
    let rows = [0, 1].into_iter().filter_map(steps).min().unwrap_or(0);
    let column = i64::from(cell[2]) - i64::from(rows) * i64::from(ray[2]);
    (cell[0] - rows * ray[0], cell[1] - rows * ray[1], column)
}

/// The lines that a tile takes over from one other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HandOff {
    /// How many tiles back that one is, along each axis.
    pub(crate) back: TileIndex,
    /// Their numbers, in runs.
    pub(crate) runs: Vec<LineRun>,
}

/// Lines that a tile takes over: so many with successive numbers, here and there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineRun {
    pub(crate) here: u32,
    pub(crate) there: u32,
    pub(crate) length: u32,
}

impl LineRun {
    /// Their numbers here.
    pub(crate) fn here(&self) -> Range<usize> {
        self.here as usize..(self.here + self.length) as usize
    }

    /// Their numbers there.
    pub(crate) fn there(&self) -> Range<usize> {
        self.there as usize..(self.there + self.length) as usize
    }
}

/// Adds a line to runs.
fn append(runs: &mut Vec<LineRun>, here: u32, there: u32) {
    match runs.last_mut() {
        Some(LineRun { here: first, there: other, length })
            if (*first + *length, *other + *length) == (here, there) =>
        {
            *length += 1;
        }
        _ => runs.push(LineRun { here, there, length: 1 }),
    }
}

impl LineMap {
    /// The map of a tile of this shape.
    pub(crate) fn new(rays: &[Coordinates], edges: Coordinates) -> Self {
        let [a, b, c] = edges.map(|edge| edge as usize);
        let place_behind = |place: usize, cell: Coordinates, ray: Coordinates| {
            let [i, j, k] = ray.map(|step| step as usize);
            cell.dominates(ray).then(|| place - (i * b + j) * c - k)
        };
        let cells =
            || (0..a * b * c).map(|place| (place, Coordinates::from_row_major_index(place, edges)));
        let mut entries = Vec::new();
        for (place, cell) in cells() {
            let of_ray = |(ray, &step)| (ray, place_behind(place, cell, step));
            let enter = rays.iter().enumerate().map(of_ray).filter(|(_, behind)| behind.is_none());
            entries.extend(enter.map(|(ray, _)| Entry { ray, cell, place }));
        }
        entries.sort_by_key(|entry| (entry.ray, row_by_row(rays[entry.ray], entry.cell)));
        let mut lines = vec![0; a * b * c * rays.len()];
        for (entry, number) in entries.iter().zip(0..) {
            lines[entry.place * rays.len() + entry.ray] = number;
        }
        for (place, cell) in cells() {
            for (index, &ray) in rays.iter().enumerate() {
                if let Some(behind) = place_behind(place, cell, ray) {
                    lines[place * rays.len() + index] = lines[behind * rays.len() + index];
                }
            }
        }
        let mut map = LineMap { rays: rays.len(), lines, entries, hand_offs: Vec::new() };
        map.hand_offs = map.hand_offs_between(rays, edges);
        map
    }

    /// Follows every line one step back from where it enters the tile.
    fn hand_offs_between(&self, rays: &[Coordinates], edges: Coordinates) -> Vec<HandOff> {
        let mut hand_offs: BTreeMap<TileIndex, Vec<LineRun>> = BTreeMap::new();
        for (here, entry) in self.entries.iter().enumerate() {
            let ray = rays[entry.ray];
            let back: TileIndex = Coordinates::from_fn(|axis| {
                ray[axis].saturating_sub(entry.cell[axis]).div_ceil(edges[axis])
            });
            let there: [usize; MAX_HEAPS] = std::array::from_fn(|axis| {
                let cell = u64::from(entry.cell[axis]);
                let tiles_back = u64::from(back[axis]) * u64::from(edges[axis]);
                (cell + tiles_back - u64::from(ray[axis])) as usize
            });
            let [_, b, c] = edges.map(|edge| edge as usize);
            let place = (there[0] * b + there[1]) * c + there[2];
            let there = self.lines_of(place)[entry.ray];
            append(hand_offs.entry(back).or_default(), here as u32, there);
        }
        hand_offs.into_iter().map(|(back, runs)| HandOff { back, runs }).collect()
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
            hand_offs: Vec::new(),
        }
    }

    /// Bytes of the map of a tile with this many entries and cells.
    pub(crate) fn bytes(rays: usize, entries: u64, tile_cells: u64) -> u64 {
        let lines = (rays as u64).saturating_mul(tile_cells).saturating_mul(4);
        lines.saturating_add(entries.saturating_mul(size_of::<(Entry, LineRun)>() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches lines that are numbered so that rows cannot be counted in one go, or handed on in
    /// long runs.
    #[test]
    fn neighbours_along_a_row_lie_on_neighbouring_lines() {
        let rays = [
            [0, 0, 1],
            [0, 1, 0],
            [1, 0, 0],
            [1, 1, 1],
            [0, 1, 3],
            [2, 1, 1],
            [1, 2, 0],
            [0, 5, 9],
            [0, 0, 3],
        ];
        for edges in [[4, 5, 6], [3, 7, 7], [1, 8, 5], [1, 1, 9], [6, 1, 1]] {
            let map = LineMap::new(&rays.map(Coordinates), Coordinates(edges));
            let columns = edges[2] as usize;
            for row in 0..(edges[0] * edges[1]) as usize {
                for column in 0..columns {
                    for (index, ray) in rays.iter().enumerate() {
                        let line = |column| map.lines_of(row * columns + column)[index] as usize;
                        let further = match ray {
                            [0, 0, step] => column % *step as usize,
                            _ => column,
                        };
                        assert_eq!(line(column), line(0) + further, "{ray:?} in {edges:?}");
                    }
                }
            }
            let lines = map.hand_offs.iter().flat_map(|hand_off| &hand_off.runs);
            let handed_on: usize = lines.map(|run| run.here().len()).sum();
            assert_eq!(handed_on, map.entries.len());
        }
    }
}
