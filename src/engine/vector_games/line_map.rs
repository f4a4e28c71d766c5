//! The lines that cross a tile, numbered within the tile, and where they come from.
//!
//! All tiles have one shape, and each tile numbers its lines on its own. So one map serves all of
//! them: a tile that the domain cuts off merely uses fewer of its cells. For the same reason the
//! lines that enter a tile at a given cell come from the same neighbour, relative to the tile, and
//! have the same number there. Lines are handed on by a fixed table, without arithmetic on
//! positions.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, MAX_HEAPS};

/// The axis along rows.
const LAST: usize = MAX_HEAPS - 1;

/// For every cell of a tile and every ray, the number of the line that the cell lies on.
pub(crate) struct LineMap {
    pub(crate) rays: usize,
    /// The lines of the cell with offset c are `lines[c * rays..][..rays]`, one per ray.
    lines: Vec<u32>,
    /// Where each line enters the tile.
    pub(crate) entries: Vec<LineEntry>,
    /// What a tile takes over from others.
    pub(crate) hand_offs: Vec<HandOff>,
}

/// Where a line enters the tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineEntry {
    /// Index of the line's ray.
    pub(crate) ray: usize,
    /// Coordinates of the line's first cell, relative to the tile's origin.
    pub(crate) cell: Coordinates,
    /// Row-major offset of that cell in the tile.
    pub(crate) offset: usize,
}

/// The lines that a tile takes over from one other tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HandOff {
    /// How many tiles back the other one is, along each axis.
    pub(crate) back: TileIndex,
    /// The numbers of the lines in both tiles.
    pub(crate) runs: Vec<LineRun>,
}

/// Lines with consecutive numbers that a tile takes over from another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineRun {
    /// The first number in the tile that takes the lines over.
    pub(crate) here: u32,
    /// The first number in the tile that the lines come from.
    pub(crate) there: u32,
    /// How many lines there are.
    pub(crate) length: u32,
}

impl LineRun {
    /// Returns the numbers in the tile that takes the lines over.
    pub(crate) fn here(&self) -> Range<usize> {
        self.here as usize..(self.here + self.length) as usize
    }

    /// Returns the numbers in the tile that the lines come from.
    pub(crate) fn there(&self) -> Range<usize> {
        self.there as usize..(self.there + self.length) as usize
    }
}

/// Appends a line to the runs, if possible by making the last one longer.
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

/// Returns the key by which the lines of a ray are numbered, so that neighbouring cells of a row lie
/// on lines with consecutive numbers. The line is followed backwards from its entry as far as the
/// coordinates before the last allow. The key is the row reached, and the column there, which may be
/// negative.
fn row_by_row(ray: Coordinates, entry: Coordinates) -> ([u32; LAST], i64) {
    let steps = |axis: usize| entry[axis].checked_div(ray[axis]);
    let steps = (0..LAST).filter_map(steps).min().unwrap_or(0);
    let column = i64::from(entry[LAST]) - i64::from(steps) * i64::from(ray[LAST]);
    (std::array::from_fn(|axis| entry[axis] - steps * ray[axis]), column)
}

impl LineMap {
    /// Numbers the lines of these rays in a tile with these edges.
    pub(crate) fn new(rays: &[Coordinates], edges: Coordinates) -> Self {
        let cells = || Coordinates::cells_of_box(edges).enumerate();
        let mut entries = Vec::new();
        for (offset, cell) in cells() {
            let enters = rays.iter().enumerate().filter(|&(_, &ray)| !cell.dominates(ray));
            entries.extend(enters.map(|(ray, _)| LineEntry { ray, cell, offset }));
        }
        entries.sort_by_key(|entry| (entry.ray, row_by_row(rays[entry.ray], entry.cell)));
        let mut lines = vec![0; edges.cells() * rays.len()];
        for (entry, number) in entries.iter().zip(0..) {
            lines[entry.offset * rays.len() + entry.ray] = number;
        }
        // How far back in row-major order a step along each ray leads.
        let steps: Vec<usize> = rays.iter().map(|ray| ray.row_major_index(edges)).collect();
        for (offset, cell) in cells() {
            for (index, &ray) in rays.iter().enumerate() {
                if cell.dominates(ray) {
                    let behind = offset - steps[index];
                    lines[offset * rays.len() + index] = lines[behind * rays.len() + index];
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
            let back = ray.saturating_sub(entry.cell).div_ceil(edges);
            // Rays fit into the domain and edges into its sides, so that nothing overflows.
            let there = entry.cell + back * edges - ray;
            let there = self.lines_of(there.row_major_index(edges))[entry.ray];
            append(hand_offs.entry(back).or_default(), here as u32, there);
        }
        hand_offs.into_iter().map(|(back, runs)| HandOff { back, runs }).collect()
    }

    /// Returns the lines of the cell with this offset, one per ray.
    #[inline]
    pub(crate) fn lines_of(&self, offset: usize) -> &[u32] {
        &self.lines[offset * self.rays..][..self.rays]
    }

    /// Returns the lines of all cells from this offset on, one per ray.
    #[inline]
    pub(crate) fn lines_from<const RAYS: usize>(&self, offset: usize) -> &[[u32; RAYS]] {
        self.lines[offset * self.rays..].as_chunks().0
    }

    /// Returns a map of the same cells in which each line has another number.
    pub(crate) fn renumbered(&self, number: impl Fn(u32) -> u32) -> Self {
        LineMap {
            rays: self.rays,
            lines: self.lines.iter().map(|&line| number(line)).collect(),
            entries: self.entries.clone(),
            hand_offs: Vec::new(),
        }
    }

    /// Returns the bytes of the map of a tile with this many entries and cells.
    pub(crate) fn bytes(rays: usize, entries: u64, tile_cells: u64) -> u64 {
        let lines = (rays as u64).saturating_mul(tile_cells).saturating_mul(4);
        lines.saturating_add(entries.saturating_mul(size_of::<(LineEntry, LineRun)>() as u64))
    }
}

/// Counts the lines of a ray that a tile takes over from the one `back` tiles behind it: the cells at which they enter,
/// which are so far along each axis that a step back along the ray leads there.
pub(crate) fn lines_from(ray: Coordinates, edges: Coordinates, back: TileIndex) -> u64 {
    let along = |axis: usize| {
        let leads_there =
            |cell: &u32| ray[axis].saturating_sub(*cell).div_ceil(edges[axis]) == back[axis];
        (0..edges[axis]).filter(leads_there).count() as u64
    };
    (0..MAX_HEAPS).map(along).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches lines that are numbered so that rows cannot be counted in one go, or handed on in
    /// long runs.
    #[test]
    fn neighbours_along_a_row_lie_on_neighbouring_lines() {
        let rays = [
            [0, 0, 0, 1],
            [0, 0, 1, 0],
            [0, 1, 0, 0],
            [0, 1, 1, 1],
            [0, 0, 1, 3],
            [0, 2, 1, 1],
            [0, 1, 2, 0],
            [0, 0, 5, 9],
            [0, 0, 0, 3],
            [1, 0, 0, 0],
            [2, 1, 1, 3],
        ];
        for edges in
            [[1, 4, 5, 6], [1, 3, 7, 7], [1, 1, 8, 5], [1, 1, 1, 9], [3, 6, 1, 1], [4, 2, 3, 5]]
        {
            let map = LineMap::new(&rays.map(Coordinates), Coordinates(edges));
            let columns = edges[LAST] as usize;
            for row in 0..(edges[0] * edges[1] * edges[2]) as usize {
                for column in 0..columns {
                    for (index, ray) in rays.iter().enumerate() {
                        let line = |column| map.lines_of(row * columns + column)[index] as usize;
                        let further = match ray {
                            [0, 0, 0, step] => column % *step as usize,
                            _ => column,
                        };
                        assert_eq!(line(column), line(0) + further, "{ray:?} in {edges:?}");
                    }
                }
            }
            for hand_off in &map.hand_offs {
                let of_ray = |ray| lines_from(Coordinates(ray), Coordinates(edges), hand_off.back);
                let counted: u64 = rays.into_iter().map(of_ray).sum();
                let lines: u32 = hand_off.runs.iter().map(|run| run.length).sum();
                assert_eq!(counted, u64::from(lines), "{:?} in {edges:?}", hand_off.back);
            }
            let lines = map.hand_offs.iter().flat_map(|hand_off| &hand_off.runs);
            let handed_on: usize = lines.map(|run| run.here().len()).sum();
            assert_eq!(handed_on, map.entries.len());
        }
    }
}
